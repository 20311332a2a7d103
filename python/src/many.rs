//! Sequences from Python. The length that a sequence reports is not trusted: memory is allocated as its items come.

use crate::arrays::no_room;
use crate::interrupt::glance;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The items of a sequence.
pub struct Many<T>(pub Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Many<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut items = Vec::new();
        each(given, |item| {
            items.try_reserve(1).map_err(no_room)?;
            items.push(item.extract().map_err(Into::into)?);
            Ok(())
        })?;
        Ok(Many(items))
    }
}

/// Takes the items of a sequence in order, and checks for signals.
///
/// # Errors
/// It is not a sequence, or an item is refused; the exception of a signal, such as `KeyboardInterrupt`.
pub fn each<'py>(
    given: Borrowed<'_, 'py, PyAny>,
    mut take: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let is_other = given.is_instance_of::<PyString>() || given.is_instance_of::<PyDict>();
    if is_other || !given.hasattr("__getitem__")? {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("`{kind}` is no sequence: expected one, as a list")));
    }
    for (index, item) in given.try_iter()?.enumerate() {
        glance(given.py(), index)?;
        take(item?)?;
    }
    Ok(())
}
