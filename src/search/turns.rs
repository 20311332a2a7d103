use super::Search;
use super::gumbel;
use super::prior::Temper;
use super::proven::Proven;
use super::result::RootMove;
use super::tree::ROOT;
use crate::game::{Game, is_whole_turn};

/// What a search found out about a legal turn of its root.
#[derive(Clone, Debug)]
pub struct RootTurn<M> {
    /// Its moves.
    pub moves: Vec<M>,
    /// The evaluator's probability of the moves together, without noise.
    pub prior: f32,
    /// Simulations that began with the turn.
    pub visits: u32,
    /// Mean score in [-1, 1], **seen by the side to act at the root**: exact if proven, an expectation if unvisited.
    pub score: f32,
    /// The turn's result, if proven; the distance counts its last move.
    pub proven: Option<Proven>,
}

impl<G: Game> Search<G> {
    /// The turns of the root, as far as the tree has their moves; where a move is proven before its turn was looked
    /// into, that move. Where turns are single moves, all that are legal, in their order.
    pub fn turns(&self, game: &G) -> Vec<RootTurn<G::Move>> {
        let mut turns = Vec::new();
        if let (false, Some(position)) = (self.tree.is_empty(), self.origin.position) {
            self.turns_below(game, ROOT, &position, &RootTurn { prior: 1.0, ..RootTurn::default() }, &mut turns);
        }
        turns
    }

    fn turns_below(
        &self,
        game: &G,
        node: u32,
        position: &G::Position,
        begun: &RootTurn<G::Move>,
        turns: &mut Vec<RootTurn<G::Move>>,
    ) {
        let edges = self.tree.edges(node);
        let mixed = if edges.is_empty() { 0.0 } else { gumbel::mixed_value(self.tree.node(node), edges) };
        let prior = Temper::new(&self.config).restore(edges.iter().map(|e| e.prior));
        for edge in edges {
            let mut after = *position;
            game.play(&mut after, edge.mv);
            let turn = RootTurn {
                moves: begun.moves.iter().copied().chain([edge.mv]).collect(),
                prior: begun.prior * prior(edge.prior),
                visits: edge.visits,
                score: edge.q(self.origin.side).unwrap_or(mixed),
                proven: edge.proven,
            };
            match edge.child() {
                _ if is_whole_turn(game, &after) => turns.push(turn),
                Some(child) => self.turns_below(game, child, &after, &turn, turns),
                None if edge.proven.is_some() => turns.push(turn),
                None => {}
            }
        }
    }

    /// The turn to play, as far as the tree has it: the best move, then the best proven or most visited ones.
    ///
    /// # Panics
    /// As [`Search::best_move`].
    pub fn best_turn(&self, game: &G) -> Vec<G::Move> {
        let mut line = Vec::new();
        self.variation(self.best_move(), &mut line);
        let mut position = self.origin.position.expect("a search of a position");
        let whole = line.iter().position(|&mv| {
            game.play(&mut position, mv);
            is_whole_turn(game, &position)
        });
        line.truncate(whole.map_or(line.len(), |last| last + 1));
        line
    }
}

impl<M> Default for RootTurn<M> {
    fn default() -> Self {
        RootTurn { moves: Vec::new(), prior: 0.0, visits: 0, score: 0.0, proven: None }
    }
}

impl<G: Game> From<RootMove<G>> for RootTurn<G::Move> {
    fn from(RootMove { mv, prior, visits, score, proven }: RootMove<G>) -> Self {
        RootTurn { moves: vec![mv], prior, visits, score, proven }
    }
}
