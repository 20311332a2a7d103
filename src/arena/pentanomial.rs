use serde::Serialize;

/// How pairs of games ended. The two games of a pair begin from the same opening with sides exchanged, so their results
/// are correlated; only pairs are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// `counts[i]` pairs in which the player made `i` half points of four: win 2, draw 1, loss 0 a game.
    pub counts: [u32; 5],
}

impl Pentanomial {
    /// The share of the points that each kind of pair is worth.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts of pairs, by half points made.
    pub const fn new(counts: [u32; 5]) -> Self {
        Pentanomial { counts }
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The share of the points that the player made, from 0 to 1; `None` if no pair has ended.
    pub fn score(&self) -> Option<f64> {
        let weights = self.counts.map(f64::from);
        (self.pairs() > 0).then(|| moments(&weights).0)
    }
}

/// Mean and variance of the share of a pair, where `weights[i]` is how often [`Pentanomial::SHARES`]`[i]` occurred.
pub(super) fn moments(weights: &[f64; 5]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let expectation = |f: &dyn Fn(f64) -> f64| -> f64 {
        weights.iter().zip(Pentanomial::SHARES).map(|(weight, share)| weight * f(share)).sum::<f64>() / total
    };
    let mean = expectation(&|share| share);
    (mean, expectation(&|share| (share - mean).powi(2)))
}
