//! The kernel for any processor: arrays that the compiler can vectorise.

use super::entry::{entry_points, entry_points8};
use super::fused::mul_add;
use super::vector::{Bytes, Vector};

/// Lanes of the vectors: as many as the narrowest units have.
const LANES: usize = 4;

/// Floats of this size have no fraction: adding it to a smaller number rounds that to the nearest integer, ties to
/// even. `f32::round_ties_even` would call a library function.
const WHOLE: f32 = (1 << 23) as f32;

#[inline(always)]
fn nearest(number: f32) -> f32 {
    let size = number.abs();
    if size < WHOLE { (size + WHOLE - WHOLE).copysign(number) } else { number }
}

#[derive(Clone, Copy)]
pub struct Portable([f32; LANES]);

impl Vector for Portable {
    const LANES: usize = LANES;
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller's pointer is valid for `LANES` numbers; arrays of f32 have the alignment of f32.
        Portable(unsafe { from.cast::<[f32; LANES]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as above.
        unsafe { to.cast::<[f32; LANES]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Portable([value; LANES])
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        Portable(mul_add(self.0, factor.0, term.0))
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i] * other.0[i]))
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| if self.0[i] > other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| if self.0[i] < other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        Portable(self.0.map(nearest))
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        Portable(std::array::from_fn(|i| if condition.0[i] > 0.0 { self.0[i] } else { 0.0 }))
    }
}

entry_points!(Portable);

#[derive(Clone, Copy)]
pub struct PortableBytes([i32; LANES]);

impl Bytes for PortableBytes {
    type Floats = Portable;
    const CELLS: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Self {
        PortableBytes([0; LANES])
    }

    #[inline(always)]
    unsafe fn load(from: *const i8) -> Self {
        // SAFETY: the caller's pointer is valid for four bytes a lane.
        PortableBytes(unsafe { from.cast::<[i32; LANES]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn splat(from: *const u8) -> Self {
        // SAFETY: the caller's pointer is valid for four bytes.
        PortableBytes([unsafe { from.cast::<i32>().read_unaligned() }; LANES])
    }

    #[inline(always)]
    unsafe fn dot(self, activations: Self, weights: Self) -> Self {
        PortableBytes(std::array::from_fn(|i| {
            // Shifts of whole lanes, which vectorise; bytes of arrays do not. All groups are in the same order of
            // bytes.
            let product = |byte: u32| {
                let (activation, weight) = (activations.0[i] >> (8 * byte), weights.0[i] << (24 - 8 * byte));
                (activation & 0x7f) * (weight >> 24)
            };
            self.0[i] + product(0) + product(1) + product(2) + product(3)
        }))
    }

    #[inline(always)]
    unsafe fn to_floats(self) -> Portable {
        Portable(self.0.map(|sum| sum as f32))
    }

    #[inline(always)]
    unsafe fn store(numbers: Portable, to: *mut u8) {
        let bytes = numbers.0.map(|number| (number + WHOLE).to_bits() as u8);
        // SAFETY: the caller's pointer is valid for a byte a lane.
        unsafe { to.cast::<[u8; LANES]>().write(bytes) }
    }
}

entry_points8!(PortableBytes);
