use crate::error::wrong;
use engine::search::MOST_THREADS;
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// The number of threads, if a search may have that many.
pub fn allowed(threads: u32) -> PyResult<NonZeroUsize> {
    let some = NonZeroUsize::new(threads as usize).filter(|_| threads <= MOST_THREADS);
    some.ok_or_else(|| wrong(format!("{threads} threads: expected 1 to {MOST_THREADS}")))
}
