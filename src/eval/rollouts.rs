use super::{Batch, Evaluator, Value};
use crate::game::{AnyGame, Game, History, Outcome};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroU32;

/// Equal priors, and as value the mean result of games finished with random moves: classical Monte Carlo tree search.
///
/// The random moves depend on the seed and the position alone. A rollout ignores the moves before its position, so
/// repetitions count within the rollout only.
#[derive(Clone, Debug)]
pub struct Rollouts<G: Game = AnyGame> {
    playouts: NonZeroU32,
    seed: u64,
    history: Option<History<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Rollouts<G> {
    /// Evaluates each position by `playouts` random games.
    pub fn new(playouts: NonZeroU32, seed: u64) -> Self {
        Rollouts { playouts, seed, history: None, moves: Vec::new() }
    }

    /// Mean of the rollouts from a position, for its side to act.
    fn value(&mut self, game: &G, position: &G::Position) -> Value {
        let side = game.side_to_act(position);
        // Seeding mixes all 64 bits, so neighbouring hashes or seeds give unrelated streams.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game.hash(position) ^ self.seed.rotate_left(32));
        let (mut wins, mut losses, mut length, mut lead) = (0, 0, 0, 0.0);
        for _ in 0..self.playouts.get() {
            let end = self.playout(game, position, &mut rng);
            let winner = end.outcome().and_then(Outcome::winner);
            wins += u32::from(winner == Some(side));
            losses += u32::from(winner == Some(side.other()));
            length += u64::from(end.moves());
            lead += f64::from(game.lead(end.position()).unwrap_or(0.0) * side.sign());
        }
        let mean = |sum: f64| (sum / f64::from(self.playouts.get())) as f32;
        Value { win: mean(wins.into()), loss: mean(losses.into()), moves_left: mean(length as f64), lead: mean(lead) }
    }

    /// One random game from a position, at its end.
    fn playout(&mut self, game: &G, position: &G::Position, rng: &mut Xoshiro256PlusPlus) -> &History<G> {
        let history = self.history.get_or_insert_with(|| History::new(game, position.clone()));
        history.restart(game, position.clone());
        while history.outcome().is_none() {
            history.legal_moves(game, &mut self.moves);
            // The high half of the product is below the count; its bias is below 2^-50.
            let index = (u128::from(rng.next_u64()) * self.moves.len() as u128) >> 64;
            history.play(game, self.moves[index as usize]);
        }
        history
    }
}

impl<G: Game> Evaluator<G> for Rollouts<G> {
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>) {
        for index in 0..batch.len() {
            let leaf = batch.leaf_mut(index);
            leaf.priors.fill(1.0 / leaf.moves.len() as f32);
            *leaf.value = self.value(game, leaf.position);
        }
    }
}
