//! L-Calculus, by Vincent Everaert: one line of pieces, every turn scores for both sides, the larger total wins.
//!
//! `docs/games.md` has the rules. `line` has the pieces as bits, `position` and `moves` the state and its steps,
//! `notation` and `drawing` the texts, `encoding` the network's view, and `game` combines them with the rule options.

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
