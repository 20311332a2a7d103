use super::desk::Lot;
use super::job::Job;
use super::link::{Link, PATIENCE};
use super::message::{Hash, Refusal, Task};
use crate::compact::CompactNet;
use anyhow::Result;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::time::{MissedTickBehavior, interval};

/// Reads a task that is for this engine.
pub(super) fn read_task(message: &Message, engine: &str) -> Result<Task, Refusal> {
    let task = Task::read(&message.payload)?;
    if task.engine != engine {
        return Err(Refusal::malformed(format_args!("it is for engine {}, this is {engine}", task.engine)));
    }
    Ok(task)
}

/// Fetches what a task needs: its job and the job's nets. Meanwhile the server is told that the task is in hand.
pub(super) async fn fetch(link: &Link, task: &Task, message: &Message) -> Result<(Vec<u8>, Vec<Vec<u8>>)> {
    let mut signal = interval(PATIENCE / 3);
    signal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let all = async {
        let job = link.get(task.job).await?;
        let mut nets = Vec::new();
        // Whether it is a job is found out, and said, later.
        for net in Job::read(&job).map(|job| job.nets()).unwrap_or_default() {
            nets.push(link.get(net).await?);
        }
        Ok((job, nets))
    };
    tokio::pin!(all);
    loop {
        tokio::select! {
            fetched = &mut all => return fetched,
            _ = signal.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
}

/// The lot that a task is of; `job` and `nets` are what its hashes stand for.
///
/// # Errors
/// They are no job and no nets that fit it.
pub(super) fn make_lot(task: &Task, job: &[u8], nets: &[Vec<u8>]) -> Result<Lot> {
    let nets = nets.iter().map(|net| Ok((Hash::of(net), Arc::new(CompactNet::from_bytes(net)?))));
    let work = Job::read(job)?.work(&nets.collect::<Result<_>>()?)?;
    Ok(Lot { run: task.run.clone(), generation: task.generation, work, cancelled: AtomicBool::new(false) })
}

/// What tells one lot from another.
pub(super) type LotKey = (String, u32, Hash);

/// That of a task.
pub(super) fn lot_key(task: &Task) -> LotKey {
    (task.run.clone(), task.generation, task.job)
}
