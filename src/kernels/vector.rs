//! The operations that the loops need of a vector unit.

/// A vector of 32-bit floating-point numbers.
///
/// # Safety
/// The processor must have the vector unit, and pointers must be valid for `LANES` numbers.
pub trait Vector: Copy {
    /// Numbers in a vector; divides [`BLOCK`](super::layout::BLOCK).
    const LANES: usize;
    /// Rows of a matrix product whose sums, two vectors each, fit in the registers; at most 12.
    const ROWS: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn splat(value: f32) -> Self;
    /// `self * factor + term`, rounded once.
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    /// The larger number; `other` where the two are equal, so that the rectifier never gives -0, or where one is NaN.
    unsafe fn max(self, other: Self) -> Self;
    /// The smaller number; `other` where the two are equal or one is NaN.
    unsafe fn min(self, other: Self) -> Self;
    /// Rounds to the nearest integer, ties to even.
    unsafe fn round(self) -> Self;
    /// `self` where `condition` is above 0, else 0.
    unsafe fn where_positive(self, condition: Self) -> Self;
}

/// A vector of 32-bit integers: sums, or groups of four 8-bit factors.
///
/// # Safety
/// As for [`Vector`]; four bytes stand for a number.
pub trait Bytes: Copy {
    /// A vector with as many lanes.
    type Floats: Vector;
    /// Cells of a convolution whose sums, two vectors each, fit in the registers; at most 12.
    const CELLS: usize;

    unsafe fn zero() -> Self;
    /// One group of weights per lane.
    unsafe fn load(from: *const i8) -> Self;
    /// The same group of four activations, each from 0 to 127, in every lane.
    unsafe fn splat(from: *const u8) -> Self;
    /// `self` plus, in each lane, the four products of its group.
    unsafe fn dot(self, activations: Self, weights: Self) -> Self;
    /// The sums as floating-point numbers, rounded to the nearest, ties to even.
    unsafe fn to_floats(self) -> Self::Floats;
    /// Writes numbers from 0 to 127, rounded to the nearest integer, ties to even, one byte each.
    unsafe fn store(numbers: Self::Floats, to: *mut u8);
}
