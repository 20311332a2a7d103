use super::proven::ProvenResult;
use crate::eval::Value;
use crate::game::Side;

/// A leaf not evaluated yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub side: Side,
    /// The gain at the leaf: [`Objective::gain`](super::objective::Objective::gain).
    pub gain: f32,
    /// Whether the side to act has a move that draws at once by repetition.
    pub draw_at_hand: bool,
}

/// The value of the leaf of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    /// Score in [-1, 1], seen by the first side: the quantity that selection maximises.
    pub score: f32,
    /// The expected result in [-1, 1], seen by the first side. The score may have other terms
    /// ([`Objective`](super::objective::Objective)), which do not belong in a training target.
    pub result: f32,
    /// Probability of a draw, 0 to 1.
    pub draws: f32,
    /// The result, if it is proven. Its distance counts from the leaf.
    pub proven: Option<ProvenResult>,
}

impl LeafValue {
    /// A draw that is not proven, for instance by a repetition on the path.
    pub const DRAW: LeafValue = LeafValue { score: 0.0, result: 0.0, draws: 1.0, proven: None };

    /// The value of an evaluator's answer for a position where `side` acts.
    #[inline]
    pub fn estimate(value: Value, side: Side) -> LeafValue {
        let score = value.score() * side.sign();
        LeafValue { score, result: score, draws: value.draw(), proven: None }
    }

    #[inline]
    pub fn proven(result: ProvenResult) -> LeafValue {
        let score = result.outcome.score_for(Side::First);
        LeafValue { score, result: score, draws: 1.0 - score.abs(), proven: Some(result) }
    }

    /// The same value with `share` of the score replaced by `other`, seen by the first side. Not proven.
    #[inline]
    pub fn mixed(self, share: f32, other: f32) -> LeafValue {
        LeafValue { score: self.score + share * (other - self.score), proven: None, ..self }
    }

    /// The value seen from a position above, where `side` acts and has a draw at hand: no less than the draw (the
    /// bound of Cazenave and Saffidine 2010, "Score bounded Monte-Carlo tree search").
    #[inline]
    pub fn at_least_draw(self, side: Side) -> LeafValue {
        if self.score * side.sign() < 0.0 { LeafValue::DRAW } else { self }
    }
}
