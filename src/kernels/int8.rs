//! 3x3 convolution in 8 bits: activations from 0 to 127, weights from -127 to 127, sums in 32 bits, which are exact.
//!
//! Seven bits for an activation keep the sum of two products within 16 bits, in which AVX2 adds them.

use super::loops::with_size;
use super::vector::{Bytes, Vector};
use super::{Aligned, BLOCK, Bias, Board, pad};
use std::ops::Range;

/// The largest activation; also the largest weight.
pub const MOST: f32 = 127.0;

/// Inputs that one instruction multiplies and adds up.
pub(super) const GROUP: usize = 4;

/// A 3x3 convolution of stride 1 with zero padding, in 8 bits.
#[derive(Debug)]
pub struct Conv8 {
    /// Whole blocks.
    pub(super) inputs: usize,
    /// Whole blocks.
    pub(super) outputs: usize,
    /// `[output block][ky][kx][input group]`.
    pub(super) weights: Vec<Line>,
    /// What one unit of each output's sum is worth.
    pub(super) units: Aligned,
}

/// The weights of a block of outputs for a group of inputs, `[output][input]`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Line([i8; BLOCK * GROUP]);

impl Conv8 {
    /// From weights `[out][in][ky][kx]`, whole numbers from -127 to 127, and what one unit of each output's sum is worth.
    pub fn new(weights: &[f32], units: &[f32], inputs: usize) -> Conv8 {
        let (outputs, groups) = (units.len(), pad(inputs) / GROUP);
        let mut lines = vec![Line([0; BLOCK * GROUP]); pad(outputs) / BLOCK * 9 * groups];
        for (index, &weight) in weights.iter().enumerate() {
            let (output, input, tap) = (index / 9 / inputs, index / 9 % inputs, index % 9);
            let line = &mut lines[(output / BLOCK * 9 + tap) * groups + input / GROUP];
            line.0[output % BLOCK * GROUP + input % GROUP] = weight as i8;
        }
        let mut padded = Aligned::zeros(pad(outputs));
        padded[..outputs].copy_from_slice(units);
        Conv8 { inputs: pad(inputs), outputs: pad(outputs), weights: lines, units: padded }
    }
}

/// Boards of activations in 8 bits: `[position][row][cols + 2][channel]`. The first and the last cell of a row are off
/// the board, and so are a row before the first position and one behind each: they stay zero.
#[derive(Debug)]
pub struct Boards8 {
    pub(super) board: Board,
    pub(super) channels: usize,
    /// The number of positions.
    pub(super) count: usize,
    pub(super) numbers: Vec<u8>,
}

impl Boards8 {
    /// Writes a channel of a position, of numbers from 0 to 1 that become 0 to [`MOST`]: rounded to the nearest, halves to
    /// even.
    pub fn set(&mut self, position: usize, channel: usize, numbers: &[f32]) {
        let (rows, row_len) = (self.row(position, 0)..self.row(position, self.board.rows), self.row_len());
        let rows = self.numbers[rows].chunks_exact_mut(row_len);
        for (row, numbers) in rows.zip(numbers.chunks_exact(self.board.cols)) {
            let cells = row[self.channels + channel..].iter_mut().step_by(self.channels);
            for (to, number) in cells.zip(numbers) {
                // From here on floating-point numbers are whole; processors have no quicker way in common.
                const WHOLE: f32 = (1 << 23) as f32;
                *to = ((number * MOST).clamp(0.0, MOST) + WHOLE - WHOLE) as u8;
            }
        }
    }

    /// For `count` positions with so many channels, in whole blocks.
    pub fn new(board: Board, channels: usize, count: usize) -> Boards8 {
        let channels = pad(channels);
        let mut boards = Boards8 { board, channels, count, numbers: Vec::new() };
        boards.numbers = vec![0; boards.row(count, 0) + READ_BEHIND * channels];
        boards
    }

    /// Numbers of a row.
    pub(super) fn row_len(&self) -> usize {
        (self.board.cols + 2) * self.channels
    }

    /// Where a row of a position begins; the one behind its last row is off the board.
    pub(super) fn row(&self, position: usize, row: usize) -> usize {
        // A row begins with the cell before its first one.
        (cell_of(self.board, position, row, 0) - 1) * self.channels
    }
}

/// The place of a cell on the board among all of [`Boards8`].
#[inline(always)]
fn cell_of(board: Board, position: usize, row: usize, col: usize) -> usize {
    (position * (board.rows + 1) + 1 + row) * (board.cols + 2) + 1 + col
}

/// Cells behind the last row that a tile may read without need.
const READ_BEHIND: usize = 16;

