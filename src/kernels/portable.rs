//! For any machine: arrays that the compiler may vectorise. Without a fused multiply-add in hardware it is slow.

use super::vector::{Bytes, Vector, entry_points, entry_points8};

#[derive(Clone, Copy)]
pub struct Portable([f32; 8]);

impl Vector for Portable {
    const LANES: usize = 8;
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller's pointer is valid for `LANES` numbers; arrays of f32 have the alignment of f32.
        Portable(unsafe { from.cast::<[f32; 8]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as above.
        unsafe { to.cast::<[f32; 8]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Portable([value; 8])
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i].mul_add(factor.0[i], term.0[i])))
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
        Portable(self.0.map(f32::round_ties_even))
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        Portable(std::array::from_fn(|i| if condition.0[i] > 0.0 { self.0[i] } else { 0.0 }))
    }
}

entry_points!(Portable);

#[derive(Clone, Copy)]
pub struct PortableBytes([i32; 8]);

impl Bytes for PortableBytes {
    type Floats = Portable;
    const CELLS: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self {
        PortableBytes([0; 8])
    }

    #[inline(always)]
    unsafe fn load(from: *const i8) -> Self {
        // SAFETY: the caller's pointer is valid for four bytes a lane.
        PortableBytes(unsafe { from.cast::<[i32; 8]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn splat(from: *const u8) -> Self {
        // SAFETY: the caller's pointer is valid for four bytes.
        PortableBytes([unsafe { from.cast::<i32>().read_unaligned() }; 8])
    }

    #[inline(always)]
    unsafe fn dot(self, activations: Self, weights: Self) -> Self {
        PortableBytes(std::array::from_fn(|i| {
            let (activations, weights) = (activations.0[i].to_ne_bytes(), weights.0[i].to_ne_bytes());
            let products = activations.iter().zip(weights).map(|(&a, w)| i32::from(a) * i32::from(w as i8));
            self.0[i] + products.sum::<i32>()
        }))
    }

    #[inline(always)]
    unsafe fn to_floats(self) -> Portable {
        Portable(self.0.map(|sum| sum as f32))
    }

    #[inline(always)]
    unsafe fn store(numbers: Portable, to: *mut u8) {
        let bytes = numbers.0.map(|number| number.round_ties_even() as u8);
        // SAFETY: the caller's pointer is valid for a byte a lane.
        unsafe { to.cast::<[u8; 8]>().write(bytes) }
    }
}

entry_points8!(PortableBytes);
