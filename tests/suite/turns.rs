//! Turns, what people call moves, with one text each, in every part of the program.

use crate::support::place::Place;
use ardoise::game::{Game, History, Notation, Turns, by_turns, perft_of_turns};
use ardoise::games::{AnyGame, rules, rules_file, rules_files};
use ardoise::play::Analysis;
use ardoise::players::{Budget, Engine};
use ardoise::record::Record;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

fn game(name: &str) -> AnyGame {
    AnyGame::new(rules::<&str, &str>(name, []).expect("it comes with the program")).expect("a game")
}

fn all(game: &AnyGame, position: &<AnyGame as Game>::Position) -> Vec<String> {
    game.turns(position, "", usize::MAX).into_iter().map(|turn| turn.text).collect()
}

fn after(game: &AnyGame, turns: &str) -> <AnyGame as Game>::Position {
    let mut history = History::new(game, game.start());
    history.play_texts(game, turns.split_whitespace()).unwrap_or_else(|error| panic!("{error}"));
    history.position().clone()
}

#[test]
fn turns_are_written_as_players_write_them() {
    let of = |name: &str, turns: &str| all(&game(name), &after(&game(name), turns));
    let has = |name: &str, turns: &str, expected: &[&str]| {
        let all = of(name, turns);
        expected
            .iter()
            .for_each(|text| assert!(all.iter().any(|one| one == text), "{name} {turns}: {text} in {all:?}"));
    };
    // A forced step has its cell, too.
    has("breakthrough", "", &["h2-h3", "h2-g3", "d2-d3"]);
    has("breakthrough", "d2-d3 e7-e6 d3-d4 e6-e5", &["d4xe5", "d4-d5"]);
    has("amazons", "", &["d1-d7/g7", "d1-d7/d1"]);
    has("draughts", "", &["b6-a5"]);
    has("mini-chess", "", &["b1-a3", "a2-a3"]);
    has("dodgem", "", &["a3-b3"]);
    has("ataxx", "", &["a6", "a7-c7"]);
    has("clobber", "", &["a2xa1", "a6xb6"]);
    has("domineering", "", &["a8-a7"]);
    has("konane", "", &["d4"]);
    has("pentago", "", &["a1-c5"]);
    has("nine-mens-morris", "a1 a7 d1 d7", &["g1xa7", "g1xd7", "b2"]);
    // Those with the same text are distinguished by few cells; all touched cells are read, too.
    has("fanorona", "", &["d3xe3#c3", "d3xe3#f3", "d2xe3"]);
    has("fanorona", "d3xe3#c3", &["b4xc3xd3#b3"]);
    let long = "d3xe3#d3-c3-e3 b4xc3xd3#b4-d2-e1-c3-b3-d3";
    assert_eq!(after(&game("fanorona"), "d3xe3#c3 b4xc3xd3#b3"), after(&game("fanorona"), long));
    // Stones that fall are called by where they come to lie.
    assert_eq!(of("connect-four", ""), ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]);
    has("connect-four", "d d2", &["d3", "a1"]);
    // Coordinates are those of the game.
    has("reversi", "", &["d3", "c4", "f5", "e6"]);
    assert_eq!(after(&game("reversi"), "f5 d6 c3"), after(&game("reversi"), "F5 D6 C3"));
    let hex = of("hex-7", "");
    assert_eq!(hex.len(), 49);
    assert!(hex.iter().all(|cell| ("a".."h").contains(&&cell[..1]) && ("1".."8").contains(&&cell[1..])), "{hex:?}");
    // Those of the games in Rust are their moves with commas between them.
    has("dualite", "", &["a1,c3"]);
    has("l-calculus", "", &["1x1,R1", "1x1,-"]);
    has("loa", "", &["b1-b3"]);
}

/// A man of Fanorona rests on its way; the player selects which of two men it captures, or whether it goes on.
#[test]
fn what_is_pointed_at_tells_turns_apart() {
    let game = game("fanorona");
    let position = after(&game, "e2xe3 f4xe5");
    let turns = game.turns(&position, "", usize::MAX);
    let parts = |text: &str| {
        let turn = turns.iter().find(|turn| turn.text == text).unwrap_or_else(|| panic!("{text} in {turns:?}"));
        game.turn_parts(&position, turn).join(" ")
    };
    assert_eq!((parts("g2xg3"), parts("g2xg3xf4")), ("g2 g3".to_owned(), "g2 g3 f4".to_owned()));
    let alike = Vec::from_iter(turns.iter().filter(|turn| turn.text.starts_with("e3xe4xf4#")));
    assert_eq!(alike.len(), 2, "{turns:?}");
    let ways = Vec::from_iter(alike.iter().map(|turn| game.turn_parts(&position, turn)));
    assert!(ways.iter().all(|way| way[..3] == ["e3", "e4", "f4"] && way.iter().all(|part| !part.starts_with('#'))));
    assert_ne!(ways[0], ways[1]);
}

