//! The gradient of the weights of a 3x3 convolution, in Winograd's form (see [`super::winograd`]).
//!
//! From `y = At (u * v) A`, with `u` the 4x4 numbers of the weights and `v` those of a tile of the input, the gradient
//! of `u` is `A dy At * v`, summed over all tiles: sixteen matrix products.

// Arrays of registers are walked by index: closures over them are not always inlined.
#![allow(clippy::needless_range_loop)]

use super::layout::{Board, part};
use super::product::with_size;
use super::vector::Vector;
use super::winograd::{Tile, gather, parts, tile};
use super::workspace::{Workspace, sheet};

/// See `Kernel::conv_gradient`.
///
/// # Safety
/// The processor has the unit of `V`, and all slices are as long as `Kernel::conv_gradient` checks.
#[inline(always)]
pub unsafe fn conv_gradient<V: Vector>(
    board: Board,
    count: usize,
    [inputs, outputs]: [usize; 2],
    input: &[f32],
    gradient: &[f32],
    sums: &mut [f32],
    workspace: &mut Workspace,
) {
    let (before, after) = (workspace.before.as_mut_ptr(), workspace.after.as_mut_ptr());
    let [sheet_in, sheet_out] = [inputs, outputs].map(|channels| sheet(workspace.tiles, channels));
    for numbers in parts(board, count, workspace.tiles) {
        // SAFETY: tiles lie on the board of one of `count` positions; the workspace holds 16 sheets of its tiles.
        unsafe {
            for (slot, number) in numbers.clone().enumerate() {
                let (tile, zeros) = (tile(board, number), workspace.zeros.as_ptr());
                gather::<V>(board, inputs, input, tile, zeros, sheet_in, before.add(slot * inputs));
                spread::<V>(board, outputs, gradient, tile, zeros, sheet_out, after.add(slot * outputs));
            }
            for k in 0..16 {
                let (left, right) = (before.add(k * sheet_in), after.add(k * sheet_out));
                let sums = sums.as_mut_ptr().add(k * inputs * outputs);
                outer_product::<V>(numbers.len(), [inputs, outputs], left, right, sums);
            }
        }
    }
}

/// Writes `A dy At` of a tile's gradients, one number to each of 16 sheets; it is 0 for cells off the board.
///
/// # Safety
/// As for [`gather`].
#[inline(always)]
unsafe fn spread<V: Vector>(
    board: Board,
    channels: usize,
    gradient: &[f32],
    tile: Tile,
    zeros: *const f32,
    sheet: usize,
    to: *mut f32,
) {
    // SAFETY: cells on the board are within `gradient`; `zeros` holds as many numbers as a cell.
    unsafe {
        let mut cells = [zeros; 4];
        for (k, cell) in cells.iter_mut().enumerate() {
            let (row, col) = (tile.row + k / 2, tile.col + k % 2);
            if row < board.rows && col < board.cols {
                let index = (tile.position * board.rows + row) * board.cols + col;
                *cell = gradient.as_ptr().add(index * channels);
            }
        }
        let zero = V::splat(0.0);
        for channel in (0..channels).step_by(V::LANES) {
            let mut t = [[zero; 2]; 4];
            for j in 0..2 {
                let (a, b) = (V::load(cells[j].add(channel)), V::load(cells[2 + j].add(channel)));
                (t[0][j], t[1][j], t[2][j], t[3][j]) = (a, a.add(b), a.sub(b), zero.sub(b));
            }
            for i in 0..4 {
                let [a, b] = t[i];
                let to = to.add(4 * i * sheet + channel);
                a.store(to);
                a.add(b).store(to.add(sheet));
                a.sub(b).store(to.add(2 * sheet));
                zero.sub(b).store(to.add(3 * sheet));
            }
        }
    }
}

/// Adds to `sums`, `[input][output]`, the products of `left` (`[tile][input]`) and `right` (`[tile][output]`), summed
/// over tiles in order.
///
/// # Safety
/// The processor has the unit of `V`; the pointers are valid for the numbers given by the sizes.
#[inline(always)]
unsafe fn outer_product<V: Vector>(
    tiles: usize,
    [inputs, outputs]: [usize; 2],
    left: *const f32,
    right: *const f32,
    sums: *mut f32,
) {
    let parts = inputs.div_ceil(V::ROWS);
    let mut column = 0;
    while column < outputs {
        let pair = column + 2 * V::LANES <= outputs;
        for index in 0..parts {
            let rows = part(index, parts, inputs);
            // SAFETY: the rows and columns lie within those promised by the caller.
            unsafe {
                let (left, right, sums) =
                    (left.add(rows.start), right.add(column), sums.add(rows.start * outputs + column));
                with_size!(V::ROWS, rows.len(), T => if pair {
                    block::<V, 2, T>(tiles, [inputs, outputs], left, right, sums);
                } else {
                    block::<V, 1, T>(tiles, [inputs, outputs], left, right, sums);
                }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
            }
        }
        column += if pair { 2 * V::LANES } else { V::LANES };
    }
}

/// The sums of `T` inputs by `N` vectors of outputs, which stay in registers.
///
/// # Safety
/// As for [`outer_product`].
#[inline(always)]
unsafe fn block<V: Vector, const N: usize, const T: usize>(
    tiles: usize,
    [inputs, outputs]: [usize; 2],
    left: *const f32,
    right: *const f32,
    sums: *mut f32,
) {
    // SAFETY: the caller promises the rows and columns.
    unsafe {
        let mut block = [[V::splat(0.0); N]; T];
        for t in 0..T {
            for n in 0..N {
                block[t][n] = V::load(sums.add(t * outputs + n * V::LANES));
            }
        }
        for tile in 0..tiles {
            let mut factors = [V::splat(0.0); N];
            for n in 0..N {
                factors[n] = V::load(right.add(tile * outputs + n * V::LANES));
            }
            for t in 0..T {
                let value = V::splat(*left.add(tile * inputs + t));
                for n in 0..N {
                    block[t][n] = value.mul_add(factors[n], block[t][n]);
                }
            }
        }
        for t in 0..T {
            for n in 0..N {
                block[t][n].store(sums.add(t * outputs + n * V::LANES));
            }
        }
    }
}
