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
//! What is to be computed is a *job*: the self-play games of a generation, the pairs of games of a tournament, the answers in
//! an exam. It is cut into *pieces*, and tasks are ranges of them. A piece follows from job and index, so it does not matter
//! who computes it, how often, or when: a run with any workers is the run on one machine, bit for bit.
//! `docs/distributed.md` tells more.

mod message; // what learner and workers send
mod names; //   streams and subjects
mod engine; //  what two machines must have in common
mod voice; //   what a person is told
mod link; //    the connection, its streams
mod blobs; //   nets and jobs under their hash
mod work; //    what can be cut into pieces
mod job; //     jobs, as they are written down
mod selfplay; // the games of a generation as work
mod pairs; //   the games of a tournament as work
mod answers; // an exam as work
mod check; //   whether self-play games can be what they claim
mod ledger; //  which pieces are there, and who computed them
mod replay; //  computes some pieces again
mod roster; //  who is there
mod desk; //    the pieces that a worker's threads compute
mod intake; //  what a task needs
mod outbox; //  how its pieces leave
mod worker; //  the worker's side
mod queue; //   the learner's side
mod round; //   one round of a job

use std::hash::{BuildHasher, Hasher, RandomState};

pub use engine::engine;
pub use job::{Contestant, Job, Nets, RulesTerms};
pub use link::Access;
pub use message::{Ban, Hash, Pieces, Refusal, RunStatus, Task, VERSION, WorkerStatus, read_json, write_json};
pub use queue::{Queue, Terms};
pub use roster::{Present, present};
pub use voice::Voice;
pub use worker::{Labour, work};

/// A number that nobody can foresee. What a run computes does not depend on it.
fn unforeseen() -> u64 {
    RandomState::new().build_hasher().finish()
}
