mod resume; // the games that a file already holds

use super::openings::OpeningArgs;
use super::thinking::ThinkingArgs;
use super::threads::{of_games, processors};
use super::{RulesArg, print_json, print_table, progress_bar};
use crate::arena::{Elo, Estimate, GamePair, Openings, Pairing, Spread, Sprt, SprtState, Standings, Tally, Tournament};
use crate::game::Game;
use crate::games::AnyGame;
use crate::play::in_one_line;
use crate::players::{Entrant, PlayerSpec, seat_sides};
use crate::record::RecordFile;
use resume::standings_so_far;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Play matches between players and measure their strength
///
/// Every player meets every other. Games come in pairs from the same random opening, with sides
/// exchanged. Elo differences have 95 % confidence intervals, computed over pairs; a clean sweep is
/// scored half a point short, to keep Elo finite. In games that count points, or captives, the table
/// also shows by how many the player ends ahead, on average. Ctrl-C ends the match after the games
/// under way and prints the results so far.
///
/// PLAYER is one of:
///   random       plays any legal move
///   mcts:N       tree search with N random rollouts per move
///   solver       plays perfectly, in games that have an exact solver
///   level:N      the released evaluator as people play against it, N from 1 to 10
///   released     the evaluator that comes with the program, or if there is none, the newest of
///                your training runs of this game
///   FILE.ard     an evaluator's file
///   RUN          the newest generation of a training run, by name or directory
///   RUN:7        generation 7 of the run
///   ugi:COMMAND  another program, which COMMAND starts and which speaks the Universal Game Interface
///   uci:COMMAND  one that speaks the Universal Chess Interface, as Fairy-Stockfish does for many games;
///                append @variant=NAME to give the program's own name for the game
///
/// Append @sims=N or @time=200ms to set how long the player thinks, @policy to let a net play without
/// search, @threads=N to search on N threads. A program that crashes, plays an illegal move or
/// does not answer loses that game and is started again for the next.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Players, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PlayerSpec>,
    /// Variant, as `ardoise games` lists them
    #[arg(long, value_name = "VARIANT")]
    game: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Games of each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games)]
    games: u32,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Take the openings from the games in FILE instead: their first --opening-plies moves, or all
    ///
    /// Any format of game records (see `convert`); openings repeat if there are fewer than pairs of games.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    opening_file: Option<PathBuf>,
    /// Seed of openings and players
    ///
    /// The same seed gives the same games on any number of threads, unless players think by the clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games played at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
    /// Stop each pairing as soon as a sequential test (SPRT) decides between these Elo differences
    ///
    /// The test decides whether the first of two players is ELO0 or ELO1 stronger, with 5 % error each way.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[cfg(feature = "distributed")]
    #[command(flatten)]
    queue: super::queue::QueueArgs,
    /// Append the record of each game to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume the match in the --record file; give the same arguments
    ///
    /// Games that are in the file count as they are, and only the others are played.
    #[arg(long, requires = "record")]
    resume: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    seed: u64,
    /// Number of openings that lead to different positions.
    openings: usize,
    /// Whether the tournament was stopped before its end.
    interrupted: bool,
    pairs: Vec<PairingReport>,
}

/// One player against another; all figures are from the first player's view.
#[derive(Serialize)]
struct PairingReport {
    players: [String; 2],
    games: u32,
    #[serde(flatten)]
    total: Tally,
    /// Number of games that differ in their moves, or in who began.
    distinct_games: u32,
    /// Share of the points, from 0 to 1.
    score: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// By how many points, or captives, the player ends ahead on average, with its 95 % interval over pairs; in games
    /// that count any.
    ahead: Option<f64>,
    ahead_low: Option<f64>,
    ahead_high: Option<f64>,
    /// Number of game pairs by points scored: 0, 1/2, 1, 3/2, 2.
    pentanomial: [u32; 5],
    /// The results of games in which the player had side 0, then side 1.
    by_side: [Tally; 2],
    /// The games that each of the two lost by forfeit; they count as lost.
    forfeits: [u32; 2],
    sprt: Option<SprtState>,
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, no opening is undecided, or a file or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    run_game(&args, &AnyGame::new(args.rules.rules(&args.game)?)?)
}

