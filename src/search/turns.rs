use super::Search;
use super::gumbel;
use super::prior::Temper;
use super::proven::ProvenResult;
use super::result::RootMove;
use super::tree::ROOT;
use crate::game::{Game, is_whole_turn};

/// Statistics of a legal turn of the root.
#[derive(Clone, Debug)]
pub struct RootTurn<M> {
    pub moves: Vec<M>,
    /// The evaluator's probability of the moves together, without noise.
    pub prior: f32,
    /// Simulations that began with the turn.
    pub visits: u32,
    /// Mean score in [-1, 1], **seen by the side to act at the root**: exact if proven, an expectation if unvisited.
    pub score: f32,
    /// The turn's result, if proven; the distance counts its last move.
    pub proven: Option<ProvenResult>,
}

impl<G: Game> Search<G> {
    /// The turns of the root, as far as the tree has their moves; a move proven before its turn was searched stands
    /// alone. If turns are single moves, all legal ones, in order.
    pub fn turns(&self, game: &G) -> Vec<RootTurn<G::Move>> {
        let (mut turns, mut made) = (Vec::new(), Vec::new());
        let root = self.origin.position.clone().filter(|_| !self.tree.is_empty());
        // A list instead of recursion: a turn may have thousands of moves.
        let mut open = Vec::from_iter(root.map(|position| self.begun(ROOT, position, 1.0)));
        while let Some(begun) = open.last_mut() {
            let Some(edge) = self.tree.edges(begun.node).get(begun.next) else {
                open.pop();
                made.pop();
                continue;
            };
            let (mut after, prior) = (begun.position.clone(), begun.priors[begun.next]);
            begun.next += 1;
            game.play(&mut after, edge.mv);
            made.push(edge.mv);
            let is_whole = is_whole_turn(game, &after);
            match edge.child() {
                Some(child) if !is_whole => {
                    open.push(self.begun(child, after, prior));
                    continue;
                }
                None if !is_whole && edge.proven.is_none() => {}
                _ => turns.push(RootTurn {
                    moves: made.clone(),
                    prior,
                    visits: edge.visits,
                    score: edge.q(self.origin.side).unwrap_or(begun.mixed),
                    proven: edge.proven,
                }),
            }
            made.pop();
        }
        turns
    }

    /// A partial turn at a node, after moves with the probability `prior`.
    fn begun(&self, node: u32, position: G::Position, prior: f32) -> PartialTurn<G> {
        let edges = self.tree.edges(node);
        let mixed = if edges.is_empty() { 0.0 } else { gumbel::mixed_value(self.tree.node(node), edges) };
        let restore = Temper::new(&self.config).restore(edges.iter().map(|e| e.prior));
        let priors = edges.iter().map(|edge| prior * restore(edge.prior)).collect();
        PartialTurn { node, position, mixed, priors, next: 0 }
    }

    /// The turn to play, as far as the tree has it: the best move, then the best proven or most visited ones.
    ///
    /// # Panics
    /// As [`Search::best_move`].
    pub fn best_turn(&self, game: &G) -> Vec<G::Move> {
        let mut line = Vec::new();
        self.variation(self.best_move(), &mut line);
        let mut position = self.origin.position.clone().expect("a search of a position");
        let whole = line.iter().position(|&mv| {
            game.play(&mut position, mv);
            is_whole_turn(game, &position)
        });
        line.truncate(whole.map_or(line.len(), |last| last + 1));
        line
    }
}

/// A node within a turn, or the root.
struct PartialTurn<G: Game> {
    node: u32,
    position: G::Position,
    /// The expected score of untried moves.
    mixed: f32,
    /// The probabilities of the moves from the root up to each move of the node.
    priors: Vec<f32>,
    /// Index of the next move of the node.
    next: usize,
}

impl<G: Game> From<RootMove<G>> for RootTurn<G::Move> {
    fn from(RootMove { mv, prior, visits, score, proven }: RootMove<G>) -> Self {
        RootTurn { moves: vec![mv], prior, visits, score, proven }
    }
}
