//! Files and directories of runs, with errors that name them.

use crate::files;
use anyhow::{Context, Result};
use std::path::Path;

/// [`files::replace`] with an error that names the file.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    files::replace(path, content).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn sync_dir(path: &Path) -> Result<()> {
    files::sync_directory(path).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn remove_dir(path: &Path) -> Result<()> {
    files::remove_directory(path).with_context(|| format!("cannot remove {}", path.display()))
}
