//! The kernel for processors with AVX2 and FMA: 16 registers of 8 numbers.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::vector::{Bytes, Vector};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub struct Avx2(__m256);

impl Vector for Avx2 {
    const LANES: usize = 8;
    const ROWS: usize = 6;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        Avx2(unsafe { _mm256_loadu_ps(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { _mm256_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Avx2(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        Avx2(unsafe { _mm256_fmadd_ps(self.0, factor.0, term.0) })
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Avx2(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        Avx2(unsafe { _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0) })
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        unsafe {
            let mask = _mm256_cmp_ps::<_CMP_GT_OQ>(condition.0, _mm256_setzero_ps());
            Avx2(_mm256_and_ps(mask, self.0))
        }
    }
}

entry_points!(Avx2, "avx2", "fma");

/// A vector of 8-bit factors or of their sums; `$dot` multiplies and adds.
macro_rules! bytes {
    ($name:ident, $doc:literal, |$sums:ident, $activations:ident, $weights:ident| $dot:expr) => {
        #[doc = $doc]
        #[derive(Clone, Copy)]
        pub struct $name(__m256i);

        impl Bytes for $name {
            type Floats = Avx2;
            const CELLS: usize = 5;

            #[inline(always)]
            unsafe fn zero() -> Self {
                $name(unsafe { _mm256_setzero_si256() })
            }

            #[inline(always)]
            unsafe fn load(from: *const i8) -> Self {
                $name(unsafe { _mm256_loadu_si256(from.cast()) })
            }

            #[inline(always)]
            unsafe fn splat(from: *const u8) -> Self {
                $name(unsafe { _mm256_set1_epi32(from.cast::<i32>().read_unaligned()) })
            }

            #[inline(always)]
            unsafe fn dot(self, activations: Self, weights: Self) -> Self {
                let ($sums, $activations, $weights) = (self.0, activations.0, weights.0);
                $name(unsafe { $dot })
            }

            #[inline(always)]
            unsafe fn to_floats(self) -> Avx2 {
                Avx2(unsafe { _mm256_cvtepi32_ps(self.0) })
            }

            #[inline(always)]
            unsafe fn store(numbers: Avx2, to: *mut u8) {
                unsafe {
                    let numbers = _mm256_cvtps_epi32(numbers.0);
                    let (low, high) = (_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
                    let halves = _mm_packs_epi32(low, high);
                    _mm_storel_epi64(to.cast(), _mm_packus_epi16(halves, halves));
                }
            }
        }
    };
}

bytes!(Pairs, "Adds two products at a time in 16 bits, which is exact.", |sums, activations, weights| {
    let pairs = _mm256_maddubs_epi16(activations, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
});
bytes!(Vnni, "Adds four products by one instruction (AVX-VNNI).", |sums, activations, weights| {
    _mm256_dpbusd_avx_epi32(sums, activations, weights)
});

/// Without an instruction for four products.
pub mod pairs {
    super::entry_points8!(super::Pairs, "avx2", "fma");
}

pub mod vnni {
    super::entry_points8!(super::Vnni, "avx2", "fma", "avxvnni");
}