fn run_game(args: &Args, game: &AnyGame) -> anyhow::Result<()> {
    let entrants: Vec<_> =
        args.players.iter().map(|spec| args.thinking.open(spec, game, NonZeroUsize::MIN)).collect::<Result<_, _>>()?;
    let stop = super::interrupted("ending; games under way do not count")?;
    let openings = openings(args, game, stop)?;
    let tournament = Tournament {
        game,
        entrants: &entrants,
        openings: &openings,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(processors).get(),
        sprt: args.sprt,
    };

    let mut standings = match &args.record {
        Some(path) if args.resume => standings_so_far(&tournament, path)?,
        _ => tournament.standings(),
    };
    let mut file = args.record.as_deref().map(RecordFile::open).transpose()?;
    let sides = seat_sides(game);

    let bar = progress_bar(2 * tournament.pairs() as u64, "games");
    bar.set_position(2 * standings.next_number() as u64);
    bar.tick();
    let pairings =
        play(args, &tournament, standings, &|| stop.load(Ordering::Relaxed), &|| bar.inc(2), |pairing, pair| {
            let [one, other] = pairing.players.map(|player| entrants[player].name());
            for (player, forfeit) in pair.forfeits() {
                let (loser, winner) = if player == 0 { (one, other) } else { (other, one) };
                let why = in_one_line(&forfeit.to_string());
                bar.suspend(|| {
                    super::say(format_args!("ardoise: `{loser}` forfeits a game against `{winner}`: {why}"));
                });
            }
            bar.set_message(in_one_line(&format!("{one} - {other}: {}", running_score(pairing))));
            match &mut file {
                Some(file) => file.append(&pair.records(game, &sides, [one, other])),
                None => Ok(()),
            }
        })?;
    bar.finish_and_clear();

    let names: Vec<&str> = entrants.iter().map(Entrant::name).collect();
    say_forfeits(&pairings, &names);
    let pairs: Vec<_> = pairings.iter().map(|pairing| PairingReport::new(pairing, &names)).collect();
    if args.json {
        return print_json(&Report {
            game: game.rules().variant().name.to_string(),
            options: game.rules().changed_options(),
            seed: args.seed,
            openings: openings.distinct(),
            interrupted: stop.load(Ordering::Relaxed),
            pairs,
        });
    }
    print(&pairs)?;
    say_limits(args, game, &openings, &pairs);
    Ok(())
}

/// The openings of the pairs: from a file, or drawn.
fn openings(args: &Args, game: &AnyGame, stop: &AtomicBool) -> anyhow::Result<Openings> {
    let pairs = args.games as usize / 2;
    match &args.opening_file {
        Some(path) => args.openings.read(game, pairs, path),
        None => {
            let bar = progress_bar(pairs as u64, "openings");
            let openings = args.openings.draw(game, pairs, args.seed, &mut || {
                bar.inc(1);
                !stop.load(Ordering::Relaxed)
            })?;
            bar.finish_and_clear();
            Ok(openings)
        }
    }
}

/// Says who lost games by forfeit.
fn say_forfeits(pairings: &[Pairing], names: &[&str]) {
    for (player, name) in names.iter().enumerate() {
        let forfeits = pairings.iter().flat_map(|pairing| pairing.players.into_iter().zip(pairing.forfeits));
        let total: u32 = forfeits.filter(|&(one, _)| one == player).map(|(_, count)| count).sum();
        if total > 0 {
            let games = if total == 1 { "game" } else { "games" };
            super::say(format_args!("ardoise: `{name}` lost {total} {games} by forfeit"));
        }
    }
}

/// Says why the figures may tell less than they seem to.
fn say_limits(args: &Args, game: &AnyGame, openings: &Openings, pairs: &[PairingReport]) {
    let asked = args.openings.plies();
    let is_short = args.opening_file.is_none() && openings.plies() < asked;
    if is_short {
        let length = match openings.plies() {
            0 => "all games begin at the start of the game".to_owned(),
            plies => format!("openings have {plies} random moves"),
        };
        super::say(format_args!("ardoise: {length}: after {asked} random moves {} is decided", game.rules()));
    }
    for pair in pairs.iter().filter(|pair| pair.distinct_games < pair.games) {
        let [player, opponent] = &pair.players;
        let advice = if is_short { "" } else { ": vary the openings with --opening-plies or --openings" };
        super::say(format_args!(
            "ardoise: of the {} games of `{player}` against `{opponent}` only {} are different, and the interval counts all of \
             them{advice}",
            pair.games, pair.distinct_games
        ));
    }
}

