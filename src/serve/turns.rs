use crate::clock::Instant;
use crate::web::{Refusal, Task};
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Tasks that are under way at once; others wait for a place. Each has a tree and, where proofs are searched, up to 45 MiB
/// beside it.
const PLACES: usize = 16;

/// How long a task works before the next one has its turn.
const SLICE: Duration = Duration::from_millis(20);

/// A task that has had its place so long gives it up as soon as another one waits.
const TENURE: Duration = Duration::from_secs(30);

/// Bytes that the smallest tree may take.
const LEAST_TREE: usize = 1 << 20;

/// What a server may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Threads that work on tasks.
    pub threads: usize,
    /// Bytes for all search trees together.
    pub memory: usize,
}

/// Who works when, and with how much memory. The queues are first come, first served, so tasks alternate.
#[derive(Debug)]
pub(super) struct Turns {
    threads: Arc<Semaphore>,
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Bytes for trees that nobody has.
    memory: Arc<Mutex<usize>>,
}

/// A place for a task, with memory for its tree.
pub(super) struct Place {
    /// Where its memory goes back to.
    left: Arc<Mutex<usize>>,
    memory: usize,
    since: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Bytes for the tree.
    pub fn memory(&self) -> usize {
        self.memory
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) += self.memory;
    }
}

/// Counts one who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Turns {
    pub fn new(limits: Limits) -> Turns {
        Turns {
            threads: Arc::new(Semaphore::new(limits.threads.max(1))),
            places: Arc::new(Semaphore::new(PLACES)),
            waiting: AtomicUsize::new(0),
            memory: Arc::new(Mutex::new(limits.memory.max(PLACES * LEAST_TREE))),
        }
    }

    /// A place, if one is free and nobody waits for it.
    pub fn try_place(&self) -> Option<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(self.furnish(permit))
    }

    /// Waits for a place.
    pub async fn place(&self) -> Place {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.places).acquire_owned().await.expect("nobody closes it");
        drop(waiting);
        self.furnish(permit)
    }

    /// Of the memory a place gets a third of what is left, so that the first ones, which are usually the only ones, have
    /// much, and there is always some.
    fn furnish(&self, permit: OwnedSemaphorePermit) -> Place {
        let mut left = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = (*left / 3).max(LEAST_TREE).min(*left);
        *left -= memory;
        Place { left: Arc::clone(&self.memory), memory, since: Instant::now(), _permit: permit }
    }

    /// Works on a task, in turn with others, until it is done or nobody listens any more. An error is the last event.
    pub async fn work(&self, place: Place, mut task: Box<dyn Task>, events: mpsc::Sender<Value>) {
        loop {
            let mut turn = {
                let acquired = pin!(Arc::clone(&self.threads).acquire_owned());
                match select(acquired, pin!(events.closed())).await {
                    Either::Left((turn, _)) => turn.expect("nobody closes it"),
                    Either::Right(_) => return,
                }
            };
            // Those threads, too, that nobody waits for.
            while let Ok(more) = Arc::clone(&self.threads).try_acquire_owned() {
                turn.merge(more);
            }
            let threads = NonZeroUsize::new(turn.num_permits()).unwrap_or(NonZeroUsize::MIN);
            let slice = move || {
                let mut told = Vec::new();
                let done = task.work(Instant::now() + SLICE, threads, &mut |event| told.push(event));
                (task, told, done)
            };
            let Ok((after, told, done)) = tokio::task::spawn_blocking(slice).await else {
                let _ = events.send(json!(Refusal::new("the engine failed: this is a defect of the program"))).await;
                return;
            };
            drop(turn);
            task = after;
            for event in told {
                if events.send(event).await.is_err() {
                    return;
                }
            }
            match done {
                Ok(false) => {}
                Ok(true) => return,
                Err(refusal) => {
                    let _ = events.send(json!(refusal)).await;
                    return;
                }
            }
            if place.since.elapsed() > TENURE && self.waiting.load(Ordering::Relaxed) > 0 {
                let refusal = Refusal::new("others wait for the engine, and this has had it for long: ask again");
                let _ = events.send(json!(refusal)).await;
                return;
            }
        }
    }
}
