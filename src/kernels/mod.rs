//! The loops of networks, written once over a vector type and compiled for each kind of vector unit: the forward pass for
//! the compact evaluator, and with it the gradients for the learner.
//!
//! Arrays over boards are `[position][cell][channel]`. Each number is computed by the same operations in the same order,
//! whatever the width of the vectors, so that all kernels give the same bits. Vectors run over channels, which are
//! padded to whole blocks of [`BLOCK`].

mod aligned;
#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod filter;
mod gradient;
mod int8;
mod loops;
#[cfg(target_arch = "aarch64")]
mod neon;
mod norm;
mod portable;
mod rounding;
#[cfg(test)]
mod tests;
mod vector;
mod winograd;

pub use aligned::Aligned;
pub use filter::{Conv, filter_gradient};
pub use int8::{Boards8, Conv8, MOST, Stream};
pub use norm::NormGradient;

use std::fmt;

/// Channels in a block: the widest vector. Arrays of channels are whole blocks.
pub const BLOCK: usize = 16;

/// The number of channels rounded up to whole blocks.
pub const fn pad(channels: usize) -> usize {
    channels.next_multiple_of(BLOCK)
}

/// A matrix from inputs to outputs: a dense layer, or a 1x1 convolution.
#[derive(Debug)]
pub struct Matrix {
    /// Inputs.
    pub inputs: usize,
    /// Distance of two rows of inputs, at least `inputs`.
    pub stride: usize,
    /// Outputs, whole blocks; also the distance of two rows of outputs.
    pub outputs: usize,
    /// For each block of outputs `[in][BLOCK]`.
    pub weights: Aligned,
}

impl Matrix {
    /// Lays out a matrix whose entries `weight(input, output)` gives.
    pub fn new(inputs: usize, stride: usize, outputs: usize, weight: impl Fn(usize, usize) -> f32) -> Matrix {
        let padded = pad(outputs);
        let mut weights = Aligned::zeros(inputs * padded);
        for output in 0..outputs {
            for input in 0..inputs {
                weights[(output / BLOCK * inputs + input) * BLOCK + output % BLOCK] = weight(input, output);
            }
        }
        Matrix { inputs, stride, outputs: padded, weights }
    }
}

/// Numbers to add to the output channels, each position its own at the distance `stride`, or all the same with 0.
#[derive(Clone, Copy, Debug)]
pub struct Bias<'a> {
    pub values: &'a [f32],
    pub stride: usize,
}

/// Memory for convolutions under way.
#[derive(Debug)]
pub struct Workspace {
    /// Tiles of the input, transformed.
    before: Aligned,
    /// Tiles of the output, transformed or not yet transformed back.
    after: Aligned,
    /// A cell off the board.
    zeros: Aligned,
    channels: usize,
    /// Tiles that go through the products together.
    tiles: usize,
}

impl Workspace {
    /// For convolutions whose inputs and outputs have at most that many channels.
    pub fn new(channels: usize) -> Workspace {
        Workspace::with_tiles(channels, winograd::TILES)
    }

    /// For their gradients.
    pub fn for_gradients(channels: usize) -> Workspace {
        Workspace::with_tiles(channels, gradient::TILES)
    }

    fn with_tiles(channels: usize, tiles: usize) -> Workspace {
        let channels = pad(channels);
        let sheets = || Aligned::zeros(16 * winograd::sheet(tiles, channels));
        Workspace { before: sheets(), after: sheets(), zeros: Aligned::zeros(channels), channels, tiles }
    }
}

/// Rows and columns of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub rows: usize,
    pub cols: usize,
}

/// What is added before the rectifier.
#[derive(Clone, Copy, Debug)]
pub struct Residual<'a> {
    /// A number for each cell and channel.
    pub skip: &'a [f32],
    /// A number for each position and channel.
    pub shift: &'a [f32],
}

/// The number of whole positions.
fn positions(channels: usize, cells: usize, input: &[f32]) -> usize {
    assert!(channels.is_multiple_of(BLOCK) && channels > 0 && cells > 0);
    assert!(input.len().is_multiple_of(cells * channels));
    input.len() / (cells * channels)
}

/// What becomes of a convolution's sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// They are stored.
    Store,
    /// The rectifier makes negative ones zero.
    Relu,
    /// What the output holds is added before the rectifier: the residual connection.
    AddRelu,
}

/// A set of loops for one kind of vector unit. Only those that this processor can run can be had.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Unit);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    #[cfg(target_arch = "x86_64")]
    Amx,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    NeonDot,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Portable,
}

