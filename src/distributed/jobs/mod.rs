//! Jobs as they are serialised, and the work that they describe.

mod job; //     jobs, as serialised
mod work; //    work cut into pieces
mod check; //   validation of self-play games
mod games; //   the games of a generation as work
mod pairs; //   the games of a tournament as work
mod answers; // an exam as work
mod open; //    the work of a job

pub use job::{Contestant, Job, Nets, RulesTerms};
pub(super) use pairs::{move_texts, read_pair};
pub(super) use work::{Work, read_pieces};
