use super::config::Starts;
use crate::game::{AnyGame, AnyMove, Game, Guidance, History};
use rand::{Rng, RngExt};

/// How often to draw a scattered position before starting from the opening. Most are playable; with some rule options,
/// none is.
const SCATTER_TRIALS: usize = 100;

impl Starts {
    /// Sets `history` to the start of a game, at which it is not over, in this [generation of the
    /// curriculum](super::config::Config::curriculum_generation). Returns the number of moves to draw from the
    /// evaluator's policy next.
    pub(super) fn draw(
        &self,
        game: &AnyGame,
        generation: u32,
        history: &mut History,
        moves: &mut Vec<AnyMove>,
        rng: &mut impl Rng,
    ) -> u32 {
        history.restart(game, game.start());
        let drawn = rng.random::<f32>();
        if drawn < self.scattered_share {
            let distance = (generation as f32 / self.scattered_generations as f32).min(1.0) * rng.random::<f32>();
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
        let fewest = self.fewest_random_moves(generation);
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

    /// The generation whose games a plan is based on: scattered starts have come half the way back to the opening, as
    /// in the run on average, and random ones all the way, where proofs take longest. The run then has more
    /// generations than planned, rather than fewer, and so reaches the opening.
    pub(super) fn typical(&self) -> u32 {
        let spread = if self.scattered_share > 0.0 { self.scattered_generations / 2 } else { self.random_generations };
        spread + 1
    }

    /// The smallest number of random moves before a game in this generation.
    fn fewest_random_moves(&self, generation: u32) -> u32 {
        let still = self.random_generations.saturating_sub(generation);
        1 + u32::div_ceil((self.random_moves - 1) * still, self.random_generations.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_starts_spread_back_to_the_opening() {
        let starts = Starts { random_moves: 21, random_generations: 10, ..Starts::default() };
        assert_eq!([1, 5, 9, 10, 11].map(|generation| starts.fewest_random_moves(generation)), [19, 11, 3, 1, 1]);
        assert_eq!(Starts::default().fewest_random_moves(1), 1, "all numbers at once unless asked for");
    }
}
