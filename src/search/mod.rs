//! Monte Carlo tree search with a learned prior and value: PUCT below the root, Gumbel or PUCT at the root, and proven
//! results backed up through the tree. Knows no network and no game.
//!
//! One simulation selects moves down to a leaf, evaluates the leaf, adds it to the tree and backs its value up; see the
//! methods in this file. There are two ways to use more than one processor:
//!
//! - Many trees, for self-play: each waits for at most one evaluation at a time. A worker calls [`Search::gather`] on
//!   each of its trees, evaluates the batch once, and hands each tree its answer with [`Search::apply`]. So the growth
//!   of a tree never depends on the trees that share its batches.
//! - One tree, for play and analysis: [`Search::run_on`] gathers several leaves of it, has them answered by several
//!   threads and applies the answers in order. So the growth of the tree never depends on the number of threads.

mod answer; //      the evaluation of a leaf, on any thread
mod config; //      the parameters
mod gumbel; //      the formulas of Gumbel AlphaZero
mod in_flight; //   leaves not evaluated yet
mod leaf; //        leaves and their values
mod node; //        a node and its moves
mod noise; //       the root's random numbers
mod objective; //   how the end of a descent becomes a score
mod origin; //      the position searched
mod parallel; //    several leaves of one tree at once
mod path; //        the path from the root to a leaf
mod prior; //       the temperature of the priors
mod proof_table; // the memory of proof searches
mod proofs; //      the proof searches at the root and at leaves
mod proven; //      results that no further search can change
mod prover; //      proof-number search
mod repetition; //  which positions have occurred before
mod result; //      the results of a search
mod root; //        how simulations are shared among the root's moves
mod root_probe; //  the rounds of the proof search at the root
mod select; //      PUCT
mod simulations; // the number of simulations
mod start; //       a new tree, or one kept from move to move
mod tree; //        nodes and edges
mod turns; //       the results for turns of several moves
mod worker_pool; // threads that share small jobs

pub use config::{ConfigError, Dirichlet, Gumbel, PuctRoot, RootRule, SearchConfig};
pub use in_flight::MOST_THREADS;
pub use proven::ProvenResult;
pub use result::RootMove;
pub use tree::DEFAULT_MEMORY;
pub use turns::RootTurn;

use crate::eval::{Batch, Evaluator};
use crate::game::{AnyGame, Game, Guidance};
use crate::random::mix;
use in_flight::InFlight;
use leaf::{Leaf, LeafValue};
use origin::Origin;
use path::{Path, PathNode};
use prior::Temper;
use proofs::Proofs;
use repetition::Repetition;
use root::Root;
use simulations::Simulations;
use tree::{ROOT, Step, Tree};

/// A search of one position at a time. Its memory is kept from one search to the next.
///
/// One `Search` serves one game: all calls get the same [`Game`].
#[derive(Debug)]
pub struct Search<G: Game = AnyGame> {
    config: SearchConfig,
    origin: Origin<G>,
    simulations: Simulations,
    tree: Tree<G::Move>,
    root: Root,
    proofs: Proofs<G>,
    /// The moves of the current descent.
    path: Path,
    repetition: Repetition,
    /// The leaf from [`Search::gather`], not evaluated yet.
    leaf: Option<Leaf>,
    /// The leaves from [`Search::run_on`], not evaluated yet.
    in_flight: InFlight<G>,
    /// Buffer for nodes on the way to the one that a game has reached.
    below: Vec<PathNode<G>>,
    /// Whether chance acts somewhere in the game.
    has_chance: bool,
    /// Buffer for a leaf's legal moves.
    legal: Vec<G::Move>,
    /// Buffer for a leaf's tempered priors.
    priors: Vec<f32>,
}

/// If chance acts at the root, up to this many outcomes are visited even if fewer simulations are asked for.
const MOST_OUTCOMES: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatherResult {
    /// A leaf to evaluate, at this index of the batch. [`Search::apply`] comes next.
    Leaf(usize),
    Done,
}

