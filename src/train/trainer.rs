use super::ahead::{Tally, TimedGames, beside};
use super::backend::SelfPlayBackend;
use super::checkpoint::{self, Checkpoint};
use super::clock::{Clock, Time};
use super::config::Config;
use super::exact::Solvers;
use super::export::export;
use super::learner::{Learner, LearnerState, Losses, UpdatePlan};
use super::metrics::{GameMetrics, Metrics, Seconds, seconds_since_1970};
use super::origin::beginning;
use super::replay::ReplayBuffer;
use super::restarts::{Restarts, restarts};
use super::rules_in_turn::RulesInTurn;
use super::selfplay::SelfPlay;
use super::session::{Limit, Session};
use super::state::RunState;
use super::strength::Strength;
use super::validation::{Validation, validate, validation_len};
use super::yardstick::Yardstick;
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Provenance};
use crate::game::{Encoding, Game};
use anyhow::Result;
use std::sync::Arc;
use std::time::SystemTime;

/// The most positions in which a generation's net is checked for dead units.
const LISTENED_TO: usize = 256;

/// Makes the generations of a run: the state that stays the same from one to the next.
pub(super) struct Trainer<'a> {
    rules: RulesInTurn<'a>,
    config: &'a Config,
    session: &'a Session<'a>,
    backend: &'a dyn SelfPlayBackend,
    architecture: Architecture,
    learner: Learner<'a>,
    yardstick: Yardstick<'a>,
    solvers: Solvers,
    /// When unfinished work is dropped.
    pub limit: Limit,
}

#[derive(Clone, Copy)]
pub(super) struct GenerationPlan {
    /// Learning rate, after the warm-up.
    pub rate: f64,
    /// The run's last generation, if it is known yet.
    pub until: Option<u32>,
}

/// Measurements of a generation besides its games and losses.
struct Report {
    /// The losses of the net; `None` if stopped.
    validation: Option<Validation>,
    /// The strength of the net; `None` if stopped, or not due.
    strength: Option<Strength>,
}

/// The result of some work, and the time that it took.
fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, Time)> {
    let clock = Clock::start();
    Ok((work()?, clock.elapsed()))
}

impl<'a> Trainer<'a> {
    /// The trainer for a session of this run.
    ///
    /// # Errors
    /// The program was built without the config's device, or threads cannot be started.
    pub fn new(
        rules: RulesInTurn<'a>,
        config: &'a Config,
        session: &'a Session<'a>,
        backend: &'a dyn SelfPlayBackend,
        limit: Limit,
    ) -> Result<Self> {
        let game = rules.own();
        let architecture = config.net.architecture(game.shape(), game.max_moves());
        let learner = Learner::new(rules, config, &architecture, session.threads)?;
        let yardstick = Yardstick::new(game, config, session.threads);
        let solvers = Solvers::default();
        Ok(Trainer { rules, config, session, backend, architecture, learner, yardstick, solvers, limit })
    }

    /// Whether the work in progress must end: on an interrupt, or when the budget is used up.
    pub fn stop(&self) -> bool {
        self.session.is_interrupted() || self.limit.is_reached()
    }

    /// The state of the run after its newest generation; `None` if it has none.
    ///
    /// # Errors
    /// Files cannot be read, or do not belong together.
    pub fn restored(&self) -> Result<Option<RunState>> {
        let run = self.session.run.dir();
        let Some(&newest) = run.generations()?.last() else { return Ok(None) };
        RunState::restore(self.rules, self.config, &self.architecture, run, newest).map(Some)
    }

    /// Generation 0: random parameters, or the net from which the run continues, to compare later generations with.
    /// Returns the state after it and its figures; `None` if interrupted, with nothing published.
    ///
    /// # Errors
    /// The origin of the run is missing, or a file cannot be written.
    pub fn generation_0(&self, planned: Option<u32>) -> Result<Option<(RunState, Option<Metrics>)>> {
        let began = Clock::start();
        let learner = beginning(self.rules.own(), self.config, &self.learner)?;
        let net = Arc::new(self.export(&learner, 0)?);
        let strength = if self.config.report.every > 0 { self.measure(&net, 0)? } else { None };
        if self.session.is_interrupted() {
            return Ok(None);
        }
        let spent = began.elapsed();
        let [seconds, cpu] = [spent.wall, spent.cpu].map(|report| Seconds { report, ..Seconds::default() });
        let (elapsed, cpu_elapsed) = (spent.wall, spent.cpu);
        let complete_at = seconds_since_1970(SystemTime::now());
        let metrics =
            Metrics { planned, strength, seconds, cpu, elapsed, cpu_elapsed, complete_at, ..Metrics::default() };
        let checkpoint = Checkpoint { learner, total_samples: 0, games: Vec::new(), metrics };
        checkpoint.publish(self.rules.own(), self.session.run, 0, &net)?;
        let Checkpoint { learner, metrics, .. } = checkpoint;
        let buffer = ReplayBuffer::new(&self.config.learner, self.config.selfplay.held_out_every);
        let restarts = Restarts::new();
        let player = Arc::clone(&net);
        let state = RunState { generation: 0, learner, net, player, buffer, restarts, ahead: None, spent };
        Ok(Some((state, Some(metrics))))
    }

