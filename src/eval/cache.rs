use super::{Batch, Evaluator, Value};
use crate::game::Game;
use parking_lot::Mutex;
use std::sync::Arc;

/// Caches another evaluator's answers, by [`Game::hash`]; a full table overwrites older answers.
///
/// Answers are the inner evaluator's, bit for bit. The memory is allocated once.
#[derive(Debug)]
pub struct CachedEvaluator<G: Game, E> {
    inner: E,
    answers: Answers,
    misses: Batch<G>,
    /// The index in the outer batch of each leaf of `misses`.
    places: Vec<usize>,
    stats: CacheStats,
}

/// How often a cache had the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Number of positions found in the cache.
    pub hits: u64,
    /// Number of positions passed on to the inner evaluator.
    pub misses: u64,
}

/// The memory of a cache. Clones share it: so caches in front of several evaluators can use it together, if these give
/// the same answers.
#[derive(Clone, Debug)]
pub struct Answers(Arc<Mutex<AnswerTable>>);

#[derive(Debug)]
struct AnswerTable {
    /// One slot for each range of hashes.
    entries: Vec<Entry>,
    /// The priors of the entries, in a ring: the oldest are overwritten.
    ring: Vec<f32>,
    /// Number of priors ever written; the next one goes to this place modulo the ring's length.
    written: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    /// Value of `written` when the first prior was stored.
    start: u64,
    /// Number of priors; 0 in an empty entry, since every position has a move.
    count: u32,
    value: Value,
}

/// Average number of priors per entry that fit into the ring.
const PRIORS_PER_ENTRY: usize = 48;

impl<G: Game, E: Evaluator<G>> CachedEvaluator<G, E> {
    /// A cache for about `capacity` positions (at least one), of some 230 bytes each.
    pub fn new(inner: E, capacity: usize) -> Self {
        CachedEvaluator::sharing(inner, Answers::new(capacity))
    }

    /// A cache with this memory, which may be shared.
    pub fn sharing(inner: E, answers: Answers) -> Self {
        CachedEvaluator { inner, answers, misses: Batch::default(), places: Vec::new(), stats: CacheStats::default() }
    }

    /// Hits and misses since the cache was made.
    pub fn stats(&self) -> CacheStats {
        self.stats
    }

    pub fn inner(&self) -> &E {
        &self.inner
    }

    /// Clears all answers and replaces the inner evaluator, as a new generation needs; keeps the memory.
    pub fn replace(&mut self, inner: E) {
        self.inner = inner;
        self.answers.0.lock().entries.iter_mut().for_each(|entry| entry.count = 0);
    }
}

impl Answers {
    pub fn new(capacity: usize) -> Answers {
        Answers(Arc::new(Mutex::new(AnswerTable::new(capacity.max(1)))))
    }
}

impl AnswerTable {
    fn new(capacity: usize) -> AnswerTable {
        let empty = Entry { hash: 0, start: 0, count: 0, value: Value::EVEN };
        // Even a small ring holds the moves of any usual position.
        let ring = vec![0.0; (capacity * PRIORS_PER_ENTRY).max(1024)];
        AnswerTable { entries: vec![empty; capacity], ring, written: 0 }
    }

    /// The slot of a hash: its share of the range of all hashes.
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize
    }

    /// The stored answer of a position with this number of legal moves.
    fn find(&self, hash: u64, moves: usize) -> Option<(&[f32], Value)> {
        let entry = &self.entries[self.place(hash)];
        let kept = self.written - entry.start <= self.ring.len() as u64;
        if entry.hash != hash || entry.count as usize != moves || moves == 0 || !kept {
            return None;
        }
        let start = (entry.start % self.ring.len() as u64) as usize;
        Some((&self.ring[start..start + moves], entry.value))
    }

    /// Stores an answer, replacing any in its slot.
    fn store(&mut self, hash: u64, priors: &[f32], value: Value) {
        let length = self.ring.len();
        if priors.len() > length {
            return;
        }
        let mut start = (self.written % length as u64) as usize;
        if start + priors.len() > length {
            // An answer is stored in one piece: the rest of the ring stays unused this time.
            self.written += (length - start) as u64;
            start = 0;
        }
        self.ring[start..start + priors.len()].copy_from_slice(priors);
        let place = self.place(hash);
        self.entries[place] = Entry { hash, start: self.written, count: priors.len() as u32, value };
        self.written += priors.len() as u64;
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for CachedEvaluator<G, E> {
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>) {
        let CachedEvaluator { inner, answers, misses, places, stats } = self;
        misses.clear();
        places.clear();
        let table = answers.0.lock();
        for index in 0..batch.len() {
            let leaf = batch.leaf_mut(index);
            if let Some((priors, value)) = table.find(game.hash(leaf.position), leaf.moves.len()) {
                leaf.priors.copy_from_slice(priors);
                *leaf.value = value;
            } else {
                misses.push(leaf.position, leaf.moves);
                places.push(index);
            }
        }
        drop(table);
        stats.hits += (batch.len() - places.len()) as u64;
        stats.misses += places.len() as u64;
        if places.is_empty() {
            return;
        }
        inner.evaluate(game, misses);
        let mut table = answers.0.lock();
        for (index, &place) in places.iter().enumerate() {
            let leaf = batch.leaf_mut(place);
            let (priors, value) = (misses.priors(index), misses.value(index));
            leaf.priors.copy_from_slice(priors);
            *leaf.value = value;
            table.store(game.hash(leaf.position), priors, value);
        }
    }
}
