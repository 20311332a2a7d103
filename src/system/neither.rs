//! A browser and other places without processes and files to share.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command};

/// As on other systems; here no process can be started.
pub fn begin_apart(_: &mut Command) {}

/// As on other systems; here no process can be started.
pub fn dies_with_us(_: &mut Command) {}

/// As on other systems; here no process can be started.
#[derive(Clone, Debug)]
pub struct Group;

impl Group {
    pub fn of(_: &Child) -> Group {
        Group
    }

    pub fn kill(&self) {}
}

/// As on other systems.
///
/// # Errors
/// Always.
pub fn interrupt(_: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// As on other systems; here it is unknown.
pub fn processor_seconds() -> Option<f64> {
    None
}

/// As on other systems; here nothing else moves files.
pub fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

pub fn is_in_use(_: &io::Error) -> bool {
    false
}

pub fn owns_window() -> bool {
    false
}
