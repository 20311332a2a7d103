use super::config::ConfigError;
use crate::game::{Game, History};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// From where self-play games start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Starts {
    /// Share of games that start after random moves, in [0, 1]; the others start from the opening. Default 0.
    pub random_share: f32,
    /// Largest number of uniformly random moves before such a game; the number is drawn uniformly from 1. Default 8.
    pub random_moves: u32,
}

impl Default for Starts {
    fn default() -> Self {
        Starts { random_share: 0.0, random_moves: 8 }
    }
}

impl Starts {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let wrong = |key, given: &dyn std::fmt::Display, expected| {
            Err(ConfigError::Range { key, given: given.to_string(), expected })
        };
        if !(0.0..=1.0).contains(&self.random_share) {
            return wrong("selfplay.starts.random_share", &self.random_share, "0 to 1");
        }
        // Many more than games have would never end where the game is open.
        if !(1..=1000).contains(&self.random_moves) {
            return wrong("selfplay.starts.random_moves", &self.random_moves, "1 to 1000");
        }
        Ok(())
    }

    /// Sets `history` to where a game starts: never to a position where the game is over.
    pub(super) fn draw<G: Game>(
        &self,
        game: &G,
        history: &mut History<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut impl Rng,
    ) {
        history.restart(game, game.start());
        if rng.random::<f32>() >= self.random_share {
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
            // The game ended on the way: another number, another try.
            history.restart(game, game.start());
        }
    }
}
