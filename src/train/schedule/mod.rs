//! The learning rate over the generations of a run, and the number of generations.
//!
//! The rate is constant and then falls along a half cosine: "warm-up, stable, decay" (Hu et al. 2024, MiniCPM; Hägele
//! et al. 2024, arXiv 2405.18392). Until it falls, nothing depends on the run's length, so a run on a budget can
//! determine on its way how many generations fit.

mod budget; // how long a run may take
mod phase; //  generations with one rule for their rate
mod fit; //    how many more generations a budget has room for

pub use budget::Budget;
pub use phase::Phase;

use super::config::Config;
use super::metrics::Metrics;
use super::toml_file::read_toml;
use crate::runs::{HeldRun, RunDir};
use anyhow::{Context, Result, bail};
use fit::{Fit, GRACE, done};
use serde::{Deserialize, Serialize};

/// The request that a schedule fulfils.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Aim {
    generations: u32,
    #[serde(flatten)]
    budget: Budget,
}

/// The run's file `schedule.toml`, which the learning rate follows. Written before the generations whose rate it fixes
/// are trained, so that a resumed run computes the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The last settled generation; later ones may be planned anew.
    settled: u32,
    /// Whether the last phase is one that the user requested to finish the run.
    #[serde(default)]
    finishing: bool,
    aim: Aim,
    /// The phases, each up to the next. Empty before there is anything to plan with: the rate is the config's.
    #[serde(default)]
    phases: Vec<Phase>,
}

impl Schedule {
    /// The schedule of a run; an empty one if nothing is settled.
    ///
    /// # Errors
    /// The file cannot be read, or is not a schedule.
    pub fn read(run: &RunDir) -> Result<Schedule> {
        Ok(read_toml(&run.schedule())?.unwrap_or_default())
    }

    /// Writes the schedule into the run.
    ///
    /// # Errors
    /// The file cannot be written, or the run is no longer the one that was locked.
    pub(super) fn write(&self, run: &HeldRun) -> Result<()> {
        run.write_schedule(&toml::to_string(self).context("cannot write the schedule")?)
    }

    pub fn phase(&self, generation: u32) -> Option<&Phase> {
        self.phases.iter().rev().find(|phase| phase.from <= generation)
    }

    /// The run's last generation as planned; `None` before there is anything to plan with.
    pub fn generations(&self) -> Option<u32> {
        self.phases.last().map(|phase| phase.until)
    }

    /// The budget that the run was last given.
    pub fn budget(&self) -> Budget {
        self.aim.budget
    }

    /// The time after which a generation is dropped.
    pub(super) fn deadline(&self, generation: u32) -> Budget {
        let Budget { wall, cpu } = self.aim.budget;
        let falls = self.phase(generation).is_some_and(|phase| phase.full_until < generation);
        let longer = |limit: f64| limit * if falls { 1.0 + GRACE } else { 1.0 };
        Budget { wall: wall.map(longer), cpu: cpu.map(longer) }
    }

    /// The learning rate of a generation, after the warm-up.
    pub fn rate(&self, generation: u32, config: &Config) -> f64 {
        self.phase(generation).map_or(config.learner.rate, |phase| phase.rate(generation, config.learner.final_rate))
    }

    /// Whether this is the last generation, or one after it.
    pub fn is_over(&self, generation: u32) -> bool {
        self.generations().unwrap_or(self.aim.generations) <= generation
    }

