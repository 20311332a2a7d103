//! Blind spots: positions whose best move the net's policy has as good as ruled out, and how often players find it.
//!
//! `cargo run --release --example blind_spots -- find GAMES --of PLAYER --out FILE` looks for those of a player's net
//! in the games of a file of records, as `ardoise arena --record` writes it. `... -- ask FILE PLAYER@sims=5000` has
//! players move in each. Results: `docs/log/blind-spots.md`.

#![allow(clippy::disallowed_methods, reason = "who measures knows what is there")]

use anyhow::{Context, Result, ensure};
use ardoise::arena::{Grade, answer};
use ardoise::files;
use ardoise::game::{AnyPosition, Game, History, Notation};
use ardoise::games::{self, AnyGame};
use ardoise::players::{Budget, Engine, Entrant, PlayerSpec};
use ardoise::record::{Record, Records};
use ardoise::search::{RootMove, SearchConfig};
use clap::Parser;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A move with a lower probability counts as ruled out by the policy.
const RULED_OUT: f32 = 1e-3;

/// Least difference between the score of the best move and every other one; scores are in [-1, 1].
const MARGIN: f32 = 0.05;

/// The judge's [`SearchConfig::prior_temperature`]: its priors are nearly even.
const FLAT: f32 = 4.0;

/// The judge's simulations: first a few in every position, then many in those that show a blind spot.
const JUDGED: [u32; 2] = [600, 50_000];

/// Positions that a thread examines before it reports its progress.
const CHUNK: usize = 50;

#[derive(Parser)]
enum Args {
    /// Look for blind spots in games
    Find {
        /// Records of games of one variant
        games: PathBuf,
        /// The player whose policy is meant
        #[arg(long)]
        of: PlayerSpec,
        /// The player whose net finds the best moves, by long searches that trust no policy
        #[arg(long, default_value = "released")]
        judge: PlayerSpec,
        /// Enough of them
        #[arg(long, default_value_t = 300)]
        count: usize,
        /// File for them, one JSON object a line
        #[arg(long)]
        out: PathBuf,
    },
    /// Measure how many players find
    Ask {
        /// File that `find` wrote
        file: PathBuf,
        /// Players, named as for `ardoise arena`
        #[arg(required = true)]
        players: Vec<PlayerSpec>,
    },
}

/// A position, and the move that a policy overlooks.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlindSpot {
    /// The variant, with its default rules.
    game: String,
    position: String,
    /// The best move by a long, flat search.
    #[serde(rename = "move")]
    mv: String,
    /// The policy's probability of that move.
    prior: f32,
    /// Its mean score in [-1, 1], seen by the side that moves.
    score: f32,
    /// Mean score of the best other move.
    next: f32,
}

fn main() -> Result<()> {
    match Args::parse() {
        Args::Find { games, of, judge, count, out } => {
            let records: Vec<Record> = Records::open(&games)?.map(|line| Ok(line?.1)).collect::<Result<_>>()?;
            let rules = records.first().with_context(|| format!("{}: no games", games.display()))?.rules()?;
            let found = find(&AnyGame::new(rules)?, &records, [&of, &judge], count)?;
            let lines = found.iter().map(|spot| Ok(serde_json::to_string(spot)? + "\n"));
            let text = lines.collect::<Result<String>>()?;
            files::replace(&out, text.as_bytes()).with_context(|| format!("cannot write {}", out.display()))
        }
        Args::Ask { file, players } => {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let spots: Vec<BlindSpot> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
            let variant = &spots.first().with_context(|| format!("{}: no positions", file.display()))?.game;
            ask(&AnyGame::new(games::rules::<&str, &str>(variant, [])?)?, &spots, &players)
        }
    }
}

