//! Learning from recorded games, without self-play.

use crate::support::place::Place;
use ardoise::games::{AnyGame, rules};
use ardoise::runs::RunDir;
use ardoise::samples::read_games;
use std::fs;
use std::path::PathBuf;

const GENERATIONS: u32 = 3;

/// A folder with a tiny run, `tiny`, that keeps all its games.
fn recorded() -> Place {
    let place = Place::new();
    let config = format!(
        "generations = {GENERATIONS}\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
         [selfplay]\ngames = 24\nsimulations = 16\nfast_simulations = 4\nkeep_games = true\n\
         [learner]\nbatch = 32\nwindow = 200\n[report]\nevery = 0\n"
    );
    fs::write(place.path("tiny.toml"), config).expect("written");
    place.succeeds(&["train", "tiny.toml"]);
    place
}

fn file(place: &Place, run: &str, generation: u32, name: &str) -> PathBuf {
    place.path(&format!("checkpoints/runs/{run}/generation-{generation:04}/{name}"))
}

#[test]
fn a_run_learns_the_same_from_the_games_that_it_recorded() {
    let place = recorded();
    for generation in 1..=GENERATIONS {
        assert!(file(&place, "tiny", generation, "games.bin").is_file(), "the window is smaller than a generation");
    }
    let log = place.succeeds(&["learn", "tiny", "--threads", "1"]);
    assert!(log.contains("run tiny-learn is complete"), "{log}");
    for generation in 1..=GENERATIONS {
        let read = |run| fs::read(file(&place, run, generation, "games.bin")).expect("readable");
        assert!(read("tiny") == read("tiny-learn"), "the games of generation {generation}");
    }
    let learner = |run| fs::read(file(&place, run, GENERATIONS, "learner.bin")).expect("readable");
    assert!(learner("tiny") == learner("tiny-learn"));

    // Another net, another rate; stopped and continued.
    let other = ["learn", "tiny", "--out", "wide", "--set", "net.channels=32", "--set", "learner.rate=2e-3"];
    place.succeeds(&[&other[..], &["--set", "generations=2"]].concat());
    place.succeeds(&["train", "wide", "--resume", "--set", "generations=3"]);
    assert!(learner("wide") != learner("tiny"));
    place.succeeds(&["arena", "wide@sims=2", "tiny@sims=2", "--game", "dualite", "--games", "2"]);
}

#[test]
fn a_teacher_answers_the_positions_of_the_games() {
    let place = recorded();
    place.succeeds(&["learn", "tiny", "--out", "taught", "--teacher", "released"]);
    let game = rules::<&str, &str>("dualite", []).and_then(AnyGame::new).expect("a variant");
    let games = |run| read_games(&game, &RunDir::at(place.path(run)), GENERATIONS).expect("readable");
    let (searched, taught) = (games("checkpoints/runs/tiny"), games("checkpoints/runs/taught"));
    let mut differ = 0;
    for (one, other) in searched.iter().zip(&taught).flat_map(|(one, other)| one.samples.iter().zip(&other.samples)) {
        assert_eq!((one.position.clone(), one.result), (other.position.clone(), other.result));
        assert!(other.search.is_some() && one.policy.len() == other.policy.len());
        differ += u32::from(one.policy != other.policy);
    }
    assert!(differ > 20, "{differ} policies are the teacher's");
}

#[test]
fn what_cannot_be_learnt_from_is_refused_before_anything_is_written() {
    let place = recorded();
    place.refuses(&["learn", "nobody"], &["there is no run `nobody`", "ardoise runs"]);
    place.refuses(&["learn", "tiny", "--set", "game.variant=zen"], &["cannot", "zen"]);
    place.refuses(&["learn", "tiny", "--teacher", "mcts:8"], &["`teacher` is `mcts:8`", "released, a file (.ard)"]);
    place.refuses(&["learn", "tiny", "--teacher", "nobody"], &["teacher `nobody`", "no training run"]);
    place.refuses(
        &["learn", "tiny", "--set", "generations=4"],
        &["games of 3 generations", "`generations` of 3 at most"],
    );
    let teacher = ["train", "tiny.toml", "--run", "x", "--set", "teacher=\"released\""];
    place.refuses(&teacher, &["`teacher` is `released`", "without games_of"]);
    for generation in 1..=GENERATIONS {
        fs::remove_file(file(&place, "tiny", generation, "games.bin")).expect("removed");
    }
    place.refuses(&["learn", "tiny"], &["run tiny keeps no games"]);
    let runs = fs::read_dir(place.path("checkpoints/runs")).expect("readable");
    assert_eq!(runs.count(), 1);
}
