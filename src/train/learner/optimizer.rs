//! One step of learning, on plain numbers.
//!
//! AdamW (Loshchilov and Hutter 2019) in one pass over each parameter: burn's optimiser makes some fifteen small
//! tensors for each, one parameter after the other, which on sixteen cores took as long as all gradients.

use super::state::LearnerState;
use crate::net::Role;
use crate::train::config::{LearnerConfig, OptimizerKind};
use burn::optim::decay::WeightDecayConfig;
use burn::optim::momentum::MomentumConfig;
use burn::optim::{AdjustLrFn, Muon, MuonConfig, Optimizer as _};
use burn::tensor::{Device, Tensor, TensorData};
use rayon::prelude::*;

/// Decay per step of the means of gradients and of their squares.
const DECAYS: [f32; 2] = [0.9, 0.999];
/// Added to the root of the mean square of gradients.
const EPSILON: f32 = 1e-5;
/// Decay per step of the gradients that Muon makes orthogonal.
const MUON_DECAY: f32 = 0.95;

/// Changes parameters by what the parts of a batch say.
pub(super) struct Optimizer<'a> {
    config: &'a LearnerConfig,
    /// Of each parameter.
    roles: Vec<Role>,
    muon: Muon,
}

/// The rates of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// The learning rate.
    pub learning: f64,
    /// The decay of the averaged parameters.
    pub average_decay: f32,
}

