//! Ctrl-C and other threads while Rust works: the interpreter's lock is released, and signals are checked now and
//! then, which only Python's main thread gets.

use crate::error::raise;
use anyhow::Context;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Interval of checks for signals.
const PAUSE: Duration = Duration::from_millis(20);

/// Number of objects that are made between two checks.
const OBJECTS: usize = 1000;

/// Checks for signals in work of many small steps.
pub struct Signals {
    next: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    fn new() -> Signals {
        Signals { next: Instant::now() + PAUSE, raised: None }
    }

    /// Whether the work may go on: no signal has raised an exception.
    pub fn go_on(&mut self) -> bool {
        if self.raised.is_none() && Instant::now() >= self.next {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.next = Instant::now() + PAUSE;
        }
        self.raised.is_none()
    }
}

/// Does work that checks at each small step whether to go on; otherwise its result is lost.
///
/// # Errors
/// The exception of a signal, such as `KeyboardInterrupt`.
pub fn in_steps<T: Send>(py: Python<'_>, work: impl FnOnce(&mut Signals) -> T + Send) -> PyResult<T> {
    let (done, raised) = py.detach(|| {
        let mut signals = Signals::new();
        (work(&mut signals), signals.raised)
    });
    raised.map_or(Ok(done), Err)
}

/// Does work without small steps, on a thread of its own. If a signal raises an exception, the thread is abandoned;
/// the work can check whether its result is still wanted.
///
/// # Errors
/// The exception of a signal, such as `KeyboardInterrupt`.
pub fn aside<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> PyResult<T> {
    let (done, result) = channel();
    let is_wanted = Arc::new(AtomicBool::new(true));
    let waits = Arc::clone(&is_wanted);
    py.detach(move || {
        let started = thread::Builder::new().spawn(move || done.send(work(&waits)));
        started.context("no thread can be started").map_err(raise)?;
        loop {
            match result.recv_timeout(PAUSE) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    Python::attach(|py| py.check_signals())
                        .inspect_err(|_| is_wanted.store(false, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the work was not done, by a fault of ardoise"));
                }
            }
        }
    })
}

/// A list of objects, which need the interpreter's lock while they are made.
///
/// # Errors
/// The exception of a signal, such as `KeyboardInterrupt`; an object cannot be made.
pub fn list<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    objects: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (index, object) in objects.into_iter().enumerate() {
        glance(py, index)?;
        list.append(object)?;
    }
    Ok(list)
}

/// Checks for signals now and then in work that needs the interpreter's lock, and lets other threads run; `index`
/// counts the objects.
///
/// # Errors
/// The exception of a signal, such as `KeyboardInterrupt`.
pub fn glance(py: Python<'_>, index: usize) -> PyResult<()> {
    if index % OBJECTS == OBJECTS - 1 {
        py.detach(thread::yield_now);
        py.check_signals()?;
    }
    Ok(())
}
