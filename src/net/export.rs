use super::model::Net;
use super::norm::Norm;
use super::ops::EPSILON;
use crate::compact::{Architecture, Precision, Weights, WeightsError};
use burn::nn::Linear;
use burn::tensor::Tensor;

/// The weights of a compact evaluator in f32 that computes the same function, in the order of
/// [`Architecture::tensors`], with batch normalisation folded into the layers before it; and the activation ranges of
/// its int8 version, two a block, if the net trains for int8.
///
/// # Errors
/// A weight or a range is not finite: the net has diverged.
pub fn export(net: &Net, architecture: &Architecture) -> Result<(Weights, Vec<f32>), WeightsError> {
    let mut tensors: Vec<Vec<f32>> = Vec::new();

    let stem = Fold::of(&net.stem.norm);
    tensors.push(stem.conv(values(&net.stem.conv.val())));
    tensors.extend(net.stem.globals.as_ref().map(|globals| stem.dense(weight(globals))));
    tensors.push(stem.bias());

    for block in &net.blocks {
        let (first, second) = (Fold::of(&block.norm1), Fold::of(&block.norm2));
        tensors.push(first.conv(values(&block.conv1.val())));
        tensors.push(first.bias());
        tensors.push(second.conv(values(&block.conv2.val())));
        tensors.push(second.bias());
        tensors.push(second.dense(weight(&block.pool)));
    }

    let policy = Fold::of(&net.policy.norm);
    tensors.push(transposed(&policy.dense(weight(&net.policy.conv)), architecture.channels));
    tensors.push(policy.bias());
    tensors.push(policy.dense(weight(&net.policy.pool)));
    if let Some(planes) = &net.policy.logits.planes {
        let [weight, bias] = dense(planes);
        tensors.extend([transposed(&weight, architecture.shape.policy_planes), bias]);
    }
    tensors.extend(net.policy.logits.extra.iter().flat_map(dense));

    let value = Fold::of(&net.value.norm);
    tensors.push(transposed(&value.dense(weight(&net.value.conv)), architecture.value_channels));
    tensors.push(value.bias());
    let hidden = Fold::of(&net.value.hidden_norm);
    tensors.extend([hidden.dense(weight(&net.value.hidden)), hidden.bias()]);
    for linear in [&net.value.wdl, &net.value.moves].into_iter().chain(&net.value.lead) {
        tensors.extend(dense(linear));
    }
    let weights = Weights::new(architecture, Precision::F32, tensors)?;
    let ranges = net.blocks.iter().flat_map(|block| &block.ranges).flatten();
    let ranges: Vec<f32> = ranges.flat_map(|range| values(&range.val())).collect();
    match ranges.iter().find(|range| !range.is_finite()) {
        Some(range) => Err(WeightsError::NotFinite { name: "ranges".to_owned(), given: range.to_string() }),
        None => Ok((weights, ranges)),
    }
}

/// Batch normalisation at inference: a factor and an offset for each channel.
pub(super) struct Fold {
    pub scale: Vec<f32>,
    pub offset: Vec<f32>,
}

impl Fold {
    pub fn of(norm: &Norm) -> Fold {
        let (gamma, beta) = (values(&norm.gamma.val()), values(&norm.beta.val()));
        let (mean, variance) = (values(&norm.mean.val()), values(&norm.variance.val()));
        let scale: Vec<f32> = gamma
            .iter()
            .zip(&variance)
            .map(|(g, v)| (f64::from(*g) / (f64::from(*v) + EPSILON).sqrt()) as f32)
            .collect();
        let offset = beta.iter().zip(&mean).zip(&scale).map(|((b, m), s)| b - m * s).collect();
        Fold { scale, offset }
    }

    /// Scales each output of weights `[out][in][ky][kx]`.
    fn conv(&self, mut weights: Vec<f32>) -> Vec<f32> {
        let per_output = weights.len() / self.scale.len();
        for (output, scale) in weights.chunks_exact_mut(per_output).zip(&self.scale) {
            output.iter_mut().for_each(|w| *w *= scale);
        }
        weights
    }

    /// Scales each output of weights `[in][out]`.
    fn dense(&self, mut weights: Vec<f32>) -> Vec<f32> {
        for input in weights.chunks_exact_mut(self.scale.len()) {
            input.iter_mut().zip(&self.scale).for_each(|(w, scale)| *w *= scale);
        }
        weights
    }

    fn bias(&self) -> Vec<f32> {
        self.offset.clone()
    }
}

pub(super) fn values<const D: usize>(tensor: &Tensor<D>) -> Vec<f32> {
    tensor.to_data().try_to_vec().expect("parameters are f32")
}

fn weight(linear: &Linear) -> Vec<f32> {
    values(&linear.weight.val())
}

/// The transpose of a matrix with `columns` columns.
pub(super) fn transposed(weights: &[f32], columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|column| weights.iter().skip(column).step_by(columns)).copied().collect()
}

fn dense(linear: &Linear) -> [Vec<f32>; 2] {
    [weight(linear), values(&linear.bias.as_ref().expect("made with a bias").val())]
}
