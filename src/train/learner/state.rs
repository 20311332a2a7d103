use serde::{Deserialize, Serialize};

/// The learner's part of a checkpoint, as plain numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnerState {
    /// Parameters of the net, in the order of [`crate::net::read`].
    pub parameters: Vec<Vec<f32>>,
    /// Exponential moving average of the parameters, which is exported.
    pub average: Vec<Vec<f32>>,
    /// Moments of each parameter: the means of its gradients and of their squares. Empty before the first step, and if
    /// the optimiser needs none.
    pub moments: Vec<[Vec<f32>; 2]>,
    pub steps: u64,
}

impl LearnerState {
    pub(super) fn new(parameters: Vec<Vec<f32>>) -> LearnerState {
        let moments = parameters.iter().map(|_| Default::default()).collect();
        LearnerState { average: parameters.clone(), parameters, moments, steps: 0 }
    }
}
