use super::proven::ProvenResult;
use crate::game::{Outcome, Side};

/// A position that has been evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub first: u32,
    pub len: u32,
    /// Number of edges at the front of the node's run that selection reads; not used at the root.
    pub candidates: u32,
    /// The evaluator's score, seen by the first side.
    pub score: f32,
    /// The evaluator's probability of a draw.
    pub draws: f32,
    pub side: Side,
    /// Whether some move is known to draw, so that the side to act can expect at least a draw.
    pub has_draw: bool,
    /// Whether chance acts: visits are shared evenly among the moves, and the score is 0.
    pub is_chance: bool,
}

/// A move of a node, with its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    /// Sum of the scores of all visits, seen by the first side.
    pub score: f64,
    /// Sum of the probabilities of a draw.
    pub draws: f64,
    pub mv: M,
    /// The evaluator's probability of the move.
    pub prior: f32,
    pub child: u32,
    pub visits: u32,
    /// Visits in flight: started, their leaves not evaluated yet.
    pub in_flight: u16,
    /// The move's result, its distance counted from the position where the move is made.
    pub proven: Option<ProvenResult>,
}

/// Visits that a move needs for each visit in flight before another descent follows it.
///
/// Descents that diverge high in the tree, at moves with many visits, only bring forward visits that would come anyway.
/// If they diverge just above a leaf in flight, one of them goes to a move that would not be visited once the leaf is
/// known, and its score spoils the mean of all moves above.
const VISITS_PER_LEAF_IN_FLIGHT: u32 = 8;

/// The index that means none: an edge without a child.
pub(super) const NONE: u32 = u32::MAX;

impl<M> Edge<M> {
    /// Counts a visit with its score, seen by the first side, and its probability of a draw.
    #[inline]
    pub fn visit(&mut self, score: f32, draws: f32) {
        self.visits += 1;
        self.score += f64::from(score);
        self.draws += f64::from(draws);
    }

    /// Number of visits started, including those in flight.
    #[inline]
    pub fn started(&self) -> u32 {
        self.visits + u32::from(self.in_flight)
    }

    /// Whether no further visit should start with this move, since too many of its visits are in flight.
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.visits < VISITS_PER_LEAF_IN_FLIGHT * u32::from(self.in_flight)
    }

    #[inline]
    pub fn child(&self) -> Option<u32> {
        (self.child != NONE).then_some(self.child)
    }

    /// Mean score in [-1, 1] seen by `side`; exact if proven, `None` if unvisited.
    #[inline]
    pub fn q(&self, side: Side) -> Option<f32> {
        match self.proven {
            Some(proven) => Some(proven.outcome.score_for(side)),
            None if self.visits == 0 => None,
            None => Some((self.score / f64::from(self.visits)) as f32 * side.sign()),
        }
    }

    /// Whether the move's result is not proven.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.proven.is_none()
    }

    /// Whether the move is proven to draw.
    #[inline]
    pub fn is_drawn(&self) -> bool {
        self.proven.is_some_and(|p| p.outcome == Outcome::Draw)
    }

    /// Whether the move is proven to lose for `side`.
    #[inline]
    pub fn is_lost(&self, side: Side) -> bool {
        self.proven.is_some_and(|p| p.is_loss_for(side))
    }

    /// Whether the move is proven to win for `side`.
    #[inline]
    pub fn is_won(&self, side: Side) -> bool {
        self.proven.is_some_and(|p| p.outcome == Outcome::Win(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hot_types_stay_small() {
        assert_eq!(size_of::<Edge<u32>>(), 40);
        assert_eq!(size_of::<Node>(), 24);
        assert_eq!(size_of::<Option<ProvenResult>>(), 4);
    }
}
