//! The learner: makes batches of samples, and changes the net by what its losses on them say.

mod allocator; // memory that is kept between steps
mod batch; //     samples, drawn and encoded
mod device; //    where tensors are
mod loss; //      losses and gradients of a part of a batch
mod losses; //    mean losses, for people
mod optimizer; // one step on plain numbers
mod state; //     what a checkpoint holds

pub use allocator::keep_memory;
pub use losses::Losses;
pub use state::LearnerState;

use super::config::{Config, LearnerConfig};
use super::random::{Purpose, stream, stream_seed};
use super::replay::ReplayBuffer;
use crate::compact::{Architecture, CompactNet, Weights};
use crate::game::{Encoding, Game, Symmetry};
use crate::net::{self, BatchStatistics, Net, Role, Statistics};
use anyhow::{Context, Result, bail};
use batch::Batcher;
use burn::module::Module;
use burn::tensor::Device;
use loss::{PartResult, diverged, observe};
use optimizer::{Optimizer, Rates};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Positions of an evaluator's own games from which the statistics of its normalisations are known again.
const POSITIONS: usize = 1024;

/// The learner's updates of the net in a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpdatePlan {
    /// The generation.
    pub generation: u32,
    /// Steps to make.
    pub steps: u64,
    /// Learning rate, after the warm-up at the beginning of a run.
    pub rate: f64,
}

/// Trains a net on a device.
pub struct Learner<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    architecture: Architecture,
    device: Device,
    pool: ThreadPool,
}

impl<'a, G: Symmetry + Encoding> Learner<'a, G> {
    /// A learner on the device that the config names. What it learns does not depend on the number of threads.
    ///
    /// # Errors
    /// The program was built without that device, or threads cannot be started.
    pub fn new(game: &'a G, config: &'a Config, architecture: &Architecture, threads: usize) -> Result<Self> {
        let device = device::open(config.learner.device)?.autodiff();
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the learner's threads")?;
        Ok(Learner { game, config, architecture: *architecture, device, pool })
    }

    /// The state before any learning: random parameters.
    pub fn initial(&self) -> LearnerState {
        LearnerState::new(net::read(&self.random_net()))
    }

    /// The state from which to learn on with an evaluator's net, in this learner's precision. Only its parameters are
    /// known: the optimiser starts anew.
    ///
    /// # Errors
    /// The evaluator is not for this game.
    ///
    /// # Panics
    /// Its net has other sizes than this learner's.
    pub fn going_on(&self, evaluator: &Arc<CompactNet>) -> Result<LearnerState> {
        let source = if evaluator.header().ranges.is_empty() {
            Arc::new(evaluator.calibrated(self.game)?)
        } else {
            Arc::clone(evaluator)
        };
        let positions = source.own_positions(self.game, POSITIONS)?;
        let (planes, globals) = net::inputs(self.game, &positions, &self.device);
        let weights = source.dequantised();
        let net = net::import(self.random_net(), &self.architecture, weights.weights(), &source.header().ranges);
        Ok(LearnerState::new(net::read(&net::settled(net, &planes, globals.as_ref()))))
    }

    /// Whether a state is of this learner's net: of these sizes, and of this version.
    pub fn fits(&self, state: &LearnerState) -> bool {
        is_of(&self.net(), &state.average)
    }

    /// The averaged net as a compact evaluator's weights and ranges, see [`net::export`].
    ///
    /// # Errors
    /// The parameters are of another architecture, or not finite: the net has diverged.
    pub fn export(&self, state: &LearnerState) -> Result<(Weights, Vec<f32>)> {
        net::export(&self.restore(&state.average)?, &self.architecture).map_err(|error| diverged(&error))
    }

    /// Computes the statistics of the averaged net anew, from samples of the buffer, if the config wants that: the
    /// averages of those on the way belong to other filters, as the averaged ones are shorter (Wu and Johnson 2021,
    /// arXiv:2105.07576). Parts of the size of the learner's give the same mean of what they see as its running
    /// statistics do.
    ///
    /// # Errors
    /// `state` is of another architecture or damaged, or the net has diverged.
    pub fn settle(&self, state: &mut LearnerState, buffer: &ReplayBuffer<G>, generation: u32) -> Result<()> {
        let LearnerConfig { batch, shards, statistics_samples, .. } = self.config.learner;
        let size = batch / shards;
        let parts = statistics_samples.div_ceil(size);
        if parts == 0 || buffer.is_empty() {
            return Ok(());
        }
        let (batcher, device) = (self.batcher(), self.device.clone().inner());
        let net = self.restore_on(&device, &state.average)?.rounded();
        let roles = net::roles(&self.net());
        let see = |index: usize| {
            let mut rng = stream(self.config.seed, Purpose::Statistics, generation, index as u64);
            let (planes, globals) = batcher.draw(buffer, &mut rng, size).take_inputs(&self.architecture, &device);
            let mut statistics = Statistics::Batch(BatchStatistics::default());
            net.forward(planes, globals, &mut statistics);
            let Statistics::Batch(seen) = statistics else { unreachable!("set above") };
            net::read(&net.clone().with_statistics(seen))
        };
        let seen: Vec<Vec<Vec<f32>>> =
            self.pool.install(|| (0..parts).into_par_iter().with_max_len(1).map(see).collect());
        for (index, average) in
            state.average.iter_mut().enumerate().filter(|&(index, _)| roles[index] == Role::Statistic)
        {
            for (place, number) in average.iter_mut().enumerate() {
                let sum: f64 = seen.iter().map(|part| f64::from(part[index][place])).sum();
                *number = (sum / parts as f64) as f32;
            }
        }
        Ok(())
    }

