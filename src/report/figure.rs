use crate::arena::{Elo, Estimate, Grade, Spread};
use serde::Serialize;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The sample size in games, pairs or positions; 0 if exact.
    pub count: usize,
}

impl Figure {
    /// A figure without error.
    pub fn exact(value: f64) -> Figure {
        Figure { value, low: value, high: value, count: 0 }
    }

    /// A share: `right` of `count`, with Wilson's interval.
    pub fn share(right: usize, count: usize) -> Option<Figure> {
        let grade = Grade { asked: count, right };
        let [low, high] = grade.interval();
        (count > 0).then(|| Figure { value: grade.share(), low, high, count })
    }

    /// The score of a side, in [0, 1], from half points, 0 to 2 a game. The interval takes each game for a win or a
    /// loss, so draws make it too wide, never too narrow.
    pub fn score(half_points: usize, games: usize) -> Option<Figure> {
        let share = Figure::share(half_points, 2 * games)?;
        let widened = 2f64.sqrt();
        let [low, high] = [share.low, share.high].map(|end| share.value + widened * (end - share.value));
        Some(Figure { low: low.max(0.0), high: high.min(1.0), count: games, ..share })
    }

    /// The mean of independent values.
    pub fn mean(values: &[f64]) -> Option<Figure> {
        let measured: Vec<Estimate> = values.iter().map(|&value| Estimate { value, error: 0.0 }).collect();
        let spread = Spread::of(&measured)?;
        Some(Figure { value: spread.mean, low: spread.low, high: spread.high, count: values.len() })
    }

    /// An Elo difference measured on `pairs` pairs.
    pub fn elo(elo: Elo, pairs: usize) -> Figure {
        Figure { value: elo.elo, low: elo.elo_low, high: elo.elo_high, count: pairs }
    }
}
