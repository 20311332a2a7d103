//! Lines of Action, by Claude Soucie: connect all of one's own pieces into one group.
//!
//! The rules are those of `docs/games.md`. `board` has the cells, lines and groups on bitboards,
//! `position`, `moves` and `symmetry` what their names say, `notation` the texts, `encoding` what a network sees, and
//! `game` puts them together with the rule options.

mod board;
mod encoding;
mod game;
mod moves;
mod notation;
mod position;
mod symmetry;

pub use game::{Loa, VARIANTS};
pub use moves::Move;
pub use position::Position;
