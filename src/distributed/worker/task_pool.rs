use crate::distributed::jobs::Work;
use crate::train::SelfPlayStats;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// A round of a job, some of whose pieces are in tasks here.
pub(in crate::distributed) struct TaskBatch {
    pub run: String,
    pub generation: u32,
    pub work: Box<dyn Work>,
    /// Whether the batch's pieces are no longer needed.
    pub cancelled: AtomicBool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::distributed) enum IdleReason {
    /// There are no tasks: the learner is learning, or other workers have them all.
    Tasks,
    Net,
    /// The server cannot be reached, or does not accept pieces.
    Server,
}

impl IdleReason {
    pub const ALL: [(IdleReason, &str); 3] =
        [(IdleReason::Tasks, "no tasks"), (IdleReason::Net, "fetching a net"), (IdleReason::Server, "server away")];
}

/// A task whose pieces are complete, with their counts.
pub(in crate::distributed) struct TaskResult {
    pub task: u64,
    pub pieces: Vec<Vec<u8>>,
    pub stats: SelfPlayStats,
}

/// The pieces that a worker's threads compute. Threads take pieces from all tasks, so that none waits for the last
/// pieces of a task.
pub(in crate::distributed) struct TaskPool {
    state: Mutex<State>,
    changed: Condvar,
    done: UnboundedSender<TaskResult>,
}

struct State {
    tasks: Vec<PooledTask>,
    closed: bool,
    why: IdleReason,
    /// Seconds that threads were idle, by reason.
    idle: [f64; IdleReason::ALL.len()],
    done: u64,
}

struct PooledTask {
    id: u64,
    batch: Arc<TaskBatch>,
    /// Pieces that no thread has taken yet.
    untaken: Range<u32>,
    first: u32,
    pieces: Vec<Option<Vec<u8>>>,
    missing: usize,
    stats: SelfPlayStats,
}

/// How often a waiting thread checks for work.
const GLANCE: Duration = Duration::from_millis(500);

/// How often a thread checks for more pieces of a batch before it drops its evaluator.
const GLANCES: u32 = 20;

impl TaskPool {
    /// A pool that hands finished tasks to `done`.
    pub fn new(done: UnboundedSender<TaskResult>) -> TaskPool {
        let state =
            State { tasks: Vec::new(), closed: false, why: IdleReason::Tasks, idle: Default::default(), done: 0 };
        TaskPool { state: Mutex::new(state), changed: Condvar::new(), done }
    }

    pub fn add(&self, id: u64, batch: Arc<TaskBatch>, pieces: Range<u32>) {
        let held = PooledTask {
            id,
            batch,
            untaken: pieces.clone(),
            first: pieces.start,
            pieces: pieces.clone().map(|_| None).collect(),
            missing: pieces.len(),
            stats: SelfPlayStats::default(),
        };
        self.state.lock().tasks.push(held);
        self.changed.notify_all();
    }

    /// Drops the tasks of cancelled batches, and returns their numbers.
    pub fn drop_cancelled(&self) -> Vec<u64> {
        let mut state = self.state.lock();
        let cancelled = |held: &PooledTask| held.batch.cancelled.load(Ordering::Relaxed);
        let dropped = state.tasks.iter().filter(|held| cancelled(held)).map(|held| held.id).collect();
        state.tasks.retain(|held| !cancelled(held));
        dropped
    }

    /// Number of pieces that no thread has taken yet.
    pub fn untaken(&self) -> usize {
        self.state.lock().tasks.iter().map(|held| held.untaken.len()).sum()
    }

    /// Sets the reason for which idle threads wait from now on.
    pub fn wait_for(&self, why: IdleReason) {
        self.state.lock().why = why;
    }

    /// Number of pieces computed so far, and idle seconds of threads, by reason.
    pub fn tally(&self) -> (u64, [f64; IdleReason::ALL.len()]) {
        let state = self.state.lock();
        (state.done, state.idle)
    }

    /// Ends all threads; unfinished pieces are lost.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }

    /// Computes pieces on the calling thread until [`TaskPool::close`].
    pub fn work(&self) {
        while let Some(batch) = self.next_batch() {
            let stop = || batch.cancelled.load(Ordering::Relaxed) || self.state.lock().closed;
            let take = |alone| self.take(&batch, alone);
            batch.work.thread(&take, &stop, &mut |index, piece, stats| self.put(&batch, index, piece, stats));
        }
    }

    /// Waits for a task, and returns its batch.
    fn next_batch(&self) -> Option<Arc<TaskBatch>> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            let open = |held: &&PooledTask| !held.untaken.is_empty() && !held.batch.cancelled.load(Ordering::Relaxed);
            if let Some(held) = state.tasks.iter().find(open) {
                return Some(Arc::clone(&held.batch));
            }
            self.wait(&mut state);
        }
    }

    /// The next piece of a batch. A thread without other pieces waits for some time, unless another batch has some.
    fn take(&self, batch: &Arc<TaskBatch>, alone: bool) -> Option<u32> {
        let mut state = self.state.lock();
        for _ in 0..GLANCES {
            if state.closed {
                return None;
            }
            let mut others = false;
            for held in &mut state.tasks {
                match Arc::ptr_eq(&held.batch, batch) {
                    true => {
                        if let Some(index) = held.untaken.next() {
                            return Some(index);
                        }
                    }
                    false => others |= !held.untaken.is_empty(),
                }
            }
            if !alone || others || batch.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            self.wait(&mut state);
        }
        None
    }

    fn put(&self, batch: &Arc<TaskBatch>, index: u32, piece: Vec<u8>, stats: SelfPlayStats) {
        let mut state = self.state.lock();
        state.done += 1;
        let of_task = |held: &PooledTask| {
            let at = index.checked_sub(held.first).map(|at| at as usize);
            at.filter(|&at| Arc::ptr_eq(&held.batch, batch) && held.pieces.get(at).is_some_and(Option::is_none))
        };
        let Some((place, at)) = state.tasks.iter().enumerate().find_map(|(place, held)| Some((place, of_task(held)?)))
        else {
            return;
        };
        let held = &mut state.tasks[place];
        held.pieces[at] = Some(piece);
        held.missing -= 1;
        held.stats += stats;
        if held.missing == 0 {
            let PooledTask { id, pieces, stats, .. } = state.tasks.remove(place);
            // The receiver is gone when the worker is leaving.
            let _ = self.done.send(TaskResult { task: id, pieces: pieces.into_iter().flatten().collect(), stats });
        }
    }

    fn wait(&self, state: &mut MutexGuard<'_, State>) {
        let begun = Instant::now();
        self.changed.wait_for(state, GLANCE);
        let why = IdleReason::ALL.iter().position(|&(why, _)| why == state.why).unwrap_or_default();
        state.idle[why] += begun.elapsed().as_secs_f64();
    }
}
