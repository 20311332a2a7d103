//! Zen l'initié: the facts of the rule page, and the fast code against a plain one.

use crate::support::plain::{DIRECTIONS, Plain};
use ardoise::game::contract::{RandomGames, legal, stream};
use ardoise::game::{Encoding, Game, History, Notation, NotationError, Outcome, Side, perft};
use ardoise::games::zen::{Move, Position, Zen};
use rand::RngExt;
use std::collections::BTreeSet;

const START: &str = "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0";
/// Black to act. The Zen on d6 goes two cells along its row, to b6 beside a5 or to f6 beside g5.
const ZEN_ON_D6: &str = "11/11/11/11/11/3z6w/b5w4/11/11/11/b10 0 - 5";
/// White to act cannot move: its pawns are shut in, and there is no pawn beside any cell that the Zen could reach.
const STUCK: &str = "9bw/9bb/11/11/11/z10/11/11/11/9bb/9bw 1 - 41";

fn zen(options: &[(&str, &str)]) -> Zen {
    Zen::new(ardoise::games::rules("zen", options.iter().copied()).unwrap())
}

fn read(game: &Zen, position: &str) -> Position {
    game.parse_position(position).unwrap_or_else(|error| panic!("{error}"))
}

fn play(game: &Zen, position: &str, moves: &str) -> Position {
    let mut position = read(game, position);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.format_move(&position, mv), text);
        game.play(&mut position, mv);
    }
    position
}

/// The notations of the legal moves that begin with `from`.
fn moves_from(game: &Zen, position: &str, from: &str) -> Vec<String> {
    let position = read(game, position);
    let moves = legal(game, &position).into_iter().map(|mv| game.format_move(&position, mv));
    let sorted: BTreeSet<_> = moves.filter(|text| text.starts_with(from)).collect();
    sorted.into_iter().collect()
}

fn refused(game: &Zen, position: &str, mv: &str, reason: &str) {
    match game.parse_move(&read(game, position), mv) {
        Err(NotationError::Illegal { given, reason: why }) => {
            assert!(given == mv && why.text.contains(reason), "{mv}: {why}")
        }
        other => panic!("{mv}: {other:?}"),
    }
}

#[test]
fn start() {
    let game = zen(&[]);
    assert_eq!(game.format_position(&game.start()), START);
    assert_eq!(read(&game, START), game.start());
    assert_eq!(perft(&game, game.start(), 3).counts, [56, 3_018, 160_810]);
    assert_eq!(moves_from(&game, START, "f11"), ["f11-c11", "f11-f8", "f11-i11"]);
    assert_eq!(moves_from(&game, START, "b7"), ["b7-b9", "b7-d5", "b7-d7"]);
    let white = START.replace(" 0 - 0", " 1 - 0");
    assert_eq!(moves_from(&game, &white, "k1"), ["k1-h1", "k1-h4", "k1-k4"]);
    assert_eq!(game.max_moves(), 600);
}

#[test]
fn agrees_with_a_plain_implementation() {
    let game = zen(&[("max_plies", "400")]);
    let (mut captures, mut wins, mut bans, mut without_zen, mut zen_moves) = (0, 0, 0, 0, 0);
    for seed in 0..40 {
        let mut random = stream(&game, seed);
        let (mut position, mut board) = (game.start(), Plain::new(START));
        for ply in 0..=400 {
            let text = game.format_position(&position);
            assert_eq!(Plain::new(&text), board, "{text}");
            let own = ['b', 'w'][ply % 2];
            let pawns = ['b', 'w'].map(|side| board.cells(&side.to_string()).len());
            let won = [0, 1].map(|side| pawns[side] > 0 && (pawns[1 - side] == 0 || board.connected(['b', 'w'][side])));
            assert_eq!(position.won(), won, "{text}");
            let outcome = match won {
                [true, true] => Some(Outcome::Draw),
                [true, false] => Some(Outcome::Win(Side::First)),
                [false, true] => Some(Outcome::Win(Side::Second)),
                [false, false] => (ply == 400).then_some(Outcome::Draw),
            };
            assert_eq!(game.outcome(&position), outcome, "{text}");
            let moves = legal(&game, &position);
            if outcome.is_some() {
                wins += usize::from(ply < 400);
                assert_eq!(moves, []);
                break;
            }
            let expected = board.moves(own);
            let names: BTreeSet<_> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
            assert_eq!(names, expected.iter().map(|&mv| board.name(mv)).collect(), "{text}");
            assert_eq!(names.len(), moves.len());
            bans += board.without_ban().moves(own).len() - expected.len();
            without_zen += usize::from(position.zen().is_none());
            let chosen = expected[random.random_range(0..expected.len())];
            let name = board.name(chosen);
            captures += usize::from(name.contains('x'));
            zen_moves += usize::from(board.at(chosen[0], chosen[1]) == Some('z'));
            let mv = game.parse_move(&position, &name).unwrap();
            game.play(&mut position, mv);
            board.play(chosen);
        }
    }
    let met = [captures, wins, bans, without_zen, zen_moves];
    assert!(met.into_iter().zip([300, 3, 5, 1_000, 100]).all(|(met, least)| met > least), "{met:?}");
}

