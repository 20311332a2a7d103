//! Logitac, S.C.E.R. FOC 1988: four boards stacked as a pyramid; the side whose pyramid is first at the top wins.
//!
//! `docs/games.md` has the rules. `board` has cells and the moves of men between them, `position` the state, `moves`
//! the legal steps, `play` their effects; `notation` and `parse` write and read texts, `draw` shows the boards,
//! `symmetry` and `encoding` serve networks, `tiebreak` decides games that the rule page leaves drawn, `progress` and
//! `scatter` help training on its way to the summit, and `game` combines all with the rule options.

mod board;
mod draw;
mod encoding;
mod game;
mod moves;
mod notation;
mod parse;
mod play;
mod position;
mod progress;
mod scatter;
mod symmetry;
mod tiebreak;

pub use game::{Logitac, VARIANTS};
pub use moves::Move;
pub use position::{Due, Position};
