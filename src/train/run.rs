use super::checkpoint::{self, Checkpoint};
use super::config::Config;
use super::learner::{Learner, LearnerState};
use super::replay::ReplayBuffer;
use super::report::{GameMetrics, Metrics, Seconds, Validation, validate, validation_len};
use super::sample::SelfPlayGame;
use super::selfplay::SelfPlay;
use super::strength::{self, Strength, Yardstick};
use super::tensorboard::TensorBoard;
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Header, Kernel, Precision, Provenance};
use crate::game::{CompleteGame, Game};
use crate::runs::{HeldRun, RunDir};
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Resources and callbacks of a training session.
pub struct Session<'a> {
    /// The run, with its config in it.
    pub run: &'a HeldRun,
    /// Wall-clock time for the whole run, earlier sessions included. When it ends, a generation that has not learned yet is
    /// dropped; one that has goes without what is missing of its report.
    pub budget: Option<Duration>,
    /// Threads of self-play, of the learner and of matches; results do not depend on them.
    pub threads: usize,
    /// Set from outside (Ctrl-C) to stop; the generation under way is dropped.
    pub interrupted: &'a AtomicBool,
    /// Shows progress.
    pub progress: &'a dyn Progress,
}

/// Shows the progress of a run.
pub trait Progress: Sync {
    /// A task of a generation begins; it counts `unit`s up to `total`.
    fn begin(&self, generation: u32, task: &str, unit: &'static str, total: u64);
    /// One more unit is done.
    fn tick(&self);
    /// The task is over.
    fn end(&self);
    /// A generation is complete.
    fn generation(&self, metrics: &Metrics);
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All generations are complete.
    Complete,
    /// The budget is used up, or the next generation is not expected to fit into it.
    Budget {
        /// The generation that was under way and dropped.
        dropped: Option<u32>,
    },
    /// Interrupted; a later session continues.
    Interrupted,
}

/// Checks before a run begins what it will need later.
///
/// # Errors
/// An opponent of its reports is not there, or does not play this game.
pub fn check<G: CompleteGame>(game: &G, config: &Config) -> Result<()> {
    if config.report.every > 0 { strength::opponents(game, config).map(drop) } else { Ok(()) }
}

/// The figures of all complete generations of a run.
///
/// # Errors
/// They cannot be read.
pub fn history(run: &RunDir) -> Result<Vec<Metrics>> {
    run.generations()?.into_iter().map(|number| checkpoint::read_metrics(run, number)).collect()
}

/// Trains from the newest complete generation on, or from scratch where there is none.
///
/// Each generation starts from the checkpoint before it, whether this session wrote it or an earlier one: an interrupted
/// run computes the same as one that was not.
///
/// # Errors
/// A file cannot be read or written, a checkpoint is damaged, the net diverges, or the run's directory is no longer the
/// one that the session began in; complete generations stay as they are.
pub fn run<G: CompleteGame>(game: &G, config: &Config, session: &Session) -> Result<Finish> {
    let began = Instant::now();
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(session.threads).build().context("cannot start the threads")?;
    let run = session.run.dir();
    session.run.sweep()?;
    let so_far = history(run)?;
    let elapsed = so_far.last().map_or(0.0, |metrics| metrics.elapsed);
    // A budget too long for the clock never ends.
    let deadline = session.budget.and_then(|budget| {
        let spent = Duration::try_from_secs_f64(elapsed).unwrap_or_default();
        began.checked_add(budget.saturating_sub(spent))
    });
    let trainer = Trainer::new(game, config, session, pool, deadline)?;
    let stopped = |dropped| match session.interrupted.load(Ordering::Relaxed) {
        true => Finish::Interrupted,
        false => Finish::Budget { dropped },
    };
    let (mut state, new) = match run.generations()?.last() {
        Some(&newest) => (trainer.restore(newest)?, None),
        None => match trainer.begin()? {
            Some((state, metrics)) => (state, Some(metrics)),
            None => return Ok(Finish::Interrupted),
        },
    };
    // Written once it is clear that the run can continue.
    let mut board = TensorBoard::new(run, &so_far)?;
    let mut report = |metrics: &Metrics| {
        session.progress.generation(metrics);
        board.add(metrics)
    };
    new.iter().try_for_each(&mut report)?;
    while state.generation < config.generations {
        let expected = Duration::try_from_secs_f64(state.last_seconds).unwrap_or_default();
        let end = Instant::now().checked_add(expected);
        if deadline.is_some_and(|deadline| end.is_none_or(|end| end >= deadline)) {
            return Ok(stopped(None));
        }
        let generation = state.generation + 1;
        let Some(metrics) = trainer.next_generation(&mut state)? else { return Ok(stopped(Some(generation))) };
        report(&metrics)?;
    }
    Ok(Finish::Complete)
}

/// The fixed parts of a session.
struct Trainer<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    session: &'a Session<'a>,
    pool: rayon::ThreadPool,
    architecture: Architecture,
    learner: Learner<'a, G>,
    yardstick: Yardstick<'a, G>,
    /// When the budget ends.
    deadline: Option<Instant>,
}

