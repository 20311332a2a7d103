use super::output::say;
use crate::players::kill_programs;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first Ctrl-C, SIGTERM or SIGHUP sets, for commands that then stop cleanly; `how` is the message for
/// the user. A second signal ends the program at once.
///
/// # Errors
/// The system refuses to report signals.
pub fn interrupted(how: &'static str) -> anyhow::Result<&'static AtomicBool> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            kill_programs();
            std::process::exit(130);
        }
        say(format_args!("ardoise: {how} (Ctrl-C again: at once)"));
    })
    .context("cannot listen for signals")?;
    Ok(&INTERRUPTED)
}

/// The user stopped a command. Nothing more is printed, and the exit code is 130, the shell's for Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;
