//! 3x3 convolution by Winograd's F(2x2, 3x3) (Lavin and Gray 2015, arXiv:1509.09308): 16 multiplications for each
//! 2x2 outputs, where the definition takes 36.
//!
//! The board is cut into 2x2 tiles. Each tile's 4x4 surroundings `d` become `Bt d B`, the 16 numbers of each go through
//! 16 matrix products over the channels, and `At m A` of the 16 results are the tile's outputs.

// Arrays of registers are walked by index: closures over them are not always inlined.
#![allow(clippy::needless_range_loop)]

use super::loops::{Finish, product};
use super::vector::Vector;
use super::{BLOCK, Bias, Board, Conv, Skip, Workspace};

/// Tiles that go through the products together: few enough that their numbers stay in the second-level cache beside
/// the weights, enough to read the weights rarely.
pub(super) const TILES: usize = 16;

/// Distance of two of the 16 sheets of `TILES` tiles; the extra line keeps them out of each other's cache sets.
pub(super) const fn sheet(channels: usize) -> usize {
    TILES * channels + BLOCK
}

/// The first row, column and position of a tile.
#[derive(Clone, Copy)]
struct Place {
    position: usize,
    row: usize,
    col: usize,
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
    skip: Skip,
    output: &mut [f32],
    workspace: &mut Workspace,
) {
    let (tile_rows, tile_cols) = (board.rows.div_ceil(2), board.cols.div_ceil(2));
    let total = count * tile_rows * tile_cols;
    let parts = total.div_ceil(TILES);
    let matrix = &conv.matrix;
    let (before, after) = (workspace.before.as_mut_ptr(), workspace.after.as_mut_ptr());
    for part in 0..parts {
        let (start, end) = (part * total / parts, (part + 1) * total / parts);
        let place = |tile: usize| Place {
            position: tile / (tile_rows * tile_cols),
            row: tile / tile_cols % tile_rows * 2,
            col: tile % tile_cols * 2,
        };
        // SAFETY: places are on the board, of one of `count` positions; the workspace holds 16 sheets of `TILES` tiles.
        unsafe {
            for tile in start..end {
                let to = before.add((tile - start) * matrix.stride);
                gather::<V>(board, matrix.stride, input, place(tile), workspace.zeros.as_ptr(), to);
            }
            for k in 0..16 {
                let weights = conv.weights(k).as_ptr();
                let finish = Finish { bias: workspace.zeros.as_ptr(), relu: false };
                let (from, to) = (before.add(k * sheet(matrix.stride)), after.add(k * sheet(matrix.outputs)));
                product::<V>(matrix, weights, finish, end - start, from, to);
            }
            for tile in start..end {
                let from = after.add((tile - start) * matrix.outputs);
                let place = place(tile);
                let bias = bias.values.as_ptr().add(place.position * bias.stride);
                scatter::<V>(board, matrix.outputs, from, place, bias, skip, output.as_mut_ptr());
            }
        }
    }
}

/// Writes `Bt d B` of a tile's surroundings, one number to each of 16 sheets; cells off the board are zero.
#[inline(always)]
unsafe fn gather<V: Vector>(
    board: Board,
    channels: usize,
    input: &[f32],
    place: Place,
    zeros: *const f32,
    to: *mut f32,
) {
    let sheet = sheet(channels);
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

/// Reads a tile's results, one number from each of 16 sheets, and writes `relu(skip + (bias + At m A))` to those of its
/// four cells that are on the board.
#[inline(always)]
unsafe fn scatter<V: Vector>(
    board: Board,
    channels: usize,
    from: *const f32,
    place: Place,
    bias: *const f32,
    skip: Skip,
    output: *mut f32,
) {
    let sheet = sheet(channels);
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
                    finish(bias.add(a.add(b).add(c)), skip, to);
                    if next_col {
                        finish(bias.add(b.sub(c).sub(d)), skip, to.add(channels));
                    }
                }
            }
        }
    }
}

/// Writes `relu(skip + sum)`.
#[inline(always)]
unsafe fn finish<V: Vector>(sum: V, skip: Skip, to: *mut f32) {
    // SAFETY: `to` is valid for a vector.
    unsafe {
        let sum = match skip {
            Skip::None => sum,
            Skip::Output => V::load(to).add(sum),
        };
        sum.max(V::splat(0.0)).store(to);
    }
}