impl<G: Guidance> Search<G> {
    /// A search with nothing to search yet.
    pub fn new(config: SearchConfig) -> Self {
        Search {
            config,
            origin: Origin::default(),
            simulations: Simulations::default(),
            tree: Tree::default(),
            root: Root::default(),
            proofs: Proofs::new(&config),
            path: Path::default(),
            repetition: Repetition::default(),
            leaf: None,
            in_flight: InFlight::default(),
            below: Vec::new(),
            has_chance: false,
            legal: Vec::new(),
            priors: Vec::new(),
        }
    }

    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Changes how moves are chosen at the root, from the next start on.
    pub fn set_root(&mut self, root: RootRule) {
        self.config.root = root;
    }

    /// Bounds the memory of the tree; [`DEFAULT_MEMORY`] until then. A search whose tree is full continues: it
    /// evaluates leaves and backs up their values without adding them to the tree. The root is always added.
    pub fn set_memory(&mut self, bytes: usize) {
        self.tree.set_memory(bytes);
    }

    /// Bytes that the tree may take.
    pub fn memory(&self) -> usize {
        self.tree.memory()
    }

    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Simulations since the start; at most the budget.
    pub fn simulations(&self) -> u32 {
        self.simulations.made
    }

    /// Whether nothing is left to search: the budget is spent, or the root is proven.
    pub fn is_done(&self) -> bool {
        let spent = !self.tree.is_empty() && self.simulations.are_made();
        self.origin.position.is_none() || self.tree.root_proven.is_some() || spent
    }

