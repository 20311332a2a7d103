//! Independent random streams of a run.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a stream is for; streams of different purposes never meet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// The parameters of generation 0.
    Network,
    /// One self-play game; `index` is the game's.
    Game,
    /// The learner's choice of samples and symmetries; `index` is the step's.
    Learner,
    /// Samples for validation and matches that measure strength.
    Report,
}

/// The seed of a stream: the run's seed, purpose, generation and index mixed one after another (SplitMix64's mixer,
/// Steele et al. 2014).
pub(super) fn stream_seed(seed: u64, purpose: Purpose, generation: u32, index: u64) -> u64 {
    let mix = |state: u64, word: u64| {
        let mut z = state.wrapping_add(word).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    [purpose as u64, u64::from(generation), index].into_iter().fold(mix(0, seed), mix)
}

/// The random numbers of a stream.
pub(super) fn stream(seed: u64, purpose: Purpose, generation: u32, index: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(stream_seed(seed, purpose, generation, index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn streams_differ_in_each_of_their_coordinates() {
        let mut seen = HashSet::new();
        for seed in 0..4 {
            for purpose in [Purpose::Network, Purpose::Game, Purpose::Learner, Purpose::Report] {
                for generation in 0..8 {
                    for index in 0..64 {
                        assert!(seen.insert(stream_seed(seed, purpose, generation, index)));
                    }
                }
            }
        }
    }
}
