//! The kernel for 64-bit ARM processors, all of which have NEON: 32 registers of 4 numbers.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block is one use of the unit: the traits ask the caller for the unit and for valid pointers"
)]

use super::entry::{entry_points, entry_points8};
use super::vector::{Bytes, Vector};
use std::arch::aarch64::*;

#[derive(Clone, Copy)]
pub struct Neon(float32x4_t);

impl Vector for Neon {
    const LANES: usize = 4;
    const ROWS: usize = 12;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        Neon(unsafe { vld1q_f32(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { vst1q_f32(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Neon(unsafe { vdupq_n_f32(value) })
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
        Neon(unsafe { vfmaq_f32(term.0, self.0, factor.0) })
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Neon(unsafe { vaddq_f32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Neon(unsafe { vsubq_f32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Neon(unsafe { vmulq_f32(self.0, other.0) })
    }

    // Not the unit's own maximum and minimum, which order -0 before 0.
    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Neon(unsafe { vbslq_f32(vcgtq_f32(self.0, other.0), self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        Neon(unsafe { vbslq_f32(vcltq_f32(self.0, other.0), self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn round(self) -> Self {
        Neon(unsafe { vrndnq_f32(self.0) })
    }

    #[inline(always)]
    unsafe fn where_positive(self, condition: Self) -> Self {
        unsafe {
            let mask = vcgtq_f32(condition.0, vdupq_n_f32(0.0));
            Neon(vreinterpretq_f32_u32(vandq_u32(mask, vreinterpretq_u32_f32(self.0))))
        }
    }
}

entry_points!(Neon, "neon");

/// A vector of 8-bit factors or of their sums; `$dot` multiplies and adds.
macro_rules! bytes {
    ($name:ident, $doc:literal, |$sums:ident, $activations:ident, $weights:ident| $dot:expr) => {
        #[doc = $doc]
        #[derive(Clone, Copy)]
        pub struct $name(int32x4_t);

        impl Bytes for $name {
            type Floats = Neon;
            const CELLS: usize = 12;

            #[inline(always)]
            unsafe fn zero() -> Self {
                $name(unsafe { vdupq_n_s32(0) })
            }

            #[inline(always)]
            unsafe fn load(from: *const i8) -> Self {
                $name(unsafe { vreinterpretq_s32_s8(vld1q_s8(from)) })
            }

            #[inline(always)]
            unsafe fn splat(from: *const u8) -> Self {
                $name(unsafe { vdupq_n_s32(from.cast::<i32>().read_unaligned()) })
            }

            #[inline(always)]
            unsafe fn dot(self, activations: Self, weights: Self) -> Self {
                // Activations are at most 127 and so are signed bytes, too.
                let [$activations, $weights] =
                    [activations, weights].map(|bytes| unsafe { vreinterpretq_s8_s32(bytes.0) });
                let $sums = self.0;
                $name(unsafe { $dot })
            }

            #[inline(always)]
            unsafe fn to_floats(self) -> Neon {
                Neon(unsafe { vcvtq_f32_s32(self.0) })
            }

            #[inline(always)]
            unsafe fn store(numbers: Neon, to: *mut u8) {
                unsafe {
                    let halves = vmovn_u32(vcvtnq_u32_f32(numbers.0));
                    let bytes = vmovn_u16(vcombine_u16(halves, halves));
                    to.cast::<u32>().write_unaligned(vget_lane_u32::<0>(vreinterpret_u32_u8(bytes)));
                }
            }
        }
    };
}

bytes!(Pairs, "Adds two products at a time in 16 bits, which is exact.", |sums, activations, weights| {
    let low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
    let high = vmull_high_s8(activations, weights);
    vaddq_s32(sums, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)))
});
bytes!(
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

/// Without an instruction for four products.
pub mod pairs {
    super::entry_points8!(super::Pairs, "neon");
}

/// With the dot product of ARMv8.2.
pub mod dot {
    super::entry_points8!(super::Dot, "neon", "dotprod");
}
