use super::norm::{BatchStatistics, Norm, Statistics};
use super::ops::{
    NormTerms, conv3x3, linear, log_softmax, pool, round_activations, round_activations_with, round_weights, softplus,
};
use crate::compact::{Architecture, Precision};
use burn::module::{Module, Param};
use burn::nn::{Linear, LinearConfig};
use burn::tensor::{Device, Tensor};

/// A residual convolutional net with global pooling (He et al. 2016; pooling as in KataGo, Wu 2019).
///
/// It computes the same as the compact evaluator (`docs/evaluator-format.md`), with batch normalisation not yet folded
/// into the layers before it. Every learned addition is normalised before the rectifier, so that no unit becomes dead
/// for good. Inside, boards are `[n, rows, cols, channels]`, and a 1x1 convolution is a linear layer.
#[derive(Module, Debug)]
pub struct Net {
    pub(super) stem: Stem,
    pub(super) blocks: Vec<Block>,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
}

/// The net's output for `n` positions, from the viewpoint of the side to act.
pub struct NetOutput {
    /// Logits `[n, policy_len]`, indexed by [`crate::game::Encoding::policy_index`]; illegal moves are not masked.
    pub policy: Tensor<2>,
    /// Logarithms of the probabilities of win, draw and loss, `[n, 3]`.
    pub wdl: Tensor<2>,
    /// Moves left, in units of [`Architecture::moves_scale`], `[n, 1]`, not negative.
    pub moves_left: Tensor<2>,
    /// The lead at the end, in (-1, 1), `[n, 1]`; `None` if the shape has no lead.
    pub lead: Option<Tensor<2>>,
}

#[derive(Module, Debug)]
pub(super) struct Stem {
    /// Whether planes are rounded to 8 bits.
    pub rounded: bool,
    /// The filters, `[out, in, 3, 3]`, here and below.
    pub conv: Param<Tensor<4>>,
    pub globals: Option<Linear>,
    pub norm: Norm,
}

#[derive(Module, Debug)]
pub(super) struct Block {
    pub conv1: Param<Tensor<4>>,
    pub norm1: Norm,
    pub conv2: Param<Tensor<4>>,
    pub norm2: Norm,
    /// The layer from the pooled output of the first convolution to a shift of the second one's.
    pub pool: Linear,
    /// Running range, `[1]`, of the activations before each convolution; `None` unless the net trains for int8.
    pub ranges: Option<[Param<Tensor<1>>; 2]>,
}

#[derive(Module, Debug)]
pub(super) struct PolicyHead {
    pub conv: Linear,
    pub norm: Norm,
    /// The layer from the pooled trunk to a shift of the convolution's output.
    pub pool: Linear,
    pub logits: Logits,
}

/// The layers between trunk and policy logits.
#[derive(Module, Debug)]
pub(super) struct Logits {
    pub planes: Option<Linear>,
    pub extra: Option<Linear>,
}

#[derive(Module, Debug)]
pub(super) struct ValueHead {
    pub conv: Linear,
    pub norm: Norm,
    pub hidden: Linear,
    pub hidden_norm: Norm,
    pub wdl: Linear,
    pub moves: Linear,
    pub lead: Option<Linear>,
}

