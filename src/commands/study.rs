use super::child::{Ended, in_words, run_until};
use super::thinking::parse_time;
use super::{HEADING, Interrupted, RulesArg, interrupted, program, stdout};
use crate::game::Game;
use crate::players::check_run_name;
use crate::runs::RunDir;
use crate::system;
use crate::train::Config;
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Learn a game, report on it, and compose problems: all that the page shows of it
///
/// Checks the game, trains a net, reports with it whether the game is fair, decisive and deep, and looks for positions
/// in which exactly one move wins. Each is a command of its own, which is shown as it runs. All of it lies in the run's
/// directory, and on the page of `ardoise serve`.
///
/// Ctrl-C stops; the same command goes on. With a larger --budget it learns on, and reports again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file of rules, as mygame.rbg, or a variant, as `ardoise games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Time for all of it: three quarters to learn, the rest to report and compose
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_time)]
    budget: Duration,
    /// Name of the run, a directory in checkpoints/runs [default: the name of the game]
    #[arg(long)]
    run: Option<String>,
    /// Problems to look for [default: 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    problems: Option<u32>,
}

/// Shares of the budget.
const TRAINING: f64 = 0.75;
const REPORT: f64 = 0.15;
const PROBLEMS: f64 = 0.1;

/// Problems to look for where nothing else is said.
const USUAL_PROBLEMS: u32 = 12;

/// Runs the command.
///
/// # Errors
/// There is no such game, or one of the commands fails; [`Interrupted`] where the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let rules = args.rules.rules(&args.game)?;
    let variant = rules.variant().name;
    let name = args.run.clone().unwrap_or_else(|| {
        let stem = Path::new(&args.game).file_stem().filter(|_| args.game.ends_with(".rbg"));
        stem.map_or_else(|| variant.to_owned(), |stem| stem.to_string_lossy().into_owned())
    });
    check_run_name(&name).map_err(|wrong| anyhow!("--run: {wrong}"))?;
    let dir = RunDir::named(&name);
    let is_new = !dir.config().is_file();
    if !is_new {
        let learnt = Config::load(&dir.config(), &[])?.game()?;
        if *learnt.rules() != rules {
            bail!("run {name} learns {}: expected another name for that of {rules}, with --run", learnt.rules());
        }
    }
    let stop = interrupted("stopping; the same command goes on")?;
    let step = |line: &[&str]| {
        writeln!(stdout(), "{HEADING}$ {} {}{HEADING:#}", program(), line.join(" "))?;
        let ended = run_until(system::this_program()?.args(line), &|| stop.load(Ordering::Relaxed), &mut || ());
        match ended.with_context(|| line.join(" "))? {
            Ended::Well => Ok(true),
            Ended::Stopped => Err(Interrupted.into()),
            Ended::Badly { .. } => anyhow::Ok(false),
        }
    };
    let share = |share: f64| in_words(Duration::from_secs((args.budget.as_secs_f64() * share).ceil() as u64));
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let (report, problems) = (dir.report(), dir.problems());

    let budget = share(TRAINING);
    let by_rules: Vec<String> = args.rules.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
    let by_rules: Vec<&str> = by_rules.iter().flat_map(|option| ["--rules", option]).collect();
    // A command on the game, by its rules.
    let on_game =
        |command: &str, arguments: &[&str]| step(&[&[command, &args.game], &by_rules[..], arguments].concat());
    let trained = match is_new {
        true => on_game("check", &[])? && on_game("train", &["--run", &name, "--budget", &budget])?,
        false => step(&["train", &name, "--resume", "--budget", &budget])?,
    };
    if !trained {
        bail!("{} was not learnt: expected that what is said above is mended; the same command goes on", args.game);
    }
    let newest = dir.newest()?;
    let net = dir.evaluator(newest);
    if is_older(&report, &net) {
        if newest > 0 {
            // How much it has learnt, in a moment. Nothing depends on it.
            let game = ["--game", &args.game, "--games", "40", "--sims", "32"];
            step(&[&["arena", &name, &format!("{name}:0")], &game[..], &by_rules].concat())?;
        }
        let page = path(&report.with_extension("html"));
        if !on_game("report", &["--with", &name, "--budget", &share(REPORT), "--out", &page])? {
            bail!("there is no report on {}: the same command tries again", args.game);
        }
    }
    let has = fs::read_to_string(&problems).map_or(0, |text| text.lines().count());
    if is_older(&problems, &net) || args.problems.is_some_and(|wanted| has < wanted as usize) {
        let count = args.problems.unwrap_or(USUAL_PROBLEMS).to_string();
        let (budget, sheet) = (share(PROBLEMS), problems.with_extension("html"));
        let (out, sheet) = (path(&problems), path(&sheet));
        let line = ["--with", &name, "--count", &count, "--budget", &budget, "--out", &out, "--sheet", &sheet];
        // Where there are none, that has been said.
        on_game("problems", &line)?;
        if stop.load(Ordering::Relaxed) {
            // It ended with those that it had: the same command looks again.
            fs::remove_file(&problems).or_else(|error| if problems.exists() { Err(error) } else { Ok(()) })?;
            return Err(Interrupted.into());
        }
    }
    conclude(&[&[args.game.as_str()], &by_rules[..]].concat().join(" "), &dir)
}

/// Whether a file is not there, or was written before another.
fn is_older(file: &Path, than: &Path) -> bool {
    let written = |path| fs::metadata(path).and_then(|file| file.modified()).ok();
    written(file).is_none_or(|before| Some(before) < written(than))
}

/// Says what there is now, and what to do with it; `game` as commands name it.
fn conclude(game: &str, dir: &RunDir) -> Result<()> {
    let (mut out, program) = (stdout(), program());
    let (report, problems) = (dir.report().with_extension("html"), dir.problems());
    writeln!(out, "\n{HEADING}{game} is learnt; all of it is in {}{HEADING:#}", dir.path().display())?;
    writeln!(out, "  opponent  {program} play {game} --against {}", dir.name())?;
    writeln!(out, "  report    {}", report.display())?;
    if let Some(verdict) = fs::read_to_string(dir.report()).ok().and_then(|text| verdict(&text)) {
        writeln!(out, "            {verdict}")?;
    }
    if problems.is_file() {
        let sheet = problems.with_extension("html");
        writeln!(out, "  problems  {program} play {game} --problem {}", problems.display())?;
        writeln!(out, "            {}, to print", sheet.display())?;
    } else {
        writeln!(out, "  problems  none were found; {program} problems {game} --with {} looks longer", dir.name())?;
    }
    #[cfg(feature = "serve")]
    writeln!(
        out,
        "  page      {program} serve --open\n            {program} site FOLDER --run {}, for others",
        dir.name()
    )?;
    Ok(())
}

/// What a report says first, of the strongest games.
fn verdict(report: &str) -> Option<String> {
    let report: Value = serde_json::from_str(report).ok()?;
    let strongest = report["findings"][0]["strengths"].as_array()?.last()?;
    let percent = |figure: &Value, of: &str| figure[of].as_f64().map(|share| 100.0 * share);
    let (score, draws) = (&strongest["score"], &strongest["draws"]);
    let [value, low, high] = ["value", "low", "high"].map(|of| percent(score, of));
    let (value, low, high, draws) = (value?, low?, high?, percent(draws, "value")?);
    let length = strongest["length"]["value"].as_f64()?;
    Some(format!(
        "the first side scores {value:.0} % ({low:.0} to {high:.0}) in the strongest games, draws {draws:.0} %; {length:.0} moves"
    ))
}
