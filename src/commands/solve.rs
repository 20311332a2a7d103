use super::{GameArgs, HEADING, PositionArgs, print_json, stdout};
use crate::game::{CompleteGame, Game, Outcome};
use anyhow::Context;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Solve a position: its exact value and all winning moves
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print a JSON object: value (win, loss or draw, for the side to act), winning, nodes, seconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solution {
    /// For the side to act: `win`, `loss` or `draw`.
    value: &'static str,
    /// All winning moves, in the order of their texts.
    winning: Vec<String>,
    /// Positions visited.
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, position or move, the game has no exact solver, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    let game = args.game.game()?;
    let history = args.position.history(&game)?;
    let side = game.side_to_act(history.position()).index();
    let solution = solve(&game, history.position())?;
    if args.json {
        return print_json(&solution);
    }
    let winning = if solution.winning.is_empty() { "none".to_owned() } else { solution.winning.join(" ") };
    let mut out = stdout();
    writeln!(out, "{HEADING}value{HEADING:#}    {} for side {side}, which is to act", solution.value)?;
    writeln!(out, "{HEADING}winning{HEADING:#}  {winning}")?;
    writeln!(out, "{HEADING}nodes{HEADING:#}    {}", solution.nodes)?;
    writeln!(out, "{HEADING}seconds{HEADING:#}  {:.3}", solution.seconds)?;
    Ok(())
}

fn solve<G: CompleteGame>(game: &G, position: &G::Position) -> anyhow::Result<Solution> {
    let mut solver = game.solver().with_context(|| super::no_solver(game.rules().variant().name))?;
    let begin = Instant::now();
    let side = game.side_to_act(position);
    let value = match solver.outcome(game, position) {
        Outcome::Win(winner) if winner == side => "win",
        Outcome::Win(_) => "loss",
        Outcome::Draw => "draw",
    };
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut winning = Vec::new();
    for mv in moves {
        if solver.outcome_after(game, position, mv) == Outcome::Win(side) {
            winning.push(game.format_move(position, mv));
        }
    }
    winning.sort_unstable();
    Ok(Solution { value, winning, nodes: solver.nodes(), seconds: begin.elapsed().as_secs_f64() })
}
