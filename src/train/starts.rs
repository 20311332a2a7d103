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
    /// Share of games that start from scattered positions ([`Guidance::scattered`]), in [0, 1], in games that have them.
    /// Default 0.
    pub scattered_share: f32,
    /// Generations over which scattered positions spread from the end of the game back to the opening: their distance is
    /// drawn uniformly up to generation / this, at most 1. Default 50.
    pub scattered_generations: u32,
}

impl Default for Starts {
    fn default() -> Self {
        Starts { random_share: 0.0, random_moves: 8, scattered_share: 0.0, scattered_generations: 50 }
    }
}

impl Starts {
    /// Sets `history` to the start of a game, at which the game is not over.
    pub(super) fn draw<G: Guidance>(
        &self,
        game: &G,
        generation: u32,
        history: &mut History<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut impl Rng,
    ) {
        history.restart(game, game.start());
        let drawn = rng.random::<f32>();
        if drawn < self.scattered_share {
            let distance = (generation as f32 / self.scattered_generations as f32).min(1.0) * rng.random::<f32>();
            for _ in 0..SCATTER_TRIALS {
                let Some(position) = game.scattered(distance, rng) else { return };
                history.restart(game, position);
                if history.outcome().is_none() {
                    return;
                }
            }
            history.restart(game, game.start());
            return;
        }
        if drawn >= self.scattered_share + self.random_share {
            return;
        }
        loop {
            for _ in 0..rng.random_range(1..=self.random_moves) {
                history.legal_moves(game, moves);
                match moves.len() {
                    0 => break,
                    n => history.play(game, moves[rng.random_range(0..n)]),
                }
            }
            if history.outcome().is_none() {
                return;
            }
            // The game ended on the way: try again with another number.
            history.restart(game, game.start());
        }
    }
}
