//! The compact evaluator: the exported net, its file, and its inference on the processor.
//!
//! All arithmetic is 32-bit floating point in an order that `docs/evaluator-format.md` fixes, or sums of 8-bit products,
//! which are exact, so that every kernel on every processor gives the same bits, whatever else is in the batch.

mod architecture; // the sizes of a net and its list of weight tensors
mod calibrate; //    ranges of activations for a net that tells none
mod evaluator; //    the answer to a batch of positions
mod file; //         reading and writing files
mod header; //       what a file says about itself
mod inference; //    the forward pass
mod net; //          header, weights and plan
mod onnx; //         the net as an ONNX model, for other runtimes
mod plan; //         the weights as the kernels read them
mod quantise; //     from 32-bit to 8-bit weights
#[cfg(test)]
mod tests;
mod weights; //      the weights as they stand in files

pub use crate::kernels::Kernel;
pub use architecture::{Architecture, Entries, TensorSpec};
pub use evaluator::CompactEvaluator;
pub use file::{FileError, FormatError};
pub use header::{Header, MismatchError, Precision, Provenance};
pub use inference::Inference;
pub use net::CompactNet;
pub use quantise::QuantiseError;
pub use weights::{Weights, WeightsError};
