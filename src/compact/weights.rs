use super::{Architecture, Precision, TensorSpec};
use thiserror::Error;

/// The weights of a net: the tensors of [`Architecture::tensors`], one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    precision: Precision,
    values: Vec<f32>,
}

/// Weights that do not fit their architecture or are not finite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The number of tensors is wrong.
    #[error("{given} weight tensors given, expected {expected}")]
    TensorCount { given: usize, expected: usize },
    /// The number of entries of a tensor is wrong.
    #[error("weight tensor `{name}` has {given} entries, expected {expected}")]
    TensorLength { name: String, given: usize, expected: usize },
    /// A weight is infinite or not a number.
    #[error("weight tensor `{name}` has the entry {given}, expected finite numbers")]
    NotFinite {
        name: String,
        /// The text that is no number.
        given: String,
    },
}

impl Weights {
    /// Weights from one vector for each tensor of [`Architecture::tensors`]. Tensors in 8 bits hold integers.
    ///
    /// # Errors
    /// The number of tensors or the length of one is wrong, or an entry is not finite.
    pub fn new(
        architecture: &Architecture,
        precision: Precision,
        tensors: Vec<Vec<f32>>,
    ) -> Result<Weights, WeightsError> {
        let specs = architecture.tensors(precision);
        if tensors.len() != specs.len() {
            return Err(WeightsError::TensorCount { given: tensors.len(), expected: specs.len() });
        }
        for (spec, tensor) in specs.iter().zip(&tensors) {
            if tensor.len() != spec.len() {
                let (name, given, expected) = (spec.name.clone(), tensor.len(), spec.len());
                return Err(WeightsError::TensorLength { name, given, expected });
            }
        }
        let weights = Weights { precision, values: tensors.concat() };
        for (spec, tensor) in weights.tensors(architecture) {
            if let Some(entry) = tensor.iter().find(|entry| !entry.is_finite()) {
                return Err(WeightsError::NotFinite { name: spec.name, given: entry.to_string() });
            }
        }
        Ok(weights)
    }

    pub fn precision(&self) -> Precision {
        self.precision
    }

    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Each tensor with its name and shape, in file order.
    pub fn tensors<'a>(&'a self, architecture: &Architecture) -> impl Iterator<Item = (TensorSpec, &'a [f32])> {
        let mut rest = self.values.as_slice();
        architecture.tensors(self.precision).into_iter().map(move |spec| {
            let (tensor, after) = rest.split_at(spec.len());
            rest = after;
            (spec, tensor)
        })
    }
}
