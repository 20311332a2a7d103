use super::backup::Found;
use super::proven::Proven;
use super::select;
use super::tree::{ROOT, Step};
use super::{Pending, Search};
use crate::eval::Batch;
use crate::game::{Guidance, Outcome};
use std::time::Instant;

/// How far the search for proofs before the first simulation has come. It looks for results after each move of the root
/// that is not proven yet, so that no sample of moves and no small budget misses them: first for a few of the positions
/// that may be visited, then, as long as that does not decide the root, for ten times as many, up to all of them.
///
/// One move is looked at in each descent, so that a search can be stopped between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootProbe {
    /// Positions of the rounds before this one.
    spent: u32,
    /// Positions up to its end.
    target: u32,
    /// The move that is next in this round.
    place: usize,
    /// Positions for each of its moves, known from the first one on.
    share: u32,
}

impl RootProbe {
    /// Positions of the first round, at most: so few that a player by the clock ends it, too.
    const FIRST: u32 = 20_000;

    /// The first round, where `total` positions may be visited.
    pub(super) fn new(total: u32) -> Option<RootProbe> {
        let target = (total / 10).clamp(1, Self::FIRST);
        (total > 0).then_some(RootProbe { spent: 0, target, place: 0, share: 0 })
    }

    /// The round after this one.
    fn next(self, total: u32) -> Option<RootProbe> {
        let target = if self.target > total / 20 { total } else { 10 * self.target };
        (self.target < total).then_some(RootProbe { spent: self.target, target, place: 0, share: 0 })
    }
}

impl<G: Guidance> Search<G> {
    /// One walk from the root to a position that is not in the tree. Pushes it onto the batch and gives its index; or
    /// counts the descent itself where the position needs no evaluation, and gives none. As long as proofs are looked
    /// for at the root, it does a part of that instead, which is not counted.
    pub(super) fn descend(&mut self, game: &G, batch: &mut Batch<G>) -> Option<usize> {
        assert!(self.pending.is_none(), "gather is called after the answer to the last leaf is applied");
        let mut position = self.position?;
        self.path.clear();
        self.keys.truncate(self.history_keys);
        if self.tree.is_empty() {
            return Some(self.push_leaf(game, &position, batch));
        }
        if let Some(probe) = self.root_probe {
            self.root_probe = self.probe_root(game, position, probe);
            return None;
        }
        self.root.next_round(&self.config, self.tree.edges(ROOT), self.simulations);
        let mut node = ROOT;
        loop {
            let place = self.select(node);
            let edge_index = self.tree.edge_index(node, place);
            self.path.push(Step { node, edge: edge_index });
            let edge = self.tree.edge(edge_index);
            game.play(&mut position, edge.mv);
            let key = game.repetition_key(&position);
            if node == ROOT {
                self.returns = key.is_some_and(|key| self.keys.contains(&key));
            }
            if let Some(child) = edge.child() {
                self.keys.extend(key);
                node = child;
                continue;
            }
            return match self.ending(game, &position, key) {
                Some(found) => {
                    self.back_up(found);
                    None
                }
                None => Some(self.push_leaf(game, &position, batch)),
            };
        }
    }

    /// The place of the move to follow at a node.
    fn select(&mut self, node: u32) -> usize {
        if node == ROOT {
            return self.root.select(&self.config, self.tree.node(ROOT), self.tree.edges(ROOT), self.simulations);
        }
        let parent = *self.tree.node(node);
        let edges = self.tree.candidates(node);
        select::puct(&self.config, &parent, edges, |place| edges[place].prior)
    }

    /// Looks for the result after one move of the root; returns what is left to do, which is nothing where the root is
    /// proven or the time for proofs is over.
    fn probe_root(&mut self, game: &G, position: G::Position, mut probe: RootProbe) -> Option<RootProbe> {
        if self.root_proof_deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        if probe.place == 0 {
            let open = self.tree.edges(ROOT).iter().filter(|edge| edge.is_open()).count();
            probe.share = (probe.target - probe.spent) / open.max(1) as u32;
        }
        if self.probe_root_move(game, position, probe.place, probe.share) {
            self.tree.root_proven = self.tree.prove(ROOT);
            if self.tree.root_proven.is_some() {
                return None;
            }
        }
        probe.place += 1;
        if probe.place < self.tree.edges(ROOT).len() { Some(probe) } else { probe.next(self.config.root_proof_nodes) }
    }

