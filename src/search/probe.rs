use super::Search;
use super::proven::Proven;
use super::prover::{Probed, sees_one_move_only};
use super::tree::{ROOT, Step};
use crate::clock::Instant;
use crate::game::Guidance;
use std::sync::PoisonError;

/// The proof search before the first simulation: it tries to prove the result of each root move that is still open, so
/// that neither a sample of moves nor a small budget misses a proof.
///
/// It goes in rounds. The first one visits a few positions; as long as the root is not decided, the next one visits ten
/// times as many, up to the whole budget. Shares grow from round to round: a move whose replies a share only suffices to
/// look at once has been looked at so in the first round, and another look would see the same. One call visits some
/// thousand positions, so that the search can be stopped in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootProbe {
    /// Positions that all rounds together may visit.
    total: u32,
    /// Positions of the earlier rounds.
    spent: u32,
    /// Positions up to the end of this round.
    target: u32,
    /// The root move to look at next.
    place: usize,
    /// Positions for each move of this round; set when the round begins.
    share: u32,
    /// Whether that move is being looked at: the prover rests amid it.
    begun: bool,
    /// When to stop, if the player has a clock.
    deadline: Option<Instant>,
}

impl RootProbe {
    /// Most positions of the first round: few enough to end in time for a player by the clock.
    const FIRST: u32 = 20_000;

    /// Positions of one call: a few milliseconds.
    const STRETCH: u32 = 10_000;

    /// A probe that may visit `total` positions; none where that is 0.
    pub fn new(total: u32) -> Option<RootProbe> {
        let target = (total / 10).clamp(1, Self::FIRST);
        (total > 0).then_some(RootProbe { total, spent: 0, target, place: 0, share: 0, begun: false, deadline: None })
    }

    /// The same probe before its first round, with at most `total` positions.
    pub fn at_most(self, total: u32) -> Option<RootProbe> {
        let probe = RootProbe::new(self.total.min(total))?;
        Some(RootProbe { deadline: self.deadline, ..probe })
    }

    /// The same probe with a time to stop.
    pub fn until(self, deadline: Instant) -> RootProbe {
        RootProbe { deadline: Some(deadline), ..self }
    }

    fn next_round(self) -> Option<RootProbe> {
        let target = if self.target > self.total / 20 { self.total } else { 10 * self.target };
        (self.target < self.total).then_some(RootProbe { spent: self.target, target, place: 0, share: 0, ..self })
    }
}

impl<G: Guidance> Search<G> {
    /// Looks at a root move for a while; returns the rest of the probe. None is left once the root is proven, the
    /// positions are spent or the time is over.
    pub(super) fn probe_root(&mut self, game: &G, root: &G::Position, mut probe: RootProbe) -> Option<RootProbe> {
        if probe.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        if probe.place == 0 && !probe.begun {
            let open = self.tree.edges(ROOT).iter().filter(|edge| edge.is_open()).count();
            probe.share = (probe.target - probe.spent) / open.max(1) as u32;
            if probe.spent == 0 {
                self.replies.clear();
                self.replies.resize(self.tree.edges(ROOT).len(), 0);
            }
        }
        match self.prove_root_move(game, *root, probe) {
            Probed::NotYet => return Some(RootProbe { begun: true, ..probe }),
            Probed::Done(None) => {}
            Probed::Done(Some(result)) => {
                let step = Step { node: ROOT, edge: self.tree.edge_index(ROOT, probe.place) };
                self.tree.set_proven(step, result.one_move_earlier());
                self.tree.root_proven = self.tree.prove(ROOT);
                if self.tree.root_proven.is_some() {
                    return None;
                }
            }
        }
        probe.begun = false;
        probe.place += 1;
        if probe.place < self.tree.edges(ROOT).len() { Some(probe) } else { probe.next_round() }
    }

    /// Tries to prove the root move that the probe is at; the result counts from the position after it.
    fn prove_root_move(&mut self, game: &G, root: G::Position, probe: RootProbe) -> Probed {
        if !probe.begun {
            let edge = &self.tree.edges(ROOT)[probe.place];
            let looked_at = probe.spent > 0 && sees_one_move_only(probe.share, self.replies[probe.place]);
            if !edge.is_open() || looked_at {
                return Probed::Done(None);
            }
            let mut next = root;
            game.play(&mut next, edge.mv);
            if let Some(outcome) = game.outcome(&next) {
                return Probed::Done(Some(Proven::now(outcome)));
            }
            if self.repetition.occurred(game.repetition_key(&next)) {
                return Probed::Done(None);
            }
            self.prover.begin(game, &next, probe.share);
            self.replies[probe.place] = self.prover.moves();
        }
        let known = self.known.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.prepare();
        self.prover.go_on(game, self.repetition.keys(), RootProbe::STRETCH, known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::test_game::Tiny;
    use crate::eval::{Batch, Uniform};
    use crate::game::{Game, History};
    use crate::search::SearchConfig;

    /// Thirteen moves from the start, and as many replies to each or one fewer: fewer than 72 positions for each see one move.
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
            search.prover.looks.get()
        };
        let once = moves.len() as u32;
        // Two rounds; the second has nine tenths, which is too little here, and enough there.
        assert_eq!(looks(900), once);
        assert_eq!(looks(1500), once);
        assert_eq!(looks(0), 0);
    }
}
