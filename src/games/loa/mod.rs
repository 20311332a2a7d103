//! Lines of Action, by Claude Soucie: connect all of one's own pieces into one group.
//!
//! The rules are those of `docs/games.md`. Cells, lines, groups and how pieces go are those of `lines`;
//! `position` and `notation` are what their names say, `encoding` what a network sees, and `game` puts them together
//! with the rule options.

mod encoding;
mod game;
mod notation;
mod position;

pub use super::lines::Move;
pub use game::{Loa, VARIANTS};
pub use position::Position;
