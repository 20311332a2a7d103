//! Inputs and outputs of the operations, and their constants.

use burn::tensor::Tensor;

/// Added to variances before their square root.
pub const EPSILON: f64 = 1e-5;

/// Terms added around a normalisation.
pub struct NormTerms {
    /// A shift before the normalisation, for all cells of a position: `[n, channels]`. A shift after it could exceed
    /// the normalised range, and make a channel dead for good (KataGo, Wu 2019, normalises after the shift, too).
    pub shift: Tensor<2>,
    /// A term between normalisation and rectifier, for each cell and channel: `[n, rows, cols, channels]`.
    pub skip: Option<Tensor<4>>,
}

/// The result of batch normalisation in training.
pub struct NormOutput {
    /// The normalised output, `[n, rows, cols, channels]`.
    pub output: Tensor<4>,
    /// Mean and variance of each channel, without gradients.
    pub statistics: [Tensor<1>; 2],
}

/// The range as a share of the largest activation of a batch. On trained nets the squared error of rounding and
/// clipping is smallest at 0.7 to 0.95 of the largest activation in 512 positions.
pub const RANGE_SHARE: f32 = 0.85;
