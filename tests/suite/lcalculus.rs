//! L-Calculus: the facts of the rule page, and the fast code against a plain one.

use crate::support::allocations::allocations_of;
use crate::support::nets::write_net;
use ardoise::compact::{CompactEvaluator, CompactNet};
use ardoise::eval::{Batch, Evaluator, Uniform};
use ardoise::game::{AnyGame, Encoding, Game, History, Notation, NotationError, Outcome, Side};
use ardoise::games::lcalculus::{LCalculus, Move, Position};
use ardoise::search::{PuctRoot, RootRule, Search, SearchConfig};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const START: &str = "WBWBWBWBWBWBWBWBWBWB 0 swap 0 0 80 -";

fn lcalculus(options: &[(&str, &str)]) -> LCalculus {
    LCalculus::new(ardoise::games::rules("l-calculus", options.iter().copied()).unwrap())
}

fn legal(game: &LCalculus, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

fn names(game: &LCalculus, position: &str) -> BTreeSet<String> {
    let position = game.parse_position(position).unwrap();
    legal(game, &position).into_iter().map(|mv| game.format_move(&position, mv)).collect()
}

/// The position after some moves, as text.
fn after(game: &LCalculus, position: &str, moves: &str) -> String {
    let mut position = game.parse_position(position).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    game.format_position(&position)
}

/// The line of `line` after the exchange of two groups, all on text, positions from 1.
fn exchanged(line: &str, first: usize, size: usize) -> String {
    let (left, right) = (first - 1, first - 1 + size);
    [&line[..left], &line[right..right + size], &line[left..right], &line[right + size..]].concat()
}

/// The scores of a line for White and for Black.
fn scores(line: &str) -> [u32; 2] {
    let mut chains: BTreeMap<char, Vec<u32>> = BTreeMap::new();
    let mut last = None;
    for piece in line.chars() {
        let lengths = chains.entry(piece).or_default();
        if last == Some(piece) {
            *lengths.last_mut().unwrap() += 1;
        } else {
            lengths.push(1);
        }
        last = Some(piece);
    }
    ['W', 'B'].map(|side| match chains.get(&side).map_or(&[][..], |lengths| lengths) {
        [] | [_] => 0,
        lengths => lengths.iter().product(),
    })
}

/// The fields of a position string, played by the letter of the rule page.
#[derive(Clone)]
struct Plain {
    line: String,
    side: usize,
    removing: bool,
    totals: [u32; 2],
    turns_left: u32,
    earlier: Option<String>,
}

impl Plain {
    fn text(&self) -> String {
        let step = if self.removing { "remove" } else { "swap" };
        let [white, black] = self.totals;
        let earlier = self.earlier.as_deref().unwrap_or("-");
        format!("{} {} {step} {white} {black} {} {earlier}", self.line, self.side, self.turns_left)
    }

    /// The position after each legal move, by its name; in a position that is over too.
    fn moves(&self) -> BTreeMap<String, Plain> {
        if self.removing {
            let opponent = ['B', 'W'][self.side];
            let left = self.line.len() - self.line.trim_start_matches(opponent).len();
            let right = self.line.len() - self.line.trim_end_matches(opponent).len();
            let mut moves = BTreeMap::from([("-".to_owned(), self.clone().turned())]);
            let shorter = |line: &str| Plain { line: line.to_owned(), earlier: None, ..self.clone() }.turned();
            moves.extend((1..=left).map(|n| (format!("L{n}"), shorter(&self.line[n..]))));
            moves.extend((1..=right).map(|n| (format!("R{n}"), shorter(&self.line[..self.line.len() - n]))));
            return moves;
        }
        let length = self.line.len();
        let pairs = (1..=length / 2).flat_map(|size| (1..=length + 1 - 2 * size).map(move |first| (first, size)));
        let swaps = pairs.map(|(first, size)| (format!("{first}x{size}"), exchanged(&self.line, first, size)));
        let legal = swaps.filter(|(_, line)| *line != self.line && self.earlier.as_ref() != Some(line));
        let scored = |line: String, earlier| Plain { line, earlier, ..self.clone() }.scored();
        let moves: BTreeMap<_, _> = legal.map(|(name, line)| (name, scored(line, Some(self.line.clone())))).collect();
        if moves.is_empty() {
            return BTreeMap::from([("pass".to_owned(), scored(self.line.clone(), None))]);
        }
        moves
    }

    fn scored(mut self) -> Plain {
        let [white, black] = scores(&self.line);
        self.totals = [self.totals[0] + white, self.totals[1] + black];
        let opponent = ['B', 'W'][self.side];
        self.removing = self.line.starts_with(opponent) || self.line.ends_with(opponent);
        if self.removing { self } else { self.turned() }
    }

    fn turned(self) -> Plain {
        Plain { side: 1 - self.side, turns_left: self.turns_left - 1, removing: false, ..self }
    }

    fn is_over(&self) -> bool {
        let [white, black] = ['W', 'B'].map(|side| self.line.matches(side).count());
        white == 0 || black == 0 || (white, black) == (1, 1) || self.turns_left == 0
    }
}

#[test]
fn agrees_with_a_plain_implementation() {
    for (pieces, turns) in [("10", "80"), ("13", "10"), ("20", "160")] {
        let game = lcalculus(&[("pieces", pieces), ("max_turns", turns)]);
        let mut seen = BTreeMap::new();
        for seed in 0..20 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let line = "WB".repeat(pieces.parse().unwrap());
            let turns_left = turns.parse().unwrap();
            let mut plain = Plain { line, side: 0, removing: false, totals: [0, 0], turns_left, earlier: None };
            let mut position = game.start();
            loop {
                assert_eq!(game.format_position(&position), plain.text());
                assert_eq!(game.totals(&position), Some(plain.totals));
                let moves = legal(&game, &position);
                if plain.is_over() {
                    let winner = plain.totals[0].cmp(&plain.totals[1]);
                    let score = game.outcome(&position).expect("the game is over").score_for(Side::First);
                    assert_eq!((score as i32).cmp(&0), winner, "{}", plain.text());
                    assert_eq!(moves, []);
                    break;
                }
                assert_eq!(game.outcome(&position), None, "{}", plain.text());
                let expected = plain.moves();
                let names: BTreeSet<_> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
                assert!(names.iter().eq(expected.keys()), "{}: {names:?}", plain.text());
                assert_eq!(names.len(), moves.len());
                let names = Vec::from_iter(names);
                // Where nothing is removed, a swap may be forbidden, and games are long.
                let kept = plain.removing && random.random_ratio(1, 2);
                let name = if kept { "-" } else { names.choose(&mut random).unwrap() };
                *seen.entry(name.as_bytes()[0]).or_insert(0) += 1;
                let mv = game.parse_move(&position, name).unwrap();
                game.play(&mut position, mv);
                plain = expected[name].clone();
            }
        }
        assert!(b"-LR".iter().all(|letter| seen[letter] > 5), "{seen:?}");
    }
}

