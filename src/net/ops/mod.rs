//! The net's operations: on boards `[n, rows, cols, channels]` 3x3 convolution, normalisation with its added terms
//! and the rectifier, pooling, fake quantisation; on rows of numbers the product with a matrix, and the logarithm of
//! sums of exponentials.
//!
//! On the CPU they run on [`crate::kernels`], as an extension of burn: burn's own convolution converts layouts at
//! each call, and each small step around it takes its own pass through memory. Their bits are also the same
//! everywhere: the order in which burn's products add depends on the processor's vectors and caches, and its
//! exponentials are those of the system's C library. On other devices they are composed of burn's operations.

mod autodiff;
mod composed;
mod flex;
mod terms;
#[cfg(test)]
mod tests;

pub(super) use composed::{norm_relu_with, round_activations_with, round_weights};
pub(super) use terms::{EPSILON, NormOutput, NormTerms};

use burn::backend::tensor::FloatTensor;
use burn::backend::{Backend, Dispatch, DispatchDevice, backend_extension};
use burn::nn::Linear;
use burn::tensor::{Device, Tensor};

/// A 3x3 convolution with zero padding and no bias: from `[n, rows, cols, in]` by weights `[out, in, 3, 3]` to
/// `[n, rows, cols, out]`.
pub(super) fn conv3x3(x: Tensor<4>, weight: Tensor<4>) -> Tensor<4> {
    if !has_kernels(&x.device()) {
        return composed::conv3x3(x, weight);
    }
    Tensor::from_dispatch(<Dispatch as NetOps>::conv3x3(x.into_dispatch(), weight.into_dispatch()))
}

/// `relu(gamma * normalised(x + shift) + beta + skip)`, with the statistics of the batch.
pub(super) fn norm_relu(x: Tensor<4>, gamma: Tensor<1>, beta: Tensor<1>, added: Option<NormTerms>) -> NormOutput {
    if !has_kernels(&x.device()) {
        return composed::norm_relu(x, gamma, beta, added);
    }
    let (x, [gamma, beta]) = (x.into_dispatch(), [gamma, beta].map(Tensor::into_dispatch));
    let (output, mean, variance) = match added {
        None => <Dispatch as NetOps>::norm_relu(x, gamma, beta),
        Some(NormTerms { shift, skip: None }) => {
            <Dispatch as NetOps>::shift_norm_relu(x, gamma, beta, shift.into_dispatch())
        }
        Some(NormTerms { shift, skip: Some(skip) }) => {
            let (shift, skip) = (shift.into_dispatch(), skip.into_dispatch());
            <Dispatch as NetOps>::shift_norm_skip_relu(x, gamma, beta, shift, skip)
        }
    };
    let statistics = [mean, variance].map(|tensor| Tensor::from_dispatch(tensor).detach());
    NormOutput { output: Tensor::from_dispatch(output), statistics }
}

/// Fake quantisation of activations, which are not negative: rounds to 127ths of a range, a share of the largest
/// activation, and clips at it. The gradient passes unchanged (straight-through, Bengio et al. 2013, arXiv:1308.3432).
/// Also returns the range, `[1]`, without a gradient.
pub(super) fn round_activations(x: Tensor<4>) -> (Tensor<4>, Tensor<1>) {
    if !has_kernels(&x.device()) {
        return composed::round_activations(x);
    }
    let (output, range) = <Dispatch as NetOps>::round_activations(x.into_dispatch());
    (Tensor::from_dispatch(output), Tensor::from_dispatch(range).detach())
}

/// The mean, then the maximum, of each channel over all cells: `[n, rows, cols, c]` to `[n, 2c]`. The gradient of a
/// maximum goes to the first cell that has it.
pub(super) fn pool(x: Tensor<4>) -> Tensor<2> {
    if !has_kernels(&x.device()) {
        return composed::pool(x);
    }
    Tensor::from_dispatch(<Dispatch as NetOps>::pool(x.into_dispatch()))
}

/// The product of matrices, `[n, k]` by `[k, m]` to `[n, m]`.
fn product(x: Tensor<2>, weight: Tensor<2>) -> Tensor<2> {
    if !has_kernels(&x.device()) {
        return composed::product(x, weight);
    }
    Tensor::from_dispatch(<Dispatch as NetOps>::product(x.into_dispatch(), weight.into_dispatch()))
}

/// A linear layer on rows, `[n, inputs]` to `[n, outputs]`.
pub(super) fn linear(x: Tensor<2>, layer: &Linear) -> Tensor<2> {
    let y = product(x, layer.weight.val());
    match &layer.bias {
        None => y,
        Some(bias) => y + bias.val().unsqueeze(),
    }
}

/// The logarithm of the sum of exponentials of each row, `[n, k]` to `[n, 1]`.
pub fn log_sum_exp(x: Tensor<2>) -> Tensor<2> {
    if !has_kernels(&x.device()) {
        return composed::log_sum_exp(x);
    }
    Tensor::from_dispatch(<Dispatch as NetOps>::log_sum_exp(x.into_dispatch()))
}

/// The logarithms of the probabilities that each row's softmax gives, `[n, k]`.
pub fn log_softmax(x: Tensor<2>) -> Tensor<2> {
    // The largest is subtracted first: logits can be so far from 0 that their sum would lose digits.
    let x = x.clone() - x.max_dim(1).detach();
    x.clone() - log_sum_exp(x)
}

/// `log(1 + exp(x))`, which is a smooth rectifier, of a column `[n, 1]`.
pub(super) fn softplus(x: Tensor<2>) -> Tensor<2> {
    let zeros = x.zeros_like();
    log_sum_exp(Tensor::cat(vec![x, zeros], 1))
}

/// Whether the kernels can read tensors of this device.
fn has_kernels(device: &Device) -> bool {
    matches!(device.clone().inner().as_dispatch(), DispatchDevice::Flex(_))
}

/// The operations as an extension of burn's backends.
#[backend_extension(Flex, Autodiff)]
trait NetOps: Backend {
    fn conv3x3(x: FloatTensor<Self>, weight: FloatTensor<Self>) -> FloatTensor<Self>;

    fn product(x: FloatTensor<Self>, weight: FloatTensor<Self>) -> FloatTensor<Self>;

    fn log_sum_exp(x: FloatTensor<Self>) -> FloatTensor<Self>;

    /// See [`norm_relu`]: output, mean, variance.
    fn norm_relu(
        x: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);

    fn round_activations(x: FloatTensor<Self>) -> (FloatTensor<Self>, FloatTensor<Self>);

    fn pool(x: FloatTensor<Self>) -> FloatTensor<Self>;

    /// [`norm_relu`] with a shift.
    fn shift_norm_relu(
        x: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
        shift: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);

    /// [`norm_relu`] with a shift and a skip.
    fn shift_norm_skip_relu(
        x: FloatTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
        shift: FloatTensor<Self>,
        skip: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);
}
