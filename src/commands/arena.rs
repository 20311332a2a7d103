use super::thinking::ThinkingArgs;
use super::{RulesArg, print_json, print_table};
use crate::arena::{DEFAULT_PLIES, Elo, GamePair, Openings, Pairing, Sprt, SprtState, Tally, Tournament};
use crate::files::{append, open_to_append};
use crate::game::{CompleteGame, Side};
use crate::games::AnyGame;
use crate::players::{Entrant, PlayerSpec, seat_sides};
use crate::record::Record;
use crate::with_game;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;

/// Let players meet and measure how strong they are
///
/// Each player meets each other one. Games come in pairs: both begin from the same random opening, with sides
/// exchanged. Elo differences have 95 % intervals over pairs; a score is taken to lie at least half a game from 0 and
/// from 100 %, so that they are finite. Ctrl-C ends after the games under way and prints what there is.
///
/// A PLAYER is `random`, `mcts:N` (N random rollouts a move), `solver` (exact, where the game has one), `released` (the
/// evaluator that comes with the program), an evaluator's file (.ard), a training run (name or directory) or a
/// generation of it (RUN:7), with @sims=N, @time=200ms or @policy (no search) behind it where wanted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Players, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PlayerSpec>,
    /// Variant, as `ardoise games` lists them
    #[arg(long, value_name = "VARIANT")]
    game: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Games between each two players, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games)]
    games: u32,
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// Random moves of an opening
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLIES)]
    opening_plies: u32,
    /// Seed of openings and players: the same seed gives the same games on any number of threads, unless players think
    /// by the clock
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads that play [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Test sequentially whether the first of two players is ELO0 or ELO1 stronger (5 % error each way) and stop when
    /// it is decided
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Append the record of each game to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    options: serde_json::Map<String, serde_json::Value>,
    seed: u64,
    /// Openings that lead to different positions.
    openings: usize,
    /// The tournament was ended before its time.
    interrupted: bool,
    pairs: Vec<PairingReport>,
}

/// One player against another; everything is seen by the first of the two.
#[derive(Serialize)]
struct PairingReport {
    players: [String; 2],
    games: u32,
    #[serde(flatten)]
    total: Tally,
    /// Share of the points, from 0 to 1.
    score: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// Pairs of games by half points made, 0 to 4.
    pentanomial: [u32; 5],
    /// The games in which the player had side 0, then side 1.
    by_side: [Tally; 2],
    sprt: Option<SprtState>,
}

/// Runs the command.
///
/// # Errors
/// There is no such game or player, no opening is undecided, or a file or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    with_game!(AnyGame::new(args.rules.rules(&args.game)?)?, game => run_game(&args, &game))
}

fn run_game<G: CompleteGame>(args: &Args, game: &G) -> anyhow::Result<()> {
    let entrants: Vec<_> = args.players.iter().map(|spec| args.thinking.open(spec, game)).collect::<Result<_, _>>()?;
    let openings = Openings::draw(game, args.games as usize / 2, args.opening_plies, args.seed)?;
    let mut recorder = args.record.as_deref().map(|path| Recorder::open(game, path)).transpose()?;
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let tournament = Tournament {
        game,
        entrants: &entrants,
        openings: &openings,
        seed: args.seed,
        threads: args.threads.unwrap_or(processors).get(),
        sprt: args.sprt,
    };

    let stop = super::interrupted("ending after the games under way")?;
    let players = entrants.len() as u64;
    let bar = progress_bar(u64::from(args.games) * players * (players - 1) / 2);
    bar.tick();
    let pairings = tournament.run(stop, |pairing, pair| {
        bar.inc(2);
        let [one, other] = pairing.players.map(|player| entrants[player].name());
        bar.set_message(format!("{one} - {other}: {}", running_score(pairing)));
        match &mut recorder {
            Some(recorder) => recorder.write(game, [one, other], pair),
            None => Ok(()),
        }
    })?;
    bar.finish_and_clear();

    let names: Vec<&str> = entrants.iter().map(Entrant::name).collect();
    let pairs: Vec<_> = pairings.iter().map(|pairing| PairingReport::new(pairing, &names)).collect();
    if args.json {
        return print_json(&Report {
            game: game.rules().variant().name,
            options: game.rules().changed_options(),
            seed: args.seed,
            openings: openings.distinct(),
            interrupted: stop.load(Ordering::Relaxed),
            pairs,
        });
    }
    print(&pairs)
}

impl PairingReport {
    fn new(pairing: &Pairing, names: &[&str]) -> PairingReport {
        let total = pairing.score.total();
        let elo = Elo::estimate(&pairing.score.pairs);
        PairingReport {
            players: pairing.players.map(|player| names[player].to_owned()),
            games: total.games(),
            total,
            score: total.score(),
            elo: elo.map(|elo| elo.elo),
            elo_low: elo.map(|elo| elo.elo_low),
            elo_high: elo.map(|elo| elo.elo_high),
            pentanomial: pairing.score.pairs.counts,
            by_side: pairing.score.by_side,
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
    let tested = pairs.iter().any(|pair| pair.sprt.is_some());
    if tested {
        header.extend(["LLR", "SPRT"]);
    }
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share));
    let elo = |elo: Option<f64>| elo.map_or_else(|| "-".to_owned(), format_elo);
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
            if let Some(state) = pair.sprt {
                row.extend([format!("{:+.2}", state.llr), format!("{:?}", state.result).to_lowercase()]);
            }
            row
        })
        .collect();
    print_table(&header, &rows)
}

/// Writes records as the games end.
struct Recorder {
    file: File,
    path: PathBuf,
    sides: Vec<Side>,
}

impl Recorder {
    fn open<G: CompleteGame>(game: &G, path: &Path) -> anyhow::Result<Recorder> {
        Ok(Recorder { file: open_to_append(path)?, path: path.to_owned(), sides: seat_sides(game) })
    }

    fn write<G: CompleteGame>(&mut self, game: &G, names: [&str; 2], pair: &GamePair<G::Move>) -> anyhow::Result<()> {
        let mut text = String::new();
        for (first_has, played) in Side::BOTH.into_iter().zip(&pair.games) {
            let players = self.sides.iter().map(|&side| names[usize::from(side != first_has)]);
            let record = Record::of_game(game, &game.start(), &played.moves).with_players(players);
            text.push_str(&record.to_line());
            text.push('\n');
        }
        append(&mut self.file, &self.path, &text)
    }
}

fn parse_games(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|games: &u32| (2..=1_000_000).contains(games) && games.is_multiple_of(2));
    number.ok_or_else(|| "expected an even number of games from 2 to 1000000".to_owned())
}

fn running_score(pairing: &Pairing) -> String {
    let Tally { wins, draws, losses } = pairing.score.total();
    let elo = Elo::estimate(&pairing.score.pairs).map(|elo| format!(", Elo {}", format_elo(elo.elo)));
    let llr = pairing.sprt.map(|state| format!(", LLR {:+.2}", state.llr));
    format!("+{wins} ={draws} -{losses}{}{}", elo.unwrap_or_default(), llr.unwrap_or_default())
}

/// With its sign, in whole points; nought is `+0`.
fn format_elo(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Shown on standard error where that is a terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed} {bar:30} {pos}/{len} games, {eta} left  {wide_msg}");
    ProgressBar::new(games).with_style(style.expect("the template is well-formed"))
}
