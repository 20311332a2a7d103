//! Fused multiply-add for processors without an instruction for it: `f32::mul_add` would call a library function for
//! each number.
//!
//! The product of two floats is exact in a double. Adding the third float rounds to a double, and converting that to a
//! float rounds again, which may differ from rounding the exact sum once. The results can only differ if the double
//! lies exactly between two neighbouring floats: those sums are *hard* and computed anew by rounding the double to odd
//! (Boldo and Melquiond 2008, "Emulation of FMA and correctly rounded sums").

/// A sum is hard if the low half of the double, masked by [`LOW_MASK`], is [`LOW_TIE`], since a double has 29 bits more
/// than a float; and also, to be safe, if the float would be subnormal and so have fewer bits: if the high half without
/// its sign is between 1 and [`HIGH_MOST`].
pub(super) const LOW_MASK: u32 = 0x1fff_ffff;
pub(super) const LOW_TIE: u32 = 0x1000_0000;
pub(super) const HIGH_MASK: u32 = 0x7fff_ffff;
/// See [`LOW_MASK`]. The smallest normal float as a double has the high half 0x38100000.
pub(super) const HIGH_MOST: u32 = 0x380f_ffff;

#[inline(always)]
fn is_hard(sum: f64) -> bool {
    let bits = sum.to_bits();
    let (high, low) = ((bits >> 32) as u32 & HIGH_MASK, bits as u32 & LOW_MASK);
    (low == LOW_TIE) | (high.wrapping_sub(1) < HIGH_MOST)
}

/// `a * b + c` for each lane, rounded once.
#[inline(always)]
pub(super) fn mul_add<const N: usize>(a: [f32; N], b: [f32; N], c: [f32; N]) -> [f32; N] {
    // If the processor has the instruction, `f32::mul_add` is that instruction.
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        return std::array::from_fn(|i| a[i].mul_add(b[i], c[i]));
    }
    let sums: [f64; N] = std::array::from_fn(|i| f64::from(a[i]) * f64::from(b[i]) + f64::from(c[i]));
    let hard = sums.map(is_hard);
    if hard.iter().fold(false, |any, &hard| any | hard) {
        return hard_mul_add(&a, &b, &c);
    }
    sums.map(|sum| sum as f32)
}

/// [`mul_add`] for any numbers.
#[cold]
#[inline(never)]
pub(super) fn hard_mul_add<const N: usize>(a: &[f32; N], b: &[f32; N], c: &[f32; N]) -> [f32; N] {
    std::array::from_fn(|i| {
        let (product, term) = (f64::from(a[i]) * f64::from(b[i]), f64::from(c[i]));
        let sum = product + term;
        // The exact part that rounding removed from the sum (Knuth's TwoSum); not a number if the sum is not finite.
        let part = sum - product;
        let rest = (product - (sum - part)) + (term - part);
        if !sum.is_finite() || rest == 0.0 {
            return sum as f32;
        }
        // Rounded to odd: cut off towards zero, then the last bit marks that a part was cut off. The sum is not zero,
        // or it would be exact.
        let away_from_zero = (rest < 0.0) == (sum > 0.0);
        f64::from_bits((sum.to_bits() - u64::from(away_from_zero)) | 1) as f32
    })
}
