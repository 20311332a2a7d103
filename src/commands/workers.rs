use super::queue::AtServer;
use super::worker::idle;
use super::{print_json, print_table, stdout};
use crate::distributed::{ServerListing, present};
use crate::play::in_one_line;
use crate::train::duration;
use anyhow::Result;
use std::io::Write;

/// Show the runs and workers at a NATS server
///
/// Lists the workers of the last day: threads, recent games a second, games played, idle time with reasons, and the
/// time of the last message. A worker can only help runs with the same engine.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    server: AtServer,
    /// Print everything as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Seconds without a message after which a worker counts as gone; a working one reports every 10.
const SILENT: f64 = 35.0;

/// Runs the command.
///
/// # Errors
/// The server cannot be reached or keeps no list.
pub fn run(args: Args) -> Result<()> {
    let present = present(&args.server.access())?;
    if args.json {
        return print_json(&present);
    }
    let ServerListing { runs, mut workers, bans } = present;
    if runs.is_empty() && workers.is_empty() {
        return Ok(writeln!(stdout(), "no worker was here in the last day")?);
    }
    let rows = runs.into_iter().map(|run| {
        let state = match (run.left, run.generation) {
            (_, u32::MAX) => "complete".to_owned(),
            (true, generation) => format!("generation {generation}, learner has left"),
            (false, generation) => format!("generation {generation}"),
        };
        vec![run.run, state, run.program, run.engine]
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        print_table(&["run", "state", "program", "engine"], &rows)?;
        writeln!(stdout())?;
    }
    if workers.is_empty() {
        return Ok(writeln!(stdout(), "no workers")?);
    }
    workers.sort_by(|(one, _), (other, _)| one.worker.cmp(&other.worker));
    let rows = workers.into_iter().map(|(worker, silent)| {
        let state = match (bans.iter().any(|ban| ban.worker == worker.worker), worker.left) {
            (true, _) => "banned".to_owned(),
            (_, true) => format!("left {} ago", duration(silent)),
            _ if silent > SILENT => format!("silent for {}", duration(silent)),
            _ if worker.games == 0 && worker.seconds < SILENT => "just came".to_owned(),
            _ => format!("{:.1} games/s", worker.rate),
        };
        let idle = idle(&worker);
        vec![
            worker.worker,
            state,
            worker.threads.to_string(),
            worker.games.to_string(),
            idle,
            worker.program,
            worker.engine,
        ]
    });
    print_table(&["worker", "state", "threads", "games", "idle", "program", "engine"], &rows.collect::<Vec<_>>())?;
    for ban in bans {
        writeln!(stdout(), "\n{} is banned: {}", in_one_line(&ban.worker), in_one_line(&ban.reason))?;
    }
    Ok(())
}
