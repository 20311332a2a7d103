use crate::distributed::jobs::Work;
use parking_lot::{Condvar, Mutex};
use std::collections::{HashMap, VecDeque};

/// Computes some of the workers' pieces again, and compares them.
#[derive(Default)]
pub(in crate::distributed) struct Recheck {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<u32>,
    /// For each piece that waits to be computed again, or is being computed, by index: the workers and their versions
    /// of it.
    claims: HashMap<u32, Vec<(String, Vec<u8>)>>,
    verdicts: Vec<Verdict>,
    closed: bool,
}

/// Result of computing a piece again.
pub(in crate::distributed) struct Verdict {
    pub worker: String,
    pub index: u32,
    /// Whether the computed piece equals the received one, byte for byte.
    pub same: bool,
}

impl Recheck {
    /// Queues a piece to be computed again; `claim` is the worker's version.
    pub fn add(&self, worker: &str, index: u32, claim: Vec<u8>) {
        let mut state = self.state.lock();
        let claims = state.claims.entry(index).or_default();
        claims.push((worker.to_owned(), claim));
        state.waiting.push_back(index);
        self.changed.notify_one();
    }

    /// The verdicts since the last call, and whether more are to come.
    pub fn verdicts(&self) -> (Vec<Verdict>, bool) {
        let mut state = self.state.lock();
        (std::mem::take(&mut state.verdicts), !state.claims.is_empty())
    }

    /// Computes pieces on the calling thread until [`Recheck::close`].
    pub fn work(&self, work: &dyn Work, stop: &(dyn Fn() -> bool + Sync)) {
        let take = |alone| self.take(alone);
        let stop = || stop() || self.state.lock().closed;
        work.thread(&take, &stop, &mut |index, bytes, _| {
            let mut state = self.state.lock();
            for (worker, claim) in state.claims.remove(&index).unwrap_or_default() {
                state.verdicts.push(Verdict { worker, index, same: claim == bytes });
            }
        });
    }

    fn take(&self, alone: bool) -> Option<u32> {
        let mut state = self.state.lock();
        loop {
            while let Some(index) = state.waiting.pop_front() {
                // Two workers may claim the same piece; one computation checks both.
                if state.claims.contains_key(&index) {
                    return Some(index);
                }
            }
            if !alone || state.closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    pub fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }
}