#[test]
fn men_rest_between_those_that_they_take() {
    let rests = |name: &str, turns: &str, text: &str| {
        let game = game(name);
        let position = after(&game, turns);
        let turns = game.turns(&position, "", usize::MAX);
        let turn = turns.iter().find(|turn| turn.text == text).unwrap_or_else(|| panic!("{text} in {turns:?}"));
        let board = game.board().expect("it has one");
        let name = |cell: &u16| board.cells[usize::from(*cell)].name.clone();
        game.by_hand(&position, turn).rests.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    // Two men, three, a flying king; one man alone needs no rest.
    assert_eq!(rests("draughts", "d6-c5 g3-f4 b6-a5 f2-g3 e7-d6 e1-f2 d8-e7 c3-b4", "a5xe1"), "c3");
    assert_eq!(rests("draughts", "d6-c5 e3-d4", "c5xe3"), "");
    assert_eq!(
        rests(
            "konane",
            "e5 d5 e3xe5 c4xe4 e5xe3 g4xe4 e3xe5 f5xd5 g3xe3 c2xc4 e3xc3 e2xc2 d6xd4 b5xd5 b2xd2 g6xg4 e7xe5 g2xe2 b4xb2 c4xc2 e5xc5 g8xg6 e1xe3",
            "d1xd5"
        ),
        "d3"
    );
}

#[test]
fn texts_of_promotions_and_captures_are_whole() {
    let chess = game("mini-chess");
    let start = chess.format_position(&chess.start());
    let (_, rest) = start.split_once(' ').expect("pieces come first");
    let position = chess.parse_position(&format!("k..../..P../...../...../....K {rest}")).expect("a position");
    let all = all(&chess, &position);
    for text in ["c4-c5=Q", "c4-c5=N"] {
        assert!(all.iter().any(|one| one == text), "{text} in {all:?}");
    }
}

/// As many texts as turns, each its own and read back; also from within turns, and where none is looked at twice.
#[test]
fn every_turn_has_a_text_of_its_own() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for variant in rules_files() {
        let game = AnyGame::new(variant.default_rules()).expect("a game");
        let mut history = History::new(&game, game.start());
        for ply in 0..40 {
            if history.outcome().is_some() {
                break;
            }
            let position = history.position().clone();
            let turns = game.turns(&position, "", 400);
            let expected = Vec::from_iter(Turns::new(&game, &position).take(400));
            let told = Vec::from_iter(turns.iter().map(|turn| turn.moves.clone()));
            // In whichever order, where these are all.
            let sorted = |turns: &[Vec<_>]| {
                if turns.len() < 400 {
                    BTreeSet::from_iter(turns.to_vec()).into_iter().collect()
                } else {
                    turns.to_vec()
                }
            };
            assert_eq!((told.len(), sorted(&told)), (expected.len(), sorted(&expected)), "{}", variant.name);
            let mut texts = Vec::from_iter(turns.iter().map(|turn| turn.text.as_str()));
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), turns.len(), "{}", variant.name);
            let turn = &turns[rng.random_range(..turns.len())];
            assert_eq!(
                game.parse_turn(&position, &turn.text),
                Ok(turn.moves.clone()),
                "{} {}",
                variant.name,
                turn.text
            );
            let most = if ply % 3 == 0 { 1 } else { turn.moves.len() };
            turn.moves.iter().take(most).for_each(|&mv| history.play(&game, mv));
        }
    }
}

