//! Lines of Action, by Claude Soucie: connect all of one's own pieces into one group.
//!
//! `docs/games.md` has the rules. `lines` has cells, lines, groups and how pieces move; `position` and `notation` are
//! this game's own, `encoding` is the network's view, and `game` combines them with the rule options.

mod encoding;
mod game;
mod notation;
mod position;

pub use super::lines::Move;
pub use game::{Loa, VARIANTS};
pub use position::Position;
