use super::config::SearchConfig;
use super::node::{Edge, Node};

/// The place of the move to follow from a node, by PUCT (Silver et al. 2018, "A general reinforcement learning
/// algorithm that masters chess, shogi, and Go through self-play"): the highest `q + u` with
/// `u = c_puct * prior * sqrt(visits of the node) / (1 + visits of the move)`.
///
/// An unvisited move is expected to score the node's mean less `fpu_reduction * sqrt(prior of the visited moves)`
/// (first-play urgency, as in KataGo and Leela). Proven moves are left out, and do not count in the node's mean: there
/// is nothing to search below them.
///
/// Visits in flight count as visits of the node and of the move, but not in any score
/// ("watch the unobserved": Liu, Chen, Yu, Zhai, Zhou and Liu 2020, "On Effective Parallelization of Monte Carlo Tree
/// Search").
///
/// `prior` gives the prior of a place. Ties go to the earlier move. The node is not proven, so some move is open.
pub(super) fn puct<M>(config: &SearchConfig, node: &Node, edges: &[Edge<M>], prior: impl Fn(usize) -> f32) -> usize {
    let (mut visits, mut in_flight, mut sum, mut visited_prior) = (1, 0, f64::from(node.score), 0.0);
    for (place, edge) in edges.iter().enumerate() {
        in_flight += u32::from(edge.in_flight);
        if edge.visits > 0 && edge.is_open() {
            visits += edge.visits;
            sum += edge.score;
            visited_prior += prior(place);
        }
    }
    let mean = (sum / f64::from(visits)) as f32 * node.side.sign();
    let unvisited = mean - config.fpu_reduction * visited_prior.sqrt();
    let exploration = config.c_puct * ((visits + in_flight) as f32).sqrt();

    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (place, edge) in edges.iter().enumerate() {
        if edge.is_open() {
            let q = edge.q(node.side).unwrap_or(unvisited);
            let score = q + exploration * prior(place) / (1 + edge.started()) as f32;
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Side};
    use crate::search::proven::ProvenResult;
    use crate::search::tree::{ROOT, Step, Tree};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The choice among the candidates equals that among all moves in the order of legal moves. Priors are multiples of
    /// 1/64, often equal, so their sums, like those of scores, are exact in any order.
    #[test]
    fn candidates_hold_the_choice() {
        let config = SearchConfig::default();
        let moves: Vec<u8> = (0..40).collect();
        for seed in 0..100 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let priors: Vec<f32> = moves.iter().map(|_| rng.random_range(0..8) as f32 / 64.0).collect();
            let side = if seed % 2 == 0 { Side::First } else { Side::Second };
            let mut tree = Tree::default();
            tree.expand(None, side, &moves, &priors, rng.random_range(-1.0..1.0), 0.0);
            for _ in 0..200 {
                let node = *tree.node(ROOT);
                let mut all = tree.edges(ROOT).to_vec();
                all.sort_unstable_by_key(|e| e.mv);
                if !all.iter().any(Edge::is_open) {
                    break;
                }
                let plain = puct(&config, &node, &all, |place| all[place].prior);
                let candidates = tree.candidates(ROOT);
                let place = puct(&config, &node, candidates, |place| candidates[place].prior);
                assert_eq!(candidates[place].mv, all[plain].mv, "seed {seed}");

                let step = Step { node: ROOT, edge: tree.edge_index(ROOT, place) };
                let edge = tree.edge_mut(step.edge);
                edge.visits += 1;
                edge.score += f64::from(rng.random_range(-1.0..1.0f32));
                if rng.random_ratio(1, 8) {
                    tree.set_proven(step, ProvenResult::now(Outcome::Draw));
                }
            }
        }
    }
}
