//! Several leaves of one tree at once, answered on several threads.
//!
//! ```text
//! gather       one descent after another, on one thread: each leaf becomes a job, and the moves on its way are marked
//!   |          as visited, so that the next descent goes elsewhere
//! answer       each job on any thread: a small proof search, then the evaluator
//!   |
//! apply        in the order of gathering, on one thread
//! ```
//!
//! How many leaves are gathered depends on the visits of the root alone, and an answer on its leaf and on what was
//! known when the leaves were gathered: so the tree grows the same on any number of threads.

use super::Search;
use super::answer::{Job, Worker};
use super::in_flight::MOST_LEAVES;
use super::leaf::LeafValue;
use super::proof_table::ProofTable;
use super::worker_pool::with_worker_pool;
use crate::clock::Instant;
use crate::eval::Evaluator;
use crate::game::Guidance;
use parking_lot::{Mutex, RwLock};
use std::mem;

/// Number of visits of the root below which leaves are evaluated one after the other: there every leaf counts. Lines
/// of Action with leaves for a quarter of the visits of the root lost 29 Elo at 200 simulations and seemed to lose at
/// 800 (docs/log/threads.md).
const SMALL: u32 = 2048;

/// The most leaves gathered at once from a root with this many visits. Leaves gathered together do not know each
/// other's results, so few visits allow few, and a small search one. Even numbers keep two threads busy to the end.
fn leaves(visits: u32) -> u32 {
    if visits < SMALL { 1 } else { (visits.isqrt() / 8 * 2).min(MOST_LEAVES) }
}

impl<G: Guidance> Search<G> {
    /// Searches until the search is done or `moment` has passed, with several leaves at once and one thread for each of
    /// the evaluators, the calling one among them. The evaluators give the same answers. The tree is independent of the
    /// thread count and of interruptions, but differs from [`Search::run`]'s, which evaluates one leaf at a time.
    ///
    /// The root is evaluated in any case, so that there is a move to play.
    ///
    /// # Panics
    /// There is no evaluator, or the answer to a leaf that [`Search::gather`] gave was not applied.
    pub fn run_on<E: Evaluator<G>>(&mut self, game: &G, evaluators: &mut [E], moment: Instant) {
        let go_on = || Instant::now() < moment;
        // The root and its proof search come first, alone.
        let mut batch = mem::take(&mut self.in_flight.batch);
        while !self.is_done() && (self.tree.is_empty() || self.proofs.are_at_root() && go_on()) {
            self.simulate(game, &mut evaluators[0], &mut batch);
        }
        self.in_flight.batch = batch;
        if self.is_done() || !go_on() {
            return;
        }

        let nodes = self.proofs.nodes();
        self.in_flight.prepare(evaluators.len(), nodes);
        self.proofs.known.prepare();
        // The threads share these while the tree stays with this one.
        let (jobs, mut provers) = (mem::take(&mut self.in_flight.jobs), mem::take(&mut self.in_flight.provers));
        let known = RwLock::new(mem::take(&mut self.proofs.known));
        let workers = provers.iter_mut().zip(evaluators).map(|(prover, evaluator)| Worker { prover, evaluator });
        let answer = |worker: &mut Worker<G, E>, job: usize| worker.answer(game, &mut jobs[job].lock(), nodes, &known);
        with_worker_pool(&mut Vec::from_iter(workers), answer, |pool| {
            while !self.is_done() && go_on() {
                if self.in_flight.len() == 0 {
                    self.gather_leaves(game, &jobs);
                }
                self.in_flight.answered = pool.run(self.in_flight.answered, self.in_flight.len(), go_on);
                if self.in_flight.answered == self.in_flight.len() {
                    self.apply_leaves(&jobs, &known);
                }
            }
        });
        self.proofs.known = known.into_inner();
        (self.in_flight.jobs, self.in_flight.provers) = (jobs, provers);
    }

    /// Gathers leaves. Simulations that need no evaluation are backed up at once.
    fn gather_leaves(&mut self, game: &G, jobs: &[Mutex<Job<G>>]) {
        let Some(root) = self.origin.position.clone() else { return };
        let most = leaves(self.simulations.root_visits());
        // If the game is over at many positions nearby, some descents reach no leaf that needs an evaluation.
        for _ in 0..2 * most {
            let in_flight = self.in_flight.len() as u32;
            if self.is_done() || in_flight == most || in_flight >= self.simulations.left() {
                break;
            }
            let Some((leaf, key)) = self.select_leaf(game, root.clone()) else { break };
            if let Some(value) = self.known_value(game, &leaf, key) {
                self.back_up(value);
            } else {
                let mut job = jobs[self.in_flight.len()].lock();
                job.batch.clear();
                let (_, leaf) = self.push_leaf(game, &leaf, &mut job.batch);
                job.keys.clear();
                job.keys.extend_from_slice(self.repetition.keys());
                self.in_flight.add(leaf, &mut self.path, &mut self.tree);
            }
        }
    }

    /// Applies the answers to all leaves in flight, in the order of gathering. Once the root is proven, the remaining
    /// ones are dropped.
    fn apply_leaves(&mut self, jobs: &[Mutex<Job<G>>], known: &RwLock<ProofTable>) {
        let mut known = known.write();
        for (place, job) in jobs.iter().enumerate().take(self.in_flight.len()) {
            let job = job.lock();
            known.take(&job.notes);
            if self.tree.root_proven.is_some() {
                continue;
            }
            let (leaf, path) = self.in_flight.get(place);
            self.path.copy_from(path);
            match job.proven {
                Some(proven) => self.back_up(LeafValue::proven(proven)),
                None => self.expand(leaf, &job.batch, 0),
            }
        }
        self.in_flight.clear(&mut self.tree);
    }
}
