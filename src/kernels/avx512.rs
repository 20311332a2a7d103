//! The kernel for processors with AVX-512F: 32 registers of 16 numbers.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::vector::{Bytes, Vector};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub struct Avx512(__m512);

impl Vector for Avx512 {
    const LANES: usize = 16;
    const ROWS: usize = 12;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        Avx512(unsafe { _mm512_loadu_ps(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { _mm512_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Avx512(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        Avx512(unsafe { _mm512_fmadd_ps(self.0, factor.0, term.0) })
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        Avx512(unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0) })
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        unsafe {
            let mask = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(condition.0, _mm512_setzero_ps());
            Avx512(_mm512_maskz_mov_ps(mask, self.0))
        }
    }
}

entry_points!(Avx512, "avx512f");

/// Adds four products by one instruction (VNNI).
#[derive(Clone, Copy)]
pub struct Vnni(__m512i);

impl Bytes for Vnni {
    type Floats = Avx512;
    const CELLS: usize = 12;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Vnni(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    unsafe fn load(from: *const i8) -> Self {
        Vnni(unsafe { _mm512_loadu_epi8(from) })
    }

    #[inline(always)]
    unsafe fn splat(from: *const u8) -> Self {
        Vnni(unsafe { _mm512_set1_epi32(from.cast::<i32>().read_unaligned()) })
    }

    #[inline(always)]
    unsafe fn dot(self, activations: Self, weights: Self) -> Self {
        Vnni(unsafe { _mm512_dpbusd_epi32(self.0, activations.0, weights.0) })
    }

    #[inline(always)]
    unsafe fn to_floats(self) -> Avx512 {
        Avx512(unsafe { _mm512_cvtepi32_ps(self.0) })
    }

    #[inline(always)]
    unsafe fn store(numbers: Avx512, to: *mut u8) {
        unsafe {
            let bytes = _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(numbers.0));
            _mm_storeu_si128(to.cast(), bytes);
        }
    }
}

entry_points8!(Vnni, "avx512f", "avx512bw", "avx512vnni");
