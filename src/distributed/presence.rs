use super::link::{Access, Link};
use super::message::{Ban, PROGRAM, Refusal, RunStatus, VERSION, WorkerStatus, write_json};
use super::names;
use super::notify::Notify;
use anyhow::{Context, Result, anyhow};
use futures_util::StreamExt;
use serde::Serialize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The runs and workers of the last day.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ServerListing {
    pub runs: Vec<RunStatus>,
    /// The workers, with the seconds since each last reported.
    pub workers: Vec<(WorkerStatus, f64)>,
    pub bans: Vec<Ban>,
}

/// Requests the runs and workers of a server.
///
/// # Errors
/// The server cannot be reached, or keeps no list.
pub fn present(access: &Access) -> Result<ServerListing> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let quiet: Notify = Arc::new(|_| ());
    runtime.block_on(async {
        let link = Link::open(access, "workers", &quiet).await?;
        let workers = newest(&link, "worker", |_, status| WorkerStatus::read(status)).await?;
        Ok(ServerListing { runs: runs(&link).await?, workers, bans: bans(&link).await? })
    })
}

/// The runs of the last day.
pub(super) async fn runs(link: &Link) -> Result<Vec<RunStatus>> {
    Ok(newest(link, "run", |_, status| RunStatus::read(status)).await?.into_iter().map(|(run, _)| run).collect())
}

pub(super) async fn bans(link: &Link) -> Result<Vec<Ban>> {
    Ok(newest(link, "ban", |worker, ban| Ban::read(ban, worker)).await?.into_iter().map(|(ban, _)| ban).collect())
}

/// The newest message of each sender of that kind, with the seconds since; `read` also gets the name in the subject.
/// Invalid messages are left out, and there may be thousands.
async fn newest<T>(link: &Link, kind: &str, read: impl Fn(&str, &[u8]) -> Result<T, Refusal>) -> Result<Vec<(T, f64)>> {
    let consumer = link.reader(&link.status, &names::status(kind, ">"), None).await?;
    let mut left = consumer.cached_info().num_pending;
    let mut found = Vec::new();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    while left > 0 {
        let mut batch = consumer.fetch().max_messages(256).messages().await.context("cannot list the workers")?;
        let mut came = 0;
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| anyhow!("cannot list the workers: {error}"))?;
            came += 1;
            let sent = message.info().map_or(now, |info| info.published.unix_timestamp() as f64);
            let name = message.subject.rsplit('.').next().unwrap_or_default();
            found.extend(read(name, &message.payload).ok().map(|status| (status, (now - sent).max(0.0))));
        }
        if came == 0 {
            break;
        }
        left = left.saturating_sub(came);
    }
    Ok(found)
}

/// Announces the generation whose pieces a learner requests, and whether it has disconnected.
///
/// # Errors
/// The server refuses the message.
pub(super) async fn announce(link: &Link, run: &str, engine: &str, generation: u32, left: bool) -> Result<()> {
    let (program, engine) = (PROGRAM.to_owned(), engine.to_owned());
    let status = RunStatus { version: VERSION, run: run.to_owned(), program, engine, generation, left };
    link.publish_status("run", run, write_json(&status)).await
}
