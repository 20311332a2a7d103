//! The learner: makes batches of samples, and updates the net by the gradients of its losses.

mod allocator; // memory kept between steps
mod batch; //     samples, drawn and encoded
mod device; //    the device of tensors
mod loss; //      losses and gradients of a part of a batch
mod losses; //    mean losses, for people
mod on_card; //   steps that stay on a graphics card
mod optimizer; // one step on plain numbers
mod state; //     the learner's part of a checkpoint

pub use allocator::keep_memory;
pub use losses::Losses;
pub use state::LearnerState;

use super::config::{Config, DeviceKind, LearnerConfig};
use super::random::{Purpose, stream, stream_seed};
use super::replay::ReplayBuffer;
use super::rules_in_turn::RulesInTurn;
use crate::compact::{Architecture, CompactNet, Weights};
use crate::net::{self, Net, Role};
use anyhow::{Context, Result, bail};
use batch::{Batcher, Part};
use burn::tensor::Device;
use loss::observe;
use losses::diverged;
use optimizer::{Optimizer, Rates};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Positions of an evaluator's own games from which the statistics of its normalisations are computed.
const POSITIONS: usize = 1024;

/// The learner's updates of the net in a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpdatePlan {
    pub generation: u32,
    pub steps: u64,
    /// Learning rate, after the warm-up at the beginning of a run.
    pub rate: f64,
}

impl UpdatePlan {
    /// The plan's steps after a state, counted over the run.
    fn steps_after(&self, state: &LearnerState) -> std::ops::Range<u64> {
        state.steps..state.steps + self.steps
    }
}

/// Trains a net on a device.
pub struct Learner<'a> {
    rules: RulesInTurn<'a>,
    config: &'a Config,
    architecture: Architecture,
    device: Device,
    pool: ThreadPool,
}

impl<'a> Learner<'a> {
    /// A learner on the device that the config names. Its results do not depend on the number of threads.
    ///
    /// # Errors
    /// The program was built without the device, or threads cannot be started.
    pub fn new(
        rules: RulesInTurn<'a>,
        config: &'a Config,
        architecture: &Architecture,
        threads: usize,
    ) -> Result<Self> {
        let device = device::open(config.learner.device)?.autodiff();
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the learner's threads")?;
        Ok(Learner { rules, config, architecture: *architecture, device, pool })
    }

    /// The state before any learning: random parameters.
    pub fn initial(&self) -> LearnerState {
        LearnerState::new(net::read(&self.random_net(&self.device)))
    }

    /// The state from which to continue with an evaluator's net, in this learner's precision. Only its parameters are
    /// known: the optimiser starts anew. Units that are dead in all positions of the net's own games are replaced.
    ///
    /// # Errors
    /// The evaluator is not for this game.
    ///
    /// # Panics
    /// The evaluator's net has other sizes than this learner's.
    pub fn from_net(&self, evaluator: &Arc<CompactNet>) -> Result<LearnerState> {
        let game = self.rules.own();
        let source = if evaluator.header().ranges.is_empty() {
            Arc::new(evaluator.calibrated(game)?)
        } else {
            Arc::clone(evaluator)
        };
        let positions = source.own_positions(game, POSITIONS)?;
        // Done without gradients: their graph would keep every layer's outputs for these positions, round by round.
        let device = self.device.clone().inner();
        let (planes, globals) = net::inputs(game, &positions, &device);
        let weights = source.dequantised();
        let net = net::import(self.random_net(&device), &self.architecture, weights.weights(), &source.header().ranges);
        let net = net::settled(net, &planes, globals.as_ref());
        let silent = source.dead_units(game, &positions)?.rectifiers;
        let net = net::revived(net, &self.random_net(&device), &silent, &planes, globals.as_ref());
        Ok(LearnerState::new(net::read(&net)))
    }

    /// Whether a state is of this learner's net: of the same sizes and version.
    pub fn fits(&self, state: &LearnerState) -> bool {
        is_of(&self.net(), &state.average)
    }

    /// The averaged net as a compact evaluator's weights and ranges, see [`net::export`].
    ///
    /// # Errors
    /// The parameters are of another architecture, or not finite: the net has diverged.
    pub fn export(&self, state: &LearnerState) -> Result<(Weights, Vec<f32>)> {
        net::export(&self.restore(&state.average)?, &self.architecture)
            .map_err(|error| diverged(&error, &self.config.learner))
    }