    /// Plays, learns, exports, measures and publishes; `None` if stopped, with nothing published. With
    /// `selfplay.overlap`, the games of the generation after the one made here are played meanwhile.
    ///
    /// # Errors
    /// As [`super::run`].
    pub fn next_generation(&self, state: &mut RunState, plan: GenerationPlan) -> Result<Option<Metrics>> {
        let began = Clock::start();
        let next = state.generation + 2;

        let ahead = state.ahead.take();
        let Some(games) = ahead.map_or_else(|| self.play(state), |games| Ok(Some(games)))? else { return Ok(None) };
        let new_samples =
            state.buffer.add(self.rules.of(state.generation + 1), state.generation + 1, games.played.0.clone());
        let restarts = restarts(self.rules, &state.buffer, self.config, next);

        let complete = || self.complete(state, games, new_samples, &restarts, plan, began);
        let made = if self.config.selfplay.overlap && plan.until != Some(state.generation + 1) {
            let tally = Tally::new(self.session.progress);
            let play = |give_up: &(dyn Fn() -> bool + Sync)| {
                let stop = || give_up() || self.stop();
                self.backend.play(&self.games_of(next, &state.net, &restarts), &stop, &|| tally.tick())
            };
            let made = beside(play, complete, || tally.show(next, self.config.selfplay.games))?;
            self.session.progress.end();
            made
        } else {
            complete()?.map(|made| (made, None))
        };
        let Some(((learner, net, metrics), ahead)) = made else { return Ok(None) };

        let player = if self.config.selfplay.overlap { Arc::clone(&state.net) } else { Arc::clone(&net) };
        let generation = state.generation + 1;
        (state.generation, state.learner, state.net, state.player) = (generation, learner, net, player);
        (state.restarts, state.ahead) = (restarts, ahead);
        state.spent += began.elapsed();
        Ok(Some(metrics))
    }

    /// Learns from `games` of the generation after `state`, which began at `began`, exports, measures and publishes it;
    /// `None` if stopped, with nothing published. `restarts` are those of the generation after the one made here.
    fn complete(
        &self,
        state: &RunState,
        games: TimedGames,
        new_samples: usize,
        restarts: &Restarts,
        plan: GenerationPlan,
        began: Clock,
    ) -> Result<Option<(LearnerState, Arc<CompactNet>, Metrics)>> {
        let generation = state.generation + 1;
        let TimedGames { played: (games, selfplay), alone, beside } = games;
        let before_learning = began.elapsed();

        let (learned, learning) = timed(|| self.learn(state, new_samples, plan.rate))?;
        let Some((learner, losses)) = learned else { return Ok(None) };
        let steps = learner.steps - state.learner.steps;
        let net = Arc::new(self.export(&learner, generation)?);
        if !self.config.selfplay.overlap && plan.until != Some(generation) {
            self.backend.prepare(&self.games_of(generation + 1, &net, restarts));
        }

        let (report, reporting) = timed(|| self.report(generation, &net, &state.buffer, plan))?;
        // The budget does not discard what was learned, only its report.
        if self.session.is_interrupted() {
            return Ok(None);
        }

        let all = began.elapsed();
        let files = all - before_learning - learning - reporting;
        let [seconds, cpu] = [|time: Time| time.wall, |time: Time| time.cpu].map(|by| Seconds {
            selfplay: by(alone),
            learner: by(learning),
            report: by(reporting),
            files: by(files),
        });
        let metrics = Metrics {
            generation,
            steps: learner.steps,
            total_samples: state.buffer.total(),
            window: state.buffer.len(),
            games: GameMetrics::of(&games),
            selfplay,
            selfplay_beside: beside,
            planned: plan.until,
            learning_rate: plan.rate,
            learning: losses,
            validation: report.validation,
            strength: report.strength,
            learner_rate: (steps * self.config.learner.batch as u64) as f64 / seconds.learner.max(1e-9),
            threads: self.session.threads,
            elapsed: state.spent.wall + all.wall,
            cpu_elapsed: state.spent.cpu + all.cpu,
            seconds,
            cpu,
            complete_at: seconds_since_1970(SystemTime::now()),
        };
        let checkpoint = Checkpoint { learner, total_samples: state.buffer.total(), games, metrics };
        checkpoint.publish(self.rules.of(generation), self.session.run, generation, &net)?;
        let oldest = if self.config.selfplay.keep_games { 0 } else { state.buffer.oldest().unwrap_or(0) };
        checkpoint::prune(self.session.run, generation, oldest)?;
        Ok(Some((checkpoint.learner, net, checkpoint.metrics)))
    }

