use super::config::SearchConfig;
use super::leaf::LeafValue;
use super::proven::ProvenResult;
use crate::eval::Value;
use crate::game::{Game, Guidance, Outcome, Side, squash};

/// The objective of a search: how the end of a descent becomes a score.
///
/// Scores are in [-1, 1], **seen by the first side**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Objective {
    /// To win: 1 for a win, 0 for a draw, -1 for a loss.
    Win,
    /// To win by a high margin, in games decided by points. Nothing is proven: a proof of the winner would end the
    /// search for a higher win.
    Margin {
        /// [`SearchConfig::lead_share`]: the share of the lead ([`Game::lead`]) in a score.
        share: f32,
    },
    /// To win and be ahead meanwhile, in games whose counts do not decide them. Only the evaluator's answers are
    /// mixed; ends and proofs keep their values.
    Lead {
        /// [`SearchConfig::lead_share`]: the share of the expected lead in the score of a leaf.
        share: f32,
    },
    /// To win and make progress meanwhile. Progress counts from the root, so that a side that is far ahead still makes
    /// progress; scores are therefore invalid below another root.
    Progress {
        /// [`SearchConfig::progress_share`]: the share of the gain since the root in a score.
        share: f32,
        /// The progress at the root ([`Guidance::progress`]).
        at_root: f32,
    },
}

/// A root move back to a position of the game so far keeps this share of its score: enough for a side that is behind
/// and has nothing as good, too little for one that is ahead.
const RETURN_SHARE: f32 = 0.5;
/// The cost of a move back to the side that makes it, so that a side that is even makes progress.
const RETURN_COST: f32 = 0.1;

impl Objective {
    /// The objective of a search from `root`.
    pub fn new<G: Guidance>(config: &SearchConfig, game: &G, root: &G::Position) -> Objective {
        if game.totals(root).is_some() {
            Objective::Margin { share: config.lead_share }
        } else if config.progress_share > 0.0 {
            Objective::Progress { share: config.progress_share, at_root: game.progress(root) }
        } else if game.lead(root).is_some() {
            Objective::Lead { share: config.lead_share }
        } else {
            Objective::Win
        }
    }

    #[inline]
    pub fn proves(self) -> bool {
        !matches!(self, Objective::Margin { .. })
    }

    /// Whether scores stay valid when a position below becomes the root.
    pub fn outlasts_root(self) -> bool {
        !matches!(self, Objective::Progress { .. })
    }

    /// The gain from the root to a leaf, in [-1, 1]; 0 unless progress counts. [`Objective::leaf`] uses the gain once
    /// the leaf is evaluated.
    #[inline]
    pub fn gain<G: Guidance>(self, game: &G, leaf: &G::Position) -> f32 {
        match self {
            Objective::Win | Objective::Margin { .. } | Objective::Lead { .. } => 0.0,
            Objective::Progress { at_root, .. } => squash(game.progress(leaf) - at_root, 1.0),
        }
    }

    /// The value of a leaf where `side` acts, from the evaluator's answer and the gain.
    #[inline]
    pub fn leaf(self, value: Value, side: Side, gain: f32) -> LeafValue {
        let leaf = LeafValue::estimate(value, side);
        match self {
            Objective::Win => leaf,
            Objective::Margin { share } | Objective::Lead { share } => leaf.mixed(share, value.lead * side.sign()),
            Objective::Progress { share, .. } => leaf.mixed(share, gain),
        }
    }

    /// The value of a position where the game is over.
    #[inline]
    pub fn end<G: Game>(self, game: &G, position: &G::Position, outcome: Outcome) -> LeafValue {
        let leaf = LeafValue::proven(ProvenResult::now(outcome));
        match self {
            Objective::Win | Objective::Lead { .. } | Objective::Progress { .. } => leaf,
            Objective::Margin { share } => leaf.mixed(share, game.lead(position).unwrap_or(0.0)),
        }
    }

    /// The value below a root move of `side` that returns to a position of the game so far. Proven results stay.
    pub fn after_return(self, leaf: LeafValue, side: Side) -> LeafValue {
        match leaf.proven {
            Some(_) => leaf,
            None => LeafValue { score: RETURN_SHARE * leaf.score - RETURN_COST * side.sign(), ..leaf },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::test_game::Tiny;

    /// Worth 0.25 for the side to act.
    const VALUE: Value = Value { win: 0.5, loss: 0.25, moves_left: 3.0, lead: 0.75 };

    #[test]
    fn a_leaf_scores_its_value_and_a_share_of_the_lead_or_the_gain() {
        let margin = Objective::Margin { share: 0.5 };
        let progress = Objective::Progress { share: 0.5, at_root: 0.0 };
        for side in Side::BOTH {
            let score = |objective: Objective, gain| {
                let leaf = objective.leaf(VALUE, side, gain);
                assert!(leaf.draws == 0.25 && leaf.proven.is_none());
                leaf.score * side.sign()
            };
            assert_eq!(score(Objective::Win, 0.0), 0.25);
            assert_eq!(score(margin, 0.0), 0.5);
            assert_eq!(score(Objective::Lead { share: 0.5 }, 0.0), 0.5);
            assert_eq!(score(progress, -0.25 * side.sign()), 0.0, "half of the value and half of a loss");
        }
    }

    #[test]
    fn only_margins_prove_nothing() {
        let game = Tiny::new(2);
        let end = |objective: Objective| objective.end(&game, &game.start(), Outcome::Win(Side::Second));
        let (win, margin) = (end(Objective::Win), end(Objective::Margin { share: 0.25 }));
        assert_eq!((win.score, win.proven), (-1.0, Some(ProvenResult::now(Outcome::Win(Side::Second)))));
        assert_eq!((margin.score, margin.proven), (-0.75, None), "the test game has no lead");
        for pure in [Objective::Lead { share: 0.25 }, Objective::Progress { share: 0.25, at_root: 3.0 }].map(end) {
            assert_eq!((pure.score, pure.proven), (win.score, win.proven));
        }
    }

    #[test]
    fn returning_pays_for_the_side_that_is_behind() {
        for side in Side::BOTH {
            let after = |score: f32| {
                let leaf = LeafValue { score: score * side.sign(), ..LeafValue::DRAW };
                Objective::Win.after_return(leaf, side).score * side.sign()
            };
            assert!(after(-0.8) > -0.8 && after(0.0) < 0.0 && after(0.8) < 0.8);
        }
        let proven = LeafValue::proven(ProvenResult::now(Outcome::Draw));
        assert_eq!(Objective::Win.after_return(proven, Side::First).score, 0.0);
    }
}
