use super::checkpoint::{self, Checkpoint};
use super::clock::{Clock, Time};
use super::config::Config;
use super::exact::Solvers;
use super::learner::{Learner, LearnerState, Lesson};
use super::place::Place;
use super::replay::ReplayBuffer;
use super::report::{GameMetrics, Metrics, Seconds, Validation, validate, validation_len};
use super::restarts::{Restarts, restarts};
use super::sample::SelfPlayGame;
use super::schedule::{Budget, Phase, Schedule};
use super::selfplay::SelfPlay;
use super::strength::{self, Strength, Yardstick};
use super::tensorboard::TensorBoard;
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Header, Kernel, Precision, Provenance};
use crate::game::{CompleteGame, Game};
use crate::net::NetConfig;
use crate::runs::{HeldRun, RunDir};
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions, at most, in which a generation's net is listened to for units that never speak.
const LISTENED_TO: usize = 256;

/// Resources and callbacks of a training session.
pub struct Session<'a> {
    /// The run, with its config in it.
    pub run: &'a HeldRun,
    /// Time for the whole run, earlier sessions included; without limits the run keeps the budget that it was given
    /// before. When it ends, a generation that has not learned yet is dropped; one that has goes without what is missing
    /// of its report.
    pub budget: Budget,
    /// Finish the run by so many more generations, in which the learning rate falls from its present value.
    pub anneal: Option<u32>,
    /// Threads of the learner and of matches; results do not depend on them.
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
    /// The generations from this one on are planned, otherwise than was said `before`: at a session's beginning, where the
    /// end has moved by a tenth, when the learning rate begins to fall, and where the end is moved after that.
    fn planned(&self, generation: u32, before: Option<&Phase>, now: &Phase);
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All generations are complete that the config or the budget's plan has.
    Complete,
    /// The budget ended before its plan, or it has no room for a single generation.
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
    if config.selfplay.exact_share > 0.0 && game.solver().is_none() {
        bail!(
            "selfplay.exact_share is {}, and {} has no exact solver: expected 0",
            config.selfplay.exact_share,
            game.rules()
        );
    }
    if config.report.every > 0 { strength::opponents(game, config).map(drop) } else { Ok(()) }
}

/// The evaluator that a config's run goes on from, made for the config's rules whatever those it was trained with; none where
/// the run starts from random parameters.
///
/// # Errors
/// It is not there or cannot be read, it is not for this variant, or its net has other sizes than the config's.
pub fn origin<G: CompleteGame>(game: &G, config: &Config) -> Result<Option<Arc<CompactNet>>> {
    let Some(spec) = config.origin()? else { return Ok(None) };
    let read = || -> Result<CompactNet> {
        let net = spec.locate(&config.game.variant)?.read()?;
        // Under other rules it is a beginner, but one who knows the board.
        let header = Header { options: game.net_options(), ..net.header().clone() };
        header.check(game)?;
        let Architecture { channels, blocks, value_channels, value_hidden, .. } = header.architecture;
        let sizes = NetConfig { channels, blocks, value_channels, value_hidden, ..config.net };
        if sizes != config.net {
            bail!("its net has {sizes}: expected the config's {}", config.net);
        }
        Ok(CompactNet::from_parts(header, net.weights().clone())?)
    };
    let net = read().with_context(|| format!("cannot go on from `{}`", config.from.as_deref().unwrap_or_default()))?;
    Ok(Some(Arc::new(net)))
}

/// What a run begins with.
///
/// # Errors
/// As [`origin`].
pub(super) fn beginning<G: CompleteGame>(game: &G, config: &Config, learner: &Learner<G>) -> Result<LearnerState> {
    match origin(game, config)? {
        None => Ok(learner.initial()),
        Some(net) => learner.going_on(&net),
    }
}

/// The figures of all complete generations of a run.
///
/// # Errors
/// They cannot be read.
pub fn history(run: &RunDir) -> Result<Vec<Metrics>> {
    run.generations()?.into_iter().map(|number| checkpoint::read_metrics(run, number)).collect()
}

