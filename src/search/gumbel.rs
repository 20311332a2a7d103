//! The formulas of Gumbel AlphaZero: Danihelka, Guez, Schrittwieser and Silver 2022, "Policy improvement by planning
//! with Gumbel". The schedule of visits is that of the authors' library mctx.

use super::config::Gumbel;
use super::node::{Edge, Node};
use crate::game::Side;

/// Number of earlier visits of the move that simulation number `simulation` visits, if sequential halving shares
/// `budget` simulations among `actions` moves: each phase gives every remaining move the same number of visits, then
/// the better half stays. A budget too small for all phases ends early; a surplus repeats the last phase.
pub(super) fn considered_visits(actions: u32, budget: u32, simulation: u32) -> u32 {
    if actions <= 1 {
        return simulation;
    }
    let phases = (actions - 1).ilog2() + 1;
    let (mut left, mut visits, mut simulation) = (actions, 0, simulation);
    loop {
        let each = (u64::from(budget) / (u64::from(phases) * u64::from(left))).max(1) as u32;
        if simulation / left < each {
            return visits + simulation / left;
        }
        simulation -= each * left;
        visits += each;
        left = (left / 2).max(2);
    }
}

/// The number of moves sampled at the root.
pub(super) fn sampled_actions(gumbel: &Gumbel, legal: usize, budget: u32) -> u32 {
    (gumbel.actions.min(legal) as u32).min(budget).max(1)
}

/// The expected score of an unvisited move of a node for the side to act: `v_mix` (appendix D), the node's own
/// evaluation mixed with the visited moves' scores, weighted by prior. Moves proven to lose are left out, since the
/// side to act will not make them.
pub(super) fn mixed_value<M>(node: &Node, edges: &[Edge<M>]) -> f32 {
    mixed(node.side, edges, node.score * node.side.sign(), |_, edge| edge.q(node.side).unwrap_or_default())
}

/// [`mixed_value`] of a quantity other than scores: its value at the node, and its mean over the visits to a move.
pub(super) fn mixed<M>(side: Side, edges: &[Edge<M>], own: f32, of: impl Fn(usize, &Edge<M>) -> f32) -> f32 {
    let (mut visits, mut prior, mut sum) = (0u32, 0.0, 0.0);
    for (place, edge) in edges.iter().enumerate().filter(|(_, e)| e.visits > 0 && !e.is_lost(side)) {
        let p = edge.prior.max(f32::MIN_POSITIVE);
        visits += edge.visits;
        prior += p;
        sum += p * of(place, edge);
    }
    if visits == 0 {
        return own;
    }
    (own + visits as f32 * (sum / prior)) / (1 + visits) as f32
}

/// The contribution of a score in [-1, 1] to a logit: `sigma(q) = (c_visit + max visits) * c_scale * q`, with the score
/// mapped to [0, 1]. Scores of board games have a known range, so they are not stretched to it as in Atari: stretching
/// would turn near-equal moves into certain choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sigma(f32);

impl Sigma {
    pub fn new<M>(gumbel: &Gumbel, edges: &[Edge<M>]) -> Sigma {
        let most = edges.iter().map(|e| e.visits).max().unwrap_or(0);
        Sigma((gumbel.c_visit + most as f32) * gumbel.c_scale)
    }

    #[inline]
    pub fn of(self, score: f32) -> f32 {
        self.0 * (score + 1.0) / 2.0
    }
}

/// Turns logits into probabilities; `f32::NEG_INFINITY` becomes 0. At least one logit is finite.
pub(super) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in logits.iter_mut() {
        *x = libm::expf(*x - most);
        sum += *x;
    }
    logits.iter_mut().for_each(|x| *x /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(actions: u32, budget: u32) -> Vec<u32> {
        (0..budget).map(|simulation| considered_visits(actions, budget, simulation)).collect()
    }

    #[test]
    fn sixteen_moves_share_64_simulations_as_in_the_paper() {
        let mut expected = vec![0; 16];
        expected.extend([[1; 8], [2; 8]].concat());
        expected.extend([[3; 4], [4; 4], [5; 4], [6; 4]].concat());
        expected.extend([7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14]);
        assert_eq!(schedule(16, 64), expected);
    }

    #[test]
    fn any_budget_is_shared() {
        assert_eq!(schedule(1, 4), [0, 1, 2, 3]);
        assert_eq!(schedule(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(schedule(3, 9), [0, 0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(schedule(16, 20), [[0; 16].as_slice(), &[1; 4]].concat());
        // Replay the schedule on counters: each scheduled number needs a move with that many visits.
        for actions in 1..=20 {
            for budget in 1..=200 {
                let mut counts = vec![0; actions as usize];
                for considered in schedule(actions, budget) {
                    let count = counts.iter_mut().find(|c| **c == considered);
                    *count.unwrap_or_else(|| panic!("{actions} moves, {budget} simulations: no {considered}")) += 1;
                }
            }
        }
    }

    #[test]
    fn a_huge_budget_does_not_overflow() {
        assert_eq!(considered_visits(16, u32::MAX, 15), 0);
        assert!(considered_visits(16, u32::MAX, u32::MAX - 1) > u32::MAX / 16);
    }
}
