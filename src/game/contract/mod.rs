//! The contracts of every game, as checks that report where and how a game breaks them: for games in other crates, for
//! rules files and for the games of this crate. `ardoise check GAME` runs them.
//!
//! [`contracts`] lists them. They try random positions, the same in every run. A check that needs more than one game
//! is in `tests/suite/conformance.rs`.

mod amount;
mod board;
mod damaged;
mod encoding;
mod guidance;
mod keys;
mod list;
mod notation;
mod play;
mod points;
mod random_games;
mod refusal;
mod solver;
mod symmetry;
#[cfg(test)]
mod tests;
mod violation;

pub use amount::Amount;
pub use damaged::damaged;
pub use encoding::Encodings;
pub use keys::pairs_of_one_hash;
pub use list::{Contract, contracts};
pub use random_games::{RandomGames, legal, stream};
pub use refusal::{ReadCounts, read_damaged_moves, read_damaged_positions};
pub use violation::Violation;