#[test]
fn turns_are_read_as_others_write_them() {
    let breakthrough = game("breakthrough");
    let start = breakthrough.start();
    let read = |text: &str| breakthrough.parse_turn(&start, text);
    let turn = read("d2-d3").expect("legal");
    for text in ["d2d3", "D2-D3", "d2:d3", "d2xd3"] {
        assert_eq!(read(text), Ok(turn.clone()), "{text}");
    }
    assert_eq!(read("h2"), Err(read("h2").expect_err("two turns")));
    let error = |text: &str| read(text).expect_err("no turn").to_string();
    assert_eq!(error("d2"), "move `d2` is not whole: it begins d2-c3, d2-d3, d2-e3");
    assert!(error("d2-d4").contains("is not legal here: expected one of a2-"), "{}", error("d2-d4"));
    assert!(error("").contains("expected one of"), "{}", error(""));
    let gomoku = game("gomoku");
    let taken = after(&gomoku, "d1");
    assert!(gomoku.parse_turn(&taken, "d1").is_err(), "it is not d10 that is meant");
    // Turns and the moves of which they are made may be mixed.
    assert_eq!(after(&breakthrough, "b2-c3 g7 f6"), after(&breakthrough, "b2 c3 g7-f6"));
}

/// Nothing may list them all: the first ones come at once.
#[test]
fn turns_are_found_by_their_beginning() {
    let amazons = game("amazons");
    let start = amazons.start();
    let turns = amazons.turns(&start, "d1-d7/", 1000);
    assert!(turns.len() > 10 && turns.iter().all(|turn| turn.text.starts_with("d1-d7/")), "{turns:?}");
    assert_eq!(amazons.turns(&start, "d1-d7/", 3), turns[..3]);
    assert_eq!(amazons.turns(&start, "z", 3), []);
    assert_eq!(amazons.turns(&start, "", usize::MAX).len(), 2176, "as other programs count them");
}

#[test]
fn perft_counts_whole_moves() {
    let counts = |name: &str, depth| perft_of_turns(&game(name), game(name).start(), depth).counts;
    assert_eq!(counts("breakthrough", 3), [22, 484, 11132]);
    assert_eq!(counts("amazons", 1), [2176]);
    assert_eq!(counts("draughts", 5), [7, 49, 302, 1469, 7361]);
    assert_eq!(counts("loa", 2), [36, 1244]);
    let place = Place::new();
    let printed =
        |more: &[&str]| place.succeeds(&[&["perft", "breakthrough", "--depth", "2", "--json"], more].concat());
    assert_eq!(printed(&[]).trim(), "[22,484]");
    assert_eq!(printed(&["--steps", "--rules", "action=step"]).trim(), "[8,22]");
    let moves = |more: &[&str]| place.succeeds(&[&["moves", "breakthrough"], more].concat());
    assert_eq!(moves(&["--begin", "d2"]), "d2-c3\nd2-d3\nd2-e3\n");
    assert!(moves(&["--steps", "--rules", "action=step"]).starts_with("a2\nb2\n"));
}

#[test]
fn a_record_has_an_entry_for_each_turn() {
    let game = game("breakthrough");
    let mut history = History::new(&game, game.start());
    history.play_texts(&game, ["d2-d3", "e7-e6", "h2-h3"]).expect("legal");
    assert_eq!(by_turns(&game, &game.start(), history.played()).len(), 3);
    let record = Record::of_game(&game, &game.start(), history.played());
    assert_eq!(record.steps, ["d2-d3", "e7-e6", "h2-h3"]);
    record.verify().expect("it is as it was played");
    // As records were written before: one entry for each step.
    let mut old = record.clone();
    (old.steps, old.positions, old.legal_counts) = (["d2", "d3", "e7", "e6"].map(str::to_owned).into(), None, None);
    old.verify().expect("steps are read, too");
    assert_eq!(old.by_turns().steps, ["d2-d3", "e7-e6"]);
    // By an older program, whose moves were steps: so its counts and its positions are.
    let by_steps =
        AnyGame::new(rules("breakthrough", [("action", "step")]).expect("it has this option")).expect("a game");
    let mut history = History::new(&by_steps, by_steps.start());
    history.play_texts(&by_steps, ["d2-d3", "e7-e6"]).expect("legal");
    let mut old = Record::of_game(&by_steps, &by_steps.start(), history.played());
    assert_ne!(old.legal_counts.as_ref().expect("they follow")[0], 22);
    old.options.clear();
    old.verify().expect("it is as it was played");
    old.steps[0] = "d2-d5".to_owned();
    old.verify().expect_err("there is no such move");
}