impl Net {
    /// A net that will be exported in `precision`. Its parameters are not set yet: see [`super::initialise`] and
    /// [`super::write`].
    pub fn new(architecture: &Architecture, precision: Precision, device: &Device) -> Net {
        let Architecture { shape, channels, blocks, value_channels, value_hidden, .. } = *architecture;
        let conv3 = |from| Param::from_tensor(Tensor::zeros([channels, from, 3, 3], device));
        let linear = |from, to, bias| LinearConfig::new(from, to).with_bias(bias).init(device);
        let norm = |channels| Norm::new(channels, device);
        let range = || Param::from_tensor(Tensor::ones([1], device)).set_require_grad(false);
        Net {
            stem: Stem {
                rounded: precision == Precision::Int8,
                conv: conv3(shape.planes),
                globals: (shape.globals > 0).then(|| linear(shape.globals, channels, false)),
                norm: norm(channels),
            },
            blocks: (0..blocks)
                .map(|_| Block {
                    conv1: conv3(channels),
                    norm1: norm(channels),
                    conv2: conv3(channels),
                    norm2: norm(channels),
                    pool: linear(2 * channels, channels, false),
                    ranges: (precision == Precision::Int8).then(|| [range(), range()]),
                })
                .collect(),
            policy: PolicyHead {
                conv: linear(channels, channels, false),
                norm: norm(channels),
                pool: linear(2 * channels, channels, false),
                logits: Logits {
                    planes: (shape.policy_planes > 0).then(|| linear(channels, shape.policy_planes, true)),
                    extra: (shape.policy_extra > 0).then(|| linear(2 * channels, shape.policy_extra, true)),
                },
            },
            value: ValueHead {
                conv: linear(channels, value_channels, false),
                norm: norm(value_channels),
                hidden: linear(2 * value_channels, value_hidden, false),
                hidden_norm: norm(value_hidden),
                wdl: linear(value_hidden, 3, true),
                moves: linear(value_hidden, 1, true),
                lead: shape.lead.then(|| linear(value_hidden, 1, true)),
            },
        }
    }

    /// The net that is evaluated: with filters rounded to 8 bits if it trains for int8. The gradients of its filters
    /// are used for this net's (straight-through, Bengio et al. 2013, arXiv:1308.3432).
    pub fn rounded(&self) -> Net {
        let mut net = self.clone();
        if net.stem.rounded {
            let of_blocks = net.blocks.iter_mut().flat_map(|block| [&mut block.conv1, &mut block.conv2]);
            for filters in of_blocks.chain([&mut net.stem.conv]) {
                let (exact, trained) = (filters.val(), filters.is_require_grad());
                *filters = Param::initialized(filters.id, round_weights(exact).detach().set_require_grad(trained));
            }
        }
        net
    }

    /// Evaluates planes `[n, planes, rows, cols]` and globals `[n, globals]` (`None` if the game has none), on a net
    /// that was [rounded](Net::rounded), with the running statistics: inference.
    pub fn forward(&self, planes: Tensor<4>, globals: Option<Tensor<2>>) -> NetOutput {
        self.forward_with(planes, globals, &mut Statistics::Running)
    }

    /// [`Net::forward`] with the statistics of this batch, which are returned as well: training.
    pub fn forward_batch(&self, planes: Tensor<4>, globals: Option<Tensor<2>>) -> (NetOutput, BatchStatistics) {
        let mut statistics = Statistics::Batch(BatchStatistics::default());
        let output = self.forward_with(planes, globals, &mut statistics);
        let Statistics::Batch(seen) = statistics else { unreachable!("set above") };
        (output, seen)
    }

    fn forward_with(&self, planes: Tensor<4>, globals: Option<Tensor<2>>, statistics: &mut Statistics) -> NetOutput {
        let mut x = self.stem.forward(planes, globals, statistics);
        for block in &self.blocks {
            x = block.forward(x, statistics);
        }
        let policies = self.policy.forward(x.clone(), statistics);
        self.value.forward(x, policies, statistics)
    }

    /// The layers other than filters whose outputs are normalised.
    pub(super) fn normalised(&self) -> impl Iterator<Item = &Linear> {
        let pools = self.blocks.iter().map(|block| &block.pool);
        let heads = [&self.policy.conv, &self.policy.pool, &self.value.conv, &self.value.hidden];
        self.stem.globals.iter().chain(pools).chain(heads)
    }

    /// The normalisations whose rectified outputs feed only weights, not the stream between blocks.
    pub(super) fn read_by_weights(&self) -> impl Iterator<Item = &Norm> {
        let inner = self.blocks.iter().map(|block| &block.norm1);
        inner.chain([&self.policy.norm, &self.value.norm, &self.value.hidden_norm])
    }

