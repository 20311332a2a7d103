use numpy::{Element, IntoPyArray, PyArray, PyArray1, get_array_module};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes arrays of numpy, which is imported with the first of them. Who takes long asks for this before: numpy answers
/// a signal that comes while it is imported by a panic.
#[derive(Clone, Copy)]
pub struct Arrays<'py>(Python<'py>);

impl<'py> Arrays<'py> {
    /// # Errors
    /// `ImportError` where numpy is not there.
    pub fn of(py: Python<'py>) -> PyResult<Arrays<'py>> {
        static READY: AtomicBool = AtomicBool::new(false);
        if !READY.load(Ordering::Relaxed) {
            get_array_module(py).map_err(|error| in_words(py, error))?;
            // All that is done once.
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

fn in_words(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyImportError>(py) {
        return error;
    }
    let sentence = "arrays need numpy, which cannot be imported: expected it beside ardoise (pip install numpy)";
    let said = PyImportError::new_err(sentence);
    said.set_cause(py, Some(error));
    said
}
