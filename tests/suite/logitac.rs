//! Logitac: the positions of the conformance files, the facts of the rule page, and what its encoding must hold.

use crate::allocations::allocations_of;
use ardoise::game::{Game, History, NotationError, Outcome, Side, perft};
use ardoise::games::logitac::{Due, Logitac, Move, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::{fs, path::Path};

const START: &str = "3pnycp4/1pppppppppp1/12/12/12/12/12/12/12/12/1PPPPPPPPPP1/3PNYCP4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - \
                     33,D,0,-,000,0.0.0;33,D,0,-,000,0.0.0 0";
const EMPTY_1: &str = "12/12/12/12/12/12/12/12/12/12/12/12";
const EMPTY_2: &str = "8/8/8/8/8/8/8/8";
const EMPTY_3: &str = "5/5/5/5/5";

fn logitac(options: &[(&str, &str)]) -> Logitac {
    Logitac::new(ardoise::games::rules("logitac", options.iter().copied()).unwrap())
}

fn read(game: &Logitac, text: &str) -> Position {
    let position = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.format_position(&position), text);
    position
}

fn legal(game: &Logitac, position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
    texts.sort();
    texts
}

fn play(game: &Logitac, position: &str, moves: &str) -> Position {
    let mut position = read(game, position);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut position, mv);
    }
    position
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    position: String,
    legal: Vec<String>,
    after: BTreeMap<String, String>,
    result: Option<(Option<usize>, String)>,
    note: Option<String>,
}

/// What the conformance file calls the ends of games.
fn reason(game: &Logitac, position: &Position) -> Option<&'static str> {
    game.ending(position).map(|words| match words {
        "the pyramid is on the summit" => "summit",
        "bankruptcy" => "bankruptcy",
        "as many turns as `max_turns` allows" => "cap",
        "no legal step" => "no legal step",
        other => panic!("{other}"),
    })
}

#[test]
fn conformance_positions() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/logitac.positions.jsonl");
    let text = fs::read_to_string(file).unwrap();
    let examples = text.lines().map(|line| serde_json::from_str::<Example>(line).unwrap());
    let game = logitac(&[]);
    let mut followed = 0;
    for (index, example) in examples.enumerate() {
        let what = format!("line {}: {} ({:?})", index + 1, example.position, example.note);
        assert!(example.game == "logitac" && example.options.is_empty(), "{what}");
        let position = read(&game, &example.position);
        assert_eq!(legal(&game, &position), example.legal, "{what}");
        if let Some((winner, words)) = &example.result {
            let expected = winner.map_or(Outcome::Draw, |index| Outcome::Win(Side::BOTH[index]));
            assert_eq!(game.outcome(&position), Some(expected), "{what}");
            assert_eq!(reason(&game, &position), Some(words.as_str()), "{what}");
        }
        assert_eq!(game.outcome(&position).is_some(), example.legal.is_empty(), "{what}");
        for (mv, after) in &example.after {
            assert_eq!(game.format_position(&play(&game, &example.position, mv)), *after, "{what}, {mv}");
            read(&game, after);
            followed += 1;
        }
    }
    assert!(followed > 400, "{followed} steps were followed");
}
