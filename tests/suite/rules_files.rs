//! Games from files of rules: those that come with the program, and those that people bring.

use crate::support::place::Place;
use ardoise::game::{Game, Notation, perft};
use ardoise::games::{AnyGame, find, rules_file, rules_files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn game(name: &str) -> AnyGame {
    let variant = find(name).unwrap_or_else(|error| panic!("{error}"));
    AnyGame::new(variant.default_rules()).expect("it was just found")
}

/// By the reference compiler for its own rules of these games, where moves are one step.
#[test]
fn steps_are_counted() {
    let counts = |name: &str, depth| {
        let game = game(name);
        perft(&game, game.start(), depth).counts
    };
    assert_eq!(counts("tic-tac-toe", 8), [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448]);
    assert_eq!(counts("connect-four", 5), [7, 49, 343, 2401, 16_807]);
    assert_eq!(counts("reversi", 6), [4, 12, 56, 244, 1396, 8200]);
    // Lifted and put down: 22 moves, 22 * 22 pairs of them.
    assert_eq!(counts("breakthrough", 4), [8, 22, 176, 484]);
}

/// Whole moves of every file, with the source of each count.
#[test]
fn whole_moves_of_all_files_are_counted() {
    #[derive(serde::Deserialize)]
    struct Counts {
        counts: Vec<u64>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/counts.json");
    let all: BTreeMap<String, Counts> = serde_json::from_slice(&fs::read(path).expect("readable")).expect("counts");
    for variant in rules_files() {
        let Counts { counts } = all.get(variant.name).unwrap_or_else(|| panic!("no counts of {}", variant.name));
        let file = rules_file::of_variant(variant).expect("it was loaded");
        let start = file.rules.start();
        for (depth, &count) in (1..).zip(counts).take_while(|(_, count)| **count <= 30_000) {
            assert_eq!(ardoise::rbg::perft(&file.rules, &start, depth), count, "{} {depth}", variant.name);
        }
    }
}

#[test]
fn text_of_moves_and_positions_is_for_people() {
    let game = game("breakthrough");
    let mut history = ardoise::game::History::new(&game, game.start());
    history.play_texts(&game, ["b2", "c3"]).expect("lifted and put down");
    let text = game.format_position(history.position());
    assert!(
        text.starts_with("bbbbbbbb/bbbbbbbb/......../......../......../..w...../w.wwwwww/wwwwwwww 1 1,0 "),
        "{text}"
    );
    let error = game.parse_move(history.position(), "a1").expect_err("a white man").to_string();
    assert!(error.contains("expected one of"), "{error}");
    let error = game.parse_position(&text.replacen('b', "q", 1)).expect_err("no piece").to_string();
    assert!(error.contains("piece `q`: expected one of .wb"), "{error}");
}

#[test]
fn a_new_file_is_checked_and_played() {
    let place = Place::new();
    assert!(place.succeeds(&["new", "mine"]).contains("wrote mine.rbg"));
    place.refuses(&["new", "mine"], &["mine.rbg is there already"]);
    let checked = place.succeeds(&["check", "mine.rbg", "--games", "20"]);
    assert!(checked.contains("random play") && checked.contains("ardoise train mine.rbg"), "{checked}");
    let json: serde_json::Value =
        serde_json::from_str(&place.succeeds(&["check", "mine.rbg", "--games", "20", "--json"])).expect("JSON");
    assert_eq!((json["game"].as_str(), json["random"]["games"].as_u64()), (Some("mine.rbg"), Some(20)));
    let record = ["--games", "2", "--record", "games.jsonl"];
    place.succeeds(&[&["arena", "mcts:20", "random", "--game", "mine.rbg"][..], &record].concat());
    assert_eq!(place.succeeds(&["replay", "games.jsonl"]).trim(), "games.jsonl: ok 2");
    // The record names the text that it was played by.
    let text = fs::read_to_string(place.path("mine.rbg")).expect("readable");
    fs::write(place.path("mine.rbg"), text + "// another text\n").expect("written");
    assert!(place.succeeds(&["rules", "mine.rbg"]).contains("another text"));
}

#[test]
fn what_is_wrong_with_a_file_is_shown_in_its_line() {
    let place = Place::new();
    let refused = |text: &str, parts: &[&str]| {
        fs::write(place.path("bad.rbg"), text).expect("written");
        let output = place.command(&["check", "bad.rbg"]).output().expect("the program starts");
        let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(1), "{message}");
        parts.iter().for_each(|part| assert!(message.contains(part), "`{part}` is not in: {message}"));
    };
    refused("#players = a(1)", &["bad.rbg"]);
    refused("//! cap: none\n", &["bad.rbg:1: `//! cap: none`: expected a number of steps"]);
    let text = "#players = a(1), b(1)\n#pieces = e\n#variables =\n#board = rectangle(up,down,left,right,[e,e])\n#rules = ->a upp ->b {}\n";
    refused(text, &["bad.rbg:5:14: ", "| #rules = ->a upp ->b {}", "^^^"]);
    place.refuses(&["check", "absent.rbg"], &["cannot read absent.rbg"]);
}

/// A whole life from a text: a net is trained, and its evaluator is enough to play.
#[cfg(feature = "learn")]
#[test]
fn an_evaluator_carries_its_rules() {
    let place = Place::new();
    place.succeeds(&["new", "mine"]);
    let tiny = ["net.channels=8", "net.blocks=1", "selfplay.games=4", "selfplay.simulations=8", "generations=1"];
    let tiny = [&tiny[..], &["report.opponents=[]", "learner.batch=16", "learner.window=100"]].concat();
    let tiny: Vec<&str> = tiny.iter().flat_map(|key| ["--set", key]).collect();
    let trained = place.succeeds(&[&["train", "mine.rbg"][..], &tiny].concat());
    assert!(trained.contains("run mine is complete"), "{trained}");
    place.succeeds(&["export", "mine", "--out", "friend.ard"]);
    fs::remove_file(place.path("mine.rbg")).expect("removed");
    let played =
        place.succeeds(&["arena", "friend.ard", "random", "--game", "friend.ard", "--games", "2", "--sims", "4"]);
    assert!(played.contains("friend.ard"), "{played}");
    assert!(place.succeeds(&["analyse", "friend.ard", "--with", "friend.ard", "--sims", "4"]).contains("to act"));
    // Another text by the same name is another game.
    let other = "#players = a(1), b(1)\n#pieces = e, m\n#variables =\n#board = rectangle(up,down,left,right,[e,e])\n\
                 #rules = ->a {e} [m] ->b right {e} [m] ->> {}\n";
    fs::write(place.path("mine.rbg"), other).expect("written");
    place.refuses(&["analyse", "mine.rbg", "--with", "friend.ard"], &["friend.ard"]);
}
