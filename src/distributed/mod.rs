//! Self-play on other machines: a learner hands out games to workers through a NATS server with JetStream.
//!
//! ```text
//!            tasks (a work queue), nets and configs (an object store)
//!   learner ──────────────────────────────────────────────────────────► workers
//!   (queue) ◄────────────────────────────────────────────────────────── (worker)
//!            games (a stream), who is there (a stream)
//! ```
//!
//! A game follows from config, generation, net and index, so it does not matter who plays it, how often, or when: a run
//! with any workers is the run on one machine, bit for bit. `docs/distributed.md` tells more.

mod message; // what learner and workers send
mod names; //   streams and subjects
mod engine; //  what two machines must have in common
mod voice; //   what a person is told
mod link; //    the connection, its streams
mod blobs; //   nets and configs under their hash
mod check; //   whether games can be what they claim
mod ledger; //  which games are there, and who played them
mod replay; //  plays some games again
mod roster; //  who is there
mod desk; //    the games that a worker's threads play
mod intake; //  what a task needs
mod outbox; //  how its games leave
mod worker; //  the worker's side
mod queue; //   the learner's side
mod round; //   one generation of it

use std::hash::{BuildHasher, Hasher, RandomState};

pub use engine::engine;
pub use link::Access;
pub use message::{Ban, Games, Hash, Refusal, RunStatus, Task, VERSION, WorkerStatus, read_json, write_json};
pub use queue::{Queue, Terms};
pub use roster::{Present, present};
pub use voice::Voice;
pub use worker::{Labour, work};

/// A number that nobody can foresee. What a run computes does not depend on it.
fn unforeseen() -> u64 {
    RandomState::new().build_hasher().finish()
}
