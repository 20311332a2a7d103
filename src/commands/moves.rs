use super::output::say;
use super::{GameArgs, PositionArgs, print_json, stdout};
use crate::game::{Game, Notation};
use crate::games::rules_file;
use crate::play::{sorted_moves, sorted_turns};
use std::io::Write;

/// List the legal moves of a position, sorted by notation; none if the game is over
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Explain why a whole move such as b2-c3 is legal or not; `pass` is a move without a cell. For games from rules
    /// files
    #[arg(long, value_name = "MOVE", conflicts_with = "json")]
    why: Option<String>,
    /// List only moves that begin with TEXT
    #[arg(long, value_name = "TEXT")]
    begin: Option<String>,
    /// List at most N moves: some games have millions
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// List the possible next steps instead of whole moves
    #[arg(long)]
    steps: bool,
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
    let most = args.most as usize;
    let begin = args.begin.as_deref().unwrap_or_default();
    let mut moves = match args.steps {
        true => sorted_moves(&game, &history).into_iter().filter(|mv| mv.starts_with(begin)).collect(),
        false => sorted_turns(&game, &history, begin, most + 1),
    };
    if !args.steps && moves.len() > most {
        moves.truncate(most);
        say(format_args!("there are more than {most} moves: `--begin {}` lists those with this beginning", moves[0]));
    }
    if !args.steps && moves.is_empty() && begin.is_empty() && history.outcome().is_none() {
        say(format_args!("there are too many moves to list: `--steps` lists single steps"));
    }
    if args.json {
        return print_json(&moves);
    }
    let mut out = stdout();
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
