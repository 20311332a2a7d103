//! How far each side has climbed, for training alone: a measure by which it may value games that it cuts off.
//!
//! The way to the summit is a chain: captures give grants, grants take pawns and pieces up, enough of these let the
//! pyramid follow, and on board 3 it waits for one more grant. Each link has a worth that grows along the chain, so
//! that whoever goes up the measure comes to the summit. Worths are rough; only their order matters.

use super::board::{SUMMIT_BOARD, board_of};
use super::position::{CUBE, CYLINDER, DOUBLE, GONE, PYRAMID, Position, RESERVE};
use crate::game::Side;

/// The difference in worth that makes half a lead.
const HALF: f32 = 6.0;

/// By how much White leads, from -1 to 1; exchanging the sides changes the sign.
pub fn lead(position: &Position) -> f32 {
    let [white, black] = Side::BOTH.map(|side| worth(position, side));
    let difference = white - black;
    difference / (HALF + difference.abs())
}

fn worth(position: &Position, side: Side) -> f32 {
    /// The pyramid on each board and on the summit.
    const PYRAMID_ON: [f32; 4] = [0.0, 3.0, 6.0, 100.0];
    const CAPTURED_PYRAMID: f32 = -1.5;
    /// Cube and cylinder on each board; out of the game, or due, nothing.
    const TWIN_ON: [f32; 4] = [0.5, 1.0, 1.6, 0.0];
    const DOUBLE_ON: [f32; 4] = [0.4, 0.8, 0.8, 0.0];
    const DOUBLE_IN_RESERVE: f32 = 0.3;
    /// Grants of each board, the first one and each further one; an odd pawn is worth part of the next.
    const GRANTS: [[f32; 2]; 3] = [[0.3, 0.3], [0.5, 0.4], [3.0, 0.3]];
    const ODD: f32 = 0.4;
    const CAPTIVE: f32 = 0.1;
    /// Each pawn that the reserve is short of four.
    const SHORTAGE: f32 = -0.25;

    let index = side.index();
    let pieces = &position.pieces[index];
    let mut worth = match pieces[PYRAMID] {
        GONE => CAPTURED_PYRAMID,
        at => PYRAMID_ON[board_of(at)],
    };
    worth += TWIN_ON[board_of(pieces[CUBE])] + TWIN_ON[board_of(pieces[CYLINDER])];
    worth += if pieces[DOUBLE] == RESERVE { DOUBLE_IN_RESERVE } else { DOUBLE_ON[board_of(pieces[DOUBLE])] };
    // Those that the pyramid's ascents ask for, and the others.
    worth += few_and_more(position.pawns_on(side, 1), 4, 0.4, 0.1);
    worth += few_and_more(position.pawns_on(side, 2), 2, 0.8, 0.3);
    for (board, [first, further]) in GRANTS.into_iter().enumerate() {
        let grants = u32::from(position.grants[index][board]);
        let next = if grants == 0 { first } else { further };
        worth += few_and_more(grants.min(4), 1, first, further);
        worth += ODD * next * f32::from(position.odd[index] >> board & 1);
    }
    worth
        + CAPTIVE * f32::from(position.captives[index])
        + SHORTAGE * f32::from(4_u8.saturating_sub(position.reserve[index]))
}

/// The worth of some men, of which the first few count more.
fn few_and_more(count: u32, few: u32, first: f32, further: f32) -> f32 {
    first * count.min(few) as f32 + further * count.saturating_sub(few) as f32
}

const _: () = assert!(SUMMIT_BOARD == 3, "the tables above have the summit last");
