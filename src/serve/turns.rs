use crate::clock::Instant;
use crate::web::{Refusal, Task};
use futures_util::future::{Either, select};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The most running tasks for whose end a person waits, and the length of their turns.
const URGENT: (usize, Duration) = (4, Duration::from_millis(100));

/// The most other running tasks, and the length of their turns: analyses and reviews, which run for long. Their places
/// are separate, so that a move never waits for one of them, and their turns are shorter. Each task has a tree and, if
/// it searches for proofs, up to 45 MiB besides.
const PATIENT: (usize, Duration) = (12, Duration::from_millis(20));

/// After this time without taking an event, a reader may have gone.
const UNREAD: Duration = Duration::from_secs(1);

/// After this time a task gives its place up as soon as another one waits.
const TENURE: Duration = Duration::from_secs(30);

/// A task ends after this time in any case: its page may have been forgotten.
const LONGEST: Duration = Duration::from_secs(6 * 3600);

/// Size of the smallest tree, in bytes.
const LEAST_TREE: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub threads: usize,
    /// Memory for all search trees together, in bytes.
    pub memory: usize,
}

/// Schedules tasks and their memory. The queues are first come, first served, so tasks alternate.
#[derive(Debug)]
pub(super) struct Turns {
    threads: Arc<Semaphore>,
    urgent: Queue,
    patient: Queue,
}

/// Tasks of one kind, and those waiting for a place among them.
#[derive(Debug)]
struct Queue {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Free memory for trees, in bytes.
    memory: Arc<Mutex<usize>>,
    /// The longest turn of a task.
    slice: Duration,
}

/// A place for a task, with memory for its tree.
pub(super) struct Place {
    urgent: bool,
    /// The pool to which the place's memory returns.
    left: Arc<Mutex<usize>>,
    memory: usize,
    since: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Memory for a task's tree, in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.left.lock() += self.memory;
    }
}

/// Counts one waiting request for as long as it lives.
struct Waiter<'a>(&'a AtomicUsize);

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Queue {
    fn new((places, slice): (usize, Duration), memory: usize) -> Queue {
        Queue {
            places: Arc::new(Semaphore::new(places)),
            waiting: AtomicUsize::new(0),
            memory: Arc::new(Mutex::new(memory.max(places * LEAST_TREE))),
            slice,
        }
    }

    fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// A place gets a third of the free memory, so that the first places, usually the only ones, get much, and some is
    /// always left.
    fn furnish(&self, urgent: bool, permit: OwnedSemaphorePermit) -> Place {
        let mut left = self.memory.lock();
        let memory = (*left / 3).max(LEAST_TREE).min(*left);
        *left -= memory;
        Place { urgent, left: Arc::clone(&self.memory), memory, since: Instant::now(), _permit: permit }
    }
}

impl Turns {
    pub fn new(limits: Limits) -> Turns {
        Turns {
            threads: Arc::new(Semaphore::new(limits.threads.max(1))),
            urgent: Queue::new(URGENT, limits.memory / 4),
            patient: Queue::new(PATIENT, limits.memory - limits.memory / 4),
        }
    }

    fn queue(&self, urgent: bool) -> &Queue {
        if urgent { &self.urgent } else { &self.patient }
    }

    /// A place for a task that is urgent or not, if one is free and no other task waits for it.
    pub fn try_place(&self, urgent: bool) -> Option<Place> {
        let queue = self.queue(urgent);
        let permit = Arc::clone(&queue.places).try_acquire_owned().ok()?;
        Some(queue.furnish(urgent, permit))
    }

    /// Waits for a place among the running tasks.
    pub async fn place(&self, urgent: bool) -> Place {
        let queue = self.queue(urgent);
        queue.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiter(&queue.waiting);
        let permit = Arc::clone(&queue.places).acquire_owned().await.expect("nobody closes it");
        drop(waiting);
        queue.furnish(urgent, permit)
    }

    /// Passes an event on. `false` if the receiver is gone, or another task waits for a place and events are not read.
    async fn send_event(&self, place: &Place, events: &mpsc::Sender<Value>, event: Value) -> bool {
        loop {
            match tokio::time::timeout(UNREAD, events.reserve()).await {
                Ok(Ok(room)) => {
                    room.send(event);
                    return true;
                }
                Ok(Err(_)) => return false,
                Err(_) if self.queue(place.urgent).is_waited_for() => return false,
                Err(_) => {}
            }
        }
    }

    /// Works on a task, in turn with others, until it is done or the receiver is gone. An error is the last event.
    pub async fn work(&self, place: Place, mut task: Box<dyn Task>, events: mpsc::Sender<Value>) {
        let queue = self.queue(place.urgent);
        loop {
            let mut turn = {
                let acquired = pin!(Arc::clone(&self.threads).acquire_owned());
                match select(acquired, pin!(events.closed())).await {
                    Either::Left((turn, _)) => turn.expect("nobody closes it"),
                    Either::Right(_) => return,
                }
            };
            // Uses idle threads as well.
            while let Ok(more) = Arc::clone(&self.threads).try_acquire_owned() {
                turn.merge(more);
            }
            let threads = NonZeroUsize::new(turn.num_permits()).unwrap_or(NonZeroUsize::MIN);
            let length = queue.slice;
            let slice = move || {
                let mut told = Vec::new();
                let done = task.work(Instant::now() + length, threads, &mut |event| told.push(event));
                (task, told, done)
            };
            let Ok((after, told, done)) = tokio::task::spawn_blocking(slice).await else {
                let refusal = Refusal::new("the engine failed: this is a defect of the program");
                self.send_event(&place, &events, json!(refusal)).await;
                return;
            };
            drop(turn);
            task = after;
            for event in told {
                if !self.send_event(&place, &events, event).await {
                    return;
                }
            }
            match done {
                Ok(false) => {}
                Ok(true) => return,
                Err(refusal) => {
                    self.send_event(&place, &events, json!(refusal)).await;
                    return;
                }
            }
            let spent = place.since.elapsed();
            if spent > LONGEST || spent > TENURE && queue.is_waited_for() {
                let refusal = Refusal::new(match spent > LONGEST {
                    true => "this has taken hours: ask again if you still need it",
                    false => "others wait for the engine, and this request has used it for long: ask again",
                });
                self.send_event(&place, &events, json!(refusal)).await;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::from_fn;

    #[test]
    fn a_move_waits_for_no_analysis() {
        let memory = 64 << 20;
        let turns = Turns::new(Limits { threads: 1, memory });
        let analyses: Vec<Place> = from_fn(|| turns.try_place(false)).collect();
        let moves: Vec<Place> = from_fn(|| turns.try_place(true)).collect();
        assert_eq!((analyses.len(), moves.len()), (PATIENT.0, URGENT.0));
        assert!(analyses.iter().chain(&moves).map(Place::memory).sum::<usize>() <= memory);
        drop(analyses);
        assert!(turns.try_place(true).is_none() && turns.try_place(false).is_some());
    }
}
