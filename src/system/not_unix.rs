//! Functions that only Unix needs, and that do nothing elsewhere.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::process::Command;

/// As on Unix; here a program knows only the name of its file.
pub(super) fn call_as(_: &mut Command, _: &OsStr) {}

/// The input mode of the terminal: here there is nothing to restore.
pub struct InputMode;

impl InputMode {
    /// `None`: the system restores it.
    pub fn now() -> Option<InputMode> {
        None
    }

    pub fn restore(&self) {}
}

/// Makes a folder that was created under a temporary name readable for all: here it is already.
pub fn for_all(_: &mut tempfile::Builder) {}

/// Opens a file. Here pipes have no names among files.
///
/// # Errors
/// The file cannot be opened.
pub fn open_at_once(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}
