//! The kernel for WebAssembly: 128-bit vectors of 4 numbers, if the whole module was compiled for them (a module cannot
//! test for them at run time). There is no fused multiply-add, see [`fused`](super::fused): the relaxed one may differ
//! between browsers.

use super::entry::{entry_points, entry_points8};
use super::fused::{HIGH_MASK, HIGH_MOST, LOW_MASK, LOW_TIE, hard_mul_add};
use super::vector::{bytes, vector};
use std::arch::wasm32::*;

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

/// Marks the sums that are hard, see [`fused`](super::fused): one half of a hard sum, masked, lies in a range.
#[inline(always)]
fn hard(sums: v128) -> v128 {
    let halves = |low: u32, high: u32| u32x4(low, high, low, high);
    let masked = v128_and(sums, halves(LOW_MASK, HIGH_MASK));
    u32x4_lt(u32x4_sub(masked, halves(LOW_TIE, 1)), halves(1, HIGH_MOST))
}

vector! {
    Simd128(v128), 4 lanes, 4 rows:
    load |from| v128_load(from.cast());
    store |own, to| v128_store(to.cast(), own);
    splat |value| f32x4_splat(value);
    mul_add |own, factor, term| {
        let (factors, terms) = (wide(factor), wide(term));
        let [a, b] = wide(own);
        let a = f64x2_add(f64x2_mul(a, factors[0]), terms[0]);
        let b = f64x2_add(f64x2_mul(b, factors[1]), terms[1]);
        if v128_any_true(v128_or(hard(a), hard(b))) {
            mul_add(own, factor, term)
        } else {
            i64x2_shuffle::<0, 2>(f32x4_demote_f64x2_zero(a), f32x4_demote_f64x2_zero(b))
        }
    };
    round |own| f32x4_nearest(own);
    add |own, other| f32x4_add(own, other);
    sub |own, other| f32x4_sub(own, other);
    mul |own, other| f32x4_mul(own, other);
    // "Pseudo": `if a < b { b } else { a }` of the arguments in this order.
    max |own, other| f32x4_pmax(other, own);
    min |own, other| f32x4_pmin(other, own);
    where_positive |own, condition| v128_and(f32x4_gt(condition, f32x4_splat(0.0)), own);
}

entry_points!(Simd128);

bytes! {
    /// Adds two products at a time in 32 bits: the even ones of four, then the odd ones.
    Pairs(v128) of Simd128, 4 cells:
    zero i32x4_splat(0);
    load |from| v128_load(from.cast());
    splat |from| v128_load32_splat(from.cast());
    dot |own, activations, weights| {
        let even = v128_and(activations, i16x8_splat(0xff));
        let even = i32x4_dot_i16x8(even, i16x8_shr(i16x8_shl(weights, 8), 8));
        let odd = i32x4_dot_i16x8(u16x8_shr(activations, 8), i16x8_shr(weights, 8));
        i32x4_add(i32x4_add(own, even), odd)
    };
    to_floats |own| f32x4_convert_i32x4(own);
    store |numbers, to| {
        let numbers = i32x4_trunc_sat_f32x4(f32x4_nearest(numbers));
        let halves = i16x8_narrow_i32x4(numbers, numbers);
        v128_store32_lane::<0>(u8x16_narrow_i16x8(halves, halves), to.cast())
    };
}

entry_points8!(Pairs);
