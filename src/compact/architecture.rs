use super::Precision;
use crate::game::Shape;
use serde::{Deserialize, Serialize};

/// The sizes of a net. They determine its list of weight tensors (`docs/evaluator-format.md`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// The sizes of the game's encoding and policy.
    pub shape: Shape,
    /// Channels of the residual trunk and of the policy head.
    pub channels: usize,
    pub blocks: usize,
    /// Channels of the value head's convolution.
    pub value_channels: usize,
    /// Width of the value head's hidden layer.
    pub value_hidden: usize,
    /// The moves-left output is `softplus(x) * moves_scale`, in moves.
    pub moves_scale: f32,
}

/// Name and shape of one weight tensor.
///
/// Convolutions are `[out][in][ky][kx]`, dense layers `[in][out]`, biases `[out]`, all row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// Name of the tensor, as `block0.conv1.weight`.
    pub name: String,
    pub shape: Vec<usize>,
    /// The format of the tensor's entries in a file.
    pub entries: Entries,
}

/// The format of a tensor's entries in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// 32-bit floating-point numbers, little-endian.
    F32,
    /// Integers from -127 to 127, one byte each.
    I8,
}

impl Entries {
    /// Size of an entry in a file, in bytes.
    pub fn size(self) -> usize {
        match self {
            Entries::F32 => 4,
            Entries::I8 => 1,
        }
    }
}

impl TensorSpec {
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether a dimension is zero. [`Architecture::tensors`] omits empty tensors.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The limit for each size, so that products of sizes read from a file cannot overflow.
const MAX_SIZE: usize = 1 << 14;

impl Architecture {
    /// The net's weight tensors in file order, without those of size zero. In 8 bits the filters of a 3x3 convolution
    /// are integers, followed by the tensor `unit`: for each output the factor from integers to weights.
    pub fn tensors(&self, precision: Precision) -> Vec<TensorSpec> {
        let Architecture { shape, channels: c, value_channels: v, value_hidden: h, .. } = *self;
        let mut tensors = Vec::new();
        let mut push = |name: &str, shape: &[usize]| {
            if shape.contains(&0) {
                return;
            }
            let mut push = |name: String, shape: &[usize], entries| {
                tensors.push(TensorSpec { name, shape: shape.to_vec(), entries });
            };
            match (precision, shape) {
                (Precision::Int8, [outputs, _, 3, 3]) => {
                    push(name.to_owned(), shape, Entries::I8);
                    push(name.replace("weight", "unit"), &[*outputs], Entries::F32);
                }
                _ => push(name.to_owned(), shape, Entries::F32),
            }
        };
        push("stem.conv.weight", &[c, shape.planes, 3, 3]);
        push("stem.globals.weight", &[shape.globals, c]);
        push("stem.bias", &[c]);
        for block in 0..self.blocks {
            push(&format!("block{block}.conv1.weight"), &[c, c, 3, 3]);
            push(&format!("block{block}.conv1.bias"), &[c]);
            push(&format!("block{block}.conv2.weight"), &[c, c, 3, 3]);
            push(&format!("block{block}.conv2.bias"), &[c]);
            push(&format!("block{block}.pool.weight"), &[2 * c, c]);
        }
        push("policy.conv.weight", &[c, c, 1, 1]);
        push("policy.conv.bias", &[c]);
        push("policy.pool.weight", &[2 * c, c]);
        push("policy.planes.weight", &[shape.policy_planes, c, 1, 1]);
        push("policy.planes.bias", &[shape.policy_planes]);
        push("policy.extra.weight", &[2 * c, shape.policy_extra]);
        push("policy.extra.bias", &[shape.policy_extra]);
        push("value.conv.weight", &[v, c, 1, 1]);
        push("value.conv.bias", &[v]);
        push("value.hidden.weight", &[2 * v, h]);
        push("value.hidden.bias", &[h]);
        push("value.wdl.weight", &[h, 3]);
        push("value.wdl.bias", &[3]);
        push("value.moves.weight", &[h, 1]);
        push("value.moves.bias", &[1]);
        push("value.lead.weight", &[h, usize::from(shape.lead)]);
        push("value.lead.bias", &[usize::from(shape.lead)]);
        tensors
    }

    pub fn parameters(&self) -> usize {
        self.tensors(Precision::F32).iter().map(TensorSpec::len).sum()
    }

    /// Multiplications and additions of the 3x3 convolutions in one forward pass, counted by their definition,
    /// without heads and pooling: the figure for comparing speeds.
    pub fn flops(&self) -> f64 {
        let Shape { rows, cols, planes, .. } = self.shape;
        let taps = (3 * rows - 2) as f64 * (3 * cols - 2) as f64;
        2.0 * taps * self.channels as f64 * (planes + 2 * self.blocks * self.channels) as f64
    }

    /// Checks that the sizes are possible.
    ///
    /// # Errors
    /// A sentence that names the wrong size.
    pub fn check(&self) -> Result<(), String> {
        let shape = &self.shape;
        let sizes = [
            ("rows", shape.rows, 1),
            ("cols", shape.cols, 1),
            ("planes", shape.planes, 1),
            ("globals", shape.globals, 0),
            ("policy_planes", shape.policy_planes, 0),
            ("policy_extra", shape.policy_extra, 0),
            ("channels", self.channels, 1),
            ("blocks", self.blocks, 0),
            ("value_channels", self.value_channels, 1),
            ("value_hidden", self.value_hidden, 1),
        ];
        for (name, size, least) in sizes {
            if !(least..=MAX_SIZE).contains(&size) {
                return Err(format!("{name} is {size}, expected {least} to {MAX_SIZE}"));
            }
        }
        if shape.policy_len() == 0 {
            return Err("the policy has no logit, expected at least one".to_owned());
        }
        if !(1e-6..=1e6).contains(&self.moves_scale) {
            return Err(format!("moves_scale is {}, expected a number from 0.000001 to 1000000", self.moves_scale));
        }
        Ok(())
    }
}
