//! Logitac's hand-written evaluation: how far each side has come. Searches measure gains by it. No other game has one.
//!
//! The way to the summit is a chain: captures give grants, grants take pawns and pieces up, enough of these let the
//! pyramid follow, and on board 3 it waits for one more grant. Each link has a worth that grows along the chain, so
//! that a side that follows the measure reaches the summit. Against a side that stays below it leads to the other
//! end: captures leave that side only its reserve to play with. Worths are rough; only their order matters.

use super::board::{BOARD, SIZES, SUMMIT, SUMMIT_BOARD, board_of, coordinates};
use super::position::{CUBE, CYLINDER, DOUBLE, DUE, Due, GONE, PAWN, PYRAMID, Position, RESERVE};
use crate::game::Side;

/// The gain in worth that is a step of progress.
const STEP: f32 = 4.0;

/// How much further White has come, in steps of progress. Exchanging the sides changes the sign.
pub fn progress(position: &Position) -> f32 {
    difference(position) / STEP
}

fn difference(position: &Position) -> f32 {
    let [white, black] = Side::BOTH.map(|side| worth(position, side));
    white - black
}

/// A side's worth. A man due counts as placed already, on the lower board if there is a choice.
fn worth(position: &Position, side: Side) -> f32 {
    /// The worth of the pyramid on each board and on the summit.
    const PYRAMID_ON: [f32; 4] = [0.0, 1.0, 4.0, 100.0];
    const CAPTURED_PYRAMID: f32 = -1.5;
    /// The worth of cube and cylinder on each board, and of the double pawn.
    const TWIN_ON: [f32; 3] = [0.3, 0.4, 0.6];
    const DOUBLE_ON: [f32; 2] = [0.2, 0.4];
    /// The gain of each of these men from opposing men on its board, which it may hunt: a side that hurries up leaves
    /// nothing to capture below, and a side that stays on board 1 nothing above.
    const PREY: f32 = 1.0;
    const DOUBLE_IN_RESERVE: f32 = 0.3;
    /// Pawns that the pyramid's ascents need on boards 2 and 3: how many, the worth of each, and of each further one.
    const PAWNS_ON: [(u32, [f32; 2]); 2] = [(4, [0.25, 0.1]), (2, [0.8, 0.3])];
    /// The worth of grants of each board, the first one and each further one; an odd pawn is worth part of the next.
    const GRANTS: [[f32; 2]; 3] = [[0.3, 0.3], [0.5, 0.4], [3.0, 0.3]];
    const ODD: f32 = 0.4;
    const CAPTIVE: f32 = 0.5;
    /// The worth of each row that a pawn on board 1 has advanced towards the opponent's camp, up to the pawns there:
    /// without it sides that cannot capture yet have no aim, and avoid each other.
    const ROW: f32 = 0.05;
    const LAST_ROW: usize = 8;
    /// The worth of each pawn that the reserve lacks of a number that keeps bankruptcy far, and more when it is near.
    const SHORTAGES: [(u8, f32); 2] = [(20, -0.1), (4, -0.5)];

    let index = side.index();
    let pieces = &position.pieces[index];
    let (due, target) = match position.due {
        Due::Place { men, boards } if position.side == side => (men, boards.trailing_zeros() as usize),
        _ => (0, 0),
    };
    let board = |piece: usize| match pieces[piece] {
        RESERVE | GONE => None,
        DUE => Some(target),
        cell => Some(board_of(cell)),
    };
    let mut worth = board(PYRAMID).map_or(CAPTURED_PYRAMID, |board| PYRAMID_ON[board]);
    let opposing = position.men(side.other());
    let prey = |board: usize| if (opposing & BOARD[board]).is_empty() { 0.0 } else { PREY };
    worth += [CUBE, CYLINDER].into_iter().filter_map(board).map(|board| TWIN_ON[board] + prey(board)).sum::<f32>();
    worth += match board(DOUBLE) {
        Some(board) => DOUBLE_ON[board] + prey(board),
        None if pieces[DOUBLE] == RESERVE => DOUBLE_IN_RESERVE,
        None => 0.0,
    };
    for (board, (few, [first, further])) in (1..).zip(PAWNS_ON) {
        let due = u32::from(target == board) * u32::from(due >> PAWN & 1);
        worth += few_and_more(position.pawns_on(side, board) + due, few, first, further);
    }
    for (board, [first, further]) in GRANTS.into_iter().enumerate() {
        let grants = u32::from(position.grants[index][board]);
        let next = if grants == 0 { first } else { further };
        worth += few_and_more(grants.min(4), 1, first, further);
        worth += ODD * next * f32::from(position.odd[index] >> board & 1);
    }
    let rows = position.pawns[index].iter().filter_map(|cell| match coordinates(cell) {
        (0, row, _) => Some(if side == Side::First { row } else { SIZES[0] - 1 - row }.min(LAST_ROW)),
        _ => None,
    });
    worth += ROW * rows.sum::<usize>() as f32;
    for (enough, each) in SHORTAGES {
        worth += each * f32::from(enough.saturating_sub(position.reserve[index]));
    }
    worth + CAPTIVE * f32::from(position.captives[index])
}

/// The worth of some men, the first few of which count more.
fn few_and_more(count: u32, few: u32, first: f32, further: f32) -> f32 {
    first * count.min(few) as f32 + further * count.saturating_sub(few) as f32
}

const _: () = assert!(board_of(SUMMIT) == SUMMIT_BOARD, "the pyramid's table has the summit last");
