use super::task_pool::Lot;
use crate::compact::CompactNet;
use crate::distributed::hash::Hash;
use crate::distributed::jobs::Job;
use crate::distributed::link::{Link, PATIENCE};
use crate::distributed::message::{Refusal, Task};
use anyhow::Result;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::time::{MissedTickBehavior, interval};

/// Reads a task that is for this engine.
pub(in crate::distributed) fn read_task(message: &Message, engine: &str) -> Result<Task, Refusal> {
    let task = Task::read(&message.payload)?;
    if task.engine != engine {
        return Err(Refusal::malformed(format_args!("it is for engine {}, this is {engine}", task.engine)));
    }
    Ok(task)
}

/// What a task needs, as it was stored.
pub(in crate::distributed) struct TaskInput {
    /// Its job, or why what is stored is none.
    job: Result<Job, Refusal>,
    /// The job's nets.
    nets: Vec<Vec<u8>>,
}

/// Fetches what a task needs. Meanwhile the server is told that the task is in hand.
pub(in crate::distributed) async fn fetch(link: &Link, task: &Task, message: &Message) -> Result<TaskInput> {
    let mut signal = interval(PATIENCE / 3);
    signal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let all = async {
        let job = Job::read(&link.get(task.job).await?);
        let mut nets = Vec::new();
        for net in job.as_ref().map(Job::nets).unwrap_or_default() {
            nets.push(link.get(net).await?);
        }
        Ok(TaskInput { job, nets })
    };
    tokio::pin!(all);
    loop {
        tokio::select! {
            fetched = &mut all => return fetched,
            _ = signal.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
}

/// The lot that a task is of.
///
/// # Errors
/// What was fetched is no job and no nets that fit it.
pub(in crate::distributed) fn make_lot(task: &Task, fetched: TaskInput) -> Result<Lot> {
    let nets = fetched.nets.iter().map(|net| Ok((Hash::of(net), Arc::new(CompactNet::from_bytes(net)?))));
    let work = fetched.job?.work(&nets.collect::<Result<_>>()?)?;
    Ok(Lot { run: task.run.clone(), generation: task.generation, work, cancelled: AtomicBool::new(false) })
}

/// What tells one lot from another.
pub(in crate::distributed) type LotKey = (String, u32, Hash);

/// That of a task.
pub(in crate::distributed) fn lot_key(task: &Task) -> LotKey {
    (task.run.clone(), task.generation, task.job)
}
