//! Several leaves of one tree at once, answered on several threads.
//!
//! ```text
//! gather       one descent after another, on one thread: each leaf becomes a job, and the moves on its way are marked
//!   |          as waiting, so that the next descent goes elsewhere
//! answer       each job on any thread: a small proof search, then the evaluator
//!   |
//! apply        in the order of gathering, on one thread
//! ```
//!
//! How many leaves are gathered depends on the visits of the root alone, and an answer on its leaf and on what was known
//! when the leaves were gathered: so the tree grows the same on any number of threads.

use super::backup::Found;
use super::crew::with_crew;
use super::known::{Note, Notebook, Table};
use super::proven::Proven;
use super::prover::Prover;
use super::tree::Step;
use super::{Pending, Search};
use crate::clock::Instant;
use crate::eval::{Batch, Evaluator};
use crate::game::{Game, Guidance};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// The most leaves that are gathered at once.
const MOST_LEAVES: u32 = 32;

/// Visits of the root below which one leaf is looked at after the other: there every leaf counts. Lines of Action with leaves for
/// a quarter of the root of the visits lost 29 Elo at 200 simulations and seemed to lose at 800 (docs/log/threads.md).
const SMALL: u32 = 2048;

/// The most leaves that are gathered at once from a root with so many visits. Leaves that are gathered together do not know
/// of each other, so there are few of them where there are few visits, and but one in a small search. Even numbers keep two
/// threads busy to the end.
fn leaves(visits: u32) -> u32 {
    if visits < SMALL { 1 } else { (visits.isqrt() / 8 * 2).min(MOST_LEAVES) }
}

/// The leaves that wait for an answer, and who answers them.
#[derive(Debug)]
pub(super) struct Team<G: Game> {
    /// Holds the root while it is evaluated.
    root: Batch<G>,
    /// Ways from the root to leaves; those of the leaves that wait come first.
    ways: Vec<Way>,
    /// How many leaves wait.
    waiting: usize,
    /// How many of them have their answers.
    answered: usize,
    /// The jobs of the ways.
    jobs: Vec<Mutex<Job<G>>>,
    /// One of each thread.
    desks: Vec<Desk<G>>,
}

/// A way from the root to a leaf.
#[derive(Debug, Default)]
struct Way {
    path: Vec<Step>,
    returns: bool,
    leaf: Option<Pending>,
}

/// What one thread needs for proof searches. It writes there all the time, so no other thread's lies in the same cache line.
#[derive(Debug)]
#[repr(align(128))]
struct Desk<G: Game> {
    prover: Prover<G>,
    /// What it has found in the present probe.
    found: Table,
}

/// A question about a leaf.
#[derive(Debug)]
struct Job<G: Game> {
    /// The leaf alone.
    batch: Batch<G>,
    /// The repetition keys of the game and of the way to the leaf.
    keys: Vec<u64>,
    /// The leaf's result, if the proof search has found it; otherwise the evaluator's answer is in the batch.
    proven: Option<Proven>,
    /// What the proof search has found on its way.
    notes: Vec<Note>,
}

impl<G: Game> Default for Team<G> {
    fn default() -> Self {
        let (ways, jobs, desks) = (Vec::new(), Vec::new(), Vec::new());
        Team { root: Batch::default(), ways, waiting: 0, answered: 0, jobs, desks }
    }
}

impl<G: Game> Team<G> {
    /// How many leaves wait for an answer.
    pub fn waiting(&self) -> u32 {
        self.waiting as u32
    }

    /// Makes room for all leaves, and for so many threads whose probes visit up to `nodes` positions.
    fn prepare(&mut self, threads: usize, nodes: u32) {
        self.ways.resize_with(MOST_LEAVES as usize, Way::default);
        self.jobs.resize_with(MOST_LEAVES as usize, Mutex::default);
        let desk = || Desk { prover: Prover::new(), found: Table::new(nodes) };
        self.desks.resize_with(threads.max(self.desks.len()), desk);
    }
}

impl<G: Game> Default for Job<G> {
    fn default() -> Self {
        Job { batch: Batch::default(), keys: Vec::new(), proven: None, notes: Vec::new() }
    }
}

/// One thread's means.
struct Worker<'a, G: Game, E> {
    desk: &'a mut Desk<G>,
    evaluator: &'a mut E,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Answers a question, by a proof that visits at most `nodes` positions, or by the evaluator.
    fn answer(&mut self, game: &G, job: &mut Job<G>, nodes: u32, known: &RwLock<Table>) {
        let Job { batch, keys, proven, notes } = job;
        *proven = None;
        notes.clear();
        if nodes > 0 {
            let Desk { prover, found } = &mut *self.desk;
            found.forget();
            found.prepare();
            let known = &known.read().unwrap_or_else(PoisonError::into_inner);
            *proven = prover.probe(game, batch.position(0), keys, nodes, &mut Notebook { known, found, notes });
        }
        if proven.is_none() {
            self.evaluator.evaluate(game, batch);
        }
    }
}

