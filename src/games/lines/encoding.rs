//! The common parts of the encodings of this family.

use super::{Cells, Move};
use crate::game::{SHARED_FUTURE, Shape};
use std::marker::PhantomData;

/// The encoding shows the plies left by `max_plies` only below this number.
const HORIZON: u16 = 100;

// The hash counts plies left up to the horizon only.
const _: () = assert!(HORIZON as u32 > SHARED_FUTURE);

/// Plies left as the encoding shows them: at most 100, so that positions far from the cap look the same.
#[inline]
pub fn horizon(plies: u16, max_plies: u16) -> u16 {
    max_plies.saturating_sub(plies).min(HORIZON)
}

/// [`horizon`] as a share of 1, for the network.
#[inline]
pub fn horizon_share(plies: u16, max_plies: u16) -> f32 {
    f32::from(horizon(plies, max_plies)) / f32::from(HORIZON)
}

/// The shape of a network with these inputs and the policy of [`policy_index`].
pub const fn shape<S: Cells>(planes: usize, globals: usize) -> Shape {
    Shape { rows: S::SIZE, cols: S::SIZE, planes, globals, policy_planes: 8, policy_extra: 1, lead: false }
}

/// The index of a move among the policy's logits: 8 directions from each cell (the piece's line gives the distance),
/// then passing.
#[inline]
pub fn policy_index<S: Cells>(mv: Move) -> usize {
    let direction = if mv == Move::PASS { 8 } else { direction::<S>(mv) };
    direction * S::SIZE * S::SIZE + usize::from(mv.from)
}

/// The direction of a move other than passing: the axis (see [`Cells::STRIDES`]), plus 4 towards lower cells.
#[inline]
fn direction<S: Cells>(mv: Move) -> usize {
    /// Indexed by the signs of the differences in rows and columns.
    const BY_SIGNS: [[usize; 3]; 3] = [[6, 5, 7], [4, 0, 0], [3, 1, 2]];
    let size = S::SIZE as u8;
    let sign = |from: u8, to: u8| 1 + usize::from(to > from) - usize::from(to < from);
    BY_SIGNS[sign(mv.from / size, mv.to / size)][sign(mv.from % size, mv.to % size)]
}

/// The planes of a network's input, `[plane][row][column]`, under construction.
pub struct Planes<'a, S>(&'a mut [f32], PhantomData<S>);

impl<'a, S: Cells> Planes<'a, S> {
    pub fn new(entries: &'a mut [f32]) -> Self {
        entries.fill(0.0);
        Planes(entries, PhantomData)
    }

    #[inline]
    pub fn plane(&mut self, index: usize) -> &mut [f32] {
        let cells = S::SIZE * S::SIZE;
        &mut self.0[index * cells..(index + 1) * cells]
    }

    /// Writes the value into cells of a plane.
    pub fn mark(&mut self, index: usize, cells: S, value: f32) {
        let plane = self.plane(index);
        for cell in cells.iter() {
            plane[cell] = value;
        }
    }

    /// Writes into the cells of each group its size as a share of `most`. Returns the number of groups, as a share
    /// too.
    pub fn group_sizes(&mut self, index: usize, pieces: S, most: u32) -> f32 {
        let mut groups = 0;
        for group in pieces.groups() {
            self.mark(index, group, group.count() as f32 / most as f32);
            groups += 1;
        }
        groups as f32 / most as f32
    }

    /// Writes the number of pieces on the lines through each cell, as a share of the board's size, into four planes in
    /// the order of [`Cells::STRIDES`].
    pub fn line_counts(&mut self, first: usize, pieces: S) {
        // Rows and columns, diagonals by column - row + size - 1, other diagonals by column + row.
        let [mut rows, mut columns, mut rising, mut falling] = [[0.0; 2 * LARGEST - 1]; 4];
        let (size, piece) = (S::SIZE, 1.0 / S::SIZE as f32);
        for cell in pieces.iter() {
            let (row, column) = (cell / size, cell % size);
            rows[row] += piece;
            columns[column] += piece;
            rising[size - 1 + column - row] += piece;
            falling[column + row] += piece;
        }
        for row in 0..size {
            let lines = [&[rows[row]; LARGEST], &columns[..], &rising[size - 1 - row..], &falling[row..]];
            for (axis, counts) in lines.into_iter().enumerate() {
                self.plane(first + axis)[row * size..][..size].copy_from_slice(&counts[..size]);
            }
        }
    }

    /// Counts a piece that can move to the cell, as a share of the 8 directions it may come from.
    #[inline]
    pub fn add_reach(&mut self, index: usize, mv: Move) {
        self.plane(index)[usize::from(mv.to)] += 1.0 / 8.0;
    }
}

/// Side of the square in which the largest board fits.
const LARGEST: usize = <u128 as Cells>::SIZE;