impl Kernel {
    /// The kernels that this processor can run, fastest first; the last one is the portable one.
    pub fn available() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let (avx512, avx2) = (
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
        );
        #[cfg(target_arch = "x86_64")]
        let vnni = avx512 && is_x86_feature_detected!("avx512vnni");
        [
            #[cfg(target_arch = "x86_64")]
            (Unit::Amx, vnni && amx::is_granted()),
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx512Vnni, vnni),
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx512, avx512 && avx2),
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx2Vnni, avx2 && is_x86_feature_detected!("avxvnni")),
            #[cfg(target_arch = "x86_64")]
            (Unit::Avx2, avx2),
            #[cfg(target_arch = "aarch64")]
            (Unit::NeonDot, std::arch::is_aarch64_feature_detected!("dotprod")),
            #[cfg(target_arch = "aarch64")]
            (Unit::Neon, std::arch::is_aarch64_feature_detected!("neon")),
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
            Unit::Amx => "amx",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512Vnni => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2Vnni => "avx2-vnni",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => "avx2",
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot => "neon-dot",
            #[cfg(target_arch = "aarch64")]
            Unit::Neon => "neon",
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
            Unit::Amx | Unit::Avx512Vnni | Unit::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2Vnni | Unit::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot | Unit::Neon => unsafe { neon::$function($($argument),*) },
            // SAFETY: as above; it needs nothing of the processor.
            Unit::Portable => unsafe { portable::$function($($argument),*) },
        }
    };
}

