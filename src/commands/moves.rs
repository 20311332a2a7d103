use super::{GameArgs, PositionArgs, print_json, stdout};
use crate::play::sorted_moves;
use std::io::Write;

/// List the legal moves of a position, in the order of their texts; none if the game is over
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print a JSON list of strings
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, position or move, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    let game = args.game.game()?;
    let moves = sorted_moves(&game, &args.position.history(&game)?);
    if args.json {
        return print_json(&moves);
    }
    let mut out = stdout();
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
