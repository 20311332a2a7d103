use super::config::SearchConfig;
use super::proof_table::ProofTable;
use super::proven::ProvenResult;
use super::prover::{MOST_LOOKED_AT, ProbeStep, Prover, sees_one_move_only};
use super::repetition::Repetition;
use super::root_probe::RootProbe;
use super::tree::{ROOT, Step, Tree};
use crate::clock::Instant;
use crate::game::Game;

/// The proof searches: one at the root before the first simulation, and a small one at each leaf.
#[derive(Debug)]
pub(super) struct Proofs<G: Game> {
    prover: Prover<G>,
    /// Results of the proof searches, for one search of the tree.
    pub known: ProofTable,
    /// The most positions of a search at a leaf; 0 for no searches.
    nodes: u32,
    /// The remaining search at the root.
    root: Option<RootProbe>,
    /// The number of replies to each root move searched; 0 for other moves.
    replies: Vec<u32>,
}

impl<G: Game> Proofs<G> {
    /// Before any search; the first one allocates the memory.
    pub fn new(config: &SearchConfig) -> Self {
        let known = ProofTable::new(config.proof_nodes.max(config.root_proof_nodes));
        Proofs { prover: Prover::new(), known, nodes: 0, root: None, replies: Vec::new() }
    }

    /// Forgets the last search of the tree. `proves`: whether results can be proven in the new one.
    pub fn begin(&mut self, config: &SearchConfig, proves: bool) {
        self.nodes = if proves { config.proof_nodes } else { 0 };
        self.root = RootProbe::new(config.root_proof_nodes).filter(|_| proves);
        self.known.forget();
    }

    /// Limits the positions of the search at the root.
    pub fn limit_root(&mut self, positions: u32) {
        self.root = self.root.and_then(|probe| probe.at_most(positions));
    }

    /// Sets the time at which the search at the root ends.
    pub fn end_root_at(&mut self, deadline: Instant) {
        self.root = self.root.map(|probe| probe.until(deadline));
    }

    /// Whether the search at the root has not ended.
    pub fn are_at_root(&self) -> bool {
        self.root.is_some()
    }

    /// The most positions of a search at a leaf; 0 for no searches.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The result of a leaf, if a small search finds it. `keys` are those of the game and the path to the leaf.
    pub fn prove(&mut self, game: &G, leaf: &G::Position, keys: &[u64]) -> Option<ProvenResult> {
        if self.nodes == 0 {
            return None;
        }
        self.known.prepare();
        self.prover.probe(game, leaf, keys, self.nodes, &mut self.known)
    }

    /// Searches a root move for a while. Does nothing once the root is proven or the positions or the time are spent.
    pub fn probe_root(&mut self, game: &G, root: &G::Position, tree: &mut Tree<G::Move>, repetition: &Repetition) {
        let Some(mut probe) = self.root.take().filter(|probe| !probe.is_over()) else { return };
        if tree.edges(ROOT).len() > MOST_LOOKED_AT {
            return;
        }
        if probe.place == 0 && !probe.is_resting {
            let open = tree.edges(ROOT).iter().filter(|edge| edge.is_open()).count();
            probe.share = (probe.target - probe.spent) / open.max(1) as u32;
            if probe.spent == 0 {
                self.replies.clear();
                self.replies.resize(tree.edges(ROOT).len(), 0);
            }
        }
        match self.prove_root_move(game, root.clone(), tree, repetition, probe) {
            ProbeStep::NotYet => {
                probe.is_resting = true;
                self.root = Some(probe);
                return;
            }
            ProbeStep::Done(None) => {}
            ProbeStep::Done(Some(result)) => {
                let step = Step { node: ROOT, edge: tree.edge_index(ROOT, probe.place) };
                tree.set_proven(step, result.one_move_earlier());
                tree.root_proven = tree.prove(ROOT);
                if tree.root_proven.is_some() {
                    return;
                }
            }
        }
        probe.is_resting = false;
        probe.place += 1;
        self.root = if probe.place < tree.edges(ROOT).len() { Some(probe) } else { probe.next_round() };
    }

    /// Tries to prove the probe's current root move; the result counts from the position after the move.
    fn prove_root_move(
        &mut self,
        game: &G,
        root: G::Position,
        tree: &Tree<G::Move>,
        repetition: &Repetition,
        probe: RootProbe,
    ) -> ProbeStep {
        if !probe.is_resting {
            let edge = &tree.edges(ROOT)[probe.place];
            let looked_at = probe.spent > 0 && sees_one_move_only(probe.share, self.replies[probe.place]);
            if !edge.is_open() || looked_at {
                return ProbeStep::Done(None);
            }
            let mut next = root;
            game.play(&mut next, edge.mv);
            if let Some(outcome) = game.outcome(&next) {
                return ProbeStep::Done(Some(ProvenResult::now(outcome)));
            }
            if repetition.occurred(game.repetition_key(&next)) {
                return ProbeStep::Done(None);
            }
            self.prover.begin(game, &next, probe.share);
            self.replies[probe.place] = self.prover.moves();
        }
        self.known.prepare();
        self.prover.go_on(game, repetition.keys(), RootProbe::STRETCH, &mut self.known)
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::test_game::Tiny;
    use crate::eval::{Batch, Uniform};
    use crate::game::{Game, History};
    use crate::search::{Search, SearchConfig};

    /// Thirteen moves from the start, and thirteen or twelve replies to each: fewer than 72 positions for each see one
    /// move.
    #[test]
    fn a_share_that_sees_one_move_is_not_spent_twice() {
        let game = Tiny::new(2);
        let history = History::new(&game, game.start());
        let mut moves = Vec::new();
        game.legal_moves(history.position(), &mut moves);
        let looks = |root_proof_nodes: u32| {
            let config = SearchConfig { proof_nodes: 0, root_proof_nodes, ..SearchConfig::default() };
            let (mut search, mut batch) = (Search::new(config), Batch::default());
            search.start(&game, &history, 1, 1);
            search.run(&game, &mut Uniform, &mut batch);
            assert!(search.proven().is_none());
            search.proofs.prover.looks.get()
        };
        let once = moves.len() as u32;
        // There are two rounds, the second with nine tenths of the positions. With 900 a move's share is still too
        // small to see two moves, so nothing is looked at again; with 1500 it is large enough, and a search takes the
        // place of the look.
        assert_eq!(looks(900), once);
        assert_eq!(looks(1500), once);
        assert_eq!(looks(0), 0);
    }
}
