//! The operations of the net, composed of burn's own.

use super::terms::{EPSILON, NormOutput, NormTerms, RANGE_SHARE};
use crate::kernels::MOST;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;
use burn::tensor::module::{batch_norm, batch_norm_train, conv2d};
use burn::tensor::ops::ConvOptions;

pub fn conv3x3(x: Tensor<4>, weight: Tensor<4>) -> Tensor<4> {
    channels_last(conv2d(channels_first(x), weight, None, ConvOptions::new([1, 1], [1, 1], [1, 1], 1)))
}

pub fn norm_relu(x: Tensor<4>, gamma: Tensor<1>, beta: Tensor<1>, added: Option<NormTerms>) -> NormOutput {
    let (x, skip) = shifted(x, added);
    let result = batch_norm_train(channels_first(x), gamma, beta, EPSILON);
    let statistics = [result.mean.detach(), result.variance.detach()];
    NormOutput { output: skip_relu(channels_last(result.output), skip), statistics }
}

/// [`super::norm_relu`] with given gamma, beta, mean and variance: inference.
pub fn norm_relu_with(
    x: Tensor<4>,
    [gamma, beta, mean, variance]: [Tensor<1>; 4],
    added: Option<NormTerms>,
) -> Tensor<4> {
    let (x, skip) = shifted(x, added);
    let x = batch_norm(channels_first(x), gamma, beta, mean, variance, EPSILON);
    skip_relu(channels_last(x), skip)
}

pub fn round_activations(x: Tensor<4>) -> (Tensor<4>, Tensor<1>) {
    let range = (x.clone().detach().max() * RANGE_SHARE).clamp_min(f32::MIN_POSITIVE);
    (round_activations_with(x, range.clone()), range)
}

/// [`super::round_activations`] with a given range, `[1]`: inference.
pub fn round_activations_with(x: Tensor<4>, range: Tensor<1>) -> Tensor<4> {
    let unit = (range / MOST).reshape([1, 1, 1, 1]);
    let whole = (x.clone().detach() / unit.clone()).clamp_max(MOST).round();
    straight_through(x, whole * unit)
}

pub fn pool(x: Tensor<4>) -> Tensor<2> {
    let cells = x.flatten::<3>(1, 2);
    let mean = cells.clone().mean_dim(1).flatten::<2>(1, 2);
    let max = cells.max_dim(1).flatten::<2>(1, 2);
    Tensor::cat(vec![mean, max], 1)
}

pub fn product(x: Tensor<2>, weight: Tensor<2>) -> Tensor<2> {
    x.matmul(weight)
}

pub fn log_sum_exp(x: Tensor<2>) -> Tensor<2> {
    let largest = x.clone().max_dim(1).detach();
    (x - largest.clone()).exp().sum_dim(1).log() + largest
}

/// Fake quantisation of weights `[out, in, 3, 3]`: rounds to 127ths of the largest weight of each output. No gradient
/// passes.
pub fn round_weights(weight: Tensor<4>) -> Tensor<4> {
    let weight = weight.detach();
    let [outputs, ..] = weight.dims();
    let largest = weight.clone().abs().reshape([outputs as i32, -1]).max_dim(1);
    let unit = (largest / MOST).clamp_min(f32::MIN_POSITIVE).reshape([outputs, 1, 1, 1]);
    (weight / unit.clone()).round() * unit
}

/// The value of one tensor with the gradient of another.
fn straight_through(gradient: Tensor<4>, value: Tensor<4>) -> Tensor<4> {
    gradient.clone() + (value - gradient.detach())
}

/// The input of a normalisation with its shift, and the skip.
fn shifted(x: Tensor<4>, added: Option<NormTerms>) -> (Tensor<4>, Option<Tensor<4>>) {
    match added {
        None => (x, None),
        Some(NormTerms { shift, skip }) => {
            let [n, channels] = shift.dims();
            (x + shift.reshape([n, 1, 1, channels]), skip)
        }
    }
}

fn skip_relu(x: Tensor<4>, skip: Option<Tensor<4>>) -> Tensor<4> {
    relu(match skip {
        None => x,
        Some(skip) => x + skip,
    })
}

fn channels_first(x: Tensor<4>) -> Tensor<4> {
    x.permute([0, 3, 1, 2])
}

fn channels_last(x: Tensor<4>) -> Tensor<4> {
    x.permute([0, 2, 3, 1])
}
