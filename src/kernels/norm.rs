//! Batch normalisation with the rectifier, and its gradient.

use super::layout::{Bias, positions};
use super::vector::Vector;

/// The inputs of the gradient of [`normalise`]: arrays `[position][cell][channel]` of equal length.
#[derive(Clone, Copy, Debug)]
pub struct NormGradient<'a> {
    pub input: &'a [f32],
    pub output: &'a [f32],
    /// The gradient of the loss by the output.
    pub gradient: &'a [f32],
}

impl NormGradient<'_> {
    /// Checks the lengths and returns the number of positions.
    #[track_caller]
    pub(super) fn check(&self, channels: usize, cells: usize) -> usize {
        let len = self.input.len();
        assert!(self.output.len() == len && self.gradient.len() == len, "arrays of different lengths");
        positions(channels, cells, self.input)
    }

    /// A vector of the input and one of the gradient before the rectifier, from entry `at` on.
    ///
    /// # Safety
    /// The processor has the unit of `V`; there is a whole vector at `at`.
    #[inline(always)]
    unsafe fn load<V: Vector>(&self, at: usize) -> (V, V) {
        // SAFETY: the caller promises a whole vector at `at`; the arrays have equal lengths.
        unsafe {
            let load = |values: &[f32]| V::load(values.as_ptr().add(at));
            (load(self.input), load(self.gradient).where_positive(load(self.output)))
        }
    }
}

/// See `Kernel::moments`.
///
/// # Safety
/// The processor has the unit of `V`; the slices are as long as `Kernel::moments` checks.
#[inline(always)]
pub unsafe fn moments<V: Vector>(channels: usize, cells: usize, input: &[f32], shift: Bias, sums: &mut [f32]) {
    for (position, sums) in sums.chunks_exact_mut(2 * channels).enumerate().take(input.len() / (cells * channels)) {
        for channel in (0..channels).step_by(V::LANES) {
            // SAFETY: cells and channels are within the slices.
            unsafe {
                let (mut sum, mut squares) = (V::splat(0.0), V::splat(0.0));
                let shift = V::load(shift.values.as_ptr().add(position * shift.stride + channel));
                for cell in 0..cells {
                    let value = V::load(input.as_ptr().add((position * cells + cell) * channels + channel)).add(shift);
                    sum = sum.add(value);
                    squares = value.mul_add(value, squares);
                }
                sum.store(sums.as_mut_ptr().add(channel));
                squares.store(sums.as_mut_ptr().add(channels + channel));
            }
        }
    }
}

/// See `Kernel::normalise`.
///
/// # Safety
/// The processor has the unit of `V`; the slices are as long as `Kernel::normalise` checks.
#[inline(always)]
pub unsafe fn normalise<V: Vector>(
    cells: usize,
    scale: &[f32],
    offset: Bias,
    input: &[f32],
    skip: Option<&[f32]>,
    output: &mut [f32],
) {
    let channels = scale.len();
    for cell in 0..input.len() / channels {
        let offsets = cell / cells * offset.stride;
        for channel in (0..channels).step_by(V::LANES) {
            let at = cell * channels + channel;
            // SAFETY: cells and channels are within the slices.
            unsafe {
                let load = |values: &[f32], at: usize| V::load(values.as_ptr().add(at));
                let mut sum = load(input, at).mul_add(load(scale, channel), load(offset.values, offsets + channel));
                if let Some(skip) = skip {
                    sum = sum.add(load(skip, at));
                }
                sum.max(V::splat(0.0)).store(output.as_mut_ptr().add(at));
            }
        }
    }
}

/// See `Kernel::norm_gradient_sums`.
///
/// # Safety
/// The processor has the unit of `V`; the slices are as long as `Kernel::norm_gradient_sums` checks.
#[inline(always)]
pub unsafe fn norm_gradient_sums<V: Vector>(
    channels: usize,
    cells: usize,
    mean: Bias,
    through: &NormGradient,
    sums: &mut [f32],
) {
    let positions = through.input.len() / (cells * channels);
    for (position, sums) in sums.chunks_exact_mut(2 * channels).enumerate().take(positions) {
        for channel in (0..channels).step_by(V::LANES) {
            // SAFETY: cells and channels are within the slices.
            unsafe {
                let mean = V::load(mean.values.as_ptr().add(position * mean.stride + channel));
                let (mut sum, mut product) = (V::splat(0.0), V::splat(0.0));
                for cell in 0..cells {
                    let (input, passed) = through.load::<V>((position * cells + cell) * channels + channel);
                    sum = sum.add(passed);
                    product = passed.mul_add(input.sub(mean), product);
                }
                sum.store(sums.as_mut_ptr().add(channel));
                product.store(sums.as_mut_ptr().add(channels + channel));
            }
        }
    }
}

/// See `Kernel::norm_gradient`.
///
/// # Safety
/// The processor has the unit of `V`; the slices are as long as `Kernel::norm_gradient` checks.
#[inline(always)]
pub unsafe fn norm_gradient<V: Vector>(
    cells: usize,
    factors: [&[f32]; 2],
    offset: Bias,
    through: &NormGradient,
    result: &mut [f32],
    passed: Option<&mut [f32]>,
) {
    let channels = factors[0].len();
    let to = passed.map(|passed| passed.as_mut_ptr());
    for cell in 0..through.input.len() / channels {
        let offsets = cell / cells * offset.stride;
        for channel in (0..channels).step_by(V::LANES) {
            let at = cell * channels + channel;
            // SAFETY: cells and channels are within the slices.
            unsafe {
                let [on_passed, on_input] = factors.map(|factor| V::load(factor.as_ptr().add(channel)));
                let offset = V::load(offset.values.as_ptr().add(offsets + channel));
                let (input, passed) = through.load::<V>(at);
                let sum = passed.mul_add(on_passed, input.mul_add(on_input, offset));
                sum.store(result.as_mut_ptr().add(at));
                if let Some(to) = to {
                    passed.store(to.add(at));
                }
            }
        }
    }
}
