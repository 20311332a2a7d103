//! Sizes and arrays that all loops share.

use super::aligned::AlignedArray;
use std::ops::Range;

/// Channels in a block: the widest vector. Arrays of channels are padded to whole blocks.
pub const BLOCK: usize = 16;

/// The number of channels rounded up to whole blocks.
///
/// # Panics
/// The result does not fit in a `usize`.
pub const fn pad(channels: usize) -> usize {
    channels.checked_next_multiple_of(BLOCK).expect("the number of channels is too large")
}

/// The length of an array with these dimensions. Every length that a loop relies on is computed by this function: a
/// product that wrapped would pass the checks and let the loop leave its arrays.
///
/// # Panics
/// The product does not fit in a `usize`.
#[track_caller]
pub(super) fn size<const N: usize>(dimensions: [usize; N]) -> usize {
    let product = dimensions.iter().try_fold(1usize, |product, &dimension| product.checked_mul(dimension));
    product.unwrap_or_else(|| panic!("an array of {dimensions:?} numbers is too large"))
}

/// Part `index` of `0..total`, cut into `parts` of nearly equal size.
#[inline(always)]
pub(super) fn part(index: usize, parts: usize, total: usize) -> Range<usize> {
    let (len, longer) = (total / parts, total % parts);
    let start = index * len + index.min(longer);
    start..start + len + usize::from(index < longer)
}

/// Rows and columns of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub rows: usize,
    pub cols: usize,
}

/// A matrix from inputs to outputs: a dense layer or a 1x1 convolution.
#[derive(Debug)]
pub struct Matrix {
    pub inputs: usize,
    /// Distance between two rows of inputs.
    pub stride: usize,
    /// Distance between two inputs of a row: 1, unless rows are the columns of the input array.
    pub step: usize,
    /// The number of outputs, whole blocks; also the distance between two rows of outputs.
    pub outputs: usize,
    /// The weights, `[input][BLOCK]` for each block of outputs.
    pub weights: AlignedArray,
}

impl Matrix {
    /// Lays out the matrix whose entries are `weight(input, output)`, for rows of inputs at distance `stride`.
    pub fn new(inputs: usize, stride: usize, outputs: usize, weight: impl Fn(usize, usize) -> f32) -> Matrix {
        let padded = pad(outputs);
        let mut weights = AlignedArray::zeros(size([inputs, padded]));
        for start in (0..outputs).step_by(BLOCK) {
            let block = &mut weights[start * inputs..];
            for (input, row) in block.chunks_exact_mut(BLOCK).take(inputs).enumerate() {
                for (number, output) in row.iter_mut().zip(start..outputs) {
                    *number = weight(input, output);
                }
            }
        }
        Matrix { inputs, stride, step: 1, outputs: padded, weights }
    }

    /// The length of an input of `rows` rows.
    pub(super) fn input_len(&self, rows: usize) -> usize {
        let last = |count: usize, distance: usize| size([count.saturating_sub(1), distance]);
        match self.inputs.min(rows) {
            0 => 0,
            _ => last(rows, self.stride).saturating_add(last(self.inputs, self.step)).saturating_add(1),
        }
    }
}

/// A number for each channel, added to all cells, as the bias of a convolution: one row of `values` for each position
/// at distance `stride`, or the same row for all positions if `stride` is 0.
#[derive(Clone, Copy, Debug)]
pub struct Bias<'a> {
    pub values: &'a [f32],
    pub stride: usize,
}

impl Bias<'_> {
    /// Checks that there is a number for each of `outputs` channels of `count` positions.
    #[track_caller]
    pub(super) fn check(&self, count: usize, outputs: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        let rest = self.values.len().checked_sub(size([last, self.stride]));
        assert!(rest.is_some_and(|rest| rest >= outputs), "a bias is missing");
    }
}

/// The last step of a convolution, on its sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epilogue {
    Store,
    /// The results pass the rectifier.
    Relu,
    /// The output's old values are added before the rectifier: the residual connection.
    AddRelu,
}

/// The number of positions in `input`.
///
/// # Panics
/// `channels` are not whole blocks, or `input` is not whole positions.
#[track_caller]
pub(super) fn positions(channels: usize, cells: usize, input: &[f32]) -> usize {
    let position = size([cells, channels]);
    assert!(channels.is_multiple_of(BLOCK) && position > 0, "{cells} cells of {channels} channels");
    assert!(input.len().is_multiple_of(position), "the input is not whole positions");
    input.len() / position
}
