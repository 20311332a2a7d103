//! For processors with AVX2 and FMA: 16 registers of 8 numbers.

use super::vector::{Vector, entry_points};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub struct Avx2(__m256);

// SAFETY of all blocks below: the trait asks its caller for the unit and for valid pointers.
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
    unsafe fn where_positive(self, condition: Self) -> Self {
        unsafe {
            let mask = _mm256_cmp_ps::<_CMP_GT_OQ>(condition.0, _mm256_setzero_ps());
            Avx2(_mm256_and_ps(mask, self.0))
        }
    }
}

entry_points!(Avx2, "avx2", "fma");
