use super::{BAD, GOOD, GameArgs, HEADING, print_json, program, progress_bar, stdout};
use crate::game::contract::{Amount, Violation, contracts};
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Outcome, Side};
use crate::games::rules_file::{self, Audit, Cost, Ending, RulesFile};
use crate::rbg::{Account, perft_within};
use anyhow::{Result, bail};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Check a game: its size, random games, speed, and the contracts that every game must keep
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Random games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Only play one random game, and show each move and the board after each turn
    #[arg(long, conflicts_with = "json")]
    trace: bool,
    /// Seed of the random game that --trace shows
    #[arg(long, value_name = "N", default_value_t = 1, requires = "trace")]
    seed: u64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct CheckReport {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<RulesFileFigures>,
    symmetries: usize,
    /// The shape of a network's inputs and outputs.
    network: crate::game::Shape,
    random: RandomGames,
    /// Findings from more random games, for rules files only.
    #[serde(flatten)]
    audit: Option<Audit>,
    contracts: Vec<ContractResult>,
    warnings: Vec<String>,
}

/// Figures that only a rules file has.
#[derive(Debug, Serialize)]
struct RulesFileFigures {
    cells: usize,
    pieces: Vec<String>,
    variables: Vec<String>,
    /// Numbers of places, edges and patterns in the rules' automaton.
    automaton: [usize; 3],
    /// Whether the players can change places: then a net sees all positions from the first player's side.
    exchange: bool,
    /// Numbers of sequences of 1, 2, 3, ... whole moves.
    whole_moves: Vec<u64>,
}

/// Whether the game keeps a contract.
#[derive(Debug, Serialize)]
struct ContractResult {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<Violation>,
    /// Whether the check covered fewer positions because it took too long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut_short: bool,
}

#[derive(Debug, Serialize)]
struct RandomGames {
    games: u32,
    /// Wins of the first side, draws, wins of the second.
    results: [u32; 3],
    /// Games that ended only because they lasted too long.
    cut_off: u32,
    /// Shortest, mean and longest game, in steps.
    steps: [f64; 3],
    /// Mean number of legal steps in a position.
    branching: f64,
    games_per_second: f64,
}

/// The most time that the audit of a rules file may take.
const AUDIT: Duration = Duration::from_secs(2);

/// Counting whole moves stops at the first depth with more sequences than this.
const COUNTED: u64 = 20_000;

/// Runs the command.
///
/// # Errors
/// There is no such game, a rules file is wrong, the game breaks a contract, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let game = args.game.game()?;
    if args.trace {
        return trace(&game, args.seed);
    }
    let rules = crate::game::Game::rules(&game);
    let file = rules_file::of_rules(rules).transpose().map_err(anyhow::Error::msg)?;
    let random = random_games(&game, args.games)?;
    let began = Instant::now();
    let audited = file.is_some().then(|| rules_file::audit(rules, args.games, &mut || began.elapsed() < AUDIT));
    let audit = audited.transpose()?;
    let found = CheckReport {
        game: rules.variant().name.to_string(),
        symmetries: crate::game::Symmetry::symmetries(&game),
        network: crate::game::Encoding::shape(&game),
        warnings: warnings(&random, audit.as_ref()),
        random,
        audit,
        contracts: check_contracts(&game),
        file: file.as_deref().map(of_file),
    };
    if args.json {
        print_json(&found)?
    } else {
        print(&found)?
    }
    verdict(&found.game, &found.contracts)
}

/// The error for a game that breaks a contract.
fn verdict(game: &str, contracts: &[ContractResult]) -> Result<()> {
    let broken = contracts.iter().filter(|checked| checked.violation.is_some()).count();
    if broken > 0 {
        bail!("{game} breaks {broken} of the {} contracts of games: correct it and check it again", contracts.len());
    }
    Ok(())
}

/// If a quick check of the contracts takes less than this, they are then checked as thoroughly as in this crate's
/// tests, which takes some seconds.
const SOON: Duration = Duration::from_millis(250);

