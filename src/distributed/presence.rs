use super::link::{Access, Link};
use super::message::{Ban, PROGRAM, RunStatus, VERSION, WorkerStatus, read_json, write_json};
use super::notify::Notify;
use anyhow::{Context, Result, anyhow};
use futures_util::StreamExt;
use serde::Serialize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who is there, or was of late.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Present {
    /// The runs.
    pub runs: Vec<RunStatus>,
    /// The workers, with the seconds since each was last heard of.
    pub workers: Vec<(WorkerStatus, f64)>,
    /// Those that are banned.
    pub bans: Vec<Ban>,
}

/// Asks a server who is there.
///
/// # Errors
/// The server cannot be reached, or keeps no list.
pub fn present(access: &Access) -> Result<Present> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let quiet: Notify = Arc::new(|_| ());
    runtime.block_on(async { read(&Link::open(access, "workers", &quiet).await?).await })
}

/// What is known of runs and workers. Messages that are none of these are left out.
pub(super) async fn read(link: &Link) -> Result<Present> {
    let consumer = link.reader(&link.status, "ardoise.status.>", None).await?;
    let mut left = consumer.cached_info().num_pending;
    let mut present = Present::default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    while left > 0 {
        let mut batch = consumer.fetch().max_messages(256).messages().await.context("cannot read who is there")?;
        let mut came = 0;
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| anyhow!("cannot read who is there: {error}"))?;
            came += 1;
            let sent = message.info().map_or(now, |info| info.published.unix_timestamp() as f64);
            match message.subject.split('.').nth(2) {
                Some("run") => present.runs.extend(read_json(&message.payload).ok()),
                Some("worker") => {
                    let status = read_json(&message.payload).ok();
                    present.workers.extend(status.map(|status| (status, (now - sent).max(0.0))));
                }
                Some("ban") => present.bans.extend(read_json(&message.payload).ok()),
                _ => {}
            }
        }
        if came == 0 {
            break;
        }
        left = left.saturating_sub(came);
    }
    Ok(present)
}

/// Says which generation's pieces a learner wants, and whether it has left.
///
/// # Errors
/// The server does not take it.
pub(super) async fn announce(link: &Link, run: &str, engine: &str, generation: u32, left: bool) -> Result<()> {
    let (program, engine) = (PROGRAM.to_owned(), engine.to_owned());
    let status = RunStatus { version: VERSION, run: run.to_owned(), program, engine, generation, left };
    link.tell("run", run, write_json(&status)).await
}
