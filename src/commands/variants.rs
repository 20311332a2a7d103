use super::output::print_table;
use super::report::{AmountArgs, subject_of, write};
use super::{GameArgs, RulesArg, print_json, stdout};
use crate::game::{AnyGame, OptionKind, OptionSpec, Rules};
use crate::games::rules_file;
use crate::html::{Kind, Language, page};
use crate::play::GameInfo;
use crate::players::PlayerSpec;
use crate::report::{FAIR, Figure, ReportData, ReportPlan, RulesSummary, Verdict, nearest_fair, options_text};
use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The most values, evenly spread, at which a numeric option is sampled.
const MOST_VALUES: u32 = 9;

/// The most values of a numeric option that is varied by default: larger ranges, such as those of caps on the length of
/// a game, are seldom a matter of taste.
const MOST_USUAL: u32 = 100;

/// Compare the values of a game's rule options: which make it fair, decisive, deep
///
/// One option is changed at a time. Numeric options are sampled at up to nine values; those with over 100 values only
/// if named by --vary. By each set of rules a player meets itself at five strengths, from random moves to a search of
/// 128 simulations, and each strength meets the next one, as in `ardoise report`. The table shows the strongest games:
/// the first side's score with its 95 % interval, draws, games that the cap on their length ended, turns, legal turns,
/// and the Elo per doubling of simulations. Rules are fair if the whole interval lies between 45 and 55 %.
///
/// The figures are written as JSON; with --out FILE.html also as one page with charts, which loads nothing from
/// elsewhere.
///
/// Ctrl-C stops; the same command continues. The same --games and --seed give the same figures on any machine; with
/// --budget the number of games depends on the machine's speed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Change this option alone, to all of its values or to those named: `size` or `size=5,7` (repeatable) [default:
    /// all options]
    #[arg(long, value_name = "OPTION[=VALUES]")]
    vary: Vec<String>,
    /// The player; one that searches: mcts:1, or a run that learned all of these rules
    #[arg(long, value_name = "PLAYER", default_value = "mcts:1")]
    with: PlayerSpec,
    #[command(flatten)]
    amount: AmountArgs,
    /// The file of the figures: FILE.json, or a page FILE.html; the JSON is written beside it
    #[arg(long, value_name = "FILE", default_value = "variants.json")]
    out: PathBuf,
    /// Language of the page at first: en or fr
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Language,
    /// Print the figures as JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// The content of the JSON file.
#[derive(Serialize)]
struct Figures<'a> {
    plan: &'a ReportPlan,
    /// The game with the unchanged rules.
    game: GameInfo,
    /// Scores that count as fair.
    fair: [f64; 2],
    /// Figures by the plan's subjects, the unchanged rules first.
    rules: &'a [RulesSummary],
    /// The place of the fair rules with the smallest change.
    nearest_fair: Option<usize>,
}

/// Rules to compare.
struct Candidate {
    rules: Rules,
    /// Distance between the changed option's value and the unchanged one, in the list of values.
    distance: usize,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, option, value or player, it does not fit or does not search, or a file cannot be read or
/// written; [`super::Interrupted`] if the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let is_page = args.out.extension().is_some_and(|extension| extension == "html");
    ensure!(
        is_page || args.out.extension().is_some_and(|extension| extension == "json"),
        "--out {}: expected a name that ends in .json or .html",
        args.out.display()
    );
    let json = args.out.with_extension("json");
    let candidates = candidates(&args)?;
    let subjects = candidates.iter().map(|candidate| subject_of(&candidate.rules, &args.with)).collect();
    let state = args.out.with_extension("games");
    let gathered = args.amount.play(subjects, &state)?;
    let summaries = RulesSummary::of(&gathered);
    let distances = Vec::from_iter(candidates.iter().map(|candidate| candidate.distance));
    let nearest = nearest_fair(&summaries, &distances);
    let game = GameInfo::of(&AnyGame::new(candidates[0].rules.clone())?);
    let figures = Figures { plan: &gathered.plan, game, fair: FAIR, rules: &summaries, nearest_fair: nearest };
    let text = serde_json::to_string(&figures)? + "\n";
    write(&json, &text)?;
    if is_page {
        write(&args.out, &page(Kind::Variants, args.lang, &text))?;
    }
    // The games are in the figures now.
    std::fs::remove_file(&state).with_context(|| format!("cannot remove {}", state.display()))?;
    if args.json {
        return print_json(&figures);
    }
    show(&gathered, &summaries, nearest)?;
    let also = if is_page { format!(" and {}", json.display()) } else { String::new() };
    Ok(writeln!(stdout(), "\nwrote {}{also}", args.out.display())?)
}

