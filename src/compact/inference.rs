use super::plan::{Dense, Tower, Trunk};
use super::{Architecture, CompactNet, Precision};
use crate::eval::Value;
use crate::game::squash;
use crate::kernels::{AlignedArray, Bias, Board, Boards8, Epilogue, Kernel, MOST, Stream, Workspace, dot, pad};
use std::fmt;
use std::sync::Arc;

/// Number of positions that pass through the net together, layer by layer, so that a layer's weights are read from
/// memory once.
const CAPACITY: usize = 8;

/// Number of outputs of the value head, see [`super::plan::Plan::value_out`].
const OUTPUTS: usize = 5;

/// A place in the net with a rectifier, whose outputs `ardoise doctor` checks for dead units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rectifier {
    /// The rectifier at the end of the stem (0) or of the block with this number.
    Trunk(usize),
    /// The rectifier after the first convolution of the block of that index.
    Inner(usize),
    /// The rectifier after the policy head's convolution.
    Policy,
    /// The rectifier after the value head's convolution.
    Value,
    /// The rectifier of the value head's hidden layer.
    ValueHidden,
}

impl fmt::Display for Rectifier {
    /// The preceding layer, named like its weights (`docs/evaluator-format.md`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rectifier::Trunk(0) => f.pad("stem.conv"),
            Rectifier::Trunk(blocks) => f.pad(&format!("block{}.conv2", blocks - 1)),
            Rectifier::Inner(block) => f.pad(&format!("block{block}.conv1")),
            Rectifier::Policy => f.pad("policy.conv"),
            Rectifier::Value => f.pad("value.conv"),
            Rectifier::ValueHidden => f.pad("value.hidden"),
        }
    }
}

/// The forward pass of a net with its memory, one per thread. Only [`Inference::new`] allocates.
///
/// For up to [`Inference::capacity`] positions: [`load`](Inference::load) each, call [`run`](Inference::run), then
/// read logits and values.
#[derive(Debug)]
pub struct Inference {
    net: Arc<CompactNet>,
    kernel: Kernel,
    sizes: Sizes,
    buffers: Buffers,
    workspace: Workspace,
    /// Planes of one position, `[plane][cell]`, in the game's own order.
    planes: Vec<f32>,
}

/// Numbers per position in each array; channels are padded to whole blocks.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    cells: usize,
    planes: usize,
    globals: usize,
    channels: usize,
    value_channels: usize,
    extra: usize,
    hidden: usize,
}

/// Activations. Arrays over the board are `[position][cell][channel]`.
#[derive(Debug)]
struct Buffers {
    input: AlignedArray,
    globals: AlignedArray,
    /// The trunk's residual stream.
    trunk: AlignedArray,
    /// The output of a block's first convolution; at the end, of the policy's convolution.
    hidden: AlignedArray,
    inputs8: Inputs8,
    /// The output of the value's convolution.
    value: AlignedArray,
    pooled: AlignedArray,
    bias: AlignedArray,
    policy_extra: AlignedArray,
    value_hidden: AlignedArray,
    value_out: AlignedArray,
}

/// Inputs of the 8-bit convolutions; empty for a net in 32 bits.
#[derive(Debug)]
struct Inputs8 {
    input: Boards8,
    trunk: Boards8,
    hidden: Boards8,
}

impl Sizes {
    fn new(architecture: &Architecture) -> Sizes {
        let shape = architecture.shape;
        Sizes {
            cells: shape.cells(),
            planes: pad(shape.planes),
            globals: pad(shape.globals),
            channels: pad(architecture.channels),
            value_channels: pad(architecture.value_channels),
            extra: pad(shape.policy_extra),
            hidden: pad(architecture.value_hidden),
        }
    }
}

impl Buffers {
    fn new(sizes: &Sizes, inputs8: Inputs8) -> Buffers {
        let Sizes { cells, planes, globals, channels, value_channels, extra, hidden } = *sizes;
        let zeros = |size: usize| AlignedArray::zeros(CAPACITY * size);
        Buffers {
            input: zeros(cells * planes),
            globals: zeros(globals),
            trunk: zeros(cells * channels),
            hidden: zeros(cells * channels),
            inputs8,
            value: zeros(cells * value_channels),
            pooled: zeros(2 * channels.max(value_channels)),
            bias: zeros(channels),
            policy_extra: zeros(extra),
            value_hidden: zeros(hidden),
            value_out: zeros(pad(OUTPUTS)),
        }
    }
}