/// floor(L/2) x floor((L+1)/2) pairs, of which those are legal that change the line.
#[test]
fn swaps_are_those_that_change_the_line() {
    for pieces in [10, 12, 20] {
        let game = lcalculus(&[("pieces", &pieces.to_string())]);
        let line = "WB".repeat(pieces);
        let length = 2 * pieces;
        let pairs = (1..=length / 2).flat_map(|size| (1..=length + 1 - 2 * size).map(move |first| (first, size)));
        let (all, changing): (Vec<_>, Vec<_>) =
            pairs.map(|(first, size)| ((), exchanged(&line, first, size) != line)).unzip();
        assert_eq!(all.len(), (length / 2) * length.div_ceil(2));
        assert_eq!(legal(&game, &game.start()).len(), changing.into_iter().filter(|&changes| changes).count());
    }
}

#[test]
fn chains_score_their_product() {
    let game = lcalculus(&[]);
    // The swap makes White chains of 3, 2 and 2, Black chains of 4 and 2.
    let text = after(&game, "WWWBBBBWBWBWW 0 swap 0 0 70 -", "9x1");
    assert_eq!(text, "WWWBBBBWWBBWW 1 swap 12 8 69 WWWBBBBWBWBWW");
    // One chain alone scores nothing, of whatever length: Black has one of 3 here.
    assert_eq!(after(&game, "WBBWBW 0 swap 5 6 70 -", "4x1"), "WBBBWW 1 swap 7 6 69 WBBWBW");
    // A single piece left scores nothing either; with two chains of one a side has 1.
    assert_eq!(after(&game, "WBWB 1 swap 0 0 71 -", "2x1"), "WWBB 1 remove 0 0 71 WBWB");
    assert_eq!(after(&game, "WWBB 1 swap 0 0 71 -", "2x1"), "WBWB 1 remove 1 1 71 WWBB");
}

