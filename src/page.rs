//! The page itself: the files of `web/`, the reports of `docs/reports` and the engine for browsers, embedded when the
//! program was built.

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What the page is sent with: nothing from elsewhere, no frame around it.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What a report is sent with: it holds its own style and script, and can reach nothing, not even the page's engine.
pub const REPORT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-modals \
    allow-top-navigation-by-user-activation";

/// What a file of the page is sent with.
pub fn security_policy(path: &str) -> &'static str {
    if path.starts_with("reports/") { REPORT_SECURITY_POLICY } else { CONTENT_SECURITY_POLICY }
}

/// The files of the page: their paths, with `/` between folders, and their content. `reports/VARIANT.html` are the
/// kept reports, `reports.json` is the list of their names.
pub fn files() -> &'static [(&'static str, &'static [u8])] {
    FILES
}

/// The engine for browsers, where the program was built with it.
pub fn engine() -> Option<&'static [u8]> {
    ENGINE
}

/// The media type of a file of the page.
pub fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, kind)| kind) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
