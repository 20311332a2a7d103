//! Logitac: the positions of the conformance files, the facts of the rule page, and what its encoding must hold.

use crate::support::allocations::allocations_of;
use crate::support::searching::{puct, searched};
use ardoise::eval::Uniform;
use ardoise::game::{Encoding, Game, Guidance, History, Notation, NotationError, Outcome, Side, Symmetry, perft};
use ardoise::games::logitac::{Due, Logitac, Move, Position};
use ardoise::search::SearchConfig;
use rand::seq::IndexedRandom;
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

/// The conformance file's names for the ends of games.
fn reason(game: &Logitac, position: &Position) -> Option<&'static str> {
    game.ending(position).map(|words| match words {
        "its pyramid is on the summit" => "summit",
        "the other side is bankrupt" => "bankruptcy",
        "as many turns as `max_turns` allows" => "cap",
        "the other side has no move" => "no legal step",
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

#[test]
fn counts_from_the_start() {
    let game = logitac(&[]);
    assert_eq!(game.format_position(&game.start()), START);
    assert_eq!(perft(&game, game.start(), 4).counts, [10, 100, 1_910, 36_481]);
}

#[test]
fn positions_are_small_and_steps_allocate_nothing() {
    assert!(size_of::<Position>() <= 104 && size_of::<Move>() <= 3);
    let game = logitac(&[]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = Vec::with_capacity(200);
    let mut position = game.start();
    let mut steps = 0;
    let allocated = allocations_of(|| {
        while game.outcome(&position).is_none() {
            game.legal_moves(&position, &mut moves);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
            steps += 1;
        }
    });
    assert_eq!(allocated, 0, "in {steps} steps");
    assert!(steps > 50);
}

/// A scattered position where the game goes on.
fn scattered(game: &Logitac, distance: f32, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut drawn = std::iter::repeat_with(|| game.scattered(distance, random).unwrap());
    drawn.find(|position| game.outcome(position).is_none()).unwrap()
}

/// Calls `check` with positions of random games and with the scattered ones that they begin with.
fn positions(game: &Logitac, games: u64, mut check: impl FnMut(&Position)) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut moves = Vec::new();
        let mut position = scattered(game, random.random_range(0.0..0.5), &mut random);
        for _ in 0..60 {
            check(&position);
            game.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Rows reflected and sides exchanged, in a position string. Side 0 is to act after even numbers of turns only.
fn mirrored(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board = |board: &str| board.split('/').rev().collect::<Vec<_>>().join("/").chars().map(swap).collect();
    let boards: Vec<String> = fields[0].split('|').map(board).collect();
    let (white, black) = fields[3].split_once(';').unwrap();
    let turns: u32 = fields[4].parse().unwrap();
    let (side, turns) = if fields[1] == "0" { (1, turns + 1) } else { (0, turns - 1) };
    format!("{} {side} {} {black};{white} {turns}", boards.join("|"), fields[2])
}

fn mirrored_move(text: &str) -> String {
    let letter = |c: char| match c {
        'a'..='l' => char::from(b'a' + b'l' - c as u8),
        'm'..='t' => char::from(b'm' + b't' - c as u8),
        'u'..='y' => char::from(b'u' + b'y' - c as u8),
        other => other,
    };
    text.chars().map(letter).collect()
}

#[test]
fn rows_reflected_and_sides_exchanged_give_the_same_game() {
    let game = logitac(&[]);
    let encoded = |position: &Position| {
        let (mut planes, mut globals) = (vec![0.0; game.shape().plane_len()], vec![0.0; game.shape().globals]);
        game.encode(position, &mut planes, &mut globals);
        (planes, globals)
    };
    let turnless = |text: &str| text.rsplit_once(' ').unwrap().0.to_owned();
    let mut dues = BTreeMap::new();
    positions(&game, 200, |position| {
        let text = game.format_position(position);
        // The image has a turn more or less, which shows in the encoding when at most 100 are left.
        if position.turns() >= 499 {
            return;
        }
        let image = read(&game, &mirrored(&text));
        *dues.entry(text.split(' ').nth(2).unwrap().to_owned()).or_insert(0) += 1;
        let exchanged = |outcome| match outcome {
            Outcome::Win(side) => Outcome::Win(Side::other(side)),
            Outcome::Draw => Outcome::Draw,
        };
        assert_eq!(game.outcome(&image), game.outcome(position).map(exchanged), "{text}");
        assert_eq!(game.ending(&image), game.ending(position), "{text}");
        assert_eq!(game.lead(&image), game.lead(position).map(|lead| -lead), "{text}");
        assert_eq!(game.progress(&image), -game.progress(position), "{text}");
        assert!(encoded(position) == encoded(&image), "{text}");
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        for &mv in &moves {
            let name = mirrored_move(&game.format_move(position, mv));
            let image_mv = game.parse_move(&image, &name).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.policy_index(&image, image_mv), game.policy_index(position, mv), "{text}: {name}");
            let (mut next, mut next_image) = (*position, image);
            game.play(&mut next, mv);
            game.play(&mut next_image, image_mv);
            let expected = turnless(&mirrored(&game.format_position(&next)));
            assert_eq!(turnless(&game.format_position(&next_image)), expected, "{text}: {name}");
        }
        assert_eq!(legal(&game, &image).len(), moves.len(), "{text}");
    });
    assert!(["-", "p2", "p23", "c2"].iter().all(|&due| dues.contains_key(due)), "{dues:?}");
}

#[test]
fn columns_reflected() {
    let game = logitac(&[]);
    let image = game.transform_position(1, &game.start());
    assert!(game.format_position(&image).starts_with("4pcynp3/1pppppppppp1/"));
    let mv = |text| game.parse_move(&game.start(), text).unwrap();
    assert_eq!(game.transform_move(1, mv("b4-c4")), mv("b9-c9"));
}

#[test]
fn a_pyramid_takes_its_cube_and_cylinder_down() {
    let game = logitac(&[]);
    let from = format!("{EMPTY_1}|8/8/8/8/8/8/8/P7|4C/5/5/2Y2/P3N 0 - 43,-,0,-,000,0.0.0;45,-,0,Y,000,0.0.0 0");
    for (steps, due) in [("", "ycn2"), (" @m14", "cn2"), (" @m14 @m15", "n2"), (" @m14 @m15 @m16", "-")] {
        let position = play(&game, &from, &format!("v23-w23{steps}"));
        let text = game.format_position(&position);
        assert_eq!(text.split(' ').nth(2), Some(due), "{text}");
        assert_eq!(game.side_to_act(&position), if due == "-" { Side::Second } else { Side::First });
        assert_eq!(position.due() == Due::Nothing, due == "-");
    }
    assert_eq!(game.max_moves(), 2400);
}

/// The page asks for the grant only where it compels to recruit, not for an empty cell on the board above.
#[test]
fn recruiting_is_compulsory_even_below_a_full_board() {
    let game = logitac(&[]);
    let full = "PPPPPPPP/PPPPPPPP/pp1pp1pp/pppppppp/pppppppp/pp1pp1pp/pppppppp/Pppppppp";
    let boards = format!("{}C11|{full}|{EMPTY_3}", &EMPTY_1[..EMPTY_1.len() - 2]);
    let text = format!("{boards} 0 - 28,-,0,Y,000,1.0.0;2,-,0,Y,000,0.0.0 2");
    let legal = legal(&game, &read(&game, &text));
    assert!(legal.len() == 11 && legal.iter().all(|step| step.starts_with("P@a")), "{legal:?}");
}

#[test]
fn ends_in_their_order() {
    let game = logitac(&[]);
    let end = |boards: &str, rest: &str| {
        let position = read(&game, &format!("{boards} {rest}"));
        (game.outcome(&position), reason(&game, &position))
    };
    let empty = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3}");
    let white = Some(Outcome::Win(Side::First));
    let black = Some(Outcome::Win(Side::Second));
    // White's pyramid is on the summit, and Black has no pawn in reserve, after the last turn.
    assert_eq!(end(&empty, "1 - 45,-,45,-,000,0.0.0;0,-,0,Y,000,0.0.0 599"), (white, Some("summit")));
    // No pawn in reserve after the last turn, and one turn before.
    assert_eq!(end(&empty, "0 - 0,-,0,Y,000,0.0.0;45,-,45,Y,000,0.0.0 600"), (Some(Outcome::Draw), Some("cap")));
    assert_eq!(end(&empty, "0 - 0,-,0,Y,000,0.0.0;45,-,45,Y,000,0.0.0 598"), (black, Some("bankruptcy")));
    // Nobody to move, and nobody recruits in the first turn.
    assert_eq!(end(&empty, "0 - 45,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 0"), (black, Some("no legal step")));
    assert_eq!(end(&empty, "0 - 45,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 2"), (None, None));
    let short = logitac(&[("max_turns", "1")]);
    assert_eq!(short.outcome(&play(&short, START, "b4-c4")), Some(Outcome::Draw));
    assert_eq!(short.max_moves(), 4);
}

#[test]
fn third_repetition() {
    let game = logitac(&[]);
    let boards = format!("5c6/{}|{EMPTY_2}|{EMPTY_3}", &EMPTY_1[3..EMPTY_1.len() - 2]);
    let boards = boards.replacen('|', "C11|", 1);
    let start = read(&game, &format!("{boards} 0 - 45,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 10"));
    let mut history = History::new(&game, start);
    for text in ["a1-a2", "l6-l7", "a2-a1", "l7-l6"].repeat(2) {
        assert_eq!(history.outcome(), None);
        let mv = game.parse_move(history.position(), text).unwrap();
        history.play(&game, mv);
    }
    assert_eq!(history.outcome(), Some(Outcome::Draw));
    assert_eq!(game.outcome(history.position()), None);
}

#[test]
fn captives_break_ties_if_asked() {
    let boards = format!("5c6/{}C11|{EMPTY_2}|{EMPTY_3}", &EMPTY_1[3..EMPTY_1.len() - 2]);
    let end = |tiebreak: &str, [white, black]: [u8; 2]| {
        let game = logitac(&[("tiebreak", tiebreak)]);
        let at = |turns: u16| {
            let [rest, other] = [black, white].map(|captives| 45 - captives);
            format!("{boards} 0 - {rest},-,{white},Y,000,0.0.0;{other},-,{black},Y,000,0.0.0 {turns}")
        };
        let mut history = History::new(&game, read(&game, &at(10)));
        history.play_texts(&game, ["a1-a2", "l6-l7", "a2-a1", "l7-l6"].repeat(2)).unwrap();
        let (round, capped_for) = match history.outcome() {
            Some(Outcome::Draw) => ("the position has occurred three times", "as many turns as `max_turns` allows"),
            _ => (
                "the position has occurred three times, and the winner is ahead",
                "more captives after as many turns as `max_turns` allows",
            ),
        };
        assert_eq!(history.ending(&game), Some(round.into()));
        let capped = read(&game, &at(600));
        assert_eq!(game.outcome(&capped), history.outcome(), "what decides is the same");
        assert_eq!(game.ending(&capped), Some(capped_for));
        assert_eq!(game.is_cut_off(&capped), tiebreak == "none", "captives are counted, so nothing is cut off");
        history.outcome().unwrap()
    };
    for captives in [[5, 4], [0, 40], [7, 7]] {
        assert_eq!(end("none", captives), Outcome::Draw);
    }
    assert_eq!(end("captives", [5, 4]), Outcome::Win(Side::First));
    assert_eq!(end("captives", [0, 40]), Outcome::Win(Side::Second));
    assert_eq!(end("captives", [7, 7]), Outcome::Draw);
}

/// The side that is behind must avoid repetition.
#[test]
fn a_search_knows_whom_captives_let_repeat() {
    let game = logitac(&[("tiebreak", "captives")]);
    // Cube against cube: the side to act has been where it can go back to twice already.
    let boards = format!("5c6/{}C11|{EMPTY_2}|{EMPTY_3}", &EMPTY_1[3..EMPTY_1.len() - 2]);
    let returns = |white: u8, black: u8| {
        let [rest, other] = [black, white].map(|captives| 45 - captives);
        let start = format!("{boards} 0 - {rest},-,{white},Y,000,0.0.0;{other},-,{black},Y,000,0.0.0 10");
        let mut history = History::new(&game, read(&game, &start));
        let round = ["a1-a2", "l6-l7", "a2-a1", "l7-l6", "a1-a2", "l6-l7", "a2-a1"];
        history.play_texts(&game, round).unwrap();
        let config = SearchConfig { root_proof_nodes: 0, proof_nodes: 0, ..puct() };
        let search = searched(config, &game, &history, 200, &mut Uniform);
        let back = game.parse_move(history.position(), "l7-l6").unwrap();
        (search.best_move() == back, search.moves().find(|mv| mv.mv == back).unwrap().score)
    };
    assert_eq!(returns(4, 5), (true, 1.0), "Black is ahead");
    let (best, score) = returns(5, 4);
    assert!(!best && score <= -0.9, "{score}");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = logitac(&[]);
    let stocks = "33,D,0,-,000,0.0.0;33,D,0,-,000,0.0.0";
    let with = |old: &str, new: &str| START.replacen(old, new, 1);
    // Only White's pawns, all but two of them in reserve, and what is due of White.
    let due = |boards: &str, due: &str, white: &str| format!("{boards} 0 {due} {white};45,-,0,Y,000,0.0.0 10");
    let empty = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3}");
    let four = format!("{EMPTY_1}|8/8/8/8/8/8/8/PPPP4|{EMPTY_3}");
    let corner = format!("Y11{}|{EMPTY_2}|{EMPTY_3}", &EMPTY_1[2..]);
    let cases = [
        ("position", String::new()),
        ("position", with(" 0 -", "  0 -")),
        ("position", format!("{START} 0")),
        ("side to act", with(" 0 -", " 2 -")),
        ("turns", format!("{}1", &START[..START.len() - 1])),
        ("turns", format!("{}02", &START[..START.len() - 1])),
        ("turns", format!("{}602", &START[..START.len() - 1])),
        ("boards", with("|5/5/5/5/5", "")),
        ("board 1", with("12/", "66/")),
        ("board 1", with("12/", "")),
        ("board 1", with("3PNYCP4", "3PNYCP5")),
        ("board 1", with("3PNYCP4", "3PNYCP04")),
        ("board 1", with("3PNYCP4", "3PNXCP4")),
        ("board 1", with("3PNYCP4", "3PYYCP4")),
        ("board 1", with("3PNYCP4", "3PNYSP4")),
        ("board 1", with("12/12/1PPPP", "3P8/12/1PPPP")),
        ("board 2", with("8/8/8|", "2P5/8/8|")),
        ("board 2", with("8/8|", "8/9|")),
        ("board 3", with("5/5 0", "5/D4 0")),
        ("board 3", with("5/5 0", "6 0")),
        ("stocks", with("33,D", "34,D")),
        ("stocks", with("33,D", "033,D")),
        ("stocks", with("33,D", "33,d")),
        ("stocks", with("33,D,0,-", "33,D,0,Y")),
        ("stocks", with("33,D,0", "33,D,1")),
        ("stocks", with("000", "020")),
        ("stocks", with("000", "00")),
        ("stocks", with("0.0.0", "0.0")),
        ("stocks", with("0.0.0", "0.0.20001")),
        ("stocks", with("0.0.0", "0.0.00")),
        ("stocks", with(";", ",")),
        ("stocks", with(stocks, "-")),
        ("stocks", with("3PNYCP4", "3PN1CP4")),
        ("men due", with(" - ", " x ")),
        ("men due", with(" - ", " e ")),
        ("men due", with(" - ", " 2 ")),
        ("men due", with(" - ", " p ")),
        ("men due", with(" - ", " c2 ")),
        ("men due", due(&empty, "p1", "44,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "p32", "44,-,0,Y,000,1.1.0")),
        ("men due", due(&empty, "pp2", "43,-,0,Y,000,1.1.0")),
        // Three pawns too few on board 2, or no grant left for one of the boards, or one to spare for the other.
        ("men due", due(&empty, "p23", "44,-,0,Y,000,1.1.0")),
        ("men due", due(&four, "p23", "40,-,0,Y,000,1.0.0")),
        ("men due", due(&four, "p2", "40,-,0,Y,000,0.1.0")),
        ("men due", due(&four, "y3", "41,-,0,-,000,0.0.0")),
        ("men due", due(&empty, "d1", "45,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "d3", "45,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "s1", "45,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "nc1", "45,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "cn1", "45,-,0,Y,000,0.0.0")),
        ("men due", due(&empty, "ycn3", "45,-,0,-,000,0.0.0")),
        // The pyramid would have taken the pawns along.
        ("men due", due(&four, "y1", "41,-,0,-,000,0.0.0")),
        // The delivering pawn is not in reserve.
        ("men due", due(&corner, "e", "0,-,0,-,000,0.0.0").replace("45,-,0,Y", "45,-,45,Y")),
        ("men due", due(&empty, "c1", "45,-,0,Y,000,0.0.0").replace(" 10", " 600")),
    ];
    for (expected, text) in cases {
        match game.parse_position(&text) {
            Err(NotationError::Malformed { field, .. }) => assert_eq!(field, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for (boards, men, white) in [
        (&empty, "p2", "44,-,0,Y,000,0.1.0"),
        (&four, "p23", "40,-,0,Y,000,1.1.0"),
        (&four, "p2", "40,-,0,Y,000,1.0.0"),
        (&empty, "y2", "45,-,0,-,000,0.0.0"),
        (&empty, "s3", "45,-,0,Y,000,0.0.0"),
        (&corner, "e", "45,-,0,-,000,0.0.0"),
        (&corner, "cn1", "45,-,0,-,000,0.0.0"),
    ] {
        assert!(!legal(&game, &read(&game, &due(boards, men, white))).is_empty());
    }
}

#[test]
fn refused_steps_say_why() {
    let game = logitac(&[]);
    let grant = format!("{EMPTY_1}|7C/8/8/8/8/8/8/PPPP4|{EMPTY_3} 0 - 41,-,0,Y,000,0.1.0;45,-,0,Y,000,0.0.0 10");
    let placing = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3} 0 p2 44,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 10");
    for (position, step, reason) in [
        (START, "b4c4", "expected"),
        (START, "z26-a1", "expected"),
        (START, "b4-c4 ", "expected"),
        (START, "p@a5", "expected"),
        (START, "b4-d4", "b4-c4"),
        (START, "a6-a7", "cannot move"),
        (START, "k4-j4", "White is to act"),
        (START, "e4-f4", "no man on e4"),
        (START, "a4^", "no grant"),
        (START, "P@a1", "second turn"),
        (START, "$", "empty reserve"),
        (START, "@o14", "no man is to be placed"),
        (&grant, "m13-n13", "must ascend"),
        (&placing, "P@a1", "pawn is to be placed"),
    ] {
        let error = game.parse_move(&read(&game, position), step).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(step.trim()) && !error.contains('\n'), "{step}: {error}");
    }
}

#[test]
fn what_is_far_off_is_encoded_and_hashed_alike() {
    let game = logitac(&[]);
    let rest = |grants: &str, turns: u32| {
        let text = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3} 0 - 45,-,0,Y,000,{grants};45,-,0,Y,000,0.0.0 {turns}");
        game.hash(&read(&game, &text))
    };
    assert_eq!(rest("0.0.0", 10), rest("0.0.0", 300));
    assert_eq!(rest("3.0.0", 10), rest("4.0.0", 10));
    let other = [rest("0.0.0", 0), rest("0.0.0", 10), rest("0.0.0", 590), rest("3.0.0", 10), rest("2.0.0", 10)];
    assert!((1..5).all(|index| !other[..index].contains(&other[index])), "{other:?}");
    // The rule about repetition counts every grant, and no turn.
    let key = |text: &str| game.repetition_key(&read(&game, text));
    let text = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3} 0 - 45,-,0,Y,000,3.0.0;45,-,0,Y,000,0.0.0 10");
    assert_eq!(key(&text), key(&text.replace(" 10", " 590")));
    assert_ne!(key(&text), key(&text.replace("3.0.0", "4.0.0")));
    assert_eq!(key(&text.replace(" - 45", " p2 44")), None);
}

/// Each link of the chain to the summit leads.
#[test]
fn progress_grows_towards_the_summit() {
    let game = logitac(&[]);
    assert_eq!(game.progress(&game.start()), 0.0);
    let bare = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3} 0 - 45,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 10");
    let other = |boards: &str, white: &str| format!("{boards} 0 - {white};45,-,0,Y,000,0.0.0 10");
    let on_1 = format!("{}Y11|{EMPTY_2}|{EMPTY_3}", &EMPTY_1[..EMPTY_1.len() - 2]);
    let on_2 = format!("{EMPTY_1}|8/8/8/8/8/8/8/YPPPPC2|{EMPTY_3}");
    let on_3 = format!("{EMPTY_1}|8/8/8/8/8/8/8/1PPPP3|5/5/5/5/YPPC1");
    let steps = [
        bare,
        other(&on_1, "45,-,0,-,000,0.0.0"),
        other(&on_1.replace("8|", "PPPP4|"), "41,-,0,-,000,0.0.0"),
        other(&on_1.replace("8|", "PPPPC3|"), "41,-,0,-,000,0.0.0"),
        other(&on_1.replace("8|", "PPPPC3|"), "41,-,0,-,000,1.0.0"),
        other(&on_2, "41,-,0,-,000,0.0.0"),
        other(&on_2, "41,-,0,-,010,0.0.0"),
        other(&on_2, "41,-,0,-,000,0.1.0"),
        other(&on_3, "39,-,0,-,000,0.0.0"),
        other(&on_3, "39,-,0,-,001,0.0.0"),
        other(&on_3, "39,-,0,-,000,0.0.1"),
    ];
    let leads = steps.each_ref().map(|text| game.progress(&read(&game, text)));
    assert!(leads.windows(2).all(|pair| pair[0] < pair[1]), "{leads:?}");
    assert!(game.progress(&play(&game, &steps[10], "u21^")) > leads[10] + 10.0);
    // A pyramid on its way counts where it goes, not as on the summit.
    let lifted = game.progress(&play(&game, &steps[4], "a1^"));
    assert!(leads[4] < lifted && lifted < leads[8], "{lifted}, {leads:?}");
}

/// A net without knowledge sees no reason to capture an unprotected pawn; the gain by it is one, and no smaller for a
/// side that is far ahead.
#[test]
fn a_search_that_sees_progress_makes_progress() {
    let game = logitac(&[]);
    let even = "3pnycp4/1ppp1pppppp1/12/12/12/12/12/12/12/4p7/1PPPPPPPPPP1/3PNYCP4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - \
                33,D,0,-,000,0.0.0;33,D,0,-,000,0.0.0 2";
    let ahead = even.replace("33,D,0,-,000,0.0.0;33,D", "33,D,25,-,000,0.0.0;8,D");
    let search = |start: &str, progress_share: f32| {
        let history = History::new(&game, read(&game, start));
        let config = SearchConfig { progress_share, ..puct() };
        (searched(config, &game, &history, 200, &mut Uniform), history)
    };
    let captures = |start: &str, progress_share: f32| {
        let (search, history) = search(start, progress_share);
        ["b4-c5", "b6-c5"].contains(&game.format_move(history.position(), search.best_move()).as_str())
    };
    assert!(captures(even, 0.5) && captures(&ahead, 0.5) && !captures(even, 0.0));

    // A move visited once scores its share of the gain, since the evaluator sees even chances.
    let history = History::new(&game, read(&game, even));
    let root = history.position();
    let capture = game.parse_move(root, "b4-c5").unwrap();
    let config = SearchConfig { progress_share: 0.5, ..puct() };
    let once = (1..200).find_map(|simulations| {
        let search = searched(config, &game, &history, simulations, &mut Uniform);
        search.moves().find(|m| m.mv == capture && m.visits == 1)
    });
    let mut next = *root;
    game.play(&mut next, capture);
    let gain = (game.progress(&next) - game.progress(root)) * game.side_to_act(root).sign();
    let (score, expected) = (once.unwrap().score, 0.5 * gain / (1.0 + gain));
    assert!(gain > 0.0 && (score - expected).abs() < 1e-6, "{score} instead of {expected}");

    // Scores count from the root, so those of one root say nothing below another: the tree is not kept.
    for (progress_share, kept) in [(0.0, true), (0.5, false)] {
        let (mut search, mut history) = search(even, progress_share);
        history.play(&game, search.best_move());
        search.restart_reusing(&game, &history, 10, 0);
        assert_eq!(search.moves().next().is_some(), kept);
    }
}

/// Near the end scattered games are often decided soon by a player who only looks at progress, though hunts of the last
/// men take longer; far from it none is.
#[test]
fn scattered_positions_are_as_far_from_the_end_as_asked() {
    let game = logitac(&[]);
    let decided = |distance: f32| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut moves = Vec::new();
        (0..40)
            .filter(|_| {
                let mut position = scattered(&game, distance, &mut random);
                let last = position.turns() + 120;
                while game.outcome(&position).is_none() && position.turns() < last {
                    game.legal_moves(&position, &mut moves);
                    let side = game.side_to_act(&position);
                    let worth = |mv: Move| {
                        let mut next = position;
                        game.play(&mut next, mv);
                        side.sign() * game.progress(&next)
                    };
                    let worths: Vec<_> = moves.iter().map(|&mv| worth(mv) + random.random_range(0.0..1e-4)).collect();
                    let best = (0..moves.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b])).unwrap();
                    game.play(&mut position, moves[best]);
                }
                game.outcome(&position).is_some()
            })
            .count()
    };
    let [near, far] = [0.0, 1.0].map(decided);
    assert!(near >= 15 && far <= 2, "{near} and {far} of 40");
}

