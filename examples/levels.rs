//! How strong the levels of play are: chooses them for a variant, and measures each against the one below.
//!
//! `cargo run --release --example levels -- loa` plays the settings of [`PATH`] against their neighbours, takes ten
//! from it that are equally far apart, from the strongest down, and plays those against their neighbours. It then
//! writes the variant's levels into `src/players/levels.json`, from where the program has them. `--measure` only plays
//! the levels that are there.
//!
//! All games are pairs from the same openings, and follow from the seed. `--rules` has them played by other rules than the
//! variant's own, such as tell strong from stronger.

#![allow(clippy::disallowed_methods, reason = "who measures knows what is there")]

use anyhow::{Context, Result, bail};
use ardoise::arena::{Elo, OpeningRule, Tournament};
use ardoise::commands::RulesArg;
use ardoise::files;
use ardoise::games::AnyGame;
use ardoise::players::{Budget, Entrant, LEVELS, Level, LevelElo};
use ardoise::random::derive;
use clap::Parser;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;

/// The settings from which levels are taken, from the weakest: simulations, and the temperature of the draw.
const PATH: [(u32, f32); 17] = [
    (0, 100.0),
    (0, 8.0),
    (0, 4.0),
    (0, 2.5),
    (0, 1.7),
    (0, 1.2),
    (0, 0.8),
    (0, 0.5),
    (0, 0.25),
    (4, 0.25),
    (8, 0.25),
    (16, 0.25),
    (32, 0.2),
    (64, 0.15),
    (128, 0.1),
    (256, 0.0),
    (800, 0.0),
];

/// The largest step between levels, in Elo: if the path is longer, its beginning is left out.
const LARGEST_STEP: f64 = 180.0;

/// The setting of [`PATH`] that a beginner can beat. The lowest level is not stronger, even if steps must be larger
/// for that.
const BEGINNER: usize = 3;

/// The file of levels.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/players/levels.json");

/// Random moves before the players begin, in games where four can be balanced.
const OPENING_PLIES: u32 = 4;

/// The levels of each variant, as in the file.
type Table = BTreeMap<String, Vec<Level>>;

/// Chooses the levels of play of a variant, and measures them
#[derive(Parser)]
struct Args {
    /// The variant
    variant: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Only measure the levels that are there
    #[arg(long)]
    measure: bool,
    /// Games of each setting against the one below, an even number
    #[arg(long, default_value_t = 60)]
    games: u32,
    /// Games of each level against the one below, an even number
    #[arg(long, default_value_t = 200)]
    level_games: u32,
    /// Most simulations of a level, for games so long that more would not be waited for
    #[arg(long, default_value_t = 800)]
    most: u32,
    /// Openings, as for `ardoise arena`; `balanced:0.2` where the net is too sure of all to find one within 0.1 of even
    #[arg(long, default_value = "balanced")]
    openings: OpeningRule,
    /// Threads that play
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of openings and games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let args = Args::parse();
    run(&AnyGame::new(args.rules.rules(&args.variant)?)?, &args)
}

fn run(game: &AnyGame, args: &Args) -> Result<()> {
    let mut levels = if args.measure {
        Level::all(&args.variant).to_vec()
    } else {
        let mut path: Vec<(u32, f32)> = PATH.into_iter().filter(|&(simulations, _)| simulations <= args.most).collect();
        // The highest level plays the best move.
        if let Some((_, temperature)) = path.last_mut() {
            *temperature = 0.0;
        }
        let settings: Vec<Level> =
            path.iter().map(|&(simulations, temperature)| level(simulations, temperature)).collect();
        let elos = steps(game, &settings, args.games, args)?;
        choose(&path, &elos)
    };
    let elos = steps(game, &levels, args.level_games, args)?;
    let mut above_first = 0.0;
    for (index, level) in levels.iter_mut().enumerate() {
        level.level = index as u8 + 1;
        let elo = index.checked_sub(1).map_or(Elo { elo: 0.0, elo_low: 0.0, elo_high: 0.0 }, |below| elos[below]);
        above_first += elo.elo.round();
        level.elo = Some(LevelElo {
            step: elo.elo.round() as f32,
            interval: [elo.elo_low.round() as f32, elo.elo_high.round() as f32],
            above_first: above_first as f32,
        });
    }
    write(&args.variant, levels)
}

