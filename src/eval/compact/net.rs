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

    /// The same net on a board of another size: no weight depends on it.
    #[must_use]
    pub fn resized(&self, rows: usize, cols: usize) -> CompactNet {
        let mut header = self.header.clone();
        (header.architecture.shape.rows, header.architecture.shape.cols) = (rows, cols);
        let plan = Plan::new(&header.architecture, &self.weights);
        CompactNet { header, weights: self.weights.clone(), plan }
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
