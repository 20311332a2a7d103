use super::Net;
use super::export::{Fold, transposed, values};
use super::model::Logits;
use super::norm::Norm;
use super::ops::EPSILON;
use super::parameters::set;
use crate::compact::{Architecture, Weights};
use burn::nn::Linear;
use burn::tensor::Tensor;

/// A net that computes the same as a compact evaluator with these weights, in f32, and these activation ranges: the
/// inverse of [`super::export()`]. `net` provides the parts that an evaluator lacks: heads that are for training only.
///
/// # Panics
/// The weights or ranges are those of another architecture than the net's.
#[must_use]
pub fn import(mut net: Net, architecture: &Architecture, weights: &Weights, ranges: &[f32]) -> Net {
    let mut tensors = weights.tensors(architecture).map(|(_, values)| values.to_vec());
    let mut next = || tensors.next().expect("one tensor a parameter");
    let channels = architecture.channels;

    let (filters, shift) = (next(), net.stem.globals.as_ref().map(|_| next()));
    let UnfoldedLayer { filters, shift, fold } = unfolded(filters, shift.unwrap_or_default(), next());
    set(&mut net.stem.conv, filters);
    net.stem.globals.iter_mut().for_each(|globals| set(&mut globals.weight, shift.clone()));
    fold.set_norm(&mut net.stem.norm);

    for block in &mut net.blocks {
        let (filters, offset) = (next(), next());
        let UnfoldedLayer { filters, fold, .. } = unfolded(filters, Vec::new(), offset);
        set(&mut block.conv1, filters);
        fold.set_norm(&mut block.norm1);
        let (filters, offset, shift) = (next(), next(), next());
        let UnfoldedLayer { filters, shift, fold } = unfolded(filters, shift, offset);
        set(&mut block.conv2, filters);
        set(&mut block.pool.weight, shift);
        fold.set_norm(&mut block.norm2);
    }

    let (filters, offset, shift) = (next(), next(), next());
    let UnfoldedLayer { filters, shift, fold } = unfolded(filters, shift, offset);
    set(&mut net.policy.conv.weight, transposed(&filters, channels));
    set(&mut net.policy.pool.weight, shift);
    fold.set_norm(&mut net.policy.norm);
    let Logits { planes, extra } = &mut net.policy.logits;
    if let Some(planes) = planes {
        let weights = transposed(&next(), channels);
        set_dense(planes, weights, next());
    }
    if let Some(extra) = extra {
        set_dense(extra, next(), next());
    }

    let heads = &mut net.value;
    let (filters, offset) = (next(), next());
    let UnfoldedLayer { filters, fold, .. } = unfolded(filters, Vec::new(), offset);
    set(&mut heads.conv.weight, transposed(&filters, channels));
    fold.set_norm(&mut heads.norm);
    let (weights, offset) = (transposed(&next(), architecture.value_hidden), next());
    let UnfoldedLayer { filters, fold, .. } = unfolded(weights, Vec::new(), offset);
    set(&mut heads.hidden.weight, transposed(&filters, 2 * architecture.value_channels));
    fold.set_norm(&mut heads.hidden_norm);
    for linear in [&mut heads.wdl, &mut heads.moves].into_iter().chain(&mut heads.lead) {
        set_dense(linear, next(), next());
    }

    let mut ranges = ranges.iter();
    for range in net.ranges_mut() {
        set(range, vec![*ranges.next().expect("one range a rounding")]);
    }
    net
}

/// The same function with the statistics of these positions (as for [`Net::forward`]) in the normalisations. A batch of
/// these positions, which is normalised by its own statistics, then gives nearly the same.
#[must_use]
pub fn settled(mut net: Net, planes: &Tensor<4>, globals: Option<&Tensor<2>>) -> Net {
    let folds: Vec<Fold> = net.norms_mut().map(|norm| Fold::of(norm)).collect();
    // Each round settles one more: the inputs of a normalisation are right once all before it are.
    for _ in 0..folds.len() {
        let (_, seen) = net.rounded().forward_batch(planes.clone(), globals.cloned());
        for ((norm, fold), [mean, variance]) in net.norms_mut().zip(&folds).zip(&seen.norms) {
            fold.settle(norm, values(mean), values(variance));
        }
    }
    net
}

