use super::prompt::Prompt;
use super::thinking::ThinkingArgs;
use super::threads::SearchThreads;
use super::{RulesArg, report_error, stdout};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::play::{Chair, Input, PendingRecord, RecordStore, Session};
use crate::players::{Budget, Engine, PlayerSpec, kill_programs, seat_sides};
use crate::problems::{Problem, SolveOutcome, of_the_day, shipped, solve_problem};
use crate::record::RecordFile;
use crate::system;
use anyhow::{Context, bail, ensure};
use parking_lot::Mutex;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game in the terminal
///
/// In the game, type a move, or `help` for the commands; `rules` shows the rules and how moves are written. When a game
/// is over, `undo` reopens it; Enter ends it.
///
/// With --problem, positions are solved instead: find the one move that wins.
///
/// `ardoise help arena` lists the kinds of PLAYER.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Variant, as `ardoise games` lists them
    #[arg(value_name = "VARIANT", required_unless_present = "problem")]
    variant: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
    /// Solve the problems of FILE, `shipped` or `today` instead of playing
    ///
    /// FILE is written by `ardoise problems VARIANT --json`; `shipped` are the problems of VARIANT that come with the
    /// program, `today` is the one of the day. Every move that wins is answered by the longest defence, every other
    /// move is refuted and taken back.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "side", "seats", "rounds", "record", "options"])]
    problem: Option<String>,
    /// Your opponent, such as `mcts:1000`
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    against: PlayerSpec,
    /// Your side in the first game; side 0 moves first
    #[arg(long, value_name = "SIDE", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    side: u8,
    /// Player of a seat in the first game, such as `A2=me` or `B1=mcts:500` (repeatable)
    ///
    /// The other seats follow --side and --against. In games of two players the prompt shows the names of the seats.
    #[arg(long = "seat", value_name = "NAME=me|PLAYER", value_parser = parse_seat)]
    seats: Vec<(String, Option<PlayerSpec>)>,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    threads: SearchThreads,
    /// Games to play; sides are exchanged after each
    ///
    /// Teams stay together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Append the record of each game to FILE, including a game that quit or Ctrl-C leaves unfinished
    ///
    /// In the game, `save FILE` saves it at any time.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed of the players [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Rollouts of a hint if no player of the game searches.
const HINT_ROLLOUTS: u32 = 1000;

/// Runs the command.
///
/// # Errors
/// There is no such game, seat or player, or the input, the output or the record's file fails.
pub fn run(args: Args) -> anyhow::Result<()> {
    match (&args.problem, &args.variant) {
        (Some(source), variant) => run_problems(source, variant.as_deref()),
        (None, variant) => {
            let rules = args.rules.rules(variant.as_deref().context("expected a VARIANT")?)?;
            run_game(&args, AnyGame::new(rules)?)
        }
    }
}

/// Lets the person solve problems, one after the other.
fn run_problems(source: &str, variant: Option<&str>) -> anyhow::Result<()> {
    let problems = problems_of(source, variant)?;
    let mut prompt: Box<dyn Input> = match io::stdin().is_terminal() && io::stdout().is_terminal() {
        true => Box::new(Prompt::new()?),
        false => Box::new(io::stdin().lock()),
    };
    let mut out = stdout();
    let (count, mut solved) = (problems.len(), 0);
    for (number, problem) in problems.iter().enumerate() {
        let rules = problem.rules()?;
        writeln!(out, "\nProblem {} of {count}: {rules}, difficulty {} of 5.", number + 1, problem.difficulty)?;
        let left = solve_problem(&AnyGame::new(rules)?, problem, &mut *prompt, &mut out)?;
        solved += usize::from(matches!(left, SolveOutcome::Solved(_)));
        if left == SolveOutcome::Quit {
            break;
        }
    }
    if count > 1 {
        writeln!(out, "{solved} solved.")?;
    }
    Ok(())
}

/// The problems that a source names: `shipped`, `today` or a file.
fn problems_of(source: &str, variant: Option<&str>) -> anyhow::Result<Vec<Problem>> {
    let of_variant = || {
        let name = variant.with_context(|| format!("--problem {source}: expected a VARIANT, too"))?;
        anyhow::Ok(crate::games::find(name)?.name.to_string())
    };
    let problems = match source {
        "shipped" => shipped(&of_variant()?),
        "today" => of_the_day(&of_variant()?, super::problems::today(), 0).into_iter().collect(),
        file => super::problems::read(file.as_ref(), variant)?,
    };
    let of_variant = variant.map_or_else(String::new, |variant| format!(" of {variant}"));
    ensure!(!problems.is_empty(), "`{source}` has no problem{of_variant}: expected one or more");
    Ok(problems)
}