/// The rules to compare, the unchanged ones first.
fn candidates(args: &Args) -> Result<Vec<Candidate>> {
    let base = args.game.rules.rules(&args.game.variant)?;
    let options = &*base.variant().options;
    let name = &base.variant().name;
    let varied = match args.vary.as_slice() {
        [] => {
            // Options that every rules file has are seldom of interest to its author.
            let of_all_files: &[&str] = match rules_file::of_variant(base.variant()) {
                Some(_) => &rules_file::OWN_OPTIONS,
                None => &[],
            };
            let usual = options.iter().filter(|option| match &option.kind {
                _ if of_all_files.contains(&&*option.name) => false,
                OptionKind::Choice(_) => true,
                OptionKind::Integer(low, high) => high - low < MOST_USUAL,
            });
            usual.map(|option| (option, values(option, base.get(&option.name)))).collect()
        }
        named => named.iter().map(|text| varied(&base, text)).collect::<Result<Vec<_>>>()?,
    };
    let mut candidates = vec![Candidate { rules: base.clone(), distance: 0 }];
    for (option, values) in varied {
        let unchanged = values.iter().position(|value| value == base.get(&option.name));
        for (index, value) in values.iter().enumerate() {
            let mut changed = args.game.rules.options.clone();
            changed.retain(|(known, _)| *known != option.name);
            changed.push((option.name.to_string(), value.clone()));
            let rules = RulesArg { options: changed }.rules(&args.game.variant)?;
            // If the unchanged value is not in the list, all values of the list count as the most distant.
            let distance = unchanged.map_or(values.len(), |unchanged| index.abs_diff(unchanged));
            if candidates.iter().all(|known| known.rules != rules) {
                candidates.push(Candidate { rules, distance });
            }
        }
    }
    if candidates.len() == 1 {
        let known = Vec::from_iter(options.iter().map(|option| &*option.name)).join(", ");
        bail!(
            "there is nothing to compare: expected --vary OPTION=VALUES with an option of {name} ({known}) and other values \
             than it has already; in a file of rules lines such as `//! option: size = small, large` make options"
        );
    }
    Ok(candidates)
}

/// The option and the values that `--vary` names.
fn varied<'a>(base: &'a Rules, text: &str) -> Result<(&'a OptionSpec, Vec<String>)> {
    let (name, given) = text.split_once('=').map_or((text, None), |(name, given)| (name, Some(given)));
    let options = &base.variant().options;
    let Some(option) = options.iter().find(|option| option.name == name) else {
        let known = Vec::from_iter(options.iter().map(|option| &*option.name)).join(", ");
        bail!("--vary {text}: {} has no option `{name}`; expected one of {known}", base.variant().name);
    };
    let given = given.map(|given| given.split(',').map(|value| value.trim().to_owned()).collect());
    Ok((option, given.unwrap_or_else(|| values(option, base.get(name)))))
}

/// The values of an option, in their order; of a number at most some, evenly spread.
fn values(option: &OptionSpec, own: &str) -> Vec<String> {
    match &option.kind {
        OptionKind::Choice(words) => words.iter().map(str::to_owned).collect(),
        &OptionKind::Integer(low, high) => {
            let spread = (high - low).min(MOST_VALUES - 1);
            let value = |step: u32| low + (u64::from(high - low) * u64::from(step) / u64::from(spread.max(1))) as u32;
            let mut numbers = Vec::from_iter((0..=spread).map(value));
            numbers.extend(own.parse::<u32>());
            numbers.sort_unstable();
            numbers.dedup();
            numbers.into_iter().map(|number| number.to_string()).collect()
        }
    }
}

fn show(gathered: &ReportData, summaries: &[RulesSummary], nearest: Option<usize>) -> Result<()> {
    let header = ["rules", "first side", "", "draws", "cut off", "turns", "choices", "doubling", "games"];
    let rows = Vec::from_iter(summaries.iter().map(row));
    print_table(&header, &rows)?;
    let mut out = stdout();
    writeln!(out)?;
    match nearest {
        None => writeln!(out, "none of these rules is fair, as far as these games show")?,
        Some(at) => {
            let known = if summaries[at].verdict == Verdict::Fair { "fair" } else { "perhaps fair" };
            let score = summaries[at].score().map_or_else(String::new, percent_with_interval);
            writeln!(out, "{known} with the smallest change: {} ({score} for the first side)", name(&summaries[at]))?;
        }
    }
    let mut undecided = Vec::new();
    for (at, summary) in summaries.iter().enumerate() {
        let more = summary.games_to_decide.map(|games| games.saturating_sub(summary.games));
        if let Some(more) = more.filter(|_| summary.games > 0) {
            undecided.push(gathered.seconds(at) / summary.games as f64 * more as f64);
        }
    }
    if !undecided.is_empty() {
        let processors = rayon::current_num_threads().max(1) as f64;
        let time = Duration::from_secs((undecided.iter().sum::<f64>() / processors).ceil() as u64);
        let time = humantime::format_duration(time);
        writeln!(out, "{} of these rules are not decided yet: it would take some {time} more", undecided.len())?;
    }
    Ok(())
}

fn name(summary: &RulesSummary) -> String {
    match options_text(&summary.options) {
        text if text.is_empty() => "as they are".to_owned(),
        text => text,
    }
}

fn row(summary: &RulesSummary) -> Vec<String> {
    let share = |figure: Option<Figure>| figure.map_or_else(|| "-".to_owned(), |figure| percent(figure.value));
    let mean = |figure: Option<Figure>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{:.1}", figure.value));
    let verdict = match summary.verdict {
        Verdict::Fair => "fair",
        Verdict::FirstSide => "first side",
        Verdict::SecondSide => "second side",
        Verdict::Unknown => "?",
    };
    vec![
        name(summary),
        summary.score().map_or_else(|| "-".to_owned(), percent_with_interval),
        verdict.to_owned(),
        share(summary.draws),
        share(summary.cut_off),
        mean(summary.length),
        mean(summary.choices),
        summary.doubling.map_or_else(|| "-".to_owned(), |elo| format!("{:+.0}", elo.value)),
        summary.games.to_string(),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn percent_with_interval(Figure { value, low, high, .. }: Figure) -> String {
    format!("{:.0} % ({:.0} to {:.0})", 100.0 * value, 100.0 * low, 100.0 * high)
}
