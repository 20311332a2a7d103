use super::proof_table::{ProofEntry, ProofLog, ProofTable};
use super::proven::ProvenResult;
use super::prover::Prover;
use crate::eval::{Batch, Evaluator};
use crate::game::Game;
use parking_lot::RwLock;

/// The evaluation of a leaf, which any thread may do.
#[derive(Debug)]
pub(super) struct Job<G: Game> {
    /// A batch with this leaf alone.
    pub batch: Batch<G>,
    /// The repetition keys of the game and of the path to the leaf.
    pub keys: Vec<u64>,
    /// The leaf's result, if the proof search has found it; otherwise the evaluator's answer is in the batch.
    pub proven: Option<ProvenResult>,
    /// Results that the proof search has found on the way.
    pub notes: Vec<ProofEntry>,
}

impl<G: Game> Default for Job<G> {
    fn default() -> Self {
        Job { batch: Batch::default(), keys: Vec::new(), proven: None, notes: Vec::new() }
    }
}

/// The state of one thread's proof searches. Written all the time, hence a cache line of its own.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct ThreadProver<G: Game> {
    prover: Prover<G>,
    /// Results of the current probe.
    found: ProofTable,
}

impl<G: Game> ThreadProver<G> {
    /// State for probes of up to `nodes` positions.
    pub fn new(nodes: u32) -> Self {
        ThreadProver { prover: Prover::new(), found: ProofTable::new(nodes) }
    }
}

pub(super) struct Worker<'a, G: Game, E> {
    pub prover: &'a mut ThreadProver<G>,
    pub evaluator: &'a mut E,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Evaluates a leaf, by a proof that visits at most `nodes` positions, or by the evaluator.
    pub fn answer(&mut self, game: &G, job: &mut Job<G>, nodes: u32, known: &RwLock<ProofTable>) {
        let Job { batch, keys, proven, notes } = job;
        *proven = None;
        notes.clear();
        if nodes > 0 {
            let ThreadProver { prover, found } = &mut *self.prover;
            found.forget();
            found.prepare();
            let known = &known.read();
            *proven = prover.probe(game, batch.position(0), keys, nodes, &mut ProofLog { known, found, notes });
        }
        if proven.is_none() {
            self.evaluator.evaluate(game, batch);
        }
    }
}
