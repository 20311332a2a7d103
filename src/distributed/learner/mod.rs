//! The learner's side: hands out the tasks of a job, and collects their pieces.

mod memory; //       the state between rounds
mod order; //        the pieces of a round, and how they are handed out
mod pieces; //       received pieces, with their workers
mod recheck; //      computes some pieces again
mod round; //        one round of a job
mod local_worker; // the worker in the learner's process
mod queue; //        the queue as a whole
mod selfplay; //     the games of a generation
mod tournament; //   the games of a tournament
mod exam; //         the answers in an exam

pub use queue::{Queue, QueueOptions};
