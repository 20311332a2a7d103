use super::config::Config;
use super::metrics::Metrics;
use super::schedule::Budget;
use super::strength::{Percentage, Strength};
use std::time::Duration;

/// The generations of a run in words, for a person who watches the training.
#[derive(Debug)]
pub struct Log {
    beginning: String,
    /// Samples that the learner needs before its first step.
    first_samples: usize,
    budget: Budget,
    /// The generations so far, oldest first.
    metrics: Vec<Metrics>,
}

/// Figures of one kind, for instance `loss`: `policy 1.614 ↓0.021`, `value 0.399 ↓0.004`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub label: &'static str,
    pub parts: Vec<String>,
}

/// Generations whose durations predict those to come.
const RECENT: usize = 5;

/// Most generations in a sparkline.
const SPARKS: usize = 24;

impl Log {
    /// The log of a run that has made these generations.
    pub fn new(config: &Config, budget: Budget, so_far: Vec<Metrics>) -> Log {
        let beginning = config.from.as_ref().map_or("untrained".to_owned(), |from| format!("from {from}"));
        Log { beginning, first_samples: config.first_samples(), budget, metrics: so_far }
    }

    pub fn add(&mut self, metrics: Metrics) {
        self.metrics.push(metrics);
    }

    /// The figures of all generations, oldest first.
    pub fn metrics(&self) -> &[Metrics] {
        &self.metrics
    }

    /// The newest generation: its headline and its figures, with arrows that compare them with the generation or the
    /// report before.
    pub fn newest(&self) -> Option<(String, Vec<Row>)> {
        let (newest, before) = self.metrics.split_last()?;
        let mut headline = format!("generation {}", newest.generation);
        if let Some(planned) = newest.planned {
            headline += &format!(" of {planned}");
        }
        let mut rows = Vec::new();
        if newest.generation == 0 {
            headline += &format!(" ({})", self.beginning);
        } else {
            rows.extend([self.losses(newest, before), games(newest), speed(newest), self.times(newest)]);
        }
        if let Some(strength) = &newest.strength {
            let earlier = before.iter().rev().find_map(|metrics| metrics.strength.as_ref());
            rows.push(Row { label: "strength", parts: compared(strength, earlier) });
        }
        Some((headline, rows))
    }

    /// The run from its first to its newest generation.
    pub fn summary(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let losses = || self.metrics.iter().filter_map(|metrics| metrics.learning);
        match (losses().next(), losses().next_back()) {
            (Some(first), Some(last)) => rows.push(Row {
                label: "loss",
                parts: vec![
                    format!("policy {:.3} → {:.3}", first.policy, last.policy),
                    format!("value {:.3} → {:.3}", first.value, last.value),
                    self.loss_curve(),
                ],
            }),
            _ => rows
                .extend(self.metrics.last().map(|newest| Row { label: "loss", parts: vec![self.unlearned(newest)] })),
        }
        let strengths = || self.metrics.iter().filter_map(|metrics| metrics.strength.as_ref());
        if let (Some(first), Some(last)) = (strengths().next(), strengths().next_back()) {
            let first = first.figures();
            let parts = last.figures().into_iter().map(|Percentage { before, percent, after }| {
                match first.iter().find(|figure| figure.after == after) {
                    Some(first) => format!("{before}{:.1} → {percent:.1}{after}", first.percent),
                    None => format!("{before}{percent:.1}{after}"),
                }
            });
            let best: Vec<f64> = strengths().filter_map(|strength| Some(strength.figures().last()?.percent)).collect();
            rows.push(Row { label: "strength", parts: parts.chain([sparkline(&best)]).collect() });
        }
        rows.iter_mut().for_each(|row| row.parts.retain(|part| !part.is_empty()));
        rows
    }

    fn losses(&self, newest: &Metrics, before: &[Metrics]) -> Row {
        let mut parts = Vec::new();
        match &newest.learning {
            None => parts.push(self.unlearned(newest)),
            Some(losses) => {
                let earlier = before.last().and_then(|metrics| metrics.learning);
                let part = |name, now: f32, earlier: Option<f32>| {
                    format!("{name} {now:.3}{}", change(now.into(), earlier.map(f64::from), 3))
                };
                parts.push(part("policy", losses.policy, earlier.map(|losses| losses.policy)));
                parts.push(part("value", losses.value, earlier.map(|losses| losses.value)));
                let rate = newest.learning_rate;
                if before.last().is_some_and(|before| before.generation > 0 && before.learning_rate != rate) {
                    parts.push(format!("at rate {rate:.2e}"));
                }
                if let Some(validation) = &newest.validation {
                    let gap = validation.held_out.value - validation.training.value;
                    parts.push(format!("held-out value {:.3} (gap {gap:+.3})", validation.held_out.value));
                }
                parts.push(self.loss_curve());
            }
        }
        parts.retain(|part| !part.is_empty());
        Row { label: "loss", parts }
    }

