//! Evaluators: from positions to a prior over the legal moves and a value.
//!
//! The boundary is [`Evaluator::evaluate`] on a [`Batch`]; answers are written into the batch's own memory. An
//! evaluator's answer for a position never depends on the rest of the batch, so games do not depend on the games that
//! share a batch with them.

mod batch;
mod cache;
mod guide;
mod rollouts;
#[cfg(test)]
pub(crate) mod test_game;
#[cfg(test)]
mod tests;
mod uniform;

pub use batch::{Batch, Leaf};
pub use cache::{Answers, CacheStats, CachedEvaluator};
pub use guide::PriorGuide;
pub use rollouts::Rollouts;
pub use uniform::Uniform;

use crate::game::{AnyGame, Game, Outcome, Side};
use serde::{Deserialize, Serialize};

/// The expected course of a position, **seen by the side to act**.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// Probability that the side to act wins.
    pub win: f32,
    /// Probability that the side to act loses. The rest to 1 is a draw.
    pub loss: f32,
    /// Moves until the game ends, 0 if the evaluator gives none.
    pub moves_left: f32,
    /// Expected lead at the end in [-1, 1] (the head that [`Shape`](crate::game::Shape) has with `lead`), 0 if the
    /// evaluator gives none.
    pub lead: f32,
}

impl Value {
    /// The value of an unknown position: even chances.
    pub const EVEN: Value = Value { win: 0.5, loss: 0.5, moves_left: 0.0, lead: 0.0 };

    /// The value of an outcome for `side`.
    pub fn of(outcome: Outcome, side: Side) -> Value {
        let chance = |winner: Side| if outcome == Outcome::Win(winner) { 1.0 } else { 0.0 };
        Value { win: chance(side), loss: chance(side.other()), moves_left: 0.0, lead: 0.0 }
    }

    /// The value with this expected score and this probability of a draw. A score mixed with other terms may exceed the
    /// limits of wins and losses; it is then clamped.
    pub fn expected(score: f32, draws: f32) -> Value {
        let decided = 1.0 - draws;
        let (win, loss) = ((decided + score).max(0.0) / 2.0, (decided - score).max(0.0) / 2.0);
        Value { win, loss, moves_left: 0.0, lead: 0.0 }
    }

    /// Converts between the first side's view and `side`'s view, either way.
    #[must_use]
    pub fn seen_from(self, side: Side) -> Value {
        match side {
            Side::First => self,
            Side::Second => Value { win: self.loss, loss: self.win, lead: -self.lead, ..self },
        }
    }

    /// Expected score in [-1, 1] for the side to act: win 1, draw 0, loss -1.
    #[inline]
    pub fn score(&self) -> f32 {
        self.win - self.loss
    }

    #[inline]
    pub fn draw(&self) -> f32 {
        (1.0 - self.win - self.loss).max(0.0)
    }
}

/// Gives positions a prior over their legal moves and a value.
pub trait Evaluator<G: Game = AnyGame>: Send {
    /// Fills [`Leaf::priors`] (which must sum to 1) and [`Leaf::value`] of every leaf of the batch.
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>);
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>) {
        (**self).evaluate(game, batch);
    }
}
