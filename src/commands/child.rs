//! Commands of this program that run in processes of their own.

use crate::system;
use anyhow::{Context, Result};
use std::io::Read;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process is asked whether it has ended.
const POLL: Duration = Duration::from_millis(20);
/// How long it may take to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a command ended.
pub enum CommandEnd {
    /// With exit code 0.
    Well,
    /// It was asked to stop, by us or by somebody else.
    Stopped,
    /// With another exit code.
    Badly {
        /// How it ended.
        status: ExitStatus,
        /// What it wrote to its standard error, where that is a pipe.
        said: String,
    },
}

/// A duration as an option's value.
pub fn in_words(time: Duration) -> String {
    humantime::format_duration(time).to_string().replace(' ', "")
}

/// Runs a command until it ends; `stop` says whether to ask it to stop. `meanwhile` is called all the time. It dies
/// with this process where the system can see to it.
///
/// # Errors
/// It cannot be started, waited for, or ended.
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
                // It fails where it has ended.
                let _ = system::interrupt(child.id());
                stopping = Some(Instant::now());
            }
            // It answers within a second or so, and loses nothing but what is under way in any case.
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
    // What it said is only for the message.
    let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
    Ok(CommandEnd::Badly { status, said })
}
