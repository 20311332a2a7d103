//! 3x3 convolution by Winograd's F(2x2, 3x3) (Lavin and Gray 2015, arXiv:1509.09308): 16 multiplications for each
//! 2x2 outputs, where the definition takes 36.
//!
//! The board is cut into 2x2 tiles. Each tile's 4x4 surroundings `d` become `Bt d B`, the 16 numbers of each go through
//! 16 matrix products over the channels, and `At m A` of the 16 results are the tile's outputs.

// Arrays of registers are walked by index: closures over them are not always inlined.
#![allow(clippy::needless_range_loop)]

use super::loops::{Finish, product};
use super::vector::Vector;
use super::{BLOCK, Bias, Board, Conv, Then, Workspace};
use std::ops::Range;

/// Tiles that go through the products together: few enough that their numbers stay in the second-level cache beside
/// the weights, enough to read the weights rarely.
pub(super) const TILES: usize = 16;

/// Distance of two of the 16 sheets of tiles; the extra line keeps them out of each other's cache sets.
pub(super) const fn sheet(tiles: usize, channels: usize) -> usize {
    tiles * channels + BLOCK
}

/// The first row, column and position of a tile.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub position: usize,
    pub row: usize,
    pub col: usize,
}

/// Walks over all tiles of `count` positions in parts of at most `tiles`: nearly equal ones, given as numbers of tiles.
pub(super) fn parts(board: Board, count: usize, tiles: usize) -> impl Iterator<Item = Range<usize>> {
    let total = count * board.rows.div_ceil(2) * board.cols.div_ceil(2);
    let parts = total.div_ceil(tiles);
    (0..parts).map(move |part| part * total / parts..(part + 1) * total / parts)
}

/// Where a tile lies.
#[inline(always)]
pub(super) fn place(board: Board, tile: usize) -> Place {
    let (rows, cols) = (board.rows.div_ceil(2), board.cols.div_ceil(2));
    Place { position: tile / (rows * cols), row: tile / cols % rows * 2, col: tile % cols * 2 }
}

/// See [`super::Kernel::conv`].
///
/// # Safety
/// The processor has the unit of `V`, and all slices are as long as `conv`, `board` and `count` say.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub unsafe fn conv<V: Vector>(
    conv: &Conv,
    board: Board,
    count: usize,
    input: &[f32],
    bias: Bias,
    then: Then,
    output: &mut [f32],
    workspace: &mut Workspace,
) {
    let matrix = &conv.matrix;
    let (before, after) = (workspace.before.as_mut_ptr(), workspace.after.as_mut_ptr());
    let [sheet_in, sheet_out] = [matrix.stride, matrix.outputs].map(|channels| sheet(workspace.tiles, channels));
    for part in parts(board, count, workspace.tiles) {
        // SAFETY: places are on the board, of one of `count` positions; the workspace holds 16 sheets of its tiles.
        unsafe {
            for (slot, tile) in part.clone().enumerate() {
                let (zeros, to) = (workspace.zeros.as_ptr(), before.add(slot * matrix.stride));
                gather::<V>(board, matrix.stride, input, place(board, tile), zeros, sheet_in, to);
            }
            for k in 0..16 {
                let weights = conv.weights(k).as_ptr();
                let finish = Finish { bias: workspace.zeros.as_ptr(), relu: false };
                let (from, to) = (before.add(k * sheet_in), after.add(k * sheet_out));
                product::<V>(matrix, weights, finish, part.len(), from, to);
            }
            for (slot, tile) in part.enumerate() {
                let (from, place) = (after.add(slot * matrix.outputs), place(board, tile));
                let bias = bias.values.as_ptr().add(place.position * bias.stride);
                scatter::<V>(board, matrix.outputs, from, sheet_out, place, bias, then, output.as_mut_ptr());
            }
        }
    }
}

/// Writes `Bt d B` of a tile's surroundings, one number to each of 16 sheets; cells off the board are zero.
#[inline(always)]
pub(super) unsafe fn gather<V: Vector>(
    board: Board,
    channels: usize,
    input: &[f32],
    place: Place,
    zeros: *const f32,
    sheet: usize,
    to: *mut f32,
) {
    // SAFETY: cells on the board are within `input`; `zeros` holds as many numbers as a cell.
    unsafe {
        let mut cells = [zeros; 16];
        for (k, cell) in cells.iter_mut().enumerate() {
            let (row, col) = ((place.row + k / 4).wrapping_sub(1), (place.col + k % 4).wrapping_sub(1));
            if row < board.rows && col < board.cols {
                let index = (place.position * board.rows + row) * board.cols + col;
                *cell = input.as_ptr().add(index * channels);
            }
        }
        for channel in (0..channels).step_by(V::LANES) {
            let mut t = [[V::splat(0.0); 4]; 4];
            for j in 0..4 {
                let a = V::load(cells[j].add(channel));
                let b = V::load(cells[4 + j].add(channel));
                let c = V::load(cells[8 + j].add(channel));
                let d = V::load(cells[12 + j].add(channel));
                (t[0][j], t[1][j], t[2][j], t[3][j]) = (a.sub(c), b.add(c), c.sub(b), b.sub(d));
            }
            for i in 0..4 {
                let [a, b, c, d] = t[i];
                let to = to.add(4 * i * sheet + channel);
                a.sub(c).store(to);
                b.add(c).store(to.add(sheet));
                c.sub(b).store(to.add(2 * sheet));
                b.sub(d).store(to.add(3 * sheet));
            }
        }
    }
}

/// Reads a tile's results, one number from each of 16 sheets, and writes `then(bias + At m A)` to those of its four
/// cells that are on the board.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
unsafe fn scatter<V: Vector>(
    board: Board,
    channels: usize,
    from: *const f32,
    sheet: usize,
    place: Place,
    bias: *const f32,
    then: Then,
    output: *mut f32,
) {
    // SAFETY: the sheets hold the tile, `bias` a number for each channel, `output` all cells on the board.
    unsafe {
        let first = output.add(((place.position * board.rows + place.row) * board.cols + place.col) * channels);
        let (next_row, next_col) = (place.row + 1 < board.rows, place.col + 1 < board.cols);
        for channel in (0..channels).step_by(V::LANES) {
            let mut t = [[V::splat(0.0); 4]; 2];
            for j in 0..4 {
                let from = from.add(j * sheet + channel);
                let (a, b) = (V::load(from), V::load(from.add(4 * sheet)));
                let (c, d) = (V::load(from.add(8 * sheet)), V::load(from.add(12 * sheet)));
                (t[0][j], t[1][j]) = (a.add(b).add(c), b.sub(c).sub(d));
            }
            let bias = V::load(bias.add(channel));
            for i in 0..2 {
                let [a, b, c, d] = t[i];
                let to = first.add(i * board.cols * channels + channel);
                if i == 0 || next_row {
                    finish(bias.add(a.add(b).add(c)), then, to);
                    if next_col {
                        finish(bias.add(b.sub(c).sub(d)), then, to.add(channels));
                    }
                }
            }
        }
    }
}

/// Writes a sum.
#[inline(always)]
unsafe fn finish<V: Vector>(sum: V, then: Then, to: *mut f32) {
    // SAFETY: `to` is valid for a vector.
    unsafe {
        let zero = V::splat(0.0);
        match then {
            Then::Store => sum,
            Then::Relu => sum.max(zero),
            Then::AddRelu => V::load(to).add(sum).max(zero),
        }
        .store(to);
    }
}
