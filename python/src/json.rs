use crate::error::wrong;
use pyo3::prelude::*;

/// A text in JSON as plain values of Python: dictionaries, lists, numbers, text.
pub fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// Plain values of Rust as those of Python.
pub fn plain<'py>(py: Python<'py>, value: serde_json::Result<String>) -> PyResult<Bound<'py, PyAny>> {
    loads(py, &value.map_err(|error| wrong(error.to_string()))?)
}
