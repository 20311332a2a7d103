//! The loops of networks, written once over a vector type and compiled for each kind of vector unit: the forward pass
//! for the compact evaluator, and its gradients for the learner.
//!
//! Arrays over boards are `[position][cell][channel]`. All kernels compute each number by the same operations in the
//! same order, whatever the width of their vectors, and so give the same bits. Vectors run over channels, which are
//! padded to whole blocks of [`BLOCK`].
//!
//! The modules, in dependency order: each may use only those above it (checked by a test).

#![cfg_attr(not(feature = "learn"), allow(dead_code, reason = "only the learner needs the gradients"))]

mod aligned; //   arrays that begin at a cache line
mod layout; //    sizes and arrays that all loops share
mod vector; //    the operations of a vector unit
mod fused; //     multiply-add for processors that have no instruction for it
mod product; //   matrix product, dot product, pooling
mod norm; //      batch normalisation and its gradient
mod filter; //    3x3 filters in Winograd's form
mod workspace; // memory for convolutions
mod winograd; //  3x3 convolution
mod gradient; //  the gradient of the weights of a 3x3 convolution
mod int8; //      3x3 convolution in 8 bits
mod rounding; //  fake quantisation for training
mod entry; //     the functions of a kernel
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod kernel; //    the kernels behind one checked interface
#[cfg(test)]
mod tests;

pub use aligned::AlignedArray;
pub use filter::Conv;
#[cfg(feature = "learn")]
pub use filter::filter_gradient;
pub use int8::{Boards8, Conv8, MOST, Stream};
pub use kernel::Kernel;
pub use layout::{Bias, Board, Epilogue, Matrix, pad};
#[cfg(any(feature = "learn", test))]
pub use norm::NormGradient;
pub use product::dot;
pub use workspace::Workspace;