impl Fold {
    /// Sets a normalisation to this fold, as if its input were already normalised.
    fn set_norm(&self, norm: &mut Norm) {
        let channels = self.offset.len();
        self.settle(norm, vec![0.0; channels], vec![1.0; channels]);
    }

    /// Sets a normalisation's statistics, and the factors and offsets with which it still computes the same.
    fn settle(&self, norm: &mut Norm, mean: Vec<f32>, variance: Vec<f32>) {
        let gamma = self.scale.iter().zip(&variance).map(|(s, v)| s * (f64::from(*v) + EPSILON).sqrt() as f32);
        let beta = self.offset.iter().zip(&self.scale).zip(&mean).map(|((o, s), m)| o + s * m);
        set(&mut norm.gamma, gamma.collect());
        set(&mut norm.beta, beta.collect());
        set(&mut norm.mean, mean);
        set(&mut norm.variance, variance);
    }
}

/// A layer and the normalisation after it, which were folded into one.
struct UnfoldedLayer {
    /// The filters, `[out][..]`.
    filters: Vec<f32>,
    /// A shift that is added to the outputs, `[in][out]`; empty if there is none.
    shift: Vec<f32>,
    fold: Fold,
}

/// Divides filters `[out][..]`, and weights `[in][out]` that shift their outputs, by the factor that normalisation
/// restores; `offset` is its offset. They then have the size of random ones (He et al. 2015): the steps of AdamW do not
/// depend on the size of a parameter.
fn unfolded(mut filters: Vec<f32>, mut shift: Vec<f32>, offset: Vec<f32>) -> UnfoldedLayer {
    let outputs = offset.len();
    let squares =
        |weights: &mut dyn Iterator<Item = &f32>| weights.map(|&weight| f64::from(weight).powi(2)).sum::<f64>();
    let inputs = filters.len() / outputs;
    let mut scale = Vec::with_capacity(outputs);
    for (output, filter) in filters.chunks_exact_mut(inputs).enumerate() {
        let squares = squares(&mut filter.iter()) + squares(&mut shift.iter().skip(output).step_by(outputs));
        // Random filters have a variance of 2 / inputs.
        let own = if squares > 0.0 { (squares / 2.0).sqrt() as f32 } else { 1.0 };
        filter.iter_mut().for_each(|weight| *weight /= own);
        shift.iter_mut().skip(output).step_by(outputs).for_each(|weight| *weight /= own);
        scale.push(own);
    }
    UnfoldedLayer { filters, shift, fold: Fold { scale, offset } }
}

fn set_dense(linear: &mut Linear, weight: Vec<f32>, bias: Vec<f32>) {
    set(&mut linear.weight, weight);
    set(linear.bias.as_mut().expect("made with a bias"), bias);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, random};
    use super::*;
    use crate::net::NetOutput;

    #[test]
    fn a_settled_net_computes_the_same_by_the_statistics_of_its_batch() {
        let setting = Setting::learning(3);
        let mut net = setting.random_net(1);
        for (seed, norm) in (2..).zip(net.norms_mut()) {
            let channels = norm.gamma.val().dims()[0];
            for (part, param) in (0..).zip([&mut norm.gamma, &mut norm.beta, &mut norm.mean, &mut norm.variance]) {
                set(param, random(channels, 4 * seed + part));
            }
        }
        let Setting { planes, globals, .. } = &setting;
        let numbers =
            |output: NetOutput| [values(&output.policy), values(&output.wdl), values(&output.moves_left)].concat();
        let inferred = |net: &Net| numbers(net.forward(planes.clone(), Some(globals.clone())));
        let in_batch = |net: &Net| numbers(net.forward_batch(planes.clone(), Some(globals.clone())).0);
        let before = inferred(&net);
        let differs = |other: Vec<f32>| before.iter().zip(&other).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(differs(in_batch(&net)) > 0.1, "else there would be nothing to settle");
        let settled = settled(net, planes, Some(globals));
        assert!(differs(inferred(&settled)) < 1e-3);
        assert!(differs(in_batch(&settled)) < 1e-3);
    }
}
