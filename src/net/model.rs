use super::norm::{Norm, Statistics};
use crate::eval::compact::Architecture;
use burn::module::Module;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{Linear, LinearConfig, PaddingConfig2d};
use burn::tensor::activation::{log_softmax, relu, softplus};
use burn::tensor::{Device, Tensor};

/// A residual convolution net with global pooling (He et al. 2016; pooling as in KataGo, Wu 2019).
///
/// The same function as the compact evaluator's (`docs/evaluator-format.md`), with batch normalisation not yet folded.
#[derive(Module, Debug)]
pub struct Net {
    pub(super) stem: Stem,
    pub(super) blocks: Vec<Block>,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
}

/// What the net says of `n` positions, each seen by its side to act.
pub struct NetOutput {
    /// Logits `[n, policy_len]`, indexed by [`crate::game::Game::policy_index`]; illegal moves are not masked.
    pub policy: Tensor<2>,
    /// Logarithms of the probabilities of win, draw and loss, `[n, 3]`.
    pub wdl: Tensor<2>,
    /// Moves left, in units of [`Architecture::moves_scale`], `[n, 1]`, not negative.
    pub moves_left: Tensor<2>,
    /// The lead at the end, in (-1, 1), `[n, 1]`; none where the shape has none.
    pub lead: Option<Tensor<2>>,
}

#[derive(Module, Debug)]
pub(super) struct Stem {
    pub conv: Conv2d,
    pub globals: Option<Linear>,
    pub norm: Norm,
}

#[derive(Module, Debug)]
pub(super) struct Block {
    pub conv1: Conv2d,
    pub norm1: Norm,
    pub conv2: Conv2d,
    pub norm2: Norm,
    pub pool: Linear,
}

#[derive(Module, Debug)]
pub(super) struct PolicyHead {
    pub conv: Conv2d,
    pub norm: Norm,
    pub pool: Linear,
    pub planes: Option<Conv2d>,
    pub extra: Option<Linear>,
}

#[derive(Module, Debug)]
pub(super) struct ValueHead {
    pub conv: Conv2d,
    pub norm: Norm,
    pub hidden: Linear,
    pub wdl: Linear,
    pub moves: Linear,
    pub lead: Option<Linear>,
}

impl Net {
    /// A net of that architecture. Its parameters are burn's defaults; see [`super::initialise`].
    pub fn new(architecture: &Architecture, device: &Device) -> Net {
        let Architecture { shape, channels, blocks, value_channels, value_hidden, .. } = *architecture;
        let conv3 = |from| {
            Conv2dConfig::new([from, channels], [3, 3])
                .with_padding(PaddingConfig2d::Same)
                .with_bias(false)
                .init(device)
        };
        let conv1 = |from, to, bias| Conv2dConfig::new([from, to], [1, 1]).with_bias(bias).init(device);
        let linear = |from, to, bias| LinearConfig::new(from, to).with_bias(bias).init(device);
        let norm = |channels| Norm::new(channels, device);
        Net {
            stem: Stem {
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
                })
                .collect(),
            policy: PolicyHead {
                conv: conv1(channels, channels, false),
                norm: norm(channels),
                pool: linear(2 * channels, channels, false),
                planes: (shape.policy_planes > 0).then(|| conv1(channels, shape.policy_planes, true)),
                extra: (shape.policy_extra > 0).then(|| linear(2 * channels, shape.policy_extra, true)),
            },
            value: ValueHead {
                conv: conv1(channels, value_channels, false),
                norm: norm(value_channels),
                hidden: linear(2 * value_channels, value_hidden, true),
                wdl: linear(value_hidden, 3, true),
                moves: linear(value_hidden, 1, true),
                lead: shape.lead.then(|| linear(value_hidden, 1, true)),
            },
        }
    }

    /// Evaluates planes `[n, planes, rows, cols]` and globals `[n, globals]` (`None` where the game has none).
    /// Where and with which statistics the normalisation works is told by `statistics`.
    pub fn forward(&self, planes: Tensor<4>, globals: Option<Tensor<2>>, statistics: &mut Statistics) -> NetOutput {
        let mut x = self.stem.forward(planes, globals, statistics);
        for block in &self.blocks {
            x = block.forward(x, statistics);
        }
        let policy = self.policy.forward(x.clone(), statistics);
        self.value.forward(x, policy, statistics)
    }

    /// The normalisations, in the order in which [`Net::forward`] meets them.
    pub(super) fn norms_mut(&mut self) -> impl Iterator<Item = &mut Norm> {
        let blocks = self.blocks.iter_mut().flat_map(|block| [&mut block.norm1, &mut block.norm2]);
        std::iter::once(&mut self.stem.norm).chain(blocks).chain([&mut self.policy.norm, &mut self.value.norm])
    }
}

impl Stem {
    fn forward(&self, planes: Tensor<4>, globals: Option<Tensor<2>>, statistics: &mut Statistics) -> Tensor<4> {
        let x = self.conv.forward(planes);
        let x = match (&self.globals, globals) {
            (Some(linear), Some(globals)) => x + per_cell(linear.forward(globals)),
            _ => x,
        };
        relu(self.norm.forward(x, statistics))
    }
}

impl Block {
    fn forward(&self, x: Tensor<4>, statistics: &mut Statistics) -> Tensor<4> {
        let h = relu(self.norm1.forward(self.conv1.forward(x.clone()), statistics));
        let pooled = self.pool.forward(pool(h.clone()));
        relu(x + self.norm2.forward(self.conv2.forward(h), statistics) + per_cell(pooled))
    }
}

impl PolicyHead {
    fn forward(&self, y: Tensor<4>, statistics: &mut Statistics) -> Tensor<2> {
        let pooled = self.pool.forward(pool(y.clone()));
        let p = relu(self.norm.forward(self.conv.forward(y), statistics) + per_cell(pooled));
        let extra = self.extra.as_ref().map(|linear| linear.forward(pool(p.clone())));
        let planes = self.planes.as_ref().map(|conv| conv.forward(p).flatten::<2>(1, 3));
        Tensor::cat([planes, extra].into_iter().flatten().collect(), 1)
    }
}

impl ValueHead {
    fn forward(&self, y: Tensor<4>, policy: Tensor<2>, statistics: &mut Statistics) -> NetOutput {
        let v = relu(self.norm.forward(self.conv.forward(y), statistics));
        let u = relu(self.hidden.forward(pool(v)));
        NetOutput {
            policy,
            wdl: log_softmax(self.wdl.forward(u.clone()), 1),
            moves_left: softplus(self.moves.forward(u.clone()), 1.0),
            lead: self.lead.as_ref().map(|linear| softsign(linear.forward(u))),
        }
    }
}

/// `x / (1 + |x|)`: the same bits on every machine, unlike a hyperbolic tangent.
fn softsign(x: Tensor<2>) -> Tensor<2> {
    x.clone() / (x.abs() + 1.0)
}

/// The mean, then the maximum, of each channel over all cells: `[n, c, rows, cols]` to `[n, 2c]`.
fn pool(x: Tensor<4>) -> Tensor<2> {
    let cells = x.flatten::<3>(2, 3);
    let mean = cells.clone().mean_dim(2).flatten::<2>(1, 2);
    let max = cells.max_dim(2).flatten::<2>(1, 2);
    Tensor::cat(vec![mean, max], 1)
}

/// Shapes a value for each channel so that it is added to every cell: `[n, c]` to `[n, c, 1, 1]`.
fn per_cell(x: Tensor<2>) -> Tensor<4> {
    let [n, channels] = x.dims();
    x.reshape([n, channels, 1, 1])
}
