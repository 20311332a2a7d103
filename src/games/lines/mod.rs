//! Boards, lines and groups: what Lines of Action and Zen l'initié share.
//!
//! Everything is generic over the board, that is over the word that holds a set of its cells (see [`Cells`]). `cells`
//! has sets, lines and groups of cells, `moves` how pieces go, `symmetry`, `notation` (cells and moves), `board` (rows
//! in position strings, drawings) and `encoding` what their names say.

pub mod board;
pub mod encoding;
pub mod notation;
pub mod symmetry;
mod cells;
mod moves;

pub use cells::Cells;
pub use moves::{Move, Pieces};

/// Pieces, or pawns, of a side at the start; never more afterwards.
pub const MEN: u32 = 12;
