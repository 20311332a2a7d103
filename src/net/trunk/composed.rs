//! The operations of the trunk, composed of burn's own.

use super::{Normalised, Residual};
use crate::net::norm::EPSILON;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;
use burn::tensor::module::{batch_norm, batch_norm_train, conv2d};
use burn::tensor::ops::ConvOptions;

/// See [`super::conv3x3`].
pub fn conv3x3(x: Tensor<4>, weight: Tensor<4>) -> Tensor<4> {
    channels_last(conv2d(channels_first(x), weight, None, ConvOptions::new([1, 1], [1, 1], [1, 1], 1)))
}

/// See [`super::norm_relu`].
pub fn norm_relu(x: Tensor<4>, gamma: Tensor<1>, beta: Tensor<1>, residual: Option<Residual>) -> Normalised {
    let result = batch_norm_train(channels_first(x), gamma, beta, EPSILON);
    let statistics = [result.mean.detach(), result.variance.detach()];
    Normalised { output: relu(with(channels_last(result.output), residual)), statistics }
}

/// [`super::norm_relu`] by given statistics: inference. Affine and statistics are gamma, beta, mean, variance.
pub fn norm_relu_with(
    x: Tensor<4>,
    [gamma, beta, mean, variance]: [Tensor<1>; 4],
    residual: Option<Residual>,
) -> Tensor<4> {
    let x = batch_norm(channels_first(x), gamma, beta, mean, variance, EPSILON);
    relu(with(channels_last(x), residual))
}

fn with(x: Tensor<4>, residual: Option<Residual>) -> Tensor<4> {
    match residual {
        None => x,
        Some(Residual { skip, shift }) => {
            let [n, channels] = shift.dims();
            x + skip + shift.reshape([n, 1, 1, channels])
        }
    }
}

fn channels_first(x: Tensor<4>) -> Tensor<4> {
    x.permute([0, 3, 1, 2])
}

fn channels_last(x: Tensor<4>) -> Tensor<4> {
    x.permute([0, 2, 3, 1])
}
