//! The files of the page over HTTP: compressed if the browser supports it, and not sent again if the browser has them.

use crate::assets;
use crate::gzip::gzip;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A file that fits one packet gains nothing from compression.
const PACKET: usize = 1400;

/// The compression level of files, which are compressed once.
const ONCE: u32 = 9;

/// The compression level of replies.
const EACH: u32 = 6;

/// All files by their paths.
pub(super) struct Page(BTreeMap<&'static str, File>);

struct File {
    content: &'static [u8],
    /// The file's entity tag. Weak: it identifies the content, compressed or not.
    tag: HeaderValue,
    /// The compressed content, made when first needed.
    packed: OnceLock<Bytes>,
}

impl Page {
    pub fn new() -> Page {
        let file = |(path, content): (&'static str, &'static [u8])| {
            let tag = HeaderValue::from_str(&format!("W/\"{}\"", assets::digest(content))).expect("hexadecimal digits");
            (path, File { content, tag, packed: OnceLock::new() })
        };
        Page(assets::sent().into_iter().map(file).collect())
    }

    /// The reply to a GET or HEAD request with these headers; `None` if the page has no such file.
    pub fn reply(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let file = self.0.get(path)?;
        // Browsers check each time whether they have the newest file, so that a new build shows at once.
        let about = [
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::ETAG, file.tag.clone()),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if has(headers, &file.tag) {
            return Some((StatusCode::NOT_MODIFIED, about).into_response());
        }
        let kind = [(header::CONTENT_TYPE, assets::media_type(path))];
        let packs = !path.ends_with(".png") && file.content.len() > PACKET && reads_gzip(headers);
        Some(match packs {
            true => {
                let packed = file.packed.get_or_init(|| gzip(file.content, ONCE).into()).clone();
                (about, kind, GZIP, packed).into_response()
            }
            false => (about, kind, file.content).into_response(),
        })
    }
}

const GZIP: [(HeaderName, HeaderValue); 1] = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];

/// A reply of the engine to a request with these headers.
pub(super) fn json_reply(status: StatusCode, json: String, headers: &HeaderMap) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    match json.len() > PACKET && reads_gzip(headers) {
        true => (status, kind, GZIP, gzip(json.as_bytes(), EACH)).into_response(),
        false => (status, kind, json).into_response(),
    }
}

/// The members of a list in headers of this name.
fn members(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether a browser has the file with this tag.
fn has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    let tag = opaque(tag.to_str().expect("hexadecimal digits"));
    members(headers, header::IF_NONE_MATCH).any(|given| given == "*" || opaque(given) == tag)
}

/// Whether a browser accepts gzip.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let mut any = false;
    for coding in members(headers, header::ACCEPT_ENCODING) {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let wanted = weight.is_ok_and(|weight| weight > 0.0);
        match name.trim() {
            name if name.eq_ignore_ascii_case("gzip") => return wanted,
            "*" => any = wanted,
            _ => {}
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, values: &[&'static str]) -> HeaderMap {
        values.iter().map(|&value| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn codings_are_read_as_they_are_weighed() {
        let reads = |values: &[&'static str]| reads_gzip(&headers(header::ACCEPT_ENCODING, values));
        for yes in [&["gzip"][..], &["br, GZIP;q=0.5"], &["*"], &["deflate", "gzip"], &["identity;q=0, *;q=0.1"]] {
            assert!(reads(yes), "{yes:?}");
        }
        for no in [&[][..], &[""], &["br"], &["gzip;q=0"], &["gzip; q=0.0, *"], &["*;q=0"], &["gzip;q=x"], &["gzippy"]]
        {
            assert!(!reads(no), "{no:?}");
        }
    }

    #[test]
    fn a_tag_is_found_in_any_list() {
        let tag = HeaderValue::from_static("W/\"12\"");
        let knows = |values: &[&'static str]| has(&headers(header::IF_NONE_MATCH, values), &tag);
        for yes in ["W/\"12\"", "\"12\"", "\"1\", W/\"12\"", "*"] {
            assert!(knows(&[yes]), "{yes}");
        }
        for no in ["", "12", "W/\"1\"", "\"1\",\"2\""] {
            assert!(!knows(&[no]), "{no}");
        }
    }
}
