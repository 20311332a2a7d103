//! The network that is trained: a residual convolutional net in `burn`, its export to a compact evaluator, and the
//! import of one.
//!
//! Besides this module, only [`crate::train`]'s learner and optimizer know `burn`.

mod export;
mod import;
mod inference;
mod model;
mod norm;
mod ops;
mod parameters;
mod revive;
#[cfg(test)]
mod testing;

pub use export::export;
pub use import::{import, settled};
pub use inference::{Answer, BurnInference, inputs};
pub use model::{Net, NetOutput};
pub use norm::BatchStatistics;
pub use ops::{log_softmax, log_sum_exp};
pub use parameters::{Role, initialise, numbers, observed, read, roles, set_all, write};
pub use revive::revived;

use crate::compact::{Architecture, Precision};
use crate::game::Shape;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The size of a network; the game determines its inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Channels of the residual trunk. Default 32; multiples of 16 use the vector units fully.
    pub channels: usize,
    /// Residual blocks of two 3x3 convolutions each. Default 4.
    pub blocks: usize,
    /// Channels of the value head before pooling. Default 32.
    pub value_channels: usize,
    /// Width of the value head's hidden layer. Default 64.
    pub value_hidden: usize,
    /// Precision of the exported evaluator. With `int8`, the net trains with fake quantisation. Default `int8`.
    pub precision: Precision,
}

impl Default for NetConfig {
    fn default() -> Self {
        NetConfig { channels: 32, blocks: 4, value_channels: 32, value_hidden: 64, precision: Precision::Int8 }
    }
}

impl fmt::Display for NetConfig {
    /// The sizes, in the form of the keys that set them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetConfig { channels, blocks, value_channels, value_hidden, .. } = self;
        write!(f, "blocks={blocks}, channels={channels}, value_channels={value_channels}, value_hidden={value_hidden}")
    }
}

impl NetConfig {
    /// The architecture of the exported evaluator for a game. The unit of the moves-left head is an eighth of
    /// `max_moves`, the bound on the game's length.
    pub fn architecture(&self, shape: Shape, max_moves: u32) -> Architecture {
        Architecture {
            shape,
            channels: self.channels,
            blocks: self.blocks,
            value_channels: self.value_channels,
            value_hidden: self.value_hidden,
            moves_scale: max_moves as f32 / 8.0,
        }
    }
}
