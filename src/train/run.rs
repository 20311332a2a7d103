use super::checkpoint::{self, Checkpoint};
use super::config::Config;
use super::learner::{Learner, LearnerState};
use super::replay::ReplayBuffer;
use super::report::{GameMetrics, Metrics, Seconds, validate};
use super::sample::SelfPlayGame;
use super::selfplay::SelfPlay;
use super::strength;
use super::tensorboard::TensorBoard;
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Header, Kernel, Precision, Provenance};
use crate::game::{CompleteGame, Game};
use crate::runs::RunDir;
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a training session may use and whom it tells.
pub struct Session<'a> {
    /// Where the run lies. Its config is there already.
    pub run: &'a RunDir,
    /// Stop after the generation that would pass this much time since the run began.
    pub budget: Option<Duration>,
    /// Threads of self-play; results do not depend on them.
    pub threads: usize,
    /// Set from outside (Ctrl-C) to stop; the generation under way is dropped and made again on resuming.
    pub interrupted: &'a AtomicBool,
    /// Shows progress.
    pub progress: &'a dyn Progress,
}

/// How a run shows that it gets on.
pub trait Progress: Sync {
    /// Self-play or learning of a generation begins; `unit` is what is counted, up to `total`.
    fn begin(&self, generation: u32, task: &'static str, unit: &'static str, total: u64);
    /// One more is done.
    fn tick(&self);
    /// The task is over.
    fn end(&self);
    /// A generation is complete.
    fn generation(&self, metrics: &Metrics);
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All generations are made.
    Complete,
    /// The time is used up.
    Budget,
    /// Interrupted; `--resume` goes on.
    Interrupted,
}

/// Tells what a run of this config would lack, before there is a run.
///
/// # Errors
/// An opponent of its reports is not there, or does not play this game.
pub fn check<G: CompleteGame>(game: &G, config: &Config) -> Result<()> {
    if config.report.every > 0 { strength::opponents(game, config).map(drop) } else { Ok(()) }
}

/// Trains from the newest complete generation on, or from scratch where there is none.
///
/// Each generation starts from what the checkpoint before it holds, whether this session wrote it or an earlier one: a
/// run that was interrupted takes the same path as one that was not.
///
/// # Errors
/// A file cannot be read or written, or a checkpoint is damaged; complete generations stay as they are.
pub fn run<G: CompleteGame>(game: &G, config: &Config, session: &Session) -> Result<Finish> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(session.threads)
        .build()
        .context("cannot start the self-play threads")?;
    let trainer = Trainer::new(game, config, session, pool)?;
    session.run.sweep()?;
    let generations = session.run.generations()?;
    let mut state = match generations.last() {
        Some(&newest) => trainer.restore(newest)?,
        None => trainer.begin()?,
    };
    let so_far = session.run.generations()?;
    let so_far: Vec<Metrics> =
        so_far.iter().map(|&number| checkpoint::read_metrics(session.run, number)).collect::<Result<_>>()?;
    let mut board = TensorBoard::new(session.run, &so_far)?;
    while state.generation < config.generations {
        if session.budget.is_some_and(|budget| state.elapsed + state.last_seconds > budget.as_secs_f64()) {
            return Ok(Finish::Budget);
        }
        let Some(metrics) = trainer.next_generation(&mut state)? else { return Ok(Finish::Interrupted) };
        board.add(&metrics)?;
        session.progress.generation(&metrics);
    }
    Ok(Finish::Complete)
}

/// What stays the same in a run.
struct Trainer<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    session: &'a Session<'a>,
    pool: rayon::ThreadPool,
    architecture: Architecture,
    learner: Learner<'a, G>,
}

/// What a run is at after a generation.
struct State<G: Game> {
    generation: u32,
    learner: LearnerState,
    net: Arc<CompactNet>,
    buffer: ReplayBuffer<G>,
    elapsed: f64,
    last_seconds: f64,
}

impl<'a, G: CompleteGame> Trainer<'a, G> {
    fn new(game: &'a G, config: &'a Config, session: &'a Session<'a>, pool: rayon::ThreadPool) -> Result<Self> {
        let architecture = config.net.architecture(game.shape(), game.max_moves());
        let learner = Learner::new(game, config, &architecture)?;
        Ok(Trainer { game, config, session, pool, architecture, learner })
    }