/// Time after which no more random games are played; only games with expensive steps take so long.
const FOR_GAMES: Duration = Duration::from_secs(2);
/// Time for all contracts: if steps are expensive, each contract is checked in fewer positions.
const FOR_CONTRACTS: Duration = Duration::from_secs(5);

fn check_contracts(game: &AnyGame) -> Vec<ContractResult> {
    let all = contracts();
    let bar = progress_bar(all.len() as u64, "contracts");
    let try_all = |amount| {
        bar.reset();
        let begin = Instant::now();
        let checked = (1..).zip(&all).map(|(number, contract): (u32, _)| {
            // Each contract has a share of the time, plus the remainder of earlier ones.
            let until = begin + FOR_CONTRACTS * number / all.len() as u32;
            let amount = Amount { until: Some(until), ..amount };
            bar.set_message(contract.name);
            // Rules that panic break a contract like others; the panic's message is printed first.
            let tried = catch_unwind(AssertUnwindSafe(|| contract.check(game, amount)));
            let violation = tried.unwrap_or_else(|_| Err(Violation::panicked())).err();
            bar.inc(1);
            ContractResult { name: contract.name, violation, cut_short: Instant::now() >= until }
        });
        Vec::from_iter(checked)
    };
    let began = Instant::now();
    let mut checked = try_all(Amount::QUICK);
    // Check twenty times as many positions if that is still quick.
    if began.elapsed() < SOON && checked.iter().all(|one| one.violation.is_none()) {
        checked = try_all(Amount::FULL);
    }
    bar.finish_and_clear();
    checked
}

fn of_file(file: &RulesFile) -> RulesFileFigures {
    let rules = &file.rules;
    let start = rules.start();
    let mut whole_moves = Vec::new();
    let mut account = Account::default();
    for depth in 1..=20 {
        let Some(count) = perft_within(rules, &start, depth, &mut account) else { break };
        whole_moves.push(count);
        // Estimate of the count at the next depth.
        if count == 0 || count.saturating_mul(whole_moves[0].max(2)) > COUNTED {
            break;
        }
    }
    RulesFileFigures {
        cells: rules.board().cells.len(),
        pieces: rules.pieces().iter().map(ToString::to_string).collect(),
        variables: rules.variables().iter().map(ToString::to_string).collect(),
        automaton: rules.size(),
        exchange: file.exchange().is_some(),
        whole_moves,
    }
}