#[test]
fn the_zen_does_not_return_at_once() {
    let game = zen(&[]);
    assert_eq!(moves_from(&game, ZEN_ON_D6, "d6"), ["d6-b6", "d6-f6"]);
    let banned = ZEN_ON_D6.replace(" - ", " b6 ");
    assert_eq!(moves_from(&game, &banned, "d6"), ["d6-f6"]);
    refused(&game, &banned, "d6-b6", "moved from b6 just before");
    let moved = play(&game, ZEN_ON_D6, "d6-f6");
    assert_eq!(game.format_position(&moved), "11/11/11/11/11/5z4w/b5w4/11/11/11/b10 1 d6 6");
    // Any other move lifts the ban.
    assert_eq!(play(&game, ZEN_ON_D6, "d6-f6 k6-k7").banned(), None);
    // The position with the ban is another one.
    let [key, hash] = [Zen::repetition_key as fn(&Zen, &Position) -> _, |game, at| Some(game.hash(at))];
    for number in [key, hash] {
        assert_ne!(number(&game, &read(&game, &banned)), number(&game, &read(&game, ZEN_ON_D6)));
    }
}

#[test]
fn the_zen_goes_beside_pawns_only() {
    let game = zen(&[]);
    refused(&game, ZEN_ON_D6, "d6-d7", "neighbours a pawn");
    refused(&game, ZEN_ON_D6, "d6-b7", "neighbours a pawn");
    // The captured pawn on b6 is no neighbour; the one on a5 is.
    refused(&game, "10b/11/11/11/11/1w1z7/11/11/11/11/b9w 0 - 5", "d6xb6", "b6 does not");
    play(&game, "10b/11/11/11/11/1w1z7/b10/11/11/11/10w 0 - 5", "d6xb6");
}

#[test]
fn passing_over_and_capturing() {
    let game = zen(&[]);
    let black = "w10/11/11/11/11/3zb6/11/11/11/11/b9w 0 - 4";
    let white = black.replace(" 0 - ", " 1 - ");
    // Over one's own pawn, not over the opponent's.
    assert_eq!(moves_from(&game, black, "d6"), ["d6-d5", "d6-d7", "d6-e5", "d6-e7", "d6-f6"]);
    assert_eq!(moves_from(&game, &white, "d6"), ["d6-d5", "d6-d7", "d6-e5", "d6-e7"]);
    refused(&game, &white, "d6-f6", "over a piece of Black");
    refused(&game, "w10/11/11/11/5b5/3z1b5/11/11/11/11/b9w 0 - 4", "d6-f6", "a piece of its own on f6");
    // Pawns pass over the Zen, and capture it.
    assert_eq!(moves_from(&game, black, "e6-c6"), ["e6-c6"]);
    let after = play(&game, "w10/11/11/11/11/3z1b5/11/11/11/11/b9w 0 - 4", "f6xd6");
    assert_eq!(game.format_position(&after), "w10/11/11/11/11/3b7/11/11/11/11/b9w 1 - 5");
    refused(&game, black, "k1-k2", "no piece on k1");
}

#[test]
fn the_zen_must_be_connected_too() {
    let game = zen(&[]);
    let outcome = |text: &str| game.outcome(&read(&game, text));
    let black = Some(Outcome::Win(Side::First));
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/5z5/11/bb8w 0 - 4"), None);
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/11/11/bb8w 0 - 4"), black);
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/11/z10/1bb7w 0 - 4"), black);
    // The Zen joins what would be apart without it.
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/11/1z9/b1b7w 0 - 4"), black);
    // A single pawn.
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/5z5/11/b9w 0 - 4"), None);
    assert_eq!(outcome("w10/11/11/11/11/11/11/11/11/11/b9w 0 - 4"), black);
}

