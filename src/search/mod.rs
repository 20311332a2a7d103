//! Monte Carlo tree search with a learnt prior and value: PUCT below the root, Gumbel or PUCT at the root, proven
//! results backed up through the tree. Knows no network and no game.
//!
//! A tree belongs to one thread and waits for at most one answer at a time; parallelism is many games at once. A worker
//! calls [`Search::gather`] on each of its trees, evaluates the batch once, and hands each tree its answer with
//! [`Search::apply`]. So a tree's course never depends on the trees that share its batches.

mod backup;
mod config;
mod descent;
mod gumbel;
mod noise;
mod proven;
mod prover;
mod result;
mod reuse;
mod root;
mod select;
mod tree;

pub use config::{ConfigError, Dirichlet, Gumbel, PuctRoot, RootRule, SearchConfig};
pub use proven::Proven;
pub use result::RootMove;

use crate::eval::{Batch, Evaluator};
use crate::game::{Game, Guidance, History, Side};
use descent::RootProbe;
use prover::Prover;
use root::RootState;
use std::time::Instant;
use tree::{Step, Tree};

/// A search of one position at a time; the memory is kept from one to the next.
///
/// One `Search` serves one game: all calls get the same [`Game`].
#[derive(Clone, Debug)]
pub struct Search<G: Game> {
    config: SearchConfig,
    tree: Tree<G::Move>,
    root: RootState,
    /// The position searched; none before the first [`Search::start`].
    position: Option<G::Position>,
    /// The side to act there.
    side: Side,
    /// Whether points decide the game: then the lead counts in scores, and nothing is proven, since a proof of who wins
    /// would end the search for a higher win.
    points: bool,
    /// The progress ([`Guidance::progress`]) that stands at the root, by which leaves are measured; 0 where it does not count.
    progress: f32,
    /// Moves made in the history up to the root.
    moves_before: u32,
    /// Repetition keys of the history, then, during a descent, those of the path.
    keys: Vec<u64>,
    /// How many of `keys` belong to the history, the root included.
    history_keys: usize,
    /// Keys of positions that have occurred twice in the history: whoever can go back there can draw at once.
    twice: Vec<u64>,
    /// Index of the first key of the search path: the root's own, where it has one.
    path_keys: usize,
    budget: u32,
    simulations: u32,
    path: Vec<Step>,
    /// Whether the path's first move leads to a position that has occurred in the game.
    returns: bool,
    legal: Vec<G::Move>,
    prover: Prover<G::Move>,
    /// What the prover still has to do at the root's moves, if anything.
    root_probe: Option<RootProbe>,
    /// When it is to stop, where a clock says.
    root_proof_deadline: Option<Instant>,
    /// The leaf whose answer is awaited.
    pending: Option<Pending>,
    /// Scratch of [`Tree::keep_subtree`].
    marks: Vec<u32>,
}

/// A leaf whose answer is awaited.
#[derive(Clone, Copy, Debug)]
struct Pending {
    /// The side to act.
    side: Side,
    /// What has been gained since the root, from -1 to 1, seen by the first side; 0 where it does not count.
    gain: f32,
    /// Whether that side has a move that draws at once by a third occurrence.
    draw_at_hand: bool,
}

/// What [`Search::gather`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathered {
    /// A position to evaluate was pushed onto the batch at this index; [`Search::apply`] comes next.
    Leaf(usize),
    /// The budget is spent, or the result of the root is proven.
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
            points: false,
            progress: 0.0,
            moves_before: 0,
            keys: Vec::new(),
            history_keys: 0,
            twice: Vec::new(),
            path_keys: 0,
            budget: 0,
            simulations: 0,
            path: Vec::new(),
            returns: false,
            legal: Vec::new(),
            prover: Prover::new(config.proof_nodes.max(config.root_proof_nodes)),
            root_probe: None,
            root_proof_deadline: None,
            pending: None,
            marks: Vec::new(),
        }
    }

    /// The parameters.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Starts a new tree at the history's position, for `simulations` descents; `u32::MAX` is no limit (see
    /// [`Search::run_until`]). The root's own evaluation is not counted. `seed` drives the root's noise; without noise
    /// it changes nothing.
    pub fn start(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.tree.clear();
        self.tree.root_proven = history.outcome().map(Proven::now);
        self.begin(game, history, simulations, seed);
    }

    /// What both ways to start share: everything but the tree.
    fn begin(&mut self, game: &G, history: &History<G>, simulations: u32, seed: u64) {
        self.position = Some(*history.position());
        self.side = game.side_to_act(history.position());
        self.points = game.totals(history.position()).is_some();
        self.moves_before = history.moves();
        self.progress = self.progress_at(game, history.position());
        self.keys.clear();
        self.keys.extend_from_slice(history.keys());
        self.history_keys = self.keys.len();
        self.twice.clear();
        let again = self.keys.iter().enumerate().filter(|&(at, key)| self.keys[..at].contains(key));
        self.twice.extend(again.map(|(_, key)| key));
        let root_keys = usize::from(game.repetition_key(history.position()).is_some());
        self.path_keys = self.history_keys.saturating_sub(root_keys);
        self.budget = simulations;
        self.simulations = 0;
        self.pending = None;
        self.root_probe = RootProbe::new(self.config.root_proof_nodes).filter(|_| !self.points);
        self.root_proof_deadline = None;
        self.prover.begin();
        self.root.reset(seed);
        if !self.tree.is_empty() {
            self.root.prepare(&self.config, self.tree.root_edges(), simulations);
        }
    }

    /// The progress that stands at a position, seen by the first side; 0 where it does not count.
    fn progress_at(&self, game: &G, position: &G::Position) -> f32 {
        if self.config.progress_share > 0.0 { game.progress(position) } else { 0.0 }
    }

    /// Lets the proof search before the first descent of this search end at a time, so that a player by the clock has
    /// some left: results then depend on the machine.
    pub fn limit_root_proof(&mut self, deadline: Instant) {
        self.root_proof_deadline = Some(deadline);
    }

    /// Descents finished since the start; at most the budget.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }

    /// Walks down until a leaf needs an evaluation, which is pushed onto `batch`, or the search is done. Descents that
    /// end in a finished, proven or repeated position are counted and backed up here.
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

    /// [`Search::run`] until the search is done or `deadline` has passed. The root is evaluated in any case, so that
    /// there is a move to play.
    pub fn run_until<E: Evaluator<G> + ?Sized>(
        &mut self,
        game: &G,
        evaluator: &mut E,
        batch: &mut Batch<G>,
        deadline: Instant,
    ) {
        while !self.is_done() && (self.tree.is_empty() || Instant::now() < deadline) {
            self.simulate(game, evaluator, batch);
        }
    }

    /// One descent with its evaluation, if it needs one.
    fn simulate<E: Evaluator<G> + ?Sized>(&mut self, game: &G, evaluator: &mut E, batch: &mut Batch<G>) {
        batch.clear();
        if let Some(leaf) = self.descend(game, batch) {
            evaluator.evaluate(game, batch);
            self.apply(batch, leaf);
        }
    }

    /// Whether nothing is left to search.
    fn is_done(&self) -> bool {
        let spent = !self.tree.is_empty() && self.simulations >= self.budget;
        self.position.is_none() || self.tree.root_proven.is_some() || spent
    }
}
