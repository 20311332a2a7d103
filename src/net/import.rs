use super::Net;
use super::export::{Fold, transposed, values};
use super::model::Logits;
use super::norm::{BatchStatistics, Norm, Statistics};
use super::parameters::set;
use super::trunk::EPSILON;
use crate::compact::{Architecture, Weights};
use burn::nn::Linear;
use burn::tensor::Tensor;

/// A net that computes what a compact evaluator with these weights, in f32, and these activation ranges does: the inverse of
/// [`super::export()`]. `net` gives what an evaluator does not have: heads that are for training only.
///
/// # Panics
/// The weights or ranges are those of another architecture than the net's.
#[must_use]
pub fn import(mut net: Net, architecture: &Architecture, weights: &Weights, ranges: &[f32]) -> Net {
    let mut tensors = weights.tensors(architecture).map(|(_, values)| values.to_vec());
    let mut next = || tensors.next().expect("one tensor a parameter");
    let channels = architecture.channels;

    let (filters, stem) = Unfold::filters(next(), channels);
    set(&mut net.stem.conv, filters);
    if let Some(globals) = &mut net.stem.globals {
        set(&mut globals.weight, stem.dense(next()));
    }
    stem.set_norm(&mut net.stem.norm, next());

    for block in &mut net.blocks {
        for (conv, norm) in [(&mut block.conv1, &mut block.norm1), (&mut block.conv2, &mut block.norm2)] {
            let (filters, unfold) = Unfold::filters(next(), channels);
            set(conv, filters);
            unfold.set_norm(norm, next());
        }
        set(&mut block.pool.weight, next());
    }

    let (filters, policy) = Unfold::filters(next(), channels);
    set(&mut net.policy.conv.weight, transposed(&filters, channels));
    policy.set_norm(&mut net.policy.norm, next());
    set(&mut net.policy.pool.weight, next());
    let Logits { planes, extra } = &mut net.policy.logits;
    if let Some(planes) = planes {
        let weights = transposed(&next(), channels);
        set_dense(planes, weights, next());
    }
    if let Some(extra) = extra {
        set_dense(extra, next(), next());
    }

    let (filters, value) = Unfold::filters(next(), architecture.value_channels);
    set(&mut net.value.conv.weight, transposed(&filters, channels));
    value.set_norm(&mut net.value.norm, next());
    let heads = &mut net.value;
    for linear in [&mut heads.hidden, &mut heads.wdl, &mut heads.moves].into_iter().chain(&mut heads.lead) {
        set_dense(linear, next(), next());
    }

    let mut ranges = ranges.iter();
    for range in net.ranges_mut() {
        set(range, vec![*ranges.next().expect("one range a rounding")]);
    }
    net
}

/// The same function with the statistics of these positions (as for [`Net::forward`]) in the normalisations, so that a batch
/// of such positions, which normalises by its own, computes nearly the same, too.
#[must_use]
pub fn settled(mut net: Net, planes: &Tensor<4>, globals: Option<&Tensor<2>>) -> Net {
    let folds: Vec<Fold> = net.norms_mut().map(|norm| Fold::of(norm)).collect();
    // Each round settles one more: what a normalisation sees is right once all before it are.
    for _ in 0..folds.len() {
        let mut statistics = Statistics::Batch(BatchStatistics::default());
        net.rounded().forward(planes.clone(), globals.cloned(), &mut statistics);
        let Statistics::Batch(seen) = statistics else { unreachable!("set above") };
        for ((norm, fold), [mean, variance]) in net.norms_mut().zip(&folds).zip(&seen.norms) {
            fold.settle(norm, values(mean), values(variance));
        }
    }
    net
}

impl Fold {
    /// Gives a normalisation these statistics, and the factors and offsets with which it still computes this.
    fn settle(&self, norm: &mut Norm, mean: Vec<f32>, variance: Vec<f32>) {
        let gamma = self.scale.iter().zip(&variance).map(|(s, v)| s * (f64::from(*v) + EPSILON).sqrt() as f32);
        let beta = self.offset.iter().zip(&self.scale).zip(&mean).map(|((o, s), m)| o + s * m);
        set(&mut norm.gamma, gamma.collect());
        set(&mut norm.beta, beta.collect());
        set(&mut norm.mean, mean);
        set(&mut norm.variance, variance);
    }
}