#[test]
fn removal() {
    let game = lcalculus(&[]);
    // Only the opponent's runs at the ends, from one end, or nothing.
    let both = "BBWWBWBBB 0 remove 40 40 60 BBWWWBBBB";
    assert_eq!(names(&game, both), BTreeSet::from(["-", "L1", "L2", "R1", "R2", "R3"].map(str::to_owned)));
    assert_eq!(after(&game, both, "L2"), "WWBWBBB 1 swap 40 40 59 -");
    assert_eq!(after(&game, both, "R1"), "BBWWBWBB 1 swap 40 40 59 -");
    assert_eq!(after(&game, both, "-"), "BBWWBWBBB 1 swap 40 40 59 BBWWWBBBB");
    // No end of the line is the opponent's: the turn is over after the swap.
    assert_eq!(after(&game, "WBBWBW 0 swap 5 6 70 -", "2x2"), "WWBBBW 1 swap 7 6 69 WBBWBW");
}

#[test]
fn the_line_before_the_last_swap_is_not_given_back() {
    let game = lcalculus(&[]);
    let kept = after(&game, START, "1x9 -");
    assert_eq!(kept, "BWBWBWBWBWBWBWBWBWWB 1 swap 2 1 79 WBWBWBWBWBWBWBWBWBWB");
    let position = game.parse_position(&kept).unwrap();
    let error = game.parse_move(&position, "1x9").unwrap_err();
    assert!(error.to_string().contains("give back"), "{error}");
    // Whatever groups give it back: any pair of the same effect is forbidden.
    for name in names(&game, &kept) {
        assert!(!after(&game, &kept, &name).starts_with("WBWBWBWBWBWBWBWBWBWB "), "{name}");
    }
    // Removal lifts the ban: the first swap turned this line into one from which it may be restored, one piece shorter.
    assert_eq!(after(&game, START, "1x9 R1"), "BWBWBWBWBWBWBWBWBWW 1 swap 2 1 79 -");
    // The ban looks one turn back only.
    let later = after(&game, &kept, "3x1");
    assert!(later.ends_with(" BWBWBWBWBWBWBWBWBWWB"), "{later}");
}

#[test]
fn passing() {
    let game = lcalculus(&[]);
    // The only swap that changes WWB is the one back.
    let stuck = "WWB 0 swap 94 40 62 WBW";
    assert_eq!(names(&game, stuck), BTreeSet::from(["pass".to_owned()]));
    assert_eq!(after(&game, stuck, "pass"), "WWB 0 remove 94 40 62 -");
    assert_eq!(after(&game, stuck, "pass R1"), "WW 1 swap 94 40 61 -");
    // The next side's swaps are free, even where nothing was removed.
    let free = after(&game, stuck, "pass -");
    assert_eq!(free, "WWB 1 swap 94 40 61 -");
    assert_eq!(names(&game, &free), BTreeSet::from(["2x1".to_owned()]));
    // Without removal the turn ends with the pass.
    assert_eq!(after(&game, "BWW 1 swap 9 4 61 WBW", "pass"), "BWW 1 remove 9 4 61 -");
}

#[test]
fn ends() {
    let game = lcalculus(&[]);
    let ending = |text: &str| {
        let position = game.parse_position(text).unwrap();
        assert_eq!(legal(&game, &position), [], "{text}");
        (game.outcome(&position).unwrap(), game.ending(&position).unwrap())
    };
    let pieces = "one piece of each side is left";
    let last = "a side has lost its last piece";
    let turns = "as many turns as `max_turns` allows";
    assert_eq!(ending("BW 1 swap 151 119 59 -"), (Outcome::Win(Side::First), pieces));
    assert_eq!(ending("WB 0 swap 54 55 64 -"), (Outcome::Win(Side::Second), pieces));
    assert_eq!(ending("W 1 swap 62 62 65 -"), (Outcome::Draw, last));
    // The winner by totals may have no piece left.
    assert_eq!(ending("WW 1 swap 161 188 69 -").0, Outcome::Win(Side::Second));
    assert_eq!(ending("WBBWB 0 swap 227 386 0 -"), (Outcome::Win(Side::Second), turns));
    // Removal is offered in the very last turn, and fields advance as if the game went on.
    assert_eq!(after(&game, "BWBWWB 0 swap 9 9 1 -", "3x1"), "BWWBWB 0 remove 11 10 1 BWBWWB");
    assert_eq!(after(&game, "BWBWWB 0 swap 9 9 1 -", "3x1 -"), "BWWBWB 1 swap 11 10 0 BWBWWB");
    assert_eq!(after(&game, "BWBWWB 0 swap 9 9 1 -", "3x1 L1"), "WWBWB 1 swap 11 10 0 -");
    // Turns run out after a swap, where nothing can be removed.
    assert_eq!(after(&game, "WBBWBW 0 swap 5 6 1 -", "2x2"), "WWBBBW 1 swap 7 6 0 WBBWBW");
}

