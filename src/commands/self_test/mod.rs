//! `ardoise self-test`: whether the program works on this machine.

mod evaluators; // arithmetic: kernels, and the nets that come with the program
#[cfg(feature = "learn")]
mod learning; //   a tiny training
#[cfg(feature = "serve")]
mod page; //       whether the page answers
mod runs; //       whether runs can be written

use super::{BAD, GOOD, print_json, print_table, processor, say, stdout};
use crate::compact::Kernel;
use anyhow::{Result, bail};
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Check that the program works on this machine
///
/// All kernels of this processor must agree, the nets that come with the program and a tiny training must give the same
/// results as elsewhere, training runs must be writable here, and the page must answer. Takes some seconds. For each
/// failure a remedy is printed, and the exit code is 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object: version, system, processor, kernels, checks
    #[arg(long)]
    json: bool,
}

struct Check {
    name: &'static str,
    /// Returns the result, in a few words.
    run: fn() -> Result<String>,
    /// The user's remedy if the check fails.
    remedy: &'static str,
}

const CHECKS: &[Check] = &[
    Check {
        name: "kernels",
        run: evaluators::kernels,
        remedy: "report this output: no result of this program can be trusted here",
    },
    Check {
        name: "nets",
        run: evaluators::nets,
        remedy: "install the program again, and if that does not help report this output",
    },
    #[cfg(feature = "learn")]
    Check {
        name: "learning",
        run: learning::learning,
        remedy: "report this output: training here does not repeat to the bit; playing is not affected",
    },
    Check {
        name: "runs",
        run: runs::runs,
        remedy: "call the program in a folder where you may write, such as your own",
    },
    #[cfg(feature = "serve")]
    Check {
        name: "page",
        run: page::page,
        remedy: "let your firewall or security program allow connections from this machine to itself (127.0.0.1)",
    },
];

#[derive(Serialize)]
struct Report {
    version: &'static str,
    system: String,
    processor: String,
    kernels: Vec<&'static str>,
    checks: Vec<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    check: &'static str,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<&'static str>,
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// A check fails, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let checks = Vec::from_iter(CHECKS.iter().map(outcome));
    let failed = Vec::from_iter(checks.iter().filter(|check| !check.ok).map(|check| check.check));
    let (failures, of) = (failed.join(", "), checks.len());
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: processor(),
        kernels: Kernel::available().map(Kernel::name).collect(),
        checks,
    };
    if args.json {
        print_json(&report)?
    } else {
        print(&report)?
    }
    match failed.len() {
        0 => Ok(()),
        count => bail!("{count} of {of} checks failed: {failures}"),
    }
}

fn outcome(check: &Check) -> Outcome {
    let began = Instant::now();
    let result = (check.run)();
    let seconds = began.elapsed().as_secs_f64();
    let (ok, remedy) = (result.is_ok(), result.is_err().then_some(check.remedy));
    let found = result.unwrap_or_else(|error| format!("{error:#}"));
    Outcome { check: check.name, ok, found, remedy, seconds }
}

fn print(report: &Report) -> Result<()> {
    let Report { version, system, processor, kernels, checks } = report;
    writeln!(stdout(), "ardoise {version}, {system}, {processor}; kernels: {}\n", kernels.join(", "))?;
    let rows = checks.iter().map(|Outcome { check, ok, found, seconds, .. }| {
        let result = if *ok { "ok" } else { "FAILED" };
        vec![(*check).to_owned(), result.to_owned(), format!("{seconds:.1}"), found.clone()]
    });
    print_table(&["check", "result", "seconds", "found"], &Vec::from_iter(rows))?;
    let remedies = checks.iter().filter_map(|check| Some((check.check, check.remedy?)));
    for (check, remedy) in remedies {
        say(format_args!("{BAD}{check}{BAD:#}: {remedy}"));
    }
    if checks.iter().all(|check| check.ok) {
        writeln!(stdout(), "\n{GOOD}all well{GOOD:#}")?;
    }
    Ok(())
}
