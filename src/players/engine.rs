use super::Budget;
use crate::clock::Instant;
use crate::eval::{Batch, Evaluator, Rollouts};
use crate::game::{AnyGame, AnyMove, History};
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

/// [`SearchConfig::root_proof_nodes`] of players whose evaluator does not set it: about ten milliseconds.
pub(super) const ROOT_PROOF_NODES: u32 = 200_000;

/// From this number of simulations the proof search at the root may visit all of [`SearchConfig::root_proof_nodes`].
const FULL_PROOF_SIMULATIONS: u32 = 64;

/// The proof search at the root gets at most this part of a player's time, one in four; simulations get the rest.
const ROOT_PROOF_SHARE: u32 = 4;

/// How often a search checks whether to continue.
const SLICE: Duration = Duration::from_millis(20);

/// A search with its evaluator and its budget: it plays, analyses and gives hints. Uses PUCT without noise at the root
/// and keeps the tree from move to move. Results do not depend on the number of threads, unless the engine thinks by
/// the clock.
pub struct Engine {
    search: Search,
    make: MakeEvaluator,
    /// Evaluators, one for each thread used so far.
    evaluators: Vec<Box<dyn Evaluator>>,
    threads: NonZeroUsize,
    /// The seed of evaluators that draw random numbers: each game needs new ones.
    seed: Option<u64>,
    batch: Batch,
    budget: Budget,
    /// The most positions that the proof search before the first simulation may visit.
    most_root_proof: u32,
    /// Whether the next search begins without a tree.
    fresh: bool,
    /// End of the current search, if it goes by the clock.
    deadline: Option<Instant>,
}

/// Makes an evaluator, whose random numbers derive from a seed.
pub type MakeEvaluator = Box<dyn FnMut(u64) -> Box<dyn Evaluator> + Send>;

impl Engine {
    /// An engine of one thread that searches with `config`, but with [`PuctRoot`] without noise at the root. The
    /// answers of the evaluators made with one seed depend on the position alone.
    pub fn new(make: MakeEvaluator, config: SearchConfig, budget: Budget) -> Self {
        let root = RootRule::Puct(PuctRoot { noise: None });
        Engine {
            search: Search::new(SearchConfig { root, ..config }),
            make,
            evaluators: Vec::new(),
            threads: NonZeroUsize::MIN,
            seed: None,
            batch: Batch::default(),
            budget,
            most_root_proof: u32::MAX,
            fresh: true,
            deadline: None,
        }
    }

    /// An engine with one random rollout a simulation: classical Monte Carlo tree search.
    pub fn rollouts(budget: Budget) -> Self {
        let config = SearchConfig { root_proof_nodes: ROOT_PROOF_NODES, ..SearchConfig::default() };
        let make = |seed| -> Box<dyn Evaluator> { Box::new(Rollouts::new(NonZeroU32::MIN, seed)) };
        Engine { seed: Some(0), ..Engine::new(Box::new(make), config, budget) }
    }

    /// Changes the number of threads, even during a search.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// How long the engine thinks about a move.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Lets the proof search at the root of the next searches visit at most `positions`, if they are fewer than
    /// [`SearchConfig::root_proof_nodes`].
    pub fn limit_root_proof(&mut self, positions: u32) {
        self.most_root_proof = positions;
    }

    /// Bounds the memory of the search tree ([`Search::set_memory`]).
    pub fn set_memory(&mut self, bytes: usize) {
        self.search.set_memory(bytes);
    }

    /// Drops the tree. `seed` determines all random numbers from here on.
    pub fn forget(&mut self, seed: u64) {
        self.fresh = true;
        if self.seed.is_some_and(|present| present != seed) {
            self.seed = Some(seed);
            self.evaluators.clear();
        }
    }

    fn equip(&mut self, threads: NonZeroUsize) {
        while self.evaluators.len() < threads.get() {
            self.evaluators.push((self.make)(self.seed.unwrap_or(0)));
        }
    }

    /// Thinks for the whole budget. Analysis, hints and balanced openings use this, too, so code that concerns only
    /// moves that are played belongs in [`Engine::best_move`]. The returned search has the result, unless the game is
    /// over.
    pub fn think(&mut self, game: &AnyGame, history: &History) -> &Search {
        self.think_while(game, history, self.budget, |_| true)
    }

    /// Thinks until `budget` is spent or `go_on`, called about fifty times a second, returns false. The root is
    /// evaluated in any case.
    ///
    /// Fewer than 64 simulations bound the proof search at the root, too: `N` simulations allow `N / 64` of
    /// [`SearchConfig::root_proof_nodes`].
    pub fn think_while(
        &mut self,
        game: &AnyGame,
        history: &History,
        budget: Budget,
        mut go_on: impl FnMut(&Search) -> bool,
    ) -> &Search {
        self.begin(game, history, budget);
        while !self.think_until(game, Instant::now() + SLICE) && go_on(&self.search) {}
        &self.search
    }

    /// Begins to think; [`Engine::think_until`] continues. For callers that have other work in between.
    pub fn begin(&mut self, game: &AnyGame, history: &History, budget: Budget) {
        let now = Instant::now();
        let simulations = match budget {
            Budget::Simulations(simulations) => simulations,
            Budget::Time(_) => u32::MAX,
            Budget::Policy => 0,
        };
        // Seeds only matter for noise at the root, and there is none.
        if self.fresh || budget == Budget::Policy {
            self.search.start(game, history, simulations, 0);
        } else {
            self.search.restart_reusing(game, history, simulations, 0);
        }
        self.fresh = false;
        let positions = proof_positions(self.search.config().root_proof_nodes, simulations);
        self.search.limit_root_proof(positions.min(self.most_root_proof));
        self.deadline = None;
        if let Budget::Time(time) = budget {
            self.deadline = now.checked_add(time);
            if let Some(deadline) = now.checked_add(time / ROOT_PROOF_SHARE) {
                self.search.end_root_proof_at(deadline);
            }
        }
    }

    /// Thinks until about `moment`; returns whether the budget of [`Engine::begin`] is spent. The root is evaluated
    /// in any case.
    pub fn think_until(&mut self, game: &AnyGame, moment: Instant) -> bool {
        let until = self.deadline.map_or(moment, |deadline| deadline.min(moment));
        self.equip(self.threads);
        self.search.run_on(game, &mut self.evaluators[..self.threads.get()], until);
        self.search.is_done() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The move to play, unless the game is over.
    pub fn best_move(&mut self, game: &AnyGame, history: &History) -> AnyMove {
        self.think(game, history).best_move()
    }

    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Expected moves until the game ends; 0 if the evaluator does not predict them. The game must not be over.
    pub fn moves_left(&mut self, game: &AnyGame, history: &History) -> f32 {
        // No net is asked where chance acts.
        if history.is_chance(game) {
            return 0.0;
        }
        let mut moves = Vec::new();
        history.legal_moves(game, &mut moves);
        self.batch.clear();
        let leaf = self.batch.push(history.position(), &moves);
        self.equip(NonZeroUsize::MIN);
        self.evaluators[0].evaluate(game, &mut self.batch);
        self.batch.value(leaf).moves_left
    }
}

/// The share of `nodes` that the proof search at the root may visit in a search with this many simulations.
fn proof_positions(nodes: u32, simulations: u32) -> u32 {
    let share = simulations.min(FULL_PROOF_SIMULATIONS);
    (u64::from(nodes) * u64::from(share) / u64::from(FULL_PROOF_SIMULATIONS)) as u32
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
