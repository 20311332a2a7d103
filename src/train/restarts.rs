use super::config::Config;
use super::random::{Purpose, stream};
use super::replay::{ReplayBuffer, index_at};
use crate::eval::Value;
use crate::game::Game;
use rand::RngExt;
use std::collections::BTreeMap;

/// The games of a generation that begin where an earlier one was misjudged, by index, with their positions.
pub type Restarts<G> = BTreeMap<u32, <G as Game>::Position>;

/// Draws the positions of a generation's restarts from the samples in the window, in proportion to their regret: how far
/// the search's value was from what the game came to (regret-guided restarts: arXiv:2602.20809; an archive of positions as in
/// Go-Exploit: Trudeau and Bowling 2023, arXiv:2302.12359).
pub fn restarts<G: Game>(buffer: &ReplayBuffer<G>, config: &Config, generation: u32) -> Restarts<G> {
    let share = config.selfplay.starts.restart_share;
    if share == 0.0 {
        return Restarts::<G>::new();
    }
    let worth = |value: Value| f64::from(value.win - value.loss);
    let regrets = buffer.training().map(|sample| match (sample.search, sample.result) {
        (Some(search), Some(result)) => (worth(search) - worth(result)).abs(),
        _ => 0.0,
    });
    let sums: Vec<f64> = regrets
        .scan(0.0, |sum, regret| {
            *sum += regret;
            Some(*sum)
        })
        .collect();
    let Some(&total) = sums.last().filter(|&&total| total > 0.0) else { return Restarts::<G>::new() };
    let place = |index: u32| {
        // A held-out game that began at a position that is trained on would not be held out.
        if index.is_multiple_of(config.selfplay.held_out_every) {
            return None;
        }
        let mut rng = stream(config.seed, Purpose::Restart, generation, index.into());
        if rng.random::<f32>() >= share {
            return None;
        }
        let at = rng.random::<f64>() * total;
        Some((index, buffer.sample(index_at(&sums, at)).position))
    };
    (0..config.selfplay.games).filter_map(place).collect()
}
