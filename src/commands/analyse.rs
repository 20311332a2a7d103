use super::thinking::ThinkingArgs;
use super::threads::SearchThreads;
use super::{GameArgs, PositionArgs, print_json, stdout};
use crate::game::{AnyGame, Notation};
use crate::play::{Analysis, WIDTH};
use crate::players::{Engine, PlayerSpec};
use anyhow::Context;
use std::io::Write;

/// Show how a player judges a position
///
/// Shows the chances, the principal variation, the moves left, and for each legal move its simulations, prior, score
/// and proven result. All values are from the side to move's point of view.
///
/// `ardoise help arena` lists the kinds of PLAYER; this one must search.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The player that searches
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    with: PlayerSpec,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    threads: SearchThreads,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, position, move or player, the game is over, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    run_game(&args, &args.game.game()?)
}

fn run_game(args: &Args, game: &AnyGame) -> anyhow::Result<()> {
    let history = args.position.history(game)?;
    let mut engine = searching(&args.with, game, &args.thinking, args.threads)?;
    let analysis = Analysis::new(game, &history, &mut engine);
    let analysis = analysis.context("the game is over in this position: there is nothing to analyse")?;
    if args.json {
        return print_json(&analysis);
    }
    let mut out = stdout();
    writeln!(out, "{}\n", game.draw(history.position()).trim_end())?;
    Ok(analysis.write(&mut out, WIDTH, usize::MAX)?)
}

/// The engine of a player that searches.
///
/// # Errors
/// There is no such player, or it does not search.
pub(super) fn searching(
    spec: &PlayerSpec,
    game: &AnyGame,
    thinking: &ThinkingArgs,
    threads: SearchThreads,
) -> anyhow::Result<Engine> {
    let entrant = thinking.open(spec, game, threads.get())?;
    entrant.engine().with_context(|| format!("player `{spec}` does not search: expected a net or mcts:N"))
}