    fn buffer(&self) -> ReplayBuffer<G> {
        ReplayBuffer::new(&self.config.learner, self.config.selfplay.held_out_every)
    }

    /// Generation 0: random parameters, so that later generations have a beginning to be compared with.
    fn begin(&self) -> Result<State<G>> {
        let learner = self.learner.initial();
        let net = self.export(&learner, 0)?;
        let metrics = Metrics::default();
        let checkpoint = Checkpoint::<G> { learner, total_samples: 0, games: Vec::new(), metrics };
        checkpoint.publish(self.session.run, 0, &net)?;
        let net = Arc::new(net);
        let learner = checkpoint.learner;
        Ok(State { generation: 0, learner, net, buffer: self.buffer(), elapsed: 0.0, last_seconds: 0.0 })
    }

    /// The state after a complete generation, as it was when that was made. Files that are intact but do not belong
    /// together are refused: the run would go on as another one.
    fn restore(&self, generation: u32) -> Result<State<G>> {
        let run = self.session.run;
        let folder = run.generation(generation);
        let metrics = checkpoint::read_metrics(run, generation)?;
        let (learner, total) = checkpoint::read_learner(run, generation)?;
        if (metrics.generation, metrics.steps, metrics.total_samples) != (generation, learner.steps, total) {
            bail!(
                "{} holds files of different generations: metrics.json tells of generation {} after {} steps on {} \
                 samples, learner.bin of {} steps on {total}",
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
        // Older games than the window reaches may be left over; the next generation drops them.
        if buffer.len() < metrics.window {
            bail!(
                "the games of {} hold {} samples, expected {}: {}",
                run.path().display(),
                buffer.len(),
                metrics.window,
                match missing {
                    Some(number) => format!("games.bin of generation {number} is missing"),
                    None => "a games.bin is that of another run".to_owned(),
                }
            );
        }
        let path = run.evaluator(generation);
        let net = Arc::new(CompactNet::read(&path)?);
        self.check_net(&net, generation).with_context(|| format!("cannot use {}", path.display()))?;
        let last_seconds = metrics.seconds.total();
        Ok(State { generation, learner, net, buffer, elapsed: metrics.elapsed, last_seconds })
    }

    /// Whether games are of this game's rules: their positions have as many moves as the policies tell.
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

    /// Plays, learns, exports, measures and publishes; `None` where it was interrupted, with nothing published.
    fn next_generation(&self, state: &mut State<G>) -> Result<Option<Metrics>> {
        let (session, config) = (self.session, self.config);
        let generation = state.generation + 1;
        let began = Instant::now();
        let mut seconds = Seconds::default();

        session.progress.begin(generation, "self-play", "games", u64::from(config.selfplay.games));
        let play = SelfPlay { game: self.game, config, generation, net: &state.net, kernel: Kernel::best() };
        let played = play.run(&self.pool, session.interrupted, || session.progress.tick())?;
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
        let learned =
            self.learner.train(&mut learner, &state.buffer, generation, steps, session.interrupted, |_| {
                session.progress.tick();
            })?;
        session.progress.end();
        let Some(learning) = learned else { return Ok(None) };
        seconds.learner = before.elapsed().as_secs_f64();

        let net = Arc::new(self.export(&learner, generation)?);
        let before = Instant::now();
        let mut evaluator = CompactEvaluator::new(self.game, Arc::clone(&net))?;
        let validation = validate(self.game, &mut evaluator, &state.buffer, config, &self.architecture);
        let every = config.report.every;
        let due = every > 0 && (generation.is_multiple_of(every) || generation == config.generations);
        let strength = due
            .then(|| strength::measure(self.game, config, &net, session.threads, session.interrupted))
            .transpose()?;
        seconds.report = before.elapsed().as_secs_f64();
        if session.interrupted.load(Ordering::Relaxed) {
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
            learning,
            validation: Some(validation),
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

    /// The learner's averaged net as a compact evaluator.
    fn export(&self, learner: &LearnerState, generation: u32) -> Result<CompactNet> {
        let provenance = Provenance {
            run: self.session.run.name(),
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
