//! L-Calculus, by Vincent Everaert: one line of pieces, every turn scores for both sides, the larger total wins.
//!
//! The rules are those of `docs/games.md`. `line` has the pieces as bits, `position` and `moves` what their names say,
//! `notation` and `drawing` the texts, `encoding` what a network sees, and `game` puts them together with the rule
//! options.

mod drawing;
mod encoding;
mod game;
mod line;
mod moves;
mod notation;
mod position;

pub use game::{LCalculus, VARIANTS};
pub use line::Line;
pub use moves::Move;
pub use position::Position;
