//! 3x3 convolution in 8 bits: activations from 0 to 127, weights from -127 to 127, exact sums in 32 bits.
//!
//! With seven bits for an activation the sum of two products fits in 16 bits, in which AVX2 adds them.

use super::aligned::AlignedArray;
use super::layout::{BLOCK, Bias, Board, pad, part, size};
use super::product::with_size;
use super::vector::{Bytes, Vector};
use std::ops::Range;

/// The largest activation; also the largest weight.
pub const MOST: f32 = 127.0;

/// Number of inputs whose products one instruction adds up.
pub(super) const GROUP: usize = 4;

/// A 3x3 convolution of stride 1 with zero padding, in 8 bits.
#[derive(Debug)]
pub struct Conv8 {
    /// The number of inputs, whole blocks.
    pub(super) inputs: usize,
    /// The number of outputs, whole blocks.
    pub(super) outputs: usize,
    /// The weights, `[output block][ky][kx][input group]`.
    pub(super) weights: Vec<Line>,
    /// The factor from each output's integer sum to its value.
    pub(super) units: AlignedArray,
}

/// The weights of a block of outputs for a group of inputs, `[output][input]`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Line([i8; BLOCK * GROUP]);

impl Conv8 {
    /// A convolution from weights `[output][input][ky][kx]`, integers from -127 to 127, and for each output the factor
    /// from its integer sum to its value.
    pub fn new(weights: &[f32], units: &[f32], inputs: usize) -> Conv8 {
        let (outputs, groups) = (units.len(), pad(inputs) / GROUP);
        let mut lines = vec![Line([0; BLOCK * GROUP]); size([pad(outputs) / BLOCK, 9, groups])];
        for (index, &weight) in weights.iter().enumerate() {
            let (output, input, tap) = (index / 9 / inputs, index / 9 % inputs, index % 9);
            let line = &mut lines[(output / BLOCK * 9 + tap) * groups + input / GROUP];
            line.0[output % BLOCK * GROUP + input % GROUP] = weight as i8;
        }
        let mut padded = AlignedArray::zeros(pad(outputs));
        padded[..outputs].copy_from_slice(units);
        Conv8 { inputs: pad(inputs), outputs: pad(outputs), weights: lines, units: padded }
    }
}

/// A batch of boards of 8-bit activations, `[position][row][cols + 2][channel]`. The first and the last cell of a row
/// lie off the board, and so do a row before the first position and a row behind each position: they stay zero.
#[derive(Debug)]
pub struct Boards8 {
    pub(super) board: Board,
    pub(super) channels: usize,
    pub(super) count: usize,
    pub(super) activations: Vec<u8>,
}

impl Boards8 {
    /// Writes a channel of a position: numbers from 0 to 1 become integers from 0 to [`MOST`], rounded to the nearest,
    /// ties to even.
    pub fn set(&mut self, position: usize, channel: usize, numbers: &[f32]) {
        let (rows, row_len) = (self.row(position, 0)..self.row(position, self.board.rows), self.row_len());
        let rows = self.activations[rows].chunks_exact_mut(row_len);
        for (row, numbers) in rows.zip(numbers.chunks_exact(self.board.cols)) {
            let cells = row[self.channels + channel..].iter_mut().step_by(self.channels);
            for (to, number) in cells.zip(numbers) {
                // Floats of this size have no fraction, so adding it rounds: the fastest way that all processors
                // have.
                const WHOLE: f32 = (1 << 23) as f32;
                *to = ((number * MOST).clamp(0.0, MOST) + WHOLE - WHOLE) as u8;
            }
        }
    }

    /// Boards of `count` positions with this many channels, padded to whole blocks.
    ///
    /// # Panics
    /// The board has no cell, or the array would be too large.
    pub fn new(board: Board, channels: usize, count: usize) -> Boards8 {
        let channels = pad(channels);
        assert!(board.rows > 0 && board.cols > 0 && channels > 0, "{board:?} with {channels} channels");
        let cells = || -> Option<usize> {
            let rows = count.checked_mul(board.rows.checked_add(1)?)?.checked_add(1)?;
            rows.checked_mul(board.cols.checked_add(2)?)?.checked_add(READ_BEHIND)
        };
        let cells = cells().unwrap_or_else(|| panic!("{count} boards of {board:?} are too large"));
        Boards8 { board, channels, count, activations: vec![0; size([cells, channels])] }
    }

    pub(super) fn row_len(&self) -> usize {
        (self.board.cols + 2) * self.channels
    }

