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
            skip: super::Skip,
            output: &mut [f32],
            workspace: &mut super::Workspace,
        ) {
            // SAFETY: as the caller promises: the unit is there and the slices are long enough.
            unsafe { super::winograd::conv::<$vector>(conv, board, count, input, bias, skip, output, workspace) }
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
    };
}

pub(super) use entry_points;
