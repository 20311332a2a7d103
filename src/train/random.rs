//! Independent random streams of a run.

use crate::random::mix;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The purpose of a stream; streams of different purposes are independent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// Stream for the parameters of generation 0.
    Network,
    /// Stream of one self-play game; `index` is the game's.
    Game,
    /// Stream for the learner's samples and symmetries; `index` combines the step's with the part's.
    Learner,
    /// Stream for matches and exams that measure strength.
    Report,
    /// Stream for whether and where a self-play game restarts; `index` is the game's.
    Restart,
    /// Stream for the samples of a net's statistics; `index` is the part's.
    Statistics,
}

/// The seed of a stream: a hash of the run's seed, the purpose, the generation and the index.
pub(super) fn stream_seed(seed: u64, purpose: Purpose, generation: u32, index: u64) -> u64 {
    [purpose as u64, u64::from(generation), index]
        .into_iter()
        .fold(mix(seed), |state, word| mix(state.wrapping_add(word)))
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
        let purposes =
            [Purpose::Network, Purpose::Game, Purpose::Learner, Purpose::Report, Purpose::Restart, Purpose::Statistics];
        let mut seen = HashSet::new();
        for seed in 0..4 {
            for purpose in purposes {
                for generation in 0..8 {
                    for index in 0..64 {
                        assert!(seen.insert(stream_seed(seed, purpose, generation, index)));
                    }
                }
            }
        }
    }
}
