use super::{GameArgs, PositionArgs, print_json, stdout};
use crate::game::{Game, Notation};
use crate::games::rules_file;
use crate::play::sorted_moves;
use std::io::Write;

/// List the legal moves of a position, in the order of their texts; none if the game is over
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Say why a whole move is legal or not, as b2-c3; `pass` is the one that goes to no cell. For games from files of
    /// rules
    #[arg(long, value_name = "MOVE", conflicts_with = "json")]
    why: Option<String>,
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
    let history = args.position.history(&game)?;
    if let Some(mv) = &args.why {
        let told = rules_file::why(game.rules(), &game.format_position(history.position()), mv)?;
        return Ok(writeln!(stdout(), "{told}")?);
    }
    let moves = sorted_moves(&game, &history);
    if args.json {
        return print_json(&moves);
    }
    let mut out = stdout();
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
