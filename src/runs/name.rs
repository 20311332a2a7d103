//! The names of runs, comparisons and variations.

/// Where comparisons lie, in [`RUNS`](super::RUNS).
pub const COMPARISONS: &str = "compare";

/// What [`is_plain_name`] asks for.
pub const PLAIN_NAME: &str = "expected letters, digits, `-`, `_` and `.`, beginning with none of `-` and `.`";

/// Whether a name can be that of a directory anywhere, leads nowhere else, and is no command's option.
pub fn is_plain_name(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(fits)
}
