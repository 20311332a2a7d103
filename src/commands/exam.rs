use super::{GameArgs, print_json, print_table};
use crate::arena::{Exam, Grade};
use crate::game::CompleteGame;
use crate::players::{Budget, Entrant, PlayerSpec};
use crate::with_game;
use anyhow::{Context, Result, ensure};
use serde::Serialize;
#[cfg(feature = "distributed")]
use std::sync::atomic::Ordering;

/// Measure how often players keep a won game, checked by the exact solver
///
/// The positions come from random play. In each, the side to act can win, and at least one move gives the win away.
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
    #[cfg(feature = "distributed")]
    #[command(flatten)]
    queue: super::queue::QueueArgs,
    /// Print a JSON list of objects: player, positions, kept, share, share_low, share_high
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    player: String,
    positions: usize,
    kept: usize,
    share: f64,
    share_low: f64,
    share_high: f64,
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, the game has no exact solver, a player fails, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let lines = with_game!(args.game.game()?, game => sit(&game, &args)?);
    if args.json {
        return print_json(&lines);
    }
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    let rows: Vec<Vec<String>> = lines
        .into_iter()
        .map(|line| {
            let interval = format!("{} to {}", percent(line.share_low), percent(line.share_high));
            vec![line.player, line.positions.to_string(), line.kept.to_string(), percent(line.share), interval]
        })
        .collect();
    print_table(&["player", "positions", "win kept", "%", "95 % interval"], &rows)
}

fn sit<G: CompleteGame>(game: &G, args: &Args) -> Result<Vec<Line>> {
    let mut solver = game.solver().with_context(|| super::no_solver(game.rules().variant().name))?;
    let players: Vec<Entrant<G>> =
        args.players.iter().map(|spec| Ok(Entrant::open(spec, game, Budget::default())?)).collect::<Result<_>>()?;
    let exam = Exam::draw(game, &mut *solver, args.positions as usize, args.seed, || false);
    ensure!(!exam.is_empty(), "random play of {} meets no position to ask about", game.rules());
    let lines = players.iter().zip(grades(game, args, &exam, &players)?).map(|(entrant, grade)| {
        let [share_low, share_high] = grade.interval();
        Line {
            player: entrant.name().to_owned(),
            positions: grade.asked,
            kept: grade.right,
            share: grade.share(),
            share_low,
            share_high,
        }
    });
    Ok(lines.collect())
}

/// The grade of each player, found here or by the workers of a queue.
fn grades<G: CompleteGame>(game: &G, args: &Args, exam: &Exam<G>, players: &[Entrant<G>]) -> Result<Vec<Grade>> {
    #[cfg(feature = "distributed")]
    if let Some(queue) = args.queue.open("exam".to_owned(), super::processors().get())? {
        let stop =
            super::interrupted("ending; answers stay with the server for a week: the same command goes on with them")?;
        let stop = || stop.load(Ordering::Relaxed);
        let bar = super::progress_bar((players.len() * exam.len()) as u64, "answers");
        let grades = queue.exam(game, exam, players, &stop, &|| bar.inc(1))?;
        bar.finish_and_clear();
        queue.close(grades.is_some());
        return Ok(grades.ok_or(super::Interrupted)?);
    }
    // Only needed for what is above.
    let _ = args;
    let grade = |entrant: &Entrant<G>| {
        let grade = exam.grade(game, &mut *entrant.player());
        grade.with_context(|| format!("player `{}`", entrant.name()))
    };
    players.iter().map(grade).collect()
}
