use super::config::SearchConfig;
use super::tree::{Edge, Node};

/// The place of the move to follow from a node, by PUCT (Silver et al. 2018): highest `q + u` with
/// `u = c_puct * prior * sqrt(visits of the node) / (1 + visits of the move)`.
///
/// An unvisited move is expected to score the node's mean less `fpu_reduction * sqrt(prior of the visited moves)`
/// (first-play urgency, as in KataGo and Leela). Proven moves are left out, also from the node's mean: there is nothing
/// to search behind them.
///
/// `prior` gives the prior of a place. Ties go to the earlier move. The node is not proven, so some move is open.
pub(super) fn puct<M>(config: &SearchConfig, node: &Node, edges: &[Edge<M>], prior: impl Fn(usize) -> f32) -> usize {
    let (mut visits, mut sum, mut visited_prior) = (1, f64::from(node.score), 0.0);
    for (place, edge) in edges.iter().enumerate() {
        if edge.visits > 0 && edge.is_open() {
            visits += edge.visits;
            sum += edge.score;
            visited_prior += prior(place);
        }
    }
    let mean = (sum / f64::from(visits)) as f32 * node.side.sign();
    let unvisited = mean - config.fpu_reduction * visited_prior.sqrt();
    let exploration = config.c_puct * (visits as f32).sqrt();

    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (place, edge) in edges.iter().enumerate() {
        if edge.is_open() {
            let q = edge.q(node.side).unwrap_or(unvisited);
            let score = q + exploration * prior(place) / (1 + edge.visits) as f32;
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
    }
    best
}