/// Blind spots of the first player's policy in the positions of these games, in order, according to searches of the
/// second. Ends soon after `count` of them.
fn find(game: &AnyGame, records: &[Record], players: [&PlayerSpec; 2], count: usize) -> Result<Vec<BlindSpot>> {
    let [of, judge] = players.map(|spec| Entrant::open(spec, game, Budget::Policy));
    let judge = judge?.searching(|config| SearchConfig { prior_temperature: FLAT, ..config });
    let entrants = [of?, judge];
    let engines = || {
        let engine =
            |entrant: &Entrant| entrant.engine().with_context(|| format!("`{}` does not search", entrant.name()));
        Ok::<_, anyhow::Error>([engine(&entrants[0])?, engine(&entrants[1])?])
    };
    let positions = positions(game, records)?;
    let (seen, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let chunks: Vec<Vec<BlindSpot>> = positions
        .par_chunks(CHUNK)
        .map(|chunk| {
            let [mut of, mut judge] = engines()?;
            let mut spots = Vec::new();
            for position in chunk {
                if found.load(Ordering::Relaxed) >= count {
                    break;
                }
                seen.fetch_add(1, Ordering::Relaxed);
                if let Some(spot) = blind_spot(game, position, &mut of, &mut judge) {
                    found.fetch_add(1, Ordering::Relaxed);
                    spots.push(spot);
                }
            }
            let (found, seen) = (found.load(Ordering::Relaxed), seen.load(Ordering::Relaxed));
            eprintln!("{found} blind spots in {seen} of {} positions", positions.len());
            Ok(spots)
        })
        .collect::<Result<_>>()?;
    Ok(chunks.into_iter().flatten().collect())
}

/// The positions of these games in which a move can be made, each once: both games of a pair begin alike.
fn positions(game: &AnyGame, records: &[Record]) -> Result<Vec<AnyPosition>> {
    let (mut positions, mut seen) = (Vec::new(), HashSet::new());
    for record in records {
        record.verify()?;
        let mut history = History::new(game, game.start());
        for step in &record.steps {
            if seen.insert(game.format_position(history.position())) {
                positions.push(history.position().clone());
            }
            history.play_texts(game, [step.as_str()])?;
        }
    }
    Ok(positions)
}

/// What the policy of `of` does not see here, if `judge` sees such a move and proves nothing.
fn blind_spot(game: &AnyGame, position: &AnyPosition, of: &mut Engine, judge: &mut Engine) -> Option<BlindSpot> {
    let history = History::new(game, position.clone());
    of.forget(0);
    let policy = of.think_while(game, &history, Budget::Policy, |_| true);
    let ruled_out: Vec<RootMove> = policy.moves().filter(|root| root.prior < RULED_OUT).collect();
    for (round, simulations) in JUDGED.into_iter().enumerate() {
        judge.forget(0);
        let search = judge.think_while(game, &history, Budget::Simulations(simulations), |_| true);
        if search.proven().is_some() {
            return None;
        }
        let chosen = search.best_move();
        let unseen = ruled_out.iter().find(|root| root.mv == chosen)?;
        let score = |root: RootMove| root.score;
        let best = search.moves().find(|root| root.mv == chosen).map(score)?;
        let next = search.moves().filter(|root| root.mv != chosen).map(score).max_by(f32::total_cmp)?;
        if round + 1 == JUDGED.len() && best >= next + MARGIN {
            return Some(BlindSpot {
                game: game.rules().variant().name.to_string(),
                position: game.format_position(position),
                mv: game.format_move(position, chosen),
                prior: unseen.prior,
                score: best,
                next,
            });
        }
    }
    None
}

/// Prints the share of the moves that each player finds.
fn ask(game: &AnyGame, spots: &[BlindSpot], players: &[PlayerSpec]) -> Result<()> {
    for spec in players {
        let entrant = Entrant::open(spec, game, Budget::default())?;
        let answers: Vec<bool> = spots
            .par_iter()
            .map(|spot| {
                ensure!(spot.game == game.rules().variant().name, "a position of {} among others", spot.game);
                let position = game.parse_position(&spot.position)?;
                let mv = answer(game, position.clone(), &mut *entrant.player())?;
                Ok(game.format_move(&position, mv) == spot.mv)
            })
            .collect::<Result<_>>()?;
        let grade: Grade = answers.into_iter().collect();
        let [low, high] = grade.interval().map(|share| 100.0 * share);
        println!(
            "{}: {} of {}, {:.1} % ({low:.1} to {high:.1})",
            entrant.name(),
            grade.right,
            grade.asked,
            100.0 * grade.share()
        );
    }
    Ok(())
}
