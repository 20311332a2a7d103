use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// How often a thread checks for work before it yields the processor. Waits are usually a few microseconds long, much
/// shorter than it takes to wake a sleeping thread.
const SPINS: u32 = 400;

/// Threads that share jobs of some ten microseconds. They live as long as [`with_worker_pool`] runs.
pub(super) struct WorkerPool<'a, W, F> {
    jobs: &'a Jobs,
    /// The worker of the calling thread.
    own: &'a mut W,
    work: &'a F,
}

/// Jobs are numbered from the first one of the pool on; those from `next` to `end` are waiting.
#[derive(Default)]
struct Jobs {
    /// The number of job 0 of the current round.
    start: AtomicUsize,
    next: AtomicUsize,
    end: AtomicUsize,
    done: AtomicUsize,
    /// Whether no further round follows.
    over: AtomicBool,
    failed: AtomicBool,
}

impl Jobs {
    /// Takes a job; returns its number in the current round.
    fn take(&self) -> Option<usize> {
        let end = self.end.load(Ordering::Acquire);
        let one_of = |next| (next < end).then_some(next + 1);
        let job = self.next.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_of).ok()?;
        // A taken job keeps its round from ending, so this is its round's start. The start may lie before the pool's
        // first job, in wrapping numbers.
        Some(job.wrapping_sub(self.start.load(Ordering::Relaxed)))
    }

    /// Works until the last round ends.
    fn help<W>(&self, worker: &mut W, work: &impl Fn(&mut W, usize)) {
        let _failed = OnPanic(&self.failed);
        loop {
            wait_until(|| self.next.load(Ordering::Acquire) < self.end.load(Ordering::Acquire) || self.is_over());
            match self.take() {
                Some(job) => {
                    work(worker, job);
                    self.done.fetch_add(1, Ordering::Release);
                }
                None if self.is_over() => return,
                None => {}
            }
        }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }
}

impl<W, F: Fn(&mut W, usize)> WorkerPool<'_, W, F> {
    /// Does `count` jobs from `first` on, on all threads, and returns once none is in progress. No further job is begun
    /// once `go_on`, called before each, returns false. Returns the number of the first job not done.
    pub fn run(&mut self, first: usize, count: usize, go_on: impl Fn() -> bool) -> usize {
        let Jobs { start, next, end, done, failed, .. } = self.jobs;
        let begin = next.load(Ordering::Relaxed);
        start.store(begin.wrapping_sub(first), Ordering::Relaxed);
        end.store(begin + (count - first), Ordering::Release);
        while go_on() {
            let Some(job) = self.jobs.take() else { break };
            (self.work)(self.own, job);
            done.fetch_add(1, Ordering::Release);
        }
        // From here on no thread takes a job.
        let taken = next.swap(begin + (count - first), Ordering::AcqRel);
        let untaken = begin + (count - first) - taken;
        done.fetch_add(untaken, Ordering::Relaxed);
        wait_until(|| {
            assert!(!failed.load(Ordering::Relaxed), "a thread of the search has panicked");
            done.load(Ordering::Acquire) == begin + (count - first)
        });
        count - untaken
    }
}

/// Calls `body` with a pool of one thread for each worker, the calling one among them. `work` does a job.
pub(super) fn with_worker_pool<W: Send, F: Fn(&mut W, usize) + Sync, R>(
    workers: &mut [W],
    work: F,
    body: impl FnOnce(&mut WorkerPool<W, F>) -> R,
) -> R {
    let (own, others) = workers.split_first_mut().expect("someone works");
    let (jobs, work) = (&Jobs::default(), &work);
    thread::scope(|scope| {
        for worker in others {
            // If a thread cannot be started, the others do its part.
            let _ = thread::Builder::new().spawn_scoped(scope, move || jobs.help(worker, work));
        }
        let _over = OnDrop(&jobs.over);
        body(&mut WorkerPool { jobs, own, work })
    })
}

/// Spins until the condition holds; expected soon.
fn wait_until(ready: impl Fn() -> bool) {
    let mut spins = 0;
    while !ready() {
        if spins < SPINS {
            spins += 1;
            std::hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

/// Sets a flag when it goes out of scope.
struct OnDrop<'a>(&'a AtomicBool);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Sets a flag when its thread panics.
struct OnPanic<'a>(&'a AtomicBool);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_job_is_done_once_on_any_number_of_threads() {
        for threads in 1..=4 {
            let counts: Vec<AtomicUsize> = (0..40).map(|_| AtomicUsize::new(0)).collect();
            let mut workers = vec![0usize; threads];
            with_worker_pool(
                &mut workers,
                |own, job| {
                    *own += 1;
                    counts[job].fetch_add(1, Ordering::Relaxed);
                },
                |pool| {
                    for round in 0..200 {
                        assert_eq!(pool.run(round % 7, 40, || true), 40);
                        let expected = |job| 1 + round - (0..=round).filter(|earlier| earlier % 7 > job).count();
                        assert!(counts.iter().enumerate().all(|(job, n)| n.load(Ordering::Relaxed) == expected(job)));
                    }
                },
            );
            let all: usize = counts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
            assert_eq!(workers.iter().sum::<usize>(), all);
        }
    }

    #[test]
    fn a_round_that_is_ended_early_says_how_far_it_came() {
        for threads in 1..=3 {
            let done = AtomicUsize::new(0);
            let mut workers = vec![(); threads];
            let work = |_: &mut (), job: usize| {
                let before = done.fetch_add(1, Ordering::Relaxed);
                assert!(threads > 1 || before == job, "one thread does them in order");
            };
            with_worker_pool(&mut workers, work, |pool| {
                let mut first = 0;
                while first < 100 {
                    let before = done.load(Ordering::Relaxed);
                    first = pool.run(first, 100, || done.load(Ordering::Relaxed) < before + 7);
                    assert_eq!(first, done.load(Ordering::Relaxed));
                }
                assert_eq!(done.load(Ordering::Relaxed), 100);
            });
        }
    }

    #[test]
    fn a_panic_ends_everything() {
        for threads in 1..=3 {
            let mut workers = vec![(); threads];
            let run = || {
                with_worker_pool(
                    &mut workers,
                    |_, job| assert_ne!(job, 5, "as wanted"),
                    |pool| pool.run(0, 10, || true),
                )
            };
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }
}
