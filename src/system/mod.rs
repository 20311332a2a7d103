//! What operating systems do differently: processes that this one starts, processor time, the identity of files.
//!
//! One file for each kind of system, all with the same functions; `not_unix` has those that do nothing there.

use std::io;
use std::process::Command;

#[cfg(not(any(unix, windows)))]
mod neither;
#[cfg(not(unix))]
mod not_unix;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(any(unix, windows)))]
pub use neither::*;
#[cfg(not(unix))]
pub use not_unix::*;
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// A command that starts this program again.
///
/// # Errors
/// The system does not report its path.
pub fn this_program() -> io::Result<Command> {
    let own = std::env::current_exe();
    let own =
        own.map_err(|error| io::Error::new(error.kind(), format!("cannot find this program's own file: {error}")))?;
    let mut command = Command::new(own);
    // Under the name by which it was called, which its advice repeats.
    if let Some(called) = std::env::args_os().next() {
        call_as(&mut command, &called);
    }
    Ok(command)
}