    fn unlearned(&self, newest: &Metrics) -> String {
        format!("no learning yet: {} samples, the first step needs {}", newest.window, self.first_samples)
    }

    /// The sum of the losses of policy and value over the newest generations.
    fn loss_curve(&self) -> String {
        let losses = self.metrics.iter().filter_map(|metrics| metrics.learning);
        sparkline(&losses.map(|losses| f64::from(losses.policy + losses.value)).collect::<Vec<_>>())
    }

    fn times(&self, newest: &Metrics) -> Row {
        let mut parts = vec![format!("{} so far", duration(newest.elapsed))];
        let recent = self.metrics.iter().rev().filter(|metrics| metrics.generation > 0).take(RECENT);
        let seconds: Vec<f64> = recent.map(|metrics| metrics.seconds.total()).collect();
        let mean = seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
        let generations_left = newest.planned.map(|planned| planned.saturating_sub(newest.generation));
        if let Some(more) = generations_left.filter(|&more| more > 0) {
            parts.push(format!("about {} left", duration(mean * f64::from(more))));
        }
        if let Some(limit) = self.budget.wall {
            parts.push(format!("budget ends in {}", duration((limit - newest.elapsed).max(0.0))));
        }
        if let Some(limit) = self.budget.cpu {
            let (used, limit) = (duration(newest.cpu_elapsed), duration(limit));
            parts.push(format!("{used} of {limit} processor time"));
        }
        Row { label: "time", parts }
    }
}

impl Row {
    /// The row in lines of at most `width` columns, as far as its parts allow: its label, then its parts in a column.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let mut lines = vec![format!("  {:9}", self.label)];
        for part in &self.parts {
            let (line, columns) = (lines.last_mut().expect("there is one"), part.chars().count());
            if line.chars().count() + 1 + columns <= width || line.len() <= 11 {
                *line += if line.len() <= 11 { " " } else { "  " };
                *line += part;
            } else {
                lines.push(format!("{:12}{part}", ""));
            }
        }
        lines
    }
}

fn games(newest: &Metrics) -> Row {
    let games = &newest.games;
    let percent = |n: usize| 100.0 * n as f64 / games.count.max(1) as f64;
    let mut parts = vec![
        format!("{} of {:.0} moves", games.count, games.mean_moves),
        format!("won {:.0}/{:.0} %", percent(games.first), percent(games.second)),
        format!("drawn {:.0} %", percent(games.draws)),
    ];
    if games.cut_off > 0 {
        parts.push(format!("cut off {:.0} %", percent(games.cut_off)));
    }
    Row { label: "games", parts }
}

fn speed(newest: &Metrics) -> Row {
    let seconds = &newest.seconds;
    let mut parts = vec![format!("{:.1} games/s", newest.games_rate())];
    if newest.learning.is_some() {
        parts.push(format!("{:.0} samples/s", newest.learner_rate));
    }
    for (name, seconds) in [("self-play", seconds.selfplay), ("learner", seconds.learner), ("report", seconds.report)] {
        parts.push(format!("{name} {seconds:.1} s"));
    }
    if newest.selfplay_beside > 0.0 {
        parts.push(format!("{:.1} s of self-play beside the learner", newest.selfplay_beside));
    }
    Row { label: "speed", parts }
}

/// The figures of a report, with arrows that compare them with an earlier one.
fn compared(strength: &Strength, earlier: Option<&Strength>) -> Vec<String> {
    let earlier = earlier.map(Strength::figures).unwrap_or_default();
    let parts = strength.figures().into_iter().map(|Percentage { before, percent, after }| {
        let same = earlier.iter().find(|figure| figure.after == after);
        // The arrow follows the words: logs are searched for `100.0 % against random`.
        format!("{before}{percent:.1}{after}{}", change(percent, same.map(|figure| figure.percent), 1))
    });
    parts.collect()
}

/// ` ↑0.5`, ` ↓0.5` or ` =`; empty without an earlier figure.
fn change(now: f64, before: Option<f64>, decimals: usize) -> String {
    let Some(before) = before else { return String::new() };
    let size = format!("{:.decimals$}", (now - before).abs());
    match size.parse() {
        Ok(0.0) => " =".to_owned(),
        _ if now > before => format!(" ↑{size}"),
        _ => format!(" ↓{size}"),
    }
}

