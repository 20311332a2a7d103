use engine::play::error_sentence;
use pyo3::create_exception;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError};
use pyo3::prelude::*;
use std::io::ErrorKind;

create_exception!(
    ardoise,
    Error,
    PyValueError,
    "What was given cannot be: a game, rule, move, position, record, evaluator or run.\n\n\
     The message is a sentence that says what was given and what was expected. Files that cannot be read or written \
     raise `OSError` with such a sentence."
);

/// An error of the library as an exception.
pub fn raise(error: impl Into<anyhow::Error>) -> PyErr {
    let error = error.into();
    let sentence = error_sentence(&error);
    match error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>()).map(std::io::Error::kind) {
        None => Error::new_err(sentence),
        Some(ErrorKind::NotFound) => PyFileNotFoundError::new_err(sentence),
        Some(ErrorKind::PermissionDenied) => PyPermissionError::new_err(sentence),
        Some(_) => PyOSError::new_err(sentence),
    }
}

/// The exception for a sentence of this module.
pub fn wrong(sentence: impl Into<String>) -> PyErr {
    Error::new_err(sentence.into())
}