    /// Computes the statistics of the averaged net anew, from samples of the buffer, if the config requests this: the
    /// statistics averaged during training belong to other filters, since averaged filters are shorter (Wu and Johnson
    /// 2021, arXiv:2105.07576). Parts of the size of the learner's give the same mean as its running statistics.
    ///
    /// # Errors
    /// `state` is of another architecture or damaged, or the net has diverged.
    pub fn settle(&self, state: &mut LearnerState, buffer: &ReplayBuffer, generation: u32) -> Result<()> {
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
            net::read(&net.clone().with_statistics(net.forward_batch(planes, globals).1))
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
    /// was, if `stop` ended it early. `on_step` is called after each step.
    ///
    /// # Errors
    /// `state` is of another architecture or damaged, or the net diverges.
    pub fn train(
        &self,
        state: &mut LearnerState,
        buffer: &ReplayBuffer,
        plan: UpdatePlan,
        stop: impl Fn() -> bool,
        on_step: impl Fn(),
    ) -> Result<Option<Losses>> {
        let trained = match self.config.learner.device {
            DeviceKind::Flex => self.on_processor(state, buffer, plan, stop, on_step)?,
            DeviceKind::Wgpu => self.on_card(state, buffer, plan, stop, on_step)?,
        };
        Ok(trained.map(|(new, total)| {
            *state = new;
            total * (1.0 / plan.steps.max(1) as f32)
        }))
    }

    /// [`Learner::train`] on the processor, whose threads share the parts of each batch: the state after the plan, and
    /// the sum of its steps' losses.
    fn on_processor(
        &self,
        state: &LearnerState,
        buffer: &ReplayBuffer,
        plan: UpdatePlan,
        stop: impl Fn() -> bool,
        on_step: impl Fn(),
    ) -> Result<Option<(LearnerState, Losses)>> {
        let net = self.restore(&state.parameters)?;
        let optimizer = Optimizer::new(&self.config.learner, net::roles(&net));
        let (mut new, mut total) = (state.clone(), Losses::default());
        for step in plan.steps_after(state) {
            if stop() {
                return Ok(None);
            }
            total += self.pool.install(|| {
                let net = net::write(net.clone(), &new.parameters).rounded();
                let parts = self.parts(&net, buffer, plan.generation, step)?;
                let mut losses = Losses::default();
                let mut observed = Vec::with_capacity(parts.len());
                for (parameters, of_part) in parts {
                    losses += of_part * (1.0 / self.config.learner.shards as f32);
                    observed.push(parameters);
                }
                optimizer.step(&mut new, Rates::of(&self.config.learner, plan.rate, step), &observed);
                Ok::<_, anyhow::Error>(losses)
            })?;
            on_step();
        }
        Ok(Some((new, total)))
    }

    /// Observations of all parts of one batch, in order, each computed by a free thread.
    fn parts(
        &self,
        net: &Net,
        buffer: &ReplayBuffer,
        generation: u32,
        step: u64,
    ) -> Result<Vec<(Vec<Vec<f32>>, Losses)>> {
        let parts = (0..self.config.learner.shards).into_par_iter().with_max_len(1);
        parts
            .map(|index| {
                let part = self.draw(buffer, generation, step, index);
                let seen = observe(net, part, &self.config.learner, &self.architecture, &self.device);
                let losses = net::numbers(seen.losses).try_into().expect("four losses");
                Ok((seen.parameters.into_iter().map(net::numbers).collect(), Losses::of(losses, &self.config.learner)?))
            })
            .collect()
    }

    /// A part of the batch of a step.
    fn draw(&self, buffer: &ReplayBuffer, generation: u32, step: u64, part: usize) -> Part {
        let LearnerConfig { batch, shards, .. } = self.config.learner;
        let mut rng = stream(self.config.seed, Purpose::Learner, generation, step * shards as u64 + part as u64);
        self.batcher().draw(buffer, &mut rng, batch / shards)
    }

    fn batcher(&self) -> Batcher<'_> {
        let Learner { rules, config, architecture, .. } = self;
        Batcher { rules: *rules, config: &config.learner, architecture, solves: config.selfplay.exact_share > 0.0 }
    }

    fn random_net(&self, device: &Device) -> Net {
        net::initialise(self.net_on(device), stream_seed(self.config.seed, Purpose::Network, 0, 0))
    }

    /// A net whose parameters are not set yet.
    fn net(&self) -> Net {
        self.net_on(&self.device)
    }

    fn net_on(&self, device: &Device) -> Net {
        Net::new(&self.architecture, self.config.net.precision, device)
    }

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
            Some(wrong) => Err(diverged(&format_args!("a parameter is {wrong}"), &self.config.learner)),
            None => Ok(net::write(net, parameters)),
        }
    }
}

/// Whether a net's parameters have the number and sizes of these.
fn is_of(net: &Net, parameters: &[Vec<f32>]) -> bool {
    let expected = net::read(net);
    expected.len() == parameters.len() && expected.iter().zip(parameters).all(|(a, b)| a.len() == b.len())
}
