//! The kernel for x86-64 processors without AVX2: 16 registers of 4 numbers. SSE2 has no fused multiply-add, see
//! [`fused`](super::fused).

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::fused::{HIGH_MASK, HIGH_MOST, LOW_MASK, LOW_TIE, hard_mul_add};
use super::vector::{Bytes, Vector};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub struct Sse2(__m128);

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

/// Marks the sums that are hard, see [`fused`](super::fused): one of their halves, masked, lies in a range. SSE2
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

impl Vector for Sse2 {
    const LANES: usize = 4;
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        Sse2(unsafe { _mm_loadu_ps(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { _mm_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Sse2(unsafe { _mm_set1_ps(value) })
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        unsafe {
            let (factors, terms) = (wide(factor.0), wide(term.0));
            let [a, b] = wide(self.0);
            let a = _mm_add_pd(_mm_mul_pd(a, factors[0]), terms[0]);
            let b = _mm_add_pd(_mm_mul_pd(b, factors[1]), terms[1]);
            if _mm_movemask_epi8(_mm_or_si128(hard(a), hard(b))) != 0 {
                return Sse2(mul_add(self.0, factor.0, term.0));
            }
            Sse2(_mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)))
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Sse2(unsafe { _mm_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Sse2(unsafe { _mm_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Sse2(unsafe { _mm_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Sse2(unsafe { _mm_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Sse2(unsafe { _mm_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        unsafe {
            // Floats of this size have no fraction, so that adding it rounds.
            let whole = _mm_set1_ps((1 << 23) as f32);
            let sign = _mm_and_ps(self.0, _mm_set1_ps(-0.0));
            let size = _mm_xor_ps(self.0, sign);
            let rounded = _mm_or_ps(_mm_sub_ps(_mm_add_ps(size, whole), whole), sign);
            let small = _mm_cmplt_ps(size, whole);
            Sse2(_mm_or_ps(_mm_and_ps(small, rounded), _mm_andnot_ps(small, self.0)))
        }
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        unsafe { Sse2(_mm_and_ps(_mm_cmpgt_ps(condition.0, _mm_setzero_ps()), self.0)) }
    }
}

entry_points!(Sse2);

/// Adds two products at a time in 32 bits: the even ones of four, then the odd ones.
#[derive(Clone, Copy)]
pub struct Pairs(__m128i);

impl Bytes for Pairs {
    type Floats = Sse2;
    const CELLS: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Pairs(unsafe { _mm_setzero_si128() })
    }

    #[inline(always)]
    unsafe fn load(from: *const i8) -> Self {
        Pairs(unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    unsafe fn splat(from: *const u8) -> Self {
        Pairs(unsafe { _mm_set1_epi32(from.cast::<i32>().read_unaligned()) })
    }

    #[inline(always)]
    unsafe fn dot(self, activations: Self, weights: Self) -> Self {
        unsafe {
            let even = _mm_and_si128(activations.0, _mm_set1_epi16(0xff));
            let even = _mm_madd_epi16(even, _mm_srai_epi16::<8>(_mm_slli_epi16::<8>(weights.0)));
            let odd = _mm_madd_epi16(_mm_srli_epi16::<8>(activations.0), _mm_srai_epi16::<8>(weights.0));
            Pairs(_mm_add_epi32(_mm_add_epi32(self.0, even), odd))
        }
    }

    #[inline(always)]
    unsafe fn to_floats(self) -> Sse2 {
        Sse2(unsafe { _mm_cvtepi32_ps(self.0) })
    }

    #[inline(always)]
    unsafe fn store(numbers: Sse2, to: *mut u8) {
        unsafe {
            let numbers = _mm_cvtps_epi32(numbers.0);
            let halves = _mm_packs_epi32(numbers, numbers);
            to.cast::<i32>().write_unaligned(_mm_cvtsi128_si32(_mm_packus_epi16(halves, halves)));
        }
    }
}
entry_points8!(Pairs);
