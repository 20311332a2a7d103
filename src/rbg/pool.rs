use super::rules::Rules;
use super::scratch::Scratch;
use std::sync::Mutex;

/// Scratches for callers that have nowhere to keep one, on any number of threads.
#[derive(Debug, Default)]
pub struct ScratchPool(Mutex<Vec<Scratch>>);

impl ScratchPool {
    /// Lends a scratch of these rules, always the same rules for one pool. Makes one if all are lent.
    pub fn with<T>(&self, rules: &Rules, work: impl FnOnce(&mut Scratch) -> T) -> T {
        // Another thread's panic leaves nothing half done here: a scratch is pushed whole.
        let lock = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut scratch = lock().pop().unwrap_or_else(|| rules.scratch());
        let result = work(&mut scratch);
        lock().push(scratch);
        result
    }
}

impl Clone for ScratchPool {
    /// An empty pool: scratches are cheap to make again.
    fn clone(&self) -> Self {
        ScratchPool::default()
    }
}
