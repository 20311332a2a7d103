//! Logitac, S.C.E.R. FOC 1988: four boards stacked as a pyramid; whose pyramid is first at the top wins.
//!
//! The rules are those of `docs/games.md`. `board` has cells and where men get from them, `position` what stands where,
//! `moves` the legal steps, `play` what they do; `notation` and `parse` write and read texts, `draw` shows the boards,
//! `symmetry` and `encoding` are what their names say, `tiebreak` decides what the rule page leaves drawn, `progress` and
//! `scatter` help training on its way to the summit, and `game` puts all together with the rule options.

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
