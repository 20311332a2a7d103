use crate::commands::output::progress_style;
use crate::commands::{HEADING, print_json, stdout};
use crate::doctor::{self, Case, Certainty, Illness, State};
use crate::train::{Config, Log, Metrics, Phase, Progress, Row};
use console::Term;
use indicatif::ProgressBar;
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeSet;
use std::io::Write;

/// Writes rows, wrapped to the terminal.
pub(super) fn write_rows(out: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    let terminal = Term::stdout();
    // A terminal that does not report its size gets the usual one.
    let width = if terminal.is_term() { usize::from(terminal.size().1) } else { usize::MAX };
    for line in rows.iter().flat_map(|row| row.lines(width)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Progress bars on a terminal, and the log: on a terminal in rows, elsewhere as one line for each generation and one
/// for its strength.
pub(super) struct Bars<'a> {
    bar: Mutex<ProgressBar>,
    log: Mutex<Log>,
    /// Illnesses already reported: each is reported once.
    told: Mutex<BTreeSet<Illness>>,
    json: bool,
    config: &'a Config,
}

impl<'a> Bars<'a> {
    /// Progress of a run with this log.
    pub fn new(log: Log, json: bool, config: &'a Config) -> Bars<'a> {
        let (bar, told) = (Mutex::new(ProgressBar::hidden()), Mutex::default());
        Bars { bar, log: Mutex::new(log), told, json, config }
    }

    pub fn bar(&self) -> ProgressBar {
        self.bar.lock().clone()
    }

    pub fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock()
    }

    /// Prints each illness that is certain and was not reported before, a line each.
    pub fn warn(&self, log: &Log, state: State) -> std::io::Result<()> {
        let case = Case::new(self.config.clone(), log.metrics().to_vec(), state);
        for finding in doctor::in_figures(&case) {
            if finding.sure == Certainty::Certain && self.told.lock().insert(finding.illness) {
                writeln!(stdout(), "doctor: {finding}")?;
            }
        }
        Ok(())
    }
}

impl Progress for Bars<'_> {
    fn begin(&self, generation: u32, task: &str, unit: &'static str, total: u64) {
        let template = "generation {prefix}  {msg} [{wide_bar}] {pos}/{len} {unit}  {left} left";
        let style = progress_style(&template.replace("{unit}", unit));
        // The bar hides itself if standard error is no terminal.
        let bar = ProgressBar::new(total)
            .with_style(style.progress_chars("=> "))
            .with_prefix(generation.to_string())
            .with_message(task.to_owned());
        bar.tick();
        *self.bar.lock() = bar;
    }

    fn tick(&self) {
        self.bar().inc(1);
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }

    fn generation(&self, metrics: &Metrics) {
        let mut log = self.log();
        log.add(metrics.clone());
        let printed = match self.json {
            true => print_json(metrics),
            false => print_newest(&log).and_then(|()| self.warn(&log, State::Training)).map_err(Into::into),
        };
        // A closed pipe must not end the run, which is worth more than its log.
        drop(printed);
    }

    fn planned(&self, generation: u32, before: Option<&Phase>, now: &Phase) {
        if self.json {
            return;
        }
        let (full_until, until, rate) = (now.full_until, now.until, now.rate);
        let last = self.config.learner.final_rate;
        let moved = before.filter(|before| before.until != until);
        let moved = moved.map_or(String::new(), |before| format!(" instead of {}", before.until));
        let line = if generation > full_until {
            format!(
                "the learning rate falls from {rate:.2e} to {last:.2e} in generations {generation} to {until}{moved}"
            )
        } else if full_until < until {
            format!(
                "{until} generations{moved}, learning rate {rate:.2e}, falling to {last:.2e} after generation {full_until}"
            )
        } else {
            format!("{until} generations{moved}, learning rate {rate:.2e}")
        };
        // A closed pipe must not end the run.
        drop(writeln!(stdout(), "plan: {line}"));
    }
}

fn print_newest(log: &Log) -> std::io::Result<()> {
    let Some((headline, rows)) = log.newest() else { return Ok(()) };
    let mut out = stdout();
    if Term::stdout().is_term() {
        writeln!(out, "{HEADING}{headline}{HEADING:#}")?;
        return write_rows(&mut out, &rows);
    }
    let (strength, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.label == "strength");
    let others = others.iter().map(|row| format!("  {} {}", row.label, row.parts.join(" ")));
    writeln!(out, "{headline}{}", others.collect::<String>())?;
    for row in strength {
        writeln!(out, "    strength: {}", row.parts.join(", "))?;
    }
    Ok(())
}
