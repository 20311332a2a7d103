use super::args::Args;
use crate::commands::{HEADING, Interrupted, print_json, stdout};
use crate::game::{AnyGame, Encoding};
use crate::train::{Budget, Config, autopilot, duration};
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

#[derive(serde::Serialize)]
struct PlanReport<'a> {
    rates: &'a autopilot::Rates,
    expected: &'a autopilot::Forecast,
    config: &'a Config,
}

/// Measures this machine, prints its plan for a budget in seconds, and returns the config for it.
pub(super) fn plan(
    game: &AnyGame,
    config: &Config,
    args: &Args,
    (budget, seconds): (Budget, f64),
    threads: usize,
    interrupted: &AtomicBool,
) -> Result<Config> {
    let stop = || interrupted.load(Ordering::Relaxed);
    let Some(rates) = autopilot::measure(game, config, budget, threads, stop)? else { return Err(Interrupted.into()) };
    let name = &config.game.variant;
    // A shipped config was found by measuring, and a run that starts from a net has that net's size.
    let (fitted, rates) = match Config::is_shipped(name) || config.from.is_some() {
        true => (config.clone(), rates),
        false => autopilot::fit(config, game.shape(), &rates, (seconds, threads)),
    };
    let (planned, expected) = autopilot::plan(&fitted, &rates, seconds);
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    if args.json {
        if args.plan {
            print_json(&PlanReport { rates: &rates, expected: &expected, config: &planned })?;
        }
        return Ok(planned);
    }
    let (net, selfplay, learner) = (&planned.net, &planned.selfplay, &planned.learner);
    let mut out = stdout();
    let noun = if threads == 1 { "thread" } else { "threads" };
    writeln!(out, "{HEADING}plan for {name}{HEADING:#}, {} on {threads} {noun}", duration(seconds))?;
    writeln!(out, "  measured  {:.1} games/s, {:.0} samples/s in the learner", rates.games, rates.samples)?;
    writeln!(out, "  net       {} blocks of {} channels", net.blocks, net.channels)?;
    writeln!(
        out,
        "  learning  about {} generations of {} games, in batches of {}",
        expected.generations, selfplay.games, learner.batch
    )?;
    let proofs = if planned.search.proof_nodes < config.search.proof_nodes { ", no proofs at leaves" } else { "" };
    writeln!(
        out,
        "  search    {} simulations, in fast searches {}{proofs}",
        selfplay.simulations, selfplay.fast_simulations
    )?;
    writeln!(out, "  window    {} samples at first", learner.window)?;
    writeln!(out, "  expects   {} games, {} samples", expected.games, expected.samples)?;
    if let Some(too_few) = autopilot::too_few(expected.games, seconds) {
        writeln!(out, "  beware    {too_few}")?;
    }
    let what = if args.plan { "would end" } else { "ends" };
    // Processor time passes more slowly when other programs run.
    let at = if autopilot::is_processor_time(budget, threads) { "at the earliest at" } else { "at" };
    if let Some(ends) = calendar_time(SystemTime::now().checked_add(time)) {
        writeln!(out, "  {what:9} {at} {ends}")?;
    }
    Ok(planned)
}

/// A time with its date; `None` for a year that does not have four digits, or a clock before 1970.
fn calendar_time(time: Option<SystemTime>) -> Option<String> {
    let time = time?;
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    (seconds < YEAR_10_000).then(|| humantime::format_rfc3339_seconds(time).to_string())
}

/// Seconds from 1970 to the year 10 000.
const YEAR_10_000: u64 = 253_402_300_800;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_calendars_years_have_a_date() {
        let at = |seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
        assert_eq!(calendar_time(at(0)).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(calendar_time(at(YEAR_10_000 - 1)).as_deref(), Some("9999-12-31T23:59:59Z"));
        assert_eq!(calendar_time(at(YEAR_10_000)), None);
        assert_eq!(calendar_time(SystemTime::UNIX_EPOCH.checked_sub(Duration::from_secs(1))), None);
        assert_eq!(calendar_time(None), None);
    }
}
