//! The matrix product, the dot product and pooling.

use super::layout::{BLOCK, Matrix, part};
use super::vector::Vector;

/// The terms that a product adds to its sums, and whether they pass the rectifier.
#[derive(Clone, Copy)]
pub struct Finish {
    /// The bias, one number per output.
    pub bias: *const f32,
    pub relu: bool,
}

/// Evaluates `$run` with the constant `$T` set to `$size`, which is one of the listed widths and at most `$most`.
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

/// Computes `rows` rows of outputs from as many rows of inputs, see `Kernel::product`. The sums of a tile of rows, for
/// two vectors of outputs, stay in registers.
///
/// # Safety
/// The processor has the unit of `V`. `weights` point to as many numbers as `matrix` has, `input` to `rows` rows at its
/// stride and step, `output` to `rows * matrix.outputs` numbers, the bias to `matrix.outputs`.
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
            let rows = part(index, tiles, rows);
            // SAFETY: the tile lies within the rows and columns promised by the caller.
            unsafe {
                let input = input.add(rows.start * matrix.stride);
                let output = output.add(rows.start * matrix.outputs);
                with_size!(V::ROWS, rows.len(), T => if pair {
                    tile::<V, 2, T>(matrix, weights, finish, column, input, output);
                } else {
                    tile::<V, 1, T>(matrix, weights, finish, column, input, output);
                }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
            }
        }
        column += if pair { 2 * V::LANES } else { V::LANES };
    }
}

/// `N` vectors of outputs, from `column` on, for `T` rows.
///
/// # Safety
/// As for [`product`].
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
    // SAFETY: the caller promises the rows and columns; a block of weights is `[input][BLOCK]`.
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
                let value = V::splat(*input.add(t * matrix.stride + i * matrix.step));
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

/// See `Kernel::pool`.
///
/// # Safety
/// The processor has the unit of `V`, `input` is whole cells of `channels`, `output` has room for twice `channels`.
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

/// The dot product of two vectors of whole blocks: [`BLOCK`] interleaved sums, then added in halves. The same on every
/// machine.
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0f32; BLOCK];
    for (left, right) in left.chunks_exact(BLOCK).zip(right.chunks_exact(BLOCK)) {
        for i in 0..BLOCK {
            sums[i] += left[i] * right[i];
        }
    }
    let mut half = BLOCK / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}
