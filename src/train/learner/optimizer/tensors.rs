//! A step on tensors, which stay on their device.

use super::{DECAYS, EPSILON, Optimizer, Rates, corrections};
use crate::net::{self, Role};
use crate::train::learner::LearnerState;
use burn::tensor::{Device, Tensor, TensorData};

/// A learner's state on a graphics card: [`LearnerState`] with `None` for missing moments. All tensors are vectors,
/// without gradients.
#[derive(Clone)]
pub(in super::super) struct CardState {
    pub parameters: Vec<Tensor<1>>,
    average: Vec<Tensor<1>>,
    moments: Vec<[Option<Tensor<1>>; 2]>,
    steps: u64,
}

impl CardState {
    /// Sends a state to a device.
    pub fn send(state: &LearnerState, device: &Device) -> CardState {
        let send = |numbers: &Vec<f32>| Tensor::from_data(TensorData::new(numbers.clone(), [numbers.len()]), device);
        let send_moment = |numbers: &Vec<f32>| (!numbers.is_empty()).then(|| send(numbers));
        CardState {
            parameters: state.parameters.iter().map(send).collect(),
            average: state.average.iter().map(send).collect(),
            moments: state.moments.iter().map(|moments| moments.each_ref().map(send_moment)).collect(),
            steps: state.steps,
        }
    }

    /// Reads the state from its device.
    pub fn read(self) -> LearnerState {
        let read = |vectors: Vec<Tensor<1>>| vectors.into_iter().map(net::numbers).collect();
        let read_moment = |moment: Option<Tensor<1>>| moment.map(net::numbers).unwrap_or_default();
        LearnerState {
            parameters: read(self.parameters),
            average: read(self.average),
            moments: self.moments.into_iter().map(|moments| moments.map(read_moment)).collect(),
            steps: self.steps,
        }
    }
}

impl Optimizer<'_> {
    /// [`Optimizer::step`] on a card.
    pub fn step_on_card(&self, state: &mut CardState, rates: Rates, parts: Vec<Vec<Tensor<1>>>) {
        state.steps += 1;
        let count = parts.len();
        let sums = parts.into_iter().reduce(|sums, part| sums.into_iter().zip(part).map(|(a, b)| a + b).collect());
        let CardState { parameters, average, moments, steps } = state;
        let numbers = parameters.iter_mut().zip(average).zip(moments).zip(&self.roles);
        for ((((values, average), moments), &role), observed) in numbers.zip(sums.expect("a batch has parts")) {
            let old = values.clone();
            *values = match role {
                Role::Statistic => old * self.kept() + observed * ((1.0 - self.kept()) / count as f64),
                Role::Directions | Role::Offsets | Role::Factors | Role::Other => {
                    let gradient = self.clipped(observed);
                    let pull = self.pull(role);
                    let keep = 1.0 - rates.learning * f64::from(pull.decay);
                    old * keep + f64::from(pull.towards) * (1.0 - keep)
                        - adam_direction(moments, gradient, *steps) * rates.learning
                }
            };
            *average = values.clone() + (average.clone() - values.clone()) * rates.average_decay;
        }
    }

    /// A gradient scaled to the largest norm allowed, if it is longer.
    fn clipped(&self, gradient: Tensor<1>) -> Tensor<1> {
        let norm = gradient.clone().powi_scalar(2).sum().sqrt();
        gradient * (norm.recip() * self.config.clip).clamp_max(1.0)
    }
}

/// The direction of a step of Adam, times its rate.
fn adam_direction([first, second]: &mut [Option<Tensor<1>>; 2], gradient: Tensor<1>, steps: u64) -> Tensor<1> {
    let corrections = corrections(steps);
    let squares = gradient.clone() * gradient.clone() * (1.0 - DECAYS[1]);
    let first = moved(first, DECAYS[0], gradient * (1.0 - DECAYS[0]));
    let second = moved(second, DECAYS[1], squares);
    (first / corrections[0]) / ((second / corrections[1]).sqrt() + EPSILON)
}

/// Shrinks a moment, which is 0 at first, and adds to it.
fn moved(moment: &mut Option<Tensor<1>>, decay: f32, added: Tensor<1>) -> Tensor<1> {
    let new = match moment.take() {
        None => added,
        Some(old) => old * decay + added,
    };
    *moment = Some(new.clone());
    new
}
