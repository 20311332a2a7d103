use super::Budget;
use crate::clock::Instant;
use crate::eval::{Batch, Evaluator, Rollouts};
use crate::game::{Game, Guidance, History};
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
use std::num::NonZeroU32;
use std::time::Duration;

/// [`SearchConfig::root_proof_nodes`] of players whose evaluator does not say otherwise: about ten milliseconds.
pub(super) const ROOT_PROOF_NODES: u32 = 200_000;

/// Simulations from which on the proof search at the root may visit all of [`SearchConfig::root_proof_nodes`].
const FULL_PROOF_SIMULATIONS: u32 = 64;

/// The proof search at the root ends after this part of a player's time: one in four, so that simulations get the rest.
const ROOT_PROOF_SHARE: u32 = 4;

/// How often a search asks whether to go on.
const SLICE: Duration = Duration::from_millis(20);

/// A search with its evaluator and its budget: what plays, analyses and gives hints. Uses PUCT without noise at the
/// root and keeps the tree from move to move.
pub struct Engine<G: Game> {
    search: Search<G>,
    evaluator: Box<dyn Evaluator<G>>,
    /// Whether the evaluator draws random numbers, so that each game needs a new one.
    seeded: bool,
    batch: Batch<G>,
    budget: Budget,
    /// The next search begins without a tree.
    fresh: bool,
    /// When the present search ends, if it goes by the clock.
    deadline: Option<Instant>,
}

impl<G: Guidance> Engine<G> {
    /// An engine that searches with `config`, but with [`PuctRoot`] without noise at the root. The evaluator's answers
    /// depend on the position alone.
    pub fn new(evaluator: Box<dyn Evaluator<G>>, config: SearchConfig, budget: Budget) -> Self {
        let root = RootRule::Puct(PuctRoot { noise: None });
        let search = Search::new(SearchConfig { root, ..config });
        Engine { search, evaluator, seeded: false, batch: Batch::default(), budget, fresh: true, deadline: None }
    }

    /// An engine with one random rollout a simulation: classical Monte Carlo tree search.
    pub fn rollouts(budget: Budget) -> Self {
        let config = SearchConfig { root_proof_nodes: ROOT_PROOF_NODES, ..SearchConfig::default() };
        Engine { seeded: true, ..Engine::new(rollouts(0), config, budget) }
    }

    /// How long it thinks about a move.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Changes how long it thinks.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Bounds the memory of its search tree ([`Search::set_memory`]).
    pub fn set_memory(&mut self, bytes: usize) {
        self.search.set_memory(bytes);
    }

    /// Forgets the tree. `seed` decides all random numbers from here on.
    pub fn forget(&mut self, seed: u64) {
        self.fresh = true;
        if self.seeded {
            self.evaluator = rollouts(seed);
        }
    }

    /// Thinks as long as the budget says. The search returned holds the answer, unless the game is over.
    pub fn think(&mut self, game: &G, history: &History<G>) -> &Search<G> {
        self.think_while(game, history, self.budget, |_| true)
    }

    /// Thinks until `budget` is spent or `go_on` says no; it is asked about fifty times a second. The root is evaluated
    /// in any case.
    ///
    /// Fewer than 64 simulations bound the proof search at the root, too: `N` of them allow `N / 64` of
    /// [`SearchConfig::root_proof_nodes`].
    pub fn think_while(
        &mut self,
        game: &G,
        history: &History<G>,
        budget: Budget,
        mut go_on: impl FnMut(&Search<G>) -> bool,
    ) -> &Search<G> {
        self.begin(game, history, budget);
        while !self.think_until(game, Instant::now() + SLICE) && go_on(&self.search) {}
        &self.search
    }

    /// Begins to think: [`Engine::think_until`] goes on. For those who have other things to do meanwhile.
    pub fn begin(&mut self, game: &G, history: &History<G>, budget: Budget) {
        let now = Instant::now();
        let simulations = match budget {
            Budget::Simulations(simulations) => simulations,
            Budget::Time(_) => u32::MAX,
            Budget::Policy => 0,
        };
        // Seeds drive noise at the root, and there is none.
        if self.fresh || budget == Budget::Policy {
            self.search.start(game, history, simulations, 0);
        } else {
            self.search.restart_reusing(game, history, simulations, 0);
        }
        self.fresh = false;
        self.search.limit_root_proof(proof_positions(self.search.config().root_proof_nodes, simulations));
        self.deadline = None;
        if let Budget::Time(time) = budget {
            self.deadline = now.checked_add(time);
            if let Some(deadline) = now.checked_add(time / ROOT_PROOF_SHARE) {
                self.search.end_root_proof_at(deadline);
            }
        }
    }

    /// Thinks until about `moment`; whether the budget that [`Engine::begin`] was given is spent. The root is evaluated
    /// in any case.
    pub fn think_until(&mut self, game: &G, moment: Instant) -> bool {
        let until = self.deadline.map_or(moment, |deadline| deadline.min(moment));
        self.search.run_until(game, &mut *self.evaluator, &mut self.batch, until);
        self.search.is_done() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The move to play, unless the game is over.
    pub fn best_move(&mut self, game: &G, history: &History<G>) -> G::Move {
        self.think(game, history).best_move()
    }

    /// What the last search found.
    pub fn search(&self) -> &Search<G> {
        &self.search
    }

    /// Moves until the game ends as the evaluator expects; 0 if it does not say. The game must not be over.
    pub fn moves_left(&mut self, game: &G, history: &History<G>) -> f32 {
        let mut moves = Vec::new();
        history.legal_moves(game, &mut moves);
        self.batch.clear();
        let leaf = self.batch.push(history.position(), &moves);
        self.evaluator.evaluate(game, &mut self.batch);
        self.batch.value(leaf).moves_left
    }
}

/// Positions that the proof search at the root may visit, of `nodes`, in a search with so many simulations.
fn proof_positions(nodes: u32, simulations: u32) -> u32 {
    let share = simulations.min(FULL_PROOF_SIMULATIONS);
    (u64::from(nodes) * u64::from(share) / u64::from(FULL_PROOF_SIMULATIONS)) as u32
}

fn rollouts<G: Game>(seed: u64) -> Box<dyn Evaluator<G>> {
    Box::new(Rollouts::new(NonZeroU32::MIN, seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_simulations_bound_the_proof_search() {
        let million = |simulations| proof_positions(1_000_000, simulations);
        assert_eq!([1, 16, 63].map(million), [15_625, 250_000, 984_375]);
        assert_eq!([64, 100, u32::MAX].map(million), [1_000_000; 3]);
        assert_eq!(proof_positions(u32::MAX, u32::MAX), u32::MAX);
    }
}
