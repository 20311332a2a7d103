use super::Search;
use super::proven::Proven;
use super::tree::ROOT;
use crate::eval::Value;
use crate::game::{Guidance, Side};

/// What a descent has found at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Score in [-1, 1] seen by the first side.
    pub score: f32,
    /// Probability of a draw.
    pub draws: f32,
    /// The end's result, its distance counted from there, where this descent has proven it.
    pub proven: Option<Proven>,
}

impl Found {
    /// An evaluator's answer for a position where `side` acts.
    pub fn value(value: Value, side: Side) -> Found {
        Found { score: value.score() * side.sign(), draws: value.draw(), proven: None }
    }

    /// The same with this share of a lead, seen by the first side, in the score. It proves nothing: who wins is known,
    /// but not by how much.
    pub fn with_lead(self, share: f32, lead: f32) -> Found {
        Found { score: self.score + share * (lead - self.score), proven: None, ..self }
    }

    /// A draw that proves nothing.
    pub const DRAW: Found = Found { score: 0.0, draws: 1.0, proven: None };

    /// A proven result.
    pub fn proven(result: Proven) -> Found {
        let score = result.outcome.score_for(Side::First);
        Found { score, draws: 1.0 - score.abs(), proven: Some(result) }
    }
}

/// What is left of a score after a move of the root back to a position that has occurred in the game: enough for it to be
/// made by a side that is behind and has nothing as good, while one that is ahead, or no worse off, goes on.
const RETURNING: f32 = 0.5;
/// What such a move loses besides.
const RETURNING_COST: f32 = 0.1;

impl<G: Guidance> Search<G> {
    /// Adds what was found to every edge of the path. A result that proves the node above is passed on as proven, and
    /// its exact value in place of the estimate. Where the side to act has a proven draw, what scores less is passed on
    /// as a draw (the bound of Cazenave and Saffidine 2010, "Score bounded Monte-Carlo tree search"): proven moves are
    /// not followed again, so the draw's own visits would not show in the mean.
    pub(super) fn back_up(&mut self, mut found: Found) {
        while let Some(step) = self.path.pop() {
            if step.node == ROOT && self.returns && found.proven.is_none() {
                found.score = RETURNING * found.score - RETURNING_COST * self.side.sign();
            }
            let edge = self.tree.edge_mut(step.edge);
            edge.visits += 1;
            edge.score += f64::from(found.score);
            edge.draws += f64::from(found.draws);
            if let Some(result) = found.proven.take() {
                self.tree.set_proven(step, result.one_move_earlier());
                if let Some(result) = self.tree.prove(step.node) {
                    found = Found::proven(result);
                    continue;
                }
            }
            let node = self.tree.node(step.node);
            if node.has_draw && found.score * node.side.sign() < 0.0 {
                found = Found::DRAW;
            }
        }
        self.tree.root_proven = found.proven;
        self.simulations += 1;
    }
}
