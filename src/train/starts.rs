use crate::game::{Guidance, History};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// How often to draw a scattered position before starting from the opening. Most can be played; some rule options
/// leave none.
const SCATTER_TRIALS: usize = 100;

/// Where self-play games start. The remaining share starts from the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Starts {
    /// Share of games that start after random moves, in [0, 1]. Default 0.
    pub random_share: f32,
    /// Most random moves before such a game; their number is drawn uniformly from 1 to this. Default 8.
    pub random_moves: u32,
    /// Generations over which these starts spread from the most random moves back to the opening: at first their number is
    /// drawn from the highest ones only, so that the net knows what an early move leads to before it learns that move
    /// (a reverse curriculum: Florensa et al. 2017, arXiv:1707.05300). Default 0: all numbers at once.
    pub random_generations: u32,
    /// Most moves at the beginning of games that start from the opening which are drawn from the evaluator's policy, without
    /// a search; their number is drawn uniformly from 0 to this. Default 0 (KataGo draws openings so: Wu 2019).
    pub policy_moves: u32,
    /// Temperature of the policy that they are drawn from, above 0. Default 1.
    pub policy_temperature: f32,
    /// Share of games that start from scattered positions ([`Guidance::scattered`]), in [0, 1], in games that have them.
    /// Default 0.
    pub scattered_share: f32,
    /// Generations over which scattered positions spread from the end of the game back to the opening: their distance is
    /// drawn uniformly up to generation / this, at most 1. Default 50.
    pub scattered_generations: u32,
    /// Share of all games, before the other shares, that start from a position of the replay window: one that the search
    /// misjudged is drawn the more often, the further its value was from what the game came to. In [0, 1]. Default 0.
    pub restart_share: f32,
}

impl Default for Starts {
    fn default() -> Self {
        Starts {
            random_share: 0.0,
            random_moves: 8,
            random_generations: 0,
            policy_moves: 0,
            policy_temperature: 1.0,
            scattered_share: 0.0,
            scattered_generations: 50,
            restart_share: 0.0,
        }
    }
}

impl Starts {
    /// Sets `history` to the start of a game at this [age](super::Config::age) of a run, at which the game is not over.
    /// Returns the number of moves that are to be drawn from the evaluator's policy from there.
    pub(super) fn draw<G: Guidance>(
        &self,
        game: &G,
        age: u32,
        history: &mut History<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut impl Rng,
    ) -> u32 {
        history.restart(game, game.start());
        let drawn = rng.random::<f32>();
        if drawn < self.scattered_share {
            let distance = (age as f32 / self.scattered_generations as f32).min(1.0) * rng.random::<f32>();
            for _ in 0..SCATTER_TRIALS {
                let Some(position) = game.scattered(distance, rng) else { return 0 };
                history.restart(game, position);
                if history.outcome().is_none() {
                    return 0;
                }
            }
            history.restart(game, game.start());
            return 0;
        }
        if drawn >= self.scattered_share + self.random_share {
            return if self.policy_moves == 0 { 0 } else { rng.random_range(0..=self.policy_moves) };
        }
        let fewest = self.fewest_random_moves(age);
        loop {
            for _ in 0..rng.random_range(fewest..=self.random_moves) {
                history.legal_moves(game, moves);
                match moves.len() {
                    0 => break,
                    n => history.play(game, moves[rng.random_range(0..n)]),
                }
            }
            if history.outcome().is_none() {
                return 0;
            }
            // The game ended on the way: try again with another number.
            history.restart(game, game.start());
        }
    }

    /// The generation whose games a plan is made from: where scattered starts have come half the way back to the opening, as
    /// in the run on average, and random ones all the way, where proofs take longest: the run is then rather longer in
    /// generations than planned, and so reaches the opening.
    pub(super) fn typical(&self) -> u32 {
        let spread = if self.scattered_share > 0.0 { self.scattered_generations / 2 } else { self.random_generations };
        spread + 1
    }

    /// The smallest number of random moves before a game at this age.
    fn fewest_random_moves(&self, age: u32) -> u32 {
        let still = self.random_generations.saturating_sub(age);
        1 + u32::div_ceil((self.random_moves - 1) * still, self.random_generations.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Starts;

    #[test]
    fn random_starts_spread_back_to_the_opening() {
        let starts = Starts { random_moves: 21, random_generations: 10, ..Starts::default() };
        assert_eq!([1, 5, 9, 10, 11].map(|generation| starts.fewest_random_moves(generation)), [19, 11, 3, 1, 1]);
        assert_eq!(Starts::default().fewest_random_moves(1), 1, "all numbers at once unless asked for");
    }
}
