//! The loops of the forward pass, written once over [`vector::Vector`] and compiled for each kind of vector unit.
//!
//! Each number is computed by the same operations in the same order, whatever the width of the vectors, so that all
//! kernels give the same bits. Vectors run over channels, which are padded to whole blocks of [`BLOCK`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod loops;
mod portable;
mod vector;
mod winograd;

use super::aligned::Aligned;
use std::fmt;

/// Channels in a block: the widest vector. Arrays of channels are whole blocks.
pub(super) const BLOCK: usize = 16;

/// The number of channels rounded up to whole blocks.
pub(super) const fn pad(channels: usize) -> usize {
    channels.next_multiple_of(BLOCK)
}

/// A matrix from inputs to outputs: a dense layer, or a 1x1 convolution.
#[derive(Debug)]
pub(super) struct Matrix {
    /// Inputs.
    pub inputs: usize,
    /// Distance of two rows of inputs, at least `inputs`.
    pub stride: usize,
    /// Outputs, whole blocks; also the distance of two rows of outputs.
    pub outputs: usize,
    /// For each block of outputs `[in][BLOCK]`.
    pub weights: Aligned,
}

/// A 3x3 convolution of stride 1 with zero padding, transformed as [`winograd`] needs it.
#[derive(Debug)]
pub(super) struct Conv {
    /// Sixteen matrices of the same sizes, one after another.
    pub matrix: Matrix,
}

impl Conv {
    /// The weights of matrix `k`.
    fn weights(&self, k: usize) -> &[f32] {
        let len = self.matrix.inputs * self.matrix.outputs;
        &self.matrix.weights[k * len..(k + 1) * len]
    }
}

/// Numbers to add to the output channels, each position its own at the distance `stride`, or all the same with 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bias<'a> {
    pub values: &'a [f32],
    pub stride: usize,
}

/// Memory for convolutions under way.
#[derive(Debug)]
pub(super) struct Workspace {
    /// Tiles of the input, transformed.
    before: Aligned,
    /// Tiles of the output, not yet transformed.
    after: Aligned,
    /// A cell off the board.
    zeros: Aligned,
    channels: usize,
}

impl Workspace {
    /// For convolutions whose inputs and outputs have at most that many channels.
    pub fn new(channels: usize) -> Workspace {
        let channels = pad(channels);
        let sheets = || Aligned::zeros(16 * winograd::sheet(channels));
        Workspace { before: sheets(), after: sheets(), zeros: Aligned::zeros(channels), channels }
    }
}

/// Rows and columns of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub rows: usize,
    pub cols: usize,
}

/// What a convolution adds to its sums before the rectifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// Nothing: the output is overwritten.
    None,
    /// What the output holds: the residual connection.
    Output,
}

/// A set of loops for one kind of vector unit. Only those that this processor can run can be had.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Unit);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Kernel {
    /// The kernels that this processor can run, fastest first; the last one is the portable one.
    pub fn available() -> impl Iterator<Item = Kernel> {
        [
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx512, is_x86_feature_detected!("avx512f")),
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx2, is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")),
            (Unit::Portable, true),
        ]
        .into_iter()
        .filter_map(|(unit, runs)| runs.then_some(Kernel(unit)))
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Kernel {
        Kernel::available().next().expect("the portable kernel runs anywhere")
    }

    /// Name for reports.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => "avx2",
            Unit::Portable => "portable",
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Calls one of the loops as compiled for a kernel's unit.
macro_rules! call {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel.0 {
            // SAFETY: a `Kernel` of that unit exists only where the processor has it, and the lengths of all slices
            // have been checked by the caller of this macro.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: as above; it needs nothing of the processor.
            Unit::Portable => unsafe { portable::$function($($argument),*) },
        }
    };
}

impl Kernel {
    /// `output = relu(skip + (bias + convolution of input))` for `count` positions, `[position][cell][channel]` on both
    /// sides.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn conv(
        self,
        conv: &Conv,
        board: Board,
        count: usize,
        input: &[f32],
        bias: Bias,
        skip: Skip,
        output: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let (matrix, cells) = (&conv.matrix, count * board.rows * board.cols);
        assert!(matrix.outputs.is_multiple_of(BLOCK) && matrix.stride.is_multiple_of(BLOCK));
        assert!(matrix.inputs <= matrix.stride && matrix.weights.len() >= 16 * matrix.inputs * matrix.outputs);
        assert!(workspace.channels >= matrix.stride && workspace.channels >= matrix.outputs);
        assert!(input.len() >= cells * matrix.stride && output.len() >= cells * matrix.outputs);
        assert!(count == 0 || bias.values.len() >= (count - 1) * bias.stride + matrix.outputs);
        call!(self, conv(conv, board, count, input, bias, skip, output, workspace));
    }

    /// `output = bias + matrix * input` for each of `rows` rows, the sum over inputs in order; negative ones become zero
    /// with `relu`.
    pub(super) fn product(
        self,
        matrix: &Matrix,
        bias: &[f32],
        rows: usize,
        input: &[f32],
        relu: bool,
        output: &mut [f32],
    ) {
        assert!(matrix.outputs.is_multiple_of(BLOCK) && matrix.inputs <= matrix.stride);
        assert!(matrix.weights.len() >= matrix.inputs * matrix.outputs && bias.len() >= matrix.outputs);
        assert!(input.len() >= rows * matrix.stride && output.len() >= rows * matrix.outputs);
        call!(self, product(matrix, bias, rows, input, relu, output));
    }

    /// Mean over the cells of each channel, then the largest over the cells of each channel; cells in order.
    pub(super) fn pool(self, channels: usize, input: &[f32], output: &mut [f32]) {
        assert!(channels.is_multiple_of(BLOCK) && input.len().is_multiple_of(channels) && !input.is_empty());
        assert!(output.len() >= 2 * channels);
        call!(self, pool(channels, input, output));
    }
}

/// The product of two vectors of whole blocks: sixteen chains, added in halves. The same on every machine.
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0f32; BLOCK];
    for (left, right) in left.chunks_exact(BLOCK).zip(right.chunks_exact(BLOCK)) {
        for i in 0..BLOCK {
            sums[i] += left[i] * right[i];
        }
    }
    let mut half = BLOCK / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}
