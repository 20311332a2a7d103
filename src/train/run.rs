use super::backend::SelfPlayBackend;
use super::checkpoint::history;
use super::clock::{Clock, Time};
use super::config::Config;
use super::metrics::Metrics;
use super::reporter::Reporter;
use super::resume::extend;
use super::rules_in_turn::RulesInTurn;
use super::schedule::Schedule;
use super::session::{Limit, Session};
use super::trainer::{GenerationPlan, Trainer};
use anyhow::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All generations of the config or the budget's plan are complete.
    Complete,
    /// The budget ended before its plan, or it has no room for a single generation.
    Budget {
        /// The unfinished generation that was dropped.
        dropped: Option<u32>,
    },
    Interrupted,
}

/// Trains from the newest complete generation on, or from scratch if there is none; the games are played by `backend`.
///
/// Each generation starts from the checkpoint before it, whether this session wrote it or an earlier one: an
/// interrupted run computes the same as an uninterrupted one.
///
/// # Errors
/// A file cannot be read or written, a checkpoint is damaged, the net diverges, or the run's directory is no longer the
/// one that the session began in; complete generations stay as they are.
pub fn run(rules: RulesInTurn, config: &Config, session: &Session, backend: &dyn SelfPlayBackend) -> Result<Finish> {
    let clock = Clock::start();
    session.run.sweep()?;
    let so_far = history(session.run.dir())?;
    let mut schedule = Schedule::read(session.run.dir())?;
    match session.anneal {
        Some(count) => schedule.anneal(config, count, &so_far)?,
        None => schedule.begin(config, session.budget, &so_far),
    }
    let spent = so_far.last().map_or(Time::default(), Metrics::spent);
    let limit = Limit { budget: schedule.budget(), clock, spent };
    let mut trainer = Trainer::new(rules, config, session, backend, limit)?;
    let restored = trainer.restored()?;
    // Nothing is written before it is clear that the run can continue.
    extend(session.run, config)?;
    schedule.write(session.run)?;
    let begun = match restored {
        Some(state) => Some((state, None)),
        None => trainer.generation_0(schedule.phase(1).map(|phase| phase.until))?,
    };
    let Some((mut state, first)) = begun else { return Ok(Finish::Interrupted) };
    let mut reporter = Reporter::new(session, so_far)?;
    first.map_or(Ok(()), |metrics| reporter.add(metrics))?;

    let stopped = |dropped| if session.is_interrupted() { Finish::Interrupted } else { Finish::Budget { dropped } };
    while schedule.settle(config, reporter.metrics()) {
        schedule.write(session.run)?;
        let generation = state.generation + 1;
        let phase = schedule.phase(generation);
        reporter.plan(generation, phase);
        trainer.limit.budget = schedule.deadline(generation);
        if trainer.stop() {
            return Ok(stopped(None));
        }
        let plan = GenerationPlan { rate: schedule.rate(generation, config), until: phase.map(|phase| phase.until) };
        let Some(metrics) = trainer.next_generation(&mut state, plan)? else { return Ok(stopped(Some(generation))) };
        reporter.add(metrics)?;
    }
    Ok(if schedule.is_over(state.generation) { Finish::Complete } else { stopped(None) })
}
