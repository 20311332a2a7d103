//! One step of learning: AdamW (Loshchilov and Hutter 2019).

mod numbers; // on the processor, in one pass over each parameter
mod tensors; // on a graphics card

pub(super) use tensors::CardState;

use crate::net::Role;
use crate::train::config::LearnerConfig;

/// Decay per step of the means of gradients and of their squares.
const DECAYS: [f32; 2] = [0.9, 0.999];
/// Added to the root of the mean square of gradients.
const EPSILON: f32 = 1e-5;

/// Updates parameters from the observations of the parts of a batch.
pub(super) struct Optimizer<'a> {
    config: &'a LearnerConfig,
    roles: Vec<Role>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    pub learning: f64,
    /// The decay of the averaged parameters.
    pub average_decay: f32,
}

impl Rates {
    /// The rates of a step, counted from 0, at the plan's learning rate.
    pub fn of(config: &LearnerConfig, rate: f64, step: u64) -> Rates {
        Rates { learning: rate * warmup(config, step), average_decay: average_decay(config, step) }
    }
}

/// The share of the learning rate that a step takes, counted from 0: it rises linearly at the beginning of a run.
fn warmup(config: &LearnerConfig, step: u64) -> f64 {
    ((step + 1) as f64 / config.warmup_steps.max(1) as f64).min(1.0)
}

/// The decay of the averaged parameters at a step, counted from 0. Early on the average follows faster, since
/// otherwise it would keep the random start for long.
fn average_decay(config: &LearnerConfig, step: u64) -> f32 {
    config.average_decay.min((1 + step) as f32 / (10 + step) as f32)
}

impl<'a> Optimizer<'a> {
    pub fn new(config: &'a LearnerConfig, roles: Vec<Role>) -> Optimizer<'a> {
        Optimizer { config, roles }
    }

    /// The aim of a parameter's decay, and its speed.
    fn pull(&self, role: Role) -> Pull {
        match role {
            Role::Directions => Pull { decay: self.config.weight_decay, towards: 0.0 },
            Role::Offsets => Pull { decay: self.config.norm_decay, towards: 0.0 },
            Role::Factors => Pull { decay: self.config.norm_decay, towards: 1.0 },
            Role::Statistic | Role::Other => Pull { decay: 0.0, towards: 0.0 },
        }
    }

    /// The share of a running statistic that remains after a step.
    fn kept(&self) -> f64 {
        self.config.statistics_decay
    }
}

/// Decoupled decay (Loshchilov and Hutter 2019) of the distance to a number.
#[derive(Clone, Copy)]
struct Pull {
    /// The share of the distance that a step at a rate of 1 would take.
    decay: f32,
    towards: f32,
}

/// Bias corrections of Adam after `steps` steps: the divisors of the moments, which began with 0.
fn corrections(steps: u64) -> [f32; 2] {
    DECAYS.map(|decay| (1.0 - libm::pow(f64::from(decay), steps as f64)) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::learner::LearnerState;
    use burn::optim::{AdamWConfig, Optimizer as _};
    use burn::tensor::{Device, Tensor, TensorData};
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

    /// The decay alone shrinks a filter without effect, at any size, and brings the normalisation of a dead unit back
    /// to its start; last layers stay as they are.
    #[test]
    fn what_does_not_matter_is_pulled_to_where_it_began() {
        let config = LearnerConfig { weight_decay: 0.1, norm_decay: 0.1, ..LearnerConfig::default() };
        let roles = vec![Role::Directions, Role::Offsets, Role::Factors, Role::Other];
        let optimizer = Optimizer::new(&config, roles);
        let mut state = LearnerState::new(vec![vec![2.0]; 4]);
        for _ in 0..100 {
            optimizer.step(&mut state, RATES, &[vec![vec![0.0]; 4]]);
        }
        let decayed = 2.0 * (1.0f64 - 0.1 * RATES.learning).powi(100) as f32;
        for (values, expected) in state.parameters.iter().zip([decayed, decayed, 1.0 + decayed / 2.0, 2.0]) {
            assert!((values[0] - expected).abs() < 1e-4, "{} instead of {expected}", values[0]);
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

    /// A step on tensors equals one on plain numbers, from a state that has made steps and from one that has not.
    #[test]
    fn a_step_on_tensors_is_the_same() {
        let roles = vec![Role::Directions, Role::Directions, Role::Other, Role::Statistic];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        // Some gradients are clipped, some are not.
        let config = LearnerConfig { weight_decay: 0.3, clip: 0.3, ..LearnerConfig::default() };
        let optimizer = Optimizer::new(&config, roles.clone());
        let mut numbers = LearnerState::new([36, 12, 5, 5].map(|len| random(&mut rng, len)).to_vec());
        for _ in 0..3 {
            let mut tensors = CardState::send(&numbers, &Device::flex());
            for _ in 0..4 {
                let parts = [0, 1].map(|_| [36, 12, 5, 5].map(|len| random(&mut rng, len)).to_vec());
                optimizer.step(&mut numbers, RATES, &parts);
                let vector = |numbers: Vec<f32>| Tensor::<1>::from_floats(&numbers[..], &Device::flex());
                let parts = parts.map(|part| part.into_iter().map(vector).collect());
                optimizer.step_on_card(&mut tensors, RATES, parts.to_vec());
            }
            let tensors = tensors.read();
            assert_eq!(tensors.steps, numbers.steps);
            let all = |state: &LearnerState| -> Vec<f32> {
                let moments = state.moments.iter().flatten();
                state.parameters.iter().chain(&state.average).chain(moments).flatten().copied().collect()
            };
            assert_eq!(all(&tensors).len(), all(&numbers).len());
            for (a, b) in all(&tensors).into_iter().zip(all(&numbers)) {
                assert!((a - b).abs() < 1e-4 * b.abs().max(0.01), "{a} instead of {b}");
            }
        }
    }

    #[test]
    fn the_rate_warms_up_and_the_average_slows_down() {
        let config = &LearnerConfig { warmup_steps: 100, ..LearnerConfig::default() };
        assert_eq!([0, 49, 99, 100, 5000].map(|step| warmup(config, step)), [0.01, 0.5, 1.0, 1.0, 1.0]);
        assert_eq!(warmup(&LearnerConfig { warmup_steps: 0, ..config.clone() }, 0), 1.0);
        assert_eq!([0, 8, 90].map(|step| average_decay(config, step)), [0.1, 0.5, 0.91]);
        assert_eq!(average_decay(config, 1_000_000), config.average_decay);
        assert!((0..20_000).all(|step| average_decay(config, step) <= average_decay(config, step + 1)));
    }
}
