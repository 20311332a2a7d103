//! A network's view of a position, from the side to act; compare [`crate::games::loa`].

use super::moves;
use super::position::Position;
use crate::game::Shape;
use crate::games::lines::{Cells, MEN, encoding};

/// Version of the meaning of planes, globals and policy indices.
pub const VERSION: u32 = 1;

/// 8 directions from each cell, for pawns and the Zen alike (the piece's line gives the distance), and passing.
pub const SHAPE: Shape = encoding::shape::<u128>(PLANES, GLOBALS);

const OWN: usize = 0;
const OPPOSING: usize = 1;
const ZEN: usize = 2;
/// The cell to which the Zen may not go in this move.
const BANNED: usize = 3;
/// 1 everywhere: distinguishes cells from the padding around the board.
const ONES: usize = 4;
/// Pieces on the line through the cell, of 11: four planes in the order of [`Cells::STRIDES`].
const LINE_COUNTS: usize = 5;
/// Size of the group that the own pawn or the Zen on the cell belongs to, of the 13 pieces that the side has to
/// connect.
const OWN_GROUPS: usize = 9;
/// [`OWN_GROUPS`] of the other side: the Zen is in a group of each.
const OPPOSING_GROUPS: usize = 10;
/// Pawns of the side to act that can move to the cell, of 8 (one from each direction).
const OWN_REACH: usize = 11;
/// [`OWN_REACH`] of the other side, if it were to act.
const OPPOSING_REACH: usize = 12;
/// Whether the side to act can move the Zen to the cell, as an eighth: the unit for pawns.
const ZEN_REACH: usize = 13;
/// [`ZEN_REACH`] of the other side, if it were to act: the cell forbidden now would be free again.
const OPPOSING_ZEN_REACH: usize = 14;
const PLANES: usize = 15;

/// Plies left (clamped, see [`encoding::horizon`]), whether the Zen is in play, pawns of both sides, groups of both
/// sides.
const GLOBALS: usize = 6;

/// Pieces that a side has to connect at the start: the pawns and the Zen.
const MUST_CONNECT: u32 = MEN + 1;

/// Writes planes and globals; see [`crate::game::Encoding::encode`].
pub fn encode(position: &Position, max_plies: u16, planes: &mut [f32], globals: &mut [f32]) {
    let mut planes = encoding::Planes::<u128>::new(planes);
    let pieces = position.view();
    planes.plane(ONES).fill(1.0);
    planes.line_counts(LINE_COUNTS, pieces.all());
    planes.mark(ZEN, pieces.neutral, 1.0);
    if let Some(cell) = position.banned() {
        planes.plane(BANNED)[usize::from(cell)] = 1.0;
    }
    globals[0] = encoding::horizon_share(position.plies(), max_plies);
    globals[1] = pieces.neutral.count() as f32;
    let banned = [position.banned(), None];
    for (index, pieces) in [pieces, pieces.turned()].into_iter().enumerate() {
        planes.mark([OWN, OPPOSING][index], pieces.own, 1.0);
        moves::for_each(&pieces, banned[index], |mv| {
            let pawns = pieces.own.has(mv.from.into());
            let reach = if pawns { [OWN_REACH, OPPOSING_REACH] } else { [ZEN_REACH, OPPOSING_ZEN_REACH] };
            planes.add_reach(reach[index], mv);
        });
        globals[2 + index] = pieces.own.count() as f32 / MEN as f32;
        globals[4 + index] = planes.group_sizes([OWN_GROUPS, OPPOSING_GROUPS][index], pieces.movable(), MUST_CONNECT);
    }
}
