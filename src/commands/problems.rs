use super::thinking::parse_time;
use super::threads::{of_games, share_among};
use super::{RulesArg, print_json, progress_bar, stdout};
use crate::files;
use crate::game::{Encoding, Game, Notation, Rules};
use crate::games::AnyGame;
use crate::html::{Kind, Language, page};
use crate::play::GameInfo;
use crate::players::PlayerSpec;
use crate::problems::{Problem, ProblemQuery, Request, compose, of_the_day, rate, read_problems, shipped};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Make problems to solve: positions in which exactly one move wins
///
/// "Black plays and wins in 3": the side to act wins by its third turn, this one included, against any defence, and not
/// sooner; no other move does. If the game has an exact solver, no other move wins at all. Every problem is proven
/// against every defence. `ardoise play --problem FILE` lets a person solve them.
///
/// Solutions stand below the problems: the key, the longest defence, and the tries: moves that only one reply refutes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Variant, as `ardoise games` lists them
    #[arg(value_name = "VARIANT")]
    variant: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Maximum number of problems [default: 6; with --shipped or --from: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: Option<u32>,
    /// Turns to the win: one number, or a range such as 2..4
    #[arg(long, value_name = "N..M", default_value = "2..5", value_parser = |text: &str| parse_range(text, 1, 9))]
    win_in: RangeInclusive<u8>,
    /// Difficulty from 1 to 5: one number, or a range such as 3..5
    ///
    /// Measured by the simulations that an untrained and a trained player need to find the key.
    #[arg(long, value_name = "N..M", default_value = "1..5", value_parser = |text: &str| parse_range(text, 1, 5))]
    difficulty: RangeInclusive<u8>,
    /// The player whose policy plays the source games; one that searches
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    with: PlayerSpec,
    /// The same seed makes the same problems
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Sound problems to find for each one wanted; the prettiest are kept
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    choice: u32,
    /// Games to examine before giving up
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: usize,
    /// Time for the search, such as 5m, unless --games ends it sooner; the result then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    budget: Option<Duration>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
    /// Show the problems that come with the program instead of making some
    #[arg(long, conflicts_with_all = ["seed", "choice", "games", "budget", "with", "options", "today", "from"])]
    shipped: bool,
    /// Show today's problem among these, the same everywhere
    #[arg(long, conflicts_with_all = ["seed", "choice", "games", "budget", "with", "options", "count",
        "win_in", "difficulty", "from"])]
    today: bool,
    /// Show the problems of FILE, which `--json` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "choice", "games", "budget", "with", "options"])]
    from: Option<PathBuf>,
    /// Rate the problems anew: how hard they are for PLAYER, one that searches
    #[arg(long, value_name = "PLAYER")]
    rate: Option<PlayerSpec>,
    /// Write a page to print to FILE, the solutions on a sheet of their own
    #[arg(long, value_name = "FILE.html")]
    sheet: Option<PathBuf>,
    /// Write the problems to FILE, one JSON object a line, which `play --problem` reads
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Language of the page: en or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
    /// Print one JSON object a line, as --out writes them
    #[arg(long)]
    json: bool,
}

/// Share of the budget for the search for problems; they are rated in the rest.
const LOOKING: f64 = 0.6;

