//! The kernel for processors with AVX2 and FMA: 16 registers of 8 numbers.

use super::entry::{entry_points, entry_points8};
use super::vector::{bytes, vector};
use std::arch::x86_64::*;

vector! {
    Avx2(__m256), 8 lanes, 6 rows:
    load |from| _mm256_loadu_ps(from);
    store |own, to| _mm256_storeu_ps(to, own);
    splat |value| _mm256_set1_ps(value);
    mul_add |own, factor, term| _mm256_fmadd_ps(own, factor, term);
    round |own| _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(own);
    add |own, other| _mm256_add_ps(own, other);
    sub |own, other| _mm256_sub_ps(own, other);
    mul |own, other| _mm256_mul_ps(own, other);
    max |own, other| _mm256_max_ps(own, other);
    min |own, other| _mm256_min_ps(own, other);
    where_positive |own, condition| {
        let mask = _mm256_cmp_ps::<_CMP_GT_OQ>(condition, _mm256_setzero_ps());
        _mm256_and_ps(mask, own)
    };
}

entry_points!(Avx2, "avx2", "fma");

/// A vector of 8-bit factors or of their sums; `$dot` multiplies and adds.
macro_rules! bytes_with {
    ($name:ident, $doc:literal, |$sums:ident, $activations:ident, $weights:ident| $dot:expr) => {
        bytes! {
            #[doc = $doc]
            $name(__m256i) of Avx2, 5 cells:
            zero _mm256_setzero_si256();
            load |from| _mm256_loadu_si256(from.cast());
            splat |from| _mm256_set1_epi32(from.cast::<i32>().read_unaligned());
            dot |$sums, $activations, $weights| $dot;
            to_floats |own| _mm256_cvtepi32_ps(own);
            store |numbers, to| {
                let numbers = _mm256_cvtps_epi32(numbers);
                let (low, high) = (_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
                let halves = _mm_packs_epi32(low, high);
                _mm_storel_epi64(to.cast(), _mm_packus_epi16(halves, halves));
            };
        }
    };
}

bytes_with!(Pairs, "Adds two products at a time in 16 bits, which is exact.", |sums, activations, weights| {
    let pairs = _mm256_maddubs_epi16(activations, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
});
bytes_with!(Vnni, "Adds four products by one instruction (AVX-VNNI).", |sums, activations, weights| {
    _mm256_dpbusd_avx_epi32(sums, activations, weights)
});

/// Dot products without an instruction for four products.
pub mod pairs {
    super::entry_points8!(super::Pairs, "avx2", "fma");
}

pub mod vnni {
    super::entry_points8!(super::Vnni, "avx2", "fma", "avxvnni");
}