    /// Gathers, evaluates and applies, one leaf at a time, until the search is done.
    pub fn run<E: Evaluator<G> + ?Sized>(&mut self, game: &G, evaluator: &mut E, batch: &mut Batch<G>) {
        while !self.is_done() {
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

    /// Makes simulations until one needs an evaluation, whose leaf is pushed onto `batch`, or the search is done.
    /// Simulations that end in a finished, proven or repeated position are backed up here.
    ///
    /// # Panics
    /// The answer to the leaf gathered before was not applied.
    pub fn gather(&mut self, game: &G, batch: &mut Batch<G>) -> GatherResult {
        while !self.is_done() {
            if let Some(leaf) = self.descend(game, batch) {
                return GatherResult::Leaf(leaf);
            }
        }
        GatherResult::Done
    }

    /// Takes the evaluator's answer to the leaf that [`Search::gather`] gave: adds the leaf to the tree, if there is
    /// memory left, and backs its value up.
    ///
    /// # Panics
    /// No leaf awaits an answer.
    pub fn apply(&mut self, batch: &Batch<G>, leaf: usize) {
        let awaited = self.leaf.take().expect("apply follows a gather that gave a leaf");
        self.expand(awaited, batch, leaf);
    }

    /// One simulation up to its evaluation: selects moves from the root down to a position that is not in the tree,
    /// and pushes that leaf onto the batch; returns its index. If the leaf needs no evaluation, it is backed up here
    /// and `None` is returned.
    ///
    /// The first calls evaluate the root and then search for proofs there; these are not counted as simulations.
    fn descend(&mut self, game: &G, batch: &mut Batch<G>) -> Option<usize> {
        assert!(self.leaf.is_none(), "gather is called after the answer to the last leaf is applied");
        // Leaves in flight of an interrupted search.
        self.in_flight.clear(&mut self.tree);
        let root = self.origin.position.clone()?;
        if self.tree.is_empty() {
            if self.add_chance(game, &root, None).is_some() {
                // Each outcome is seen, however few simulations are asked for.
                self.simulations.at_least(self.tree.root_edges().len().min(MOST_OUTCOMES) as u32);
                self.root.prepare(&self.config, self.tree.root_edges(), 0.0, self.simulations.asked);
                return None;
            }
            return Some(self.request_evaluation(game, &root, batch));
        }
        if self.proofs.are_at_root() {
            self.proofs.probe_root(game, &root, &mut self.tree, &self.repetition);
            return None;
        }
        let (leaf, key) = self.select_leaf(game, root).expect("no leaf is in flight");
        match self.known_value(game, &leaf, key).or_else(|| self.prove_leaf(game, &leaf)) {
            Some(value) => {
                self.back_up(value);
                None
            }
            None => Some(self.request_evaluation(game, &leaf, batch)),
        }
    }

    /// Selection: follows moves from the root to a position without a node; returns it with its repetition key.
    /// `None` if leaves are in flight and the next move is busy ([`Edge::is_busy`](node::Edge::is_busy)).
    fn select_leaf(&mut self, game: &G, mut position: G::Position) -> Option<(G::Position, Option<u64>)> {
        self.path.clear();
        self.repetition.leave_path();
        let started = self.simulations.made + self.in_flight.len() as u32;
        self.root.next_round(&self.config, self.tree.edges(ROOT), started);
        let mut node = ROOT;
        loop {
            let place = match node {
                _ if self.tree.node(node).is_chance => self.tree.next_outcome(node),
                ROOT => self.root.select(&self.config, self.tree.node(ROOT), self.tree.edges(ROOT), started),
                _ => self.select_below(node),
            };
            let step = Step { node, edge: self.tree.edge_index(node, place) };
            self.path.steps.push(step);
            let edge = self.tree.edge(step.edge);
            if edge.is_busy() {
                return None;
            }
            game.play(&mut position, edge.mv);
            let key = game.repetition_key(&position);
            if node == ROOT {
                self.path.returns = self.repetition.occurred(key);
            }
            let (child, is_open) = (edge.child(), edge.is_open());
            // Only chance takes a move whose result is proven.
            let child = match is_open {
                true => child.or_else(|| self.add_chance(game, &position, Some(step.edge))),
                false => None,
            };
            let Some(child) = child else { return Some((position, key)) };
            self.repetition.push(key);
            node = child;
        }
    }

    /// The place of the move to follow at a node below the root.
    fn select_below(&mut self, node: u32) -> usize {
        let parent = *self.tree.node(node);
        let edges = self.tree.candidates(node);
        select::puct(&self.config, &parent, edges, |place| edges[place].prior)
    }

    /// Adds a node for a position in which chance acts, below the edge `parent` or as the root: a descent goes on
    /// through it. `None` if chance does not act, or there is no memory left.
    fn add_chance(&mut self, game: &G, position: &G::Position, parent: Option<u32>) -> Option<u32> {
        if !self.has_chance || !game.is_chance(position) || game.outcome(position).is_some() {
            return None;
        }
        game.legal_moves(position, &mut self.legal);
        // Few visits see only some of the outcomes: which ones must not depend on the order in which the rules list
        // them, so the list begins at a place given by the hash and the search's seed.
        let first = mix(game.hash(position) ^ self.root.seed()) % self.legal.len() as u64;
        self.legal.rotate_left(first as usize);
        if !self.tree.has_room(self.legal.len()) {
            return None;
        }
        self.priors.clear();
        self.priors.resize(self.legal.len(), 1.0 / self.legal.len() as f32);
        Some(self.tree.expand_chance(parent, game.side_to_act(position), &self.legal, &self.priors))
    }

    /// The value of a leaf if it is known at once: the game is over, the position has occurred before, or chance took a
    /// move whose result is proven. If chance acts in the leaf and there was no memory for its node, the leaf gets the
    /// value of the nearest node above in which chance does not act.
    fn known_value(&self, game: &G, leaf: &G::Position, key: Option<u64>) -> Option<LeafValue> {
        if self.has_chance
            && let Some(step) = self.path.steps.last()
        {
            if let Some(proven) = self.tree.edge(step.edge).proven {
                return Some(LeafValue::proven(proven.one_move_later()));
            }
            if game.is_chance(leaf) && game.outcome(leaf).is_none() {
                let mut nodes = self.path.steps.iter().rev().map(|step| self.tree.node(step.node));
                let node = nodes.find(|node| !node.is_chance).unwrap_or(self.tree.node(step.node));
                return Some(LeafValue { score: node.score, result: node.score, draws: node.draws, proven: None });
            }
        }
        match game.outcome(leaf) {
            Some(outcome) => Some(self.origin.objective.end(game, leaf, outcome)),
            None => self.repetition.leaf_value(game, leaf, key),
        }
    }

    /// The value of a leaf if a small proof search finds its result.
    fn prove_leaf(&mut self, game: &G, leaf: &G::Position) -> Option<LeafValue> {
        self.proofs.prove(game, leaf, self.repetition.keys()).map(LeafValue::proven)
    }

    /// Adds a leaf to the batch, where [`Search::apply`] will find its evaluation; returns its index.
    fn request_evaluation(&mut self, game: &G, leaf: &G::Position, batch: &mut Batch<G>) -> usize {
        let (index, leaf) = self.push_leaf(game, leaf, batch);
        self.leaf = Some(leaf);
        index
    }

    /// Adds a leaf to the batch. Returns its index there, and the data to keep until it is evaluated.
    fn push_leaf(&mut self, game: &G, leaf: &G::Position, batch: &mut Batch<G>) -> (usize, Leaf) {
        game.legal_moves(leaf, &mut self.legal);
        debug_assert!(!self.legal.is_empty(), "a game that is not over has a legal move");
        // Not needed at the root: all of its moves are searched.
        let draw_at_hand = !self.path.steps.is_empty()
            && self.repetition.may_draw()
            && self.legal.iter().any(|&mv| self.draws_at_once(game, leaf.clone(), mv));
        let (side, gain) = (game.side_to_act(leaf), self.origin.objective.gain(game, leaf));
        (batch.push(leaf, &self.legal), Leaf { side, gain, draw_at_hand })
    }

    /// Whether a move draws by repetition.
    fn draws_at_once(&self, game: &G, mut position: G::Position, mv: G::Move) -> bool {
        game.play(&mut position, mv);
        self.repetition.draws(game.repetition_key(&position))
    }

    /// Expansion: adds an evaluated leaf at the end of the path, if there is memory left, and backs its value up.
    fn expand(&mut self, leaf: Leaf, batch: &Batch<G>, index: usize) {
        let Leaf { side, gain, draw_at_hand } = leaf;
        let mut value = self.origin.objective.leaf(batch.value(index), side, gain);
        if draw_at_hand {
            value = value.at_least_draw(side);
        }
        let parent = self.path.steps.last().map(|step| step.edge);
        if self.tree.has_room(batch.moves(index).len()) {
            Temper::new(&self.config).temper(batch.priors(index), &mut self.priors);
            self.tree.expand(parent, side, batch.moves(index), &self.priors, value.score, value.draws);
            if draw_at_hand {
                self.tree.note_draw_at_hand();
            }
        }
        match parent {
            Some(_) => self.back_up(value),
            None => self.root.prepare(&self.config, self.tree.root_edges(), value.result, self.simulations.asked),
        }
    }

    /// Backup: adds the value of a leaf to every move of the path, from the leaf to the root.
    ///
    /// A result that proves the node above it is passed on as proven, with its exact score in place of the estimate
    /// (MCTS-Solver: Winands, Björnsson and Saito 2008). If the side to act has a proven draw, a lower score is
    /// passed on as a draw: proven moves are not visited again, so the mean alone would not show the draw.
    ///
    /// If another leaf has proven a move of the path since the descent, that result is passed on.
    fn back_up(&mut self, mut value: LeafValue) {
        while let Some(step) = self.path.steps.pop() {
            let known = self.tree.edge(step.edge).proven.filter(|_| value.proven.is_none());
            value = known.map_or(value, LeafValue::proven);
            if step.node == ROOT {
                self.root.count_result(self.tree.place(step), value.result);
                if self.path.returns {
                    value = self.origin.objective.after_return(value, self.origin.side);
                }
            }
            self.tree.edge_mut(step.edge).visit(value.score, value.draws);
            if let Some(result) = value.proven.take() {
                if known.is_none() {
                    self.tree.set_proven(step, result.one_move_earlier());
                }
                if let Some(result) = self.tree.prove(step.node) {
                    value = LeafValue::proven(result);
                    continue;
                }
            }
            let node = self.tree.node(step.node);
            if node.has_draw {
                value = value.at_least_draw(node.side);
            }
        }
        self.tree.root_proven = value.proven.or(self.tree.root_proven);
        self.simulations.made += 1;
    }
}
