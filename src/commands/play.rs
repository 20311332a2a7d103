use super::thinking::ThinkingArgs;
use super::{GameArgs, stdout};
use crate::files::{append, open_to_append};
use crate::game::{CompleteGame, Side};
use crate::play::{Chair, Session};
use crate::players::{Budget, Engine, Entrant, PlayerSpec, seat_sides};
use crate::with_game;
use anyhow::{Context, bail};
use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game in the terminal
///
/// Moves are typed as docs/games.md says; `moves` lists them, `help` the commands.
///
/// A PLAYER is named as for `ardoise arena`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays against you, as `mcts:1000` where no evaluator is released
    #[arg(long, value_name = "PLAYER", default_value = "released")]
    against: PlayerSpec,
    /// Your side in the first game; side 0 acts first
    #[arg(long, value_name = "SIDE", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    side: u8,
    /// Who has a seat at first, as `A2=me` or `B1=mcts:500` (repeatable)
    ///
    /// The other seats go by --side and --against.
    #[arg(long = "seat", value_name = "NAME=me|PLAYER", value_parser = parse_seat)]
    seats: Vec<(String, Option<PlayerSpec>)>,
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// Games to play, with sides exchanged after each
    ///
    /// In team play the teams exchange sides as they are.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Append the record of each game to FILE when it is left
    ///
    /// In the game, `save FILE` does it at any time.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed of the players [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Rollouts of a hint where the opponent does not search.
const HINT_ROLLOUTS: u32 = 1000;

/// Runs the command.
///
/// # Errors
/// There is no such game, seat or player, or standard input, standard output or the record's file fails.
pub fn run(args: Args) -> anyhow::Result<()> {
    with_game!(args.game.game()?, game => run_game(&args, game))
}

fn run_game<G: CompleteGame>(args: &Args, game: G) -> anyhow::Result<()> {
    let names = game.seat_names();
    for (index, (seat, _)) in args.seats.iter().enumerate() {
        if !names.contains(&seat.as_str()) {
            bail!("unknown seat `{seat}` of {}: expected {}", game.rules().variant().name, names.join(", "));
        }
        if args.seats[..index].iter().any(|(earlier, _)| earlier == seat) {
            bail!("seat `{seat}` is given twice: expected one player for it");
        }
    }

    let budget = args.thinking.budget();
    let person = Side::from_index(args.side.into()).context("side: expected 0 or 1")?;
    let mut adviser = None;
    let mut chairs = Vec::with_capacity(names.len());
    for (name, side) in names.iter().zip(seat_sides(&game)) {
        let given = args.seats.iter().find(|(seat, _)| seat == name);
        let spec = match given {
            Some((_, spec)) => spec.as_ref(),
            None => (side != person).then_some(&args.against),
        };
        chairs.push(match spec {
            None => Chair::Person,
            Some(spec) => {
                let entrant = Entrant::open(spec, &game, budget)?;
                adviser = adviser.or_else(|| entrant.engine());
                Chair::Player(entrant.name().to_owned(), entrant.player())
            }
        });
    }
    let adviser = adviser.unwrap_or_else(|| Engine::rollouts(Budget::Simulations(HINT_ROLLOUTS)));

    // Opened before the game, so that nobody plays one that then cannot be kept.
    let mut record = args.record.as_deref().map(open_to_append).transpose()?;
    let seed = args.seed.unwrap_or_else(clock_seed);
    let mut session = Session::new(game, chairs, adviser, args.rounds, seed);
    session.run(&mut io::stdin().lock(), &mut stdout(), &mut |played| match (&mut record, &args.record) {
        (Some(file), Some(path)) => append(file, path, format!("{}\n", played.to_line())),
        _ => Ok(()),
    })
}

fn parse_seat(text: &str) -> Result<(String, Option<PlayerSpec>), String> {
    match text.split_once('=') {
        Some((seat, "me")) if !seat.is_empty() => Ok((seat.to_owned(), None)),
        Some((seat, player)) if !seat.is_empty() => {
            let spec = player.parse::<PlayerSpec>().map_err(|error| error.to_string())?;
            Ok((seat.to_owned(), Some(spec)))
        }
        _ => Err("expected NAME=me or NAME=PLAYER, as B1=mcts:500".to_owned()),
    }
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
