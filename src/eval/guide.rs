use super::{Batch, Evaluator};
use crate::game::{Game, Guide};

/// An evaluator's priors as a solver's [`Guide`].
pub struct PriorGuide<G: Game, E> {
    evaluator: E,
    batch: Batch<G>,
}

impl<G: Game, E: Evaluator<G>> PriorGuide<G, E> {
    pub fn new(evaluator: E) -> Self {
        PriorGuide { evaluator, batch: Batch::default() }
    }
}

impl<G: Game, E: Evaluator<G>> Guide<G> for PriorGuide<G, E> {
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], ratings: &mut Vec<f32>) {
        self.batch.clear();
        self.batch.push(position, moves);
        self.evaluator.evaluate(game, &mut self.batch);
        ratings.clear();
        ratings.extend_from_slice(self.batch.priors(0));
    }
}
