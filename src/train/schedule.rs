//! The learning rate over the generations of a run, and how many generations there will be.
//!
//! The rate is constant and then falls along a half cosine: "warm-up, stable, decay" (Hu et al. 2024, MiniCPM; Hägele et
//! al. 2024, arXiv 2405.18392). Until it falls, nothing depends on the run's length, so a run on a budget can find out on
//! its way how many generations fit.

use super::clock::Time;
use super::config::Config;
use super::report::Metrics;
use crate::runs::{HeldRun, RunDir};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;

/// How long a run may take, earlier sessions included. A limit that is not set is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Wall-clock seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<f64>,
    /// Processor seconds of this process, all threads together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
}

impl Budget {
    /// Whether there is no limit.
    pub fn is_none(&self) -> bool {
        *self == Budget::default()
    }

    /// Whether a run that has taken this time is to stop.
    pub fn is_spent(&self, spent: Time) -> bool {
        [(self.wall, spent.wall), (self.cpu, spent.cpu)]
            .iter()
            .any(|&(limit, spent)| limit.is_some_and(|limit| spent >= limit))
    }
}

/// Some generations of a run with one rule for their learning rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The first generation that it holds for.
    pub from: u32,
    /// The last one with the full rate. From there the rate falls along a half cosine.
    pub full_until: u32,
    /// The last one of all, which has the config's `learner.final_rate`.
    pub until: u32,
    /// The full rate.
    pub rate: f64,
}

impl Phase {
    /// The learning rate of a generation, after the warm-up.
    pub fn rate(&self, generation: u32, final_rate: f64) -> f64 {
        if generation <= self.full_until {
            return self.rate;
        }
        let [done, all] = [generation, self.until].map(|end| f64::from(end - self.full_until));
        // The same bits on every system.
        let cosine = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * (done / all).min(1.0)));
        final_rate + (self.rate - final_rate) * cosine
    }
}

/// What a run was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Aim {
    /// The config's `generations`.
    generations: u32,
    #[serde(flatten)]
    budget: Budget,
}

/// The run's file `schedule.toml`: what the learning rate follows. It is written before the generations that it settles
/// are made, so that a run which is resumed computes the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The generations up to this one are settled; later ones may be planned anew.
    settled: u32,
    /// Whether the last phase is one that somebody asked for to finish the run.
    #[serde(default)]
    finishing: bool,
    aim: Aim,
    /// Each holds until the next begins. None before there is anything to plan with: the rate is the config's.
    #[serde(default)]
    phases: Vec<Phase>,
}

/// Share of a budget that planning leaves free for the last generations to be slower than expected.
const RESERVE: f64 = 0.01;

/// Share of a budget that may be added to it for the generations in which the rate falls: to drop the last of them would
/// waste more.
const GRACE: f64 = 0.05;

/// Generations whose durations predict those to come.
const RECENT: usize = 5;

