use super::budget::Budget;
use crate::train::clock::Time;
use crate::train::metrics::Metrics;

/// Share of a budget that planning leaves free in case the last generations are slower than expected.
pub(super) const RESERVE: f64 = 0.01;

/// Share of a budget that may be added for the generations in which the rate falls: dropping the last of them would
/// waste more.
pub(super) const GRACE: f64 = 0.05;

/// Number of generations whose durations predict the next ones.
const RECENT: usize = 5;

/// How many more generations a budget has room for.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    /// Generations that fit with [`RESERVE`] left free.
    pub with_reserve: u32,
    /// Generations that fit with nothing left free.
    pub exact: u32,
    /// Generations that fit with [`GRACE`] added.
    pub with_grace: u32,
}

/// More generations than any run makes.
const MOST_AHEAD: u32 = 1_000_000;

impl Fit {
    /// How many more generations fit into a budget, if one in `every` measures strength. `None` without a budget, or
    /// without a generation to extrapolate from.
    pub fn of(budget: Budget, every: u32, metrics: &[Metrics]) -> Option<Fit> {
        let spent = metrics.last().map_or(Time::default(), Metrics::spent);
        let recent: Vec<&Metrics> =
            metrics.iter().rev().filter(|metrics| metrics.generation > 0).take(RECENT).collect();
        if recent.is_empty() {
            return None;
        }
        // The time for measuring strength counts separately: few generations do it.
        let reported = metrics.iter().rev().find(|metrics| metrics.strength.is_some());
        let report = reported.map_or(Time::default(), Metrics::report_time);
        let mut all = Time::default();
        for metrics in &recent {
            all += metrics.time();
            if metrics.strength.is_some() {
                all = all - metrics.report_time();
            }
        }
        let done = done(metrics);
        let fit = |left: f64, all: f64, report: f64| {
            let each = all / recent.len() as f64;
            let fits = |more: u32| {
                let last = done.saturating_add(more);
                // The last generation always reports.
                let and_last = u32::from(every > 0 && !last.is_multiple_of(every));
                let reports = last.checked_div(every).map_or(0, |all| all - done / every) + and_last;
                f64::from(more) * each + f64::from(reports) * report <= left
            };
            // The largest number that fits: costs only grow with the number.
            let (mut low, mut high) = (0, MOST_AHEAD);
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if fits(middle) { low = middle } else { high = middle - 1 }
            }
            low
        };
        let Budget { wall, cpu } = budget;
        let within = |share: f64| {
            let wall = wall.map(|limit| fit(share * limit - spent.wall, all.wall, report.wall));
            let cpu = cpu.map(|limit| fit(share * limit - spent.cpu, all.cpu, report.cpu));
            wall.into_iter().chain(cpu).min()
        };
        Some(Fit { with_reserve: within(1.0 - RESERVE)?, exact: within(1.0)?, with_grace: within(1.0 + GRACE)? })
    }
}

/// The number of the newest generation.
pub(super) fn done(metrics: &[Metrics]) -> u32 {
    metrics.last().map_or(0, |metrics| metrics.generation)
}