/// Calls one of the loops in 8 bits.
macro_rules! call8 {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel.0 {
            // SAFETY: as for `call`.
            #[cfg(target_arch = "x86_64")]
            Unit::Amx => unsafe { amx::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512Vnni => unsafe { avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2Vnni => unsafe { avx2::vnni::$function($($argument),*) },
            // SAFETY: as above; a processor with AVX-512 has AVX2.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 | Unit::Avx2 => unsafe { avx2::pairs::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot => unsafe { neon::dot::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::Neon => unsafe { neon::pairs::$function($($argument),*) },
            // SAFETY: as above; it needs nothing of the processor.
            Unit::Portable => unsafe { portable::$function($($argument),*) },
        }
    };
}

impl Kernel {
    /// `output = then(bias + convolution of input)` for `count` positions.
    #[allow(clippy::too_many_arguments)]
    pub fn conv(
        self,
        conv: &Conv,
        board: Board,
        count: usize,
        input: &[f32],
        bias: Bias,
        then: Then,
        output: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let (matrix, cells) = (&conv.matrix, count * board.rows * board.cols);
        assert!(matrix.outputs.is_multiple_of(BLOCK) && matrix.stride.is_multiple_of(BLOCK));
        assert!(matrix.inputs <= matrix.stride && matrix.weights.len() >= 16 * matrix.inputs * matrix.outputs);
        assert!(workspace.channels >= matrix.stride && workspace.channels >= matrix.outputs);
        assert!(input.len() >= cells * matrix.stride && output.len() >= cells * matrix.outputs);
        assert!(count == 0 || bias.values.len() >= (count - 1) * bias.stride + matrix.outputs);
        call!(self, conv(conv, board, count, input, bias, then, output, workspace));
    }

    /// The convolution of `count` boards in 8 bits. What the sums are worth, with the bias and the stream where it is
    /// added, passes the rectifier and becomes the stream, if there is one; and the output: `scale` times, rounded to the
    /// nearest, at most [`MOST`].
    #[allow(clippy::too_many_arguments)]
    pub fn conv8(
        self,
        conv: &Conv8,
        count: usize,
        input: &Boards8,
        bias: Bias,
        stream: Stream,
        scale: f32,
        output: &mut Boards8,
    ) {
        assert!(input.channels == conv.inputs && output.channels == conv.outputs && input.board == output.board);
        assert!(input.count >= count && output.count >= count);
        let cells = count * input.board.rows * input.board.cols;
        if let Stream::Set(stream) | Stream::Add(stream) = &stream {
            assert!(stream.len() >= cells * conv.outputs);
        }
        assert!(count == 0 || bias.values.len() >= (count - 1) * bias.stride + conv.outputs);
        call8!(self, conv8(conv, count, input, bias, stream, scale, output));
    }

    /// [`Kernel::pool`] of one position in 8 bits, of which one is worth `unit`.
    pub fn pool8(self, position: usize, input: &Boards8, unit: f32, output: &mut [f32]) {
        assert!(position < input.count && output.len() >= 2 * input.channels);
        call8!(self, pool8(position, input, unit, output));
    }

    /// Adds to `sums` what a convolution's weights, in Winograd's form, gain from the gradient of its output:
    /// `[16][input][output]`, see [`filter_gradient`]. Channels are whole blocks.
    pub fn conv_gradient(
        self,
        board: Board,
        [inputs, outputs]: [usize; 2],
        input: &[f32],
        gradient: &[f32],
        sums: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let cells = board.rows * board.cols;
        let count = positions(inputs, cells, input);
        assert!(outputs.is_multiple_of(BLOCK) && gradient.len() >= count * cells * outputs);
        assert!(workspace.channels >= inputs && workspace.channels >= outputs);
        assert!(sums.len() >= 16 * inputs * outputs);
        call!(self, conv_gradient(board, count, [inputs, outputs], input, gradient, sums, workspace));
    }

    /// The sum over the cells of each channel, then that of the squares, for each position: `sums` is
    /// `[position][2][channel]`.
    pub fn moments(self, channels: usize, cells: usize, input: &[f32], sums: &mut [f32]) {
        let positions = positions(channels, cells, input);
        assert!(sums.len() >= positions * 2 * channels);
        call!(self, moments(channels, cells, input, sums));
    }

    /// `output = relu(scale * input + offset + residual)`, scale and offset by channel.
    pub fn normalise(
        self,
        cells: usize,
        [scale, offset]: [&[f32]; 2],
        input: &[f32],
        residual: Option<Residual>,
        output: &mut [f32],
    ) {
        let channels = scale.len();
        let positions = positions(channels, cells, input);
        assert!(offset.len() == channels && output.len() >= input.len());
        if let Some(Residual { skip, shift }) = residual {
            assert!(skip.len() >= input.len() && shift.len() >= positions * channels);
        }
        call!(self, normalise(cells, [scale, offset], input, residual, output));
    }

    /// The first half of the gradient of [`Kernel::normalise`]: what passes the rectifier, summed over the cells of each
    /// channel, then the same times what the input exceeds its mean by: `sums` is `[position][2][channel]`.
    pub fn norm_gradient_sums(self, cells: usize, mean: &[f32], through: &NormGradient, sums: &mut [f32]) {
        let positions = through.check(mean.len(), cells);
        assert!(sums.len() >= positions * 2 * mean.len());
        call!(self, norm_gradient_sums(cells, mean, through, sums));
    }

    /// The second half: `result = factors[0] * passed + factors[1] * input + factors[2]`, by channel; and what passes
    /// the rectifier itself, the gradient of the residual, where it is asked for.
    pub fn norm_gradient(
        self,
        cells: usize,
        factors: [&[f32]; 3],
        through: &NormGradient,
        result: &mut [f32],
        passed: Option<&mut [f32]>,
    ) {
        let channels = factors[0].len();
        through.check(channels, cells);
        assert!(factors.iter().all(|factor| factor.len() == channels) && result.len() >= through.input.len());
        assert!(passed.as_ref().is_none_or(|passed| passed.len() >= through.input.len()));
        call!(self, norm_gradient(factors, through, result, passed));
    }

    /// `output = bias + matrix * input` for each of `rows` rows, the sum over inputs in order; negative ones become zero
    /// with `relu`.
    pub fn product(self, matrix: &Matrix, bias: &[f32], rows: usize, input: &[f32], relu: bool, output: &mut [f32]) {
        assert!(matrix.outputs.is_multiple_of(BLOCK) && matrix.inputs <= matrix.stride);
        assert!(matrix.weights.len() >= matrix.inputs * matrix.outputs && bias.len() >= matrix.outputs);
        assert!(input.len() >= rows * matrix.stride && output.len() >= rows * matrix.outputs);
        call!(self, product(matrix, bias, rows, input, relu, output));
    }

    /// The largest of whole blocks of numbers, at least 0.
    pub fn largest(self, numbers: &[f32]) -> f32 {
        assert!(numbers.len().is_multiple_of(BLOCK));
        call!(self, largest(numbers))
    }

    /// Whole blocks of numbers that are not negative, as 8 bits tell them: rounded to 127ths of the range (to the nearest,
    /// halves to even), which cuts larger ones off.
    pub fn round(self, numbers: &[f32], range: f32, output: &mut [f32]) {
        assert!(numbers.len().is_multiple_of(BLOCK) && output.len() == numbers.len() && range > 0.0);
        call!(self, round(numbers, range, output));
    }

    /// Mean over the cells of each channel, then the largest over the cells of each channel; cells in order.
    pub fn pool(self, channels: usize, input: &[f32], output: &mut [f32]) {
        assert!(channels.is_multiple_of(BLOCK) && input.len().is_multiple_of(channels) && !input.is_empty());
        assert!(output.len() >= 2 * channels);
        call!(self, pool(channels, input, output));
    }
}

/// The product of two vectors of whole blocks: sixteen chains, added in halves. The same on every machine.
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
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