fn level(simulations: u32, temperature: f32) -> Level {
    Level { level: 0, simulations, temperature, elo: None }
}

/// How much stronger each setting is than the one before it.
fn steps(game: &AnyGame, settings: &[Level], games: u32, args: &Args) -> Result<Vec<Elo>> {
    let net = Entrant::open(&"released".parse()?, game, Budget::Policy)?;
    let openings = args.openings.draw(game, games as usize / 2, OPENING_PLIES, args.seed, &mut || true)?;
    settings
        .array_windows()
        .enumerate()
        .map(|(index, [below, above])| {
            let entrants = [above, below].map(|level| net.clone().at_level(*level));
            let seed = derive(args.seed, &[index as u64]);
            let tournament =
                Tournament { game, entrants: &entrants, openings: &openings, seed, threads: args.threads, sprt: None };
            let Ok(pairings) = tournament.run(|| false, |_, _| Ok::<(), Infallible>(()));
            let elo = Elo::estimate(&pairings[0].score.pairs).context("no games")?;
            println!(
                "{} sims={} temperature={} against sims={} temperature={}: {:+.0} ({:+.0} to {:+.0}), {} games",
                args.variant,
                above.simulations,
                above.temperature,
                below.simulations,
                below.temperature,
                elo.elo,
                elo.elo_low,
                elo.elo_high,
                games
            );
            Ok(elo)
        })
        .collect()
}

/// Ten levels up to the end of the path, equally far apart. `steps[i]` leads from setting `i` of the path to the
/// next.
fn choose(path: &[(u32, f32)], steps: &[Elo]) -> Vec<Level> {
    // A negative step counts as none.
    let steps: Vec<f64> = steps.iter().map(|elo| elo.elo.max(1.0)).collect();
    let span: f64 = steps.iter().sum();
    let above_beginner: f64 = steps[BEGINNER..].iter().sum();
    let step_for = |elo: f64| elo / f64::from(LEVELS - 1);
    let step = step_for(span).min(LARGEST_STEP).max(step_for(above_beginner));
    let between = |low: f64, high: f64, share: f64| low + (high - low) * share;
    (0..LEVELS)
        .map(|index| {
            let mut rest = span - step * f64::from(LEVELS - 1 - index);
            let mut at = 0;
            while at + 1 < steps.len() && rest > steps[at] {
                rest -= steps[at];
                at += 1;
            }
            let (share, [low, high]) = ((rest / steps[at]).min(1.0), [path[at], path[at + 1]]);
            // Doubling simulations is a step; from 0 there is none, so the nearer end is taken.
            let simulations = match [low.0, high.0] {
                [0, high] => {
                    if share > 0.5 {
                        high
                    } else {
                        0
                    }
                }
                [low, high] => between(f64::from(low).ln(), f64::from(high).ln(), share).exp().round() as u32,
            };
            let temperature = between(low.1.into(), high.1.into(), share);
            level(simulations, (temperature * 100.0).round() as f32 / 100.0)
        })
        .collect()
}

/// Writes a variant's levels into the file, one a line.
fn write(variant: &str, levels: Vec<Level>) -> Result<()> {
    let path = Path::new(FILE);
    let mut all = serde_json::from_str::<Table>(&std::fs::read_to_string(path)?)?;
    all.insert(variant.to_owned(), levels);
    let variants = all.iter().map(|(variant, levels)| {
        let rows = levels.iter().map(|level| Ok(format!("    {}", serde_json::to_string(level)?)));
        Ok(format!("  {}: [\n{}\n  ]", serde_json::to_string(variant)?, rows.collect::<Result<Vec<_>>>()?.join(",\n")))
    });
    let text = format!("{{\n{}\n}}\n", variants.collect::<Result<Vec<String>>>()?.join(",\n"));
    if serde_json::from_str::<Table>(&text)? != all {
        bail!("the levels would not be read as they were written");
    }
    files::replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}
