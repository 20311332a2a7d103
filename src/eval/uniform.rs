use super::{Batch, Evaluator, Value};
use crate::game::Game;

/// Equal priors and even chances: a search with them relies on the rules alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Evaluator<G> for Uniform {
    fn evaluate(&mut self, _: &G, batch: &mut Batch<G>) {
        for index in 0..batch.len() {
            let leaf = batch.leaf_mut(index);
            leaf.priors.fill(1.0 / leaf.moves.len() as f32);
            *leaf.value = Value::EVEN;
        }
    }
}
