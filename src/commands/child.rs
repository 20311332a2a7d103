//! Commands of this program that run in child processes.

use crate::system;
use anyhow::{Context, Result};
use std::io::Read;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Interval at which a process is checked for its end.
const POLL: Duration = Duration::from_millis(20);
/// How long a process may take to stop after the request.
const PATIENCE: Duration = Duration::from_secs(10);

pub enum CommandEnd {
    /// The command ended with exit code 0.
    Well,
    /// Stopped on request, ours or another.
    Stopped,
    /// Any other exit code, or a signal.
    Badly {
        status: ExitStatus,
        /// The process's standard error, if that is a pipe.
        said: String,
    },
}

/// A duration as an option's value.
pub fn in_words(time: Duration) -> String {
    humantime::format_duration(time).to_string().replace(' ', "")
}

/// Runs a command until it ends. If `stop` returns true, the command is interrupted; `meanwhile` is called repeatedly.
/// If the system allows, the command dies with this process.
///
/// # Errors
/// The command cannot be started, waited for, or ended.
pub fn run_until(command: &mut Command, stop: &dyn Fn() -> bool, meanwhile: &mut dyn FnMut()) -> Result<CommandEnd> {
    system::dies_with_us(command);
    let mut child = command.spawn().context("it cannot be started")?;
    let _dies_with_us = system::Group::of(&child);
    let mut stopping = None;
    let status = loop {
        if let Some(status) = child.try_wait().context("it cannot be waited for")? {
            break status;
        }
        match stopping {
            None if stop() => {
                // Fails if the process has ended.
                let _ = system::interrupt(child.id());
                stopping = Some(Instant::now());
            }
            // A command stops within a second or so; killing it loses only the unfinished part.
            Some(since) if since.elapsed() >= PATIENCE => child.kill().context("it cannot be ended")?,
            _ => {}
        }
        meanwhile();
        thread::sleep(POLL);
    };
    if status.success() {
        return Ok(CommandEnd::Well);
    }
    if stopping.is_some() || status.code() == Some(130) {
        return Ok(CommandEnd::Stopped);
    }
    let mut said = String::new();
    // The output is only needed for the message.
    let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
    Ok(CommandEnd::Badly { status, said })
}