/// Trains from the newest complete generation on, or from scratch where there is none; its games are played at `place`.
///
/// Each generation starts from the checkpoint before it, whether this session wrote it or an earlier one: an interrupted
/// run computes the same as one that was not.
///
/// # Errors
/// A file cannot be read or written, a checkpoint is damaged, the net diverges, or the run's directory is no longer the
/// one that the session began in; complete generations stay as they are.
pub fn run<G: CompleteGame>(game: &G, config: &Config, session: &Session, place: &dyn Place<G>) -> Result<Finish> {
    let clock = Clock::start();
    let run = session.run.dir();
    session.run.sweep()?;
    let mut so_far = history(run)?;
    let mut schedule = Schedule::read(run)?;
    match session.anneal {
        Some(count) => schedule.anneal(config, count, &so_far)?,
        None => schedule.begin(config, session.budget, &so_far),
    }
    schedule.write(session.run)?;
    let spent = so_far.last().map_or(Time::default(), Metrics::spent);
    let limit = Limit { budget: schedule.budget(), clock, spent };
    let mut trainer = Trainer::new(game, config, session, place, limit)?;
    let stopped = |dropped| match session.interrupted.load(Ordering::Relaxed) {
        true => Finish::Interrupted,
        false => Finish::Budget { dropped },
    };
    let (mut state, new) = match run.generations()?.last() {
        Some(&newest) => (trainer.restore(newest)?, None),
        None => match trainer.begin(schedule.phase(1).map(|phase| phase.until))? {
            Some((state, metrics)) => (state, Some(metrics)),
            None => return Ok(Finish::Interrupted),
        },
    };
    // Written once it is clear that the run can continue.
    let mut board = TensorBoard::new(run, &so_far)?;
    let mut report = |metrics: Metrics, so_far: &mut Vec<Metrics>| {
        session.progress.generation(&metrics);
        board.add(&metrics)?;
        so_far.push(metrics);
        Ok::<(), anyhow::Error>(())
    };
    if let Some(metrics) = new {
        report(metrics, &mut so_far)?;
    }
    let mut told: Option<Phase> = None;
    loop {
        let generation = state.generation + 1;
        if !schedule.settle(config, &so_far) {
            return Ok(if schedule.is_over(state.generation) { Finish::Complete } else { stopped(None) });
        }
        schedule.write(session.run)?;
        let phase = schedule.phase(generation);
        if let Some(&phase) = phase {
            let begins_to_fall = phase.full_until + 1 == generation;
            let falls_otherwise = phase.full_until < generation && told != Some(phase);
            let moved = told.is_none_or(|told| phase.until.abs_diff(told.until) > told.until / 10);
            if moved || begins_to_fall || falls_otherwise {
                session.progress.planned(generation, told.as_ref(), &phase);
                told = Some(phase);
            }
        }
        trainer.limit.budget = schedule.deadline(generation);
        if trainer.stop() {
            return Ok(stopped(None));
        }
        let plan = Plan { rate: schedule.rate(generation, config), until: phase.map(|phase| phase.until) };
        let Some(metrics) = trainer.next_generation(&mut state, plan)? else { return Ok(stopped(Some(generation))) };
        report(metrics, &mut so_far)?;
    }
}

/// When the budget ends.
struct Limit {
    budget: Budget,
    /// Since the session began.
    clock: Clock,
    /// Until then.
    spent: Time,
}

impl Limit {
    fn is_reached(&self) -> bool {
        if self.budget.is_none() {
            return false;
        }
        let mut spent = self.spent;
        spent += self.clock.elapsed();
        self.budget.is_spent(spent)
    }
}

/// The fixed parts of a session.
struct Trainer<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    session: &'a Session<'a>,
    place: &'a dyn Place<G>,
    architecture: Architecture,
    learner: Learner<'a, G>,
    yardstick: Yardstick<'a, G>,
    limit: Limit,
    solvers: Solvers<G>,
}

/// What a generation goes by.
#[derive(Clone, Copy)]
struct Plan {
    /// Learning rate, after the warm-up.
    rate: f64,
    /// The run's last generation, where that is known yet.
    until: Option<u32>,
}

/// A run after a complete generation.
struct State<G: Game> {
    generation: u32,
    learner: LearnerState,
    net: Arc<CompactNet>,
    buffer: ReplayBuffer<G>,
    /// Where games of the next generation restart.
    restarts: Restarts<G>,
    spent: Time,
}

impl<'a, G: CompleteGame> Trainer<'a, G> {
    fn new(
        game: &'a G,
        config: &'a Config,
        session: &'a Session<'a>,
        place: &'a dyn Place<G>,
        limit: Limit,
    ) -> Result<Self> {
        let architecture = config.net.architecture(game.shape(), game.max_moves());
        let learner = Learner::new(game, config, &architecture, session.threads)?;
        let yardstick = Yardstick::new(game, config, session.threads);
        let solvers = Solvers::default();
        Ok(Trainer { game, config, session, place, architecture, learner, yardstick, limit, solvers })
    }