/// What normalisation multiplies the outputs of a convolution by, taken out of its filters. They then have the size of random
/// ones (He et al. 2015): the steps of AdamW do not depend on the size of what they change.
struct Unfold {
    scale: Vec<f32>,
}

impl Unfold {
    /// The filters `[out][..]` without it, and what was taken out of folded ones.
    fn filters(mut folded: Vec<f32>, outputs: usize) -> (Vec<f32>, Unfold) {
        let inputs = folded.len() / outputs;
        let scale = folded.chunks_exact_mut(inputs).map(|filter| {
            let squares: f64 = filter.iter().map(|weight| f64::from(*weight).powi(2)).sum();
            // Random filters have a variance of 2 / inputs.
            let scale = if squares > 0.0 { (squares / 2.0).sqrt() as f32 } else { 1.0 };
            filter.iter_mut().for_each(|weight| *weight /= scale);
            scale
        });
        let unfold = Unfold { scale: scale.collect() };
        (folded, unfold)
    }

    /// Other weights `[in][out]` before the same normalisation.
    fn dense(&self, mut weights: Vec<f32>) -> Vec<f32> {
        for input in weights.chunks_exact_mut(self.scale.len()) {
            input.iter_mut().zip(&self.scale).for_each(|(weight, scale)| *weight /= scale);
        }
        weights
    }

    fn set_norm(self, norm: &mut Norm, offset: Vec<f32>) {
        let (mean, variance) = (vec![0.0; offset.len()], vec![1.0; offset.len()]);
        Fold { scale: self.scale, offset }.settle(norm, mean, variance);
    }
}

fn set_dense(linear: &mut Linear, weight: Vec<f32>, bias: Vec<f32>) {
    set(&mut linear.weight, weight);
    set(linear.bias.as_mut().expect("made with a bias"), bias);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::Precision;
    use crate::game::Shape;
    use crate::net::{NetConfig, initialise};
    use burn::tensor::{Device, TensorData};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_settled_net_computes_the_same_by_the_statistics_of_its_batch() {
        let shape = Shape { rows: 4, cols: 5, planes: 3, globals: 2, policy_planes: 2, policy_extra: 1, lead: true };
        let sizes = NetConfig { channels: 16, blocks: 3, precision: Precision::F32, ..NetConfig::default() };
        let device = Device::flex();
        let mut net = initialise(Net::new(&sizes.architecture(shape, 40), sizes.precision, false, &device), 1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut random = |count: usize| -> Vec<f32> { (0..count).map(|_| rng.random_range(0.2..1.2)).collect() };
        for norm in net.norms_mut() {
            let channels = norm.gamma.val().dims()[0];
            for param in [&mut norm.gamma, &mut norm.beta, &mut norm.mean, &mut norm.variance] {
                set(param, random(channels));
            }
        }
        let planes = Tensor::from_data(TensorData::new(random(8 * 60), [8, 3, 4, 5]), &device);
        let globals = Tensor::from_data(TensorData::new(random(16), [8, 2]), &device);
        let answer = |net: &Net, mut statistics: Statistics| {
            let output = net.forward(planes.clone(), Some(globals.clone()), &mut statistics);
            [values(&output.policy), values(&output.wdl), values(&output.moves_left)].concat()
        };
        let batch = || Statistics::Batch(BatchStatistics::default());
        let before = answer(&net, Statistics::Running);
        let differs = |other: Vec<f32>| before.iter().zip(&other).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(differs(answer(&net, batch())) > 0.1, "else there would be nothing to settle");
        let settled = settled(net, &planes, Some(&globals));
        assert!(differs(answer(&settled, Statistics::Running)) < 1e-3);
        assert!(differs(answer(&settled, batch())) < 1e-3);
    }
}
