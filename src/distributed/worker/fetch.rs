use super::task_pool::TaskBatch;
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

/// Parses a task, which must be for this engine.
pub(in crate::distributed) fn read_task(message: &Message, engine: &str) -> Result<Task, Refusal> {
    let task = Task::read(&message.payload)?;
    if task.engine != engine {
        return Err(Refusal::malformed(format_args!("it is for engine {}, this is {engine}", task.engine)));
    }
    Ok(task)
}

/// The stored data that a task needs.
pub(in crate::distributed) struct TaskInput {
    /// The job, or why the stored bytes are no job.
    job: Result<Job, Refusal>,
    nets: Vec<Vec<u8>>,
}

/// Fetches the data of a task, and meanwhile keeps the server from handing the task out again.
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

/// The batch of a task.
///
/// # Errors
/// The fetched bytes are not a job with matching nets.
pub(in crate::distributed) fn make_batch(task: &Task, fetched: TaskInput) -> Result<TaskBatch> {
    let nets = fetched.nets.iter().map(|net| Ok((Hash::of(net), Arc::new(CompactNet::from_bytes(net)?))));
    let work = fetched.job?.work(&nets.collect::<Result<_>>()?)?;
    Ok(TaskBatch { run: task.run.clone(), generation: task.generation, work, cancelled: AtomicBool::new(false) })
}

/// Identifies a batch: run, generation and job.
pub(in crate::distributed) type BatchKey = (String, u32, Hash);

pub(in crate::distributed) fn batch_key(task: &Task) -> BatchKey {
    (task.run.clone(), task.generation, task.job)
}
