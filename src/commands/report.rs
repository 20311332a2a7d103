use super::thinking::parse_time;
use super::threads::{of_games, share_among};
use super::{GameArgs, RulesArg, progress_bar, stdout};
use crate::game::Rules;
use crate::games::find;
use crate::html::{Kind, Language, page};
use crate::players::PlayerSpec;
use crate::report::{Report, ReportData, ReportPlan, Subject, gather, reported_on};
use crate::{assets, files};
use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Measure a game: is it fair, decisive, deep; which openings are good
///
/// A player meets itself at five strengths, from random moves to a search of 128 simulations. The report is written as
/// JSON and as one page with charts and games to step through, which loads nothing from elsewhere. All figures have
/// 95 % intervals.
///
/// Ctrl-C stops; the same command continues. The same --games and --seed give the same report on any machine; with
/// --budget the number of games depends on the machine's speed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player; one that searches, such as `released`, a run, or mcts:1 without a net
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    with: PlayerSpec,
    /// Report on other rules, too, side by side: `opening=last`, several joined by a comma, or another variant
    #[arg(long, value_name = "RULES")]
    compare: Option<String>,
    #[command(flatten)]
    amount: AmountArgs,
    /// Play nothing: make the page of the report in FILE, written by this command
    #[arg(long, value_name = "FILE.json", conflicts_with_all = PLAYED)]
    from: Option<PathBuf>,
    /// Play nothing: make the page of the report that comes with the program
    #[arg(long, conflicts_with_all = PLAYED, conflicts_with = "from")]
    shipped: bool,
    /// The page to write; the JSON is written beside it
    #[arg(long, value_name = "FILE.html", default_value = "report.html")]
    out: PathBuf,
    /// Language of the page at first: en or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
    /// Print the report as JSON, too
    #[arg(long)]
    json: bool,
}

/// The amount of play behind figures, and how it is played.
#[derive(Debug, clap::Args)]
pub(super) struct AmountArgs {
    /// Time to play for, as 20m
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    budget: Duration,
    /// Games per strength and rule set (even); replaces --budget
    #[arg(long, value_name = "N", conflicts_with = "budget", value_parser = parse_games)]
    games: Option<usize>,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games played at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
}

/// Options that apply only if a report is played.
const PLAYED: [&str; 6] = ["with", "compare", "budget", "games", "seed", "options"];

/// Runs the command.
///
/// # Errors
/// There is no such game or player, it does not fit or does not search, or a file cannot be read or written.
pub fn run(args: Args) -> Result<()> {
    let extension = args.out.extension().is_some_and(|extension| extension == "html");
    ensure!(extension, "--out {}: expected a name that ends in .html", args.out.display());
    let (report, json) = match written(&args)? {
        Some(report) => (report, None),
        None => {
            let report = serde_json::to_string(&play(&args)?)?;
            let json = args.out.with_extension("json");
            write(&json, &format!("{report}\n"))?;
            (report, Some(json))
        }
    };
    write(&args.out, &page(Kind::Report, args.lang, &report))?;
    if json.is_some() {
        // The games are in the report now.
        std::fs::remove_file(state(&args.out)).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
    }
    if args.json {
        return Ok(writeln!(stdout(), "{}", report.trim_end())?);
    }
    let also = json.map_or_else(String::new, |json| format!(" and {}", json.display()));
    Ok(writeln!(stdout(), "wrote {}{also}", args.out.display())?)
}

/// Writes a page or figures to a file.
pub(super) fn write(path: &Path, content: &str) -> Result<()> {
    files::replace(path, content.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// The most bytes of a report: those that come with the program have some hundred thousand.
const LONGEST_REPORT: u64 = 16 << 20;

/// The file of the games until all are played.
fn state(out: &Path) -> PathBuf {
    out.with_extension("games")
}

/// The requested existing report, if any, in JSON.
fn written(args: &Args) -> Result<Option<String>> {
    let rules = args.game.rules.rules(&args.game.variant)?;
    let variant = &*rules.variant().name;
    let (name, text) = match &args.from {
        Some(path) => {
            let text =
                files::read_text(path, LONGEST_REPORT).with_context(|| format!("cannot read {}", path.display()))?;
            (path.display().to_string(), text)
        }
        None if args.shipped => {
            let kept = assets::text(&format!("reports/{variant}.json"));
            let kept = kept.with_context(|| {
                format!("no report about {variant} comes with the program: expected to play one, without --shipped")
            })?;
            (format!("the report about {variant}"), kept.to_owned())
        }
        None => return Ok(None),
    };
    let about = &reported_on(&text).context(name.clone())?[0].game;
    ensure!(about == variant, "{name} is about {about}: expected a report about {variant}");
    Ok(Some(text))
}

/// Plays the missing games, and reports on all.
fn play(args: &Args) -> Result<Report> {
    // The rules are held until the end: a subject has only the name of a game, which an evaluator may have brought
    // along.
    let mut rules = vec![args.game.rules.rules(&args.game.variant)?];
    if let Some(other) = &args.compare {
        let (variant, options) = compared(&args.game, other);
        rules.push(options.rules(&variant)?);
    }
    let subjects = Vec::from_iter(rules.iter().map(|rules| subject_of(rules, &args.with)));
    if let (Some(other), [one, another]) = (&args.compare, &*subjects) {
        ensure!(one != another, "--compare {other}: expected other rules than those reported on");
    }
    Report::of(&args.amount.play(subjects, &state(&args.out))?)
}

impl AmountArgs {
    /// Plays the games missing in the file `state`.
    ///
    /// # Errors
    /// As [`gather`]; [`super::Interrupted`] if the user stopped it.
    pub(super) fn play(&self, subjects: Vec<Subject>, state: &Path) -> Result<ReportData> {
        let plan = ReportPlan {
            subjects,
            games: self.games.unwrap_or(0),
            seed: self.seed,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        };
        share_among(self.threads)?;
        let budget = self.games.is_none().then_some(self.budget);
        let stop = super::interrupted("ending; the same command goes on")?;
        let bar = progress_bar(0, "games and pairs");
        let gathered = gather(plan, budget, state, &|| stop.load(Ordering::Relaxed), &mut |done, count| {
            bar.set_length(count as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        Ok(gathered.ok_or(super::Interrupted)?)
    }
}

/// The subject of a report: rules and the player.
pub(super) fn subject_of(rules: &Rules, player: &PlayerSpec) -> Subject {
    Subject::new(&rules.variant().name, rules.changed_options(), player)
}

/// The other side of a comparison: another variant, or the same one with other options.
fn compared(game: &GameArgs, other: &str) -> (String, RulesArg) {
    // A missing file is reported as missing.
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

fn parse_games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|&games: &usize| games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "expected an even number above 0".to_owned())
}
