//! Rules that this family shares: the cap on moves, and passing without a move.

use super::Move;
use crate::game::{OptionSpec, Rules};

/// The option of the cap on moves.
pub const fn max_plies_option(default: u32) -> OptionSpec {
    OptionSpec::integer("max_plies", 1, 10_000, default, "after this many moves the game is a draw")
}

pub fn max_plies(rules: &Rules) -> u16 {
    u16::try_from(rules.integer("max_plies")).expect("the option's bounds fit")
}

/// Replaces the content of `moves` with the moves that `add` adds, or with passing if there are none; with no move if
/// the game is over.
#[inline]
pub fn legal_moves(moves: &mut Vec<Move>, over: bool, add: impl FnOnce(&mut Vec<Move>)) {
    moves.clear();
    if !over {
        add(moves);
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
    }
}
