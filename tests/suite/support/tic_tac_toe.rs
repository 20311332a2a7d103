//! The game of `examples/tic_tac_toe.rs`.

#[path = "../../../examples/tic_tac_toe.rs"]
#[allow(dead_code, reason = "its `main` is not run here")]
mod game;

use ardoise::game::{AnyGame, VariantRef};
use game::{TicTacToe, VARIANTS};

pub fn tic_tac_toe() -> AnyGame {
    AnyGame::of(TicTacToe::new(VariantRef::from(&VARIANTS[0]).default_rules()))
}
