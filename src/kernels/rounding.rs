//! Rounding of activations and weights to int8 in training, so that the net learns with it.

use super::int8::MOST;
use super::layout::BLOCK;
use super::vector::Vector;

/// See `Kernel::largest`.
///
/// # Safety
/// The processor has the unit of `V`; the numbers are whole vectors.
#[inline(always)]
pub unsafe fn largest<V: Vector>(numbers: &[f32]) -> f32 {
    let mut lanes = [0.0; BLOCK];
    // SAFETY: whole vectors; the array holds the widest one.
    unsafe {
        let mut most = V::splat(0.0);
        for at in (0..numbers.len()).step_by(V::LANES) {
            most = V::load(numbers.as_ptr().add(at)).max(most);
        }
        most.store(lanes.as_mut_ptr());
    }
    lanes.into_iter().fold(0.0, f32::max)
}

/// See `Kernel::round`.
///
/// # Safety
/// As for [`largest`]; the output is as long as the input.
#[inline(always)]
pub unsafe fn round<V: Vector>(numbers: &[f32], range: f32, output: &mut [f32]) {
    // SAFETY: whole vectors; the output is as long.
    unsafe {
        let (scale, unit, most) = (V::splat(MOST / range), V::splat(range / MOST), V::splat(MOST));
        for at in (0..numbers.len()).step_by(V::LANES) {
            let steps = V::load(numbers.as_ptr().add(at)).mul(scale).min(most).round();
            steps.mul(unit).store(output.as_mut_ptr().add(at));
        }
    }
}
