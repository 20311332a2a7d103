/// A vector of 32-bit floating-point numbers, as wide as the unit at hand.
///
/// # Safety
/// The functions may only be called where the processor has the unit; pointers must be valid for `LANES` numbers.
pub trait Vector: Copy {
    /// Numbers in a vector; divides the block.
    const LANES: usize;
    /// The most rows of a matrix product whose sums, two vectors each, fit in the registers; at most 12.
    const ROWS: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn splat(value: f32) -> Self;
    /// `self * factor + term`, rounded once.
    unsafe fn mul_add(self, factor: Self, term: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    /// The larger number, `other` where they are equal (so that the rectifier never gives -0) or not comparable.
    unsafe fn max(self, other: Self) -> Self;
    /// The smaller number, `other` where they are equal or not comparable.
    unsafe fn min(self, other: Self) -> Self;
    /// Rounded to the nearest whole number, halves to even.
    unsafe fn round(self) -> Self;
    /// The number where that of `condition` is above 0, else 0.
    unsafe fn where_positive(self, condition: Self) -> Self;
}

/// A vector of 32-bit sums, or of as many groups of four 8-bit numbers.
///
/// # Safety
/// As for [`Vector`].
pub trait Bytes: Copy {
    /// A vector of as many numbers.
    type Floats: Vector;
    /// The most cells of a convolution whose sums, two vectors each, fit in the registers; at most 12.
    const CELLS: usize;

    unsafe fn zero() -> Self;
    /// Groups of weights.
    unsafe fn load(from: *const i8) -> Self;
    /// The same group of four activations, from 0 to 127, everywhere.
    unsafe fn splat(from: *const u8) -> Self;
    /// `self` and the four products of each group.
    unsafe fn dot(self, activations: Self, weights: Self) -> Self;
    /// The sums as floating-point numbers, rounded to the nearest, halves to even.
    unsafe fn to_floats(self) -> Self::Floats;
    /// Writes numbers from 0 to 127, rounded to the nearest, halves to even, one byte each.
    unsafe fn store(numbers: Self::Floats, to: *mut u8);
}

/// The entry points of a kernel: the generic loops, compiled with the features of its unit.
macro_rules! entry_points {
    ($vector:ty $(, $feature:literal)*) => {
        $(#[target_feature(enable = $feature)])*
        #[allow(clippy::too_many_arguments)]
        pub unsafe fn conv(
            conv: &super::Conv,
            board: super::Board,
            count: usize,
            input: &[f32],
            bias: super::Bias,
            then: super::Then,
            output: &mut [f32],
            workspace: &mut super::Workspace,
        ) {
            // SAFETY: as the caller promises: the unit is there and the slices are long enough.
            unsafe { super::winograd::conv::<$vector>(conv, board, count, input, bias, then, output, workspace) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn conv_gradient(
            board: super::Board,
            count: usize,
            channels: [usize; 2],
            input: &[f32],
            gradient: &[f32],
            sums: &mut [f32],
            workspace: &mut super::Workspace,
        ) {
            // SAFETY: as above.
            unsafe { super::gradient::conv_gradient::<$vector>(board, count, channels, input, gradient, sums, workspace) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn moments(channels: usize, cells: usize, input: &[f32], sums: &mut [f32]) {
            // SAFETY: as above.
            unsafe { super::norm::moments::<$vector>(channels, cells, input, sums) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn normalise(
            cells: usize,
            affine: [&[f32]; 2],
            input: &[f32],
            residual: Option<super::Residual>,
            output: &mut [f32],
        ) {
            // SAFETY: as above.
            unsafe { super::norm::normalise::<$vector>(cells, affine, input, residual, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn norm_gradient_sums(
            cells: usize,
            mean: &[f32],
            through: &super::NormGradient,
            sums: &mut [f32],
        ) {
            // SAFETY: as above.
            unsafe { super::norm::norm_gradient_sums::<$vector>(cells, mean, through, sums) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn norm_gradient(
            factors: [&[f32]; 3],
            through: &super::NormGradient,
            result: &mut [f32],
            passed: Option<&mut [f32]>,
        ) {
            // SAFETY: as above.
            unsafe { super::norm::norm_gradient::<$vector>(factors, through, result, passed) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn product(
            matrix: &super::Matrix,
            bias: &[f32],
            rows: usize,
            input: &[f32],
            relu: bool,
            output: &mut [f32],
        ) {
            let finish = super::loops::Finish { bias: bias.as_ptr(), relu };
            let (weights, input, output) = (matrix.weights.as_ptr(), input.as_ptr(), output.as_mut_ptr());
            // SAFETY: as above.
            unsafe { super::loops::product::<$vector>(matrix, weights, finish, rows, input, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn pool(channels: usize, input: &[f32], output: &mut [f32]) {
            // SAFETY: as above.
            unsafe { super::loops::pool::<$vector>(channels, input, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn largest(numbers: &[f32]) -> f32 {
            // SAFETY: as above.
            unsafe { super::rounding::largest::<$vector>(numbers) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn round(numbers: &[f32], range: f32, output: &mut [f32]) {
            // SAFETY: as above.
            unsafe { super::rounding::round::<$vector>(numbers, range, output) }
        }
    };
}

/// The entry points of a kernel that works in 8 bits.
macro_rules! entry_points8 {
    ($tiles:ty $(, $feature:literal)*) => {
        $(#[target_feature(enable = $feature)])*
        #[allow(clippy::too_many_arguments)]
        pub unsafe fn conv8(
            conv: &crate::kernels::Conv8,
            count: usize,
            input: &crate::kernels::Boards8,
            bias: crate::kernels::Bias,
            stream: crate::kernels::Stream,
            scale: f32,
            output: &mut crate::kernels::Boards8,
        ) {
            // SAFETY: as the caller promises: the unit is there and the arrays are long enough.
            unsafe { crate::kernels::int8::conv::<$tiles>(conv, count, input, bias, stream, scale, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn pool8(position: usize, input: &crate::kernels::Boards8, unit: f32, output: &mut [f32]) {
            crate::kernels::int8::pool(position, input, unit, output)
        }
    };
}

pub(super) use {entry_points, entry_points8};
