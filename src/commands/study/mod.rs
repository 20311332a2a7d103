//! The command `ardoise study`: trains, measures, reports on a game and composes its problems.

mod results; // measurements of what a net has learnt

use super::child::{CommandEnd, in_words, run_until};
use super::thinking::parse_time;
use super::threads::{of_games, processors};
use super::{HEADING, Interrupted, RulesArg, interrupted, program, stdout};
use crate::files::{LONGEST_TEXT, read_text};
use crate::game::Game;
use crate::games::AnyGame;
use crate::players::check_run_name;
use crate::runs::RunDir;
use crate::system;
use crate::train::{Config, history};
use anyhow::{Context, Result, anyhow, bail};
use results::{StudyResults, Terms};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Learn a game, report on it, and compose problems, for the page to show
///
/// Checks the game, trains a net, plays it against its untrained net and against plain search, reports whether the game
/// is fair, decisive and deep, and searches for positions in which exactly one move wins. All steps but the matches are
/// separate commands, which are printed as they run. The results are in the run's directory, and on the page of
/// `ardoise serve`.
///
/// A game counts as learnt if the net is significantly stronger than its untrained net, and than plain search at equal
/// time. If it is not stronger than untrained, plain search plays for the report and the problems, and the output shows
/// what the budget lacked.
///
/// Ctrl-C stops; the same command continues. With a larger --budget it trains further, and reports again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rules file, as mygame.rbg, or a variant, as `ardoise games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Time in all: nearly three quarters to learn, the rest to measure, report and compose
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_time)]
    budget: Duration,
    /// Name of the run, a directory in checkpoints/runs [default: the name of the game]
    #[arg(long)]
    run: Option<String>,
    /// Threads of every step [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
    /// Problems to find [default: 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    problems: Option<u32>,
}

/// Share of the budget for learning.
const TRAINING: f64 = 0.72;
/// Share of the time left after training that measuring takes.
const MEASURING: f64 = 0.25;
/// Share of the time left after measuring that the report takes.
const REPORT: f64 = 0.6;

/// Number of problems to find by default.
const USUAL_PROBLEMS: u32 = 12;

/// The player for the report and the problems if the net has learnt nothing: plain search.
const PLAIN: &str = "mcts:1";
/// The same player as an opponent for people.
const PLAIN_OPPONENT: &str = "mcts:1000";

/// Runs the command.
///
/// # Errors
/// There is no such game, or one of the commands fails; [`Interrupted`] if the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let rules = args.rules.rules(&args.game)?;
    let variant = &*rules.variant().name;
    let name = args.run.clone().unwrap_or_else(|| {
        let stem = Path::new(&args.game).file_stem().filter(|_| args.game.ends_with(".rbg"));
        stem.map_or_else(|| variant.to_owned(), |stem| stem.to_string_lossy().into_owned())
    });
    check_run_name(&name).map_err(|wrong| anyhow!("--run: {wrong}"))?;
    let dir = RunDir::named(&name);
    if dir.config().is_file() {
        let learnt = Config::load(&dir.config(), &[])?.game()?;
        if *learnt.rules() != rules {
            bail!("run {name} learns {}: expected another name for {rules}, with --run", learnt.rules());
        }
    }
    let stop = interrupted("stopping; the same command goes on")?;
    let by_rules = args.rules.options.iter().map(|(option, value)| format!("{option}={value}"));
    let by_rules = Vec::from_iter(by_rules.flat_map(|option| ["--rules".to_owned(), option]));
    let threads = args.threads.map_or_else(Vec::new, |threads| vec!["--threads".to_owned(), threads.to_string()]);
    let study = Study { clock: BudgetClock::start(&args, &dir)?, args: &args, dir, name, stop, by_rules, threads };
    let done = study.all();
    if study.is_stopped() && study.dir.newest().is_ok() {
        // Present the results so far.
        study.conclude(None)?;
    }
    done
}

/// The clock of a budget.
struct BudgetClock {
    began: Instant,
    budget: Duration,
    before: Duration,
}

impl BudgetClock {
    fn start(args: &Args, dir: &RunDir) -> Result<BudgetClock> {
        let history = if dir.config().is_file() { history(dir)? } else { Vec::new() };
        let before = history.last().map_or(0.0, |newest| newest.elapsed);
        let before = Duration::try_from_secs_f64(before).unwrap_or_default();
        Ok(BudgetClock { began: Instant::now(), budget: args.budget, before })
    }

