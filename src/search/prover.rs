use super::proven::Proven;
use crate::game::Game;

/// A small full-width search that proves results before the evaluator is asked (hybrids of MCTS and minimax: Baier and
/// Winands 2013, "Monte-Carlo Tree Search and Minimax Hybrids"). Where moves are cheap and a network is not, it finds
/// the tactics that a tree of few simulations would miss.
#[derive(Clone, Debug)]
pub(super) struct Prover<M> {
    /// Legal moves, one list a level.
    moves: Vec<Vec<M>>,
    /// Positions that may still be visited.
    left: u32,
}

/// What a search to some depth says of a position.
enum Verdict {
    Proven(Proven),
    /// Not to be proven at this depth.
    Open,
    /// The positions that may be visited are used up.
    OutOfNodes,
}

impl<M> Default for Prover<M> {
    fn default() -> Self {
        Prover { moves: Vec::new(), left: 0 }
    }
}

impl<M: Copy> Prover<M> {
    /// The result of a position where the game is not over, if it is found by visiting at most `nodes` positions:
    /// deeper and deeper, as long as the next depth promises to be affordable. Positions whose repetition key is among
    /// `keys` prove nothing, so that the answer holds whatever the history.
    pub fn probe<G: Game<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        keys: &[u64],
        nodes: u32,
    ) -> Option<Proven> {
        self.left = nodes;
        for depth in 1.. {
            if self.moves.len() < depth {
                self.moves.push(Vec::new());
            }
            let before = self.left;
            match self.search(game, position, keys, depth) {
                Verdict::Proven(result) => return Some(result),
                Verdict::OutOfNodes => return None,
                Verdict::Open => {}
            }
            let (visited, branching) = (before - self.left, self.moves[depth - 1].len() as u32);
            if visited.saturating_mul(branching) > self.left {
                return None;
            }
        }
        None
    }

    /// `depth` is at least 1; the moves of this level stand in `self.moves[depth - 1]`.
    fn search<G: Game<Move = M>>(&mut self, game: &G, position: &G::Position, keys: &[u64], depth: usize) -> Verdict {
        let side = game.side_to_act(position);
        game.legal_moves(position, &mut self.moves[depth - 1]);
        let mut best: Option<Proven> = None;
        let mut open = false;
        for place in 0..self.moves[depth - 1].len() {
            if self.left == 0 {
                return Verdict::OutOfNodes;
            }
            self.left -= 1;
            let mut next = *position;
            game.play(&mut next, self.moves[depth - 1][place]);
            let result = if let Some(outcome) = game.outcome(&next) {
                Some(Proven::now(outcome))
            } else if depth == 1 || game.repetition_key(&next).is_some_and(|key| keys.contains(&key)) {
                None
            } else {
                match self.search(game, &next, keys, depth - 1) {
                    Verdict::Proven(result) => Some(result),
                    Verdict::Open => None,
                    Verdict::OutOfNodes => return Verdict::OutOfNodes,
                }
            };
            match result.map(Proven::one_move_earlier) {
                None => open = true,
                // Depths grow one by one, so the first win found is a shortest one.
                Some(result) if result.outcome.winner() == Some(side) => return Verdict::Proven(result),
                Some(result) if best.is_none_or(|b| result.preference(side) > b.preference(side)) => {
                    best = Some(result)
                }
                Some(_) => {}
            }
        }
        match best {
            Some(result) if !open => Verdict::Proven(result),
            _ => Verdict::Open,
        }
    }
}
