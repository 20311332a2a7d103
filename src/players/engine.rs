use super::Budget;
use crate::eval::{Batch, Evaluator, Rollouts};
use crate::game::{Game, Guidance, History};
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// The most simulations that a search by time makes: its tree is then about a gigabyte large.
pub const MAX_SIMULATIONS: u32 = 1_000_000;

/// [`SearchConfig::root_proof_nodes`] of players whose evaluator does not say otherwise: some ten milliseconds.
pub(super) const ROOT_PROOF_NODES: u32 = 200_000;

/// The part of a player's time that it may take, so that it leaves some for the simulations.
const ROOT_PROOF_SHARE: u32 = 4;

/// How often a search that can be stopped asks whether it shall go on.
const SLICE: Duration = Duration::from_millis(20);

/// A search with its evaluator and its budget: what plays, analyses and gives hints. PUCT without noise, keeping the
/// tree from move to move.
pub struct Engine<G: Game> {
    search: Search<G>,
    evaluator: Box<dyn Evaluator<G>>,
    /// Whether the evaluator draws random numbers, so that each game needs another one.
    seeded: bool,
    batch: Batch<G>,
    budget: Budget,
    /// The next search begins without a tree.
    fresh: bool,
}

impl<G: Guidance> Engine<G> {
    /// An engine that searches with `config`, but with [`PuctRoot`] without noise at the root. The evaluator's answers
    /// depend on the position alone.
    pub fn new(evaluator: Box<dyn Evaluator<G>>, config: SearchConfig, budget: Budget) -> Self {
        let root = RootRule::Puct(PuctRoot { noise: None });
        let search = Search::new(SearchConfig { root, ..config });
        Engine { search, evaluator, seeded: false, batch: Batch::default(), budget, fresh: true }
    }

    /// An engine with one random rollout a simulation: classical Monte Carlo tree search.
    pub fn rollouts(budget: Budget) -> Self {
        let config = SearchConfig { root_proof_nodes: ROOT_PROOF_NODES, ..SearchConfig::default() };
        Engine { seeded: true, ..Engine::new(rollouts(0), config, budget) }
    }

    /// How long it thinks.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Changes how long it thinks.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Forgets the tree; `seed` decides all that is random from here on.
    pub fn forget(&mut self, seed: u64) {
        self.fresh = true;
        if self.seeded {
            self.evaluator = rollouts(seed);
        }
    }

    /// Thinks as long as the budget says; the answer is in the search, where `history` is not over.
    pub fn think(&mut self, game: &G, history: &History<G>) -> &Search<G> {
        self.think_while(game, history, self.budget, |_| true)
    }

    /// Thinks as long as `budget` says and `go_on`, asked about fifty times a second, agrees. The root is evaluated in
    /// any case.
    pub fn think_while(
        &mut self,
        game: &G,
        history: &History<G>,
        budget: Budget,
        mut go_on: impl FnMut(&Search<G>) -> bool,
    ) -> &Search<G> {
        let begin = Instant::now();
        let (simulations, deadline) = match budget {
            Budget::Simulations(simulations) => (simulations, None),
            Budget::Time(time) => (MAX_SIMULATIONS, begin.checked_add(time)),
            Budget::Policy => (0, None),
        };
        // The seed drives noise at the root, and there is none.
        if self.fresh || budget == Budget::Policy {
            self.search.start(game, history, simulations, 0);
        } else {
            self.search.restart_reusing(game, history, simulations, 0);
        }
        self.fresh = false;
        if let Budget::Time(time) = budget
            && let Some(deadline) = begin.checked_add(time / ROOT_PROOF_SHARE)
        {
            self.search.limit_root_proof(deadline);
        }
        loop {
            let slice = Instant::now() + SLICE;
            let until = deadline.map_or(slice, |deadline| deadline.min(slice));
            self.search.run_until(game, &mut *self.evaluator, &mut self.batch, until);
            let spent = self.search.simulations() >= simulations || deadline.is_some_and(|d| Instant::now() >= d);
            if spent || self.search.proven().is_some() || !go_on(&self.search) {
                return &self.search;
            }
        }
    }

    /// The move to play where the game is not over.
    pub fn best_move(&mut self, game: &G, history: &History<G>) -> G::Move {
        self.think(game, history).best_move()
    }

    /// What the last search found.
    pub fn search(&self) -> &Search<G> {
        &self.search
    }

    /// Moves until the game ends as the evaluator expects, 0 where it does not say. The game must not be over.
    pub fn moves_left(&mut self, game: &G, history: &History<G>) -> f32 {
        let mut moves = Vec::new();
        history.legal_moves(game, &mut moves);
        self.batch.clear();
        let leaf = self.batch.push(history.position(), &moves);
        self.evaluator.evaluate(game, &mut self.batch);
        self.batch.value(leaf).moves_left
    }
}

fn rollouts<G: Game>(seed: u64) -> Box<dyn Evaluator<G>> {
    Box::new(Rollouts::new(NonZeroU32::MIN, seed))
}
