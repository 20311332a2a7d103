//! The evaluators that come with the program.

use crate::support::program::{ardoise, prints_json, refuses, says};
use ardoise::game::{Game, History};
use ardoise::games::{AnyGame, shipped_for};
use ardoise::play::Analysis;
use ardoise::players::{Budget, Entrant};
use ardoise::search::SearchConfig;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

/// The shipped file of a variant's evaluator.
fn shipped(variant: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("checkpoints/{variant}.ard"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_released_evaluator_plays_far_better_than_chance_by_its_policy_alone() {
    assert!(shipped_for(".ard").count() >= 11);
    for variant in shipped_for(".ard") {
        // A changed encoding that kept its version number would show here, and nowhere else.
        // Where moves are few, as in Clobber, random openings and random moves often win.
        let (games, least) = match variant {
            "logitac" => ("2", 0.8),
            "clobber" => ("400", 0.6),
            _ => ("20", 0.8),
        };
        let arena =
            ["arena", "released@policy", "random", "--game", variant, "--games", games, "--seed", "3", "--json"];
        let report = prints_json(&arena);
        let score = report["pairs"][0]["score"].as_f64().expect("games were played");
        assert!(score >= least, "{variant}: {score}");
    }
}

#[test]
fn the_released_evaluators_are_part_of_the_program() {
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &[&str]| {
        let output = ardoise(args).current_dir(&elsewhere).output().expect("the program starts");
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert!(output.status.success(), "{args:?}: {err}");
        out
    };
    for variant in shipped_for(".ard") {
        let out = run(&["export", "released", "--game", variant, "--out", "net.ard"]);
        assert!(out.contains("(from built in)") && out.contains(variant), "{out}");
        assert!(fs::read(elsewhere.path().join("net.ard")).expect("written") == shipped(variant), "{variant}");
    }
    let arena = ["arena", "released", "random", "--game", "dualite", "--games", "2", "--sims", "4", "--json"];
    run(&arena);

    // A file in `checkpoints` comes first.
    fs::create_dir(elsewhere.path().join("checkpoints")).expect("it can be made");
    fs::write(elsewhere.path().join("checkpoints/loa.ard"), "no evaluator").expect("it can be written");
    let output = ardoise(&["arena", "released", "random", "--game", "loa"]).current_dir(&elsewhere).output();
    let message = String::from_utf8(output.expect("the program starts").stderr).expect("UTF-8");
    assert!(says(&message, "checkpoints/loa.ard"), "{message}");
    run(&arena);
}

#[test]
fn export_of_a_released_evaluator_needs_its_game() {
    refuses(&["export", "released", "--out", "no.ard"], 1, &["--game VARIANT"]);
    refuses(&["export", "released", "--game", "chess", "--out", "no.ard"], 1, &["chess", "loa"]);
    refuses(&["export", "x.ard", "--game", "loa", "--out", "no.ard"], 1, &["--game", "x.ard"]);
    refuses(&["export", "mcts:5", "--out", "no.ard"], 1, &["mcts:5", "released"]);
}

#[test]
fn other_rules_than_the_released_evaluator_s_name_a_player_that_works() {
    let rules = ["--game", "dualite", "--rules", "opening=last"];
    refuses(&[&["arena", "released", "random"], &rules[..]].concat(), 1, &["opening", "expected", "mcts:1000"]);
}

/// The released evaluator's analyses of the first positions of a game against itself, with its tree kept.
fn analyses(game: &AnyGame, threads: usize) -> Vec<Analysis> {
    let spec = "released".parse().expect("a player");
    let entrant = Entrant::open(&spec, game, Budget::Simulations(700)).expect("it is released");
    let entrant = entrant.searching(|search| SearchConfig { root_proof_nodes: 20_000, ..search });
    let entrant = entrant.with_threads(NonZeroUsize::new(threads).expect("some"));
    let mut engine = entrant.engine().expect("it searches");
    let mut history = History::new(game, game.start());
    let analyse = |_| {
        let analysis = Analysis::new(game, &history, &mut engine)?;
        history.play(game, engine.search().best_move());
        Some(analysis)
    };
    (0..4).map_while(analyse).collect()
}

#[test]
fn a_released_evaluator_plays_the_same_on_any_number_of_threads() {
    for variant in shipped_for(".ard") {
        let game = ardoise::games::rules::<&str, &str>(variant, []).expect("a variant");
        {
            let game = AnyGame::new(game).expect("a game");
            let alone = analyses(&game, 1);
            assert!(alone.len() > 2);
            for threads in 2..=3 {
                assert_eq!(analyses(&game, threads), alone, "{variant} on {threads} threads");
            }
        };
    }
}
