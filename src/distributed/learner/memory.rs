use parking_lot::{Mutex, MutexGuard};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// The part of a learner's state that outlives rounds.
#[derive(Default)]
pub(in crate::distributed) struct Memory(Mutex<MemoryState>);

#[derive(Default)]
pub(in crate::distributed) struct MemoryState {
    /// The run's token in subjects.
    pub run: Option<String>,
    /// The generation whose tasks this process has handed out.
    pub handed_out: u32,
    pub banned: HashSet<String>,
    /// Workers with at least one piece that was computed again.
    pub known: HashSet<String>,
    /// Seconds that one thread needs for a piece.
    pub cost: Option<f64>,
    pub games: BTreeMap<String, u64>,
    /// Number of pieces that the learner computed again as a check.
    pub rechecked: u64,
    /// Number of tasks handed out twice.
    pub copies: u64,
    pub playing: Duration,
}

impl Memory {
    /// The state, locked.
    pub fn lock(&self) -> MutexGuard<'_, MemoryState> {
        self.0.lock()
    }
}
