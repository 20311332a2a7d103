//! Lines of Action: the facts of the rule page, and the fast code against a plain one.

use crate::support::plain::{DIRECTIONS, Plain};
use ardoise::game::{Encoding, Game, History, Notation, NotationError, Outcome, Side, Symmetry, images, perft};
use ardoise::games::loa::{Loa, Move, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0";
/// White to act cannot move: each of its lines holds too many pieces, or Black is in the way.
const STUCK: &str = "4bb1w/7b/5b2/8/3b3b/8/6b1/6bw 1 41";

fn loa(options: &[(&str, &str)]) -> Loa {
    Loa::new(ardoise::games::rules("loa", options.iter().copied()).unwrap())
}

fn legal(game: &Loa, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

fn play(game: &Loa, position: &str, moves: &str) -> Position {
    let mut position = game.parse_position(position).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).unwrap();
        assert_eq!(game.format_move(&position, mv), text);
        game.play(&mut position, mv);
    }
    position
}

/// Calls `check` with the positions of random games, the last ones included.
fn random_positions(game: &Loa, games: u64, mut check: impl FnMut(&Position)) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut history = History::new(game, game.start());
        let mut moves = Vec::new();
        loop {
            check(history.position());
            history.legal_moves(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            history.play(game, moves[random.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn counts_from_the_start() {
    let game = loa(&[]);
    assert_eq!(perft(&game, game.start(), 4).counts, [36, 1_244, 44_952, 1_563_208]);
}

#[test]
fn start_and_shortest_game() {
    let game = loa(&[]);
    assert_eq!(game.format_position(&game.start()), START);
    let moves = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1";
    assert_eq!(game.outcome(&play(&game, START, moves)), None);
    let end = play(&game, START, &format!("{moves} e1-e5"));
    assert_eq!(game.outcome(&end), Some(Outcome::Win(Side::First)));
    assert_eq!(legal(&game, &end), []);
    assert_eq!((game.side_to_act(&end), end.plies()), (Side::Second, 9));
}

#[test]
fn line_of_the_source() {
    let game = loa(&[]);
    play(&game, START, "b1-b3 h4-f2 d1xa4 h2-e2");
    let position = play(&game, START, "c8-c6");
    let error = game.parse_move(&position, "a6-d6").unwrap_err();
    assert!(error.to_string().contains("pass over"), "{error}");
}

#[test]
fn agrees_with_a_plain_implementation() {
    let game = loa(&[("max_plies", "150")]);
    let (mut captures, mut wins) = (0, 0);
    for seed in 0..60 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut position, mut board) = (game.start(), Plain::new(START));
        for ply in 0..=150 {
            assert_eq!(Plain::new(&game.format_position(&position)), board);
            let connected = ['b', 'w'].map(|side| board.connected(side));
            assert_eq!(position.connected(), connected);
            let outcome = match connected {
                [true, true] => Some(Outcome::Draw),
                [true, false] => Some(Outcome::Win(Side::First)),
                [false, true] => Some(Outcome::Win(Side::Second)),
                [false, false] => (ply == 150).then_some(Outcome::Draw),
            };
            assert_eq!(game.outcome(&position), outcome);
            let moves = legal(&game, &position);
            if outcome.is_some() {
                wins += usize::from(ply < 150);
                assert_eq!(moves, []);
                break;
            }
            let expected = board.moves(['b', 'w'][ply % 2]);
            let names: BTreeSet<_> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
            assert_eq!(names, expected.iter().map(|&mv| board.name(mv)).collect(), "{position:?}");
            assert_eq!(names.len(), moves.len());
            let chosen = expected[random.random_range(0..expected.len())];
            let name = board.name(chosen);
            captures += usize::from(name.contains('x'));
            let mv = game.parse_move(&position, &name).unwrap();
            game.play(&mut position, mv);
            board.play(chosen);
        }
    }
    assert!(captures > 300 && wins > 5, "the games must show something: {captures} captures, {wins} wins");
}

#[test]
fn symmetries_commute() {
    let game = loa(&[]);
    let position = play(&game, START, "b1-b3 h4-f2");
    let images: BTreeSet<_> = images(&game, &position).map(|image| game.format_position(&image)).collect();
    assert_eq!((game.symmetries(), images.len()), (8, 8));
    random_positions(&game, 4, |position| {
        assert_eq!(game.transform_position(0, position), *position);
        for symmetry in 0..game.symmetries() {
            let image = game.transform_position(symmetry, position);
            assert_eq!(game.outcome(&image), game.outcome(position));
            let mut moves = Vec::new();
            for mv in legal(&game, position) {
                let mapped = game.transform_move(symmetry, mv);
                let (mut after, mut after_image) = (*position, image);
                game.play(&mut after, mv);
                game.play(&mut after_image, mapped);
                assert_eq!(game.transform_position(symmetry, &after), after_image);
                moves.push(mapped);
            }
            moves.sort();
            let mut expected = legal(&game, &image);
            expected.sort();
            assert_eq!(moves, expected);
        }
    });
    assert!((0..8).all(|symmetry| game.transform_move(symmetry, Move::PASS) == Move::PASS));
}

#[test]
fn policy_indices() {
    let game = loa(&[]);
    let shape = game.shape();
    assert_eq!(shape.policy_len(), 513);
    random_positions(&game, 10, |position| {
        let moves = legal(&game, position);
        let indices: BTreeSet<_> = moves.iter().map(|&mv| game.policy_index(position, mv)).collect();
        assert_eq!(indices.len(), moves.len());
        for mv in moves.into_iter().filter(|&mv| mv != Move::PASS) {
            let [from, to] = [mv.from, mv.to].map(i32::from);
            let signs = ((to / 8 - from / 8).signum(), (to % 8 - from % 8).signum());
            let plane = DIRECTIONS.iter().position(|&direction| direction == signs).unwrap();
            assert_eq!(game.policy_index(position, mv), plane * 64 + mv.from as usize);
        }
    });
    assert_eq!(game.policy_index(&game.start(), Move::PASS), 512);
}

#[test]
fn encoding_shows_the_board() {
    let game = loa(&[]);
    let shape = game.shape();
    let (mut planes, mut globals) = (vec![f32::NAN; shape.plane_len()], vec![f32::NAN; shape.globals]);
    random_positions(&game, 5, |position| {
        game.encode(position, &mut planes, &mut globals);
        let board = Plain::new(&game.format_position(position));
        let sides = if game.side_to_act(position) == Side::First { ['b', 'w'] } else { ['w', 'b'] };
        let mut expected = vec![0.0; shape.plane_len()];
        let mut groups = Vec::new();
        for cell in 0..64 {
            let (row, column) = (cell as i32 / 8, cell as i32 % 8);
            expected[2 * 64 + cell] = 1.0;
            for (axis, &direction) in DIRECTIONS[..4].iter().enumerate() {
                expected[(3 + axis) * 64 + cell] = board.count(row, column, direction) as f32 / 8.0;
            }
        }
        for (index, side) in sides.into_iter().enumerate() {
            let labels = board.groups(side);
            for (&(row, column), label) in &labels {
                let cell = (row * 8 + column) as usize;
                expected[index * 64 + cell] = 1.0;
                expected[7 * 64 + cell] = labels.values().filter(|&l| l == label).count() as f32 / 12.0;
            }
            for [_, _, row, column] in board.moves(side) {
                expected[(8 + index) * 64 + (row * 8 + column) as usize] += 0.125;
            }
            groups.push((labels.len() as f32 / 12.0, labels.values().collect::<BTreeSet<_>>().len() as f32 / 12.0));
        }
        assert_eq!(planes, expected);
        let left = f32::from((400 - position.plies()).min(100)) / 100.0;
        assert_eq!(globals, [left, groups[0].0, groups[1].0, groups[0].1, groups[1].1]);
    });
}

#[test]
fn hash_follows_the_encoding() {
    let game = loa(&[]);
    let hash = |text: &str| game.hash(&game.parse_position(text).unwrap());
    let key = |text: &str| game.repetition_key(&game.parse_position(text).unwrap()).unwrap();
    let board = START.strip_suffix(" 0 0").unwrap();
    assert_eq!(hash(START), hash(&format!("{board} 0 300")));
    assert_ne!(hash(START), hash(&format!("{board} 0 302")));
    assert_ne!(hash(START), hash(&format!("{board} 1 0")));
    let exchanged = board.chars().map(|c| {
        if c == 'b' {
            'w'
        } else if c == 'w' {
            'b'
        } else {
            c
        }
    });
    assert_eq!(hash(START), hash(&format!("{} 1 0", String::from_iter(exchanged))));
    assert_eq!(key(START), key(&format!("{board} 0 302")));
    assert_ne!(key(START), key(&format!("{board} 1 0")));
    let (mut keys, mut positions) = (BTreeSet::new(), BTreeSet::new());
    random_positions(&game, 40, |position| {
        keys.insert(game.repetition_key(position).unwrap());
        positions.insert(game.format_position(position).rsplit_once(' ').unwrap().0.to_owned());
    });
    assert_eq!(keys.len(), positions.len());
}

#[test]
fn moves_as_text() {
    let game = loa(&[]);
    random_positions(&game, 5, |position| {
        for mv in legal(&game, position) {
            let text = game.format_move(position, mv);
            for form in [text.clone(), text.replace('x', ":"), text.replace(['-', 'x'], "")] {
                assert_eq!(game.parse_move(position, &form), Ok(mv), "{form}");
            }
        }
    });
    let position = play(&game, START, "b1-b3 h4-f2");
    let malformed = [
        ["", "d1", "D1xa4", "d1xA4", "d1Xa4", "d1 a4", "d1xa4 ", " d1xa4", "d1--a4", "d1xi4", "d1xa9", "d1xa0"],
        ["d0xa4", "d1xa4+", "a1-a1", "a1a1", "PASS", "Pass", "pass ", "d1é4", "é1a4", "dé-a4", "d1-", "d1xa44"],
    ];
    for text in malformed.as_flattened() {
        match game.parse_move(&position, text) {
            Err(NotationError::Malformed { field: "move", given, .. }) => assert_eq!(given, *text),
            other => panic!("{text}: {other:?}"),
        }
    }
    let refused = [
        ("d1-a4", "write `d1xa4`"),
        ("d1xd3", "d3 is empty"),
        ("d1:d3", "d3 is empty"),
        ("d1-d4", "moves 2"),
        ("d1-e3", "not on one line"),
        ("d2-d4", "no piece on d2"),
        ("a2-c2", "no piece on a2"),
        ("b3-b8", "not 5"),
        ("e8-c8", "not 2"),
        ("pass", "can move"),
    ];
    for (text, reason) in refused {
        match game.parse_move(&position, text) {
            Err(NotationError::Illegal { given, reason: why }) => {
                assert!(given == text && why.text.contains(reason), "{text}: {why}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let own = game.parse_position("w6w/8/8/8/8/8/8/b1b5 0 0").unwrap();
    let error = game.parse_move(&own, "a1-c1").unwrap_err();
    assert!(error.to_string().contains("a piece of its own on c1"), "{error}");
}

#[test]
fn positions_as_text() {
    let game = loa(&[]);
    random_positions(&game, 5, |position| {
        assert_eq!(game.parse_position(&game.format_position(position)), Ok(*position));
    });
    let rest = "w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1";
    let cases = [
        ("position", "".to_owned()),
        ("position", START.replace(" 0 0", "")),
        ("position", format!("{START} ")),
        ("position", format!(" {START}")),
        ("position", START.replace(" 0 0", "  0 0")),
        ("position", START.replace(" 0 0", " 0 0 0")),
        ("board", format!("{rest} 0 0")),
        ("board", format!("8/8/{rest} 0 0")),
        ("board", format!("1bbbbbb1/{rest}/ 0 0")),
        ("board", format!("bbbbbbb1/{rest} 0 0")),
        ("board", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w5ww/1bbbbbb1 0 0".to_owned()),
        ("board", "1bbbbbb1/8/8/8/8/8/8/1bbbbbb1 0 0".to_owned()),
        ("board", "8/w6w/8/8/8/8/8/8 0 0".to_owned()),
        ("board row", format!("44/{rest} 0 0")),
        ("board row", format!("1bbbbbb/{rest} 0 0")),
        ("board row", format!("1bbbbbb2/{rest} 0 0")),
        ("board row", format!("1bbbbbb1b/{rest} 0 0")),
        ("board row", format!("0bbbbbb2/{rest} 0 0")),
        ("board row", format!("9/{rest} 0 0")),
        ("board row", format!("1bbbzbb1/{rest} 0 0")),
        ("board row", format!("1BBBBBB1/{rest} 0 0")),
        ("board row", format!("1bbbbbé1/{rest} 0 0")),
        ("board row", format!("/{rest} 0 0")),
        ("side to act", START.replace(" 0 0", " 2 0")),
        ("side to act", START.replace(" 0 0", " b 0")),
        ("side to act", START.replace(" 0 0", " 00 0")),
        ("plies", START.replace(" 0 0", " 0 -1")),
        ("plies", START.replace(" 0 0", " 0 +1")),
        ("plies", START.replace(" 0 0", " 0 01")),
        ("plies", START.replace(" 0 0", " 0 401")),
        ("plies", START.replace(" 0 0", " 0 99999999999999999999")),
        ("plies", START.replace(" 0 0", " 0 ")),
    ];
    for (expected, text) in cases {
        match game.parse_position(&text) {
            Err(NotationError::Malformed { field, .. }) => assert_eq!(field, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(game.parse_position(&START.replace(" 0 0", " 0 400")).is_ok());
}

#[test]
fn positions_as_others_write_them() {
    let game = loa(&[]);
    let read = |text: &str| game.read_position(text).map(|position| game.format_position(&position));
    let board = START.trim_end_matches(" 0 0");
    let theirs = board.replace('b', "L").replace('w', "l");
    for (text, expected) in [
        (START.to_owned(), " 0 0"),
        (format!("{board} b"), " 0 0"),
        (format!("  {board}  w "), " 1 0"),
        (format!("{board} w 7"), " 1 7"),
        // Black begins, and is `w` there.
        (format!("{theirs} w - - 0 1"), " 0 0"),
        (format!("{theirs} b - - 3 12"), " 1 23"),
        (format!("{theirs} b"), " 1 0"),
        (format!("{theirs} w - -"), " 0 0"),
    ] {
        assert_eq!(read(&text).as_deref(), Ok(&*format!("{board}{expected}")), "{text}");
        assert_eq!(game.parse_position(&text).is_ok(), text == START, "{text}: only this program's own prints back");
    }
    let error = |text: String| read(&text).expect_err("it is none").to_string();
    assert!(error(format!("{theirs} x - - 0 1")).contains("expected board, side to act and plies"));
    assert!(error(format!("{theirs} w - - 0 0")).contains("number of the move `0`: expected 1 to 400"));
    assert!(error(format!("{theirs} w - - 0 390")).contains("plies `778`: expected 0 to 400"));
    assert!(error(format!("{theirs} w KQkq - 0 1")).contains("fields as in `- - 0 1`"));
    assert!(error(format!("{} w - - 0 1", theirs.replacen('l', "w", 1))).contains("8 cells as `L`, `l`"));
    assert!(error("8/8/8/8/8/8/8/L7 w".to_owned()).contains("1 to 12 pieces of White, not 0"));
}

#[test]
fn scrambled_eggs() {
    let [standard, scrambled] = [loa(&[]), loa(&[("setup", "scrambled-eggs")])];
    let start = scrambled.start();
    assert_eq!(scrambled.format_position(&start), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 0 0");
    // As PlayStrategy has it.
    let theirs = "1lLlLlL1/L6l/l6L/L6l/l6L/L6l/l6L/1LlLlLl1 w - - 0 1";
    assert_eq!(scrambled.read_position(theirs), Ok(start));
    // The cells of the other set-up; neighbours along the edge are of different sides.
    let all = |position: &Position| position.pieces(Side::First) | position.pieces(Side::Second);
    assert_eq!(all(&start), all(&standard.start()));
    assert_eq!(Side::BOTH.map(|side| start.pieces(side).count_ones()), [12, 12]);
    // Another beginning is all that differs, so a net serves both; and it sees the moves left where they matter.
    assert_eq!(scrambled.net_options(), standard.net_options());
    assert_eq!(standard.net_options().into_keys().collect::<Vec<_>>(), ["simultaneous"]);
    assert_eq!(legal(&scrambled, &start), legal(&standard, &start));
}

#[test]
fn the_second_or_the_third_occurrence_of_a_position_draws() {
    let there_and_back = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];
    for (rule, rounds, ending) in
        [("third", 2, "the position has occurred three times"), ("second", 1, "the position has occurred before")]
    {
        let game = loa(&[("repetition", rule)]);
        let mut history = History::new(&game, game.start());
        history.play_texts(&game, there_and_back.repeat(rounds)).expect("nothing ends the game earlier");
        assert_eq!((history.outcome(), history.ending(&game)), (Some(Outcome::Draw), Some(ending.into())), "{rule}");
        assert_eq!(game.net_options(), loa(&[]).net_options(), "a net serves both");
        // The same pieces with the other side to act: Black has lost a move.
        let mut history = History::new(&game, game.parse_position("2b5/8/8/8/3b4/w7/8/7w 0 10").expect("valid"));
        history.play_texts(&game, ["d4-e4", "h1-h2", "e4-e5", "h2-h1", "e5-d4"]).expect("legal");
        assert_eq!(history.outcome(), (rule == "second").then_some(Outcome::Draw), "{rule}");
    }
}

#[test]
fn connection_of_both_or_of_the_opponent() {
    let [draw, mover] = ["draw", "mover"].map(|value| loa(&[("simultaneous", value)]));
    // a1xd1 captures the stray White piece and connects both sides.
    let both = "ww6/8/8/8/8/8/8/b1bw4 0 30";
    assert_eq!(draw.outcome(&play(&draw, both, "a1xd1")), Some(Outcome::Draw));
    assert_eq!(mover.outcome(&play(&mover, both, "a1xd1")), Some(Outcome::Win(Side::First)));
    // The same with the colours exchanged.
    let white = "bb6/8/8/8/8/8/8/w1wb4 1 31";
    assert_eq!(draw.outcome(&play(&draw, white, "a1xd1")), Some(Outcome::Draw));
    assert_eq!(mover.outcome(&play(&mover, white, "a1xd1")), Some(Outcome::Win(Side::Second)));
    // h5 keeps Black apart: White alone is connected.
    for game in [draw, mover] {
        let end = play(&game, "ww6/8/8/7b/8/8/8/b1bw4 0 30", "a1xd1");
        assert_eq!(game.outcome(&end), Some(Outcome::Win(Side::Second)));
        // A single piece is one group.
        let end = play(&game, "w7/8/8/7b/8/8/8/b1bw4 0 30", "a1xd1");
        assert_eq!(game.outcome(&end), Some(Outcome::Win(Side::Second)));
    }
}

#[test]
fn third_repetition() {
    let game = loa(&[]);
    let mut history = History::new(&game, game.start());
    for (ply, text) in ["b1-b3", "a2-c2", "b3-b1", "c2-a2"].repeat(2).into_iter().enumerate() {
        assert_eq!((history.outcome(), history.ending(&game)), (None, None), "before ply {ply}");
        history.play(&game, game.parse_move(history.position(), text).unwrap());
    }
    assert_eq!(history.outcome(), Some(Outcome::Draw));
    assert_eq!(history.ending(&game), Some("the position has occurred three times".into()));
    assert_eq!((game.outcome(history.position()), game.ending(history.position())), (None, None));
}

#[test]
fn passing() {
    let game = loa(&[]);
    let position = game.parse_position(STUCK).unwrap();
    assert_eq!(Plain::new(STUCK).moves('w'), Vec::<[i32; 4]>::new());
    assert_eq!(game.outcome(&position), None);
    assert_eq!(legal(&game, &position), [Move::PASS]);
    assert!(game.parse_move(&position, "a1-a2").is_err());
    let after = play(&game, STUCK, "pass");
    assert_eq!(game.side_to_act(&after), Side::First);
    assert_eq!(after.plies(), position.plies() + 1);
    assert_eq!(Side::BOTH.map(|side| after.pieces(side)), Side::BOTH.map(|side| position.pieces(side)));
}

#[test]
fn end_by_max_plies() {
    let game = loa(&[("max_plies", "3")]);
    assert_eq!(game.max_moves(), 3);
    assert_eq!(game.outcome(&play(&game, START, "b1-b3 h4-f2")), None);
    let end = play(&game, START, "b1-b3 h4-f2 d1xa4");
    assert_eq!(game.outcome(&end), Some(Outcome::Draw));
    assert_eq!(legal(&game, &end), []);
    let error = game.parse_move(&end, "h2-e2").unwrap_err();
    assert!(error.to_string().contains("the game is over"), "{error}");
    // Connection comes first.
    let end = play(&game, "1w3w2/8/8/8/8/8/8/b1b5 0 2", "a1-b2");
    assert_eq!(game.outcome(&end), Some(Outcome::Win(Side::First)));
    for bad in ["0", "10001", "-1", "x"] {
        assert!(ardoise::games::rules("loa", [("max_plies", bad)]).is_err(), "{bad}");
    }
}

#[test]
fn positions_are_small() {
    assert_eq!((size_of::<Position>(), size_of::<Move>()), (24, 2));
}

#[test]
fn drawn_board() {
    let game = loa(&[]);
    let drawn = game.draw(&play(&game, START, "b1-b3"));
    let rows: Vec<_> = drawn.lines().collect();
    assert_eq!(rows[0], "    a b c d e f g h");
    assert_eq!(rows[1], "  8 . X X X X X X . 8");
    assert_eq!(rows[6], "  3 O X . . . . . O 3");
    assert_eq!(rows[10], "  groups: X (Black) 3, O (White) 2; moves played: 1");
}