#[test]
fn drawn_boards() {
    let game = logitac(&[]);
    let drawn = game.draw(&game.start());
    let expected = [
        "  board 1                     White: capitals, goes up; Black: small, goes down",
        "                    1 1 1     P pawn, D double pawn, Y pyramid, # chimney",
        "  1 2 3 4 5 6 7 8 9 0 1 2     C cube, N cylinder; as S and T they move as both",
        "l . . . p n y c p . . . . l   grants: of boards 1 2 3, + is half of one more",
        "k . p p p p p p p p p p . k     board 2               board 4",
        "j . . . . . . . . . . . . j     1 1 1 1 1 1 1 2       z26 .",
        "i . . . # . . . . # . . . i     3 4 5 6 7 8 9 0",
        "h . . . . . . . . . . . . h   t . . . . . . . . t     board 3",
        "g . . . . . . . . . . . . g   s . . . . . . . . s     2 2 2 2 2",
        "f . . . . . . . . . . . . f   r . . # . . # . . r     1 2 3 4 5",
        "e . . . . . . . . . . . . e   q . . . . . . . . q   y . . . . . y",
        "d . . . # . . . . # . . . d   p . . . . . . . . p   x . . . . . x",
        "c . . . . . . . . . . . . c   o . . # . . # . . o   w . . # . . w",
        "b . P P P P P P P P P P . b   n . . . . . . . . n   v . . . . . v",
        "a . . . P N Y C P . . . . a   m . . . . . . . . m   u . . . . . u",
        "White: reserve 33 and double pawn; captives 0; grants 0 0 0",
        "Black: reserve 33 and double pawn; captives 0; grants 0 0 0",
        "turns played 0",
    ];
    assert_eq!(Vec::from_iter(drawn.lines()), expected, "{drawn}");
    let text = format!("{EMPTY_1}|8/8/8/8/8/8/8/PPPP4|{EMPTY_3} 0 p23 40,-,0,Y,000,1.2.0;45,-,0,Y,000,0.0.0 10");
    assert!(game.draw(&read(&game, &text)).ends_with("\nturns played 10; White to place on board 2 or 3: pawn\n"));
    // Everything that a line may contain, including half a grant.
    let text = format!("{EMPTY_1}|{EMPTY_2}|{EMPTY_3} 0 ycn1 43,D,10,-,010,10.2.0;35,D,2,Y,000,0.0.0 598");
    let drawn = game.draw(&read(&game, &text));
    for part in ["captives 10; grants 10 2+ 0\n", "captives 2; grants 0 0 0; pyramid captured\n"] {
        assert!(drawn.contains(part), "{part} in\n{drawn}");
    }
    assert!(drawn.ends_with("White to place on board 1: pyramid, then cube, then cylinder\n"), "{drawn}");
    assert!(drawn.lines().all(|line| line.len() <= 80), "{drawn}");
}

