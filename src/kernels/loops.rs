//! The matrix product and pooling.

use super::vector::Vector;
use super::{BLOCK, Matrix};

/// Where the sums of a product begin and whether negative ones become zero.
#[derive(Clone, Copy)]
pub struct Finish {
    /// One number for each output.
    pub bias: *const f32,
    pub relu: bool,
}

/// Runs an expression with a constant `T` equal to the size of a tile, one of those listed and at most `$most`.
macro_rules! with_size {
    ($most:expr, $size:expr, $T:ident => $run:expr, [$($width:literal),*]) => {
        match $size {
            $($width if $width <= $most => {
                const $T: usize = $width;
                $run
            })*
            size => unreachable!("a tile of {size}"),
        }
    };
}

pub(super) use with_size;

/// `rows` rows of outputs from as many rows of inputs; see [`super::Kernel::product`]. The sums of a tile of rows, for
/// two vectors of outputs, stay in registers.
///
/// # Safety
/// The processor has the unit of `V`. `weights` are those of `matrix` (one of several laid out alike), `input` is valid
/// for `rows` rows at its stride, `output` for `rows * matrix.outputs` numbers, the bias for `matrix.outputs`.
#[inline(always)]
pub unsafe fn product<V: Vector>(
    matrix: &Matrix,
    weights: *const f32,
    finish: Finish,
    rows: usize,
    input: *const f32,
    output: *mut f32,
) {
    let tiles = rows.div_ceil(V::ROWS);
    let mut column = 0;
    while column < matrix.outputs {
        let pair = column + 2 * V::LANES <= matrix.outputs;
        for index in 0..tiles {
            // Tiles of nearly equal size.
            let (row, end) = (index * rows / tiles, (index + 1) * rows / tiles);
            // SAFETY: the tile's rows and columns are within those that the caller promises.
            unsafe {
                let input = input.add(row * matrix.stride);
                let output = output.add(row * matrix.outputs);
                with_size!(V::ROWS, end - row, T => if pair {
                    tile::<V, 2, T>(matrix, weights, finish, column, input, output);
                } else {
                    tile::<V, 1, T>(matrix, weights, finish, column, input, output);
                }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
            }
        }
        column += if pair { 2 * V::LANES } else { V::LANES };
    }
}

/// `N` vectors of outputs, from `column` on, of `T` rows.
#[inline(always)]
// Arrays of registers are walked by index, in step with pointers.
#[allow(clippy::needless_range_loop)]
unsafe fn tile<V: Vector, const N: usize, const T: usize>(
    matrix: &Matrix,
    weights: *const f32,
    finish: Finish,
    column: usize,
    input: *const f32,
    output: *mut f32,
) {
    // SAFETY: the caller promises rows and columns; one block of weights is as long as the inputs times its width.
    unsafe {
        let mut sums = [[V::splat(0.0); N]; T];
        let mut weights = [weights; N];
        for n in 0..N {
            let column = column + n * V::LANES;
            weights[n] = weights[n].add(column / BLOCK * matrix.inputs * BLOCK + column % BLOCK);
            let bias = V::load(finish.bias.add(column));
            for t in 0..T {
                sums[t][n] = bias;
            }
        }
        for i in 0..matrix.inputs {
            let mut factors = [V::splat(0.0); N];
            for n in 0..N {
                factors[n] = V::load(weights[n].add(i * BLOCK));
            }
            for t in 0..T {
                let value = V::splat(*input.add(t * matrix.stride + i));
                for n in 0..N {
                    sums[t][n] = value.mul_add(factors[n], sums[t][n]);
                }
            }
        }
        for t in 0..T {
            for n in 0..N {
                let sum = if finish.relu { sums[t][n].max(V::splat(0.0)) } else { sums[t][n] };
                sum.store(output.add(t * matrix.outputs + column + n * V::LANES));
            }
        }
    }
}

/// See [`super::Kernel::pool`].
///
/// # Safety
/// The processor has the unit of `V`, `input` is whole cells of `channels`, `output` twice `channels`.
#[inline(always)]
pub unsafe fn pool<V: Vector>(channels: usize, input: &[f32], output: &mut [f32]) {
    let cells = input.len() / channels;
    // SAFETY: cells and channels are within the slices.
    unsafe {
        let share = V::splat(1.0 / cells as f32);
        for channel in (0..channels).step_by(V::LANES) {
            let first = V::load(input.as_ptr().add(channel));
            let (mut sum, mut most) = (first, first);
            for cell in 1..cells {
                let value = V::load(input.as_ptr().add(cell * channels + channel));
                sum = sum.add(value);
                most = value.max(most);
            }
            sum.mul(share).store(output.as_mut_ptr().add(channel));
            most.store(output.as_mut_ptr().add(channels + channel));
        }
    }
}