    fn is_interrupted(&self) -> bool {
        self.session.interrupted.load(Ordering::Relaxed)
    }

    /// Whether the work under way is to end: somebody interrupts, or the budget is used up.
    fn stop(&self) -> bool {
        self.is_interrupted() || self.limit.is_reached()
    }

    fn buffer(&self) -> ReplayBuffer<G> {
        ReplayBuffer::new(&self.config.learner, self.config.selfplay.held_out_every)
    }

    /// Generation 0: random parameters, or the net that the run goes on from, for later generations to be compared with.
    /// `None` where it was interrupted, with nothing published.
    fn begin(&self, planned: Option<u32>) -> Result<Option<(State<G>, Metrics)>> {
        let began = Clock::start();
        let learner = beginning(self.game, self.config, &self.learner)?;
        let net = Arc::new(self.export(&learner, 0)?);
        let strength = if self.config.report.every > 0 { self.measure(&net, 0)? } else { None };
        if self.is_interrupted() {
            return Ok(None);
        }
        let spent = began.elapsed();
        let [seconds, cpu] = [spent.wall, spent.cpu].map(|report| Seconds { report, ..Seconds::default() });
        let (elapsed, cpu_elapsed) = (spent.wall, spent.cpu);
        let metrics = Metrics { planned, strength, seconds, cpu, elapsed, cpu_elapsed, ..Metrics::default() };
        let checkpoint = Checkpoint::<G> { learner, total_samples: 0, games: Vec::new(), metrics };
        checkpoint.publish(self.game, self.session.run, 0, &net)?;
        let Checkpoint { learner, metrics, .. } = checkpoint;
        let (buffer, restarts) = (self.buffer(), Restarts::<G>::new());
        let state = State { generation: 0, learner, net, buffer, restarts, spent };
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
        let mut missing = None;
        for number in 1..=generation {
            if checkpoint::has_games(run, number) {
                let games = checkpoint::read_games(self.game, run, number)?;
                self.check_games(&games).with_context(|| format!("cannot use the games of generation {number}"))?;
                buffer.restore(self.game, number, games);
            } else {
                missing = Some(number);
            }
        }
        // A session that was killed may have left older games than the window holds.
        buffer.set_total(total);
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
        let restarts = restarts(self.game, &buffer, self.config, generation + 1);
        Ok(State { generation, learner, net, buffer, restarts, spent: metrics.spent() })
    }

