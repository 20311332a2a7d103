//! What only Unix does, and what is nothing elsewhere.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::process::Command;

/// As on Unix; here a program knows only the name of its file.
pub(super) fn call_as(_: &mut Command, _: &OsStr) {}

/// How the terminal of the standard input takes what is typed: nothing that would have to be given back.
pub struct Typing;

impl Typing {
    /// None: the system does that itself.
    pub fn now() -> Option<Typing> {
        None
    }

    pub fn restore(&self) {}
}

/// Lets all read a folder that is made under a temporary name: it is as others.
pub fn for_all(_: &mut tempfile::Builder) {}

/// Opens a file. Pipes have no names among files here.
///
/// # Errors
/// It cannot be opened.
pub fn open_at_once(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}
