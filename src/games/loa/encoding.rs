//! What a network sees of a position, from the side to act.
//!
//! Besides the pieces there are planes with what decides about moves and results but is hard to work out for a small
//! stack of 3x3 convolutions: how far pieces go along each axis, where they get, and how large the groups are.

use super::board::{self, CELLS, SIZE};
use super::moves::{self, Move};
use super::position::Position;
use crate::game::Shape;

/// Version of the meaning of planes, globals and policy indices.
pub const VERSION: u32 = 1;

/// 8 directions from each cell, the piece's line says how far; and passing.
pub const SHAPE: Shape =
    Shape { rows: SIZE, cols: SIZE, planes: PLANES, globals: GLOBALS, policy_planes: 8, policy_extra: 1, lead: false };

const OWN: usize = 0;
const OPPOSING: usize = 1;
/// 1 everywhere: tells cells from the padding around the board.
const ONES: usize = 2;
/// Pieces on the line through the cell, of 8: four planes in the order of [`board::AXES`].
const LINE_COUNTS: usize = 3;
/// Size of the group that the piece on the cell belongs to, of 12; 0 on empty cells.
const GROUP_SIZE: usize = 7;
/// Pieces of the side to act that can move to the cell, of 8 (one from each direction).
const OWN_REACH: usize = 8;
/// The same for the other side, were it to act.
const OPPOSING_REACH: usize = 9;
const PLANES: usize = 10;

/// Plies left (clamped, see [`horizon`]), pieces of both sides, groups of both sides.
const GLOBALS: usize = 5;

/// Pieces of a side at the start.
const MEN: f32 = 12.0;

/// From this many plies left on, the end by `max_plies` is out of sight.
const HORIZON: u16 = 100;

/// Plies left as far as the encoding shows them: at most 100, so that all but late positions look the same.
#[inline]
pub fn horizon(position: &Position, max_plies: u16) -> u16 {
    max_plies.saturating_sub(position.plies()).min(HORIZON)
}

/// Writes planes and globals; see [`crate::game::Game::encode`].
pub fn encode(position: &Position, max_plies: u16, planes: &mut [f32], globals: &mut [f32]) {
    let sides = [position.own(), position.opposing()];
    planes.fill(0.0);
    let mut planes = Planes(planes);
    planes.plane(ONES).fill(1.0);
    planes.line_counts(sides[0] | sides[1]);
    globals[0] = f32::from(horizon(position, max_plies)) / f32::from(HORIZON);
    for (index, pieces) in sides.into_iter().enumerate() {
        planes.mark([OWN, OPPOSING][index], pieces, 1.0);
        let mut groups = 0;
        for group in board::groups(pieces) {
            planes.mark(GROUP_SIZE, group, group.count_ones() as f32 / MEN);
            groups += 1;
        }
        planes.reach([OWN_REACH, OPPOSING_REACH][index], pieces, sides[1 - index]);
        globals[1 + index] = pieces.count_ones() as f32 / MEN;
        globals[3 + index] = groups as f32 / MEN;
    }
}

/// The index of a move among the policy's logits.
#[inline]
pub fn policy_index(mv: Move) -> usize {
    if mv == Move::PASS { 8 * CELLS } else { board::direction(mv.from, mv.to) * CELLS + mv.from as usize }
}

struct Planes<'a>(&'a mut [f32]);

impl Planes<'_> {
    fn plane(&mut self, index: usize) -> &mut [f32] {
        &mut self.0[index * CELLS..(index + 1) * CELLS]
    }

    fn mark(&mut self, index: usize, cells: u64, value: f32) {
        let plane = self.plane(index);
        for cell in board::cells(cells) {
            plane[cell] = value;
        }
    }

    fn line_counts(&mut self, pieces: u64) {
        const PIECE: f32 = 1.0 / SIZE as f32;
        // Rows and columns, diagonals by column - row + 7, other diagonals by column + row.
        let [mut rows, mut columns] = [[0.0; SIZE]; 2];
        let [mut rising, mut falling] = [[0.0; 2 * SIZE - 1]; 2];
        for cell in board::cells(pieces) {
            let (row, column) = (cell / SIZE, cell % SIZE);
            rows[row] += PIECE;
            columns[column] += PIECE;
            rising[7 + column - row] += PIECE;
            falling[column + row] += PIECE;
        }
        for row in 0..SIZE {
            let lines = [&[rows[row]; SIZE], &columns, &rising[7 - row..15 - row], &falling[row..row + 8]];
            for (axis, counts) in lines.into_iter().enumerate() {
                self.plane(LINE_COUNTS + axis)[row * SIZE..][..SIZE].copy_from_slice(counts);
            }
        }
    }

    fn reach(&mut self, index: usize, own: u64, opposing: u64) {
        let plane = self.plane(index);
        moves::for_each(own, opposing, |mv| plane[mv.to as usize] += 1.0 / 8.0);
    }
}
