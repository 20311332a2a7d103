//! Zen l'initié, by Jean Barnéoud-Rousset and E. Deluard (DJ Games, 1997): Lines of Action on 11x11 cells with one
//! neutral piece, the Zen.
//!
//! `docs/games.md` has the rules. `lines` has cells, lines, groups and how pieces move; `moves` restricts the Zen,
//! `position` and `notation` are this game's own, `encoding` is the network's view, `scatter` gives positions to
//! train from, and `game` combines them with the rule options.

mod encoding;
mod game;
mod moves;
mod notation;
mod position;
mod scatter;

pub use super::lines::Move;
pub use game::{VARIANTS, Zen};
pub use position::Position;
