use super::Refusal;
use crate::clock::Instant;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Length of a slice when a task is finished without interruption.
const SLICE: Duration = Duration::from_millis(20);

/// Work that takes time, done in slices so that it can be stopped in between, and so that other tasks get their turn.
pub trait Task: Send {
    /// Works until about `moment`, on up to `threads` threads, and passes events on. Returns whether the work is done,
    /// which the last event then reports.
    ///
    /// # Errors
    /// The work cannot be done, and must not continue.
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal>;

    /// Works to the end, on one thread.
    ///
    /// # Errors
    /// As [`Task::work`].
    fn finish(&mut self, tell: &mut dyn FnMut(Value)) -> Result<(), Refusal> {
        while !self.work(Instant::now() + SLICE, NonZeroUsize::MIN, tell)? {}
        Ok(())
    }
}