/// Plays the tournament, here or on the workers of a queue. `on_pair` is called after each pair played, `each` for
/// every pair that counts, in order.
fn play(
    args: &Args,
    tournament: &Tournament,
    standings: Standings,
    stop: &(dyn Fn() -> bool + Sync),
    on_pair: &(dyn Fn() + Sync),
    mut each: impl FnMut(&Pairing, &GamePair) -> anyhow::Result<()> + Send,
) -> anyhow::Result<Vec<Pairing>> {
    #[cfg(feature = "distributed")]
    if let Some(queue) = args.queue.open("arena".to_owned(), tournament.threads)? {
        anyhow::ensure!(!args.resume, "with --queue the same command goes on by itself: expected no --resume");
        let pairings = queue.tournament(tournament, stop, on_pair, each)?;
        queue.close(!stop());
        if stop() {
            super::say(format_args!(
                "games that were played stay with the server for a week: the same command goes on with them"
            ));
        }
        return Ok(pairings);
    }
    // Only needed for the block above.
    let _ = args;
    tournament.run_on(standings, stop, |pairing, pair| {
        on_pair();
        each(pairing, pair)
    })
}

impl PairingReport {
    fn new(pairing: &Pairing, names: &[&str]) -> PairingReport {
        let total = pairing.score.total();
        let ahead: Vec<Estimate> = pairing.ahead.iter().map(|&value| Estimate { value, error: 0.0 }).collect();
        let ahead = Spread::of(&ahead);
        let interval = ahead.filter(|ahead| ahead.deviation.is_some());
        let elo = Elo::estimate(&pairing.score.pairs);
        PairingReport {
            players: pairing.players.map(|player| names[player].to_owned()),
            games: total.games(),
            distinct_games: pairing.distinct,
            total,
            score: total.score(),
            elo: elo.map(|elo| elo.elo),
            elo_low: elo.map(|elo| elo.elo_low),
            elo_high: elo.map(|elo| elo.elo_high),
            ahead: ahead.map(|ahead| ahead.mean),
            ahead_low: interval.map(|ahead| ahead.low),
            ahead_high: interval.map(|ahead| ahead.high),
            pentanomial: pairing.score.pairs.counts,
            by_side: pairing.score.by_side,
            forfeits: pairing.forfeits,
            sprt: pairing.sprt,
        }
    }
}

fn print(pairs: &[PairingReport]) -> anyhow::Result<()> {
    let mut header = vec![
        "player",
        "opponent",
        "games",
        "won",
        "drawn",
        "lost",
        "score %",
        "side 0 %",
        "side 1 %",
        "Elo",
        "95 % low",
        "95 % high",
    ];
    let counted = pairs.iter().any(|pair| pair.ahead.is_some());
    if counted {
        header.extend(["ahead", "95 % low", "95 % high"]);
    }
    let tested = pairs.iter().any(|pair| pair.sprt.is_some());
    if tested {
        header.extend(["LLR", "SPRT"]);
    }
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share));
    let elo = |elo: Option<f64>| elo.map_or_else(|| "-".to_owned(), format_elo);
    let points = |points: Option<f64>| points.map_or_else(|| "-".to_owned(), |points| format!("{points:+.1}"));
    let rows: Vec<Vec<String>> = pairs
        .iter()
        .map(|pair| {
            let [player, opponent] = pair.players.clone();
            let Tally { wins, draws, losses } = pair.total;
            let [first, second] = pair.by_side.map(|tally| percent(tally.score()));
            let counts = [pair.games, wins, draws, losses].map(|count| count.to_string());
            let mut row = vec![player, opponent];
            row.extend(counts);
            row.extend([percent(pair.score), first, second, elo(pair.elo), elo(pair.elo_low), elo(pair.elo_high)]);
            if counted {
                row.extend([pair.ahead, pair.ahead_low, pair.ahead_high].map(points));
            }
            if let Some(state) = pair.sprt {
                row.extend([format!("{:+.2}", state.llr), format!("{:?}", state.result).to_lowercase()]);
            }
            row
        })
        .collect();
    print_table(&header, &rows)
}

pub(super) fn parse_games(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|games: &u32| (2..=1_000_000).contains(games) && games.is_multiple_of(2));
    number.ok_or_else(|| "expected an even number of games from 2 to 1000000".to_owned())
}

fn running_score(pairing: &Pairing) -> String {
    let Tally { wins, draws, losses } = pairing.score.total();
    let elo = Elo::estimate(&pairing.score.pairs).map(|elo| format!(", Elo {}", format_elo(elo.elo)));
    let llr = pairing.sprt.map(|state| format!(", LLR {:+.2}", state.llr));
    format!("+{wins} ={draws} -{losses}{}{}", elo.unwrap_or_default(), llr.unwrap_or_default())
}

/// In whole points, with the sign; zero is `+0`.
pub(super) fn format_elo(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