#[test]
fn ends() {
    let game = zen(&[]);
    let end = |position: &str, mv: &str| {
        assert_eq!(game.outcome(&read(&game, position)), None);
        let end = play(&game, position, mv);
        assert_eq!(legal(&game, &end), []);
        // Where a side has no pawns too.
        assert_eq!(read(&game, &game.format_position(&end)), end);
        (game.outcome(&end).unwrap().winner(), game.ending(&end).unwrap())
    };
    let [black, white] = Side::BOTH.map(Some);
    let [both, pawns] = ["both sides are connected", "the other side has no pawns"];
    let connected = ["all pawns and the Zen connected", "all pawns connected"];
    // The Zen moves: both are connected, the other side is, or the side itself.
    assert_eq!(end("11/11/11/11/11/11/11/11/1z9/11/b1w8 0 - 4", "b3-b2"), (None, both));
    assert_eq!(end("10b/11/11/11/11/11/11/11/1z9/11/b1w8 0 - 4", "b3-b2"), (white, connected[0]));
    assert_eq!(end("10w/11/11/11/11/11/11/11/1z9/11/b1w8 0 - 4", "b3-b2"), (black, connected[0]));
    // The Zen is captured.
    assert_eq!(end("11/11/11/11/11/11/11/11/z10/11/b9w 0 - 4", "a1xa3"), (None, both));
    assert_eq!(end("10b/11/11/11/11/11/11/11/z10/11/b9w 0 - 4", "a1xa3"), (white, connected[1]));
    // A pawn is captured, the last one too; by a pawn or by the Zen.
    assert_eq!(end("ww9/11/11/11/11/11/11/11/11/11/b1bw7 0 - 4", "a1xd1"), (None, both));
    assert_eq!(end("ww8b/11/11/11/11/11/11/11/11/11/b1bw7 0 - 4", "a1xd1"), (white, connected[1]));
    assert_eq!(end("10z/11/11/11/11/5b5/11/11/11/11/b1w8 0 - 4", "a1xc1"), (black, pawns));
    assert_eq!(end("11/11/11/11/11/5b5/11/11/11/1b9/z1w8 0 - 4", "a1xc1"), (black, pawns));
    // ... by a move that connects as well.
    assert_eq!(end("11/11/11/11/11/11/11/11/2z8/11/1bw8 0 - 4", "c3xc1"), (black, pawns));
}

#[test]
fn third_repetition() {
    let game = zen(&[]);
    let mut history = History::new(&game, game.start());
    for (ply, text) in ["f11-f8", "k1-h1", "f8-f11", "h1-k1"].repeat(2).into_iter().enumerate() {
        assert_eq!(history.outcome(), None, "before ply {ply}");
        history.play(&game, game.parse_move(history.position(), text).unwrap());
    }
    assert_eq!(history.outcome(), Some(Outcome::Draw));
    assert_eq!(game.outcome(history.position()), None);
}

#[test]
fn passing() {
    let game = zen(&[]);
    let position = read(&game, STUCK);
    assert_eq!(game.outcome(&position), None);
    assert_eq!(Plain::new(STUCK).moves('w'), Vec::<[i32; 4]>::new());
    assert_eq!(legal(&game, &position), [Move::PASS]);
    assert_eq!(game.format_position(&play(&game, STUCK, "pass")), STUCK.replace(" 1 - 41", " 0 - 42"));
    refused(&game, START, "pass", "can move");
}

#[test]
fn end_by_max_plies() {
    let game = zen(&[("max_plies", "2")]);
    let end = play(&game, START, "f11-f8 k1-h1");
    assert_eq!((game.outcome(&end), legal(&game, &end)), (Some(Outcome::Draw), vec![]));
    assert_eq!(game.ending(&end), Some("as many moves as `max_plies` allows"));
    // Connection comes first.
    let end = play(&game, "10w/11/11/11/11/11/11/11/1z9/11/b1w8 0 - 1", "b3-b2");
    assert_eq!(game.outcome(&end), Some(Outcome::Win(Side::First)));
}