    /// Plays the games of the generation after `state`; `None` if stopped.
    fn play(&self, state: &RunState) -> Result<Option<TimedGames>> {
        let (generation, progress) = (state.generation + 1, self.session.progress);
        progress.begin(generation, "self-play", "games", self.config.selfplay.games.into());
        let games = self.games_of(generation, &state.player, &state.restarts);
        let clock = Clock::start();
        let share = self.config.selfplay.budget_share;
        let enough = || share.is_some_and(|share| self.limit.is_share_reached(clock, share));
        let play = || self.backend.play_until(&games, &enough, &|| self.stop(), &|| progress.tick());
        let (played, alone) = timed(play)?;
        progress.end();
        Ok(played.map(|played| TimedGames { played, alone, beside: 0.0 }))
    }

    /// The games of a generation, played by `net`.
    fn games_of<'n>(&'n self, generation: u32, net: &'n Arc<CompactNet>, restarts: &'n Restarts) -> SelfPlay<'n> {
        // With several rules `exact_share` is 0 (`check_other_rules`), so no solver in `solvers` is for other rules.
        let game = self.rules.of(generation);
        SelfPlay::new(game, self.config, generation, net).with_solvers(&self.solvers).with_restarts(restarts)
    }

    /// Learns from the window with `new` new samples. Returns the learner's new state and its mean losses, `None`
    /// without steps; `None` for both if stopped.
    fn learn(&self, state: &RunState, new_samples: usize, rate: f64) -> Result<Option<(LearnerState, Option<Losses>)>> {
        let (generation, progress) = (state.generation + 1, self.session.progress);
        let steps = self.steps(&state.buffer, new_samples);
        progress.begin(generation, "learning", "steps", steps);
        let mut learner = state.learner.clone();
        let plan = UpdatePlan { generation, steps, rate };
        let learned = self.learner.train(&mut learner, &state.buffer, plan, || self.stop(), || progress.tick())?;
        progress.end();
        let Some(losses) = learned else { return Ok(None) };
        if steps == 0 {
            return Ok(Some((learner, None)));
        }
        self.learner.settle(&mut learner, &state.buffer, generation)?;
        Ok(Some((learner, Some(losses))))
    }

    /// The number of the learner's steps in a generation: 0 before there are enough samples, then at least one.
    fn steps(&self, buffer: &ReplayBuffer, new_samples: usize) -> u64 {
        if buffer.len() < self.config.first_samples() {
            return 0;
        }
        let uses = new_samples as f64 * f64::from(self.config.learner.passes);
        (uses / self.config.learner.batch as f64).ceil().max(1.0) as u64
    }

    /// Validates the net of a generation and, if due, measures its strength.
    fn report(
        &self,
        generation: u32,
        net: &Arc<CompactNet>,
        buffer: &ReplayBuffer,
        plan: GenerationPlan,
    ) -> Result<Report> {
        let validation = self.validate(net, buffer, generation)?;
        let every = self.config.report.every;
        let due = every > 0 && (generation.is_multiple_of(every) || Some(generation) == plan.until);
        let strength = if due && !self.stop() { self.measure(net, generation)? } else { None };
        Ok(Report { validation, strength })
    }

    /// The strength of a net; `None` if stopped.
    fn measure(&self, net: &Arc<CompactNet>, generation: u32) -> Result<Option<Strength>> {
        let (clock, share) = (Clock::start(), self.config.selfplay.budget_share);
        let is_over = || share.is_some_and(|share| self.limit.is_share_reached(clock, share));
        self.yardstick.measure(net, generation, self.session.progress, &|| self.stop() || is_over())
    }

    /// Losses of the exported net; `None` if stopped.
    fn validate(&self, net: &Arc<CompactNet>, buffer: &ReplayBuffer, generation: u32) -> Result<Option<Validation>> {
        let progress = self.session.progress;
        let mut evaluator = CompactEvaluator::new(self.rules.own(), Arc::clone(net))?;
        let total = validation_len(buffer, self.config) as u64;
        progress.begin(generation, "validation", "samples", total);
        let (stop, tick) = (|| self.stop(), || progress.tick());
        let losses = validate(self.rules, &mut evaluator, buffer, self.config, &self.architecture, stop, tick);
        progress.end();
        let Some(losses) = losses else { return Ok(None) };
        // Taken evenly from the window, as the training samples above.
        let stride = buffer.len().div_ceil(LISTENED_TO).max(1);
        let positions = (0..buffer.len()).rev().step_by(stride).map(|index| &buffer.sample(index).sample.position);
        let dead = net.dead_units(self.rules.own(), positions)?;
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
        export(self.rules.own(), self.config, self.architecture, &self.learner, learner, provenance)
    }
}
