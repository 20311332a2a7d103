use super::{GameArgs, RulesArg, print_json, progress_bar, stdout};
use crate::files;
use crate::games::find;
use crate::paper::Language;
use crate::players::PlayerSpec;
use crate::report::{Findings, Plan, Subject, gather, page};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Measure a game: is it fair, decisive, deep; which openings are good
///
/// A player meets itself at five strengths, from random moves to a search of 128 simulations. The report is one page
/// with charts and games to step through, and the same figures as JSON beside it; all have 95 % intervals. It loads
/// nothing from elsewhere.
///
/// Ctrl-C stops; the same command goes on. The same --games and --seed give the same report on any machine; --budget
/// plans the number of games from a measurement, which differs.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player; one that searches, such as `released`, a run, or mcts:1 where no net is
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    with: PlayerSpec,
    /// Report on other rules, too, side by side: `opening=last`, several joined by a comma, or another variant
    #[arg(long, value_name = "RULES")]
    compare: Option<String>,
    /// Time to play for, as 20m
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    budget: Duration,
    /// Games of each strength instead of --budget, an even number
    #[arg(long, value_name = "N", conflicts_with = "budget", value_parser = parse_games)]
    games: Option<usize>,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The page to write; figures go into the same name with .json
    #[arg(long, value_name = "FILE.html", default_value = "report.html")]
    out: PathBuf,
    /// Language of the page: en or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
    /// Print the figures as JSON, too
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, it does not fit or does not search, or a file cannot be read or written.
pub fn run(args: Args) -> Result<()> {
    let mut subjects = vec![subject(&args.game.variant, &args.game.rules, &args.with)?];
    if let Some(other) = &args.compare {
        let (variant, rules) = compared(&args.game, other);
        subjects.push(subject(&variant, &rules, &args.with)?);
        ensure!(subjects[0] != subjects[1], "--compare {other}: expected other rules than those reported on");
    }
    let extension = args.out.extension().is_some_and(|extension| extension == "html");
    ensure!(extension, "--out {}: expected a name that ends in .html", args.out.display());
    let plan = Plan {
        subjects,
        games: args.games.unwrap_or(0),
        seed: args.seed,
        program: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let budget = args.games.is_none().then_some(args.budget);
    let state = args.out.with_extension("games");
    let stop = super::interrupted("ending; the same command goes on")?;
    let bar = progress_bar(0, "games and pairs");
    let gathered = gather(plan, budget, &state, &|| stop.load(Ordering::Relaxed), &mut |done, count| {
        bar.set_length(count as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let gathered = gathered.ok_or(super::Interrupted)?;
    let findings = Findings::of(&gathered)?;
    let figures = json!({ "plan": gathered.plan, "findings": findings });
    let write = |path: &Path, content: &str| {
        files::replace(path, content.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    };
    let json = args.out.with_extension("json");
    write(&json, &(serde_json::to_string_pretty(&figures)? + "\n"))?;
    write(&args.out, &page(&gathered, &findings, args.lang))?;
    std::fs::remove_file(&state).or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })?;
    if args.json {
        return print_json(&figures);
    }
    Ok(writeln!(stdout(), "wrote {} and {}", args.out.display(), json.display())?)
}

fn subject(variant: &str, rules: &RulesArg, player: &PlayerSpec) -> Result<Subject> {
    let rules = rules.rules(variant)?;
    Ok(Subject::new(rules.variant().name, rules.changed_options(), player))
}

/// What is compared: another variant, or the same one with other options.
fn compared(game: &GameArgs, other: &str) -> (String, RulesArg) {
    // A file that is not there is told as such.
    if find(other).is_ok() || other.ends_with(".rbg") {
        return (other.to_owned(), RulesArg::default());
    }
    let mut options = game.rules.options.clone();
    for option in other.split(',') {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        options.retain(|(known, _)| known != name);
        options.push((name.to_owned(), value.to_owned()));
    }
    (game.variant.clone(), RulesArg { options })
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero with its unit, as 20m or 1h".to_owned())
}

fn parse_games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|&games: &usize| games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "expected an even number above 0".to_owned())
}
