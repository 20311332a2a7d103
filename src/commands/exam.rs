use super::{GameArgs, print_json, print_table};
use crate::arena::{Exam, Grade};
use crate::game::{AnyGame, Game, Guidance};
use crate::players::{Budget, Entrant, PlayerSpec};
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
#[cfg(feature = "distributed")]
use std::sync::atomic::Ordering;

/// Measure how often players keep a won game, checked by the exact solver
///
/// The positions come from random play. In each, the side to act can win, and at least one move gives the win away. For
/// games from rules files that are too large to solve, the positions come from the ends of games.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Players, named as for `ardoise arena`: `released@policy` is the bare policy, `released@sims=64` searches
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Also group positions by the number of random moves before them: 0 to N-1, N to 2N-1, ...
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    by_moves: Option<u32>,
    #[cfg(feature = "distributed")]
    #[command(flatten)]
    queue: super::queue::QueueArgs,
    /// Print a JSON list of objects: player, positions, kept, share, share_low, share_high; with --by-moves also moves,
    /// a pair
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    player: String,
    /// Fewest and most random moves before the positions; `None` for all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<[u32; 2]>,
    positions: usize,
    kept: usize,
    share: f64,
    share_low: f64,
    share_high: f64,
}

impl Line {
    fn new(player: &str, moves: Option<[u32; 2]>, grade: Grade) -> Line {
        let [share_low, share_high] = grade.interval();
        let (player, share) = (player.to_owned(), grade.share());
        Line { player, moves, positions: grade.asked, kept: grade.right, share, share_low, share_high }
    }
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, the game has no exact solver, a player fails, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let lines = sit(&args.game.game()?, &args)?;
    if args.json {
        return print_json(&lines);
    }
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    let row = |line: Line| {
        let interval = format!("{} to {}", percent(line.share_low), percent(line.share_high));
        let mut row =
            vec![line.player, line.positions.to_string(), line.kept.to_string(), percent(line.share), interval];
        if args.by_moves.is_some() {
            let moves = line.moves.map_or("all".to_owned(), |[fewest, most]| format!("{fewest} to {most}"));
            row.insert(1, moves);
        }
        row
    };
    let rows: Vec<Vec<String>> = lines.into_iter().map(row).collect();
    let mut header = vec!["player", "positions", "win kept", "%", "95 % interval"];
    if args.by_moves.is_some() {
        header.insert(1, "after moves");
    }
    print_table(&header, &rows)
}

fn sit(game: &AnyGame, args: &Args) -> Result<Vec<Line>> {
    let no_solver = || super::no_solver(&game.rules().variant().name);
    let players: Vec<Entrant> =
        args.players.iter().map(|spec| Ok(Entrant::open(spec, game, Budget::default())?)).collect::<Result<_>>()?;
    let bar = super::progress_bar(args.positions.into(), "positions");
    let (count, seed) = (args.positions as usize, args.seed);
    let drawn = |drawn: usize| {
        bar.set_position(drawn as u64);
        false
    };
    let exam = match game.solver() {
        Some(mut solver) => Exam::draw(game, &mut *solver, count, seed, drawn),
        None => Exam::draw_endings(game, count, seed, drawn).with_context(no_solver)?,
    };
    bar.finish_and_clear();
    ensure!(!exam.is_empty(), "random play of {} meets no position to ask about", game.rules());
    let mut lines = Vec::new();
    for (entrant, answers) in players.iter().zip(answers(game, args, &exam, &players)?) {
        lines.push(Line::new(entrant.name(), None, answers.iter().copied().collect()));
        let Some(width) = args.by_moves else { continue };
        let mut parts: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
        for (index, &keeps) in answers.iter().enumerate() {
            parts.entry(exam.after(index) / width).or_default().push(keeps);
        }
        lines.extend(parts.into_iter().map(|(part, answers)| {
            let fewest = part * width;
            Line::new(entrant.name(), Some([fewest, fewest + (width - 1)]), answers.into_iter().collect())
        }));
    }
    Ok(lines)
}

/// Whether the answers of each player keep the win, found here or by the workers of a queue.
fn answers(game: &AnyGame, args: &Args, exam: &Exam, players: &[Entrant]) -> Result<Vec<Vec<bool>>> {
    let bar = super::progress_bar((players.len() * exam.len()) as u64, "answers");
    #[cfg(feature = "distributed")]
    if let Some(queue) = args.queue.open("exam".to_owned(), super::threads::processors().get())? {
        let stop =
            super::interrupted("ending; answers stay with the server for a week: the same command goes on with them")?;
        let stop = || stop.load(Ordering::Relaxed);
        let answers = queue.exam(game, exam, players, &stop, &|| bar.inc(1))?;
        bar.finish_and_clear();
        queue.close(answers.is_some());
        return Ok(answers.ok_or(super::Interrupted)?);
    }
    // Unused without the feature above.
    let _ = args;
    let of_one = |entrant: &Entrant| {
        let mut player = entrant.player();
        let answers = exam.answers(game, &mut *player).inspect(|_| bar.inc(1)).collect::<Result<Vec<bool>, _>>();
        answers.with_context(|| format!("player `{}`", entrant.name()))
    };
    let answers = players.iter().map(of_one).collect();
    bar.finish_and_clear();
    answers
}
