use super::analyse::searching;
use super::thinking::ThinkingArgs;
use super::threads::SearchThreads;
use super::{GameArgs, stdout};
use crate::game::AnyGame;
use crate::play::serve;
use crate::players::PlayerSpec;
use std::io::{self, BufReader};

/// Run as an engine that speaks the Universal Game Interface
///
/// UGI is UCI without chess: commands on standard input, one a line; answers on standard output.
///
/// `ardoise help arena` lists the kinds of PLAYER; this one must search.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player that searches
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    with: PlayerSpec,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    threads: SearchThreads,
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, or standard input or output fails.
pub fn run(args: Args) -> anyhow::Result<()> {
    run_game(&args, &args.game.game()?)
}

fn run_game(args: &Args, game: &AnyGame) -> anyhow::Result<()> {
    let engine = searching(&args.with, game, &args.thinking, args.threads)?;
    Ok(serve(game, engine, BufReader::new(io::stdin()), &mut stdout())?)
}
