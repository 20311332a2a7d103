use parking_lot::{Condvar, Mutex};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often a thread that waits for a task polls whether to stop.
const IDLE: Duration = Duration::from_millis(20);

/// Tasks that threads share, such as pairs of games, and their results.
///
/// Results are committed in task order ([`TaskQueue::comes_first`] may relax it), so a file to which a queue writes
/// them is always a prefix of what an uninterrupted run writes.
pub trait TaskQueue: Send {
    /// A task for one thread.
    type Task: Copy + Send;
    /// The result of a task.
    type Result: Send;
    /// Why a result cannot be committed.
    type Error: Send;

    /// The next task to begin; `None` if there is none, or none before another result is committed.
    fn next(&mut self) -> Option<Self::Task>;

    /// Commits the result of a task.
    ///
    /// # Errors
    /// The result cannot be committed; then no later result is committed, either.
    fn enter(&mut self, task: Self::Task, result: Self::Result) -> Result<(), Self::Error>;

    /// Whether a result of `earlier`, begun before `task`, is also committed before that of `task`.
    fn comes_first(&self, _earlier: Self::Task, _task: Self::Task) -> bool {
        true
    }
}

/// Lets threads (at least one) do the tasks of a queue until it has none. `worker` makes what a thread needs for all
/// its tasks. `perform` polls its last argument and returns `None` when it is true: after `stop`, or after an earlier
/// result was rejected. Unfinished tasks and all results queued behind them are discarded.
///
/// # Errors
/// The first error of [`TaskQueue::enter`].
///
/// # Panics
/// A task panics.
pub fn run_tasks<B: TaskQueue, W>(
    queue: B,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    worker: impl Fn() -> W + Sync,
    perform: impl Fn(&mut W, B::Task, &dyn Fn() -> bool) -> Option<B::Result> + Sync,
) -> Result<B, B::Error> {
    let dispatcher = Mutex::new(Dispatcher { queue, begun: BTreeMap::new(), count: 0, error: None });
    let (entered, broken) = (Condvar::new(), AtomicBool::new(false));
    let halt = || stop() || broken.load(Ordering::Relaxed);
    let work = || {
        let mut worker = worker();
        while !halt() {
            let mut state = dispatcher.lock();
            let Some((number, task)) = state.begin() else {
                if state.begun.is_empty() {
                    return;
                }
                entered.wait_for(&mut state, IDLE);
                continue;
            };
            drop(state);
            let performed = catch_unwind(AssertUnwindSafe(|| perform(&mut worker, task, &halt)));
            let performed = performed.unwrap_or_else(|panic| {
                // The other threads are not to wait for this task.
                broken.store(true, Ordering::Relaxed);
                resume_unwind(panic)
            });
            if !performed.is_some_and(|result| dispatcher.lock().take(number, result)) {
                broken.store(true, Ordering::Relaxed);
            }
            entered.notify_all();
        }
    };
    thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    let Dispatcher { queue, error, .. } = dispatcher.into_inner();
    error.map_or(Ok(queue), Err)
}

/// Gives out tasks and takes in their results.
struct Dispatcher<B: TaskQueue> {
    queue: B,
    /// Tasks begun whose results are not committed, by number, with their results.
    begun: BTreeMap<usize, (B::Task, Option<B::Result>)>,
    count: usize,
    error: Option<B::Error>,
}

impl<B: TaskQueue> Dispatcher<B> {
    fn begin(&mut self) -> Option<(usize, B::Task)> {
        let task = self.queue.next()?;
        self.count += 1;
        self.begun.insert(self.count, (task, None));
        Some((self.count, task))
    }

    /// Stores a result and commits every result that is now next in order; false after an error.
    fn take(&mut self, number: usize, result: B::Result) -> bool {
        self.begun.entry(number).and_modify(|(_, of_task)| *of_task = Some(result));
        while self.error.is_none()
            && let Some(due) = self.due()
            && let Some((task, Some(result))) = self.begun.remove(&due)
        {
            self.error = self.queue.enter(task, result).err();
        }
        self.error.is_none()
    }