    /// The normalisations, in the order of [`Net::forward`].
    pub(super) fn norms_mut(&mut self) -> impl Iterator<Item = &mut Norm> {
        let blocks = self.blocks.iter_mut().flat_map(|block| [&mut block.norm1, &mut block.norm2]);
        std::iter::once(&mut self.stem.norm).chain(blocks).chain([
            &mut self.policy.norm,
            &mut self.value.norm,
            &mut self.value.hidden_norm,
        ])
    }
}

impl Net {
    /// The same net with the statistics of a batch in place of the running ones.
    #[must_use]
    pub fn with_statistics(mut self, seen: BatchStatistics) -> Net {
        let replace = |running: &mut Param<Tensor<1>>, seen: Tensor<1>| {
            *running = Param::initialized(running.id, seen.detach().set_require_grad(false));
        };
        for (norm, [mean, variance]) in self.norms_mut().zip(seen.norms) {
            replace(&mut norm.mean, mean);
            replace(&mut norm.variance, variance);
        }
        self.ranges_mut().zip(seen.ranges).for_each(|(range, seen)| replace(range, seen));
        self
    }

    /// The running ranges of activations, in the order of [`Net::forward`].
    pub(super) fn ranges_mut(&mut self) -> impl Iterator<Item = &mut Param<Tensor<1>>> {
        self.blocks.iter_mut().flat_map(|block| &mut block.ranges).flatten()
    }
}

impl Stem {
    fn forward(&self, planes: Tensor<4>, globals: Option<Tensor<2>>, statistics: &mut Statistics) -> Tensor<4> {
        let planes = planes.permute([0, 2, 3, 1]);
        let planes = match self.rounded {
            true => round_activations_with(planes.clone(), Tensor::ones([1], &planes.device())),
            false => planes,
        };
        let x = conv3x3(planes, self.conv.val());
        let shift = self.globals.as_ref().zip(globals).map(|(layer, globals)| linear(globals, layer));
        self.norm.forward(x, shift.map(|shift| NormTerms { shift, skip: None }), statistics)
    }
}

impl Block {
    fn forward(&self, x: Tensor<4>, statistics: &mut Statistics) -> Tensor<4> {
        let read = self.activations(0, x.clone(), statistics);
        let h = self.norm1.forward(conv3x3(read, self.conv1.val()), None, statistics);
        let h = self.activations(1, h, statistics);
        let added = NormTerms { shift: linear(pool(h.clone()), &self.pool), skip: Some(x) };
        self.norm2.forward(conv3x3(h, self.conv2.val()), Some(added), statistics)
    }

    /// The input of a convolution, rounded if the net trains for int8.
    fn activations(&self, conv: usize, x: Tensor<4>, statistics: &mut Statistics) -> Tensor<4> {
        match (&self.ranges, statistics) {
            (None, _) => x,
            (Some(ranges), Statistics::Running) => round_activations_with(x, ranges[conv].val()),
            (Some(_), Statistics::Batch(seen)) => {
                let (rounded, range) = round_activations(x);
                seen.ranges.push(range);
                rounded
            }
        }
    }
}

impl PolicyHead {
    fn forward(&self, y: Tensor<4>, statistics: &mut Statistics) -> Tensor<2> {
        let shift = linear(pool(y.clone()), &self.pool);
        let p = self.norm.forward(conv1x1(y, &self.conv), Some(NormTerms { shift, skip: None }), statistics);
        self.logits.forward(p)
    }
}

impl Logits {
    fn forward(&self, p: Tensor<4>) -> Tensor<2> {
        let extra = self.extra.as_ref().map(|layer| linear(pool(p.clone()), layer));
        let planes = self.planes.as_ref().map(|layer| conv1x1(p, layer).permute([0, 3, 1, 2]).flatten::<2>(1, 3));
        Tensor::cat([planes, extra].into_iter().flatten().collect(), 1)
    }
}