    /// Looks for the result after a move of the root; `true` where it is newly proven.
    fn probe_root_move(&mut self, game: &G, position: G::Position, place: usize, nodes: u32) -> bool {
        let step = Step { node: ROOT, edge: self.tree.edge_index(ROOT, place) };
        let edge = self.tree.edge(step.edge);
        if !edge.is_open() {
            return false;
        }
        let mut next = position;
        game.play(&mut next, edge.mv);
        let result = match game.outcome(&next) {
            Some(outcome) => Some(Proven::now(outcome)),
            None if game.repetition_key(&next).is_some_and(|key| self.keys.contains(&key)) => None,
            None => self.prover.probe(game, &next, &self.keys, nodes),
        };
        if let Some(result) = result {
            self.tree.set_proven(step, result.one_move_earlier());
        }
        result.is_some()
    }

    /// What a new position is worth where that is known without an evaluator: the game is over, the position has
    /// occurred before, or a small search proves its result.
    ///
    /// A third occurrence is a draw by the rules. The tree holds paths, not positions, so that draw is proven for its
    /// path. A second occurrence on the search path is counted as a draw (what could be gained by going round, could
    /// be gained at once) but proves nothing, and is looked at anew on each visit: after a move in the game, the first
    /// occurrence may no longer be on the search path.
    fn ending(&mut self, game: &G, position: &G::Position, key: Option<u64>) -> Option<Found> {
        if let Some(outcome) = game.outcome(position) {
            let end = Found::proven(Proven::now(outcome));
            return Some(if self.points { end.with_lead(self.config.lead_share, game.lead(position)) } else { end });
        }
        if let Some(key) = key {
            if self.keys.iter().filter(|&&k| k == key).count() >= 2 {
                return Some(Found::proven(Proven::now(Outcome::Draw)));
            }
            if self.keys[self.path_keys..].contains(&key) {
                return Some(Found::DRAW);
            }
        }
        match self.config.proof_nodes {
            0 => None,
            _ if self.points => None,
            nodes => self.prover.probe(game, position, &self.keys, nodes).map(Found::proven),
        }
    }

    /// Adds a position to the batch; from now on its answer is awaited.
    fn push_leaf(&mut self, game: &G, position: &G::Position, batch: &mut Batch<G>) -> usize {
        let gain = self.progress_at(game, position) - self.progress;
        game.legal_moves(position, &mut self.legal);
        debug_assert!(!self.legal.is_empty(), "a game that is not over has a legal move");
        // The root's own moves are all looked at.
        let draw_at_hand = !self.path.is_empty()
            && !self.twice.is_empty()
            && self.legal.iter().any(|&mv| self.occurs_again(game, *position, mv));
        let side = game.side_to_act(position);
        self.pending = Some(Pending { side, gain: gain / (1.0 + gain.abs()), draw_at_hand });
        batch.push(position, &self.legal)
    }

    /// Whether a move leads to a position that has occurred twice in the history.
    fn occurs_again(&self, game: &G, mut position: G::Position, mv: G::Move) -> bool {
        game.play(&mut position, mv);
        game.repetition_key(&position).is_some_and(|key| self.twice.contains(&key))
    }

    /// Takes the answer to the leaf that [`Search::gather`] gave: adds it to the tree and backs its value up.
    ///
    /// # Panics
    /// No leaf awaits an answer.
    pub fn apply(&mut self, batch: &Batch<G>, leaf: usize) {
        let Pending { side, gain, draw_at_hand } =
            self.pending.take().expect("apply follows a gather that gave a leaf");
        let value = batch.value(leaf);
        let mut found = Found::value(value, side);
        if self.points {
            found = found.with_lead(self.config.lead_share, value.lead * side.sign());
        } else {
            found = found.with_lead(self.config.progress_share, gain);
        }
        if draw_at_hand && found.score * side.sign() < 0.0 {
            found = Found::DRAW;
        }
        let parent = self.path.last().map(|step| step.edge);
        self.tree.expand(parent, side, batch.moves(leaf), batch.priors(leaf), found.score, found.draws);
        if draw_at_hand {
            self.tree.note_draw_at_hand();
        }
        match parent {
            Some(_) => self.back_up(found),
            None => self.root.prepare(&self.config, self.tree.root_edges(), self.budget),
        }
    }
}
