//! Where training runs lie on disk.
//!
//! ```text
//! checkpoints/runs/<name>/config.toml                    the resolved config
//!                         schedule.toml                  what the learning rate follows
//!                         lock                           locked by the process that trains the run; holds its id
//!                         generation-0000/evaluator.ard  its compact evaluator (all newest ones, few old ones)
//!                         generation-0000/...            what training needs to go on (newest generations only)
//!                         tensorboard/                   event files
//!                         report.json, problems.jsonl    what `ardoise study` finds out with the net, and their pages
//! ```
//!
//! A generation is complete if its directory has this name: it is written under another one, then renamed.

mod write;

mod dir; //  the files of a run
mod held; // the right to write them
mod name; // names of runs

pub use dir::{GAMES, METRICS, RUNS, RunDir};
pub use held::HeldRun;
pub use name::{COMPARISONS, check_plain_name};
pub use write::write_file;

#[cfg(test)]
mod tests;