#[test]
fn published_games_are_read_and_written() {
    let place = Place::new();
    // As Little Golem and others write a game of Breakthrough: turns, a capture with `x`; SGF with a turn a node.
    let text = "[Game \"breakthrough\"]\n\n1. d2-d3 e7-e6 2. d3d4 e6-e5 3. d4xe5 *\n";
    std::fs::write(place.path("game.txt"), text).expect("a file");
    let steps = "[Game \"breakthrough\"]\n\n1. d2 d3 2. e7 e6 (d6) 3. h2 h3 *\n";
    std::fs::write(place.path("steps.txt"), steps).expect("a file");
    let converted = |file: &str, out: &str| {
        place.succeeds(&["convert", file, "--out", out]);
        std::fs::read_to_string(place.path(out)).expect("it was written")
    };
    assert!(converted("game.txt", "a.txt").contains("1. d2-d3 e7-e6 2. d3-d4 e6-e5 3. d4xe5 *"));
    let sgf = converted("game.txt", "a.sgf");
    assert!(sgf.contains("B[d2-d3]") && sgf.contains("B[d4xe5]"), "{sgf}");
    assert!(converted("a.sgf", "b.txt").contains("3. d4xe5 *"));
    let rewritten = converted("steps.txt", "c.txt");
    assert!(rewritten.contains("1. d2-d3 e7-e6 (1... e7-d6) 2. h2-h3 *"), "{rewritten}");
    assert!(rules_file::named("breakthrough").is_some());
}

/// Rules that offer twenty thousand ways, of which fifty at a time are written the same.
fn many_ways() -> AnyGame {
    let row = vec!["e"; 20].join(",");
    let (board, ways) = (format!("[{row}]").repeat(20), |piece: &str| vec![format!("[{piece}]"); 50].join("+"));
    let text = format!(
        "//! cap: 50\n#players = white(1), black(1)\n#pieces = e, w, b\n#variables =\n\
         #board = rectangle(up,down,left,right,{board})\n#anywhere = (up* + down*)(left* + right*)\n\
         #rules = (->white anywhere {{e}} ({}) ->black anywhere {{e}} ({}))*",
        ways("w"),
        ways("b")
    );
    let variant = rules_file::load("many-ways.rbg", &text).expect("it is read");
    AnyGame::new(variant.default_rules()).expect("it is a game")
}

/// All are written in one pass over the ways, without a pass for each.
#[test]
fn very_many_turns_are_written_and_analysed() {
    let game = many_ways();
    let start = game.start();
    let all = game.turns(&start, "", usize::MAX);
    assert_eq!(all.len(), 20_000);
    let moves = Vec::from_iter(all.iter().map(|turn| turn.moves.clone()));
    let texts = game.format_turns(&start, &moves);
    assert_eq!(texts, Vec::from_iter(all.iter().map(|turn| turn.text.clone())));
    assert_eq!(BTreeSet::from_iter(&texts).len(), texts.len());
    let first = game.turns(&start, "", 10_000);
    assert!(first[..] == all[..10_000]);
    for place in [0, 49, 7_777, 19_999] {
        assert_eq!(game.parse_turn(&start, &texts[place]).as_ref(), Ok(&moves[place]), "{}", texts[place]);
        assert_eq!(game.format_turn(&start, &moves[place]), texts[place]);
    }
    let mut engine = Engine::rollouts(Budget::Simulations(2));
    let analysis = Analysis::new(&game, &History::new(&game, start), &mut engine).expect("it is not over");
    assert!(texts.contains(&analysis.best) && analysis.moves.len() < 5_000, "{}", analysis.moves.len());
}

/// A turn of thousands of moves has a text, and reads back.
#[test]
fn very_long_turns_are_written_move_by_move() {
    let text = "//! cap: 10000\n#players = white(1), black(1)\n#pieces = e, w\n#variables =\n\
                #board = rectangle(up,down,left,right,[e,e])\n\
                #rules = (->white ([w] + [e])* ->> ->black {e} [w] ->>)*";
    let variant = rules_file::load("long-turn.rbg", text).expect("it is read");
    let game = AnyGame::new(variant.default_rules()).expect("it is a game");
    let start = game.start();
    let (mut after, mut moves, mut legal) = (start.clone(), Vec::new(), Vec::new());
    for number in 0..3_000 {
        game.legal_moves(&after, &mut legal);
        // The last of them hands over.
        let place = if number < 2_999 { number % 2 } else { legal.len() - 1 };
        game.play(&mut after, legal[place]);
        moves.push(legal[place]);
    }
    assert!(!game.is_within_turn(&after));
    let text = game.format_turn(&start, &moves);
    assert_eq!(text.split(',').count(), 3_000);
    assert_eq!(game.parse_turn(&start, &text), Ok(moves));
    // There is no end of them: its moves come one by one.
    assert_eq!(game.turns(&start, "", usize::MAX), []);
    assert!(game.parse_turn(&start, "z9").is_err());
}
