//! What operating systems do each in their own way: processes that this one starts, processor time, which file is
//! which.
//!
//! One file a kind of system, all with the same functions.

#[cfg(not(any(unix, windows)))]
mod neither;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(any(unix, windows)))]
pub use neither::*;
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;
