//! Boards, lines and groups: the common parts of Lines of Action and Zen l'initié.
//!
//! Everything is generic over the board, that is over the word that holds a set of its cells (see [`Cells`]). `cells`
//! has sets, lines and groups of cells, `moves` how pieces move, `rules` the cap on moves and passing, `notation`
//! cells and moves as text, `board` rows in position strings, drawings and the board for pages, `symmetry` the
//! symmetries of the square, and `encoding` the shared planes.

pub mod board;
pub mod encoding;
pub mod notation;
pub mod rules;
pub mod symmetry;
mod cells;
mod moves;

pub use cells::Cells;
pub use moves::{Move, Pieces};

/// Pieces, or pawns, of a side at the start; never more afterwards.
pub const MEN: u32 = 12;
