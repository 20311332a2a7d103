use super::args::Args;
use crate::commands::{HEADING, Interrupted, print_json, stdout};
use crate::game::CompleteGame;
use crate::train::{Budget, Config, autopilot, duration};
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// What `--plan --json` prints.
#[derive(serde::Serialize)]
struct Planned<'a> {
    rates: &'a autopilot::Rates,
    expected: &'a autopilot::Forecast,
    config: &'a Config,
}

/// Measures this machine, says what it plans for a budget of so many seconds, and returns the config for it.
pub(super) fn plan<G: CompleteGame>(
    game: &G,
    config: &Config,
    args: &Args,
    (budget, seconds): (Budget, f64),
    threads: usize,
    interrupted: &AtomicBool,
) -> Result<Config> {
    let stop = || interrupted.load(Ordering::Relaxed);
    let Some(rates) = autopilot::measure(game, config, budget, threads, stop)? else { return Err(Interrupted.into()) };
    let (planned, expected) = autopilot::plan(config, &rates, seconds);
    let name = &config.game.variant;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let ends = SystemTime::now().checked_add(time).unwrap_or_else(SystemTime::now);
    if args.json {
        if args.plan {
            print_json(&Planned { rates: &rates, expected: &expected, config: &planned })?;
        }
        return Ok(planned);
    }
    let (net, selfplay, learner) = (&planned.net, &planned.selfplay, &planned.learner);
    let mut out = stdout();
    let noun = if threads == 1 { "thread" } else { "threads" };
    writeln!(out, "{HEADING}plan for {name}{HEADING:#}, {} on {threads} {noun}", duration(seconds))?;
    writeln!(out, "  measured  {:.1} games/s, {:.0} samples/s in the learner", rates.games, rates.samples)?;
    writeln!(out, "  net       {} blocks of {} channels", net.blocks, net.channels)?;
    writeln!(out, "  learning  about {} generations of {} games", expected.generations, selfplay.games)?;
    writeln!(out, "  search    {} simulations, in fast searches {}", selfplay.simulations, selfplay.fast_simulations)?;
    writeln!(out, "  window    {} samples at first", learner.window)?;
    writeln!(out, "  expects   {} games, {} samples", expected.games, expected.samples)?;
    let what = if args.plan { "would end" } else { "ends" };
    // Processor time passes more slowly where other programs run.
    let at = if autopilot::is_processor_time(budget, threads) { "at the earliest at" } else { "at" };
    writeln!(out, "  {what:9} {at} {}", humantime::format_rfc3339_seconds(ends))?;
    Ok(planned)
}