    /// Makes the steps of a plan on samples of the buffer, and returns their mean losses; `None`, with `state` as it
    /// was, where `stop` said so before the end. `on_step` is called after each.
    ///
    /// # Errors
    /// `state` is of another architecture or damaged, or the net diverges.
    pub fn train(
        &self,
        state: &mut LearnerState,
        buffer: &ReplayBuffer<G>,
        UpdatePlan { generation, steps, rate }: UpdatePlan,
        stop: impl Fn() -> bool,
        on_step: impl Fn(&Losses),
    ) -> Result<Option<Losses>> {
        let config = &self.config.learner;
        let net = self.restore(&state.parameters)?;
        let optimizer = Optimizer::new(config, net::roles(&net));
        let mut new = state.clone();
        let mut total = Losses::default();
        for step in state.steps..state.steps + steps {
            if stop() {
                return Ok(None);
            }
            let rates = Rates { learning: rate * warmup(config, step), average_decay: average_decay(config, step) };
            let losses = self.pool.install(|| {
                let net = net::write(net.clone(), &new.parameters).rounded();
                let parts = self.parts(&net, buffer, generation, step)?;
                let mut losses = Losses::default();
                parts.iter().for_each(|part| losses += part.losses * (1.0 / config.shards as f32));
                let observed: Vec<_> = parts.into_iter().map(|part| part.observed).collect();
                optimizer.step(&mut new, rates, &observed);
                Ok::<_, anyhow::Error>(losses)
            })?;
            total += losses;
            on_step(&losses);
        }
        *state = new;
        Ok(Some(total * (1.0 / steps.max(1) as f32)))
    }

    /// All parts of one batch, in order, each computed by whichever thread is free.
    fn parts(&self, net: &Net, buffer: &ReplayBuffer<G>, generation: u32, step: u64) -> Result<Vec<PartResult>> {
        let LearnerConfig { batch, shards, .. } = self.config.learner;
        let (batcher, size) = (self.batcher(), batch / shards);
        let first_stream = step * shards as u64;
        let parts = (0..shards).into_par_iter().with_max_len(1);
        parts
            .map(|index| {
                let mut rng = stream(self.config.seed, Purpose::Learner, generation, first_stream + index as u64);
                let part = batcher.draw(buffer, &mut rng, size);
                // A fork shares no node of the autodiff graph with the other parts.
                let net = net.clone().fork(&self.device);
                observe(net, part, &self.config.learner, &self.architecture, &self.device)
            })
            .collect()
    }

    fn batcher(&self) -> Batcher<'_, G> {
        let Learner { game, config, architecture, .. } = self;
        Batcher { game, config: &config.learner, architecture, solves: config.selfplay.exact_share > 0.0 }
    }

    /// A net with random parameters.
    fn random_net(&self) -> Net {
        net::initialise(self.net(), stream_seed(self.config.seed, Purpose::Network, 0, 0))
    }

    /// A net whose parameters are not set yet.
    fn net(&self) -> Net {
        self.net_on(&self.device)
    }

    fn net_on(&self, device: &Device) -> Net {
        let soft_policy = self.config.learner.soft_policy_weight > 0.0;
        Net::new(&self.architecture, self.config.net.precision, soft_policy, device)
    }

    /// A net with these parameters.
    fn restore(&self, parameters: &[Vec<f32>]) -> Result<Net> {
        self.restore_on(&self.device, parameters)
    }

    fn restore_on(&self, device: &Device, parameters: &[Vec<f32>]) -> Result<Net> {
        let net = self.net_on(device);
        if !is_of(&net, parameters) {
            bail!(
                "the checkpoint's parameters are those of another network than the config's, or of an earlier version's: expected \
                 its config.toml, or a new run that goes on from its evaluator (`train CONFIG --from RUN`)"
            );
        }
        match parameters.iter().flatten().find(|value| !value.is_finite()) {
            Some(wrong) => Err(diverged(&format_args!("a parameter is {wrong}"))),
            None => Ok(net::write(net, parameters)),
        }
    }
}

/// Whether a net has as many parameters, each of that size.
fn is_of(net: &Net, parameters: &[Vec<f32>]) -> bool {
    let expected = net::read(net);
    expected.len() == parameters.len() && expected.iter().zip(parameters).all(|(a, b)| a.len() == b.len())
}

/// The share of the learning rate that a step takes, counted from 0: it rises linearly at the beginning of a run.
fn warmup(config: &LearnerConfig, step: u64) -> f64 {
    ((step + 1) as f64 / config.warmup_steps.max(1) as f64).min(1.0)
}

/// The decay of the averaged parameters at a step, counted from 0. Early on the average follows faster, or it would
/// remember the random start for long.
fn average_decay(config: &LearnerConfig, step: u64) -> f32 {
    config.average_decay.min((1 + step) as f32 / (10 + step) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

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
