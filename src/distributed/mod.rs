//! Self-play, matches and exams on other machines: a learner hands out games to workers through a NATS server with
//! JetStream.
//!
//! ```text
//!            tasks (a work queue), nets and jobs (an object store)
//!   learner ──────────────────────────────────────────────────────────► workers
//!   (queue) ◄────────────────────────────────────────────────────────── (worker)
//!            pieces (a stream), who is there (a stream)
//! ```
//!
//! A *job* is work to compute: the self-play games of a generation, the pairs of games of a tournament, the answers in
//! an exam. It is cut into *pieces*, and tasks are ranges of them. A piece follows from job and index, so it does not
//! matter who computes it, how often, or when: a run with any workers is the run on one machine, bit for bit. Details:
//! `docs/distributed.md`.

mod hash; //     hashes of nets and jobs
mod names; //    streams and subjects
mod message; //  the messages between learner and workers
mod engine; //   the fingerprint that two machines must share
mod notify; //   messages for a person
mod link; //     the connection, its streams
mod blobs; //    nets and jobs under their hash
mod presence; // the runs and workers of a server
mod jobs; //     jobs
mod worker; //   the worker's side
mod learner; //  the learner's side

use std::hash::{BuildHasher, Hasher, RandomState};

pub use engine::engine;
pub use hash::Hash;
pub use jobs::{Contestant, Job, Nets, RulesTerms};
pub use learner::{Queue, QueueOptions};
pub use link::Access;
pub use message::{Ban, Pieces, Refusal, RunStatus, Task, VERSION, WorkerStatus, read_json, write_json};
pub use notify::Notify;
pub use presence::{ServerListing, present};
pub use worker::{WorkerOptions, work};

/// A random number from the system. A run's results do not depend on it.
fn unforeseen() -> u64 {
    RandomState::new().build_hasher().finish()
}
