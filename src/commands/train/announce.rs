use super::progress::write_rows;
use crate::commands::{HEADING, program, stdout};
use crate::game::Game;
use crate::runs::{RUNS, RunDir};
use crate::train::{Budget, Config, Finish, Log, Metrics, RulesInTurn, Schedule, duration};
use anyhow::Result;
use std::io::Write;
use std::time::Duration;

/// Prints the training's game, config and net, and the directory of its files.
pub(super) fn announce(
    dir: &RunDir,
    config: &Config,
    rules: RulesInTurn,
    parameters: usize,
    threads: usize,
) -> Result<()> {
    let net = &config.net;
    let mut out = stdout();
    writeln!(out, "{HEADING}run {}{HEADING:#}: {}", dir.name(), rules.own().rules())?;
    for other in rules.others() {
        writeln!(out, "  in turn   {}", other.rules())?;
    }
    writeln!(
        out,
        "  net       {} blocks of {} channels, {parameters} parameters, {}",
        net.blocks,
        net.channels,
        net.precision.name()
    )?;
    writeln!(out, "  threads   {threads}")?;
    writeln!(out, "  files     {} (curves: tensorboard --logdir {RUNS})", dir.path().display())?;
    Ok(())
}

/// Prints where training starts and, if the run was extended, the consequences.
pub(super) fn announce_start(config: &Config, generations_before: u32, newest: Option<&Metrics>) -> Result<()> {
    let mut out = stdout();
    let first = newest.map_or(0, |newest| newest.generation + 1);
    if newest.is_some() {
        writeln!(out, "  resume    after generation {} of {}", first - 1, config.generations)?;
    }
    if config.generations > generations_before {
        writeln!(out, "  extended  from {generations_before} to {} generations", config.generations)?;
    }
    Ok(())
}

/// Prints how the session ended and what to do next.
pub(super) fn conclude(dir: &RunDir, config: &Config, budget: Budget, finish: Finish, log: &Log) -> Result<()> {
    let mut out = stdout();
    let (newest, name) = (dir.generations()?.last().copied(), dir.name());
    let state = match newest {
        None => "no generation is complete".to_owned(),
        Some(newest) => {
            let planned = Schedule::read(dir)?.phase(newest + 1).map_or(config.generations, |phase| phase.until);
            format!("{newest} of {planned} generations are complete")
        }
    };
    match finish {
        Finish::Complete if budget.is_none() => writeln!(out, "{HEADING}run {name} is complete{HEADING:#}")?,
        Finish::Complete => {
            let said = format!("{state}; a larger budget or --anneal continues it");
            writeln!(
                out,
                "{HEADING}run {name} is complete{HEADING:#} within its budget of {}: {said}",
                in_words(budget)
            )?;
        }
        Finish::Interrupted => writeln!(out, "run {name} is interrupted, {state}: continue with --resume")?,
        Finish::Budget { dropped } => {
            let reason = match dropped {
                Some(generation) => format!("generation {generation} did not fit and was dropped"),
                None => "the next generation would not fit".to_owned(),
            };
            writeln!(
                out,
                "run {name} has used its budget of {}: {reason}, {state}; continue with --resume and a larger budget, or \
                 with --anneal",
                in_words(budget)
            )?;
        }
    }
    let Some(newest) = newest else { return Ok(()) };
    write_rows(&mut out, &log.summary())?;
    writeln!(out, "newest evaluator: {}", dir.evaluator(newest).display())?;
    writeln!(out, "play against it:  {} play {} --against {name}", program(), config.game.variant)?;
    Ok(())
}

/// A budget in words.
fn in_words(budget: Budget) -> String {
    let wall = budget.wall.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        humantime::format_duration(time).to_string()
    });
    let cpu = budget.cpu.map(|seconds| format!("{} processor time", duration(seconds)));
    wall.into_iter().chain(cpu).collect::<Vec<_>>().join(" and ")
}
