use crate::files::{LONGEST_TEXT, read_text};
use anyhow::{Context, Result, anyhow};
use serde::de::DeserializeOwned;
use std::io::ErrorKind;
use std::path::Path;

/// Reads a file that this program wrote; `None` if it is missing.
///
/// # Errors
/// The file cannot be read, or is damaged: the message, of one line, names the place.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    let text = match read_text(path, LONGEST_TEXT) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let parsed =
        toml::from_str(&text).map_err(|error| anyhow!("{} is damaged: {}", path.display(), in_line(&text, &error)));
    parsed.map(Some)
}

/// The error and its place, in one line.
pub(super) fn in_line(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
    match text.lines().nth(before).map(str::trim) {
        Some(line) if !line.is_empty() => format!("line {} (`{line}`): {message}", before + 1),
        _ => format!("line {}: {message}", before + 1),
    }
}