/// Runs the command.
///
/// # Errors
/// There is no such game or player, no problem is found, or a file or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    share_among(args.threads)?;
    // Kept until the end: problems only hold the game's name, and an evaluator may have brought the game along.
    let rules = args.rules.rules(&args.variant)?;
    let mut problems = problems(&args, &rules)?;
    if let Some(player) = &args.rate {
        let bar = progress_bar(problems.len() as u64, "problems");
        rate(&mut problems, player, &|| bar.inc(1))?;
        bar.finish_and_clear();
    }
    if problems.is_empty() {
        match args.shipped {
            true => bail!("no problems come with {}: leave --shipped out to find some", args.variant),
            false => bail!(
                "no problem of {} found: expected other values of --win-in, --difficulty, --seed or --games",
                args.variant
            ),
        }
    }
    let write = |path: &Path, content: String| {
        files::replace(path, content.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(path) = &args.out {
        let lines = problems.iter().map(|problem| Ok(serde_json::to_string(problem)? + "\n"));
        write(path, lines.collect::<Result<String>>()?)?;
    }
    if let Some(path) = &args.sheet {
        write(path, page(Kind::Sheet, args.lang, &sheet(&problems)?.to_string()))?;
    }
    if args.json {
        return problems.iter().try_for_each(print_json);
    }
    let written = Vec::from_iter([&args.out, &args.sheet].into_iter().flatten().map(|path| path.display().to_string()));
    if !written.is_empty() {
        return Ok(writeln!(stdout(), "wrote {} problems to {}", problems.len(), written.join(" and "))?);
    }
    let (mut out, mut solutions) = (stdout(), Vec::new());
    for (number, problem) in problems.iter().enumerate() {
        let game = AnyGame::new(problem.rules()?)?;
        let position = problem.pose(&game)?.position;
        let asked = problem.stipulation(&game, &position);
        writeln!(out, "{}. {asked} (difficulty {} of 5)\n", number + 1, problem.difficulty)?;
        writeln!(out, "{}\n\n   {}\n", game.draw(&position).trim_end(), game.format_position(&position))?;
        solutions.push(problem.solution(&game, &position));
    }
    writeln!(out, "Solutions")?;
    for (number, solution) in solutions.iter().enumerate() {
        writeln!(out, "{}. {solution}", number + 1)?;
    }
    Ok(())
}

/// The data of a sheet of problems of one game.
fn sheet(problems: &[Problem]) -> Result<Value> {
    let game = AnyGame::new(problems[0].rules()?)?;
    // Some games have no board of the engine's; their width is then that of the net's planes.
    let columns = game.board().map_or(game.shape().cols as f32, |board| board.width());
    let told = (1..).zip(problems).map(|(number, problem)| problem.to_json(number));
    Ok(json!({"game": GameInfo::of(&game), "columns": columns, "problems": told.collect::<Result<Vec<Value>, _>>()?}))
}

fn problems(args: &Args, rules: &Rules) -> Result<Vec<Problem>> {
    if args.today {
        return Ok(of_the_day(&args.variant, today(), 0).into_iter().collect());
    }
    let wanted = |count| ProblemQuery { count, win_in: args.win_in.clone(), difficulty: args.difficulty.clone() };
    let shown = match &args.from {
        Some(path) => Some(read(path, Some(&rules.variant().name))?),
        None => args.shipped.then(|| shipped(&rules.variant().name)),
    };
    if let Some(mut problems) = shown {
        let wanted = wanted(args.count.map_or(problems.len(), |count| count as usize));
        problems.retain(|one| wanted.win_in.contains(&one.win_in) && wanted.difficulty.contains(&one.difficulty));
        problems.truncate(wanted.count);
        return Ok(problems);
    }
    if AnyGame::new(rules.clone())?.has_chance() {
        bail!("nothing can be proven in {rules}, where chance acts: expected a game without chance");
    }
    let count = args.count.unwrap_or(6);
    let stop = super::interrupted("ending with the problems found so far")?;
    let began = Instant::now();
    let is_over = |share: f64| args.budget.is_some_and(|budget| began.elapsed() >= budget.mul_f64(share));
    let bar = progress_bar(count.into(), "problems");
    let problems = compose(&mut Request {
        rules,
        wanted: wanted(count as usize),
        player: &args.with,
        seed: args.seed,
        choice: args.choice as usize,
        games: args.games,
        stop: &|| stop.load(Ordering::Relaxed) || is_over(LOOKING),
        late: &|| is_over(1.0),
        progress: &mut |games, found| {
            bar.set_position(found as u64);
            bar.set_message(format!("{games} games looked through"));
        },
    })?;
    bar.finish_and_clear();
    if problems.len() < count as usize {
        super::say(format_args!("ardoise: found {} of {count} problems", problems.len()));
    }
    Ok(problems)
}

/// The problems of a file; with a variant, only its problems.
///
/// # Errors
/// The file cannot be read, or holds other data.
pub fn read(path: &Path, variant: Option<&str>) -> Result<Vec<Problem>> {
    let opened = files::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let problems = read_problems(&mut BufReader::new(opened));
    let mut problems = problems.with_context(|| format!("`{}`", path.display()))?;
    problems.retain(|problem| variant.is_none_or(|variant| problem.game == variant));
    Ok(problems)
}

/// Days since 1 January 1970.
pub fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

/// Reads `3` or `2..4`, both ends included.
fn parse_range(text: &str, low: u8, high: u8) -> Result<RangeInclusive<u8>, String> {
    let number = |text: &str| text.parse().ok().filter(|number| (low..=high).contains(number));
    let range = match text.split_once("..") {
        None => number(text).map(|one| one..=one),
        Some((first, last)) => number(first).zip(number(last.trim_start_matches('='))).map(|(a, b)| a..=b),
    };
    let range = range.filter(|range| !range.is_empty());
    range.ok_or_else(|| format!("expected a number from {low} to {high}, or two as {low}..{high}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("3", 1, 5), Ok(3..=3));
        assert_eq!(parse_range("2..4", 1, 5), Ok(2..=4));
        assert_eq!(parse_range("2..=5", 1, 5), Ok(2..=5));
        for text in ["", "0", "6", "4..2", "1..6", "..", "a..b"] {
            assert!(parse_range(text, 1, 5).is_err(), "{text}");
        }
    }
}
