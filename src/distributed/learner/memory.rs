use parking_lot::{Mutex, MutexGuard};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// What a learner remembers from one round to the next.
#[derive(Default)]
pub(in crate::distributed) struct Memory(Mutex<MemoryState>);

/// See [`Memory`].
#[derive(Default)]
pub(in crate::distributed) struct MemoryState {
    /// The run, as subjects name it.
    pub run: Option<String>,
    /// The generation that tasks have been handed out for by this process.
    pub handed_out: u32,
    /// Workers whose pieces are not taken.
    pub banned: HashSet<String>,
    /// Workers of whom a piece was computed again.
    pub known: HashSet<String>,
    /// Seconds of one thread for a piece.
    pub cost: Option<f64>,
    /// Pieces by worker.
    pub games: BTreeMap<String, u64>,
    /// Pieces computed again.
    pub rechecked: u64,
    /// Tasks handed out twice.
    pub copies: u64,
    /// Time spent waiting for pieces.
    pub playing: Duration,
}

impl Memory {
    /// It, while nobody else has it.
    pub fn lock(&self) -> MutexGuard<'_, MemoryState> {
        self.0.lock()
    }
}
