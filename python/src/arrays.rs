use numpy::{Element, IntoPyArray, PyArray, PyArray1, get_array_module};
use pyo3::exceptions::{PyImportError, PyMemoryError};
use pyo3::prelude::*;
use std::collections::TryReserveError;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes numpy arrays. numpy is imported with the first one, and panics if a signal comes meanwhile: long work
/// therefore makes this first.
#[derive(Clone, Copy)]
pub struct Arrays<'py>(Python<'py>);

impl<'py> Arrays<'py> {
    /// # Errors
    /// `ImportError` where numpy is not there.
    pub fn of(py: Python<'py>) -> PyResult<Arrays<'py>> {
        static READY: AtomicBool = AtomicBool::new(false);
        if !READY.load(Ordering::Relaxed) {
            get_array_module(py).map_err(|error| in_words(py, error))?;
            // The import happens here, once.
            Vec::<f32>::new().into_pyarray(py);
            READY.store(true, Ordering::Relaxed);
        }
        Ok(Arrays(py))
    }

    /// An array of what is given, without a copy.
    pub fn array<A: IntoPyArray>(self, values: A) -> Bound<'py, PyArray<A::Item, A::Dim>> {
        values.into_pyarray(self.0)
    }

    /// An array with a copy of what is given.
    pub fn copied<T: Element + Copy>(self, values: &[T]) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_slice(self.0, values)
    }
}

/// A vector with room for `count` values.
///
/// # Errors
/// `MemoryError` if there is not enough memory.
pub fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(no_room)?;
    Ok(values)
}

/// `count` zeros.
///
/// # Errors
/// `MemoryError` if there is not enough memory.
pub fn zeros(count: usize) -> PyResult<Vec<f32>> {
    // `vec!` uses the system's zeroed pages, but ends the process without memory: that is checked before.
    drop(black_box(room::<f32>(count)?));
    Ok(vec![0.0; count])
}

/// The exception of memory that cannot be had.
pub fn no_room(error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

fn in_words(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyImportError>(py) {
        return error;
    }
    let sentence = "arrays need numpy, which cannot be imported: expected it beside ardoise (pip install numpy)";
    let said = PyImportError::new_err(sentence);
    said.set_cause(py, Some(error));
    said
}