impl Inference {
    /// The forward pass of this net with this kernel.
    pub fn new(net: Arc<CompactNet>, kernel: Kernel) -> Inference {
        let architecture = &net.header().architecture;
        let sizes = Sizes::new(architecture);
        let board = Board { rows: architecture.shape.rows, cols: architecture.shape.cols };
        let positions = if net.header().precision == Precision::Int8 { CAPACITY } else { 0 };
        let boards = |channels| Boards8::new(board, channels, positions);
        let inputs8 = Inputs8 {
            input: boards(architecture.shape.planes),
            trunk: boards(architecture.channels),
            hidden: boards(architecture.channels),
        };
        Inference {
            buffers: Buffers::new(&sizes, inputs8),
            workspace: Workspace::new(sizes.channels.max(sizes.planes)),
            planes: vec![0.0; architecture.shape.plane_len()],
            sizes,
            kernel,
            net,
        }
    }

    pub fn net(&self) -> &Arc<CompactNet> {
        &self.net
    }

    /// The most positions in one run.
    pub fn capacity(&self) -> usize {
        CAPACITY
    }

    /// Sets the input of position `index`: `encode` fills planes (`[plane][row][column]`, from 0 to 1) and globals.
    pub fn load(&mut self, index: usize, encode: impl FnOnce(&mut [f32], &mut [f32])) {
        let Sizes { cells, planes, globals, .. } = self.sizes;
        let shape = self.net.header().architecture.shape;
        encode(&mut self.planes, &mut self.buffers.globals[index * globals..][..shape.globals]);
        if self.net.header().precision == Precision::Int8 {
            for (plane, values) in self.planes.chunks_exact(cells).enumerate() {
                self.buffers.inputs8.input.set(index, plane, values);
            }
            return;
        }
        let input = &mut self.buffers.input[index * cells * planes..][..cells * planes];
        for (plane, values) in self.planes.chunks_exact(cells).enumerate() {
            for (cell, &value) in input.chunks_exact_mut(planes).zip(values) {
                cell[plane] = value;
            }
        }
    }

    /// Evaluates positions 0 to `count - 1`; `count` is at most the capacity.
    pub fn run(&mut self, count: usize) {
        self.run_observed(count, |_, _| ());
    }

