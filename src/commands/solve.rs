use super::thinking::parse_time;
use super::{GameArgs, HEADING, PositionArgs, print_json, progress_bar, stdout};
use crate::compact::CompactEvaluator;
use crate::eval::PriorGuide;
use crate::game::{AnyGame, AnyPosition, Game, Guidance, Notation, Outcome};
use crate::players::Location;
use anyhow::Context;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Solve a position: its exact value and all winning moves
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Give up after this time, such as 10m: a position far from the end of the game may take years [default: never]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    budget: Option<Duration>,
    /// Print a JSON object: value (win, loss or draw, for the side to act), winning, unsolved, nodes, seconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solution {
    /// The result for the side to act: `win`, `loss` or `draw`.
    value: &'static str,
    /// All winning moves, sorted by notation, except unsolved ones.
    winning: Vec<String>,
    /// The moves whose results were not found within the budget.
    unsolved: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, position or move, the game has no exact solver, the time is over before the position is
/// solved, the evaluator cannot be read, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    let game = args.game.game()?;
    let history = args.position.history(&game)?;
    let side = game.side_to_act(history.position()).index();
    let solution = solve(&game, history.position(), args.budget)?;
    if args.json {
        return print_json(&solution);
    }
    let listed = |moves: &[String]| if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
    let mut out = stdout();
    writeln!(out, "{HEADING}value{HEADING:#}    {} for side {side}, which is to act", solution.value)?;
    writeln!(out, "{HEADING}winning{HEADING:#}  {}", listed(&solution.winning))?;
    if !solution.unsolved.is_empty() {
        writeln!(out, "{HEADING}unsolved{HEADING:#} {}", listed(&solution.unsolved))?;
    }
    writeln!(out, "{HEADING}nodes{HEADING:#}    {}", solution.nodes)?;
    writeln!(out, "{HEADING}seconds{HEADING:#}  {:.3}", solution.seconds)?;
    Ok(())
}

fn solve(game: &AnyGame, position: &AnyPosition, budget: Option<Duration>) -> anyhow::Result<Solution> {
    let variant = &*game.rules().variant().name;
    let mut solver = game.ending_solver().with_context(|| super::no_solver(variant))?;
    if let Some(released) = Location::released(variant) {
        // An evaluator for other rules cannot guide the solver.
        if let Ok(evaluator) = CompactEvaluator::new(game, Arc::new(released.read()?)) {
            solver.guide(Box::new(PriorGuide::new(evaluator)));
        }
    }
    let begin = Instant::now();
    let go_on = || budget.is_none_or(|budget| begin.elapsed() < budget);
    let side = game.side_to_act(position);
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let bar = progress_bar(1 + moves.len() as u64, "positions solved");
    bar.enable_steady_tick(Duration::from_secs(1));
    let too_long = "not solved within the budget: expected more time, or a position nearer to the end of the game";
    let value = match solver.outcome_while(game, position, &go_on).context(too_long)? {
        Outcome::Win(winner) if winner == side => "win",
        Outcome::Win(_) => "loss",
        Outcome::Draw => "draw",
    };
    bar.inc(1);
    bar.set_message(format!("a {value} for side {}", side.index()));
    let (mut winning, mut unsolved) = (Vec::new(), Vec::new());
    for mv in moves {
        let result = solver.outcome_after_while(game, position, mv, &go_on);
        match result {
            Some(outcome) if outcome == Outcome::Win(side) => winning.push(game.format_move(position, mv)),
            Some(_) => {}
            None => unsolved.push(game.format_move(position, mv)),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    winning.sort_unstable();
    unsolved.sort_unstable();
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Solution { value, winning, unsolved, nodes: solver.nodes(), seconds })
}
