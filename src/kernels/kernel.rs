//! The kernels: the loops for each vector unit behind one checked interface.

use super::filter::Conv;
use super::int8::{Boards8, Conv8, Stream};
use super::layout::{BLOCK, Bias, Board, Epilogue, Matrix, positions, size};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::norm::NormGradient;
use super::portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
use super::workspace::Workspace;
#[cfg(target_arch = "x86_64")]
use super::{amx, avx2, avx512, sse2};
use std::fmt;

/// The loops of networks for one kind of vector unit. A value exists only if the processor has the unit.
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
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "aarch64")]
    NeonDot,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    Portable,
}

impl Kernel {
    /// The kernels that this processor can run, fastest first; the last one is always the portable one.
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
            #[cfg(target_arch = "x86_64")]
            (Unit::Sse2, true),
            #[cfg(target_arch = "aarch64")]
            (Unit::NeonDot, std::arch::is_aarch64_feature_detected!("dotprod")),
            #[cfg(target_arch = "aarch64")]
            (Unit::Neon, std::arch::is_aarch64_feature_detected!("neon")),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            (Unit::Simd128, true),
            (Unit::Portable, true),
        ]
        .into_iter()
        .filter_map(|(unit, runs)| runs.then_some(Kernel(unit)))
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Kernel {
        Kernel::available().next().expect("the portable kernel runs anywhere")
    }

    /// The kernel of AMX on a processor that has all required units but the tiles.
    #[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
    pub(super) fn with_emulated_tiles() -> Option<Kernel> {
        (Kernel::best() == Kernel(Unit::Avx512Vnni)).then_some(Kernel(Unit::Amx))
    }

    /// The kernel's name in reports, as `avx512-vnni`.
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
            #[cfg(target_arch = "x86_64")]
            Unit::Sse2 => "sse2",
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot => "neon-dot",
            #[cfg(target_arch = "aarch64")]
            Unit::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Unit::Simd128 => "simd128",
            Unit::Portable => "portable",
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Calls a function of a kernel on floating-point numbers.
macro_rules! call {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel.0 {
            // SAFETY: a `Kernel` of that unit exists only if the processor has it, and the caller of this macro has
            // checked the lengths of all slices.
            #[cfg(target_arch = "x86_64")]
            Unit::Amx | Unit::Avx512Vnni | Unit::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2Vnni | Unit::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: as above; every x86-64 processor has the unit.
            #[cfg(target_arch = "x86_64")]
            Unit::Sse2 => unsafe { sse2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot | Unit::Neon => unsafe { neon::$function($($argument),*) },
            // SAFETY: as above; the module was compiled for the unit.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Unit::Simd128 => unsafe { simd128::$function($($argument),*) },
            // SAFETY: as above; no unit is needed.
            Unit::Portable => unsafe { portable::$function($($argument),*) },
        }
    };
}

/// Calls a function of a kernel in 8 bits.
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
            // SAFETY: as above; every x86-64 processor has the unit.
            #[cfg(target_arch = "x86_64")]
            Unit::Sse2 => unsafe { sse2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::NeonDot => unsafe { neon::dot::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Unit::Neon => unsafe { neon::pairs::$function($($argument),*) },
            // SAFETY: as above; the module was compiled for the unit.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Unit::Simd128 => unsafe { simd128::$function($($argument),*) },
            // SAFETY: as above; no unit is needed.
            Unit::Portable => unsafe { portable::$function($($argument),*) },
        }
    };
}