    /// Index of the beginning of a row of a position; the row behind its last one lies off the board.
    pub(super) fn row(&self, position: usize, row: usize) -> usize {
        // A row begins with the cell before its first one.
        (cell_of(self.board, position, row, 0) - 1) * self.channels
    }
}

/// The index of a cell on the board among all cells of [`Boards8`].
#[inline(always)]
fn cell_of(board: Board, position: usize, row: usize, col: usize) -> usize {
    (position * (board.rows + 1) + 1 + row) * (board.cols + 2) + 1 + col
}

/// Number of cells behind the last row that a tile of AMX may read and ignore.
const READ_BEHIND: usize = 16;

/// The residual stream in 32 bits, `[position][cell][channel]`, and its use by a convolution.
#[derive(Debug)]
pub enum Stream<'a> {
    None,
    /// The outputs replace the stream's content.
    Set(&'a mut [f32]),
    /// Residual connection: the stream's content is added to the sums before the rectifier, and the outputs replace it.
    Add(&'a mut [f32]),
}

/// See `Kernel::conv8`.
///
/// # Safety
/// The processor has the unit of `C`; input, output and stream hold at least `count` positions of the same board, with
/// the channels of `conv`; there is a bias for each output.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub unsafe fn conv<C: Convolve8>(
    conv: &Conv8,
    count: usize,
    input: &Boards8,
    bias: Bias,
    stream: Stream,
    scale: f32,
    output: &mut Boards8,
) {
    let bytes = output.activations.as_mut_ptr();
    let out = |stream| Out { stream, bytes, channels: conv.outputs, scale };
    // SAFETY: the caller promises this; the constant tells whether the pointer to the stream may be used.
    unsafe {
        match stream {
            Stream::None => C::convolve::<NONE>(conv, count, input, bias, out(std::ptr::null_mut())),
            Stream::Set(stream) => C::convolve::<SET>(conv, count, input, bias, out(stream.as_mut_ptr())),
            Stream::Add(stream) => C::convolve::<ADD>(conv, count, input, bias, out(stream.as_mut_ptr())),
        }
    }
}

/// [`Stream`] as a constant: a branch within the loop would keep the sums out of the registers.
const NONE: u8 = 0;
const SET: u8 = 1;
const ADD: u8 = 2;

/// A way to compute the convolution.
pub(super) trait Convolve8 {
    /// Computes the convolution.
    ///
    /// # Safety
    /// As for [`conv`], with the unit of `Self`.
    unsafe fn convolve<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out);
}

