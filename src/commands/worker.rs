use super::queue::{AtServer, notify};
use super::{print_json, stdout};
use crate::distributed::{WorkerOptions, WorkerStatus, work};
use crate::files::{LONGEST_TEXT, read_text};
use anyhow::Result;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Play games for trainings, matches and exams on other machines
///
/// Connects to a NATS server and plays the games that `ardoise train`, `arena` and `exam` hand out there (`--queue`),
/// until Ctrl-C; its unfinished games then go to other workers. Its games are bit-identical to those of any other
/// machine. A worker of an incompatible version gets none and says so.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    server: AtServer,
    /// Threads that play [default: all cores]
    #[arg(long, value_name = "N", value_parser = super::threads::of_games)]
    threads: Option<NonZeroUsize>,
    /// Name in the list of `ardoise workers` [default: the host's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// At the end, print the worker's figures as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// The server cannot be reached or keeps no streams, or a learner bans this worker.
pub fn run(args: Args) -> Result<()> {
    let interrupted = super::interrupted("leaving; unfinished games go to other workers")?;
    let threads = args.threads.unwrap_or_else(super::threads::processors).get();
    let status = work(&WorkerOptions {
        access: &args.server.access(),
        name: &args.name.unwrap_or_else(host),
        threads,
        ready: &|| true,
        stop: &|| interrupted.load(Ordering::Relaxed),
        notify: &notify(),
    })?;
    if args.json {
        return print_json(&status);
    }
    let WorkerStatus { worker, games, seconds, .. } = &status;
    let time = crate::train::duration(*seconds);
    Ok(writeln!(stdout(), "{worker} played {games} games in {time}, {}", idle(&status))?)
}

/// The share of its time in which a worker was idle, and why.
pub(super) fn idle(status: &WorkerStatus) -> String {
    let all: f64 = status.idle.iter().map(|(_, share)| share).sum();
    let reasons = status.idle.iter().filter(|(_, share)| *share >= 0.005);
    let reasons: Vec<String> = reasons.map(|(why, share)| format!("{why} {:.0} %", 100.0 * share)).collect();
    match reasons.is_empty() {
        true => "never idle".to_owned(),
        false => format!("idle {:.0} % ({})", 100.0 * all, reasons.join(", ")),
    }
}

fn host() -> String {
    let name = read_text(Path::new("/etc/hostname"), LONGEST_TEXT).unwrap_or_default();
    let name = [name.trim(), &std::env::var("COMPUTERNAME").unwrap_or_default(), "worker"].map(str::to_owned);
    name.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}
