use super::spread::t95;

/// By how many points a player ends ahead of another, a game, in games decided by points.
///
/// Where nearly all games are won by one side, points tell two players apart that results do not. Both games of a pair
/// count as one measurement, so that the advantage of a side cancels out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margin {
    pairs: u32,
    sum: f64,
    squares: f64,
}

impl Margin {
    /// Adds a pair of games: the mean of both games' points ahead.
    pub fn add(&mut self, ahead: f64) {
        self.pairs += 1;
        self.sum += ahead;
        self.squares += ahead * ahead;
    }

    /// The mean over all pairs; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.sum / f64::from(self.pairs))
    }

    /// Half the width of the mean's 95 % interval, Student's over pairs; `None` where there are fewer than two.
    pub fn half_width(&self) -> Option<f64> {
        let count = f64::from(self.pairs);
        let variance = (self.squares - self.sum * self.mean()?) / (count - 1.0);
        (self.pairs > 1).then(|| t95(self.pairs as usize - 1) * (variance.max(0.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_averaged() {
        let mut margin = Margin::default();
        assert_eq!((margin.mean(), margin.half_width()), (None, None));
        margin.add(4.0);
        assert_eq!((margin.mean(), margin.half_width()), (Some(4.0), None));
        [-2.0, 1.0].into_iter().for_each(|ahead| margin.add(ahead));
        // Mean 1, deviation 3, standard error 3 / sqrt(3).
        assert_eq!(margin.mean(), Some(1.0));
        let half = margin.half_width().expect("three pairs");
        assert!((half - 4.303 * 3f64.sqrt()).abs() < 1e-9, "{half}");
    }
}