fn run_game(args: &Args, game: AnyGame) -> anyhow::Result<()> {
    let names = game.seat_names();
    for (index, (seat, _)) in args.seats.iter().enumerate() {
        if !names.contains(&seat.as_str()) {
            bail!("unknown seat `{seat}` of {}: expected {}", game.rules().variant().name, names.join(", "));
        }
        if args.seats[..index].iter().any(|(earlier, _)| earlier == seat) {
            bail!("seat `{seat}` is given twice: expected one player for each seat");
        }
    }

    let person = Side::from_index(args.side.into()).context("side: expected 0 or 1")?;
    let mut adviser = None;
    let mut chairs = Vec::with_capacity(names.len());
    for (name, side) in names.iter().zip(seat_sides(&game)) {
        let given = args.seats.iter().find(|(seat, _)| seat == name);
        let spec = match given {
            Some((_, spec)) => spec.as_ref(),
            None => (side != person).then_some(&args.against),
        };
        chairs.push(match spec {
            None => Chair::Person,
            Some(spec) => {
                let entrant = args.thinking.open(spec, &game, args.threads.get())?;
                adviser = adviser.or_else(|| entrant.engine());
                Chair::Player(entrant.name().to_owned(), entrant.player())
            }
        });
    }
    let mut adviser = adviser.unwrap_or_else(|| Engine::rollouts(Budget::Simulations(HINT_ROLLOUTS)));
    adviser.set_threads(args.threads.get());

    // Opened first, so that nobody plays a game that cannot be saved.
    let file = args.record.as_deref().map(RecordFile::open).transpose()?;
    let mut recorder = Recorder(Arc::new(Mutex::new(OpenRecord { file, pending: None })));
    let seed = args.seed.unwrap_or_else(clock_seed);
    let mut session = Session::new(game, chairs, adviser, args.rounds, seed);
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let mut prompt = Prompt::new()?;
        recorder.keep_on_signals()?;
        session.run(&mut prompt, &mut stdout(), &mut recorder)
    } else {
        recorder.keep_on_signals()?;
        session.run(&mut io::stdin().lock(), &mut stdout(), &mut recorder)
    }
}

/// Appends the rounds' records to a file; when a signal ends the program, also that of the round in progress.
#[derive(Clone)]
struct Recorder(Arc<Mutex<OpenRecord>>);

struct OpenRecord {
    file: Option<RecordFile>,
    /// The record of the round so far.
    pending: Option<PendingRecord>,
}

impl Recorder {
    /// Makes Ctrl-C, SIGTERM and SIGHUP save the round in progress before they end the program.
    ///
    /// # Errors
    /// The system refuses to report signals.
    fn keep_on_signals(&self) -> anyhow::Result<()> {
        let recorder = self.clone();
        let typing = system::InputMode::now();
        ctrlc::set_handler(move || {
            // Held to the end, so that the session cannot add a record meanwhile.
            let mut open = recorder.0.lock();
            let kept = open.keep();
            // The terminal may be in the middle of a line.
            if let Some(typing) = &typing {
                typing.restore();
                eprintln!();
            }
            if let Err(error) = kept {
                report_error(&error);
            }
            kill_programs();
            std::process::exit(130);
        })
        .context("cannot listen for signals")
    }
}

impl OpenRecord {
    fn keep(&mut self) -> anyhow::Result<()> {
        let (Some(file), Some(record)) = (&mut self.file, self.pending.take()) else { return Ok(()) };
        file.append(&[record()])
    }
}

impl RecordStore for Recorder {
    fn update(&mut self, record: Option<PendingRecord>) {
        self.0.lock().pending = record;
    }

    fn keep(&mut self) -> anyhow::Result<()> {
        self.0.lock().keep()
    }
}

fn parse_seat(text: &str) -> Result<(String, Option<PlayerSpec>), String> {
    match text.split_once('=') {
        Some((seat, "me")) if !seat.is_empty() => Ok((seat.to_owned(), None)),
        Some((seat, player)) if !seat.is_empty() => {
            let spec = player.parse::<PlayerSpec>().map_err(|error| error.to_string())?;
            Ok((seat.to_owned(), Some(spec)))
        }
        _ => Err("expected NAME=me or NAME=PLAYER, such as B1=mcts:500".to_owned()),
    }
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