fn lock<G: Game>(job: &Mutex<Job<G>>) -> MutexGuard<'_, Job<G>> {
    job.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Guidance> Search<G> {
    /// Searches until the search is done or `moment` has passed, with several leaves at once and one thread for each of
    /// the evaluators, the calling one among them. The evaluators give the same answers. Where the search is
    /// interrupted and how many threads there are changes nothing; it is not the search of [`Search::run`], which
    /// looks at one leaf at a time.
    ///
    /// The root is evaluated in any case, so that there is a move to play.
    ///
    /// # Panics
    /// There is no evaluator, or the answer to a leaf that [`Search::gather`] gave was not applied.
    pub fn run_on<E: Evaluator<G>>(&mut self, game: &G, evaluators: &mut [E], moment: Instant) {
        let go_on = || Instant::now() < moment;
        // The root and its proof search come first, alone.
        let mut batch = mem::take(&mut self.team.root);
        while !self.is_done() && (self.tree.is_empty() || self.root_probe.is_some() && go_on()) {
            self.simulate(game, &mut evaluators[0], &mut batch);
        }
        self.team.root = batch;
        if self.is_done() || !go_on() {
            return;
        }

        let nodes = if self.objective.proves() { self.config.proof_nodes } else { 0 };
        self.team.prepare(evaluators.len(), nodes);
        self.known().prepare();
        // The threads share these while the tree stays with this one.
        let (jobs, mut desks) = (mem::take(&mut self.team.jobs), mem::take(&mut self.team.desks));
        let known = mem::take(&mut self.known);
        let workers = desks.iter_mut().zip(evaluators).map(|(desk, evaluator)| Worker { desk, evaluator });
        let answer = |worker: &mut Worker<G, E>, job: usize| worker.answer(game, &mut lock(&jobs[job]), nodes, &known);
        with_crew(&mut Vec::from_iter(workers), answer, |crew| {
            while !self.is_done() && go_on() {
                if self.team.waiting == 0 {
                    self.gather_leaves(game, &jobs);
                }
                self.team.answered = crew.run(self.team.answered, self.team.waiting, go_on);
                if self.team.answered == self.team.waiting {
                    self.apply_leaves(&jobs, &known);
                }
            }
        });
        self.known = known;
        (self.team.jobs, self.team.desks) = (jobs, desks);
    }

    /// Gathers leaves. Simulations that need no answer are backed up at once.
    fn gather_leaves(&mut self, game: &G, jobs: &[Mutex<Job<G>>]) {
        let Some(root) = self.position else { return };
        let most = leaves(self.visits_before.saturating_add(self.simulations));
        // Where the game is over at many positions at hand, not all descents come to a leaf that needs an answer.
        for _ in 0..2 * most {
            let waiting = self.team.waiting();
            if self.is_done() || waiting == most || waiting >= self.limit - self.simulations {
                break;
            }
            self.path.clear();
            self.repetition.leave_path();
            let Some((leaf, key)) = self.walk(game, root) else { break };
            if let Some(found) = self.known_end(game, &leaf, key) {
                self.back_up(found);
            } else {
                let mut job = lock(&jobs[self.team.waiting]);
                job.batch.clear();
                self.push_leaf(game, &leaf, &mut job.batch);
                job.keys.clear();
                job.keys.extend_from_slice(self.repetition.keys());
                self.path.iter().for_each(|step| self.tree.edge_mut(step.edge).waiting += 1);
                let way = &mut self.team.ways[self.team.waiting];
                mem::swap(&mut way.path, &mut self.path);
                (way.returns, way.leaf) = (self.returns, self.pending.take());
                self.team.waiting += 1;
            }
        }
    }

    /// Takes the answers to all leaves that wait, in the order of gathering. Once they have proven the root, the others
    /// are dropped.
    fn apply_leaves(&mut self, jobs: &[Mutex<Job<G>>], known: &RwLock<Table>) {
        let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
        for (place, job) in jobs.iter().enumerate().take(self.team.waiting) {
            let job = lock(job);
            known.take(&job.notes);
            if self.tree.root_proven.is_some() {
                continue;
            }
            let way = &mut self.team.ways[place];
            let leaf = way.leaf.take();
            self.returns = way.returns;
            self.path.clear();
            self.path.extend_from_slice(&way.path);
            match job.proven {
                Some(proven) => self.back_up(Found::proven(proven)),
                None => {
                    self.pending = leaf;
                    self.apply(&job.batch, 0);
                }
            }
        }
        self.drop_leaves();
    }

    /// Forgets the leaves that wait, if there are any.
    pub(super) fn drop_leaves(&mut self) {
        let Team { ways, waiting, answered, .. } = &mut self.team;
        let steps = ways[..*waiting].iter().flat_map(|way| &way.path);
        steps.for_each(|step| self.tree.edge_mut(step.edge).waiting -= 1);
        (*waiting, *answered) = (0, 0);
    }
}
