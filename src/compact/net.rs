use super::plan::Plan;
use super::quantise::{self, QuantiseError};
use super::{FormatError, Header, Precision, TensorSpec, Weights, WeightsError};
use crate::game::{Rules, RulesError, VariantRef};
use crate::games;
use crate::search::SearchConfig;

/// An exported net, ready to evaluate. Threads share it by `Arc`.
#[derive(Debug)]
pub struct CompactNet {
    header: Header,
    /// The variant of the header's rules file, if the header has one.
    brought: Option<VariantRef>,
    weights: Weights,
    plan: Plan,
}

impl CompactNet {
    /// A net from its header and weights.
    ///
    /// # Errors
    /// The architecture is impossible, or the weights belong to another.
    pub fn from_parts(header: Header, weights: Weights) -> Result<CompactNet, FormatError> {
        let brought = header.validate().map_err(FormatError::Header)?;
        CompactNet::of_valid(header, brought, weights)
    }

    /// [`CompactNet::from_parts`] for a header that is already checked.
    pub(super) fn of_valid(
        header: Header,
        brought: Option<VariantRef>,
        weights: Weights,
    ) -> Result<CompactNet, FormatError> {
        if weights.precision() != header.precision {
            return Err(FormatError::Header("its weights are of another precision".to_owned()));
        }
        let given = weights.values().len();
        let expected = header.architecture.tensors(header.precision).iter().map(TensorSpec::len).sum();
        if given != expected {
            return Err(WeightsError::TensorLength { name: "all tensors".to_owned(), given, expected }.into());
        }
        let plan = Plan::new(&header, &weights);
        Ok(CompactNet { header, brought, weights, plan })
    }

    /// The same net for a board of another size; no weight depends on it.
    #[must_use]
    pub fn resized(&self, rows: usize, cols: usize) -> CompactNet {
        let mut header = self.header.clone();
        (header.architecture.shape.rows, header.architecture.shape.cols) = (rows, cols);
        let plan = Plan::new(&header, &self.weights);
        CompactNet { header, brought: self.brought.clone(), weights: self.weights.clone(), plan }
    }

    /// The same net in 8 bits; a copy if already in 8 bits.
    ///
    /// # Errors
    /// The header has no activation ranges.
    pub fn quantised(&self) -> Result<CompactNet, QuantiseError> {
        let Header { precision, ranges, architecture, .. } = &self.header;
        if *precision == Precision::F32 && ranges.len() != 2 * architecture.blocks {
            return Err(QuantiseError::NoRanges);
        }
        let header = Header { precision: Precision::Int8, ..self.header.clone() };
        let weights = quantise::weights(architecture, &self.weights);
        let plan = Plan::new(&header, &weights);
        Ok(CompactNet { header, brought: self.brought.clone(), weights, plan })
    }

    /// The same net in 32 bits: weights keep their rounded values, activations are no longer rounded. A copy if already
    /// in 32 bits.
    #[must_use]
    pub fn dequantised(&self) -> CompactNet {
        let header = Header { precision: Precision::F32, ..self.header.clone() };
        let weights = quantise::restored(&header.architecture, &self.weights);
        let plan = Plan::new(&header, &weights);
        CompactNet { header, brought: self.brought.clone(), weights, plan }
    }

    /// The same net for players that search with these parameters.
    #[must_use]
    pub fn with_search(&self, search: SearchConfig) -> CompactNet {
        let header = Header { search, ..self.header.clone() };
        let plan = Plan::new(&header, &self.weights);
        CompactNet { header, brought: self.brought.clone(), weights: self.weights.clone(), plan }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The variant of the rules file in the header, if there is one.
    pub fn brought(&self) -> Option<&VariantRef> {
        self.brought.as_ref()
    }

    /// The rules of the net's training: of the variant known under that name, or else of the one in the header.
    ///
    /// # Errors
    /// The variant does not exist, or does not have these options.
    pub fn rules(&self) -> Result<Rules, RulesError> {
        games::find_or(&self.header.variant, self.brought())?.rules(&self.header.options)
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights in the layout of the kernels.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }
}