/// A run after a complete generation.
struct State<G: Game> {
    generation: u32,
    learner: LearnerState,
    net: Arc<CompactNet>,
    buffer: ReplayBuffer<G>,
    elapsed: f64,
    last_seconds: f64,
}

impl<'a, G: CompleteGame> Trainer<'a, G> {
    fn new(
        game: &'a G,
        config: &'a Config,
        session: &'a Session<'a>,
        pool: rayon::ThreadPool,
        deadline: Option<Instant>,
    ) -> Result<Self> {
        let architecture = config.net.architecture(game.shape(), game.max_moves());
        let learner = Learner::new(game, config, &architecture, session.threads)?;
        let yardstick = Yardstick::new(game, config, session.threads);
        Ok(Trainer { game, config, session, pool, architecture, learner, yardstick, deadline })
    }

    fn is_interrupted(&self) -> bool {
        self.session.interrupted.load(Ordering::Relaxed)
    }

    /// Whether the work under way is to end: somebody interrupts, or the budget is used up.
    fn stop(&self) -> bool {
        self.is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn buffer(&self) -> ReplayBuffer<G> {
        ReplayBuffer::new(&self.config.learner, self.config.selfplay.held_out_every)
    }

    /// Generation 0: random parameters, for later generations to be compared with. `None` where it was interrupted, with
    /// nothing published.
    fn begin(&self) -> Result<Option<(State<G>, Metrics)>> {
        let began = Instant::now();
        let learner = self.learner.initial();
        let net = Arc::new(self.export(&learner, 0)?);
        let strength = if self.config.report.every > 0 { self.measure(&net, 0)? } else { None };
        if self.is_interrupted() {
            return Ok(None);
        }
        let elapsed = began.elapsed().as_secs_f64();
        let seconds = Seconds { report: elapsed, ..Seconds::default() };
        let metrics = Metrics { strength, seconds, elapsed, ..Metrics::default() };
        let checkpoint = Checkpoint::<G> { learner, total_samples: 0, games: Vec::new(), metrics };
        checkpoint.publish(self.session.run, 0, &net)?;
        let Checkpoint { learner, metrics, .. } = checkpoint;
        let state = State { generation: 0, learner, net, buffer: self.buffer(), elapsed, last_seconds: 0.0 };
        Ok(Some((state, metrics)))
    }

    /// The strength of a net; `None` where it was stopped.
    fn measure(&self, net: &Arc<CompactNet>, generation: u32) -> Result<Option<Strength>> {
        self.yardstick.measure(net, generation, self.session.progress, &|| self.stop())
    }

    /// The state after a complete generation. Files that are intact but do not belong together are refused: the run
    /// would continue as another one.
    fn restore(&self, generation: u32) -> Result<State<G>> {
        let run = self.session.run.dir();
        let folder = run.generation(generation);
        let metrics = checkpoint::read_metrics(run, generation)?;
        let (learner, total) = checkpoint::read_learner(run, generation)?;
        if (metrics.generation, metrics.steps, metrics.total_samples) != (generation, learner.steps, total) {
            bail!(
                "{} holds files of different generations: metrics.json is of generation {} after {} steps on {} samples, \
                 learner.bin of {} steps on {total}",
                folder.display(),
                metrics.generation,
                metrics.steps,
                metrics.total_samples,
                learner.steps
            );
        }
        let mut buffer = self.buffer();
        buffer.set_total(total);
        let mut missing = None;
        for number in 1..=generation {
            if checkpoint::has_games(run, number) {
                let games = checkpoint::read_games(run, number)?;
                self.check_games(&games).with_context(|| format!("cannot use the games of generation {number}"))?;
                buffer.restore(number, games);
            } else {
                missing = Some(number);
            }
        }
        // There may be older games than the window holds; the next generation drops them.
        if buffer.len() < metrics.window {
            bail!(
                "the games of {} hold {} samples, expected {}: {}",
                run.path().display(),
                buffer.len(),
                metrics.window,
                match missing {
                    Some(number) => format!("games.bin of generation {number} is missing"),
                    None => "a games.bin is of another run".to_owned(),
                }
            );
        }
        let path = run.evaluator(generation);
        let net = Arc::new(CompactNet::read(&path)?);
        self.check_net(&net, generation).with_context(|| format!("cannot use {}", path.display()))?;
        // An untrained net's report says nothing about a generation.
        let last_seconds = if generation == 0 { 0.0 } else { metrics.seconds.total() };
        Ok(State { generation, learner, net, buffer, elapsed: metrics.elapsed, last_seconds })
    }

    /// Whether games follow these rules: their positions have as many moves as the policies have entries.
    fn check_games(&self, games: &[SelfPlayGame<G>]) -> Result<()> {
        let mut moves = Vec::new();
        for sample in games.iter().flat_map(|game| &game.samples) {
            self.game.legal_moves(&sample.position, &mut moves);
            if moves.len() != sample.policy.len() {
                bail!("they are of another game than {}", self.game.rules());
            }
        }
        Ok(())
    }

    /// Whether an evaluator is the one that this generation wrote.
    fn check_net(&self, net: &CompactNet, generation: u32) -> Result<()> {
        let header = net.header();
        header.check(self.game)?;
        if header.architecture != self.architecture {
            bail!("its network has other sizes than the config's");
        }
        if (header.provenance.generation, header.provenance.seed) != (generation, self.config.seed) {
            bail!(
                "it comes from generation {} of a run with seed {}, expected generation {generation} and seed {}",
                header.provenance.generation,
                header.provenance.seed,
                self.config.seed
            );
        }
        Ok(())
    }

    /// Plays, learns, exports, measures and publishes; `None` where it was stopped, with nothing published.
    fn next_generation(&self, state: &mut State<G>) -> Result<Option<Metrics>> {
        let (session, config) = (self.session, self.config);
        let generation = state.generation + 1;
        let began = Instant::now();
        let mut seconds = Seconds::default();

        session.progress.begin(generation, "self-play", "games", u64::from(config.selfplay.games));
        let play = SelfPlay { game: self.game, config, generation, net: &state.net, kernel: Kernel::best() };
        let played = play.run(&self.pool, || self.stop(), || session.progress.tick())?;
        session.progress.end();
        let Some((games, stats)) = played else { return Ok(None) };
        seconds.selfplay = began.elapsed().as_secs_f64();

        let game_metrics = GameMetrics::of(&games);
        let new_samples = state.buffer.add(generation, games.clone());
        let batch = config.learner.batch as f64;
        // At least a step, and not before there is a batch to draw from.
        let steps = if state.buffer.len() < config.learner.batch {
            0
        } else {
            (new_samples as f64 * f64::from(config.learner.passes) / batch).ceil().max(1.0) as u64
        };
        let before = Instant::now();
        session.progress.begin(generation, "learning", "steps", steps);
        let mut learner = state.learner.clone();
        let learned = self.learner.train(
            &mut learner,
            &state.buffer,
            generation,
            steps,
            || self.stop(),
            |_| {
                session.progress.tick();
            },
        )?;
        session.progress.end();
        let Some(learning) = learned else { return Ok(None) };
        seconds.learner = before.elapsed().as_secs_f64();

        let net = Arc::new(self.export(&learner, generation)?);
        let before = Instant::now();
        let validation = self.validate(&net, &state.buffer, generation)?;
        let every = config.report.every;
        let due = every > 0 && (generation.is_multiple_of(every) || generation == config.generations);
        let strength = if due && !self.stop() { self.measure(&net, generation)? } else { None };
        seconds.report = before.elapsed().as_secs_f64();
        // The budget does not take away what was learned, only its report.
        if self.is_interrupted() {
            return Ok(None);
        }

        let accounted = seconds.selfplay + seconds.learner + seconds.report;
        let so_far = began.elapsed().as_secs_f64();
        seconds.files = so_far - accounted;
        let metrics = Metrics {
            generation,
            steps: learner.steps,
            total_samples: state.buffer.total(),
            window: state.buffer.len(),
            games: game_metrics,
            selfplay: stats,
            learning: (steps > 0).then_some(learning),
            validation,
            strength,
            learner_rate: steps as f64 * batch / seconds.learner.max(1e-9),
            elapsed: state.elapsed + so_far,
            seconds,
        };
        let checkpoint = Checkpoint { learner, total_samples: state.buffer.total(), games, metrics };
        checkpoint.publish(session.run, generation, &net)?;
        checkpoint::prune(session.run, generation, state.buffer.oldest().unwrap_or(0))?;
        let Checkpoint { learner, metrics, .. } = checkpoint;
        state.generation = generation;
        state.learner = learner;
        state.net = net;
        state.last_seconds = began.elapsed().as_secs_f64();
        state.elapsed += state.last_seconds;
        Ok(Some(metrics))
    }

    /// Losses of the exported net; `None` where it was stopped.
    fn validate(&self, net: &Arc<CompactNet>, buffer: &ReplayBuffer<G>, generation: u32) -> Result<Option<Validation>> {
        let progress = self.session.progress;
        let mut evaluator = CompactEvaluator::new(self.game, Arc::clone(net))?;
        let total = validation_len(buffer, self.config) as u64;
        progress.begin(generation, "validation", "samples", total);
        let (stop, tick) = (|| self.stop(), || progress.tick());
        let losses = validate(self.game, &mut evaluator, buffer, self.config, &self.architecture, stop, tick);
        progress.end();
        Ok(losses)
    }

    /// The learner's averaged net as a compact evaluator.
    fn export(&self, learner: &LearnerState, generation: u32) -> Result<CompactNet> {
        let provenance = Provenance {
            run: self.session.run.dir().name(),
            generation,
            seed: self.config.seed,
            samples: learner.steps * self.config.learner.batch as u64,
            program: concat!("ardoise ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        let (weights, ranges) = self.learner.export(learner)?;
        let search = self.config.players_search()?;
        let general = Header::new(self.game, self.architecture, provenance);
        let header = Header { ranges, search, ..general };
        let net = CompactNet::from_parts(header, weights)?;
        Ok(if self.config.net.precision == Precision::Int8 { net.quantised()? } else { net })
    }
}
