use super::plan::Plan;
use super::{FormatError, Header, Weights, WeightsError};

/// An exported net, ready to evaluate; shared between threads by `Arc`.
#[derive(Debug)]
pub struct CompactNet {
    header: Header,
    weights: Weights,
    plan: Plan,
}

impl CompactNet {
    /// A net from its header and weights.
    ///
    /// # Errors
    /// The architecture cannot be, or the weights are those of another one.
    pub fn from_parts(header: Header, weights: Weights) -> Result<CompactNet, FormatError> {
        let architecture = &header.architecture;
        architecture.check().map_err(FormatError::Header)?;
        let (given, expected) = (weights.values().len(), architecture.parameters());
        if given != expected {
            return Err(WeightsError::TensorLength { name: "all tensors".to_owned(), given, expected }.into());
        }
        let plan = Plan::new(architecture, &weights);
        Ok(CompactNet { header, weights, plan })
    }

    /// What the file says about the net.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The weights as they stand in the file.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights as the kernels read them.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }
}
