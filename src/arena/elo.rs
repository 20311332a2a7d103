use super::Pentanomial;
use super::pentanomial::moments;
use serde::{Deserialize, Serialize};

/// Half the width of a 95 % interval of the normal distribution, in standard deviations.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// A difference in strength on the logistic Elo scale, with its 95 % interval.
///
/// Always finite: a score is taken to lie at least half a game from 0 and from 1. The interval is the normal one for
/// the mean over pairs, to which one imaginary pair is added, half of it lost and half won, so the interval has a width
/// even if all pairs ended alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The difference that explains the score.
    pub elo: f64,
    /// Lower end of the interval.
    pub elo_low: f64,
    /// Upper end of the interval.
    pub elo_high: f64,
}

impl Elo {
    /// The estimate from pairs of games; `None` without pairs.
    pub fn estimate(results: &Pentanomial) -> Option<Elo> {
        let score = results.score()?;
        let half_a_game = 0.25 / f64::from(results.pairs());
        let elo = |score: f64| elo_of_score(score.clamp(half_a_game, 1.0 - half_a_game));

        let mut weights = results.counts.map(f64::from);
        weights[0] += 0.5;
        weights[4] += 0.5;
        let (mean, variance) = moments(&weights);
        let margin = Z95 * (variance / weights.iter().sum::<f64>()).sqrt();
        Some(Elo { elo: elo(score), elo_low: elo(mean - margin), elo_high: elo(mean + margin) })
    }

    /// The standard error that the interval implies.
    pub fn error(&self) -> f64 {
        (self.elo_high - self.elo_low) / (2.0 * Z95)
    }
}

/// The Elo difference at which a player expects `score`, which lies between 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a player who is `elo` stronger expects.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_scale_is_the_logistic_one() {
        close(elo_of_score(0.5), 0.0, 1e-12);
        close(elo_of_score(0.75), 190.848_501_887_864_96, 1e-9);
        close(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
        for elo in [-300.0, -1.0, 0.0, 25.0, 800.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn the_interval_is_the_normal_one_over_pairs() {
        // 10,000 pairs, score 0.5125, variance 0.07796875: deviation of the mean 0.0027923; the imaginary pair is lost
        // in the third digit.
        let elo = Elo::estimate(&Pentanomial::new([1000, 2000, 3500, 2500, 1000])).unwrap();
        close(elo.elo, elo_of_score(0.5125), 1e-9);
        close(elo.elo_low, elo_of_score(0.5125 - Z95 * 0.002_792_3), 0.02);
        close(elo.elo_high, elo_of_score(0.5125 + Z95 * 0.002_792_3), 0.02);
    }

    #[test]
    fn pairs_that_balance_narrow_the_interval() {
        // Both score 50 %. But if every pair ends 1-1, since the opening decides which side wins, pairs do not vary,
        // and the interval is narrow.
        let balanced = Elo::estimate(&Pentanomial::new([0, 0, 100, 0, 0])).unwrap();
        let swinging = Elo::estimate(&Pentanomial::new([50, 0, 0, 0, 50])).unwrap();
        assert!(balanced.elo_high < 10.0 && balanced.elo_low > -10.0, "{balanced:?}");
        assert!(swinging.elo_high > 60.0 && swinging.elo_low < -60.0, "{swinging:?}");
    }

    #[test]
    fn a_whitewash_is_finite_and_keeps_its_order() {
        for pairs in [1, 2, 10, 1000] {
            let all = Elo::estimate(&Pentanomial::new([0, 0, 0, 0, pairs])).unwrap();
            let half_a_game = 0.25 / f64::from(pairs);
            close(all.elo, elo_of_score(1.0 - half_a_game), 1e-9);
            assert!(all.elo_low < all.elo && all.elo <= all.elo_high && all.elo_high.is_finite(), "{all:?}");
            let none = Elo::estimate(&Pentanomial::new([pairs, 0, 0, 0, 0])).unwrap();
            close(none.elo, -all.elo, 1e-9);
            close(none.elo_low, -all.elo_high, 1e-9);
        }
        assert_eq!(Elo::estimate(&Pentanomial::default()), None);
    }
}
