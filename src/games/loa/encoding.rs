//! A network's view of a position, from the side to act.
//!
//! Besides the pieces there are planes with features that decide moves and results but are hard to compute for a small
//! stack of 3x3 convolutions: how far pieces move along each axis, which cells they reach, and how large the groups
//! are.

use super::position::Position;
use crate::game::Shape;
use crate::games::lines::{Cells, MEN, encoding};

/// Version of the meaning of planes, globals and policy indices.
pub const VERSION: u32 = 1;

/// 8 directions from each cell (the piece's line gives the distance), and passing.
pub const SHAPE: Shape = encoding::shape::<u64>(PLANES, GLOBALS);

const OWN: usize = 0;
const OPPOSING: usize = 1;
/// 1 everywhere: distinguishes cells from the padding around the board.
const ONES: usize = 2;
/// Pieces on the line through the cell, of 8: four planes in the order of [`Cells::STRIDES`].
const LINE_COUNTS: usize = 3;
/// Size of the group that the piece on the cell belongs to, of 12; 0 on empty cells.
const GROUP_SIZE: usize = 7;
/// Pieces of the side to act that can move to the cell, of 8 (one from each direction).
const OWN_REACH: usize = 8;
/// [`OWN_REACH`] of the other side, if it were to act.
const OPPOSING_REACH: usize = 9;
const PLANES: usize = 10;

/// Plies left (clamped, see [`encoding::horizon`]), pieces of both sides, groups of both sides.
const GLOBALS: usize = 5;

/// Writes planes and globals; see [`crate::game::Encoding::encode`].
pub fn encode(position: &Position, max_plies: u16, planes: &mut [f32], globals: &mut [f32]) {
    let mut planes = encoding::Planes::<u64>::new(planes);
    let pieces = position.view();
    planes.plane(ONES).fill(1.0);
    planes.line_counts(LINE_COUNTS, pieces.all());
    globals[0] = encoding::horizon_share(position.plies(), max_plies);
    for (index, pieces) in [pieces, pieces.turned()].into_iter().enumerate() {
        planes.mark([OWN, OPPOSING][index], pieces.own, 1.0);
        pieces.for_each_move(|mv| planes.add_reach([OWN_REACH, OPPOSING_REACH][index], mv));
        globals[1 + index] = pieces.own.count() as f32 / MEN as f32;
        globals[3 + index] = planes.group_sizes(GROUP_SIZE, pieces.own, MEN);
    }
}