/// Plays a game by random moves. After each move calls `next` with the position before it, the number of legal moves
/// there, and the move; `next` returns whether to continue. Returns false if the game was left early.
fn random_game(
    game: &AnyGame,
    rng: &mut Xoshiro256PlusPlus,
    history: &mut History,
    mut made: impl FnMut(&AnyPosition, usize, AnyMove, &History) -> Result<bool>,
) -> Result<bool> {
    let mut legal = Vec::new();
    history.restart(game, game.start());
    // A contract covers games that never end.
    while history.outcome().is_none() && history.moves() <= game.max_moves() {
        history.legal_moves(game, &mut legal);
        if legal.is_empty() {
            break;
        }
        let (before, mv) = (history.position().clone(), legal[rng.random_range(..legal.len())]);
        history.play(game, mv);
        if !made(&before, legal.len(), mv, history)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn trace(game: &AnyGame, seed: u64) -> Result<()> {
    let mut out = stdout();
    let mut history = History::new(game, game.start());
    let from_file = rules_file::of_rules(game.rules()).is_some();
    let board =
        |position: &AnyPosition| format!("{}\n{}", game.draw(position).trim_end(), game.format_position(position));
    writeln!(out, "{}", board(history.position()))?;
    random_game(game, &mut Xoshiro256PlusPlus::seed_from_u64(seed), &mut history, |before, legal, mv, history| {
        let seat = game.seat_to_act(before);
        let name = if game.is_chance(before) { "chance" } else { game.seat_names()[seat.index()] };
        let text = game.format_move(before, mv);
        writeln!(out, "\n{HEADING}{}. {name}: {text}{HEADING:#} ({legal} to choose from)", history.moves())?;
        if from_file {
            let forced = rules_file::forced(game.rules(), &game.format_position(before), &text)?;
            if !forced.is_empty() {
                writeln!(out, "then {}", forced.join(", "))?;
            }
        }
        let now = history.position();
        if history.outcome().is_some() || game.seat_to_act(now) != seat {
            writeln!(out, "{}", board(now))?;
        }
        Ok(true)
    })?;
    let result = match history.outcome() {
        Some(Outcome::Win(side)) => format!("side {} wins", side.index()),
        Some(Outcome::Draw) => "draw".to_owned(),
        None => bail!("this game has neither a legal move nor a result, or no end: check it without --trace"),
    };
    let ending = history.ending(game).map_or_else(String::new, |ending| format!(": {ending}"));
    Ok(writeln!(out, "\n{result}{ending}")?)
}

fn random_games(game: &AnyGame, games: u32) -> Result<RandomGames> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut history = History::new(game, game.start());
    let (mut results, mut cut_off, mut choices) = ([0; 3], 0, 0u64);
    let mut lengths = Vec::new();
    let bar = progress_bar(games.into(), "random games");
    let begin = Instant::now();
    for _ in 0..games {
        // The first game is played to its end unless that takes very long.
        let most = FOR_GAMES * if lengths.is_empty() { 2 } else { 1 };
        let ended = random_game(game, &mut rng, &mut history, |_, legal, _, _| {
            choices += legal as u64;
            Ok(begin.elapsed() < most)
        })?;
        if !ended {
            break;
        }
        bar.inc(1);
        let place = match history.outcome() {
            Some(Outcome::Win(Side::First)) => 0,
            Some(Outcome::Win(Side::Second)) => 2,
            _ => 1,
        };
        results[place] += 1;
        cut_off += u32::from(game.is_cut_off(history.position()));
        lengths.push(f64::from(history.moves()));
    }
    bar.finish_and_clear();
    let games = lengths.len() as u32;
    if games == 0 {
        bail!(
            "a random game takes too long: {} moves took {:.1?}. Expected quicker rules, or a game that ends sooner (`//! cap:`)",
            history.moves(),
            begin.elapsed()
        );
    }
    let seconds = begin.elapsed().as_secs_f64();
    let all: f64 = lengths.iter().sum();
    let shortest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    Ok(RandomGames {
        games,
        results,
        cut_off,
        steps: [shortest, all / f64::from(games), longest],
        branching: choices as f64 / all.max(1.0),
        games_per_second: f64::from(games) / seconds.max(1e-9),
    })
}

/// The suspicious properties of the rules, judging by random games.
fn warnings(random: &RandomGames, audit: Option<&Audit>) -> Vec<String> {
    let share = |count: u32| f64::from(count) / f64::from(random.games);
    let mut warnings = audit.map_or_else(Vec::new, |audit| audit.warnings.clone());
    if share(random.cut_off) > 0.2 {
        warnings.push(format!(
            "{:.0} % of random games end only by the limit on steps: does each game come to an end? (`//! cap:`)",
            100.0 * share(random.cut_off)
        ));
    }
    if random.branching < 1.5 {
        warnings.push("there is hardly a choice: do the rules offer what you mean? (`ardoise moves`)".to_owned());
    }
    let [first, draws, second] = random.results;
    if draws == random.games {
        warnings.push("every random game is drawn: are the scores set?".to_owned());
    } else if first == 0 || second == 0 {
        let side = if first == 0 { "first" } else { "second" };
        warnings.push(format!("the {side} side won no random game"));
    }
    warnings
}

fn print(found: &CheckReport) -> Result<()> {
    let mut out = stdout();
    let list = |names: &[String]| names.join(" ");
    let mut line = |label: &str, text: String| writeln!(out, "{HEADING}{label:12}{HEADING:#}{text}");
    line("game", found.game.clone())?;
    if let Some(file) = &found.file {
        let [places, ways, patterns] = file.automaton;
        line("board", format!("{} cells; pieces {}", file.cells, list(&file.pieces)))?;
        line("variables", list(&file.variables))?;
        line("automaton", format!("{places} places, {ways} ways, {patterns} patterns"))?;
        let counts = Vec::from_iter(file.whole_moves.iter().map(u64::to_string));
        line("moves", format!("{} (sequences of 1, 2, 3, ... whole moves)", list(&counts)))?;
    }
    let RandomGames { games, results, cut_off, steps, branching, games_per_second } = &found.random;
    let percent = |count: u32| format!("{:.1} %", 100.0 * f64::from(count) / f64::from(*games));
    let [first, draws, second] = results.map(percent);
    line("random play", format!("first side wins {first}, draws {draws}, second side wins {second} ({games} games)"))?;
    let [shortest, mean, longest] = steps;
    line(
        "",
        format!(
            "{mean:.1} steps ({shortest} to {longest}), {branching:.1} to choose from, {} cut off",
            percent(*cut_off)
        ),
    )?;
    for (index, Ending { by, games, .. }) in found.audit.iter().flat_map(|audit| &audit.endings).enumerate() {
        let audited = found.audit.iter().flat_map(|audit| &audit.endings).map(|ending| ending.games).sum::<u32>();
        let share = 100.0 * f64::from(*games) / f64::from(audited);
        line(if index == 0 { "endings" } else { "" }, format!("{share:5.1} %  {by}"))?;
    }
    line("speed", format!("{games_per_second:.0} random games/s on one thread"))?;
    for (index, Cost { line: number, rule, percent }) in found.audit.iter().flat_map(|audit| &audit.costs).enumerate() {
        line(if index == 0 { "work" } else { "" }, format!("{percent:3} %  line {number}: {rule}"))?;
    }
    let exchange = match &found.file {
        Some(file) if file.exchange => ", and the players can change places",
        Some(_) => ", and the players differ",
        None => "",
    };
    let symmetries = match found.symmetries {
        1 => "none".to_owned(),
        count => count.to_string(),
    };
    line("symmetries", symmetries + exchange)?;
    line("network", found.network.to_string())?;
    let broken =
        Vec::from_iter(found.contracts.iter().filter_map(|checked| Some((checked.name, checked.violation.as_ref()?))));
    let (all, kept) = (found.contracts.len(), found.contracts.len() - broken.len());
    let style = if broken.is_empty() { GOOD } else { BAD };
    let cut_short = if found.contracts.iter().any(|checked| checked.cut_short) {
        ", in fewer positions than usual, which take long"
    } else {
        ""
    };
    line("contracts", format!("{style}{kept} of {all} kept{style:#}{cut_short}"))?;
    for (name, violation) in &broken {
        line("broken", format!("{BAD}{name}:{BAD:#} {violation}"))?;
    }
    for warning in &found.warnings {
        line("warning", warning.clone())?;
    }
    if found.warnings.is_empty() && broken.is_empty() {
        let (ardoise, game) = (program(), &found.game);
        line("next", format!("{ardoise} play {game} --against mcts:1000; {ardoise} study {game} --budget 1h"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_broken_contract_is_an_error() {
        let kept = || ContractResult { name: "games end", violation: None, cut_short: false };
        assert!(verdict("mygame", &[kept(), kept()]).is_ok());
        let violation = Violation { found: "it goes on".into(), position: Some("x.o 3".into()), moves: None };
        let contracts =
            [kept(), ContractResult { name: "moves read back", violation: Some(violation), cut_short: false }];
        let error = verdict("mygame", &contracts).expect_err("one is broken").to_string();
        assert!(error.starts_with("mygame breaks 1 of the 2 contracts"), "{error}");
        let told = json!([
            {"name": "games end"},
            {"name": "moves read back", "violation": {"found": "it goes on", "position": "x.o 3"}},
        ]);
        assert_eq!(serde_json::to_value(&contracts).expect("it serialises"), told);
    }
}