    /// The time left; never less than [`LEAST`] of the budget.
    fn left(&self) -> Duration {
        let spent = self.before + self.began.elapsed();
        self.budget.saturating_sub(spent).max(self.budget.mul_f64(LEAST))
    }

    /// A share of the time left, as an option's value.
    fn share(&self, share: f64) -> String {
        option(self.left().mul_f64(share))
    }
}

/// Share of the budget that a part gets when no time is left.
const LEAST: f64 = 0.02;

struct Study<'a> {
    args: &'a Args,
    name: String,
    dir: RunDir,
    clock: BudgetClock,
    stop: &'static AtomicBool,
    /// Options for rules and for threads.
    by_rules: Vec<String>,
    threads: Vec<String>,
}

impl Study<'_> {
    /// Runs the stages that are not done yet: check, train, measure, report, compose.
    fn all(&self) -> Result<()> {
        self.learn()?;
        let history = history(&self.dir)?;
        let newest = self.dir.newest()?;
        let (report, problems, net) = (self.dir.report(), self.dir.problems(), self.dir.evaluator(newest));
        let mut results = StudyResults::of(&history);
        match results.read(&self.dir) {
            Some(known) => results = known,
            None => {
                let game = AnyGame::new(self.args.rules.rules(&self.args.game)?)?;
                let time = self.clock.left().mul_f64(MEASURING);
                let threads = self.args.threads.unwrap_or_else(processors).get();
                let terms = Terms { time, threads, stop: &|| self.is_stopped() };
                results.measure(&game, &self.dir, history.last(), &terms)?;
                self.go_on()?;
            }
        }
        let player = self.player(&results);
        if is_older(&report, &net) {
            let (page, budget) = (text(&report.with_extension("html")), self.clock.share(REPORT));
            if !self.on_game("report", &["--with", player, "--budget", &budget, "--out", &page])? {
                bail!("there is no report on {}: the same command tries again", self.args.game);
            }
        }
        let has = read_text(&problems, LONGEST_TEXT).map_or(0, |text| text.lines().count());
        if is_older(&problems, &net) || self.args.problems.is_some_and(|wanted| has < wanted as usize) {
            self.compose(player, &problems)?;
        }
        self.conclude(Some(&results))
    }

    /// The player of report and problems: the net if it is better than none.
    fn player(&self, results: &StudyResults) -> &str {
        if results.is_better() { &self.name } else { PLAIN }
    }

    /// Checks the game and trains its net.
    fn learn(&self) -> Result<()> {
        // The budget counts from the beginning of the run, so that the same budget given again adds nothing.
        let budget = option(self.clock.budget.mul_f64(TRAINING));
        let trained = match self.dir.config().is_file() {
            false => {
                self.on_game("check", &[])? && self.on_game("train", &["--run", &self.name, "--budget", &budget])?
            }
            true => {
                self.step(&[&["train", &self.name, "--resume", "--budget", &budget][..], &self.threads()].concat())?
            }
        };
        match trained {
            true => Ok(()),
            false => bail!("{} was not learnt: correct the error above; the same command continues", self.args.game),
        }
    }

    fn compose(&self, player: &str, problems: &Path) -> Result<()> {
        let count = self.args.problems.unwrap_or(USUAL_PROBLEMS).to_string();
        let (budget, sheet) = (self.clock.share(1.0), text(&problems.with_extension("html")));
        let out = text(problems);
        let line = ["--with", player, "--count", &count, "--budget", &budget, "--out", &out, "--sheet", &sheet];
        // If there are no problems, as in games of chance, the command has printed it.
        self.on_game("problems", &line)?;
        if self.is_stopped() {
            // An interrupted search for problems keeps those already found: the same command searches again.
            fs::remove_file(problems).or_else(|error| if problems.exists() { Err(error) } else { Ok(()) })?;
        }
        self.go_on()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn go_on(&self) -> Result<()> {
        if self.is_stopped() { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// Runs a command of this program; returns whether it succeeded.
    fn step(&self, line: &[&str]) -> Result<bool> {
        writeln!(stdout(), "{HEADING}$ {} {}{HEADING:#}", program(), line.join(" "))?;
        let ended = run_until(system::this_program()?.args(line), &|| self.is_stopped(), &mut || ());
        match ended.with_context(|| line.join(" "))? {
            CommandEnd::Well => Ok(true),
            CommandEnd::Stopped => Err(Interrupted.into()),
            CommandEnd::Badly { .. } => Ok(false),
        }
    }

    /// Runs a command on the game with its rule options.
    fn on_game(&self, command: &str, arguments: &[&str]) -> Result<bool> {
        let by_rules = Vec::from_iter(self.by_rules.iter().map(String::as_str));
        let threads = if command == "check" { Vec::new() } else { self.threads() };
        self.step(&[&[command, &self.args.game], &by_rules[..], arguments, &threads].concat())
    }

    fn threads(&self) -> Vec<&str> {
        self.threads.iter().map(String::as_str).collect()
    }

    /// The game as other commands take it.
    fn game(&self) -> String {
        [std::slice::from_ref(&self.args.game), &self.by_rules[..]].concat().join(" ")
    }
}

/// A duration as an option's value, in whole seconds if it is long.
fn option(time: Duration) -> String {
    let milliseconds = time.as_millis().max(1) as u64;
    in_words(Duration::from_millis(if milliseconds > 10_000 { milliseconds / 1000 * 1000 } else { milliseconds }))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether `file` is missing or older than `than`.
fn is_older(file: &Path, than: &Path) -> bool {
    let written = |path| fs::metadata(path).and_then(|file| file.modified()).ok();
    written(file).is_none_or(|before| Some(before) < written(than))
}

impl Study<'_> {
    /// Prints the existing results and what to do with them, beginning with what was learnt if known.
    fn conclude(&self, results: Option<&StudyResults>) -> Result<()> {
        let (mut out, program, dir, game) = (stdout(), program(), &self.dir, self.game());
        let (report, problems) = (dir.report().with_extension("html"), dir.problems());
        writeln!(out)?;
        for line in results.map_or_else(Vec::new, |results| results.says(&game)) {
            writeln!(out, "{HEADING}{line}{HEADING:#}")?;
        }
        writeln!(out, "all results are in {}", dir.path().display())?;
        let opponent = if results.is_none_or(StudyResults::is_better) { &self.name } else { PLAIN_OPPONENT };
        writeln!(out, "  opponent  {program} play {game} --against {opponent}")?;
        if report.is_file() {
            writeln!(out, "  report    {}", report.display())?;
        }
        if let Some(verdict) = read_text(&dir.report(), LONGEST_TEXT).ok().and_then(|text| verdict(&text)) {
            writeln!(out, "            {verdict}")?;
        }
        if problems.is_file() {
            let sheet = problems.with_extension("html");
            writeln!(out, "  problems  {program} play {game} --problem {}", problems.display())?;
            writeln!(out, "            {}, to print", sheet.display())?;
        } else if let Some(results) = results {
            let player = self.player(results);
            writeln!(out, "  problems  none were found; {program} problems {game} --with {player} searches longer")?;
        }
        #[cfg(feature = "serve")]
        writeln!(
            out,
            "  page      {program} serve --open\n            {program} site FOLDER --run {}, for others",
            dir.name()
        )?;
        Ok(())
    }
}

/// The first sentence of a report, on its strongest games.
fn verdict(report: &str) -> Option<String> {
    let report: Value = serde_json::from_str(report).ok()?;
    let strongest = report["findings"][0]["strengths"].as_array()?.last()?;
    let percent = |figure: &Value, of: &str| figure[of].as_f64().map(|share| 100.0 * share);
    let (score, draws) = (&strongest["score"], &strongest["draws"]);
    let [value, low, high] = ["value", "low", "high"].map(|of| percent(score, of));
    let (value, low, high, draws) = (value?, low?, high?, percent(draws, "value")?);
    let length = strongest["length"]["value"].as_f64()?;
    let s = if length.round() == 1.0 { "" } else { "s" };
    Some(format!(
        "the first side scores {value:.0} % ({low:.0} to {high:.0}) in the strongest games, draws {draws:.0} %; {length:.0} move{s}"
    ))
}
