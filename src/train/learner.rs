use super::config::{Config, DeviceKind, LearnerConfig};
use super::optimizer::{Optimizer, Rates};
use super::random::{Purpose, stream};
use super::replay::ReplayBuffer;
use super::sample::Sample;
use crate::compact::{Architecture, CompactNet, Weights};
use crate::game::{Encoding, Game, Symmetry};
use crate::net::{self, BatchStatistics, Net, Role, Statistics};
use anyhow::{Context, Result, anyhow, bail};
use burn::module::Module;
use burn::optim::GradientsParams;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{Rng, RngExt};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Mul};
use std::sync::Arc;

/// Added to the logits of moves that are to get no probability and no gradient.
const OUT: f32 = -1e4;

/// Positions of an evaluator's own games from which the statistics of its normalisations are known again.
const POSITIONS: usize = 1024;

/// The learner's part of a checkpoint, as plain numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnerState {
    /// Parameters of the net, in the order of [`net::read`].
    pub parameters: Vec<Vec<f32>>,
    /// Their exponential moving average, which is exported.
    pub average: Vec<Vec<f32>>,
    /// What the optimiser remembers of each parameter: the mean of its gradients and of their squares. Empty before the first
    /// step, and where the optimiser needs none.
    pub moments: Vec<[Vec<f32>; 2]>,
    /// Steps so far.
    pub steps: u64,
}

impl LearnerState {
    /// Before the first step.
    fn new(parameters: Vec<Vec<f32>>) -> LearnerState {
        let moments = parameters.iter().map(|_| Default::default()).collect();
        LearnerState { average: parameters.clone(), parameters, moments, steps: 0 }
    }
}

/// Mean losses over samples; cross-entropies in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the policy against its target; in solved positions the negative logarithm of what it gives to all
    /// moves that keep the result together.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss against their target.
    pub value: f32,
    /// Squared error of the moves left, in units of [`Architecture::moves_scale`].
    pub moves_left: f32,
    /// Squared error of the lead; 0 for nets without that head.
    pub lead: f32,
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.moves_left += other.moves_left;
        self.lead += other.lead;
    }
}

impl Mul<f32> for Losses {
    type Output = Losses;
    fn mul(self, factor: f32) -> Losses {
        let Losses { policy, value, moves_left, lead } = self;
        Losses { policy: policy * factor, value: value * factor, moves_left: moves_left * factor, lead: lead * factor }
    }
}

/// What the learner does in a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
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

/// A part of a batch, encoded.
struct Part {
    planes: Vec<f32>,
    globals: Vec<f32>,
    /// 0 throughout in solved positions.
    policy: Vec<f32>,
    /// 0 for legal moves, [`OUT`] for others.
    mask: Vec<f32>,
    /// As the mask, but 0 only for moves that keep the result in solved positions; empty in runs that solve none.
    kept: Vec<f32>,
    wdl: Vec<f32>,
    moves_left: Vec<f32>,
    /// 1 where the target is known, 0 where it does not count.
    moves_left_known: Vec<f32>,
    lead: Vec<f32>,
}

/// The result of a part of a batch.
struct PartResult {
    /// See [`net::observed`].
    observed: Vec<Vec<f32>>,
    losses: Losses,
}

impl<'a, G: Symmetry + Encoding> Learner<'a, G> {
    /// A learner on the device that the config names. What it learns does not depend on the number of threads.
    ///
    /// # Errors
    /// The program was built without that device, or threads cannot be started.
    pub fn new(game: &'a G, config: &'a Config, architecture: &Architecture, threads: usize) -> Result<Self> {
        let device = device(config.learner.device)?.autodiff();
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the learner's threads")?;
        Ok(Learner { game, config, architecture: *architecture, device, pool })
    }

    /// The state before any learning: random parameters.
    pub fn initial(&self) -> LearnerState {
        LearnerState::new(net::read(&self.random_net()))
    }

    /// The state from which to learn on with an evaluator's net, in this learner's precision. Only its parameters are known: the
    /// optimiser starts anew.
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

