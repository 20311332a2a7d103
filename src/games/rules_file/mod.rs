//! Games from a file of rules ([`crate::rbg`]): everything that the program asks of a game follows from the rules.
//!
//! A [step](crate::rbg::Step) of the rules is a move: an action on a cell. So the policy's planes are the actions.

mod audit;
mod board;
mod borders;
mod draw;
mod encoding;
mod ending;
mod explain;
mod file;
mod game;
mod heading;
mod layout;
mod notation;
mod position;
mod symmetry;
mod turn;
mod writing;
mod work;

pub use audit::{Audit, Ending, audit};
pub use explain::{forced, why};
pub use file::{RulesFile, count, forget, load, named, of_rules, of_variant};
pub use game::RulesGame;
pub use heading::OWN_OPTIONS;
pub use position::Position;

/// A game of few lines with comments, to begin from.
pub const TEMPLATE: &str = include_str!("template.rbg");
