//! Zen l'initié, by Jean Barnéoud-Rousset and E. Deluard (DJ Games, 1997): Lines of Action on 11x11 cells with one
//! neutral piece, the Zen.
//!
//! The rules are those of `docs/games.md`. Cells, lines, groups and how pieces go are those of `lines`;
//! `moves` has what the Zen may not do, `position` and `notation` are what their names say, `encoding` what a network
//! sees, `scatter` positions to train from, and `game` puts them together with the rule options.

mod encoding;
mod game;
mod moves;
mod notation;
mod position;
mod scatter;

pub use super::lines::Move;
pub use game::{VARIANTS, Zen};
pub use position::Position;