impl Schedule {
    /// The schedule of a run; an empty one where nothing is settled.
    ///
    /// # Errors
    /// The file cannot be read, or is no schedule.
    pub fn read(run: &RunDir) -> Result<Schedule> {
        let path = run.schedule();
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).with_context(|| format!("{} is damaged", path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Schedule::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Writes it into the run.
    ///
    /// # Errors
    /// It cannot be written, or the run is no longer the one that was taken.
    pub(super) fn write(&self, run: &HeldRun) -> Result<()> {
        run.write_schedule(&toml::to_string(self).context("cannot write the schedule")?)
    }

    /// The phase of a generation.
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

    /// The time after which a generation is given up.
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

    /// Begins a session after `metrics`, those of all generations so far. A `budget` without limits leaves the one that
    /// the run was given before. What was asked for decides what is settled anew: the same as before settles nothing.
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
        let until = match self.fitting(config, metrics) {
            None if budget.is_none() => aim.generations,
            // Nothing is known yet, and the full rate need not be settled.
            None => return,
            Some(Fitting { fully: 0, .. }) => return,
            Some(Fitting { safely, .. }) => aim.generations.min(done + safely.max(1)),
        };
        if until > done {
            self.plan(config, done, until);
            self.settled = if budget.is_none() { until } else { done + 1 };
        }
    }

    /// Settles that `count` more generations follow, in which the rate falls from its present value to the final rate.
    /// From then on the run has no budget.
    ///
    /// # Errors
    /// It does so already.
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

    /// Settles the generation after `metrics`, those of all generations so far, and returns whether it is to be made.
    pub(super) fn settle(&mut self, config: &Config, metrics: &[Metrics]) -> bool {
        let done = done(metrics);
        if self.settled > done {
            return true;
        }
        // Without a budget all is settled from the beginning.
        if self.aim.budget.is_none() || done >= self.aim.generations {
            return false;
        }
        if let Some(Fitting { safely, fully, barely }) = self.fitting(config, metrics) {
            match self.phase(done).copied() {
                Some(phase) if phase.until <= done => return false,
                // The rate falls already: its end stands, unless time runs out.
                Some(phase) if phase.full_until < done => {
                    if barely == 0 {
                        return false;
                    }
                    let until = phase.until.min(done + fully.max(1));
                    if until < phase.until {
                        let rate = phase.rate(done, config.learner.final_rate);
                        self.add(Phase { from: done + 1, full_until: done, until, rate });
                    }
                }
                // What is left may be too little for another generation, but a run that ends at the full rate wastes more.
                _ if barely == 0 => return false,
                _ => self.plan(config, done, self.aim.generations.min(done + safely.max(1))),
            }
        }
        self.settled = done + 1;
        true
    }

    /// Plans the generations after `done` up to `until`, with the full rate before it falls.
    fn plan(&mut self, config: &Config, done: u32, until: u32) {
        let falling = (f64::from(config.learner.anneal_share) * f64::from(until)).round().max(1.0) as u32;
        // The first generation has the full rate whatever comes.
        let full_until = until.saturating_sub(falling).max(done).max(1);
        self.add(Phase { from: done + 1, full_until, until, rate: config.learner.rate });
    }

    /// Adds a phase of generations that are still to be made. One that only moves the end of the one before takes its
    /// place.
    fn add(&mut self, next: Phase) {
        self.phases.retain(|phase| phase.from < next.from);
        match self.phases.last_mut() {
            Some(last) if last.full_until + 1 >= next.from && last.rate == next.rate => {
                *last = Phase { from: last.from, ..next };
            }
            _ => self.phases.push(next),
        }
    }

    /// How many more generations fit into the budget. `None` where there is no budget, or no generation to measure by.
    fn fitting(&self, config: &Config, metrics: &[Metrics]) -> Option<Fitting> {
        let spent = metrics.last().map_or(Time::default(), Metrics::spent);
        let recent: Vec<&Metrics> =
            metrics.iter().rev().filter(|metrics| metrics.generation > 0).take(RECENT).collect();
        if recent.is_empty() {
            return None;
        }
        // What measuring strength takes counts for itself: few generations do it.
        let reported = metrics.iter().rev().find(|metrics| metrics.strength.is_some());
        let report = reported.map_or(Time::default(), Metrics::report_time);
        let mut all = Time::default();
        for metrics in &recent {
            all += metrics.time();
            if metrics.strength.is_some() {
                all = all - metrics.report_time();
            }
        }
        let (done, every) = (done(metrics), config.report.every);
        let fit = |left: f64, all: f64, report: f64| {
            let each = all / recent.len() as f64;
            let fits = |more: u32| {
                let last = done.saturating_add(more);
                let reports = last.checked_div(every).map_or(0, |all| all - done / every + u32::from(last % every > 0));
                f64::from(more) * each + f64::from(reports) * report <= left
            };
            // The largest number that fits: costs only grow with it.
            let (mut low, mut high) = (0, MOST_AHEAD);
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if fits(middle) { low = middle } else { high = middle - 1 }
            }
            low
        };
        let Budget { wall, cpu } = self.aim.budget;
        let within = |share: f64| {
            let wall = wall.map(|limit| fit(share * limit - spent.wall, all.wall, report.wall));
            let cpu = cpu.map(|limit| fit(share * limit - spent.cpu, all.cpu, report.cpu));
            wall.into_iter().chain(cpu).min()
        };
        Some(Fitting { safely: within(1.0 - RESERVE)?, fully: within(1.0)?, barely: within(1.0 + GRACE)? })
    }
}

/// How many more generations a budget has room for.
#[derive(Clone, Copy)]
struct Fitting {
    /// With [`RESERVE`] left free.
    safely: u32,
    /// With nothing left free.
    fully: u32,
    /// With [`GRACE`] added.
    barely: u32,
}

/// More generations than anybody makes.
const MOST_AHEAD: u32 = 1_000_000;