    /// Begins a session after `metrics`, those of all generations so far. A `budget` without limits keeps the run's
    /// earlier one. If the request has changed, the generations still to be made are planned anew; otherwise an
    /// existing plan stays as it is.
    pub(super) fn begin(&mut self, config: &Config, budget: Budget, metrics: &[Metrics]) {
        let budget = if budget.is_none() { self.aim.budget } else { budget };
        let aim = Aim { generations: config.generations, budget };
        if self.aim == aim && !self.phases.is_empty() {
            return;
        }
        self.aim = aim;
        self.finishing = false;
        let done = done(metrics);
        self.settled = done;
        let until = match Fit::of(budget, config.report.every, metrics) {
            None if budget.is_none() => aim.generations,
            // It is not known yet how long a generation takes. Without a phase the rate is the config's: the full one.
            None => return,
            Some(Fit { exact: 0, .. }) => return,
            Some(Fit { with_reserve, .. }) => aim.generations.min(done + with_reserve.max(1)),
        };
        if until > done {
            self.plan(config, done, until);
            self.settled = if budget.is_none() { until } else { done + 1 };
        }
    }

    /// Settles that `count` more generations follow, in which the rate falls from its current value to the final rate.
    /// From then on the run has no budget.
    ///
    /// # Errors
    /// An earlier request to finish the run is not fulfilled yet.
    pub(super) fn anneal(&mut self, config: &Config, count: u32, metrics: &[Metrics]) -> Result<()> {
        let done = done(metrics);
        if let Some(phase) = self.phases.last().filter(|phase| self.finishing && phase.until > done) {
            bail!(
                "the run is being finished already, in generations {} to {}: expected --resume to continue, or --anneal \
                 after that",
                phase.full_until + 1,
                phase.until
            );
        }
        let rate = metrics.last().map(|metrics| metrics.learning_rate).filter(|&rate| rate > 0.0);
        let rate = rate.unwrap_or(config.learner.rate);
        let until = done.saturating_add(count);
        self.add(Phase { from: done + 1, full_until: done, until, rate });
        self.aim = Aim { generations: config.generations, budget: Budget::default() };
        self.finishing = true;
        self.settled = until;
        Ok(())
    }

    /// Settles the generation after `metrics`, those of all generations so far, and returns whether to make it.
    pub(super) fn settle(&mut self, config: &Config, metrics: &[Metrics]) -> bool {
        let done = done(metrics);
        if self.settled > done {
            return true;
        }
        // Without a budget everything is settled from the beginning.
        if self.aim.budget.is_none() || done >= self.aim.generations {
            return false;
        }
        if let Some(fit) = Fit::of(self.aim.budget, config.report.every, metrics) {
            match self.phase(done).copied() {
                Some(phase) if phase.until <= done => return false,
                // The rate falls already: its end stands, unless time runs out.
                Some(phase) if phase.full_until < done => {
                    if fit.with_grace == 0 {
                        return false;
                    }
                    let until = phase.until.min(done + fit.exact.max(1));
                    if until < phase.until {
                        let rate = phase.rate(done, config.learner.final_rate);
                        self.add(Phase { from: done + 1, full_until: done, until, rate });
                    }
                }
                _ if fit.with_grace == 0 => return false,
                // At least one more generation, in which the rate falls, even slightly beyond the budget: a run that
                // ends at the full rate wastes more.
                _ => self.plan(config, done, self.aim.generations.min(done + fit.with_reserve.max(1))),
            }
        }
        self.settled = done + 1;
        true
    }

    /// Plans the generations after `done` up to `until`, with the full rate before it falls.
    fn plan(&mut self, config: &Config, done: u32, until: u32) {
        let falling = (f64::from(config.learner.anneal_share) * f64::from(until)).round().max(1.0) as u32;
        // The first generation always has the full rate.
        let full_until = until.saturating_sub(falling).max(done).max(1);
        self.add(Phase { from: done + 1, full_until, until, rate: config.learner.rate });
    }

    /// Adds a phase of generations that are still to be made. If it only moves the end of the phase before, it replaces
    /// that phase.
    fn add(&mut self, next: Phase) {
        self.phases.retain(|phase| phase.from < next.from);
        match self.phases.last_mut() {
            Some(last) if last.full_until + 1 >= next.from && last.rate == next.rate => {
                *last = Phase { from: last.from, ..next };
            }
            _ => self.phases.push(next),
        }
    }
}

#[cfg(test)]
mod tests;
