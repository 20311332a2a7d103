//! The compact evaluator: the exported net, its file, and its inference on the processor.
//!
//! Arithmetic is in 32-bit floating point, in the order fixed by `docs/evaluator-format.md`, or in exact sums of 8-bit
//! products, so that every kernel on every processor gives the same bits, whatever else is in the batch.

mod architecture; // the sizes of a net and its list of weight tensors
mod calibrate; //    calibrates missing activation ranges
mod dead; //         dead units
mod evaluator; //    evaluates a batch of positions
mod file; //         reading and writing files
mod file_error; //   errors of files
mod header; //       the header of a file
mod inference; //    the forward pass
mod net; //          header, weights and plan
mod onnx; //         the net as an ONNX model for other runtimes
mod plan; //         the weights in the layout of the kernels
mod precision; //    32 or 8 bits
mod quantise; //     from 32-bit to 8-bit weights
#[cfg(test)]
mod tests;
mod weights; //      the weights in the layout of the file

pub use crate::kernels::Kernel;
pub use architecture::{Architecture, Entries, TensorSpec};
pub use dead::{DeadUnits, Units};
pub use evaluator::CompactEvaluator;
pub use file_error::{FileError, FormatError};
pub use header::{Header, MismatchError, Provenance};
pub use inference::{Inference, Rectifier};
pub use net::CompactNet;
pub use precision::Precision;
pub use quantise::QuantiseError;
pub use weights::{Weights, WeightsError};