/// The newest values as a line of bars, between the smallest and the largest of them; empty for fewer than two.
fn sparkline(values: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let values = &values[values.len().saturating_sub(SPARKS)..];
    let [low, high] = [f64::min, f64::max].map(|pick| values.iter().copied().reduce(pick).unwrap_or(0.0));
    if values.len() < 2 || high.is_nan() || low.is_nan() {
        return String::new();
    }
    let bar = |value: &f64| match high > low {
        true => BARS[((value - low) / (high - low) * 7.0).round() as usize],
        false => BARS[0],
    };
    values.iter().map(bar).collect()
}

/// Whole seconds in words, as `3m 20s`.
pub fn duration(seconds: f64) -> humantime::FormattedDuration {
    humantime::format_duration(Duration::from_secs(seconds.round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Grade;
    use crate::train::strength::{ExamResult, MatchResult};
    use crate::train::{Losses, Seconds};

    fn log(metrics: Vec<Metrics>) -> Log {
        let config = Config::parse("test", "generations = 44\n[game]\nvariant = \"dualite\"\n", &[]).expect("valid");
        Log::new(&config, Budget::default(), metrics)
    }

    fn strength(score: f64, right: usize) -> Option<Strength> {
        let grade = |right| Grade { asked: 100, right };
        Some(Strength {
            matches: vec![MatchResult { opponent: "random".to_owned(), games: 40, score, elo: None }],
            exam: Some(ExamResult { policy: grade(right), search: grade(100), simulations: 64 }),
        })
    }

    fn generation(generation: u32, policy: f32) -> Metrics {
        let learning = (generation > 0).then(|| Losses { policy, value: 0.5, ..Losses::default() });
        let seconds = Seconds { selfplay: 30.0, learner: 9.5, report: 0.5, files: 0.0 };
        let planned = Some(44);
        Metrics { generation, planned, learning, seconds, elapsed: 40.0 * f64::from(generation), ..Metrics::default() }
    }

    #[test]
    fn a_generation_is_compared_with_the_one_before_and_the_last_report() {
        let first = Metrics { strength: strength(0.5, 40), ..generation(0, 0.0) };
        let last = Metrics { strength: strength(0.975, 91), ..generation(3, 1.614) };
        let log = log(vec![first, generation(1, 2.0), generation(2, 1.635), last]);
        let (headline, rows) = log.newest().expect("there is one");
        assert_eq!(headline, "generation 3 of 44");
        let row = |label| rows.iter().find(|row| row.label == label).expect("there is one").parts.join("  ");
        assert_eq!(row("loss"), "policy 1.614 ↓0.021  value 0.500 =  █▁▁");
        assert_eq!(row("time"), "2m so far  about 27m 20s left");
        let figures =
            "97.5 % against random ↑47.5  keeps 91.0 % of wins by policy ↑51.0  100.0 % with 64 simulations =";
        assert_eq!(row("strength"), figures);
        let summary: Vec<String> = log.summary().iter().map(|row| row.parts.join("  ")).collect();
        assert_eq!(summary[0], "policy 2.000 → 1.614  value 0.500 → 0.500  █▁▁");
        assert!(summary[1].starts_with("50.0 → 97.5 % against random  keeps 40.0 → 91.0 % of wins"), "{summary:?}");
    }

    #[test]
    fn a_run_without_a_step_says_so() {
        let log = log(vec![Metrics { learning: None, window: 120, ..generation(1, 0.0) }]);
        let said = ["no learning yet: 120 samples, the first step needs 256".to_owned()];
        assert_eq!(log.summary()[0].parts, said);
        assert_eq!(log.newest().expect("there is one").1[0].parts, said);
    }

    #[test]
    fn rows_fit_narrow_terminals() {
        let row = Row { label: "speed", parts: vec!["x".repeat(30), "y".repeat(30), "z".repeat(5)] };
        let lines = row.lines(60);
        assert_eq!(
            lines,
            [format!("  speed     {}", "x".repeat(30)), format!("            {}  zzzzz", "y".repeat(30))]
        );
        assert_eq!(row.lines(usize::MAX).len(), 1);
        assert_eq!(row.lines(1).len(), 3, "a part is never cut");
    }

    #[test]
    fn a_sparkline_spans_its_values() {
        assert_eq!(sparkline(&[3.0, 2.0, 1.0]), "█▅▁");
        assert_eq!(sparkline(&[1.0, 1.0]), "▁▁");
        assert_eq!(sparkline(&[1.0]), "");
        assert_eq!(sparkline(&[0.5; 100]).chars().count(), SPARKS);
    }
}