impl<B: Bytes> Convolve8 for B {
    #[inline(always)]
    unsafe fn convolve<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out) {
        let (board, lanes) = (input.board, B::Floats::LANES);
        let tiles = board.cols.div_ceil(B::CELLS);
        let mut column = 0;
        // The weights of a few outputs stay in the first-level cache while all positions pass.
        while column < conv.outputs {
            let pair = column + 2 * lanes <= conv.outputs;
            for position in 0..count {
                for row in 0..board.rows {
                    for tile in 0..tiles {
                        let cols = part(tile, tiles, board.cols);
                        let place = Place { board, position, row, col: cols.start, column };
                        // SAFETY: all cells of the tile lie on the board of one of `count` positions.
                        unsafe {
                            let bias = bias.values.as_ptr().add(position * bias.stride + column);
                            let input = input.activations.as_ptr();
                            with_size!(B::CELLS, cols.len(), T => if pair {
                                self::tile::<B, STREAM, 2, T>(conv, place, input, bias, out);
                            } else {
                                self::tile::<B, STREAM, 1, T>(conv, place, input, bias, out);
                            }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
                        }
                    }
                }
            }
            column += if pair { 2 * lanes } else { lanes };
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Out {
    stream: *mut f32,
    bytes: *mut u8,
    channels: usize,
    /// The factor from outputs to 8-bit activations.
    scale: f32,
}

/// The beginning of a tile: its first cell, whose row holds all of the tile's cells, and its first output channel,
/// `column`.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub board: Board,
    pub position: usize,
    pub row: usize,
    pub col: usize,
    pub column: usize,
}

impl Place {
    /// The rows of the filter that meet the board.
    #[inline(always)]
    fn filter_rows(self) -> Range<usize> {
        usize::from(self.row == 0)..3 - usize::from(self.row + 1 == self.board.rows)
    }
}

/// `N` vectors of outputs for `T` cells.
///
/// # Safety
/// The processor has the unit of `B`; the tile lies on a board of `input` and of `out`, `bias` points to `N` vectors.
#[inline(always)]
// Arrays of registers are walked by index, in step with pointers.
#[allow(clippy::needless_range_loop)]
unsafe fn tile<B: Bytes, const STREAM: u8, const N: usize, const T: usize>(
    conv: &Conv8,
    place: Place,
    input: *const u8,
    bias: *const f32,
    out: Out,
) {
    let Place { board, position, row, col, column } = place;
    let lanes = B::Floats::LANES;
    // SAFETY: the tile lies on the board, and around the board there are cells off it.
    unsafe {
        // The three cells under a row of the filter are adjacent.
        let steps = 3 * conv.inputs / GROUP;
        let mut sums = [[B::zero(); N]; T];
        for filter_row in place.filter_rows() {
            let cell = cell_of(board, position, row + filter_row - 1, col);
            let from = input.add((cell - 1) * conv.inputs);
            let weights: [*const i8; N] = std::array::from_fn(|n| {
                let column = column + n * lanes;
                let line = (column / BLOCK * 3 + filter_row) * steps;
                conv.weights.as_ptr().add(line).cast::<i8>().add(column % BLOCK * GROUP)
            });
            for step in 0..steps {
                let mut factors = [B::zero(); N];
                for n in 0..N {
                    factors[n] = B::load(weights[n].add(step * size_of::<Line>()));
                }
                for t in 0..T {
                    let group = B::splat(from.add(t * conv.inputs + step * GROUP));
                    for n in 0..N {
                        sums[t][n] = sums[t][n].dot(group, factors[n]);
                    }
                }
            }
        }
        for n in 0..N {
            let column = column + n * lanes;
            let affine = Affine::<B>::load(conv, column, bias.add(n * lanes));
            for t in 0..T {
                finish::<B, STREAM>(sums[t][n], affine, Place { col: col + t, column, ..place }, out);
            }
        }
    }
}

/// From integer sums to values: a vector of factors and one of biases.
#[derive(Clone, Copy)]
pub(super) struct Affine<B: Bytes>(B::Floats, B::Floats);

impl<B: Bytes> Affine<B> {
    /// The factors and biases of the outputs from `column` on.
    ///
    /// # Safety
    /// The processor has the unit of `B`; `conv` has a vector of outputs at `column`, and `bias` points to a vector.
    #[inline(always)]
    pub unsafe fn load(conv: &Conv8, column: usize, bias: *const f32) -> Self {
        // SAFETY: the caller promises this.
        unsafe { Affine(B::Floats::load(conv.units.as_ptr().add(column)), B::Floats::load(bias)) }
    }
}

/// Writes a vector of outputs, `place.column` and following, of one cell, from their sums.
///
/// # Safety
/// The processor has the unit of `B`; the cell and the outputs lie on the boards of `out`.
#[inline(always)]
pub(super) unsafe fn finish<B: Bytes, const STREAM: u8>(sums: B, affine: Affine<B>, place: Place, out: Out) {
    let Place { board, position, row, col, column } = place;
    let cell = (position * board.rows + row) * board.cols + col;
    let cell8 = cell_of(board, position, row, col);
    // SAFETY: the caller promises the place; a null stream is only offset, never read or written.
    unsafe {
        let mut numbers = sums.to_floats().mul_add(affine.0, affine.1);
        let stream = out.stream.wrapping_add(cell * out.channels + column);
        if STREAM == ADD {
            numbers = B::Floats::load(stream).add(numbers);
        }
        numbers = numbers.max(B::Floats::splat(0.0));
        if STREAM != NONE {
            numbers.store(stream);
        }
        let numbers = numbers.mul(B::Floats::splat(out.scale)).min(B::Floats::splat(MOST));
        B::store(numbers, out.bytes.add(cell8 * out.channels + column));
    }
}

#[inline(always)]
pub fn pool(position: usize, input: &Boards8, unit: f32, output: &mut [f32]) {
    let (board, channels) = (input.board, input.channels);
    let share = unit / (board.rows * board.cols) as f32;
    let numbers = &input.activations[input.row(position, 0)..input.row(position, board.rows)];
    for channel in (0..channels).step_by(BLOCK) {
        let (mut sums, mut most) = ([0u32; BLOCK], [0u8; BLOCK]);
        // Cells off the board are zero and have no effect.
        for cell in numbers[channel..].chunks(channels) {
            let cell: [u8; BLOCK] = cell[..BLOCK].try_into().expect("a block");
            for i in 0..BLOCK {
                sums[i] += u32::from(cell[i]);
                most[i] = most[i].max(cell[i]);
            }
        }
        for i in 0..BLOCK {
            output[channel + i] = sums[i] as f32 * share;
            output[channels + channel + i] = f32::from(most[i]) * unit;
        }
    }
}