impl ValueHead {
    fn forward(&self, y: Tensor<4>, policy: Tensor<2>, statistics: &mut Statistics) -> NetOutput {
        let v = self.norm.forward(conv1x1(y, &self.conv), None, statistics);
        let u = linear(pool(v), &self.hidden);
        let [n, hidden] = u.dims();
        let u = self.hidden_norm.forward(u.reshape([n, 1, 1, hidden]), None, statistics).reshape([n, hidden]);
        NetOutput {
            policy,
            wdl: log_softmax(linear(u.clone(), &self.wdl)),
            moves_left: softplus(linear(u.clone(), &self.moves)),
            lead: self.lead.as_ref().map(|layer| softsign(linear(u, layer))),
        }
    }
}

/// `x / (1 + |x|)`: the same bits on every machine, unlike a hyperbolic tangent.
fn softsign(x: Tensor<2>) -> Tensor<2> {
    x.clone() / (x.abs() + 1.0)
}

/// A linear layer at each cell.
fn conv1x1(x: Tensor<4>, layer: &Linear) -> Tensor<4> {
    let [n, rows, cols, channels] = x.dims();
    let y = linear(x.reshape([n * rows * cols, channels]), layer);
    y.reshape([n as i32, rows as i32, cols as i32, -1])
}

#[cfg(test)]
mod tests {
    use super::super::parameters::set;
    use super::super::testing::{Setting, random};
    use burn::module::Param;
    use burn::tensor::{Tensor, TensorData};

    /// Gradients reach everything before a rectifier, however large a negative shift is added to it.
    #[test]
    fn a_large_negative_shift_silences_no_channel() {
        let setting = Setting::learning(2);
        let mut net = setting.random_net(1);
        let channels = setting.architecture.channels;
        // Pools are not negative: all shifts are far below 0, and differ as the pools do.
        let fill = |param: &mut Param<Tensor<2>>, number: f32| {
            let count = param.dims().iter().product();
            set(param, vec![number; count]);
        };
        for block in &mut net.blocks {
            set(&mut block.norm2.gamma, vec![1.0; channels]);
            fill(&mut block.pool.weight, -20.0);
        }
        fill(&mut net.policy.pool.weight, -20.0);
        let before: Vec<f32> = net.value.hidden.weight.val().into_data().try_to_vec().expect("f32");
        set(&mut net.value.hidden.weight, before.iter().map(|weight| weight - 20.0).collect());

        let (output, _) = net.forward_batch(setting.planes.clone(), Some(setting.globals.clone()));
        let towards = Tensor::from_data(TensorData::new(random(32 * 41, 3), [32, 41]), &setting.device);
        let gradients = ((output.policy * towards).sum() + output.wdl.sum() + output.moves_left.sum()).backward();
        // The sizes of a gradient's parts, one for each output of the layer.
        let sizes = |gradient: Option<Tensor<2>>, outputs: usize| -> Vec<f32> {
            let gradient: Vec<f32> = gradient.expect("tracked").into_data().try_to_vec().expect("f32");
            let column =
                |output| gradient.iter().skip(output).step_by(outputs).fold(0.0f32, |most, g| most.max(g.abs()));
            (0..outputs).map(column).collect()
        };
        let mut all = vec![
            ("policy", sizes(net.policy.conv.weight.grad(&gradients), channels)),
            ("value", sizes(net.value.hidden.weight.grad(&gradients), setting.architecture.value_hidden)),
        ];
        all.extend(net.blocks.iter().map(|block| ("block", sizes(block.pool.weight.grad(&gradients), channels))));
        for (layer, sizes) in all {
            assert!(sizes.iter().all(|&size| size > 1e-6), "a unit of the {layer} learns no more: {sizes:?}");
        }
    }
}
