use super::{Architecture, Header, Precision, Weights};
use crate::kernels::{AlignedArray, Conv, Conv8, MOST, Matrix, pad};

/// The weights of a net in the layout of the kernels: channels are padded with zeros to whole blocks.
#[derive(Debug)]
pub(super) struct Plan {
    /// The layer from the globals to the stem's bias.
    pub stem_bias: Dense,
    pub trunk: Trunk,
    pub policy: Matrix,
    /// The layer from the pooled trunk to the bias of the policy convolution.
    pub policy_bias: Dense,
    /// A row of channels for each policy plane.
    pub policy_planes: AlignedArray,
    pub policy_planes_bias: Vec<f32>,
    pub policy_extra: Dense,
    pub value: Matrix,
    pub value_bias: AlignedArray,
    pub value_hidden: Dense,
    /// The outputs: win, draw, loss, moves left, then the lead, if the net has one.
    pub value_out: Dense,
}

/// The stem and the residual blocks, with convolutions of either precision.
#[derive(Debug)]
pub(super) enum Trunk {
    F32(Tower<Conv>),
    Int8(Tower<Conv8>),
}

/// The stem and the residual blocks.
#[derive(Debug)]
pub(super) struct Tower<C> {
    pub stem: C,
    pub blocks: Vec<Block<C>>,
}

#[derive(Debug)]
pub(super) struct Block<C> {
    pub conv1: C,
    pub bias1: AlignedArray,
    pub conv2: C,
    /// The layer from the pooled output of the first convolution to the bias of the second.
    pub bias2: Dense,
    /// The activation range of each convolution's input; infinite without ranges.
    pub ranges: [f32; 2],
}

impl Plan {
    pub fn new(header: &Header, weights: &Weights) -> Plan {
        let Architecture { shape, channels: c, value_channels: v, value_hidden: h, .. } = header.architecture;
        let mut tensors = weights.tensors(&header.architecture).peekable();
        // Tensors of size zero are not in the list. All others are requested in file order.
        let mut next = |name: &str| match tensors.next_if(|(spec, _)| spec.name.ends_with(name)) {
            Some((_, tensor)) => tensor,
            None => &[],
        };
        let (trunk, stem_bias) = match header.precision {
            Precision::F32 => {
                let (tower, bias) = tower(header, &mut next, |next, name, inputs, _| {
                    Conv::new(next(&format!("{name}.weight")), inputs, c)
                });
                (Trunk::F32(tower), bias)
            }
            Precision::Int8 => {
                let (tower, bias) = tower(header, &mut next, |next, name, inputs, range| {
                    let weights = next(&format!("{name}.weight"));
                    let units = next(&format!("{name}.unit"));
                    let units: Vec<f32> = units.iter().map(|unit| unit * (range / MOST)).collect();
                    Conv8::new(weights, &units, inputs)
                });
                (Trunk::Int8(tower), bias)
            }
        };
        let policy = pointwise(next("policy.conv.weight"), c, c);
        let bias = next("policy.conv.bias");
        let policy_bias = dense(next("policy.pool.weight"), bias, &[c, c]);
        let mut policy_planes = AlignedArray::zeros(shape.policy_planes * pad(c));
        for (to, from) in policy_planes.chunks_mut(pad(c)).zip(next("policy.planes.weight").chunks(c)) {
            to[..c].copy_from_slice(from);
        }
        let policy_planes_bias = next("policy.planes.bias").to_vec();
        let extra = next("policy.extra.weight");
        let policy_extra = dense(extra, next("policy.extra.bias"), &[c, c]);
        let value = pointwise(next("value.conv.weight"), c, v);
        let value_bias = padded(next("value.conv.bias"));
        let hidden = next("value.hidden.weight");
        let value_hidden = dense(hidden, next("value.hidden.bias"), &[v, v]);
        let (wdl, wdl_bias) = (next("value.wdl.weight"), next("value.wdl.bias"));
        let (moves, moves_bias) = (next("value.moves.weight"), next("value.moves.bias"));
        let (lead, lead_bias) = (next("value.lead.weight"), next("value.lead.bias"));
        let row = |i: usize| wdl[3 * i..][..3].iter().chain(&moves[i..=i]).chain(lead.get(i));
        let joined: Vec<f32> = (0..h).flat_map(row).copied().collect();
        let value_out = dense(&joined, &[wdl_bias, moves_bias, lead_bias].concat(), &[h]);
        Plan {
            stem_bias,
            trunk,
            policy,
            policy_bias,
            policy_planes,
            policy_planes_bias,
            policy_extra,
            value,
            value_bias,
            value_hidden,
            value_out,
        }
    }
}

/// The tower, and the layer from the globals to the stem's bias. `next` returns the tensors in file order; `conv` makes
/// a convolution from its name, its number of inputs and their range.
fn tower<'a, C, N: FnMut(&str) -> &'a [f32]>(
    header: &Header,
    next: &mut N,
    conv: impl Fn(&mut N, &str, usize, f32) -> C,
) -> (Tower<C>, Dense) {
    let Architecture { shape, channels: c, blocks, .. } = header.architecture;
    let stem = conv(next, "stem.conv", shape.planes, 1.0);
    let globals = next("stem.globals.weight");
    let stem_bias = dense(globals, next("stem.bias"), &[shape.globals]);
    let range = |index: usize| header.ranges.get(index).copied().unwrap_or(f32::INFINITY);
    let block = |index: usize| {
        let ranges = [range(2 * index), range(2 * index + 1)];
        let conv1 = conv(next, "conv1", c, ranges[0]);
        let bias1 = padded(next("conv1.bias"));
        let conv2 = conv(next, "conv2", c, ranges[1]);
        let bias = next("conv2.bias");
        Block { conv1, bias1, conv2, bias2: dense(next("pool.weight"), bias, &[c, c]), ranges }
    };
    let blocks = (0..blocks).map(block).collect();
    (Tower { stem, blocks }, stem_bias)
}

/// A matrix with a bias that does not depend on the position.
#[derive(Debug)]
pub(super) struct Dense {
    pub matrix: Matrix,
    pub bias: AlignedArray,
}

/// A 1x1 convolution `[output][input]`.
fn pointwise(weights: &[f32], inputs: usize, outputs: usize) -> Matrix {
    Matrix::new(inputs, pad(inputs), outputs, |input, output| weights[output * inputs + input])
}

/// A dense layer `[input][output]` whose inputs come in `parts`, each padded to whole blocks.
fn dense(weights: &[f32], bias: &[f32], parts: &[usize]) -> Dense {
    let outputs = bias.len();
    // The row of weights of each padded input; empty for padding.
    let mut rows = weights.chunks_exact(outputs.max(1));
    let rows: Vec<Option<&[f32]>> = parts
        .iter()
        .flat_map(|&part| (0..pad(part)).map(move |index| index < part))
        .map(|real| if real { rows.next() } else { None })
        .collect();
    let inputs = rows.len();
    let matrix = Matrix::new(inputs, inputs, outputs, |input, output| rows[input].map_or(0.0, |row| row[output]));
    Dense { matrix, bias: padded(bias) }
}

/// Values padded to whole blocks.
fn padded(values: &[f32]) -> AlignedArray {
    let mut padded = AlignedArray::zeros(pad(values.len()));
    padded[..values.len()].copy_from_slice(values);
    padded
}
