//! The names of runs, comparisons and variations.

use crate::game::Sentence;
use crate::sentence;

/// Where comparisons lie, in [`RUNS`](super::RUNS).
pub const COMPARISONS: &str = "compare";

/// Checks that a name can be that of a directory on every system, stays within its folder, and is no command's
/// option.
///
/// # Errors
/// The name is not allowed.
pub fn check_plain_name(name: &str) -> Result<(), Sentence> {
    let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(fits) {
        return Ok(());
    }
    Err(sentence!(
        "training.name",
        "name `{name}`: expected letters, digits, `-`, `_` and `.`, beginning with none of `-` and `.`",
        name = name,
    ))
}