    /// [`Inference::run`] for a net in 32 bits. `observe` is called with the output of each rectifier,
    /// `[position][cell][channel]` with channels padded to whole blocks; the hidden layer has one cell.
    pub(super) fn run_observed(&mut self, count: usize, mut observe: impl FnMut(Rectifier, &[f32])) {
        let (kernel, plan, workspace) = (self.kernel, self.net.plan(), &mut self.workspace);
        let Sizes { cells, channels, value_channels, extra, hidden: hidden_width, .. } = self.sizes;
        let shape = self.net.header().architecture.shape;
        let board = Board { rows: shape.rows, cols: shape.cols };
        let Buffers {
            input,
            globals,
            trunk,
            hidden,
            inputs8,
            value,
            pooled,
            bias,
            policy_extra,
            value_hidden,
            value_out,
        } = &mut self.buffers;
        let dense = |dense: &Dense, input: &[f32], relu: bool, output: &mut [f32]| {
            kernel.product(&dense.matrix, &dense.bias, count, input, relu, output);
        };
        let pool = |channels: usize, input: &[f32], pooled: &mut [f32]| {
            let positions = input.chunks_exact(cells * channels).zip(pooled.chunks_exact_mut(2 * channels));
            positions.take(count).for_each(|(input, pooled)| kernel.pool(channels, input, pooled));
        };

        dense(&plan.stem_bias, globals, false, bias);
        match &plan.trunk {
            Trunk::F32(Tower { stem, blocks }) => {
                let own = Bias { values: bias, stride: channels };
                kernel.conv(stem, board, count, input, own, Epilogue::Relu, trunk, workspace);
                for (index, block) in blocks.iter().enumerate() {
                    observe(Rectifier::Trunk(index), &trunk[..count * cells * channels]);
                    let same = Bias { values: &block.bias1, stride: 0 };
                    kernel.conv(&block.conv1, board, count, trunk, same, Epilogue::Relu, hidden, workspace);
                    observe(Rectifier::Inner(index), &hidden[..count * cells * channels]);
                    pool(channels, hidden, pooled);
                    dense(&block.bias2, pooled, false, bias);
                    let own = Bias { values: bias, stride: channels };
                    kernel.conv(&block.conv2, board, count, hidden, own, Epilogue::AddRelu, trunk, workspace);
                }
            }
            Trunk::Int8(Tower { stem, blocks }) => {
                let Inputs8 { input, trunk: trunk8, hidden } = inputs8;
                // The trunk stays in 32 bits: only the inputs of convolutions are rounded.
                let scale = |range: f32| MOST / range;
                let mut next = blocks.iter().map(|block| scale(block.ranges[0])).chain([1.0]);
                let mut next = || next.next().expect("one before each block and one at the end");
                let own = Bias { values: bias, stride: channels };
                kernel.conv8(stem, count, input, own, Stream::Set(trunk), next(), trunk8);
                for block in blocks {
                    let same = Bias { values: &block.bias1, stride: 0 };
                    kernel.conv8(&block.conv1, count, trunk8, same, Stream::None, scale(block.ranges[1]), hidden);
                    for (position, pooled) in pooled.chunks_exact_mut(2 * channels).take(count).enumerate() {
                        kernel.pool8(position, hidden, block.ranges[1] / MOST, pooled);
                    }
                    dense(&block.bias2, pooled, false, bias);
                    let own = Bias { values: bias, stride: channels };
                    kernel.conv8(&block.conv2, count, hidden, own, Stream::Add(trunk), next(), trunk8);
                }
            }
        }

        observe(Rectifier::Trunk(self.net.header().architecture.blocks), &trunk[..count * cells * channels]);
        pool(channels, trunk, pooled);
        dense(&plan.policy_bias, pooled, false, bias);
        let positions = trunk.chunks_exact(cells * channels).zip(hidden.chunks_exact_mut(cells * channels));
        for ((trunk, hidden), bias) in positions.zip(bias.chunks_exact(channels)).take(count) {
            kernel.product(&plan.policy, bias, cells, trunk, true, hidden);
        }
        observe(Rectifier::Policy, &hidden[..count * cells * channels]);
        if extra > 0 {
            pool(channels, hidden, pooled);
            dense(&plan.policy_extra, pooled, false, policy_extra);
        }

        kernel.product(&plan.value, &plan.value_bias, count * cells, trunk, true, value);
        observe(Rectifier::Value, &value[..count * cells * value_channels]);
        pool(value_channels, value, pooled);
        dense(&plan.value_hidden, pooled, true, value_hidden);
        observe(Rectifier::ValueHidden, &value_hidden[..count * hidden_width]);
        dense(&plan.value_out, value_hidden, false, value_out);
    }

    /// The policy logit with this index (see [`crate::game::Shape`]) of an evaluated position.
    pub fn logit(&self, index: usize, policy_index: usize) -> f32 {
        let Sizes { cells, channels, extra, .. } = self.sizes;
        let (plan, plane, cell) = (self.net.plan(), policy_index / cells, policy_index % cells);
        match plan.policy_planes_bias.get(plane) {
            Some(bias) => {
                let inputs = &self.buffers.hidden[(index * cells + cell) * channels..][..channels];
                bias + dot(inputs, &plan.policy_planes[plane * channels..][..channels])
            }
            None => self.buffers.policy_extra[index * extra + policy_index - plan.policy_planes_bias.len() * cells],
        }
    }

    /// The logits of win, draw and loss for the side to act of an evaluated position.
    pub fn wdl_logits(&self, index: usize) -> [f32; 3] {
        let [win, draw, loss, ..] = self.value_out(index);
        [win, draw, loss]
    }

    /// The outputs of the value head; the lead is 0 if the net has none.
    fn value_out(&self, index: usize) -> [f32; OUTPUTS] {
        let out = &self.buffers.value_out[index * pad(OUTPUTS)..];
        std::array::from_fn(|output| out[output])
    }

    /// The value of an evaluated position for the side to act.
    pub fn value(&self, index: usize) -> Value {
        let mut wdl = self.wdl_logits(index);
        softmax(&mut wdl);
        let [_, _, _, moves, lead] = self.value_out(index);
        let moves_left = softplus(moves) * self.net.header().architecture.moves_scale;
        Value { win: wdl[0], loss: wdl[2], moves_left, lead: squash(lead, 1.0) }
    }
}

pub(super) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        // Unlike the platform's exponential, this one is the same on every machine.
        *logit = libm::expf(*logit - most);
        sum += *logit;
    }
    let share = 1.0 / sum;
    logits.iter_mut().for_each(|probability| *probability *= share);
}

/// `ln(1 + e^x)`.
fn softplus(x: f32) -> f32 {
    x.max(0.0) + libm::log1pf(libm::expf(-x.abs()))
}
