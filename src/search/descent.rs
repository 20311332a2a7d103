use super::backup::Found;
use super::prior::Temper;
use super::proven::Proven;
use super::select;
use super::tree::{ROOT, Step};
use super::{Pending, Search};
use crate::eval::Batch;
use crate::game::{Guidance, Outcome};
use std::sync::PoisonError;

impl<G: Guidance> Search<G> {
    /// One simulation up to its evaluation: selects moves from the root down to a position that is not in the tree, and
    /// pushes that leaf onto the batch; returns its index. Where the leaf needs no evaluation, it is backed up here and
    /// `None` is returned.
    ///
    /// The first calls evaluate the root and then look for proofs there; these are not counted as simulations.
    pub(super) fn descend(&mut self, game: &G, batch: &mut Batch<G>) -> Option<usize> {
        assert!(self.pending.is_none(), "gather is called after the answer to the last leaf is applied");
        // Those of a search that was left amid them.
        self.drop_leaves();
        let root = self.position?;
        self.path.clear();
        self.repetition.leave_path();
        if self.tree.is_empty() {
            return Some(self.push_leaf(game, &root, batch));
        }
        if let Some(probe) = self.root_probe {
            self.root_probe = self.probe_root(game, &root, probe);
            return None;
        }
        let (leaf, key) = self.walk(game, root).expect("no leaf waits");
        match self.known_end(game, &leaf, key).or_else(|| self.prove_leaf(game, &leaf)) {
            Some(found) => {
                self.back_up(found);
                None
            }
            None => Some(self.push_leaf(game, &leaf, batch)),
        }
    }

    /// Follows the selected moves from the root to a position without a node; returns it with its repetition key. `None`
    /// where leaves wait and the way on is busy ([`Edge::is_busy`](super::tree::Edge::is_busy)).
    pub(super) fn walk(&mut self, game: &G, mut position: G::Position) -> Option<(G::Position, Option<u64>)> {
        self.root.next_round(&self.config, self.tree.edges(ROOT), self.begun());
        let mut node = ROOT;
        loop {
            let place = self.select(node);
            let step = Step { node, edge: self.tree.edge_index(node, place) };
            self.path.push(step);
            let edge = self.tree.edge(step.edge);
            if edge.is_busy() {
                return None;
            }
            game.play(&mut position, edge.mv);
            let key = game.repetition_key(&position);
            if node == ROOT {
                self.returns = self.repetition.occurred(key);
            }
            let Some(child) = edge.child() else { return Some((position, key)) };
            self.repetition.push(key);
            node = child;
        }
    }

    /// Simulations since the start, those whose leaves wait for an answer included.
    fn begun(&self) -> u32 {
        self.simulations + self.team.waiting()
    }

    /// The place of the move to follow at a node.
    fn select(&mut self, node: u32) -> usize {
        if node == ROOT {
            return self.root.select(&self.config, self.tree.node(ROOT), self.tree.edges(ROOT), self.begun());
        }
        let parent = *self.tree.node(node);
        let edges = self.tree.candidates(node);
        select::puct(&self.config, &parent, edges, |place| edges[place].prior)
    }

    /// What a leaf is worth if that is known at once: the game is over, or the position has occurred before.
    ///
    /// A third occurrence is a draw by the rules; the tree holds paths, not positions, so this path is a proven draw. A
    /// second occurrence on the search path counts as a draw, since what could be gained by going round could be gained
    /// at once. It proves nothing and is checked again on each visit: once moves have been made in the game, the first
    /// occurrence may no longer be on the path.
    pub(super) fn known_end(&mut self, game: &G, leaf: &G::Position, key: Option<u64>) -> Option<Found> {
        if let Some(outcome) = game.outcome(leaf) {
            return Some(self.objective.end(game, leaf, outcome));
        }
        if let Some(key) = key {
            if self.repetition.count(key) >= 2 {
                return Some(Found::proven(Proven::now(Outcome::Draw)));
            }
            if self.repetition.occurred_on_path(key) {
                return Some(Found::DRAW);
            }
        }
        None
    }

    /// The result of a leaf, if a small proof search finds it.
    fn prove_leaf(&mut self, game: &G, leaf: &G::Position) -> Option<Found> {
        let nodes = self.config.proof_nodes;
        if nodes == 0 || !self.objective.proves() {
            return None;
        }
        let known = self.known.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.prepare();
        self.prover.probe(game, leaf, self.repetition.keys(), nodes, known).map(Found::proven)
    }

    /// Adds a leaf to the batch; from now on its answer is awaited.
    pub(super) fn push_leaf(&mut self, game: &G, leaf: &G::Position, batch: &mut Batch<G>) -> usize {
        game.legal_moves(leaf, &mut self.legal);
        debug_assert!(!self.legal.is_empty(), "a game that is not over has a legal move");
        // The root has no need of this: all of its moves are looked at.
        let draw_at_hand = !self.path.is_empty()
            && self.repetition.any_twice()
            && self.legal.iter().any(|&mv| self.draws_at_once(game, *leaf, mv));
        let gain = self.objective.gain(game, leaf);
        self.pending = Some(Pending { side: game.side_to_act(leaf), gain, draw_at_hand });
        batch.push(leaf, &self.legal)
    }

    /// Whether a move leads to a third occurrence.
    fn draws_at_once(&self, game: &G, mut position: G::Position, mv: G::Move) -> bool {
        game.play(&mut position, mv);
        self.repetition.occurred_twice(game.repetition_key(&position))
    }

    /// Takes the evaluator's answer to the leaf that [`Search::gather`] gave: adds the leaf to the tree, if there is
    /// memory left, and backs its value up.
    ///
    /// # Panics
    /// No leaf awaits an answer.
    pub fn apply(&mut self, batch: &Batch<G>, leaf: usize) {
        let Pending { side, gain, draw_at_hand } =
            self.pending.take().expect("apply follows a gather that gave a leaf");
        let mut found = self.objective.leaf(batch.value(leaf), side, gain);
        if draw_at_hand {
            found = found.at_least_draw(side);
        }
        let parent = self.path.last().map(|step| step.edge);
        if self.tree.has_room(batch.moves(leaf).len()) {
            Temper::new(&self.config).temper(batch.priors(leaf), &mut self.priors);
            self.tree.expand(parent, side, batch.moves(leaf), &self.priors, found.score, found.draws);
            if draw_at_hand {
                self.tree.note_draw_at_hand();
            }
        }
        match parent {
            Some(_) => self.back_up(found),
            None => self.root.prepare(&self.config, self.tree.root_edges(), found.result, self.budget),
        }
    }
}
