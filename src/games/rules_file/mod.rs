//! Games from a file of rules ([`crate::rbg`]): everything that the program asks of a game follows from the rules.
//!
//! A [step](crate::rbg::Step) of the rules is a move: an action on a cell. So the policy's planes are the actions.

mod board;
mod draw;
mod encoding;
mod file;
mod game;
mod heading;
mod layout;
mod notation;
mod position;
mod symmetry;
mod work;

pub use file::{RulesFile, load, named, of_variant};
pub use game::RulesGame;
pub use position::Position;
