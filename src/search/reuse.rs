use super::Search;
use super::tree::ROOT;
use crate::game::{Guidance, History};

impl<G: Guidance> Search<G> {
    /// Starts like [`Search::start`], but keeps the subtree of the new root if the last search has reached it: for
    /// play, where moves are made between two searches. The subtree is found by position and repetition keys; without
    /// one the tree is new.
    ///
    /// `simulations` are made on top of the visits that are kept.
    pub fn restart_reusing(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.drop_leaves();
        let keeps = history.outcome().is_none() && self.objective.outlasts_root();
        match keeps.then(|| self.find(game, history)).flatten() {
            Some(found) => {
                self.tree.keep_subtree(found.node, &mut self.marks);
                game.legal_moves(history.position(), &mut self.legal);
                self.tree.order_root(&self.legal);
                self.tree.root_proven = self.tree.prove(ROOT);
                self.begin(game, history, simulations, seed);
            }
            None => self.start(game, history, simulations, seed),
        }
    }

    /// The node of the history's last position, if the history is that of the last search and some more moves.
    fn find(&self, game: &G, history: &History<G>) -> Option<Descendant> {
        let root = self.position.filter(|_| !self.tree.is_empty())?;
        let depth = history.moves().checked_sub(self.moves_before)?;
        let new_keys = history.keys().strip_prefix(self.repetition.of_game())?;
        self.find_below(game, history.position(), Descendant { node: ROOT, visits: 0 }, &root, new_keys, depth)
    }

    /// The most visited node that holds `wanted`, `depth` moves below `from` by a path with these repetition keys.
    fn find_below(
        &self,
        game: &G,
        wanted: &G::Position,
        from: Descendant,
        position: &G::Position,
        keys: &[u64],
        depth: u32,
    ) -> Option<Descendant> {
        if depth == 0 {
            return (position == wanted && keys.is_empty()).then_some(from);
        }
        let below = self.tree.edges(from.node).iter().filter_map(|edge| {
            let child = Descendant { node: edge.child()?, visits: edge.visits };
            let mut next = *position;
            game.play(&mut next, edge.mv);
            let keys = match game.repetition_key(&next) {
                Some(key) => keys.strip_prefix(&[key])?,
                None => keys,
            };
            self.find_below(game, wanted, child, &next, keys, depth - 1)
        });
        below.max_by_key(|found| found.visits)
    }
}

/// A node and the visits of the edge that leads to it.
#[derive(Clone, Copy, Debug)]
struct Descendant {
    node: u32,
    visits: u32,
}
