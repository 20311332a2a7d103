use super::{print_json, print_table, program, stdout};
use crate::doctor::{self, Case, FEWEST_GENERATIONS, Finding, State};
use crate::runs::{RUNS, RunDir};
use crate::train::duration;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

/// List the training runs with their state, strength, time and health
///
/// The column health shows the most certain finding of `ardoise doctor` in the figures of a run; --thorough also
/// examines its games and nets, which takes some seconds a run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Also examine games and nets, as `ardoise doctor` does
    #[arg(long)]
    thorough: bool,
    /// Print a JSON list of objects: run, and either error, or variant, state, held, generation, planned, strength,
    /// dead_units, seconds, findings
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    run: String,
    #[serde(flatten)]
    known: RunSummary,
}

#[derive(Serialize)]
#[serde(untagged)]
enum RunSummary {
    Read(Box<RunInfo>),
    Unreadable { error: String },
}

#[derive(Serialize)]
struct RunInfo {
    variant: String,
    state: State,
    /// Whether a process has locked the run.
    held: bool,
    generation: u32,
    planned: Option<u32>,
    /// Strength of the newest net that was measured.
    strength: Vec<String>,
    /// Share of the newest net's units that are never above 0; `None` if no generation measured it.
    dead_units: Option<f64>,
    /// Training time without pauses.
    seconds: f64,
    findings: Vec<Finding>,
}

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written. For a run that cannot be read, the line shows the error.
pub fn run(args: Args) -> Result<()> {
    let lines: Vec<Line> = RunDir::names().into_iter().map(|name| line(name, args.thorough)).collect();
    if args.json {
        return print_json(&lines);
    }
    if lines.is_empty() {
        writeln!(stdout(), "no runs in {RUNS}: `{} train VARIANT` begins one", program())?;
        return Ok(());
    }
    let rows: Vec<Vec<String>> = lines.into_iter().map(row).collect();
    print_table(&["run", "variant", "state", "generation", "time", "strength", "dead units", "health"], &rows)
}

fn line(name: String, thorough: bool) -> Line {
    let run = RunDir::named(&name);
    let known = match look(&run, thorough) {
        Ok(told) => RunSummary::Read(Box::new(told)),
        Err(error) => RunSummary::Unreadable { error: format!("{error:#}") },
    };
    Line { run: name, known }
}

fn look(run: &RunDir, thorough: bool) -> Result<RunInfo> {
    let held = run.is_held();
    let case = Case::read(run)?;
    let findings = match thorough {
        true => doctor::diagnose(&case.config.game()?, run, &case)?.0,
        false => {
            let mut findings = doctor::in_figures(&case);
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.sure));
            findings
        }
    };
    Ok(RunInfo {
        variant: case.config.game.variant.clone(),
        state: case.state,
        held,
        generation: case.generation(),
        planned: case.planned,
        strength: case.strength(),
        dead_units: case.dead_units(),
        seconds: case.seconds(),
        findings,
    })
}

fn row(Line { run, known }: Line) -> Vec<String> {
    let told = match known {
        RunSummary::Read(told) => told,
        RunSummary::Unreadable { error } => {
            let empty = || "-".to_owned();
            return vec![run, empty(), "unreadable".to_owned(), empty(), empty(), empty(), empty(), error];
        }
    };
    let generation = match told.planned {
        Some(planned) => format!("{} of {planned}", told.generation),
        None => told.generation.to_string(),
    };
    let health = match told.findings.as_slice() {
        [] if told.generation < FEWEST_GENERATIONS => "too early to say".to_owned(),
        [] => "good".to_owned(),
        [one] => format!("{} {}", one.sure, one.illness),
        [worst, others @ ..] => format!("{} {} and {} more", worst.sure, worst.illness, others.len()),
    };
    let strength = told.strength.first().cloned().unwrap_or_else(|| "-".to_owned());
    let dead = told.dead_units.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    let time = duration(told.seconds).to_string();
    vec![run, told.variant, told.state.to_string(), generation, time, strength, dead, health]
}
