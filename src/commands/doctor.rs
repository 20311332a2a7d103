use super::{BAD, GOOD, HEADING, print_json, stdout};
use crate::doctor::{self, Case, Certainty, FEWEST_GENERATIONS, Finding, Illness, Measurement, State};
use crate::game::{AnyGame, Game};
use crate::players::find_run;
use crate::runs::RunDir;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

/// Find what is wrong with a training run, how certain that is, and what helps
///
/// Reads the figures of the run's generations, and examines its newest games with its nets. An illness is `certain` if
/// the whole 95 % interval of the measurement lies beyond its limit, `likely` if only the estimate does, and `possible`
/// if the evidence is indirect.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run, by its name in checkpoints/runs or its directory
    #[arg(value_name = "RUN")]
    run: String,
    /// Print one JSON object: run, variant, state, generation, planned, findings, figures
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    run: String,
    variant: &'a str,
    state: State,
    generation: u32,
    planned: Option<u32>,
    findings: &'a [Finding],
    /// The figures behind the findings about games and nets.
    figures: Vec<Measurement>,
}

/// Runs the command.
///
/// # Errors
/// There is no such run, its files cannot be read, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let run = find_run(&args.run)?;
    let case = Case::read(&run)?;
    examine(&case.config.game()?, &run, &case, args.json)
}

fn examine(game: &AnyGame, run: &RunDir, case: &Case, json: bool) -> Result<()> {
    let (findings, examination) = doctor::diagnose(game, run, case)?;
    if json {
        return print_json(&Report {
            run: run.name(),
            variant: &case.config.game.variant,
            state: case.state,
            generation: case.generation(),
            planned: case.planned,
            findings: &findings,
            figures: examination.figures(),
        });
    }
    let mut out = stdout();
    let of = case.planned.map_or(String::new(), |planned| format!(" of {planned}"));
    let (name, generation) = (run.name(), case.generation());
    writeln!(out, "{HEADING}run {name}{HEADING:#}: {}, generation {generation}{of}, {}", game.rules(), case.state)?;
    for Finding { illness, sure, says, figures, remedy } in &findings {
        let style = if *sure == Certainty::Certain { BAD } else { HEADING };
        writeln!(out, "{style}{sure} {illness}{style:#}: {says}")?;
        let figures = figures.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        writeln!(out, "  figures  {figures}")?;
        writeln!(out, "  remedy   for another run: {}", remedy.options())?;
        writeln!(out, "           {}", remedy.because)?;
    }
    let looked = format!(
        "looked for {} illnesses in the figures of {} generations and in {} samples",
        Illness::ALL.len(),
        case.metrics.len(),
        examination.samples.len()
    );
    if case.generation() < FEWEST_GENERATIONS {
        writeln!(out, "too early to say: expected a run of {FEWEST_GENERATIONS} generations or more")?;
        return Ok(());
    }
    match findings.is_empty() {
        true => writeln!(out, "{GOOD}nothing is wrong{GOOD:#}: {looked}")?,
        false => writeln!(out, "{looked}")?,
    }
    Ok(())
}
