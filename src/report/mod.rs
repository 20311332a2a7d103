//! Reports about games: is one fair, decisive, deep; which openings are good; is the net to be believed. Every figure
//! comes from games that are played for the report, or from an exact solver, and has its 95 % interval.
//!
//! Not to be confused with the reports of a training run (`train`).

mod book; //    the first moves, as a tree
mod disagreements; // positions in which strengths would play differently
mod examples; // games worth looking at
mod figure; //  a figure with its interval
mod file; //    the report as it is kept
mod findings; // what it says
mod gather; //  playing the games, and going on after an interruption
mod margins; //  points at the end, and what evens them
mod measure; // from games to figures
mod mirror; //   how a player can copy
mod openings; // the first turns
mod pie; //     what a pie rule would change
mod plan; //    which games are played
mod played; //  a game as the report keeps it
mod size; //    how large a game is
mod summary; // rules side by side, a line each
mod usage; //   how often kinds of moves and cells are used

pub use figure::Figure;
pub use file::{FORMAT, Method, Report, reported_on};
pub use findings::Findings;
pub use gather::{ReportData, gather};
pub use openings::FirstTurn;
pub use plan::{ReportPlan, Subject, options_text};
pub use played::{CopiedGame, ReportGame};
pub use summary::{FAIR, RulesSummary, Verdict, nearest_fair};
