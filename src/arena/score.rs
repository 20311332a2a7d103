use super::Pentanomial;
use crate::game::{Outcome, Side};
use serde::Serialize;

/// Numbers of games by result, from the view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
}

/// The results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The games by the player's side; index [`Side::index`].
    pub by_side: [Tally; 2],
    /// The pairs of games.
    pub pairs: Pentanomial,
}

impl Tally {
    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The share of the points, a draw being half a point. `None` without games.
    pub fn score(&self) -> Option<f64> {
        let half_points = 2 * self.wins + self.draws;
        (self.games() > 0).then(|| f64::from(half_points) / f64::from(2 * self.games()))
    }

    /// Counts a game in which the player had that side.
    pub fn add(&mut self, outcome: Outcome, side: Side) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) if winner == side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
    }
}

impl Score {
    /// Adds a pair of games: `outcomes[i]` is the result of the game in which the player had side `i`.
    pub fn add(&mut self, outcomes: [Outcome; 2]) {
        let mut half_points = 0;
        for side in Side::BOTH {
            let outcome = outcomes[side.index()];
            self.by_side[side.index()].add(outcome, side);
            half_points += match outcome {
                Outcome::Draw => 1,
                Outcome::Win(winner) => 2 * usize::from(winner == side),
            };
        }
        self.pairs.counts[half_points] += 1;
    }

    /// All games, whichever side the player had.
    pub fn total(&self) -> Tally {
        let [first, second] = self.by_side;
        Tally {
            wins: first.wins + second.wins,
            losses: first.losses + second.losses,
            draws: first.draws + second.draws,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_side_and_by_half_points() {
        let mut score = Score::default();
        let (first, second) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
        for outcomes in [[first, second], [first, first], [second, first], [Outcome::Draw, second]] {
            score.add(outcomes);
        }
        assert_eq!(score.by_side[0], Tally { wins: 2, losses: 1, draws: 1 });
        assert_eq!(score.by_side[1], Tally { wins: 2, losses: 2, draws: 0 });
        assert_eq!(score.pairs, Pentanomial::new([1, 0, 1, 1, 1]));
        assert_eq!(score.total().score(), Some(4.5 / 8.0));
        assert_eq!(score.pairs.score(), score.total().score());
    }
}