#[test]
fn rule_options() {
    let game = |options: &[(&'static str, &str)]| lcalculus(options);
    assert_eq!(game(&[]).rules().integer("max_turns"), 80);
    assert_eq!(game(&[("pieces", "20")]).rules().integer("max_turns"), 160);
    assert_eq!(game(&[("pieces", "12"), ("max_turns", "30")]).rules().integer("max_turns"), 30);
    // Naming a default is fine and changes nothing; in which order does not matter.
    let named = game(&[("max_turns", "96"), ("pieces", "12")]);
    assert_eq!(named.rules(), game(&[("pieces", "12")]).rules());
    assert_eq!(named.rules().to_string(), "l-calculus pieces=12");
    assert_eq!(Vec::from_iter(named.rules().changed_options().keys()), ["pieces"]);
    // The default of 10 pieces is a change with 12.
    assert_eq!(game(&[("max_turns", "80")]).rules().to_string(), "l-calculus");
    assert_eq!(game(&[("max_turns", "80"), ("pieces", "12")]).rules().to_string(), "l-calculus pieces=12 max_turns=80");
    for (option, bad) in [("pieces", "9"), ("pieces", "21"), ("max_turns", "0"), ("max_turns", "8 x pieces")] {
        assert!(ardoise::games::rules("l-calculus", [(option, bad)]).is_err(), "{option}={bad}");
    }
}

#[test]
fn moves_as_text() {
    let game = lcalculus(&[]);
    let swap = game.start();
    let malformed = [
        "", "x", "3x", "x2", "0x1", "3x0", "03x2", "3x02", "+3x2", "3X2", "3x2 ", " 3x2", "3-2", "3x2x1", "Pass",
        "PASS", "l1", "L", "L0", "L01", "R-1", "--", "L1R1", "é", "Lé", "3x256",
    ];
    for text in malformed {
        match game.parse_move(&swap, text) {
            Err(NotationError::Malformed { field: "move", given, .. }) => assert_eq!(given, text),
            other => panic!("{text}: {other:?}"),
        }
    }
    let refused = [
        (START, "20x1", "20 to 21"),
        (START, "1x11", "the line has 20"),
        (START, "255x255", "the line has 20"),
        (START, "1x2", "alike"),
        (START, "pass", "there is a legal swap"),
        (START, "-", "a swap is due"),
        (START, "R1", "a swap is due"),
        ("WWB 0 swap 94 40 62 WBW", "2x1", "give back"),
        ("WWB 0 remove 94 40 62 -", "pass", "a removal is due: `-`, `R1`"),
        ("WWB 0 remove 94 40 62 -", "1x1", "a removal is due"),
        ("WWB 0 remove 94 40 62 -", "R2", "`-`, `R1`"),
        ("WWB 0 remove 94 40 62 -", "L1", "only the other side's run"),
        ("BW 1 swap 5 6 59 -", "1x1", "the game is over"),
    ];
    for (position, text, reason) in refused {
        let error = game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(text), "{text}: {error}");
    }
}

#[test]
fn positions_as_text() {
    let game = lcalculus(&[]);
    for text in [
        "WWB 1 swap 5 6 9 WBW",
        "WWBWBBBW 0 remove 10 10 5 WWBBWBBW",
        "BBWWBW 1 swap 3 4 2 -",
        "WBBBW 0 swap 0 0 20 -",
        "WWBW 0 swap 151 317 0 BWWW",
    ] {
        assert_eq!(game.format_position(&game.parse_position(text).unwrap()), text);
    }
    // A remove step with nothing to remove cannot come about, but can be set up.
    let kept = after(&game, "WWBWBBBW 0 remove 10 10 5 WWBBWBBW", "-");
    assert_eq!(kept, "WWBWBBBW 1 swap 10 10 4 WWBBWBBW");
    let cases = [
        ("position", ""),
        ("position", "WWB 1 swap 5 6 9"),
        ("position", "WWB 1 swap 5 6 9 - "),
        ("position", "WWB 1  swap 5 6 9 -"),
        ("line", " 1 swap 5 6 9 -"),
        ("line", "WWb 1 swap 5 6 9 -"),
        ("line", "WéB 1 swap 5 6 9 -"),
        ("line", "WWWWWWWWWWWB 1 swap 5 6 9 -"),
        ("side to act", "WWB 2 swap 5 6 9 -"),
        ("step", "WWB 1 score 5 6 9 -"),
        // The game is over.
        ("step", "WB 0 remove 5 6 9 -"),
        ("step", "WWB 0 remove 5 6 0 WBW"),
        ("White's total", "WWB 1 swap 05 6 9 -"),
        ("White's total", "WWB 1 swap +5 6 9 -"),
        ("White's total", "WWB 1 swap -5 6 9 -"),
        // 9 turns of 36 points at most may follow.
        ("Black's total", "WWB 1 swap 5 4294966972 9 -"),
        ("turns left", "WWB 1 swap 5 6 81 -"),
        ("turns left", "WWB 1 swap 5 6 -1 -"),
        ("turns left", "WWB 1 swap 5 6 09 -"),
        // The forbidden line: the line itself, another length, other pieces.
        ("forbidden line", "WWB 1 swap 5 6 9 WWB"),
        ("forbidden line", "WWB 1 swap 5 6 9 WWBB"),
        ("forbidden line", "WWB 1 swap 5 6 9 WBB"),
        ("forbidden line", "WWB 1 swap 5 6 9 WxB"),
    ];
    for (expected, text) in cases {
        match game.parse_position(text) {
            Err(NotationError::Malformed { field, .. }) => assert_eq!(field, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let largest = "WBBBW 0 swap 4294966971 4294966971 9 -";
    assert_eq!(after(&game, largest, "4x1"), "WBBWB 0 remove 4294966972 4294966973 9 WBBBW");
}

#[test]
fn colours_and_sides_are_alike_to_the_network() {
    let game = lcalculus(&[]);
    let shown = |text: &str| {
        let position = game.parse_position(text).unwrap();
        let (mut planes, mut globals) = (vec![0.0; game.shape().plane_len()], vec![0.0; game.shape().globals]);
        game.encode(&position, &mut planes, &mut globals);
        (planes, globals, game.hash(&position))
    };
    assert_eq!(shown("WWBWBBBW 0 remove 10 13 5 WWBBWBBW"), shown("BBWBWWWB 1 remove 13 10 5 BBWWBWWB"));
    // Totals count by their difference only.
    assert_eq!(shown("WBBBW 0 swap 1 4 20 -"), shown("WBBBW 0 swap 101 104 20 -"));
    assert_ne!(shown("WBBBW 0 swap 1 4 20 -"), shown("WBBBW 0 swap 1 5 20 -"));
    assert_ne!(shown("WWB 0 swap 1 4 20 -"), shown("WWB 0 swap 1 4 20 WBW"));
    assert_ne!(shown("WBBBW 0 swap 1 4 20 -"), shown("WBBBW 0 swap 1 4 21 -"));
}

#[test]
fn swaps_are_shown_by_what_they_score() {
    let game = lcalculus(&[]);
    let text = "WBBWBWWB 1 swap 10 10 40 -";
    let position = game.parse_position(text).unwrap();
    let shape = game.shape();
    let (mut planes, mut globals) = (vec![0.0; shape.plane_len()], vec![0.0; shape.globals]);
    game.encode(&position, &mut planes, &mut globals);
    for mv in legal(&game, &position) {
        let [first, size] = [0, 1].map(|i| game.format_move(&position, mv).split('x').nth(i).unwrap().parse().unwrap());
        let [white, black] = scores(&exchanged("WBBWBWWB", first, size)).map(|score| score as f32);
        let margin = black - white;
        // Input planes of swaps begin at 9 and lie as their logits do.
        let shown = planes[9 * shape.cells() + game.policy_index(&position, mv)];
        let expected = 0.5 + 0.5 * margin / (margin.abs() + 5.0);
        assert!((shown - expected).abs() < 1e-6, "{first}x{size}: {shown}, {margin}");
    }
}

#[test]
fn leads_are_halved_at_a_fifth_of_a_total() {
    let lead = |pieces: &str, totals: &str| {
        let game = lcalculus(&[("pieces", pieces)]);
        game.lead(&game.parse_position(&format!("WBWB 0 swap {totals} 10 -")).unwrap()).unwrap()
    };
    assert_eq!([lead("10", "100 70"), lead("10", "70 100"), lead("20", "500 800")], [0.5, -0.5, -0.5]);
    assert_eq!(lead("10", "64 64"), 0.0);
}

#[test]
fn drawn_line() {
    let game = lcalculus(&[]);
    let draw = |text: &str| game.draw(&game.parse_position(text).unwrap());
    let expected = [
        "    W  W  B  W  B  B  B  W",
        "    1  2  3  4  5  6  7  8",
        "",
        "  White  total 10; the line scores 2*1*1 = 2",
        "  Black  total 11; the line scores 1*3 = 3",
        "",
        "  Black to remove: `-`, `L1` to `L2`, `R1`; turns left: 5",
    ];
    assert_eq!(Vec::from_iter(draw("WWBWBBBW 1 remove 10 11 5 WWBBWBBW").lines()), expected);
    let swap = draw("WWB 0 swap 5 6 9 WBW");
    assert!(swap.contains("Black  total 6; the line scores 0: one chain only, of 1"), "{swap}");
    assert!(swap.ends_with("White to swap; turns left: 9\n  not to be given back: WBW\n"), "{swap}");
    let large = lcalculus(&[("pieces", "20")]);
    let drawn = large.draw(&large.start());
    assert!(
        drawn.lines().take(5).all(|line| line.len() <= 62) && drawn.lines().all(|line| line.len() <= 80),
        "{drawn}"
    );
}

#[test]
fn moves_allocate_nothing() {
    let game = lcalculus(&[("pieces", "20")]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut moves, mut position) = (Vec::with_capacity(400), game.start());
    let allocations = allocations_of(|| {
        while game.outcome(&position).is_none() {
            game.legal_moves(&position, &mut moves);
            game.play(&mut position, *moves.choose(&mut random).unwrap());
        }
    });
    assert_eq!(allocations, 0);
}

#[test]
fn positions_are_small() {
    assert_eq!((size_of::<Position>(), size_of::<Move>()), (32, 4));
}

/// A net made for one length plays any other: priors over the legal moves, values in range, everything finite.
#[test]
fn a_net_serves_all_lengths() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("net.ard");
    write_net(&AnyGame::of(lcalculus(&[])), &path);
    let net = Arc::new(CompactNet::read(&path).unwrap());
    for pieces in ["10", "13", "20"] {
        let game = AnyGame::of(lcalculus(&[("pieces", pieces), ("max_turns", "50")]));
        let mut evaluator = CompactEvaluator::new(&game, Arc::clone(&net)).unwrap();
        let (mut batch, mut moves) = (Batch::default(), Vec::new());
        game.legal_moves(&game.start(), &mut moves);
        batch.push(&game.start(), &moves);
        evaluator.evaluate(&game, &mut batch);
        assert!((batch.priors(0).iter().sum::<f32>() - 1.0).abs() < 1e-5, "{pieces}: {:?}", batch.priors(0));
        let value = batch.value(0);
        assert!(value.win + value.loss <= 1.0 + 1e-6 && value.lead.abs() < 1.0, "{pieces}: {value:?}");
    }
}

/// In the last turn, where no swap loses the lead: what ends the game scores by how much it wins, and proves nothing.
#[test]
fn of_two_wins_the_higher_scores_more() {
    let game = lcalculus(&[]);
    let start = game.parse_position("WBWWBBWBWBWBWBWBWBBW 0 swap 90 0 1 -").unwrap();
    let mut search = Search::new(SearchConfig { root: RootRule::Puct(PuctRoot { noise: None }), ..Default::default() });
    search.start(&game, &History::new(&game, start), 500, 1);
    search.run(&game, &mut Uniform, &mut Batch::default());
    assert!(search.proven().is_none(), "a proof of who wins would end the search for more");
    let mut scores = BTreeSet::new();
    for root_move in search.moves().filter(|root_move| root_move.visits > 0) {
        let mut end = start;
        game.play(&mut end, root_move.mv);
        if game.outcome(&end).is_some() {
            let expected = 0.9 + 0.1 * game.lead(&end).unwrap();
            assert!((root_move.score - expected).abs() < 1e-6, "{root_move:?} instead of {expected}");
            scores.insert(root_move.score.to_bits());
        }
    }
    assert!(scores.len() > 3, "wins of different height are met: {scores:?}");
}