    /// The first stored result that waits for no earlier task.
    fn due(&self) -> Option<usize> {
        let is_due = |(number, (task, result)): &(&usize, &(B::Task, Option<B::Result>))| {
            let mut earlier = self.begun.range(..*number);
            result.is_some() && !earlier.any(|(_, (earlier, _))| self.queue.comes_first(*earlier, *task))
        };
        self.begun.iter().find(is_due).map(|(&number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Tasks `0..most`; the odd ones begin after task 0 is committed. A task's lane is its number modulo `lanes`;
    /// results keep their order only within a lane.
    struct Lanes {
        next: usize,
        most: usize,
        lanes: usize,
        entered: Vec<usize>,
        fails_at: Option<usize>,
    }

    impl Lanes {
        fn new(most: usize, lanes: usize) -> Lanes {
            Lanes { next: 0, most, lanes, entered: Vec::new(), fails_at: None }
        }
    }

    impl TaskQueue for Lanes {
        type Task = usize;
        type Result = usize;
        type Error = usize;

        fn next(&mut self) -> Option<usize> {
            let is_ready = self.next.is_multiple_of(2) || self.entered.contains(&0);
            (is_ready && self.next < self.most).then(|| {
                self.next += 1;
                self.next - 1
            })
        }

        fn enter(&mut self, task: usize, result: usize) -> Result<(), usize> {
            assert_eq!(result, 10 * task);
            self.entered.push(task);
            if self.fails_at == Some(task) { Err(task) } else { Ok(()) }
        }

        fn comes_first(&self, earlier: usize, task: usize) -> bool {
            earlier % self.lanes == task % self.lanes
        }
    }

    /// A gate that the task of one thread waits at until another opens it.
    fn gate() -> (Mutex<Sender<()>>, Mutex<Receiver<()>>) {
        let (open, opened) = channel();
        (Mutex::new(open), Mutex::new(opened))
    }

    #[test]
    fn results_are_entered_in_the_order_of_their_tasks() {
        for lanes in [1, 2] {
            let (open, opened) = gate();
            let queue = run_tasks(
                Lanes::new(6, lanes),
                2,
                &|| false,
                || (),
                |(), task, _| {
                    // Task 2 ends after all others have.
                    match task {
                        2 => opened.lock().recv().expect("opened"),
                        5 => open.lock().send(()).expect("waited for"),
                        _ => {}
                    }
                    Some(10 * task)
                },
            );
            let entered = queue.unwrap_or_else(|_| panic!("nothing fails")).entered;
            let mut sorted = entered.clone();
            sorted.sort_by_key(|task| (task % lanes, *task));
            assert_eq!(sorted.len(), 6);
            for lane in 0..lanes {
                let of_lane =
                    |tasks: &[usize]| Vec::from_iter(tasks.iter().copied().filter(|task| task % lanes == lane));
                assert_eq!(of_lane(&entered), of_lane(&sorted), "{lanes} lanes: {entered:?}");
            }
            let place = |task| entered.iter().position(|&other| other == task);
            assert_eq!(place(3) < place(2), lanes == 2, "{lanes} lanes: {entered:?}");
        }
    }

    #[test]
    fn what_is_stopped_is_a_beginning() {
        let (asked, (open, opened)) = (AtomicBool::new(false), gate());
        let queue = run_tasks(
            Lanes::new(9, 1),
            2,
            &|| asked.load(Ordering::Relaxed),
            || (),
            |(), task, stop| {
                match task {
                    // Stops after the tasks behind it are done.
                    3 => {
                        opened.lock().recv().expect("opened");
                        assert!(stop());
                        return None;
                    }
                    6 => {
                        asked.store(true, Ordering::Relaxed);
                        open.lock().send(()).expect("waited for");
                    }
                    _ => {}
                }
                Some(10 * task)
            },
        );
        assert_eq!(queue.unwrap_or_else(|_| panic!("nothing fails")).entered, [0, 1, 2]);
    }

    #[test]
    fn an_error_ends_the_work() {
        let performed = AtomicUsize::new(0);
        for threads in [0, 1, 3] {
            let queue = Lanes { fails_at: Some(4), ..Lanes::new(1_000_000, 1) };
            let failed = run_tasks(
                queue,
                threads,
                &|| false,
                || (),
                |(), task, _| {
                    performed.fetch_add(1, Ordering::Relaxed);
                    Some(10 * task)
                },
            );
            assert_eq!(failed.err(), Some(4), "{threads} threads");
        }
        assert!(performed.load(Ordering::Relaxed) < 1_000_000);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn nobody_waits_for_a_task_that_panics() {
        // The other thread has nothing to do before task 0 is committed.
        drop(run_tasks(
            Lanes::new(6, 1),
            2,
            &|| false,
            || (),
            |(), task, _| match task {
                0 => panic!("amid its work"),
                _ => Some(10 * task),
            },
        ));
    }
}
