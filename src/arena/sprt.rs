use super::Pentanomial;
use super::elo::score_of_elo;
use serde::Serialize;
use std::str::FromStr;

/// A sequential probability ratio test of two Elo differences: it ends as soon as the results show which is nearer.
///
/// It is the generalised test on pairs of games (Van den Bergh, "The generalized sequential probability ratio test for
/// trinomial and pentanomial frequencies"): each hypothesis fixes the expected score only, the rest of the
/// distribution is the likeliest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Elo difference of the first hypothesis.
    pub elo0: f64,
    /// Elo difference of the second hypothesis.
    pub elo1: f64,
    /// Log-likelihood ratio: positive if the results favour `elo1`.
    pub llr: f64,
    /// At or below this ratio `elo0` is accepted.
    pub lower: f64,
    /// At or above this ratio `elo1` is accepted.
    pub upper: f64,
    /// The decision so far.
    pub result: SprtResult,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtResult {
    /// More games are needed.
    Undecided,
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

impl Sprt {
    /// Probability of accepting `elo1` if `elo0` is true.
    pub const ALPHA: f64 = 0.05;
    /// Probability of accepting `elo0` if `elo1` is true.
    pub const BETA: f64 = 0.05;

    /// The largest Elo difference: beyond it scores are 0 or 1 in their last digits.
    const MOST_ELO: f64 = 2000.0;

    /// Weight of a kind of pair that has not occurred: keeps the likelihoods above zero.
    const UNSEEN: f64 = 1e-3;

    /// A test of `elo0` against `elo1`; `None` unless `elo0 < elo1`, both from -2000 to 2000.
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        (-Self::MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= Self::MOST_ELO).then_some(Sprt { elo0, elo1 })
    }

    /// The state of the test after these pairs.
    pub fn state(&self, results: &Pentanomial) -> SprtState {
        let lower = (Self::BETA / (1.0 - Self::ALPHA)).ln();
        let upper = ((1.0 - Self::BETA) / Self::ALPHA).ln();
        let llr = if results.pairs() == 0 { 0.0 } else { self.llr(results) };
        let result = match llr {
            llr if llr >= upper => SprtResult::H1,
            llr if llr <= lower => SprtResult::H0,
            _ => SprtResult::Undecided,
        };
        SprtState { elo0: self.elo0, elo1: self.elo1, llr, lower, upper, result }
    }

    fn llr(&self, results: &Pentanomial) -> f64 {
        let weights = results.counts.map(|count| f64::from(count).max(Self::UNSEEN));
        log_likelihood(&weights, score_of_elo(self.elo1)) - log_likelihood(&weights, score_of_elo(self.elo0))
    }
}

/// Log-likelihood of the likeliest distribution whose mean is `score`, up to a term that depends on `weights` only.
///
/// That distribution is `weight / (1 + theta * (share - score))`, with the `theta` at which its mean is `score`.
fn log_likelihood(weights: &[f64; 5], score: f64) -> f64 {
    let terms = || weights.iter().zip(Pentanomial::SHARES).map(|(weight, share)| (weight, share - score));
    let excess = |theta: f64| terms().map(|(weight, d)| weight * d / (1.0 + theta * d)).sum::<f64>();
    // `excess` falls from +infinity to -infinity between the two poles.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = 0.5 * (low + high);
    -terms().map(|(weight, d)| weight * (1.0 + theta * d).ln()).sum::<f64>()
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        numbers
            .and_then(|(elo0, elo1)| Sprt::new(elo0, elo1))
            .ok_or_else(|| "expected two Elo differences from -2000 to 2000, the lower one first, as 0,20".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pentanomial::moments;

    #[test]
    fn follows_the_normal_approximation_near_the_hypotheses() {
        let results = Pentanomial::new([40, 210, 480, 220, 50]);
        let weights = results.counts.map(f64::from);
        let (mean, variance) = moments(&weights);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let expected = 1000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let state = Sprt::new(0.0, 5.0).unwrap().state(&results);
        assert!((state.llr - expected).abs() < 0.01 * expected.abs(), "{} is not about {expected}", state.llr);
    }

    #[test]
    fn the_bounds_are_those_of_five_percent() {
        let state = Sprt::new(0.0, 5.0).unwrap().state(&Pentanomial::default());
        assert!((state.upper - 2.944_438_979_166_44).abs() < 1e-12 && state.lower == -state.upper);
        assert_eq!((state.llr, state.result), (0.0, SprtResult::Undecided));
    }

    #[test]
    fn decides_when_the_results_are_clear() {
        let sprt = Sprt::new(0.0, 50.0).unwrap();
        assert_eq!(sprt.state(&Pentanomial::new([0, 0, 1, 1, 0])).result, SprtResult::Undecided);
        assert_eq!(sprt.state(&Pentanomial::new([0, 0, 0, 0, 30])).result, SprtResult::H1);
        assert_eq!(sprt.state(&Pentanomial::new([20, 0, 0, 0, 0])).result, SprtResult::H0);
        assert_eq!(sprt.state(&Pentanomial::new([50, 50, 200, 50, 50])).result, SprtResult::H0);
    }

    #[test]
    fn a_whitewash_weighs_what_both_hypotheses_give_it() {
        // The likeliest distributions then know only 0 and 1, so each pair weighs ln(s1 / s0).
        let llr = Sprt::new(0.0, 50.0).unwrap().state(&Pentanomial::new([0, 0, 0, 0, 20])).llr;
        let expected = 20.0 * (score_of_elo(50.0) / 0.5).ln();
        assert!((llr - expected).abs() < 0.01, "{llr} is not about {expected}");
    }

    #[test]
    fn the_farthest_hypotheses_have_likelihoods() {
        let sprt = Sprt::new(-2000.0, 2000.0).unwrap();
        for counts in [[8, 0, 0, 0, 0], [0, 0, 8, 0, 0], [0, 0, 0, 0, 8], [1, 1, 1, 1, 1]] {
            let llr = sprt.state(&Pentanomial::new(counts)).llr;
            assert!(llr.is_finite(), "{counts:?}: {llr}");
        }
    }

    #[test]
    fn a_result_and_its_mirror_image_cancel() {
        let results = Pentanomial::new([3, 9, 20, 14, 6]);
        let mirrored = Pentanomial::new([6, 14, 20, 9, 3]);
        let forwards = Sprt::new(-10.0, 30.0).unwrap().state(&results).llr;
        let backwards = Sprt::new(-30.0, 10.0).unwrap().state(&mirrored).llr;
        assert!((forwards + backwards).abs() < 1e-9, "{forwards} {backwards}");
    }

    #[test]
    fn hypotheses_are_two_ordered_numbers() {
        assert_eq!("0,20".parse(), Ok(Sprt { elo0: 0.0, elo1: 20.0 }));
        assert_eq!("-5, 2.5".parse(), Ok(Sprt { elo0: -5.0, elo1: 2.5 }));
        for text in ["", "5", "5,0", "0,0", "a,b", "0,inf", "0,1,2", "nan,1", "0,nan", "0,7000", "-2001,0"] {
            assert!(text.parse::<Sprt>().unwrap_err().contains("0,20"), "{text:?}");
        }
    }
}
