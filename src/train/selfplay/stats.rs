use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Counts and times of self-play, summed over games and threads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayStats {
    pub games: u64,
    pub moves: u64,
    pub simulations: u64,
    pub evaluations: u64,
    pub cache_hits: u64,
    /// Seconds in the evaluator (encoding, network, cache), summed over threads.
    pub evaluator_seconds: f64,
    /// Seconds that threads have played, summed over threads: wall-clock time, not processor time.
    pub seconds: f64,
}

impl AddAssign for SelfPlayStats {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.simulations += other.simulations;
        self.evaluations += other.evaluations;
        self.cache_hits += other.cache_hits;
        self.evaluator_seconds += other.evaluator_seconds;
        self.seconds += other.seconds;
    }
}
