use super::Search;
use super::origin::Origin;
use super::path::PathNode;
use super::proven::ProvenResult;
use super::simulations::Simulations;
use super::tree::ROOT;
use crate::clock::Instant;
use crate::game::{Guidance, History};

impl<G: Guidance> Search<G> {
    /// Starts a new tree at the last position of `history`, for a number of simulations; `u32::MAX` is no limit (see
    /// [`Search::run_on`]). The evaluation of the root is not counted. `seed` drives the noise at the root; without
    /// noise the seed has no effect.
    pub fn start(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.in_flight.clear(&mut self.tree);
        self.tree.clear();
        self.tree.root_proven = history.outcome().map(ProvenResult::now);
        self.begin(game, history, simulations, seed);
    }

    /// Starts like [`Search::start`], but keeps the subtree of the new root if the last search has reached it: for
    /// play, where moves are made between two searches. The subtree is found by position and repetition keys; without a
    /// match the tree is new.
    ///
    /// `simulations` are made on top of the visits kept.
    pub fn restart_reusing(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.in_flight.clear(&mut self.tree);
        let keeps = history.outcome().is_none() && self.origin.objective.outlasts_root();
        match keeps.then(|| self.find(game, history)).flatten() {
            Some(found) => {
                self.tree.keep_subtree(found.node);
                game.legal_moves(history.position(), &mut self.legal);
                self.tree.order_root(&self.legal);
                self.tree.root_proven = self.tree.prove(ROOT);
                self.begin(game, history, simulations, seed);
            }
            None => self.start(game, history, simulations, seed),
        }
    }

    /// The common part of both ways to start: everything but the tree.
    fn begin(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.origin = Origin::new(&self.config, game, history);
        self.has_chance = game.has_chance();
        let root_counts = game.repetition_key(history.position()).is_some();
        self.repetition.begin(game.repetition_rule(), history.keys(), root_counts);
        self.simulations = Simulations::new(simulations, self.tree.root_edges().iter().map(|edge| edge.visits).sum());
        self.path.clear();
        self.leaf = None;
        // A proof would have to hold for everything that chance may do.
        self.proofs.begin(&self.config, self.origin.objective.proves() && !self.has_chance);
        self.root.reset(seed);
        if !self.tree.is_empty() {
            let score = self.tree.node(ROOT).score;
            self.root.prepare(&self.config, self.tree.root_edges(), score, simulations);
        }
    }

    /// Limits the proof search at the root of the search just started to `positions`, if they are fewer than
    /// [`SearchConfig::root_proof_nodes`](super::SearchConfig::root_proof_nodes).
    pub fn limit_root_proof(&mut self, positions: u32) {
        self.proofs.limit_root(positions);
    }

    /// Makes the proof search at the root of the search just started end at `deadline`, for players by the clock.
    /// Results then depend on the machine.
    pub fn end_root_proof_at(&mut self, deadline: Instant) {
        self.proofs.end_root_at(deadline);
    }

    /// The node of the history's last position, if the history continues that of the last search.
    fn find(&mut self, game: &G, history: &History<G>) -> Option<Descendant> {
        let root = self.origin.position.clone().filter(|_| !self.tree.is_empty())?;
        let depth = history.moves().checked_sub(self.origin.moves)?;
        let new_keys = history.keys().strip_prefix(self.repetition.of_game())?;
        let mut found: Option<Descendant> = None;
        // A list instead of recursion: the other side may have made thousands of moves.
        let open = &mut self.below;
        open.clear();
        open.push(PathNode { node: ROOT, visits: 0, position: root, keys: 0, left: depth });
        while let Some(at) = open.pop() {
            if at.left == 0 {
                let is_it = at.position == *history.position() && at.keys == new_keys.len();
                // The most visited node; of equals, the one of the last edge.
                if is_it && found.is_none_or(|found| at.visits > found.visits) {
                    found = Some(Descendant { node: at.node, visits: at.visits });
                }
                continue;
            }
            open.extend(self.tree.edges(at.node).iter().filter_map(|edge| {
                let (node, mut position) = (edge.child()?, at.position.clone());
                game.play(&mut position, edge.mv);
                let keys = match game.repetition_key(&position) {
                    Some(key) => (new_keys.get(at.keys) == Some(&key)).then_some(at.keys + 1)?,
                    None => at.keys,
                };
                Some(PathNode { node, visits: edge.visits, position, keys, left: at.left - 1 })
            }));
        }
        found
    }
}

/// A node and the visits of the edge that leads to it.
#[derive(Clone, Copy, Debug)]
struct Descendant {
    node: u32,
    visits: u32,
}
