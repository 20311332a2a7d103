//! The kernel for processors with AVX-512F: 32 registers of 16 numbers.

use super::entry::{entry_points, entry_points8};
use super::vector::{bytes, vector};
use std::arch::x86_64::*;

vector! {
    Avx512(__m512), 16 lanes, 12 rows:
    load |from| _mm512_loadu_ps(from);
    store |own, to| _mm512_storeu_ps(to, own);
    splat |value| _mm512_set1_ps(value);
    mul_add |own, factor, term| _mm512_fmadd_ps(own, factor, term);
    round |own| _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(own);
    add |own, other| _mm512_add_ps(own, other);
    sub |own, other| _mm512_sub_ps(own, other);
    mul |own, other| _mm512_mul_ps(own, other);
    max |own, other| _mm512_max_ps(own, other);
    min |own, other| _mm512_min_ps(own, other);
    where_positive |own, condition| {
        let mask = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(condition, _mm512_setzero_ps());
        _mm512_maskz_mov_ps(mask, own)
    };
}

entry_points!(Avx512, "avx512f");

bytes! {
    /// Adds four products by one instruction (VNNI).
    Vnni(__m512i) of Avx512, 12 cells:
    zero _mm512_setzero_si512();
    load |from| _mm512_loadu_epi8(from);
    splat |from| _mm512_set1_epi32(from.cast::<i32>().read_unaligned());
    dot |own, activations, weights| _mm512_dpbusd_epi32(own, activations, weights);
    to_floats |own| _mm512_cvtepi32_ps(own);
    store |numbers, to| {
        let bytes = _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(numbers));
        _mm_storeu_si128(to.cast(), bytes);
    };
}

entry_points8!(Vnni, "avx512f", "avx512bw", "avx512vnni");