#[test]
fn policy_and_encoding() {
    let game = zen(&[]);
    let shape = game.shape();
    assert_eq!(game.policy_index(&game.start(), Move::PASS) + 1, shape.policy_len());
    let (mut planes, mut globals) = (vec![f32::NAN; shape.plane_len()], vec![f32::NAN; shape.globals]);
    let mut games = RandomGames::new(&game, 1, 1_500);
    while let Some(history) = games.next_position() {
        let position = history.position();
        game.encode(position, &mut planes, &mut globals);
        let board = Plain::new(&game.format_position(position));
        let sides = if game.side_to_act(position) == Side::First { ['b', 'w'] } else { ['w', 'b'] };
        let mut expected = vec![0.0; shape.plane_len()];
        let at = |plane: usize, row: i32, column: i32| plane * 121 + (row * 11 + column) as usize;
        for (row, column) in board.cells("bwz ") {
            expected[at(4, row, column)] = 1.0;
            for (axis, &direction) in DIRECTIONS[..4].iter().enumerate() {
                let count = board.count(row, column, direction);
                expected[at(5 + axis, row, column)] = (0..count).fold(0.0, |sum, _| sum + 1.0 / 11.0);
            }
        }
        board.cells("z").into_iter().for_each(|(row, column)| expected[at(2, row, column)] = 1.0);
        board.banned().into_iter().for_each(|(row, column)| expected[at(3, row, column)] = 1.0);
        let mut shares = [[0.0; 2]; 2];
        for (index, side) in sides.into_iter().enumerate() {
            let pawns = board.cells(&side.to_string());
            pawns.iter().for_each(|&(row, column)| expected[at(index, row, column)] = 1.0);
            let groups = board.groups(side);
            for (&(row, column), label) in &groups {
                let size = groups.values().filter(|&l| l == label).count();
                expected[at(9 + index, row, column)] = size as f32 / 13.0;
            }
            shares[0][index] = pawns.len() as f32 / 12.0;
            shares[1][index] = groups.values().collect::<BTreeSet<_>>().len() as f32 / 13.0;
            let moves = if index == 0 { board.moves(side) } else { board.without_ban().moves(side) };
            for [row, column, to_row, to_column] in moves {
                let plane = if board.at(row, column) == Some('z') { 13 } else { 11 };
                expected[at(plane + index, to_row, to_column)] += 0.125;
            }
        }
        assert_eq!(planes, expected);
        let left = f32::from((600 - position.plies()).min(100)) / 100.0;
        let in_play = board.cells("z").len() as f32;
        assert_eq!(globals, [left, in_play, shares[0][0], shares[0][1], shares[1][0], shares[1][1]]);

        for mv in legal(&game, position).into_iter().filter(|&mv| mv != Move::PASS) {
            let [from, to] = [mv.from, mv.to].map(i32::from);
            let signs = ((to / 11 - from / 11).signum(), (to % 11 - from % 11).signum());
            let plane = DIRECTIONS.iter().position(|&direction| direction == signs).unwrap();
            assert_eq!(game.policy_index(position, mv), plane * 121 + usize::from(mv.from));
        }
    }
}

