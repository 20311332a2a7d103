//! Helpers for the tests of nets.

use super::{Net, NetConfig, initialise};
use crate::compact::{Architecture, Precision};
use crate::game::Shape;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Small nets in f32 that learn, with 16 channels, and 32 inputs for them.
pub(super) struct Setting {
    pub architecture: Architecture,
    pub device: Device,
    /// Planes, `[32, 3, 4, 5]`.
    pub planes: Tensor<4>,
    /// Globals, `[32, 2]`.
    pub globals: Tensor<2>,
}

impl Setting {
    pub fn learning(blocks: usize) -> Setting {
        let shape = Shape { rows: 4, cols: 5, planes: 3, globals: 2, policy_planes: 2, policy_extra: 1, lead: true };
        let device = Device::flex().autodiff();
        Setting {
            architecture: NetConfig { channels: 16, blocks, ..NetConfig::default() }.architecture(shape, 40),
            planes: Tensor::from_data(TensorData::new(random(32 * 60, 1), [32, 3, 4, 5]), &device),
            globals: Tensor::from_data(TensorData::new(random(32 * 2, 2), [32, 2]), &device),
            device,
        }
    }

    pub fn random_net(&self, seed: u64) -> Net {
        initialise(Net::new(&self.architecture, Precision::F32, &self.device), seed)
    }
}

/// Random numbers like inputs, factors and variances: positive, and about 1.
pub(super) fn random(count: usize, seed: u64) -> Vec<f32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| rng.random_range(0.2..1.2)).collect()
}
