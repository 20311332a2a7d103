//! Untrained nets.

use ardoise::compact::{Architecture, CompactNet, Header, Precision, Provenance, Weights};
use ardoise::game::{AnyGame, Encoding};
use std::path::Path;

/// Writes a small net with arbitrary weights.
pub fn write_net(game: &AnyGame, path: &Path) {
    let architecture = Architecture {
        shape: game.shape(),
        channels: 16,
        blocks: 1,
        value_channels: 4,
        value_hidden: 8,
        moves_scale: 8.0,
    };
    let mut state = 1_u32;
    let mut weight = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(state) / f64::from(u32::MAX) - 0.5) as f32 * 0.3
    };
    let tensors =
        architecture.tensors(Precision::F32).iter().map(|spec| (0..spec.len()).map(&mut weight).collect()).collect();
    let weights = Weights::new(&architecture, Precision::F32, tensors).expect("the weights fit");
    let header = Header::new(game, architecture, Provenance::default());
    CompactNet::from_parts(header, weights).expect("the net is sound").write(path).expect("the file can be written");
}
