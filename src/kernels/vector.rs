//! The operations of a vector unit that the loops need.

/// A vector of 32-bit floating-point numbers.
///
/// # Safety
/// The processor must have the vector unit, and pointers must be valid for `LANES` numbers.
pub trait Vector: Copy {
    /// Number of lanes of a vector; divides [`BLOCK`](super::layout::BLOCK).
    const LANES: usize;
    /// Number of rows of a matrix product whose sums, two vectors each, fit in the registers; at most 12.
    const ROWS: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn splat(value: f32) -> Self;
    /// `self * factor + term`, rounded once.
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    /// The larger number; `other` if the two are equal, so that the rectifier never gives -0, or if one is NaN.
    unsafe fn max(self, other: Self) -> Self;
    /// The smaller number; `other` if the two are equal or one is NaN.
    unsafe fn min(self, other: Self) -> Self;
    /// Rounds to the nearest integer, ties to even.
    unsafe fn round(self) -> Self;
    /// `self` in lanes whose `condition` is above 0, else 0.
    unsafe fn where_positive(self, condition: Self) -> Self;
}

/// A vector of 32-bit integers: sums, or groups of four 8-bit factors.
///
/// # Safety
/// As for [`Vector`]; four bytes stand for a number.
pub trait Bytes: Copy {
    /// A vector of floating-point numbers with as many lanes.
    type Floats: Vector;
    /// Number of cells of a convolution whose sums, two vectors each, fit in the registers; at most 12.
    const CELLS: usize;

    unsafe fn zero() -> Self;
    /// Loads one group of weights per lane.
    unsafe fn load(from: *const i8) -> Self;
    /// Loads the same group of four activations, each from 0 to 127, into every lane.
    unsafe fn splat(from: *const u8) -> Self;
    /// `self` plus, in each lane, the four products of its group.
    unsafe fn dot(self, activations: Self, weights: Self) -> Self;
    /// The sums as floating-point numbers, rounded to the nearest, ties to even.
    unsafe fn to_floats(self) -> Self::Floats;
    /// Writes numbers from 0 to 127, rounded to the nearest integer, ties to even, one byte each.
    unsafe fn store(numbers: Self::Floats, to: *mut u8);
}

/// Implements [`Vector`] for a unit's register: an expression for each function, by the registers of its arguments.
macro_rules! vector {
    (
        $name:ident($register:ty), $lanes:tt lanes, $rows:literal rows:
        load |$from:ident| $load:expr;
        store |$stored:ident, $to:ident| $store:expr;
        splat |$value:ident| $splat:expr;
        mul_add |$own:ident, $factor:ident, $term:ident| $mul_add:expr;
        round |$number:ident| $round:expr;
        $($operation:ident |$left:ident, $right:ident| $result:expr;)*
    ) => {
        #[derive(Clone, Copy)]
        pub struct $name($register);

        #[allow(
            unused_unsafe,
            clippy::undocumented_unsafe_blocks,
            reason = "each block is one use of the unit: the trait asks the caller for the unit and for valid pointers"
        )]
        impl $crate::kernels::vector::Vector for $name {
            const LANES: usize = $lanes;
            const ROWS: usize = $rows;

            #[inline(always)]
            unsafe fn load($from: *const f32) -> Self {
                $name(unsafe { $load })
            }

            #[inline(always)]
            unsafe fn store(self, $to: *mut f32) {
                let $stored = self.0;
                unsafe { $store }
            }

            #[inline(always)]
            unsafe fn splat($value: f32) -> Self {
                $name(unsafe { $splat })
            }

            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, term: Self) -> Self {
                let ($own, $factor, $term) = (self.0, factor.0, term.0);
                $name(unsafe { $mul_add })
            }

            #[inline(always)]
            unsafe fn round(self) -> Self {
                let $number = self.0;
                $name(unsafe { $round })
            }

            $(#[inline(always)]
            unsafe fn $operation(self, other: Self) -> Self {
                let ($left, $right) = (self.0, other.0);
                $name(unsafe { $result })
            })*
        }
    };
}

/// Implements [`Bytes`] for a unit's register.
macro_rules! bytes {
    (
        $(#[$about:meta])*
        $name:ident($register:ty) of $floats:ident, $cells:literal cells:
        zero $zero:expr;
        load |$from:ident| $load:expr;
        splat |$group:ident| $splat:expr;
        dot |$sums:ident, $activations:ident, $weights:ident| $dot:expr;
        to_floats |$own:ident| $to_floats:expr;
        store |$numbers:ident, $to:ident| $store:expr;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $name($register);

        #[allow(
            unused_unsafe,
            clippy::undocumented_unsafe_blocks,
            reason = "each block is one use of the unit: the trait asks the caller for the unit and for valid pointers"
        )]
        impl $crate::kernels::vector::Bytes for $name {
            type Floats = $floats;
            const CELLS: usize = $cells;

            #[inline(always)]
            unsafe fn zero() -> Self {
                $name(unsafe { $zero })
            }

            #[inline(always)]
            unsafe fn load($from: *const i8) -> Self {
                $name(unsafe { $load })
            }

            #[inline(always)]
            unsafe fn splat($group: *const u8) -> Self {
                $name(unsafe { $splat })
            }

            #[inline(always)]
            unsafe fn dot(self, activations: Self, weights: Self) -> Self {
                let ($sums, $activations, $weights) = (self.0, activations.0, weights.0);
                $name(unsafe { $dot })
            }

            #[inline(always)]
            unsafe fn to_floats(self) -> $floats {
                let $own = self.0;
                $floats(unsafe { $to_floats })
            }

            #[inline(always)]
            unsafe fn store(numbers: $floats, $to: *mut u8) {
                let $numbers = numbers.0;
                unsafe { $store }
            }
        }
    };
}

pub(super) use {bytes, vector};
