use crate::error::wrong;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The fields of a shape, in order.
type Parts = (usize, usize, usize, usize, usize, usize, bool);

/// The sizes of a net's input and policy.
///
/// The policy has `policy_planes` logits for each cell, followed by `policy_extra` that belong to no cell: the logit of
/// a plane and a cell has the index `plane * rows * cols + cell`.
#[pyclass(frozen, eq, hash, get_all, module = "ardoise")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of a plane.
    rows: usize,
    /// Columns of a plane.
    cols: usize,
    /// Input planes.
    planes: usize,
    /// Inputs that belong to no cell.
    globals: usize,
    /// Policy logits for each cell.
    policy_planes: usize,
    /// Policy logits that belong to no cell.
    policy_extra: usize,
    /// Whether nets also predict the lead at the end, in points.
    lead: bool,
}

impl From<engine::game::Shape> for Shape {
    fn from(shape: engine::game::Shape) -> Shape {
        let engine::game::Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead } = shape;
        Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead }
    }
}

#[pymethods]
impl Shape {
    /// The number of policy logits.
    #[getter]
    fn policy_size(&self) -> usize {
        self.policy_planes * self.rows * self.cols + self.policy_extra
    }

    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: Parts) -> PyResult<Shape> {
        let (rows, cols, planes, globals, policy_planes, policy_extra, lead) = parts;
        let cells = rows.checked_mul(cols);
        let policy = cells.and_then(|cells| policy_planes.checked_mul(cells)?.checked_add(policy_extra));
        policy.ok_or_else(|| wrong("the sizes are too large: expected those of a net"))?;
        Ok(Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead })
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Parts,))> {
        let Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead } = *slf.get();
        let parts = (rows, cols, planes, globals, policy_planes, policy_extra, lead);
        Ok((slf.get_type().getattr("_restored")?.unbind(), (parts,)))
    }

    fn __repr__(&self) -> String {
        let Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead } = self;
        let lead = if *lead { "True" } else { "False" };
        format!(
            "Shape(rows={rows}, cols={cols}, planes={planes}, globals={globals}, policy_planes={policy_planes}, \
             policy_extra={policy_extra}, lead={lead})"
        )
    }
}
