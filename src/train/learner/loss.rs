use super::batch::Part;
#[cfg(doc)]
use super::losses::Losses;
use crate::compact::Architecture;
use crate::net::{self, Net, log_softmax, log_sum_exp};
use crate::train::config::LearnerConfig;
use burn::module::Module;
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};

/// Gradients and losses of a part of a batch, on the device of the net.
pub(super) struct Observations {
    /// Observations by parameter, see [`net::observed`].
    pub parameters: Vec<Tensor<1>>,
    /// The numbers of [`Losses`], in its order, `[4]`.
    pub losses: Tensor<1>,
}

/// The losses and gradients of a net on a part of a batch.
pub(super) fn observe(
    net: &Net,
    mut part: Part,
    config: &LearnerConfig,
    architecture: &Architecture,
    device: &Device,
) -> Observations {
    // A fork shares no node of the autodiff graph with other parts.
    let net = net.clone().fork(device);
    let (shape, size) = (architecture.shape, part.len());
    let matrix = |values: Vec<f32>, cols: usize| Tensor::<2>::from_data(TensorData::new(values, [size, cols]), device);
    let (planes, globals) = part.take_inputs(architecture, device);
    let (output, statistics) = net.forward_batch(planes, globals);

    let mask = matrix(part.mask, shape.policy_len());
    let cross_entropy = |logarithms: Tensor<2>, target: Vec<f32>| {
        (logarithms * matrix(target, shape.policy_len())).sum().neg() / size as f32
    };
    let logarithms = log_softmax(output.policy + mask);
    let mut policy = cross_entropy(logarithms.clone(), part.policy);
    if !part.kept.is_empty() {
        // Any move that keeps the result is right: only their sum counts (Jin and Ghahramani 2002, "Learning with
        // multiple labels"). In unsolved positions the sum is 1.
        let kept = log_sum_exp(logarithms + matrix(part.kept, shape.policy_len()));
        policy = policy - kept.sum() / size as f32;
    }
    let value = (output.wdl * matrix(part.wdl, 3)).sum().neg() / size as f32;
    let error = (output.moves_left - matrix(part.moves_left, 1)) * matrix(part.moves_left_known, 1);
    let moves_left = error.powi_scalar(2).mean();
    let mut loss = policy.clone() + value.clone() * config.value_weight + moves_left.clone() * config.moves_left_weight;
    let lead = output.lead.map(|said| (said - matrix(part.lead, 1)).powi_scalar(2).mean());
    if let Some(lead) = &lead {
        loss = loss + lead.clone() * config.lead_weight;
    }
    let lead = lead.unwrap_or_else(|| Tensor::zeros([1], device));
    let losses = Tensor::cat([policy, value, moves_left, lead].map(Tensor::without_autodiff).to_vec(), 0);
    let gradients = GradientsParams::from_grads((loss / config.shards as f32).backward(), &net);
    Observations { parameters: net::observed(net, gradients, statistics), losses }
}
