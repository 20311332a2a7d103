//! From 32-bit weights to 8-bit ones.

use super::{Architecture, Entries, Precision, Weights};
use crate::kernels::MOST;
use thiserror::Error;

/// Why a net cannot be quantised to 8 bits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuantiseError {
    /// The evaluator's header has no activation ranges.
    #[error("the evaluator has no activation ranges, which 8 bits need")]
    NoRanges,
}

/// The weights in 8 bits. The weights of each output of a convolution are scaled so that the largest becomes 127 or
/// -127, then rounded to the nearest integer, ties to even. Weights already in 8 bits are unchanged.
pub fn weights(architecture: &Architecture, weights: &Weights) -> Weights {
    let mut given = weights.tensors(architecture).peekable();
    let mut tensors = Vec::new();
    let mut units = Vec::new();
    for spec in architecture.tensors(Precision::Int8) {
        // In 32 bits there are no tensors `unit`: they were computed with the tensor before.
        let Some((from, values)) = given.next_if(|(from, _)| from.name == spec.name) else {
            tensors.push(std::mem::take(&mut units));
            continue;
        };
        tensors.push(match (spec.entries, from.entries) {
            (Entries::I8, Entries::F32) => {
                let (whole, worth) = round(values, spec.shape[0]);
                units = worth;
                whole
            }
            _ => values.to_vec(),
        });
    }
    Weights::new(architecture, Precision::Int8, tensors).expect("a tensor for each one of the architecture")
}

/// The weights in 32-bit floating point.
pub fn restored(architecture: &Architecture, weights: &Weights) -> Weights {
    let mut tensors: Vec<Vec<f32>> = Vec::new();
    let mut whole: Option<&[f32]> = None;
    for (spec, values) in weights.tensors(architecture) {
        match (spec.entries, whole.take()) {
            (Entries::I8, _) => whole = Some(values),
            // The units follow their integers in the list.
            (Entries::F32, Some(whole)) => {
                let rows = whole.chunks_exact(whole.len() / values.len()).zip(values);
                // A unit read from a file may be so large that the product overflows.
                let worth = |number: &f32, unit: f32| (number * unit).clamp(f32::MIN, f32::MAX);
                let numbers = rows.flat_map(|(row, &unit)| row.iter().map(move |number| worth(number, unit)));
                tensors.push(numbers.collect());
            }
            (Entries::F32, None) => tensors.push(values.to_vec()),
        }
    }
    Weights::new(architecture, Precision::F32, tensors).expect("a tensor for each one of the architecture")
}

/// Integers for the weights of each output, and their units.
fn round(weights: &[f32], outputs: usize) -> (Vec<f32>, Vec<f32>) {
    let rows = weights.chunks_exact(weights.len() / outputs);
    let unit = |row: &[f32]| row.iter().fold(0.0f32, |most, weight| most.max(weight.abs())) / MOST;
    let units: Vec<f32> = rows.clone().map(unit).collect();
    let whole = rows.zip(&units).flat_map(|(row, &unit)| {
        // The reciprocal of a subnormal unit may be infinite.
        let factor = if unit.is_normal() { 1.0 / unit } else { 0.0 };
        row.iter().map(move |weight| (weight * factor).round_ties_even().clamp(-MOST, MOST))
    });
    (whole.collect(), units)
}
