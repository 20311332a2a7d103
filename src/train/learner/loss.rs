use super::batch::Part;
use super::losses::Losses;
use crate::compact::Architecture;
use crate::net::{self, BatchStatistics, Net, Statistics};
use crate::train::config::LearnerConfig;
use anyhow::{Result, anyhow};
use burn::optim::GradientsParams;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Tensor, TensorData};

/// The result of a part of a batch.
pub(super) struct PartResult {
    /// See [`net::observed`].
    pub observed: Vec<Vec<f32>>,
    pub losses: Losses,
}

/// The losses and gradients of a net on a part of a batch.
///
/// # Errors
/// The net has diverged.
pub(super) fn observe(
    net: Net,
    mut part: Part,
    config: &LearnerConfig,
    architecture: &Architecture,
    device: &Device,
) -> Result<PartResult> {
    let (shape, size) = (architecture.shape, part.len());
    let matrix = |values: Vec<f32>, cols: usize| Tensor::<2>::from_data(TensorData::new(values, [size, cols]), device);
    let (planes, globals) = part.take_inputs(architecture, device);
    let mut statistics = Statistics::Batch(BatchStatistics::default());
    let output = net.forward(planes, globals, &mut statistics);

    let mask = matrix(part.mask, shape.policy_len());
    let cross_entropy = |logits: Tensor<2>, target: Vec<f32>| {
        let target = matrix(target, shape.policy_len());
        (log_softmax(logits + mask.clone(), 1) * target).sum().neg() / size as f32
    };
    let soft_policy =
        output.soft_policy.map(|logits| cross_entropy(logits, softened(&part.policy, shape.policy_len())));
    let mut policy = cross_entropy(output.policy.clone(), part.policy);
    if !part.kept.is_empty() {
        // Any move that keeps the result is right: only their sum counts (Jin and Ghahramani 2002, "Learning with
        // multiple labels"). Where nothing is solved the difference is 0.
        let kept = output.policy.clone() + matrix(part.kept, shape.policy_len());
        let missed = log_sum_exp(output.policy + mask) - log_sum_exp(kept);
        policy = policy + missed.sum() / size as f32;
    }
    let value = (output.wdl * matrix(part.wdl, 3)).sum().neg() / size as f32;
    let error = (output.moves_left - matrix(part.moves_left, 1)) * matrix(part.moves_left_known, 1);
    let moves_left = error.powi_scalar(2).mean();
    let mut loss = policy.clone() + value.clone() * config.value_weight + moves_left.clone() * config.moves_left_weight;
    if let Some(soft_policy) = soft_policy {
        loss = loss + soft_policy * config.soft_policy_weight;
    }
    let mut losses = Losses { policy: scalar(policy), value: scalar(value), moves_left: scalar(moves_left), lead: 0.0 };
    if let Some(said) = output.lead {
        let lead = (said - matrix(part.lead, 1)).powi_scalar(2).mean();
        losses.lead = scalar(lead.clone());
        loss = loss + lead * config.lead_weight;
    }
    if !(losses.policy + losses.value + losses.moves_left + losses.lead).is_finite() {
        return Err(diverged(&format_args!("{losses:?}")));
    }
    let gradients = GradientsParams::from_grads((loss / config.shards as f32).backward(), &net);
    let Statistics::Batch(statistics) = statistics else { unreachable!("set above") };
    Ok(PartResult { observed: net::observed(net, gradients, statistics), losses })
}

/// The logarithm of the sum of exponentials of each row, `[n, 1]`.
fn log_sum_exp(x: Tensor<2>) -> Tensor<2> {
    let largest = x.clone().max_dim(1).detach();
    (x - largest.clone()).exp().sum_dim(1).log() + largest
}

/// Policy targets at a temperature of 4: what is left to say about the moves that are not the best.
fn softened(targets: &[f32], policy_len: usize) -> Vec<f32> {
    let mut soft: Vec<f32> = targets.iter().map(|p| p.sqrt().sqrt()).collect();
    for target in soft.chunks_exact_mut(policy_len) {
        // Solved positions have no target.
        let sum = target.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        target.iter_mut().for_each(|p| *p /= sum);
    }
    soft
}

/// The error of a net whose loss or parameters are no longer finite.
pub(super) fn diverged(found: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!("the net has diverged ({found}), its numbers are not finite: expected a lower learner.rate or weight_decay")
}

fn scalar(tensor: Tensor<1>) -> f32 {
    tensor.detach().into_scalar::<f32>()
}
