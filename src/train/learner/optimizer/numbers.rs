//! A step on plain numbers. burn's optimiser makes some fifteen small tensors for each parameter, one parameter after
//! the other: on sixteen cores this took as long as all gradients.

use super::{DECAYS, EPSILON, Optimizer, Pull, Rates, corrections};
use crate::net::Role;
use crate::train::learner::LearnerState;
use rayon::prelude::*;

impl Optimizer<'_> {
    /// One step from the observations of each part of a batch, see [`crate::net::observed`]. The threads of the current
    /// pool share the parameters; the numbers of each are added in the order of the parts.
    pub fn step(&self, state: &mut LearnerState, rates: Rates, parts: &[Vec<Vec<f32>>]) {
        state.steps += 1;
        let LearnerState { parameters, average, moments, steps } = state;
        let numbers = (parameters, average, moments).into_par_iter().zip(&self.roles).enumerate();
        numbers.for_each(|(index, ((values, average, moments), &role))| {
            let mut observed = parts[0][index].clone();
            for part in &parts[1..] {
                observed.iter_mut().zip(&part[index]).for_each(|(sum, number)| *sum += number);
            }
            match role {
                Role::Statistic => self.move_towards(values, &observed, parts.len()),
                Role::Directions | Role::Offsets | Role::Factors | Role::Other => {
                    self.clip(&mut observed);
                    adam(values, moments, &observed, rates.learning, self.pull(role), *steps);
                }
            }
            let pairs = average.iter_mut().zip(values);
            pairs.for_each(|(mean, new)| *mean = *new + rates.average_decay * (*mean - *new));
        });
    }

    /// Moves running statistics towards the mean over the parts of a batch, given their sum.
    fn move_towards(&self, values: &mut [f32], sums: &[f32], parts: usize) {
        let keep = self.kept();
        let (share, keep) = (((1.0 - keep) / parts as f64) as f32, keep as f32);
        values.iter_mut().zip(sums).for_each(|(value, sum)| *value = keep * *value + share * sum);
    }

    /// Scales a gradient to the largest norm allowed, if it is longer.
    pub(super) fn clip(&self, gradient: &mut [f32]) {
        let norm = gradient.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt();
        let scale = f64::from(self.config.clip) / norm;
        if scale < 1.0 {
            gradient.iter_mut().for_each(|g| *g *= scale as f32);
        }
    }
}

/// A step of Adam that also takes a share of `rate * pull.decay` off the distance of the values to their aim.
fn adam(values: &mut [f32], moments: &mut [Vec<f32>; 2], gradient: &[f32], rate: f64, pull: Pull, time: u64) {
    let [first, second] = moments;
    first.resize(values.len(), 0.0);
    second.resize(values.len(), 0.0);
    let corrections = corrections(time);
    let keep = (1.0 - rate * f64::from(pull.decay)) as f32;
    let (pulled, rate) = (pull.towards * (1.0 - keep), rate as f32);
    for (((value, first), second), &g) in values.iter_mut().zip(first).zip(second).zip(gradient) {
        *first = DECAYS[0] * *first + (1.0 - DECAYS[0]) * g;
        *second = DECAYS[1] * *second + (1.0 - DECAYS[1]) * (g * g);
        let step = (*first / corrections[0]) / ((*second / corrections[1]).sqrt() + EPSILON);
        *value = keep * *value + pulled - rate * step;
    }
}