impl<'a> Optimizer<'a> {
    pub fn new(config: &'a LearnerConfig, roles: Vec<Role>) -> Optimizer<'a> {
        // The momentum is ours, and the rate such that the steps are as long as AdamW's (Liu et al. 2025,
        // arXiv:2502.16982).
        let muon = MuonConfig::new()
            .with_momentum(MomentumConfig { momentum: 0.0, dampening: 0.0, nesterov: false })
            .with_weight_decay(Some(WeightDecayConfig::new(config.weight_decay)))
            .with_adjust_lr_fn(AdjustLrFn::MatchRmsAdamW)
            .build();
        Optimizer { config, roles, muon }
    }

    /// One step from what each part of a batch observed, see [`crate::net::observed`]. The threads of the current pool
    /// share the parameters; the numbers of each are added in the order of the parts.
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
                Role::Filters { outputs } if self.config.optimizer == OptimizerKind::Muon => {
                    self.clip(&mut observed);
                    self.orthogonal(values, outputs, moments, &observed, rates.learning);
                }
                Role::Filters { .. } | Role::Directions | Role::Other => {
                    let decay = if role == Role::Other { 0.0 } else { self.config.weight_decay };
                    self.clip(&mut observed);
                    self.adam(values, moments, &observed, rates.learning, decay, *steps);
                }
            }
            let pairs = average.iter_mut().zip(values);
            pairs.for_each(|(mean, new)| *mean = *new + rates.average_decay * (*mean - *new));
        });
    }

    /// Moves running statistics towards the mean over the parts of a batch, given their sum.
    fn move_towards(&self, values: &mut [f32], sums: &[f32], parts: usize) {
        let keep = self.config.statistics_decay;
        let (share, keep) = (((1.0 - keep) / parts as f64) as f32, keep as f32);
        values.iter_mut().zip(sums).for_each(|(value, sum)| *value = keep * *value + share * sum);
    }

    /// Scales a gradient to the largest norm allowed, if it is longer.
    fn clip(&self, gradient: &mut [f32]) {
        let norm = gradient.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt();
        let scale = f64::from(self.config.clip) / norm;
        if scale < 1.0 {
            gradient.iter_mut().for_each(|g| *g *= scale as f32);
        }
    }

    /// A step of Adam that also takes a share of `rate * decay` off the values.
    fn adam(
        &self,
        values: &mut [f32],
        moments: &mut [Vec<f32>; 2],
        gradient: &[f32],
        rate: f64,
        decay: f32,
        time: u64,
    ) {
        let [first, second] = moments;
        first.resize(values.len(), 0.0);
        second.resize(values.len(), 0.0);
        // Both means began with 0.
        let corrections = DECAYS.map(|decay| (1.0 - f64::from(decay).powf(time as f64)) as f32);
        let keep = (1.0 - rate * f64::from(decay)) as f32;
        let rate = rate as f32;
        for (((value, first), second), &g) in values.iter_mut().zip(first).zip(second).zip(gradient) {
            *first = DECAYS[0] * *first + (1.0 - DECAYS[0]) * g;
            *second = DECAYS[1] * *second + (1.0 - DECAYS[1]) * (g * g);
            let step = (*first / corrections[0]) / ((*second / corrections[1]).sqrt() + EPSILON);
            *value = keep * *value - rate * step;
        }
    }

    /// Muon (Jordan et al. 2024): the step is the nearest orthogonal matrix to the mean gradient, as a matrix
    /// `[outputs, all else]`.
    fn orthogonal(&self, values: &mut [f32], outputs: usize, moments: &mut [Vec<f32>; 2], gradient: &[f32], rate: f64) {
        let velocity = &mut moments[0];
        velocity.resize(values.len(), 0.0);
        velocity.iter_mut().zip(gradient).for_each(|(v, g)| *v = MUON_DECAY * *v + g);
        let ahead = velocity.iter().zip(gradient).map(|(v, g)| MUON_DECAY * v + g).collect();
        let device = Device::flex();
        let matrix = |numbers: Vec<f32>| {
            let shape = [outputs, numbers.len() / outputs];
            Tensor::<2>::from_data(TensorData::new(numbers, shape), &device)
        };
        let (new, _) = self.muon.step(rate, matrix(values.to_vec()), matrix(ahead), None);
        values.copy_from_slice(&new.into_data().try_to_vec::<f32>().expect("the optimiser computes in f32"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::optim::AdamWConfig;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random(rng: &mut Xoshiro256PlusPlus, len: usize) -> Vec<f32> {
        (0..len).map(|_| rng.random_range(-0.1..0.1f32)).collect()
    }

    const RATES: Rates = Rates { learning: 1e-2, average_decay: 0.5 };

    #[test]
    fn a_step_is_burns_adamw() {
        let config = LearnerConfig { weight_decay: 0.1, clip: 1e6, ..LearnerConfig::default() };
        let optimizer = Optimizer::new(&config, vec![Role::Directions]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut ours = LearnerState::new(vec![random(&mut rng, 12)]);
        let device = Device::flex();
        let tensor = |numbers: &[f32]| Tensor::<1>::from_data(TensorData::new(numbers.to_vec(), [12]), &device);
        let (mut burns, mut remembered) = (tensor(&ours.parameters[0]), None);
        let adamw = AdamWConfig::new().with_weight_decay(0.1).build();
        for _ in 0..20 {
            let parts = [0, 1].map(|_| vec![random(&mut rng, 12)]);
            let sum: Vec<f32> = parts[0][0].iter().zip(&parts[1][0]).map(|(a, b)| a + b).collect();
            optimizer.step(&mut ours, RATES, &parts);
            (burns, remembered) = adamw.step(RATES.learning, burns, tensor(&sum), remembered);
        }
        let burns = burns.into_data().try_to_vec::<f32>().expect("f32");
        for (ours, burns) in ours.parameters[0].iter().zip(&burns) {
            assert!((ours - burns).abs() < 1e-6, "{ours} instead of {burns}");
        }
    }

    /// A filter that does not matter shrinks by the decay alone, at any size; offsets and factors stay.
    #[test]
    fn only_what_is_normalised_decays() {
        let config = LearnerConfig { weight_decay: 0.1, ..LearnerConfig::default() };
        let roles = vec![Role::Filters { outputs: 1 }, Role::Directions, Role::Other];
        let optimizer = Optimizer::new(&config, roles);
        let mut state = LearnerState::new(vec![vec![2.0]; 3]);
        for _ in 0..100 {
            optimizer.step(&mut state, RATES, &[vec![vec![0.0]; 3]]);
        }
        let decayed = 2.0 * (1.0f64 - 0.1 * RATES.learning).powi(100) as f32;
        for (values, expected) in state.parameters.iter().zip([decayed, decayed, 2.0]) {
            assert!((values[0] - expected).abs() < 1e-4, "{} instead of {expected}", values[0]);
        }
    }

    #[test]
    fn muon_takes_orthogonal_steps_on_filters_alone() {
        let config = LearnerConfig { optimizer: OptimizerKind::Muon, weight_decay: 0.0, ..LearnerConfig::default() };
        let optimizer = Optimizer::new(&config, vec![Role::Filters { outputs: 4 }, Role::Other]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut state = LearnerState::new(vec![vec![0.0; 4 * 9], vec![0.0; 4]]);
        optimizer.step(&mut state, RATES, &[vec![random(&mut rng, 36), vec![0.1, 1e-3, -0.1, 0.0]]]);
        // 0.2 times the root of the longer side, times the learning rate.
        let length = 0.2 * 3.0 * RATES.learning as f32;
        for (i, a) in state.parameters[0].chunks(9).enumerate() {
            for (j, b) in state.parameters[0].chunks(9).enumerate() {
                let product = a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() / (length * length);
                // Five iterations leave the singular values between 0.7 and 1.2.
                let range = if i == j { 0.4..1.5 } else { -0.4..0.4 };
                assert!(range.contains(&product), "rows {i} and {j}: {product}");
            }
        }
        let rate = RATES.learning as f32;
        for (value, expected) in state.parameters[1].iter().zip([-rate, -rate, rate, 0.0]) {
            assert!((value - expected).abs() < 0.02 * rate, "{value} instead of {expected}");
        }
    }

    #[test]
    fn gradients_are_clipped_and_statistics_and_the_average_follow() {
        let config = LearnerConfig { clip: 1.0, statistics_decay: 0.75, ..LearnerConfig::default() };
        let optimizer = Optimizer::new(&config, vec![Role::Other, Role::Statistic]);
        let mut gradient = [3.0, 4.0];
        optimizer.clip(&mut gradient);
        assert_eq!(gradient, [0.6, 0.8]);
        let mut state = LearnerState::new(vec![vec![1.0], vec![1.0]]);
        optimizer.step(&mut state, RATES, &[vec![vec![0.0], vec![2.0]], vec![vec![0.0], vec![4.0]]]);
        assert_eq!((state.parameters[1][0], state.average[1][0]), (1.5, 1.25), "a quarter of the way to 3, then half");
        assert_eq!(state.steps, 1);
    }
}
