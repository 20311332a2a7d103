//! Reports about games: whether a game is fair, decisive and deep; which openings are good; whether the net can be
//! trusted. Every figure comes from games played for the report, or from an exact solver, and has its 95 % interval.
//!
//! Not to be confused with the reports of a training run (`train`).

mod book; //    the first moves, as a tree
mod disagreements; // positions in which strengths would play differently
mod examples; // games worth seeing
mod figure; //  a figure with its interval
mod file; //    the report as a file
mod findings; // the findings
mod gather; //  playing the games, and continuing after an interruption
mod margins; //  points at the end, and the komi that evens them
mod measure; // from games to figures
mod mirror; //   how a player can copy
mod openings; // the first turns
mod pie; //     the effect of a pie rule
mod plan; //    which games are played
mod played; //  a game as stored in the report
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