    /// Computes the statistics of the averaged net anew, from samples of the buffer, if the config wants that: the averages of
    /// those on the way belong to other filters, as the averaged ones are shorter (Wu and Johnson 2021, arXiv:2105.07576).
    /// Parts of the size of the learner's give the same mean of what they see as its running statistics do.
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
        let (shape, device) = (self.architecture.shape, self.device.clone().inner());
        let net = self.restore_on(&device, &state.average)?.rounded();
        let roles = net::roles(&self.net());
        let see = |index: usize| {
            let mut rng = stream(self.config.seed, Purpose::Statistics, generation, index as u64);
            let part = self.draw(buffer, &mut rng, size);
            let planes = TensorData::new(part.planes, [size, shape.planes, shape.rows, shape.cols]);
            let globals = (shape.globals > 0).then(|| TensorData::new(part.globals, [size, shape.globals]));
            let globals = globals.map(|globals| Tensor::from_data(globals, &device));
            let mut statistics = Statistics::Batch(BatchStatistics::default());
            net.forward(Tensor::from_data(planes, &device), globals, &mut statistics);
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

    /// Makes the steps of a lesson on samples of the buffer, and returns their mean losses; `None`, with `state` as it was,
    /// where `stop` said so before the end. `on_step` is called after each.
    ///
    /// # Errors
    /// `state` is of another architecture or damaged, or the net diverges.
    pub fn train(
        &self,
        state: &mut LearnerState,
        buffer: &ReplayBuffer<G>,
        Lesson { generation, steps, rate }: Lesson,
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
        let size = batch / shards;
        let first_stream = step * shards as u64;
        let parts = (0..shards).into_par_iter().with_max_len(1);
        parts
            .map(|index| {
                let mut rng = stream(self.config.seed, Purpose::Learner, generation, first_stream + index as u64);
                let part = self.draw(buffer, &mut rng, size);
                // A fork shares no node of the autodiff graph with the other parts.
                self.observe(net.clone().fork(&self.device), part, size)
            })
            .collect()
    }

    /// Draws samples, each with a random symmetry, and encodes them.
    fn draw(&self, buffer: &ReplayBuffer<G>, rng: &mut impl Rng, size: usize) -> Part {
        let shape = self.architecture.shape;
        let mut part = Part {
            planes: vec![0.0; size * shape.plane_len()],
            globals: vec![0.0; size * shape.globals],
            policy: vec![0.0; size * shape.policy_len()],
            mask: vec![OUT; size * shape.policy_len()],
            kept: if self.solves() { vec![OUT; size * shape.policy_len()] } else { Vec::new() },
            wdl: Vec::with_capacity(size * 3),
            moves_left: Vec::with_capacity(size),
            moves_left_known: Vec::with_capacity(size),
            lead: Vec::with_capacity(size),
        };
        let mut moves = Vec::new();
        for row in 0..size {
            let sample = buffer.draw(rng);
            let symmetry = rng.random_range(0..self.game.symmetries());
            self.encode(sample, symmetry, row, &mut part, &mut moves);
        }
        part
    }

    fn encode(
        &self,
        sample: &Sample<G::Position>,
        symmetry: usize,
        row: usize,
        part: &mut Part,
        moves: &mut Vec<G::Move>,
    ) {
        let (game, shape) = (self.game, self.architecture.shape);
        let position = game.transform_position(symmetry, &sample.position);
        let of_row = |len: usize| row * len..(row + 1) * len;
        game.encode(&position, &mut part.planes[of_row(shape.plane_len())], &mut part.globals[of_row(shape.globals)]);
        game.legal_moves(&sample.position, moves);
        let first = row * shape.policy_len();
        for (&mv, probability) in moves.iter().zip(sample.policy_target()) {
            let index = first + game.policy_index(&position, game.transform_move(symmetry, mv));
            part.mask[index] = 0.0;
            if !sample.is_solved() {
                part.policy[index] = probability;
            }
            if self.solves() && (!sample.is_solved() || probability > 0.0) {
                part.kept[index] = 0.0;
            }
        }
        // A target that is not known costs nothing.
        part.wdl.extend(sample.value_target(&self.config.learner).unwrap_or_default());
        let moves_left = sample.moves_left_target();
        part.moves_left.push(moves_left.unwrap_or_default() / self.architecture.moves_scale);
        part.moves_left_known.push(if moves_left.is_some() { 1.0 } else { 0.0 });
        part.lead.push(sample.lead);
    }

    fn observe(&self, net: Net, part: Part, size: usize) -> Result<PartResult> {
        let (shape, config) = (self.architecture.shape, &self.config.learner);
        let matrix =
            |values: Vec<f32>, cols: usize| Tensor::<2>::from_data(TensorData::new(values, [size, cols]), &self.device);
        let planes = TensorData::new(part.planes, [size, shape.planes, shape.rows, shape.cols]);
        let globals = (shape.globals > 0).then(|| matrix(part.globals, shape.globals));
        let mut statistics = Statistics::Batch(BatchStatistics::default());
        let output = net.forward(Tensor::from_data(planes, &self.device), globals, &mut statistics);

        let mask = matrix(part.mask, shape.policy_len());
        let cross_entropy = |logits: Tensor<2>, target: Vec<f32>| {
            let target = matrix(target, shape.policy_len());
            (log_softmax(logits + mask.clone(), 1) * target).sum().neg() / size as f32
        };
        let soft_policy =
            output.soft_policy.map(|logits| cross_entropy(logits, softened(&part.policy, shape.policy_len())));
        let mut policy = cross_entropy(output.policy.clone(), part.policy);
        if self.solves() {
            // Any move that keeps the result is right: only their sum counts (Jin and Ghahramani 2002, "Learning with multiple
            // labels"). Where nothing is solved the difference is 0.
            let kept = output.policy.clone() + matrix(part.kept, shape.policy_len());
            let missed = log_sum_exp(output.policy + mask) - log_sum_exp(kept);
            policy = policy + missed.sum() / size as f32;
        }
        let value = (output.wdl * matrix(part.wdl, 3)).sum().neg() / size as f32;
        let error = (output.moves_left - matrix(part.moves_left, 1)) * matrix(part.moves_left_known, 1);
        let moves_left = error.powi_scalar(2).mean();
        let mut loss =
            policy.clone() + value.clone() * config.value_weight + moves_left.clone() * config.moves_left_weight;
        if let Some(soft_policy) = soft_policy {
            loss = loss + soft_policy * config.soft_policy_weight;
        }
        let mut losses =
            Losses { policy: scalar(policy), value: scalar(value), moves_left: scalar(moves_left), lead: 0.0 };
        if let Some(said) = output.lead {
            let lead = (said - matrix(part.lead, 1)).powi_scalar(2).mean();
            losses.lead = scalar(lead.clone());
            loss = loss + lead * config.lead_weight;
        }
        if !(losses.policy + losses.value + losses.moves_left + losses.lead).is_finite() {
            return Err(diverged(&format_args!("{losses:?}")));
        }
        let gradients = GradientsParams::from_grads((loss / config.shards as f32).backward(), &net);
        let Statistics::Batch(statistics) = statistics else { unreachable!("set above") };
        Ok(PartResult { observed: net::observed(net, gradients, statistics), losses })
    }

    /// Whether a solver decides games of this run.
    fn solves(&self) -> bool {
        self.config.selfplay.exact_share > 0.0
    }

    /// A net with random parameters.
    fn random_net(&self) -> Net {
        net::initialise(self.net(), super::random::stream_seed(self.config.seed, Purpose::Network, 0, 0))
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

/// The logarithm of the sum of exponentials of each row, `[n, 1]`.
fn log_sum_exp(x: Tensor<2>) -> Tensor<2> {
    let largest = x.clone().max_dim(1).detach();
    (x - largest.clone()).exp().sum_dim(1).log() + largest
}

/// Policy targets at a temperature of 4: what is left to say about the moves that are not the best.
fn softened(targets: &[f32], policy_len: usize) -> Vec<f32> {
    let mut soft: Vec<f32> = targets.iter().map(|p| p.sqrt().sqrt()).collect();
    for target in soft.chunks_exact_mut(policy_len) {
        // Solved positions have no target.
        let sum = target.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        target.iter_mut().for_each(|p| *p /= sum);
    }
    soft
}

/// The error of a net whose loss or parameters are no longer finite.
fn diverged(found: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!("the net has diverged ({found}), its numbers are not finite: expected a lower learner.rate or weight_decay")
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

fn scalar(tensor: Tensor<1>) -> f32 {
    tensor.detach().into_scalar::<f32>()
}

/// Makes the allocator keep the memory of tensors for the next step. By default glibc returns large blocks to the system,
/// and a fifth of each step goes into page faults.
///
/// # Safety
/// No other thread has started: glibc's `mallopt` may not run beside one.
pub unsafe fn keep_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the caller promises that this is the only thread; the options only say which memory is kept.
    unsafe {
        // The largest that glibc takes.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 32 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
        libc::mallopt(libc::M_TOP_PAD, 64 << 20);
    }
}

/// The burn device of that name.
fn device(kind: DeviceKind) -> Result<Device> {
    match kind {
        DeviceKind::Flex => Ok(Device::flex()),
        #[cfg(feature = "wgpu")]
        DeviceKind::Wgpu => {
            let device = Device::wgpu(Default::default());
            // Where there is none, wgpu panics at the first use of it.
            let works = || Tensor::<1>::from_data([0.0], &device).into_scalar::<f32>();
            if std::panic::catch_unwind(works).is_err() {
                bail!(
                    "learner.device is `wgpu`, and no graphics card can be used: expected one with a driver for Vulkan, \
                     Metal or DirectX 12, or `--set learner.device=flex`"
                );
            }
            Ok(device)
        }
        #[allow(unreachable_patterns, reason = "reachable unless all devices are built in")]
        other => bail!(
            "learner.device is {other:?}, which this program was built without: expected `flex`, or a build with \
             `--features {}`",
            format!("{other:?}").to_lowercase()
        ),
    }
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
