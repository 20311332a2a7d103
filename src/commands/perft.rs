use super::{GameArgs, PositionArgs, print_json, print_table, stdout};
use crate::game::{Notation, perft, perft_of_turns};
use std::io::Write;
use std::time::Instant;

/// Count the sequences of legal moves from a position
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Count sequences of 1 to N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Count single steps instead of whole moves
    #[arg(long)]
    steps: bool,
    /// Print a JSON list: the counts for depths 1 to N
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, position or move, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    let begin = Instant::now();
    let depth = usize::from(args.depth);
    let game = args.game.game()?;
    let position = args.position.history(&game)?.position().clone();
    let counts = if args.steps || !game.shows_turns() {
        perft(&game, position, depth)
    } else {
        perft_of_turns(&game, position, depth)
    }
    .counts;
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        return print_json(&counts);
    }
    let rows = (1..).zip(&counts).map(|(depth, count): (usize, _)| vec![depth.to_string(), count.to_string()]);
    print_table(&["depth", "sequences"], &Vec::from_iter(rows))?;
    let leaves: u64 = counts.iter().sum();
    writeln!(stdout(), "{leaves} leaves in {seconds:.3} s, {:.1} million leaves/s", leaves as f64 / seconds / 1e6)?;
    Ok(())
}
