//! The learner on a graphics card; Mesa's software OpenGL will do: `.ci/wgpu`.

use crate::support::place::Place;
use serde_json::Value;
use std::fs;

/// Some dozens of steps in each of two generations, whose first games an untrained net plays.
const CONFIG: &str = "generations = 2\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
    [selfplay]\ngames = 60\nsimulations = 16\n[learner]\nbatch = 32\npasses = 4\nwarmup_steps = 10\n\
    [report]\nevery = 0\n";

/// The mean losses over a generation's steps.
fn losses(row: &str) -> [f64; 3] {
    let row: Value = serde_json::from_str(row).expect("JSON");
    ["policy", "value", "moves_left"].map(|name| row["learning"][name].as_f64().expect("a number"))
}

#[test]
fn a_graphics_card_learns_what_the_processor_learns() {
    let place = Place::new();
    fs::write(place.path("tiny.toml"), CONFIG).expect("written");
    let train = |run: &str, device: &str, more: &[&str]| {
        let device = format!("learner.device={device}");
        place.succeeds(&[&["train", "tiny.toml", "--run", run, "--json", "--set", &device][..], more].concat())
    };
    let [flex, wgpu] = ["flex", "wgpu"].map(|device| train(device, device, &["--set", "generations=1"]));
    let [flex, wgpu] = [&flex, &wgpu].map(|rows| losses(rows.lines().last().expect("a generation")));
    for (flex, wgpu) in flex.iter().zip(&wgpu) {
        assert!((flex - wgpu).abs() < 0.01 * flex.abs(), "{flex} on the processor, {wgpu} on the card");
    }

    // Exported, played with, and resumed.
    let rows = train("again", "wgpu", &[]);
    assert_eq!(rows.lines().count(), 3, "{rows}");
    let last = "checkpoints/runs/again/generation-0002";
    fs::remove_dir_all(place.path(last)).expect("it was there");
    place.succeeds(&["train", "again", "--resume"]);
    let evaluator = format!("{last}/evaluator.ard");
    place.succeeds(&["arena", &evaluator, "random", "--game", "dualite", "--games", "2", "--sims", "8"]);
}