/// The number of the newest generation.
fn done(metrics: &[Metrics]) -> u32 {
    metrics.last().map_or(0, |metrics| metrics.generation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::report::Seconds;

    fn config(generations: u32, anneal_share: f32) -> Config {
        let text = format!("generations = {generations}\n[game]\nvariant = \"dualite\"\n[report]\nevery = 0\n");
        let share = format!("learner.anneal_share={anneal_share}");
        let keys = ["learner.rate=1e-2", "learner.final_rate=1e-3", &share];
        Config::parse("test", &text, &keys.map(str::to_owned)).expect("valid")
    }

    /// The metrics of generations that took so many seconds each.
    fn metrics(seconds: &[f64]) -> Vec<Metrics> {
        let mut elapsed = 0.0;
        let each = [0.0].iter().chain(seconds).enumerate().map(|(generation, &selfplay)| {
            elapsed += selfplay;
            let seconds = Seconds { selfplay, ..Seconds::default() };
            Metrics { generation: generation as u32, seconds, elapsed, learning_rate: 1e-2, ..Metrics::default() }
        });
        each.collect()
    }

    fn wall(seconds: f64) -> Budget {
        Budget { wall: Some(seconds), cpu: None }
    }

    /// Runs generations that take `cost(generation)` seconds, and returns their rates.
    fn run(
        config: &Config,
        schedule: &mut Schedule,
        budget: Budget,
        cost: impl Fn(u32) -> f64,
        done: &[f64],
    ) -> Vec<f64> {
        let mut seconds = done.to_vec();
        let mut rates = Vec::new();
        schedule.begin(config, budget, &metrics(&seconds));
        while schedule.settle(config, &metrics(&seconds)) {
            let generation = seconds.len() as u32 + 1;
            // Interrupted here, it goes on as it would have without.
            let text = toml::to_string(schedule).expect("a table");
            let mut resumed: Schedule = toml::from_str(&text).expect("written by us");
            resumed.begin(config, Budget::default(), &metrics(&seconds));
            assert!(resumed.settle(config, &metrics(&seconds)));
            assert_eq!(&resumed, schedule);
            rates.push(schedule.rate(generation, config));
            seconds.push(cost(generation));
        }
        // All of it can be computed again from what is written.
        let again = (1..).map(|generation| schedule.rate(generation, config));
        assert!(again.skip(done.len()).zip(&rates).all(|(again, &rate)| again == rate));
        rates
    }

    #[test]
    fn a_generation_in_which_the_rate_falls_is_not_dropped_for_a_moment() {
        let (config, mut schedule) = (config(1000, 0.2), Schedule::default());
        schedule.begin(&config, wall(100.0), &[]);
        assert!(schedule.settle(&config, &metrics(&[])));
        assert_eq!(schedule.deadline(1), wall(100.0));
        assert!(schedule.settle(&config, &metrics(&[9.8; 9])));
        assert_eq!((schedule.deadline(9), schedule.deadline(10)), (wall(100.0), wall(105.0)));
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn the_rate_falls_in_the_last_generations_only() {
        let (config, mut schedule) = (config(40, 0.1), Schedule::default());
        let rates = run(&config, &mut schedule, Budget::default(), |_| 1.0, &[]);
        assert_eq!(rates.len(), 40);
        assert!(rates[..36].iter().all(|&rate| rate == 1e-2));
        close(rates[37], 5.5e-3);
        close(rates[39], 1e-3);
        assert!(rates[35..].windows(2).all(|pair| pair[1] < pair[0]));
        assert!(schedule.is_over(40) && !schedule.is_over(39));
    }

    #[test]
    fn the_rate_can_fall_all_the_time() {
        let rates = run(&config(41, 1.0), &mut Schedule::default(), Budget::default(), |_| 1.0, &[]);
        close(rates[0], 1e-2);
        close(rates[10], 1e-3 + 9e-3 * (0.5 + 0.125f64.sqrt()));
        close(rates[20], 5.5e-3);
        close(rates[40], 1e-3);
        assert_eq!(run(&config(1, 1.0), &mut Schedule::default(), Budget::default(), |_| 1.0, &[]), [1e-2]);
    }

    #[test]
    fn a_budget_is_used_and_ends_at_the_final_rate() {
        // A steady machine; games that get longer; a machine that other work slows down from the middle on; one in the end.
        let costs: [&dyn Fn(u32) -> f64; 4] = [
            &|_| 10.0,
            &|generation| 5.0 + 0.1 * f64::from(generation),
            &|generation| if generation < 50 { 10.0 } else { 25.0 },
            &|generation| if generation < 95 { 10.0 } else { 20.0 },
        ];
        for (index, cost) in costs.into_iter().enumerate() {
            let (config, mut schedule) = (config(1000, 0.1), Schedule::default());
            let rates = run(&config, &mut schedule, wall(1000.0), cost, &[]);
            let used: f64 = (1..=rates.len() as u32).map(cost).sum();
            assert!((950.0..=1000.0).contains(&used), "{index}: {used} s in {} generations", rates.len());
            close(*rates.last().expect("some"), 1e-3);
            assert!(rates.windows(2).all(|pair| pair[1] <= pair[0]), "{index}: {rates:?}");
            let full = rates.iter().filter(|&&rate| rate == 1e-2).count() as f64 / rates.len() as f64;
            assert!((0.85..0.95).contains(&full), "{index}: {full} of the generations at the full rate");
            assert!(schedule.is_over(rates.len() as u32));
        }
    }

    #[test]
    fn a_slow_generation_does_not_take_away_the_one_in_which_the_rate_falls() {
        // 10 seconds are left after the eighth, where recent ones took 12.
        let cost = |generation| if generation == 8 { 20.0 } else { 10.0 };
        let rates = run(&config(1000, 0.1), &mut Schedule::default(), wall(100.0), cost, &[]);
        assert_eq!((rates.len(), rates[7]), (9, 1e-2));
        close(rates[8], 1e-3);
    }

    #[test]
    fn a_budget_for_nothing_ends_at_once_and_one_of_processor_time_counts_that() {
        let (config, mut schedule) = (config(1000, 0.1), Schedule::default());
        assert_eq!(run(&config, &mut schedule, wall(15.0), |_| 10.0, &[]).len(), 1);
        assert!(!schedule.is_over(1));
        let mut metrics = metrics(&[1.0]);
        metrics[1].cpu = Seconds { learner: 10.0, ..Seconds::default() };
        metrics[1].cpu_elapsed = 12.0;
        let mut schedule = Schedule::default();
        schedule.begin(&config, Budget { wall: Some(500.0), cpu: Some(115.0) }, &metrics);
        assert_eq!(schedule.phase(2).map(|phase| phase.until), Some(11));
    }

    #[test]
    fn reports_count_where_they_fall() {
        let mut config = config(1000, 0.1);
        config.report.every = 10;
        let mut metrics = metrics(&[1.0; 9]);
        metrics[0].strength = Some(crate::train::strength::Strength { matches: Vec::new(), exam: None });
        metrics[0].seconds.report = 5.0;
        let mut schedule = Schedule::default();
        // 21 generations, of which the 10th, the 20th and the last report.
        schedule.begin(&config, wall((9.0 + 12.0 + 15.0) / (1.0 - RESERVE) + 0.1), &metrics);
        assert_eq!(schedule.phase(10).map(|phase| phase.until), Some(21));
    }

    #[test]
    fn a_run_is_finished_by_annealing_wherever_it_stopped() {
        let config = config(40, 0.1);
        for done in [7, 40] {
            let mut schedule = Schedule::default();
            let mut so_far = metrics(&vec![1.0; done]);
            schedule.begin(&config, Budget::default(), &[]);
            so_far.last_mut().expect("some").learning_rate = 4e-3;
            schedule.anneal(&config, 4, &so_far).expect("it does not fall yet");
            let rates = run(&config, &mut schedule, Budget::default(), |_| 1.0, &vec![1.0; done]);
            assert_eq!(rates.len(), 4);
            assert!(rates[0] < 4e-3 && rates.windows(2).all(|pair| pair[1] < pair[0]));
            close(rates[1], 2.5e-3);
            close(rates[3], 1e-3);
            assert!(schedule.is_over(done as u32 + 4));
        }
        let mut schedule = Schedule::default();
        schedule.begin(&config, Budget::default(), &[]);
        schedule.anneal(&config, 4, &metrics(&[1.0; 7])).expect("it does not fall yet");
        let message = schedule.anneal(&config, 4, &metrics(&[1.0; 9])).expect_err("it falls").to_string();
        assert!(message.contains("in generations 8 to 11: expected --resume"), "{message}");
    }

    #[test]
    fn more_generations_or_a_larger_budget_raise_the_rate_again() {
        let mut schedule = Schedule::default();
        let first = run(&config(20, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[]);
        let more = run(&config(40, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[1.0; 20]);
        assert_eq!((first.len(), more.len(), more[0], more[15]), (20, 20, 1e-2, 1e-2));
        close(more[19], 1e-3);
        let budget = run(&config(1000, 0.1), &mut schedule, wall(100.0), |_| 1.0, &[1.0; 40]);
        assert_eq!((budget.len(), budget[0]), (59, 1e-2));
        close(budget[58], 1e-3);
        assert!(run(&config(1000, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[1.0; 99]).is_empty());
    }
}
