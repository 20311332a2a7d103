//! Records as text for people: tags and numbered moves, as in PGN for chess.
//!
//! Tags are `Game`, `Options`, `Start`, a name for each seat, `Source` and `Result`: `1-0` is a win of the side that
//! begins.

mod read; //  games out of tokens
mod token; // comments, brackets, tags and words
mod write;

pub(super) use read::read;
pub(super) use token::behind_comments;
pub(super) use write::write;
