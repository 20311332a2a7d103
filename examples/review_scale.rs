//! Measures the loss of a beginner's move, the scale of reviews (`src/web/judgement.rs`).
//!
//! `cargo run --release --example review_scale -- loa logitac` lets the lowest level play against itself, reviews
//! these games with the released evaluators as the page does, and writes the mean loss of a move into
//! `src/web/review_scale.json`, which the program embeds. All games derive from their numbers.

#![allow(clippy::disallowed_methods, reason = "who measures knows what is there")]

use anyhow::{Context, Result};
use ardoise::files;
use ardoise::web::{Answer, Games, Nets, PageEngine, Request};
use clap::Parser;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/review_scale.json");

/// Memory of a search's tree, in bytes.
const MEMORY: usize = 64 << 20;

#[derive(Parser)]
struct Args {
    /// The variants
    #[arg(required = true)]
    variants: Vec<String>,
    /// Games of each
    #[arg(long, default_value_t = 10)]
    games: u64,
    /// Moves of a game that are reviewed
    #[arg(long, default_value_t = 60)]
    moves: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let engine = PageEngine::new(Nets::of_program(), Games::default(), json!({}));
    let path = Path::new(FILE);
    for variant in &args.variants {
        let (mut lost, mut moves) = (0.0, 0);
        for game in 0..args.games {
            for one in losses(&engine, variant, game, args.moves)? {
                lost += one;
                moves += 1;
            }
        }
        // If all results are known, as in games with a solver, there is nothing to measure.
        if moves == 0 {
            println!("{variant:16} all results are known");
            continue;
        }
        let mean = (lost / f64::from(moves) * 1e4).round() / 1e4;
        println!("{variant:16} {mean:.4} points a move, {moves} moves");
        let mut all: BTreeMap<String, f64> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        all.insert(variant.clone(), mean);
        let text = serde_json::to_string_pretty(&all)? + "\n";
        files::replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The loss of each move of a game of the lowest level, except moves with known results.
fn losses(engine: &PageEngine, variant: &str, game: u64, most: usize) -> Result<Vec<f64>> {
    let mut moves: Vec<Value> = Vec::new();
    while moves.len() < most {
        let position = ask(engine, json!({"do": "position", "game": {"variant": variant, "moves": moves}}))?;
        if !position[0]["outcome"].is_null() {
            break;
        }
        let seed = game << 32 | moves.len() as u64;
        let played = json!({"do": "move", "game": {"variant": variant, "moves": moves}, "level": 1, "seed": seed});
        let played = ask(engine, played)?.pop().context("a move was chosen")?;
        moves.push(played["move"].clone());
    }
    let reviewed = ask(engine, json!({"do": "review", "game": {"variant": variant, "moves": moves}}))?;
    let unknown = reviewed.iter().filter(|event| event["exact"] == false);
    Ok(unknown.filter_map(|event| event["lost"].as_f64()).collect())
}

/// The reply, or all events of a task.
fn ask(engine: &PageEngine, request: Value) -> Result<Vec<Value>> {
    let mut task = match engine.ask(Request::parse(request)?, MEMORY)? {
        Answer::Reply(reply) => return Ok(vec![reply]),
        Answer::Task(task) => task,
    };
    let mut events = Vec::new();
    task.finish(&mut |event| events.push(event))?;
    Ok(events)
}
