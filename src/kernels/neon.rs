//! The kernel for 64-bit ARM processors, all of which have NEON: 32 registers of 4 numbers.

use super::entry::{entry_points, entry_points8};
use super::vector::{bytes, vector};
use std::arch::aarch64::*;

vector! {
    Neon(float32x4_t), 4 lanes, 12 rows:
    load |from| vld1q_f32(from);
    store |own, to| vst1q_f32(to, own);
    splat |value| vdupq_n_f32(value);
    mul_add |own, factor, term| vfmaq_f32(term, own, factor);
    round |own| vrndnq_f32(own);
    add |own, other| vaddq_f32(own, other);
    sub |own, other| vsubq_f32(own, other);
    mul |own, other| vmulq_f32(own, other);
    // Not the unit's own maximum and minimum, which order -0 before 0.
    max |own, other| vbslq_f32(vcgtq_f32(own, other), own, other);
    min |own, other| vbslq_f32(vcltq_f32(own, other), own, other);
    where_positive |own, condition| {
        let mask = vcgtq_f32(condition, vdupq_n_f32(0.0));
        vreinterpretq_f32_u32(vandq_u32(mask, vreinterpretq_u32_f32(own)))
    };
}

entry_points!(Neon, "neon");

/// A vector of 8-bit factors or of their sums; `$dot` multiplies and adds.
macro_rules! bytes_with {
    ($name:ident, $doc:literal, |$sums:ident, $activations:ident, $weights:ident| $dot:expr) => {
        bytes! {
            #[doc = $doc]
            $name(int32x4_t) of Neon, 12 cells:
            zero vdupq_n_s32(0);
            load |from| vreinterpretq_s32_s8(vld1q_s8(from));
            splat |from| vdupq_n_s32(from.cast::<i32>().read_unaligned());
            dot |$sums, $activations, $weights| {
                // Activations are at most 127 and so are signed bytes, too.
                let [$activations, $weights] = [$activations, $weights].map(|bytes| vreinterpretq_s8_s32(bytes));
                $dot
            };
            to_floats |own| vcvtq_f32_s32(own);
            store |numbers, to| {
                let halves = vmovn_u32(vcvtnq_u32_f32(numbers));
                let bytes = vmovn_u16(vcombine_u16(halves, halves));
                to.cast::<u32>().write_unaligned(vget_lane_u32::<0>(vreinterpret_u32_u8(bytes)));
            };
        }
    };
}

bytes_with!(Pairs, "Adds two products at a time in 16 bits, which is exact.", |sums, activations, weights| {
    let low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
    let high = vmull_high_s8(activations, weights);
    vaddq_s32(sums, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)))
});
bytes_with!(
    Dot,
    "Adds four products by one instruction, for which Rust has no stable intrinsic.",
    |sums, activations, weights| {
        let added;
        std::arch::asm!(
            ".arch_extension dotprod",
            "sdot {sums:v}.4s, {activations:v}.16b, {weights:v}.16b",
            sums = inlateout(vreg) sums => added,
            activations = in(vreg) activations,
            weights = in(vreg) weights,
            options(pure, nomem, nostack, preserves_flags)
        );
        added
    }
);

/// Dot products without an instruction for four products.
pub mod pairs {
    super::entry_points8!(super::Pairs, "neon");
}

/// Dot products with the instruction of ARMv8.2.
pub mod dot {
    super::entry_points8!(super::Dot, "neon", "dotprod");
}
