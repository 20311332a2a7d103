//! The kernel for x86-64 processors without AVX2: 16 registers of 4 numbers. SSE2 has no fused multiply-add, see
//! [`fused`](super::fused).

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::fused::{HIGH_MASK, HIGH_MOST, LOW_MASK, LOW_TIE, hard_mul_add};
use super::vector::{bytes, vector};
use std::arch::x86_64::*;

/// `a * b + c` for any numbers.
#[cold]
#[inline(never)]
fn mul_add(a: __m128, b: __m128, c: __m128) -> __m128 {
    let lanes = |vector: __m128| {
        let mut lanes = [0.0f32; 4];
        // SAFETY: every x86-64 processor has SSE2; the array holds a vector.
        unsafe { _mm_storeu_ps(lanes.as_mut_ptr(), vector) };
        lanes
    };
    let sums = hard_mul_add(&lanes(a), &lanes(b), &lanes(c));
    // SAFETY: as above.
    unsafe { _mm_loadu_ps(sums.as_ptr()) }
}

/// Two halves in double precision.
#[inline(always)]
unsafe fn wide(vector: __m128) -> [__m128d; 2] {
    unsafe { [_mm_cvtps_pd(vector), _mm_cvtps_pd(_mm_movehl_ps(vector, vector))] }
}

/// Marks the sums that are hard, see [`fused`](super::fused): one half of a hard sum, masked, lies in a range. SSE2
/// compares signed integers only, so that the range is shifted to begin at the least one.
#[inline(always)]
unsafe fn hard(sums: __m128d) -> __m128i {
    const MIN: i32 = i32::MIN;
    unsafe {
        let halves = |low: i32, high: i32| _mm_set_epi32(high, low, high, low);
        let masked = _mm_and_si128(_mm_castpd_si128(sums), halves(LOW_MASK as i32, HIGH_MASK as i32));
        let shifted = _mm_add_epi32(masked, halves(MIN.wrapping_sub(LOW_TIE as i32), MIN.wrapping_sub(1)));
        _mm_cmpgt_epi32(halves(MIN + 1, MIN + HIGH_MOST as i32), shifted)
    }
}

vector! {
    Sse2(__m128), 4 lanes, 4 rows:
    load |from| _mm_loadu_ps(from);
    store |own, to| _mm_storeu_ps(to, own);
    splat |value| _mm_set1_ps(value);
    mul_add |own, factor, term| {
        let (factors, terms) = (wide(factor), wide(term));
        let [a, b] = wide(own);
        let a = _mm_add_pd(_mm_mul_pd(a, factors[0]), terms[0]);
        let b = _mm_add_pd(_mm_mul_pd(b, factors[1]), terms[1]);
        if _mm_movemask_epi8(_mm_or_si128(hard(a), hard(b))) != 0 {
            mul_add(own, factor, term)
        } else {
            _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b))
        }
    };
    round |own| {
        // Floats of this size have no fraction, so that adding it rounds.
        let whole = _mm_set1_ps((1 << 23) as f32);
        let sign = _mm_and_ps(own, _mm_set1_ps(-0.0));
        let size = _mm_xor_ps(own, sign);
        let rounded = _mm_or_ps(_mm_sub_ps(_mm_add_ps(size, whole), whole), sign);
        let small = _mm_cmplt_ps(size, whole);
        _mm_or_ps(_mm_and_ps(small, rounded), _mm_andnot_ps(small, own))
    };
    add |own, other| _mm_add_ps(own, other);
    sub |own, other| _mm_sub_ps(own, other);
    mul |own, other| _mm_mul_ps(own, other);
    max |own, other| _mm_max_ps(own, other);
    min |own, other| _mm_min_ps(own, other);
    where_positive |own, condition| _mm_and_ps(_mm_cmpgt_ps(condition, _mm_setzero_ps()), own);
}

entry_points!(Sse2);

bytes! {
    /// Adds two products at a time in 32 bits: the even ones of four, then the odd ones.
    Pairs(__m128i) of Sse2, 4 cells:
    zero _mm_setzero_si128();
    load |from| _mm_loadu_si128(from.cast());
    splat |from| _mm_set1_epi32(from.cast::<i32>().read_unaligned());
    dot |own, activations, weights| {
        let even = _mm_and_si128(activations, _mm_set1_epi16(0xff));
        let even = _mm_madd_epi16(even, _mm_srai_epi16::<8>(_mm_slli_epi16::<8>(weights)));
        let odd = _mm_madd_epi16(_mm_srli_epi16::<8>(activations), _mm_srai_epi16::<8>(weights));
        _mm_add_epi32(_mm_add_epi32(own, even), odd)
    };
    to_floats |own| _mm_cvtepi32_ps(own);
    store |numbers, to| {
        let numbers = _mm_cvtps_epi32(numbers);
        let halves = _mm_packs_epi32(numbers, numbers);
        to.cast::<i32>().write_unaligned(_mm_cvtsi128_si32(_mm_packus_epi16(halves, halves)));
    };
}
entry_points8!(Pairs);
