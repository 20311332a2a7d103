//! What Linux, macOS and other Unix systems do in their own way.

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;
use parking_lot::Mutex;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};

/// Sets the name by which a program believes it was called.
pub(super) fn call_as(command: &mut Command, name: &OsStr) {
    command.arg0(name);
}

/// Opens a file without waiting for the other end of a pipe: one without a writer is empty, one without a reader
/// cannot be opened.
///
/// # Errors
/// The file cannot be opened.
pub fn open_at_once(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.custom_flags(OFlag::O_NONBLOCK.bits()).open(path)?;
    // The other end may be slow. Other files never need this, except logs of the system.
    if !file.metadata()?.is_file() {
        let flags = OFlag::from_bits_truncate(fcntl(&file, FcntlArg::F_GETFL)?);
        fcntl(&file, FcntlArg::F_SETFL(flags - OFlag::O_NONBLOCK))?;
    }
    Ok(file)
}

/// Starts a process in a group of its own, so that Ctrl-C is for this program alone, and its children end with it
/// ([`Group::kill`]).
pub fn begin_apart(command: &mut Command) {
    command.process_group(0);
}

/// As [`begin_apart`]; if the system can, it kills the process when this one dies without stopping it.
pub fn dies_with_us(command: &mut Command) {
    begin_apart(command);
    #[cfg(target_os = "linux")]
    {
        let kill_me = || {
            // SAFETY: a system call without pointers, which may be made between fork and exec.
            match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        };
        // SAFETY: the closure only makes a system call; it takes no lock and no memory.
        unsafe { command.pre_exec(kill_me) };
    }
}

/// A process that was started by [`begin_apart`] or [`dies_with_us`], with all its children.
#[derive(Clone, Debug)]
pub struct Group(Option<Pid>);

impl Group {
    pub fn of(child: &Child) -> Group {
        Group(i32::try_from(child.id()).ok().map(Pid::from_raw))
    }

    pub fn kill(&self) {
        if let Some(id) = self.0 {
            // Fails if all have ended.
            let _ = killpg(id, Signal::SIGKILL);
        }
    }
}

/// Asks a process to stop, as Ctrl-C does.
///
/// # Errors
/// There is no process of that number, or it is not ours.
pub fn interrupt(id: u32) -> io::Result<()> {
    let id = i32::try_from(id).map_err(io::Error::other)?;
    kill(Pid::from_raw(id), Signal::SIGINT).map_err(io::Error::from)
}

/// Processor seconds of this process, including threads that have ended; `None` if unknown.
pub fn processor_seconds() -> Option<f64> {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok()?;
    Some(time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9)
}

/// Whether the path leads to the open file.
pub fn is_same_file(file: &File, path: &Path) -> bool {
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let there = fs::metadata(path).ok().map(id);
    there.is_some() && there == file.metadata().ok().map(id)
}

/// Whether a file could not be moved, replaced or removed only because another program has it open: never on Unix.
pub fn is_in_use(_: &io::Error) -> bool {
    false
}

/// Whether the program was started in a window that closes with it: here it has its caller's terminal.
pub fn owns_window() -> bool {
    false
}

/// The input mode of the terminal of the standard input.
pub struct InputMode(Mutex<Termios>);

impl InputMode {
    /// The present mode; `None` if the input is no terminal.
    pub fn now() -> Option<InputMode> {
        tcgetattr(io::stdin()).ok().map(|settings| InputMode(Mutex::new(settings)))
    }

    pub fn restore(&self) {
        // Fails if the terminal is gone.
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &self.0.lock());
    }
}

/// Makes a folder readable for all that was created under a temporary name, for its owner only.
pub fn for_all(folder: &mut tempfile::Builder) {
    folder.permissions(PermissionsExt::from_mode(0o777));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_time_of_all_threads_counts() {
        let of_thread = || {
            let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a thread has a clock");
            time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9
        };
        let (began, before) = (Instant::now(), processor_seconds().expect("the system tells"));
        let work = || while of_thread() < 0.05 {};
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        let used = processor_seconds().expect("the system tells") - before;
        assert!(used >= 4.0 * 0.05, "{} s, {used} processor seconds", began.elapsed().as_secs_f64());
    }
}
