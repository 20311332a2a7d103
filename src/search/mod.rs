//! Monte Carlo tree search with a learned prior and value: PUCT below the root, Gumbel or PUCT at the root, and proven
//! results backed up through the tree. Knows no network and no game.
//!
//! One simulation selects moves down to a leaf, evaluates the leaf, adds it to the tree and backs its value up. There are
//! two ways to use more than one processor:
//!
//! - Many trees, for self-play: each waits for at most one evaluation at a time. A worker calls [`Search::gather`] on each
//!   of its trees, evaluates the batch once, and hands each tree its answer with [`Search::apply`]. So the growth of a tree
//!   never depends on the trees that share its batches.
//! - One tree, for play and analysis: [`Search::run_on`] gathers several leaves of it, has them answered by several threads
//!   and applies the answers in order. So the growth of the tree never depends on the number of threads.

mod backup; //     what a descent found, and its way back to the root
mod config; //     the parameters
mod crew; //       threads that share small jobs
mod descent; //    the way from the root to a leaf
mod gumbel; //     the formulas of Gumbel AlphaZero
mod known; //      what proof searches remember
mod noise; //      the root's random numbers
mod objective; //  how the end of a descent becomes a score
mod prior; //      the temperature of the priors
mod probe; //      the proof search at the root
mod proven; //     results that no further search can change
mod prover; //     proof-number search
mod repetition; // which positions have occurred before
mod result; //     what a search says
mod reuse; //      a tree kept from move to move
mod root; //       how simulations are shared among the root's moves
mod select; //     PUCT
mod team; //       several leaves of one tree at once
mod tree; //       nodes and edges

pub use config::{ConfigError, Dirichlet, Gumbel, PuctRoot, RootRule, SearchConfig};
pub use proven::Proven;
pub use result::RootMove;

use crate::clock::Instant;
use crate::eval::{Batch, Evaluator};
use crate::game::{Game, Guidance, History, Side};
use known::Table;
use objective::Objective;
use probe::RootProbe;
use prover::Prover;
use repetition::Repetition;
use root::RootState;
use std::sync::{PoisonError, RwLock};
use team::Team;
use tree::{Step, Tree};

/// Bytes that the tree of a search may take unless [`Search::set_memory`] says otherwise: 1 GiB.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// A search of one position at a time. Its memory is kept from one search to the next.
///
/// One `Search` serves one game: all calls get the same [`Game`].
#[derive(Debug)]
pub struct Search<G: Game> {
    config: SearchConfig,
    tree: Tree<G::Move>,
    root: RootState,
    /// The position searched; none before the first [`Search::start`].
    position: Option<G::Position>,
    /// The side to act there.
    side: Side,
    objective: Objective,
    /// Moves made in the game up to the root.
    moves_before: u32,
    repetition: Repetition,
    /// Simulations asked for; `u32::MAX` for no limit.
    budget: u32,
    /// Simulations made at most: the budget, as far as 32 bits can count the visits.
    limit: u32,
    simulations: u32,
    /// Visits of the root that are kept from an earlier search.
    visits_before: u32,
    /// The present descent.
    path: Vec<Step>,
    /// Whether the path's first move returns to a position of the game so far.
    returns: bool,
    legal: Vec<G::Move>,
    /// Scratch: a leaf's tempered priors.
    priors: Vec<f32>,
    prover: Prover<G>,
    /// What its proof searches remember. Several threads read it at once.
    known: RwLock<Table>,
    /// What is left of the proof search at the root.
    root_probe: Option<RootProbe>,
    /// The replies to each root move that it has looked at; 0 for the others.
    replies: Vec<u32>,
    /// The leaf whose answer is awaited, of those that [`Search::gather`] gives.
    pending: Option<Pending>,
    /// The leaves whose answers are awaited, of those that [`Search::run_on`] gathers.
    team: Team<G>,
    /// Scratch of [`Tree::keep_subtree`].
    marks: Vec<u32>,
}

/// A leaf whose answer is awaited.
#[derive(Clone, Copy, Debug)]
struct Pending {
    /// The side to act.
    side: Side,
    /// [`Objective::gain`].
    gain: f32,
    /// Whether that side has a move that draws at once by a third occurrence.
    draw_at_hand: bool,
}

/// What [`Search::gather`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathered {
    /// A leaf to evaluate, at this index of the batch. [`Search::apply`] comes next.
    Leaf(usize),
    /// The search is done ([`Search::is_done`]).
    Done,
}