impl Kernel {
    /// `output = then(bias + convolution of input)` for `count` positions.
    ///
    /// # Panics
    /// A slice is shorter than the sizes require, or the workspace is for fewer channels. The functions below panic
    /// likewise.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn conv(
        self,
        conv: &Conv,
        board: Board,
        count: usize,
        input: &[f32],
        bias: Bias,
        then: Epilogue,
        output: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let Matrix { inputs, stride, outputs, ref weights, .. } = conv.matrix;
        assert!(outputs.is_multiple_of(BLOCK) && stride.is_multiple_of(BLOCK) && inputs <= stride);
        assert!(weights.len() >= size([16, inputs, outputs]));
        assert!(workspace.channels >= stride && workspace.channels >= outputs);
        assert!(input.len() >= size([count, board.rows, board.cols, stride]));
        assert!(output.len() >= size([count, board.rows, board.cols, outputs]));
        bias.check(count, outputs);
        call!(self, conv(conv, board, count, input, bias, then, output, workspace));
    }

    /// The convolution of `count` boards in 8 bits: integer sums become floats, the bias is added, then the stream of
    /// [`Stream::Add`]; the result passes the rectifier and is written to the stream, if there is one; and, `scale`
    /// times, rounded to the nearest integer and at most [`MOST`](super::MOST), to the output.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn conv8(
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
        if let Stream::Set(stream) | Stream::Add(stream) = &stream {
            assert!(stream.len() >= size([count, input.board.rows, input.board.cols, conv.outputs]));
        }
        bias.check(count, conv.outputs);
        call8!(self, conv8(conv, count, input, bias, stream, scale, output));
    }

    /// [`Kernel::pool`] of one position in 8 bits, with an activation of 1 standing for `unit`.
    pub(crate) fn pool8(self, position: usize, input: &Boards8, unit: f32, output: &mut [f32]) {
        assert!(position < input.count && output.len() >= size([2, input.channels]));
        call8!(self, pool8(position, input, unit, output));
    }

    /// Adds to `sums` the gradient of a convolution's weights in Winograd's form, `[16][input][output]`, from its input
    /// and the gradient of its output, see [`filter_gradient`](super::filter_gradient). Channels are whole blocks.
    pub(crate) fn conv_gradient(
        self,
        board: Board,
        [inputs, outputs]: [usize; 2],
        input: &[f32],
        gradient: &[f32],
        sums: &mut [f32],
        workspace: &mut Workspace,
    ) {
        let cells = size([board.rows, board.cols]);
        let count = positions(inputs, cells, input);
        assert!(outputs.is_multiple_of(BLOCK) && gradient.len() >= size([count, cells, outputs]));
        assert!(workspace.channels >= inputs && workspace.channels >= outputs);
        assert!(sums.len() >= size([16, inputs, outputs]));
        call!(self, conv_gradient(board, count, [inputs, outputs], input, gradient, sums, workspace));
    }

    /// For each position and channel, the sum over the cells of `input + shift` and the sum of the squares: `sums` is
    /// `[position][2][channel]`.
    pub(crate) fn moments(self, channels: usize, cells: usize, input: &[f32], shift: Bias, sums: &mut [f32]) {
        let positions = positions(channels, cells, input);
        assert!(sums.len() >= size([positions, 2, channels]));
        shift.check(positions, channels);
        call!(self, moments(channels, cells, input, shift, sums));
    }

    /// `output = relu(scale * input + offset + skip)`, with a scale for each channel and a number of `skip` for each of
    /// `input`, or none.
    pub(crate) fn normalise(
        self,
        cells: usize,
        scale: &[f32],
        offset: Bias,
        input: &[f32],
        skip: Option<&[f32]>,
        output: &mut [f32],
    ) {
        let channels = scale.len();
        let positions = positions(channels, cells, input);
        assert!(output.len() >= input.len() && skip.is_none_or(|skip| skip.len() >= input.len()));
        offset.check(positions, channels);
        call!(self, normalise(cells, scale, offset, input, skip, output));
    }

    /// The first half of the gradient of [`Kernel::normalise`]. With `passed` the gradient before the rectifier, it
    /// sums `passed` and `passed * (input - mean)` over the cells of each channel: `sums` is `[position][2][channel]`.
    pub(crate) fn norm_gradient_sums(
        self,
        channels: usize,
        cells: usize,
        mean: Bias,
        through: &NormGradient,
        sums: &mut [f32],
    ) {
        let positions = through.check(channels, cells);
        assert!(sums.len() >= size([positions, 2, channels]));
        mean.check(positions, channels);
        call!(self, norm_gradient_sums(channels, cells, mean, through, sums));
    }

    /// The second half of the gradient of [`Kernel::normalise`]: `result = factors[0] * passed + factors[1] * input +
    /// offset`, with factors for each channel; and, if requested, `passed` itself, which is the gradient of `skip`.
    pub(crate) fn norm_gradient(
        self,
        cells: usize,
        factors: [&[f32]; 2],
        offset: Bias,
        through: &NormGradient,
        result: &mut [f32],
        passed: Option<&mut [f32]>,
    ) {
        let channels = factors[0].len();
        let positions = through.check(channels, cells);
        offset.check(positions, channels);
        assert!(factors.iter().all(|factor| factor.len() == channels) && result.len() >= through.input.len());
        assert!(passed.as_ref().is_none_or(|passed| passed.len() >= through.input.len()));
        call!(self, norm_gradient(cells, factors, offset, through, result, passed));
    }

    /// `output = bias + matrix * input` for each of `rows` rows, inputs added in order; with `relu` the outputs pass
    /// the rectifier.
    pub(crate) fn product(
        self,
        matrix: &Matrix,
        bias: &[f32],
        rows: usize,
        input: &[f32],
        relu: bool,
        output: &mut [f32],
    ) {
        assert!(matrix.outputs.is_multiple_of(BLOCK));
        assert!(matrix.weights.len() >= size([matrix.inputs, matrix.outputs]) && bias.len() >= matrix.outputs);
        assert!(input.len() >= matrix.input_len(rows) && output.len() >= size([rows, matrix.outputs]));
        call!(self, product(matrix, bias, rows, input, relu, output));
    }

    /// The largest of whole blocks of numbers, at least 0.
    pub(crate) fn largest(self, numbers: &[f32]) -> f32 {
        assert!(numbers.len().is_multiple_of(BLOCK));
        call!(self, largest(numbers))
    }

    /// Fake quantisation of whole blocks of non-negative numbers: each is rounded to a multiple of a 127th of `range`,
    /// the nearest one, ties to even, and is at most `range`.
    pub(crate) fn round(self, numbers: &[f32], range: f32, output: &mut [f32]) {
        assert!(numbers.len().is_multiple_of(BLOCK) && output.len() == numbers.len() && range > 0.0);
        call!(self, round(numbers, range, output));
    }

    /// The mean over the cells of each channel, then the maximum over the cells of each channel; `input` is
    /// `[cell][channel]`, and cells are added in order.
    pub(crate) fn pool(self, channels: usize, input: &[f32], output: &mut [f32]) {
        assert!(channels.is_multiple_of(BLOCK) && input.len().is_multiple_of(channels) && !input.is_empty());
        assert!(output.len() >= size([2, channels]));
        call!(self, pool(channels, input, output));
    }
}
