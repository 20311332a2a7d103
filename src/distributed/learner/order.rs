use crate::distributed::hash::Hash;
use crate::distributed::jobs::{Job, Nets, Work};
use crate::distributed::link::Link;
use crate::distributed::message::{MOST_OF_TASK, Task, VERSION, write_json};
use crate::distributed::{names, presence};
use anyhow::Result;
use std::ops::Range;

/// What is handed out for a round.
pub(in crate::distributed) struct Order {
    /// A task without pieces.
    pub task: Task,
    /// Most pieces of a task.
    pub size: u32,
    /// The pieces of the round.
    pub pieces: Range<u32>,
    /// What they are computed with.
    pub work: Box<dyn Work>,
    job: Vec<u8>,
    nets: Nets,
}

/// Seconds of one thread that a task should take.
const TASK: f64 = 8.0;

/// Tasks of a round, at least, where it has as many pieces.
const LEAST: u32 = 16;

/// Pieces of a task before anybody knows what one takes.
const FIRST_SIZE: u32 = 16;

impl Order {
    /// These pieces of a job, for a round of the run that subjects name so. `cost` is what a piece takes, in seconds of
    /// one thread, where that is known.
    ///
    /// # Errors
    /// The job cannot be done.
    pub fn new(
        job: &Job,
        nets: Nets,
        (run, generation): (String, u32),
        engine: &str,
        pieces: Range<u32>,
        cost: Option<f64>,
    ) -> Result<Order> {
        let work = job.work(&nets)?;
        let job = write_json(job);
        let size = cost.map_or(FIRST_SIZE, |cost| (TASK / cost.max(1e-6)) as u32);
        let size = size.min(pieces.len() as u32 / LEAST).clamp(1, MOST_OF_TASK);
        let engine = engine.to_owned();
        let task = Task { version: VERSION, run, generation, first: 0, end: 0, job: Hash::of(&job), engine };
        Ok(Order { task, size, pieces, work, job, nets })
    }

    /// The task of these pieces, with its subject.
    pub fn task(&self, pieces: &Range<u32>, copy: u32) -> (String, Vec<u8>) {
        let task = Task { first: pieces.start, end: pieces.end, ..self.task.clone() };
        (names::task(&task.engine, &task.run, task.generation, pieces, copy), write_json(&task))
    }

    /// The hashes of what it stores.
    pub fn blobs(&self) -> Vec<Hash> {
        self.nets.keys().copied().chain([self.task.job]).collect()
    }

    /// Stores anew what its tasks need and workers could not read; whether there was any.
    ///
    /// # Errors
    /// The server does not take it.
    pub async fn renew(&self, link: &Link) -> Result<bool> {
        let run = &self.task.run;
        let mut renewed = link.renew(run, &self.job).await?;
        for net in self.nets.values() {
            renewed |= link.renew(run, &net.to_bytes()).await?;
        }
        Ok(renewed)
    }

    /// Stores what its tasks need, and says that their pieces are wanted.
    ///
    /// # Errors
    /// The server does not take it.
    pub async fn offer(&self, link: &Link) -> Result<()> {
        let Task { run, engine, generation, .. } = &self.task;
        for net in self.nets.values() {
            link.put(run, &net.to_bytes()).await?;
        }
        link.put(run, &self.job).await?;
        presence::announce(link, run, engine, *generation, false).await
    }
}
