//! The kernel for WebAssembly: 128-bit vectors of 4 numbers, where the whole module was compiled for them (a module
//! cannot test for them at run time). There is no fused multiply-add, see [`fused`](super::fused): the relaxed one
//! may differ between browsers.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::fused::{HIGH_MASK, HIGH_MOST, LOW_MASK, LOW_TIE, hard_mul_add};
use super::vector::{Bytes, Vector};
use std::arch::wasm32::*;

#[derive(Clone, Copy)]
pub struct Simd128(v128);

/// `a * b + c` for any numbers.
#[cold]
#[inline(never)]
fn mul_add(a: v128, b: v128, c: v128) -> v128 {
    let lanes = |vector: v128| {
        let mut lanes = [0.0f32; 4];
        // SAFETY: the array holds a vector.
        unsafe { v128_store(lanes.as_mut_ptr().cast(), vector) };
        lanes
    };
    let [x, y, z, w] = hard_mul_add(&lanes(a), &lanes(b), &lanes(c));
    f32x4(x, y, z, w)
}

/// Two halves in double precision.
#[inline(always)]
fn wide(vector: v128) -> [v128; 2] {
    [f64x2_promote_low_f32x4(vector), f64x2_promote_low_f32x4(i64x2_shuffle::<1, 1>(vector, vector))]
}

/// Marks the sums that are hard, see [`fused`](super::fused): one of their halves, masked, lies in a range.
#[inline(always)]
fn hard(sums: v128) -> v128 {
    let halves = |low: u32, high: u32| u32x4(low, high, low, high);
    let masked = v128_and(sums, halves(LOW_MASK, HIGH_MASK));
    u32x4_lt(u32x4_sub(masked, halves(LOW_TIE, 1)), halves(1, HIGH_MOST))
}

impl Vector for Simd128 {
    const LANES: usize = 4;
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        Simd128(unsafe { v128_load(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { v128_store(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Simd128(f32x4_splat(value))
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        let (factors, terms) = (wide(factor.0), wide(term.0));
        let [a, b] = wide(self.0);
        let a = f64x2_add(f64x2_mul(a, factors[0]), terms[0]);
        let b = f64x2_add(f64x2_mul(b, factors[1]), terms[1]);
        if v128_any_true(v128_or(hard(a), hard(b))) {
            return Simd128(mul_add(self.0, factor.0, term.0));
        }
        Simd128(i64x2_shuffle::<0, 2>(f32x4_demote_f64x2_zero(a), f32x4_demote_f64x2_zero(b)))
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Simd128(f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Simd128(f32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Simd128(f32x4_mul(self.0, other.0))
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        // "Pseudo": `if a < b { b } else { a }` of the arguments in this order.
        Simd128(f32x4_pmax(other.0, self.0))
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Simd128(f32x4_pmin(other.0, self.0))
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        Simd128(f32x4_nearest(self.0))
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        Simd128(v128_and(f32x4_gt(condition.0, f32x4_splat(0.0)), self.0))
    }
}

entry_points!(Simd128);

/// Adds two products at a time in 32 bits: the even ones of four, then the odd ones.
#[derive(Clone, Copy)]
pub struct Pairs(v128);

impl Bytes for Pairs {
    type Floats = Simd128;
    const CELLS: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Pairs(i32x4_splat(0))
    }

    #[inline(always)]
    unsafe fn load(from: *const i8) -> Self {
        Pairs(unsafe { v128_load(from.cast()) })
    }

    #[inline(always)]
    unsafe fn splat(from: *const u8) -> Self {
        Pairs(unsafe { v128_load32_splat(from.cast()) })
    }

    #[inline(always)]
    unsafe fn dot(self, activations: Self, weights: Self) -> Self {
        let even = v128_and(activations.0, i16x8_splat(0xff));
        let even = i32x4_dot_i16x8(even, i16x8_shr(i16x8_shl(weights.0, 8), 8));
        let odd = i32x4_dot_i16x8(u16x8_shr(activations.0, 8), i16x8_shr(weights.0, 8));
        Pairs(i32x4_add(i32x4_add(self.0, even), odd))
    }

    #[inline(always)]
    unsafe fn to_floats(self) -> Simd128 {
        Simd128(f32x4_convert_i32x4(self.0))
    }

    #[inline(always)]
    unsafe fn store(numbers: Simd128, to: *mut u8) {
        let numbers = i32x4_trunc_sat_f32x4(f32x4_nearest(numbers.0));
        let halves = i16x8_narrow_i32x4(numbers, numbers);
        unsafe { v128_store32_lane::<0>(u8x16_narrow_i16x8(halves, halves), to.cast()) }
    }
}

entry_points8!(Pairs);
