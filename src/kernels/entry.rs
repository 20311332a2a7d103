//! The functions of a kernel: the generic loops, compiled for its vector unit.

/// The loops on floating-point numbers for `$vector`, compiled with the features of its unit.
macro_rules! entry_points {
    ($vector:ty $(, $feature:literal)*) => {
        $(#[target_feature(enable = $feature)])*
        #[allow(clippy::too_many_arguments)]
        pub unsafe fn conv(
            conv: &crate::kernels::filter::Conv,
            board: crate::kernels::layout::Board,
            count: usize,
            input: &[f32],
            bias: crate::kernels::layout::Bias,
            then: crate::kernels::layout::Epilogue,
            output: &mut [f32],
            workspace: &mut crate::kernels::workspace::Workspace,
        ) {
            // SAFETY: the caller promises that the processor has the unit and that the slices are long enough.
            unsafe { crate::kernels::winograd::conv::<$vector>(conv, board, count, input, bias, then, output, workspace) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn conv_gradient(
            board: crate::kernels::layout::Board,
            count: usize,
            channels: [usize; 2],
            input: &[f32],
            gradient: &[f32],
            sums: &mut [f32],
            workspace: &mut crate::kernels::workspace::Workspace,
        ) {
            // SAFETY: as above.
            unsafe { crate::kernels::gradient::conv_gradient::<$vector>(board, count, channels, input, gradient, sums, workspace) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn moments(
            channels: usize,
            cells: usize,
            input: &[f32],
            shift: crate::kernels::layout::Bias,
            sums: &mut [f32],
        ) {
            // SAFETY: as above.
            unsafe { crate::kernels::norm::moments::<$vector>(channels, cells, input, shift, sums) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn normalise(
            cells: usize,
            scale: &[f32],
            offset: crate::kernels::layout::Bias,
            input: &[f32],
            skip: Option<&[f32]>,
            output: &mut [f32],
        ) {
            // SAFETY: as above.
            unsafe { crate::kernels::norm::normalise::<$vector>(cells, scale, offset, input, skip, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn norm_gradient_sums(
            channels: usize,
            cells: usize,
            mean: crate::kernels::layout::Bias,
            through: &crate::kernels::norm::NormGradient,
            sums: &mut [f32],
        ) {
            // SAFETY: as above.
            unsafe { crate::kernels::norm::norm_gradient_sums::<$vector>(channels, cells, mean, through, sums) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn norm_gradient(
            cells: usize,
            factors: [&[f32]; 2],
            offset: crate::kernels::layout::Bias,
            through: &crate::kernels::norm::NormGradient,
            result: &mut [f32],
            passed: Option<&mut [f32]>,
        ) {
            // SAFETY: as above.
            unsafe { crate::kernels::norm::norm_gradient::<$vector>(cells, factors, offset, through, result, passed) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn product(
            matrix: &crate::kernels::layout::Matrix,
            bias: &[f32],
            rows: usize,
            input: &[f32],
            relu: bool,
            output: &mut [f32],
        ) {
            let finish = crate::kernels::product::Finish { bias: bias.as_ptr(), relu };
            let (weights, input, output) = (matrix.weights.as_ptr(), input.as_ptr(), output.as_mut_ptr());
            // SAFETY: as above.
            unsafe { crate::kernels::product::product::<$vector>(matrix, weights, finish, rows, input, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn pool(channels: usize, input: &[f32], output: &mut [f32]) {
            // SAFETY: as above.
            unsafe { crate::kernels::product::pool::<$vector>(channels, input, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn largest(numbers: &[f32]) -> f32 {
            // SAFETY: as above.
            unsafe { crate::kernels::rounding::largest::<$vector>(numbers) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn round(numbers: &[f32], range: f32, output: &mut [f32]) {
            // SAFETY: as above.
            unsafe { crate::kernels::rounding::round::<$vector>(numbers, range, output) }
        }
    };
}

/// The 8-bit loops by `$convolve`, compiled with the features of its unit.
macro_rules! entry_points8 {
    ($convolve:ty $(, $feature:literal)*) => {
        $(#[target_feature(enable = $feature)])*
        #[allow(clippy::too_many_arguments)]
        pub unsafe fn conv8(
            conv: &crate::kernels::int8::Conv8,
            count: usize,
            input: &crate::kernels::int8::Boards8,
            bias: crate::kernels::layout::Bias,
            stream: crate::kernels::int8::Stream,
            scale: f32,
            output: &mut crate::kernels::int8::Boards8,
        ) {
            // SAFETY: the caller promises that the processor has the unit and that the arrays are long enough.
            unsafe { crate::kernels::int8::conv::<$convolve>(conv, count, input, bias, stream, scale, output) }
        }

        $(#[target_feature(enable = $feature)])*
        pub unsafe fn pool8(position: usize, input: &crate::kernels::int8::Boards8, unit: f32, output: &mut [f32]) {
            crate::kernels::int8::pool(position, input, unit, output)
        }
    };
}

pub(super) use {entry_points, entry_points8};
