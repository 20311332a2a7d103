use super::plan::Plan;
use super::quantise::{self, QuantiseError};
use super::{FormatError, Header, Precision, TensorSpec, Weights, WeightsError};

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
        header.check_sizes().map_err(FormatError::Header)?;
        if weights.precision() != header.precision {
            return Err(FormatError::Header("its weights are of another precision".to_owned()));
        }
        let given = weights.values().len();
        let expected = header.architecture.tensors(header.precision).iter().map(TensorSpec::len).sum();
        if given != expected {
            return Err(WeightsError::TensorLength { name: "all tensors".to_owned(), given, expected }.into());
        }
        let plan = Plan::new(&header, &weights);
        Ok(CompactNet { header, weights, plan })
    }

    /// The same net on a board of another size: no weight depends on it.
    #[must_use]
    pub fn resized(&self, rows: usize, cols: usize) -> CompactNet {
        let mut header = self.header.clone();
        (header.architecture.shape.rows, header.architecture.shape.cols) = (rows, cols);
        let plan = Plan::new(&header, &self.weights);
        CompactNet { header, weights: self.weights.clone(), plan }
    }

    /// The same net in 8 bits; itself where it is already.
    ///
    /// # Errors
    /// No ranges of activations are set.
    pub fn quantised(&self) -> Result<CompactNet, QuantiseError> {
        let Header { precision, ranges, architecture, .. } = &self.header;
        if *precision == Precision::F32 && ranges.len() != 2 * architecture.blocks {
            return Err(QuantiseError::NoRanges);
        }
        let header = Header { precision: Precision::Int8, ..self.header.clone() };
        let weights = quantise::weights(architecture, &self.weights);
        let plan = Plan::new(&header, &weights);
        Ok(CompactNet { header, weights, plan })
    }

    /// The same net in 32 bits, its weights as they were rounded; activations are not rounded any more. Itself where it is
    /// in 32 bits already.
    #[must_use]
    pub fn dequantised(&self) -> CompactNet {
        let header = Header { precision: Precision::F32, ..self.header.clone() };
        let weights = quantise::restored(&header.architecture, &self.weights);
        let plan = Plan::new(&header, &weights);
        CompactNet { header, weights, plan }
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
