use crate::distributed::hash::Hash;
use crate::distributed::jobs::{Job, Nets, Work};
use crate::distributed::link::Link;
use crate::distributed::message::{MOST_OF_TASK, Task, VERSION, write_json};
use crate::distributed::{names, presence};
use anyhow::Result;
use std::ops::Range;

/// The work of a round: a job, and its requested pieces.
pub(in crate::distributed) struct Order {
    /// The task as every worker gets it, with an empty range of pieces.
    pub task: Task,
    /// The most pieces of one task.
    pub size: u32,
    pub pieces: Range<u32>,
    pub work: Box<dyn Work>,
    job: Vec<u8>,
    nets: Nets,
}

/// Seconds of one thread that a task should take.
const TASK: f64 = 8.0;

/// The least number of tasks of a round, if there are enough pieces.
const LEAST: u32 = 16;

/// Pieces per task before their cost is known.
const FIRST_SIZE: u32 = 16;

impl Order {
    /// An order of these pieces of a job. `run` is the run's token in subjects; `cost` the seconds that one thread
    /// needs for a piece, if known.
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

    /// The task for these pieces, with its subject.
    pub fn task(&self, pieces: &Range<u32>, copy: u32) -> (String, Vec<u8>) {
        let task = Task { first: pieces.start, end: pieces.end, ..self.task.clone() };
        (names::task(&task.engine, &task.run, task.generation, pieces, copy), write_json(&task))
    }

    /// Hashes of the stored job and nets.
    pub fn blobs(&self) -> Vec<Hash> {
        self.nets.keys().copied().chain([self.task.job]).collect()
    }

    /// Stores data again that tasks need and workers could not read; returns whether there was any.
    ///
    /// # Errors
    /// The server refuses the data.
    pub async fn renew(&self, link: &Link) -> Result<bool> {
        let run = &self.task.run;
        let mut renewed = link.renew(run, &self.job).await?;
        for net in self.nets.values() {
            renewed |= link.renew(run, &net.to_bytes()).await?;
        }
        Ok(renewed)
    }

    /// Stores the data that tasks need, and announces that the pieces are requested.
    ///
    /// # Errors
    /// The server refuses the data.
    pub async fn offer(&self, link: &Link) -> Result<()> {
        let Task { run, engine, generation, .. } = &self.task;
        for net in self.nets.values() {
            link.put(run, &net.to_bytes()).await?;
        }
        link.put(run, &self.job).await?;
        presence::announce(link, run, engine, *generation, false).await
    }
}
