//! The files embedded when the program was built.

use sha2::{Digest, Sha256};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The policy sent with the page: no content from elsewhere, no frame around it.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The files of the page, sorted: their paths, with `/` between folders, and their content. `reports/VARIANT.json` are
/// the stored reports, `reports.json` is the list of their names.
pub fn files() -> &'static [(&'static str, &'static [u8])] {
    FILES
}

/// The text of an embedded file.
pub fn text(path: &str) -> Option<&'static str> {
    let place = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    std::str::from_utf8(FILES[place].1).ok()
}

/// The identifier of a content: the first 64 bits of its SHA-256, in hexadecimal digits.
pub fn digest(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The engine for browsers, if the program was built with it.
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
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("md") => "text/markdown; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_by_its_path() {
        assert!(FILES.len() > 50 && FILES.is_sorted_by_key(|(name, _)| *name));
        for (name, content) in FILES {
            let found = text(name).map(str::as_bytes);
            assert_eq!(found, (!name.ends_with(".png")).then_some(*content), "{name}");
        }
        assert_eq!(text("no-such.js"), None);
    }
}
