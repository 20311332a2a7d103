//! 3x3 convolution by Winograd's F(2x2, 3x3) (Lavin and Gray 2015, arXiv:1509.09308): 16 multiplications for 2x2
//! outputs, while the definition takes 36.
//!
//! The board is cut into 2x2 tiles. Each tile's 4x4 surroundings `d` become `Bt d B`, the 16 numbers of each go through
//! 16 matrix products over the channels, and `At m A` of the 16 results are the tile's outputs.

// Arrays of registers are walked by index: closures over them are not always inlined.
#![allow(clippy::needless_range_loop)]

use super::filter::Conv;
use super::layout::{Bias, Board, Epilogue, part};
use super::product::{Finish, product};
use super::vector::Vector;
use super::workspace::{Workspace, sheet};
use std::ops::Range;

/// A tile of 2x2 cells: its position in the batch and its first cell.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub position: usize,
    pub row: usize,
    pub col: usize,
}

/// The numbers of all tiles of `count` positions, in parts of nearly equal size, at most `tiles` each.
pub(super) fn parts(board: Board, count: usize, tiles: usize) -> impl Iterator<Item = Range<usize>> {
    let total = count * board.rows.div_ceil(2) * board.cols.div_ceil(2);
    let parts = total.div_ceil(tiles);
    (0..parts).map(move |index| part(index, parts, total))
}

#[inline(always)]
pub(super) fn tile(board: Board, number: usize) -> Tile {
    let (rows, cols) = (board.rows.div_ceil(2), board.cols.div_ceil(2));
    Tile { position: number / (rows * cols), row: number / cols % rows * 2, col: number % cols * 2 }
}

/// See `Kernel::conv`.
///
/// # Safety
/// The processor has the unit of `V`, and all slices are as long as `Kernel::conv` checks.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub unsafe fn conv<V: Vector>(
    conv: &Conv,
    board: Board,
    count: usize,
    input: &[f32],
    bias: Bias,
    then: Epilogue,
    output: &mut [f32],
    workspace: &mut Workspace,
) {
    let matrix = &conv.matrix;
    let (before, after) = (workspace.before.as_mut_ptr(), workspace.after.as_mut_ptr());
    let [sheet_in, sheet_out] = [matrix.stride, matrix.outputs].map(|channels| sheet(workspace.tiles, channels));
    for numbers in parts(board, count, workspace.tiles) {
        // SAFETY: tiles lie on the board of one of `count` positions; the workspace holds 16 sheets of its tiles.
        unsafe {
            for (slot, number) in numbers.clone().enumerate() {
                let (zeros, to) = (workspace.zeros.as_ptr(), before.add(slot * matrix.stride));
                gather::<V>(board, matrix.stride, input, tile(board, number), zeros, sheet_in, to);
            }
            for k in 0..16 {
                let weights = conv.weights(k).as_ptr();
                let finish = Finish { bias: workspace.zeros.as_ptr(), relu: false };
                let (from, to) = (before.add(k * sheet_in), after.add(k * sheet_out));
                product::<V>(matrix, weights, finish, numbers.len(), from, to);
            }
            for (slot, number) in numbers.enumerate() {
                let (from, tile) = (after.add(slot * matrix.outputs), tile(board, number));
                let bias = bias.values.as_ptr().add(tile.position * bias.stride);
                scatter::<V>(board, matrix.outputs, from, sheet_out, tile, bias, then, output.as_mut_ptr());
            }
        }
    }
}

/// Writes `Bt d B` of the 4x4 cells around a tile, one number to each of 16 sheets; cells off the board are zero.
///
/// # Safety
/// The processor has the unit of `V`, `tile` lies on a board of `input`, `zeros` point to `channels` zeros, `to` to 16
/// sheets with room for a cell.
#[inline(always)]
pub(super) unsafe fn gather<V: Vector>(
    board: Board,
    channels: usize,
    input: &[f32],
    tile: Tile,
    zeros: *const f32,
    sheet: usize,
    to: *mut f32,
) {
    // SAFETY: cells on the board are within `input`; `zeros` holds as many numbers as a cell.
    unsafe {
        let mut cells = [zeros; 16];
        for (k, cell) in cells.iter_mut().enumerate() {
            let (row, col) = ((tile.row + k / 4).wrapping_sub(1), (tile.col + k % 4).wrapping_sub(1));
            if row < board.rows && col < board.cols {
                let index = (tile.position * board.rows + row) * board.cols + col;
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

/// Reads a tile's results `m`, one number from each of 16 sheets, and writes `then(bias + At m A)` to those of its four
/// cells that lie on the board.
///
/// # Safety
/// The processor has the unit of `V`, `tile` lies on a board of `output`, `from` points to the 16 sheets, `bias` to
/// `channels` numbers.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
unsafe fn scatter<V: Vector>(
    board: Board,
    channels: usize,
    from: *const f32,
    sheet: usize,
    tile: Tile,
    bias: *const f32,
    then: Epilogue,
    output: *mut f32,
) {
    // SAFETY: the sheets hold the tile, `bias` a number for each channel, `output` all cells on the board.
    unsafe {
        let first = output.add(((tile.position * board.rows + tile.row) * board.cols + tile.col) * channels);
        let (next_row, next_col) = (tile.row + 1 < board.rows, tile.col + 1 < board.cols);
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

/// Writes a vector of sums.
///
/// # Safety
/// The processor has the unit of `V`; `to` is valid for a vector.
#[inline(always)]
unsafe fn finish<V: Vector>(sum: V, then: Epilogue, to: *mut f32) {
    // SAFETY: `to` is valid for a vector.
    unsafe {
        let zero = V::splat(0.0);
        match then {
            Epilogue::Store => sum,
            Epilogue::Relu => sum.max(zero),
            Epilogue::AddRelu => V::load(to).add(sum).max(zero),
        }
        .store(to);
    }
}
