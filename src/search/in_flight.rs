use super::answer::{Job, ThreadProver};
use super::leaf::Leaf;
use super::path::Path;
use super::tree::Tree;
use crate::eval::Batch;
use crate::game::Game;
use parking_lot::Mutex;
use std::mem;

/// The most leaves in flight.
pub(super) const MOST_LEAVES: u32 = 32;

/// The most threads that the search of one tree can use: one for each leaf in flight.
pub const MOST_THREADS: u32 = MOST_LEAVES;

/// The leaves of one tree that are in flight: gathered, their answers not yet applied. Each move counts the leaves in
/// flight below it ([`Edge::in_flight`](super::node::Edge::in_flight)).
#[derive(Debug)]
pub(super) struct InFlight<G: Game> {
    leaves: Vec<Leaf>,
    /// The paths to the leaves, and memory for more.
    paths: Vec<Path>,
    /// Number of leaves that have their answers.
    pub answered: usize,
    /// One evaluation per leaf in flight.
    pub jobs: Vec<Mutex<Job<G>>>,
    /// One prover per thread.
    pub provers: Vec<ThreadProver<G>>,
    /// Holds a leaf that is evaluated alone.
    pub batch: Batch<G>,
}

impl<G: Game> Default for InFlight<G> {
    fn default() -> Self {
        let (leaves, paths, jobs, provers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        InFlight { leaves, paths, answered: 0, jobs, provers, batch: Batch::default() }
    }
}

impl<G: Game> InFlight<G> {
    /// Allocates memory for all leaves, and for `threads` threads whose probes visit up to `nodes` positions.
    pub fn prepare(&mut self, threads: usize, nodes: u32) {
        self.leaves.reserve(MOST_LEAVES as usize);
        self.paths.resize_with(MOST_LEAVES as usize, Path::default);
        self.jobs.resize_with(MOST_LEAVES as usize, Mutex::default);
        self.provers.resize_with(threads.max(self.provers.len()), || ThreadProver::new(nodes));
    }

    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Adds the leaf at the end of `path`, which is swapped with an old path, for its memory.
    pub fn add(&mut self, leaf: Leaf, path: &mut Path, tree: &mut Tree<G::Move>) {
        path.steps.iter().for_each(|step| tree.edge_mut(step.edge).in_flight += 1);
        mem::swap(&mut self.paths[self.leaves.len()], path);
        self.leaves.push(leaf);
    }

    /// A leaf and the path to it, by order of gathering.
    pub fn get(&self, place: usize) -> (Leaf, &Path) {
        (self.leaves[place], &self.paths[place])
    }

    /// Drops the leaves, if there are any.
    pub fn clear(&mut self, tree: &mut Tree<G::Move>) {
        let steps = self.paths[..self.leaves.len()].iter().flat_map(|path| &path.steps);
        steps.for_each(|step| tree.edge_mut(step.edge).in_flight -= 1);
        self.leaves.clear();
        self.answered = 0;
    }
}