/// The numbers in 32 bits beside those in 8, `[position][cell][channel]`.
#[derive(Debug)]
pub enum Stream<'a> {
    /// There are none.
    None,
    /// They are written.
    Set(&'a mut [f32]),
    /// They are added before the rectifier, and replaced: the residual connection.
    Add(&'a mut [f32]),
}

/// See [`super::Kernel::conv8`].
///
/// # Safety
/// The processor has the unit of `T`; input, output and stream are for at least `count` positions of the same board, with
/// the channels of `conv`.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub unsafe fn conv<T: Tiles>(
    conv: &Conv8,
    count: usize,
    input: &Boards8,
    bias: Bias,
    stream: Stream,
    scale: f32,
    output: &mut Boards8,
) {
    let bytes = output.numbers.as_mut_ptr();
    let out = |stream| Out { stream, bytes, channels: conv.outputs, scale };
    // SAFETY: as the caller promises.
    unsafe {
        match stream {
            Stream::None => T::all::<NONE>(conv, count, input, bias, out(std::ptr::null_mut())),
            Stream::Set(stream) => T::all::<SET>(conv, count, input, bias, out(stream.as_mut_ptr())),
            Stream::Add(stream) => T::all::<ADD>(conv, count, input, bias, out(stream.as_mut_ptr())),
        }
    }
}

/// [`Stream`], known when a loop is compiled: a choice within it would keep the sums out of the registers.
const NONE: u8 = 0;
const SET: u8 = 1;
const ADD: u8 = 2;

/// A way to compute a convolution.
///
/// # Safety
/// As for [`conv`].
pub(super) trait Tiles {
    /// All tiles of a convolution.
    unsafe fn all<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out);
}

impl<B: Bytes> Tiles for B {
    #[inline(always)]
    unsafe fn all<const STREAM: u8>(conv: &Conv8, count: usize, input: &Boards8, bias: Bias, out: Out) {
        let (board, lanes) = (input.board, B::Floats::LANES);
        let tiles = board.cols.div_ceil(B::CELLS);
        let mut column = 0;
        // Weights of few outputs stay in the first-level cache while all positions pass.
        while column < conv.outputs {
            let pair = column + 2 * lanes <= conv.outputs;
            for position in 0..count {
                for row in 0..board.rows {
                    for tile in 0..tiles {
                        let cols = tile * board.cols / tiles..(tile + 1) * board.cols / tiles;
                        let place = Place { board, position, row, col: cols.start, column };
                        // SAFETY: the place and all its cells are on the board of one of `count` positions.
                        unsafe {
                            let bias = bias.values.as_ptr().add(position * bias.stride + column);
                            let input = input.numbers.as_ptr();
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

/// Where the outputs go.
#[derive(Clone, Copy)]
pub(super) struct Out {
    /// See [`Stream`].
    stream: *mut f32,
    bytes: *mut u8,
    channels: usize,
    /// What one is worth in units of the bytes.
    scale: f32,
}

/// A tile: cells of one row from `col` on, and output channels from `column` on.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub board: Board,
    pub position: usize,
    pub row: usize,
    pub col: usize,
    pub column: usize,
}

impl Place {
    /// The rows of the filter that lie on the board.
    #[inline(always)]
    fn filter_rows(self) -> Range<usize> {
        usize::from(self.row == 0)..3 - usize::from(self.row + 1 == self.board.rows)
    }
}

/// `N` vectors of outputs of `T` cells.
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
    // SAFETY: the caller's place is on the board; the cells around it in its row are there, on the board or off it.
    unsafe {
        // The three cells that a row of the filter meets lie one after another.
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
            let worth = Worth::<B>::load(conv, column, bias.add(n * lanes));
            for t in 0..T {
                finish::<B, STREAM>(sums[t][n], worth, Place { col: col + t, column, ..place }, out);
            }
        }
    }
}

/// What a vector of sums is worth: units to multiply by, then a bias.
#[derive(Clone, Copy)]
pub(super) struct Worth<B: Bytes>(B::Floats, B::Floats);

impl<B: Bytes> Worth<B> {
    /// Of outputs from `column` on, with their bias.
    #[inline(always)]
    pub unsafe fn load(conv: &Conv8, column: usize, bias: *const f32) -> Self {
        // SAFETY: as the caller promises: the unit is there, and there are outputs and biases for a vector.
        unsafe { Worth(B::Floats::load(conv.units.as_ptr().add(column)), B::Floats::load(bias)) }
    }
}

/// Writes the outputs of a cell from `place.column` on, of which these are the sums.
#[inline(always)]
pub(super) unsafe fn finish<B: Bytes, const STREAM: u8>(sums: B, worth: Worth<B>, place: Place, out: Out) {
    let Place { board, position, row, col, column } = place;
    let cell = (position * board.rows + row) * board.cols + col;
    let cell8 = cell_of(board, position, row, col);
    // SAFETY: as the caller promises: the unit is there, and the place lies on the output's boards.
    unsafe {
        let mut numbers = sums.to_floats().mul_add(worth.0, worth.1);
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

/// See [`super::Kernel::pool8`].
#[inline(always)]
pub fn pool(position: usize, input: &Boards8, unit: f32, output: &mut [f32]) {
    let (board, channels) = (input.board, input.channels);
    let share = unit / (board.rows * board.cols) as f32;
    let numbers = &input.numbers[input.row(position, 0)..input.row(position, board.rows)];
    for channel in (0..channels).step_by(BLOCK) {
        let (mut sums, mut most) = ([0u32; BLOCK], [0u8; BLOCK]);
        // Cells off the board are zero and add nothing.
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