/// What `docs/games.md` says of the summit: a side that captures nothing on board 2 cannot lose by it, as it never has
/// a man on board 3 that could be captured there. The other side plays at random, but captures and climbs where it can.
#[test]
fn who_captures_nothing_on_board_2_keeps_the_other_side_from_the_summit() {
    let game = logitac(&[]);
    let men_on = |position: &Position, board: usize, side: Side| {
        let text = game.format_position(position);
        let men =
            text.split(' ').next().and_then(|boards| boards.split('|').nth(board)).expect("four boards are written");
        men.chars().filter(|c| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == (side == Side::First)).count()
    };
    let grants = |position: &Position, side: Side| -> Vec<u32> {
        let text = game.format_position(position);
        let stock = text.split(' ').nth(3).and_then(|both| both.split(';').nth(side.index())).expect("a side's stock");
        let grants = stock.rsplit(',').next().expect("its grants come last");
        grants.split('.').map(|number| number.parse().expect("a number")).collect()
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    // By whether the second side keeps from captures on board 2: the most men of each side on board 3, and grants of
    // board 3.
    let mut seen = [[0; 3]; 2];
    for round in 0..40 {
        let keeps = round % 2 == 1;
        // Late in the game, but nobody on board 3 for the first side to capture, and no way up for the second side.
        let mut late = std::iter::repeat_with(|| game.scattered(0.3, &mut rng)).take(100_000).flatten();
        let fits = |position: &Position| {
            men_on(position, 2, Side::Second) == 0
                && grants(position, Side::Second)[1] == 0
                && grants(position, Side::First)[2] == 0
                && game.outcome(position).is_none()
        };
        let mut position = late.find(fits).expect("some of them fit");
        let mut moves = Vec::new();
        while game.outcome(&position).is_none() {
            let side = game.side_to_act(&position);
            game.legal_moves(&position, &mut moves);
            let after = |mv: Move| {
                let mut next = position;
                game.play(&mut next, mv);
                next
            };
            let takes = |board: usize, next: &Position| {
                men_on(next, board, side.other()) < men_on(&position, board, side.other())
            };
            let mut nexts: Vec<Position> = moves.iter().map(|&mv| after(mv)).collect();
            if keeps && side == Side::Second {
                nexts.retain(|next| !takes(1, next));
            }
            let eager: Vec<Position> =
                nexts.iter().copied().filter(|next| (0..3).any(|board| takes(board, next))).collect();
            let choice = if eager.is_empty() || rng.random_bool(0.2) { &nexts } else { &eager };
            // Nothing is left only where it must capture there, which is a draw for this test.
            let Some(&next) = choice.choose(&mut rng) else { break };
            position = next;
            let figures = &mut seen[usize::from(keeps)];
            figures[0] = figures[0].max(men_on(&position, 2, Side::First));
            figures[1] = figures[1].max(men_on(&position, 2, Side::Second));
            figures[2] = figures[2].max(grants(&position, Side::First)[2] as usize);
        }
    }
    let [[_, climbed, granted], [first, second, none]] = seen;
    assert!(climbed > 0 && granted > 0, "the test reaches what it is about: {seen:?}");
    assert!(first > 0, "the first side climbs to board 3: {seen:?}");
    assert_eq!((second, none), (0, 0), "{seen:?}");
}