#[test]
fn hash_follows_the_encoding() {
    let game = zen(&[]);
    let hash = |text: &str| game.hash(&read(&game, text));
    let key = |text: &str| game.repetition_key(&read(&game, text)).unwrap();
    let board = START.strip_suffix(" 0 - 0").unwrap();
    assert_eq!(hash(START), hash(&format!("{board} 0 - 500")));
    assert_ne!(hash(START), hash(&format!("{board} 0 - 502")));
    assert_ne!(hash(START), hash(&format!("{board} 1 - 0")));
    let exchanged: String = board
        .chars()
        .map(|c| {
            if c == 'b' {
                'w'
            } else if c == 'w' {
                'b'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(hash(START), hash(&format!("{exchanged} 1 - 0")));
    assert_eq!(key(START), key(&format!("{board} 0 - 502")));
    assert_ne!(key(START), key(&format!("{board} 1 - 0")));
    assert_ne!(key(START), key(&format!("{} 0 - 0", board.replace("w4z4w", "w9w"))));
    let (mut keys, mut positions) = (BTreeSet::new(), BTreeSet::new());
    let mut games = RandomGames::new(&game, 2, 10_000);
    while let Some(history) = games.next_position() {
        keys.insert(game.repetition_key(history.position()).unwrap());
        let text = game.format_position(history.position());
        positions.insert(text.rsplit_once(' ').unwrap().0.to_owned());
    }
    assert_eq!(keys.len(), positions.len());
}

#[test]
fn moves_as_text() {
    let game = zen(&[]);
    let mut games = RandomGames::new(&game, 3, 500);
    while let Some(history) = games.next_position() {
        for mv in legal(&game, history.position()) {
            let text = game.format_move(history.position(), mv);
            for form in [text.clone(), text.replace('x', ":"), text.replace(['-', 'x'], "")] {
                assert_eq!(game.parse_move(history.position(), &form), Ok(mv), "{form}");
            }
        }
    }
    let malformed = ["f011-f8", "f12-f8", "f0-f8", "l1-l2", "f11--f8", "f11f", "f11", "f6-f6", "f11-f8 ", "é11-f8", ""];
    for text in malformed {
        match game.parse_move(&game.start(), text) {
            Err(NotationError::Malformed { field: "move", given, .. }) => assert_eq!(given, text),
            other => panic!("{text}: {other:?}"),
        }
    }
    refused(&game, START, "f11xf8", "f8 is empty");
    refused(&game, START, "f11-f9", "moves 3 along it, not 2");
    refused(&game, START, "f6-h8", "moves 3 along it, not 2");
}

#[test]
fn positions_as_text() {
    let game = zen(&[]);
    let with = |from: &str, to: &str| START.replacen(from, to, 1);
    let cases = [
        ("position", START.replace(" -", "")),
        ("position", with(" -", " - -")),
        ("board", with("w4b4b/", "")),
        ("board", with("4w1w4", "4wbw4")),
        ("board", with("4w1w4", "4wzw4")),
        ("board", "11/11/11/11/11/5z5/11/11/11/11/11 0 - 0".to_owned()),
        ("board row", with("w4b4b", "w4b4")),
        ("board row", with("w4b4b", "w4b6")),
        ("board row", with("w4b4b", "w4b4bb")),
        ("board row", with("w4b4b", "w04b4b")),
        ("board row", with("w4b4b", "w4x4b")),
        ("board row", with("w4b4b", "12")),
        ("board row", with("w4b4b", "0w4b4b")),
        ("board row", with("w4b4b", "é4b4b")),
        ("side to act", with(" 0 -", " 2 -")),
        ("cell forbidden to the Zen", with(" -", " --")),
        ("cell forbidden to the Zen", with(" -", " f6")),
        ("cell forbidden to the Zen", with(" -", " f11")),
        ("cell forbidden to the Zen", with(" -", " g8")),
        ("cell forbidden to the Zen", with(" -", " f09")),
        ("cell forbidden to the Zen", with(" -", " f12")),
        ("cell forbidden to the Zen", with("w4z4w", "w9w").replace(" -", " f7")),
        ("plies", with("- 0", "- 601")),
        ("plies", with("- 0", "- 00")),
    ];
    for (expected, text) in cases {
        match game.parse_position(&text) {
            Err(NotationError::Malformed { field, .. }) => assert_eq!(field, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in [with(" - 0", " f9 600"), with("4w1w4", "11"), with("w4z4w", "w9w"), STUCK.to_owned()] {
        assert_eq!(game.format_position(&read(&game, &text)), text);
    }
}

#[test]
fn positions_are_small() {
    assert_eq!((size_of::<Position>(), size_of::<Move>()), (48, 2));
}

#[test]
fn drawn_board() {
    let game = zen(&[]);
    let drawn = game.draw(&play(&game, ZEN_ON_D6, "d6-f6"));
    let rows: Vec<_> = drawn.lines().collect();
    assert_eq!(rows[0], "    a b c d e f g h i j k");
    assert_eq!(rows[1], " 11 . . . . . . . . . . . 11");
    assert_eq!(rows[6], "  6 . . . * . Z . . . . O 6");
    assert_eq!(rows[13], "  groups: X (Black) 3, O (White) 2; moves played: 6");
    assert_eq!(rows[14], "  the Zen, Z, is counted with both; it may not go back to *");
    assert!(game.draw(&game.start()).ends_with("\n  the Zen, Z, is counted with both\n"));
}
