use super::Search;
use super::proven::Proven;
use super::tree::ROOT;
use crate::eval::Value;
use crate::game::{Guidance, Side};

/// What a descent has found at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Score in [-1, 1], seen by the first side: what selection maximises.
    pub score: f32,
    /// The expected result in [-1, 1], seen by the first side. The score may mix other things into it
    /// ([`Objective`](super::objective::Objective)), which have no place in a training target.
    pub result: f32,
    /// Probability of a draw.
    pub draws: f32,
    /// The result, if this descent has proven it. Its distance counts from where it was found.
    pub proven: Option<Proven>,
}

impl Found {
    /// A draw, not proven.
    pub const DRAW: Found = Found { score: 0.0, result: 0.0, draws: 1.0, proven: None };

    /// An evaluator's answer for a position where `side` acts.
    #[inline]
    pub fn estimate(value: Value, side: Side) -> Found {
        let score = value.score() * side.sign();
        Found { score, result: score, draws: value.draw(), proven: None }
    }

    /// A proven result.
    #[inline]
    pub fn proven(result: Proven) -> Found {
        let score = result.outcome.score_for(Side::First);
        Found { score, result: score, draws: 1.0 - score.abs(), proven: Some(result) }
    }

    /// The same with `share` of the score replaced by `other`, seen by the first side. Proves nothing.
    #[inline]
    pub fn mixed(self, share: f32, other: f32) -> Found {
        Found { score: self.score + share * (other - self.score), proven: None, ..self }
    }

    /// What is worth passing on from a position where `side` acts and has a draw at hand: no less than the draw (the
    /// bound of Cazenave and Saffidine 2010, "Score bounded Monte-Carlo tree search").
    #[inline]
    pub fn at_least_draw(self, side: Side) -> Found {
        if self.score * side.sign() < 0.0 { Found::DRAW } else { self }
    }
}

impl<G: Guidance> Search<G> {
    /// Adds what was found to every move of the path, from the leaf to the root.
    ///
    /// A result that proves the node above it is passed on as proven, with its exact score in place of the estimate
    /// (MCTS-Solver: Winands, Björnsson and Saito 2008). Where the side to act has a proven draw, a lower score is
    /// passed on as a draw: proven moves are not visited again, so the mean alone would not show the draw.
    ///
    /// Where another leaf has proven a move of the path since the descent, that result is passed on.
    pub(super) fn back_up(&mut self, mut found: Found) {
        while let Some(step) = self.path.pop() {
            let known = self.tree.edge(step.edge).proven.filter(|_| found.proven.is_none());
            found = known.map_or(found, Found::proven);
            if step.node == ROOT {
                self.root.count_result(self.tree.place(step), found.result);
                if self.returns {
                    found = self.objective.after_return(found, self.side);
                }
            }
            self.tree.edge_mut(step.edge).visit(found.score, found.draws);
            if let Some(result) = found.proven.take() {
                if known.is_none() {
                    self.tree.set_proven(step, result.one_move_earlier());
                }
                if let Some(result) = self.tree.prove(step.node) {
                    found = Found::proven(result);
                    continue;
                }
            }
            let node = self.tree.node(step.node);
            if node.has_draw {
                found = found.at_least_draw(node.side);
            }
        }
        self.tree.root_proven = found.proven.or(self.tree.root_proven);
        self.simulations += 1;
    }
}