impl<G: Guidance> Search<G> {
    /// A search with nothing to search yet.
    pub fn new(config: SearchConfig) -> Self {
        Search {
            config,
            tree: Tree::default(),
            root: RootState::default(),
            position: None,
            side: Side::First,
            objective: Objective::Win,
            moves_before: 0,
            repetition: Repetition::default(),
            budget: 0,
            limit: 0,
            simulations: 0,
            visits_before: 0,
            path: Vec::new(),
            returns: false,
            legal: Vec::new(),
            priors: Vec::new(),
            prover: Prover::new(),
            known: RwLock::new(Table::new(config.proof_nodes.max(config.root_proof_nodes))),
            root_probe: None,
            replies: Vec::new(),
            pending: None,
            team: Team::default(),
            marks: Vec::new(),
        }
    }

    /// The parameters.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Bounds the memory of the tree; [`DEFAULT_MEMORY`] until then. A search whose tree is full goes on: it evaluates
    /// leaves and backs up their values without adding them to the tree. The root is always added.
    pub fn set_memory(&mut self, bytes: usize) {
        self.tree.set_memory(bytes);
    }

    /// Bytes that the tree may take.
    pub fn memory(&self) -> usize {
        self.tree.memory()
    }

    /// Bytes that the tree takes.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Changes how moves are chosen at the root, from the next start on.
    pub fn set_root(&mut self, root: RootRule) {
        self.config.root = root;
    }

    /// Starts a new tree at the last position of `history`, for a number of simulations; `u32::MAX` is no limit (see
    /// [`Search::run_on`]). The evaluation of the root is not counted. `seed` drives the noise at the root; without
    /// noise it changes nothing.
    pub fn start(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.drop_leaves();
        self.tree.clear();
        self.tree.root_proven = history.outcome().map(Proven::now);
        self.begin(game, history, simulations, seed);
    }

    /// What both ways to start share: everything but the tree.
    fn begin(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        let root = history.position();
        self.position = Some(*root);
        self.side = game.side_to_act(root);
        self.objective = Objective::new(&self.config, game, root);
        self.moves_before = history.moves();
        self.repetition.begin(history.keys(), game.repetition_key(root).is_some());
        self.budget = simulations;
        self.visits_before = self.tree.root_edges().iter().map(|edge| edge.visits).sum();
        self.limit = simulations.min(u32::MAX - 1 - self.visits_before);
        self.simulations = 0;
        self.pending = None;
        self.root_probe = RootProbe::new(self.config.root_proof_nodes).filter(|_| self.objective.proves());
        self.known().forget();
        self.root.reset(seed);
        if !self.tree.is_empty() {
            let score = self.tree.node(tree::ROOT).score;
            self.root.prepare(&self.config, self.tree.root_edges(), score, simulations);
        }
    }

    /// Lets the proof search at the root of the search just started visit at most `positions`, if they are fewer than
    /// [`SearchConfig::root_proof_nodes`].
    pub fn limit_root_proof(&mut self, positions: u32) {
        self.root_probe = self.root_probe.and_then(|probe| probe.at_most(positions));
    }

    /// Lets the proof search at the root of the search just started end at `deadline`, for players by the clock.
    /// Results then depend on the machine.
    pub fn end_root_proof_at(&mut self, deadline: Instant) {
        self.root_probe = self.root_probe.map(|probe| probe.until(deadline));
    }

    /// Simulations since the start; at most the budget.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }

    /// Whether nothing is left to search: the budget is spent, or the root is proven.
    pub fn is_done(&self) -> bool {
        let spent = !self.tree.is_empty() && self.simulations >= self.limit;
        self.position.is_none() || self.tree.root_proven.is_some() || spent
    }

    /// Makes simulations until one needs an evaluation, whose leaf is pushed onto `batch`, or the search is done.
    /// Simulations that end in a finished, proven or repeated position are backed up here.
    ///
    /// # Panics
    /// The answer to the leaf gathered before was not applied.
    pub fn gather(&mut self, game: &G, batch: &mut Batch<G>) -> Gathered {
        while !self.is_done() {
            if let Some(leaf) = self.descend(game, batch) {
                return Gathered::Leaf(leaf);
            }
        }
        Gathered::Done
    }

    /// Gathers, evaluates and applies, one leaf at a time, until the search is done.
    pub fn run<E: Evaluator<G> + ?Sized>(&mut self, game: &G, evaluator: &mut E, batch: &mut Batch<G>) {
        while !self.is_done() {
            self.simulate(game, evaluator, batch);
        }
    }

    /// What proof searches remember.
    fn known(&mut self) -> &mut Table {
        self.known.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// One descent with its evaluation, if it needs one.
    fn simulate<E: Evaluator<G> + ?Sized>(&mut self, game: &G, evaluator: &mut E, batch: &mut Batch<G>) {
        batch.clear();
        if let Some(leaf) = self.descend(game, batch) {
            evaluator.evaluate(game, batch);
            self.apply(batch, leaf);
        }
    }
}