    /// Whether games follow these rules: their positions have as many moves as the policies have entries.
    fn check_games(&self, games: &[SelfPlayGame<G::Position>]) -> Result<()> {
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
    fn next_generation(&self, state: &mut State<G>, plan: Plan) -> Result<Option<Metrics>> {
        let (session, config) = (self.session, self.config);
        let generation = state.generation + 1;
        let began = Clock::start();

        session.progress.begin(generation, "self-play", "games", u64::from(config.selfplay.games));
        let games = self.games_of(generation, &state.net, &state.restarts);
        let played = self.place.play(&games, &|| self.stop(), &|| session.progress.tick())?;
        session.progress.end();
        let Some((games, stats)) = played else { return Ok(None) };
        let playing = began.elapsed();

        let game_metrics = GameMetrics::of(&games);
        let new_samples = state.buffer.add(self.game, generation, games.clone());
        let batch = config.learner.batch as f64;
        // At least a step, and not before there is enough to draw from.
        let steps = if state.buffer.len() < config.first_samples() {
            0
        } else {
            (new_samples as f64 * f64::from(config.learner.passes) / batch).ceil().max(1.0) as u64
        };
        let before = Clock::start();
        session.progress.begin(generation, "learning", "steps", steps);
        let mut learner = state.learner.clone();
        let lesson = Lesson { generation, steps, rate: plan.rate };
        let (stop, tick) = (|| self.stop(), |_: &_| session.progress.tick());
        let learned = self.learner.train(&mut learner, &state.buffer, lesson, stop, tick)?;
        session.progress.end();
        let Some(learning) = learned else { return Ok(None) };
        if steps > 0 {
            self.learner.settle(&mut learner, &state.buffer, generation)?;
        }
        let learning_time = before.elapsed();

        let net = Arc::new(self.export(&learner, generation)?);
        let restarts = restarts(self.game, &state.buffer, config, generation + 1);
        if plan.until != Some(generation) {
            self.place.expect(&self.games_of(generation + 1, &net, &restarts));
        }
        let before = Clock::start();
        let validation = self.validate(&net, &state.buffer, generation)?;
        let every = config.report.every;
        let due = every > 0 && (generation.is_multiple_of(every) || Some(generation) == plan.until);
        let strength = if due && !self.stop() { self.measure(&net, generation)? } else { None };
        let reporting = before.elapsed();
        // The budget does not take away what was learned, only its report.
        if self.is_interrupted() {
            return Ok(None);
        }

        let all = began.elapsed();
        let files = all - playing - learning_time - reporting;
        let by = |clock: fn(Time) -> f64| Seconds {
            selfplay: clock(playing),
            learner: clock(learning_time),
            report: clock(reporting),
            files: clock(files),
        };
        let (seconds, cpu) = (by(|time| time.wall), by(|time| time.cpu));
        let metrics = Metrics {
            generation,
            steps: learner.steps,
            total_samples: state.buffer.total(),
            window: state.buffer.len(),
            games: game_metrics,
            selfplay: stats,
            planned: plan.until,
            learning_rate: plan.rate,
            learning: (steps > 0).then_some(learning),
            validation,
            strength,
            learner_rate: steps as f64 * batch / seconds.learner.max(1e-9),
            threads: session.threads,
            elapsed: state.spent.wall + all.wall,
            cpu_elapsed: state.spent.cpu + all.cpu,
            seconds,
            cpu,
        };
        let checkpoint = Checkpoint::<G> { learner, total_samples: state.buffer.total(), games, metrics };
        checkpoint.publish(self.game, session.run, generation, &net)?;
        checkpoint::prune(session.run, generation, state.buffer.oldest().unwrap_or(0))?;
        let Checkpoint { learner, metrics, .. } = checkpoint;
        state.generation = generation;
        state.learner = learner;
        state.net = net;
        state.restarts = restarts;
        state.spent += began.elapsed();
        Ok(Some(metrics))
    }

    /// The games of a generation, which this net plays.
    fn games_of<'n>(&'n self, generation: u32, net: &'n Arc<CompactNet>, restarts: &'n Restarts<G>) -> SelfPlay<'n, G> {
        SelfPlay {
            game: self.game,
            config: self.config,
            generation,
            net,
            kernel: Kernel::best(),
            solvers: &self.solvers,
            restarts,
        }
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
        let Some(losses) = losses else { return Ok(None) };
        // Evenly from the window, as the training samples above.
        let stride = buffer.len().div_ceil(LISTENED_TO).max(1);
        let positions = (0..buffer.len()).rev().step_by(stride).map(|index| &buffer.sample(index).position);
        let dead = net.dead_units(self.game, positions)?;
        Ok(Some(Validation { dead_units: (dead.positions > 0).then(|| dead.share()), ..losses }))
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
        export(self.game, self.config, self.architecture, &self.learner, learner, provenance)
    }
}

/// The net of a generation in 32 bits, whatever its evaluator's precision; `None` where the learner's state of that
/// generation is no longer kept, or an earlier version's.
///
/// # Errors
/// The state is damaged, or the threads cannot be started.
pub fn unrounded<G: CompleteGame>(
    game: &G,
    config: &Config,
    run: &RunDir,
    generation: u32,
) -> Result<Option<CompactNet>> {
    if !checkpoint::has_learner(run, generation) {
        return Ok(None);
    }
    let (state, _) = checkpoint::read_learner(run, generation)?;
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(game, config, &architecture, 1)?;
    if !learner.fits(&state) {
        return Ok(None);
    }
    let (weights, ranges) = learner.export(&state)?;
    let header = Header { ranges, ..Header::new(game, architecture, Provenance::default()) };
    Ok(Some(CompactNet::from_parts(header, weights)?))
}

/// A learner's averaged net as a compact evaluator, with the search of its players.
pub(super) fn export<G: CompleteGame>(
    game: &G,
    config: &Config,
    architecture: Architecture,
    learner: &Learner<G>,
    state: &LearnerState,
    provenance: Provenance,
) -> Result<CompactNet> {
    let (weights, ranges) = learner.export(state)?;
    let search = config.players_search()?;
    let header = Header { ranges, search, ..Header::new(game, architecture, provenance) };
    let net = CompactNet::from_parts(header, weights)?;
    Ok(if config.net.precision == Precision::Int8 { net.quantised()? } else { net })
}
