//! Games from files of rules: those that come with the program, and those that people bring.

use crate::support::place::Place;
use ardoise::game::{AnyMove, AnyPosition, Game, Guidance, History, Notation, Outcome, Side, perft};
use ardoise::games::{AnyGame, find, rules, rules_file, rules_files};
use ardoise::rbg::MoveExplanation;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
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
    assert_eq!(counts("breakthrough", 3), [22, 484, 11132]);
    // Lifted and put down: 22 moves, 22 * 22 pairs of them.
    let by_steps = rules("breakthrough", [("action", "step")]).expect("it has this option");
    let by_steps = AnyGame::new(by_steps).expect("a game");
    assert_eq!(perft(&by_steps, by_steps.start(), 4).counts, [8, 22, 176, 484]);
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
        let Counts { counts } = all.get(&*variant.name).unwrap_or_else(|| panic!("no counts of {}", variant.name));
        let file = rules_file::of_variant(&variant).expect("it was loaded");
        let start = file.rules.start();
        for (depth, &count) in (1..).zip(counts).take_while(|(_, count)| **count <= 30_000) {
            assert_eq!(ardoise::rbg::perft(&file.rules, &start, depth), count, "{} {depth}", variant.name);
        }
    }
}

/// Built-in games that are written down as rules files, too: in random games both have the same moves in every position
/// and the same results. (L-Calculus makes its choices in other steps: its counts are compared.)
#[test]
fn rules_files_play_as_the_games_in_rust_do() {
    let as_it_is: Text = str::to_owned;
    let without_captures: Text = |text| text.replace('x', "-");
    for (name, variant, options, told, games) in [
        ("dualite", "dualite", &[][..], as_it_is, 300),
        ("lines-of-action", "loa", &[("max_plies", "10000")], without_captures, 12),
    ] {
        let rust =
            AnyGame::new(ardoise::games::rules(variant, options.iter().copied()).expect("known")).expect("listed");
        let path = format!("{}/tests/rules/{name}.rbg", env!("CARGO_MANIFEST_DIR"));
        let file = rules_file::of_variant(&find(&path).expect("a rules file")).expect("it was just read");
        for seed in 0..games {
            side_by_side(&rust, &file.rules, told, seed);
        }
    }
}

/// Makes the texts of the game in Rust those of the file.
type Text = fn(&str) -> String;

fn side_by_side(rust: &AnyGame, rules: &ardoise::rbg::Rules, told: Text, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut history = History::new(rust, rust.start());
    let (mut state, mut scratch, mut moves) = (rules.start(), rules.scratch(), ardoise::rbg::Moves::default());
    let mut played: Vec<String> = Vec::new();
    loop {
        assert!(rules.whole_moves(&state, &mut scratch, &mut moves));
        let of_file: BTreeMap<String, usize> =
            moves.iter().enumerate().map(|(index, steps)| (rules.text(steps), index)).collect();
        if let Some(outcome) = history.outcome() {
            // The program's own rule of repetition is not part of the file's language.
            if !of_file.is_empty() {
                assert!(outcome.winner().is_none(), "{played:?}: {:?} goes on", of_file.keys());
                return;
            }
            let [first, second] = state.scores();
            let winner = match first.cmp(&second) {
                Ordering::Greater => Some(Side::First),
                Ordering::Equal => None,
                Ordering::Less => Some(Side::Second),
            };
            assert_eq!(outcome.winner(), winner, "{played:?}");
            return;
        }
        let of_rust = turns(rust, history.position(), told);
        assert_eq!(Vec::from_iter(of_file.keys()), Vec::from_iter(of_rust.keys()), "{played:?}");
        let (text, index) = of_file.iter().nth(rng.random_range(..of_file.len())).expect("there are moves");
        let steps = moves.get(*index).to_vec();
        rules.play_whole(&mut state, &steps, &mut scratch);
        of_rust[text].iter().for_each(|&mv| history.play(rust, mv));
        played.push(text.clone());
    }
}

/// All that the side to act can do until the other one acts, or the game is over, with its text.
fn turns(game: &AnyGame, start: &AnyPosition, told: Text) -> BTreeMap<String, Vec<AnyMove>> {
    let mut found = BTreeMap::new();
    let mut open = vec![(start.clone(), Vec::new())];
    while let Some((position, made)) = open.pop() {
        let over = game.outcome(&position).is_some();
        if !made.is_empty() && (over || game.side_to_act(&position) != game.side_to_act(start)) {
            let mut at = start.clone();
            let mut texts = Vec::new();
            for &mv in &made {
                texts.push(game.format_move(&at, mv));
                game.play(&mut at, mv);
            }
            found.insert(told(&texts.join("-")), made);
            continue;
        }
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        for mv in moves {
            let (mut next, mut longer) = (position.clone(), made.clone());
            game.play(&mut next, mv);
            longer.push(mv);
            open.push((next, longer));
        }
    }
    found
}

#[test]
fn text_of_moves_and_positions_is_for_people() {
    let game = game("breakthrough");
    let mut history = History::new(&game, game.start());
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

/// In Ataxx it does not matter where the last turn ended: equal positions are equal, and their third occurrence draws.
#[test]
fn repetition_is_seen_wherever_the_last_turn_ended() {
    let game = game("ataxx");
    let mut history = History::new(&game, game.start());
    // Each brings the men back; the scores are those of the start only from then on.
    let rounds = [["a7-a5", "a1-a3", "a5-a7", "a3-a1"], ["g1-g3", "g7-g5", "g3-g1", "g5-g7"]];
    for (round, expected) in [(rounds[0], None), (rounds[1], None), (rounds[0], Some(Outcome::Draw))] {
        history.play_texts(&game, round).expect("legal");
        assert_eq!(history.outcome(), expected);
    }
}

/// A whole move may be given as people write it, where it has several steps.
#[test]
fn whole_moves_are_read() {
    // All of them, those of one step and those whose last steps are forced among them.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for name in ["breakthrough", "draughts", "nine-mens-morris", "amazons", "hex-5"] {
        let game = game(name);
        let file = rules_file::of_variant(game.rules().variant()).expect("it was loaded");
        let (mut state, mut scratch) = (file.rules.start(), file.rules.scratch());
        let (mut history, mut turns) = (History::new(&game, game.start()), ardoise::rbg::Moves::default());
        for _ in 0..12 {
            assert!(file.rules.whole_moves(&state, &mut scratch, &mut turns));
            if turns.is_empty() {
                break;
            }
            let turn = turns.get(rng.random_range(..turns.len())).to_vec();
            let text = file.rules.text(&turn);
            let same = turns.iter().filter(|steps| file.rules.text(steps) == text).count();
            file.rules.play_whole(&mut state, &turn, &mut scratch);
            if same > 1 {
                break;
            }
            let moves =
                ardoise::play::read_moves(&game, &history, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            moves.into_iter().for_each(|mv| history.play(&game, mv));
            let own = ardoise::play::sorted_moves(&game, &history).is_empty();
            let mut next = ardoise::rbg::Moves::default();
            file.rules.whole_moves(&state, &mut scratch, &mut next);
            assert_eq!(own, next.is_empty(), "{name} after {text}");
        }
    }
    let place = Place::new();
    let after = |moves: &str| place.succeeds(&["moves", "breakthrough", "--moves", moves, "--json"]);
    assert_eq!(after("b2-c3 g7-f6"), after("b2 c3 g7 f6"));
    place.refuses(&["moves", "breakthrough", "--moves", "b2-c9"], &["b2-c9"]);
    place.refuses(&["moves", "breakthrough", "--moves", "b2-c3-g7"], &["b2-c3-g7"]);
}

/// Symmetries of a board on which nothing ever changes move nothing: that is no fault of the rules.
#[test]
fn rules_whose_board_never_changes_keep_all_contracts() {
    let place = Place::new();
    for (name, name_a_cell) in [("nothing", "{none}"), ("the-same", "{none} [none]")] {
        let text = format!(
            "#players = first(1), second(1)\n#pieces = none\n#variables =\n\
             #board = rectangle(up, down, left, right, [none, none, none] [none, none, none] [none, none, none])\n\
             #any = (up* + down*) (left* + right*) {name_a_cell}\n\
             #rules = ->first any ->> ->second any ->> [$ first = 1] ->> {{}}\n"
        );
        let file = format!("{name}.rbg");
        fs::write(place.path(&file), text).expect("written");
        let checked = place.succeeds(&["check", &file, "--games", "20"]);
        assert!(checked.contains("symmetries  8") && checked.contains("15 of 15 kept"), "{checked}");
    }
}

#[test]
fn a_new_file_is_checked_and_played() {
    let place = Place::new();
    assert!(place.succeeds(&["new", "mine"]).contains("wrote mine.rbg"));
    place.refuses(&["new", "mine"], &["mine.rbg is there already"]);
    let checked = place.succeeds(&["check", "mine.rbg", "--games", "20"]);
    assert!(checked.contains("random play") && checked.contains("ardoise study mine.rbg"), "{checked}");
    let traced = place.succeeds(&["check", "mine.rbg", "--trace"]);
    assert!(traced.contains("\n1. white: ") && traced.contains(" wins: a man is on the far row\n"), "{traced}");
    assert_ne!(traced, place.succeeds(&["check", "mine.rbg", "--trace", "--seed", "2"]));
    let json: serde_json::Value =
        serde_json::from_str(&place.succeeds(&["check", "mine.rbg", "--games", "20", "--json"])).expect("JSON");
    assert_eq!((json["game"].as_str(), json["random"]["games"].as_u64()), (Some("mine.rbg"), Some(20)));
    let contracts = json["contracts"].as_array().expect("a list");
    assert!(contracts.iter().all(|checked| checked["name"].is_string() && checked["violation"].is_null()), "{json}");
    assert!(checked.contains(&format!("\ncontracts   {0} of {0} kept", contracts.len())), "{checked}");
    let record = ["--games", "2", "--record", "games.jsonl"];
    place.succeeds(&[&["arena", "mcts:20", "random", "--game", "mine.rbg"][..], &record].concat());
    assert_eq!(place.succeeds(&["replay", "games.jsonl"]).trim(), "games.jsonl: ok 2");
    // The record names the text that it was played by.
    let text = fs::read_to_string(place.path("mine.rbg")).expect("readable");
    fs::write(place.path("mine.rbg"), text + "// another text\n").expect("written");
    assert!(place.succeeds(&["rules", "mine.rbg"]).contains("another text"));
}

#[test]
fn what_a_file_says_of_itself_commands_no_terminal() {
    let place = Place::new();
    place.succeeds(&["new", "mygame"]);
    let text = fs::read_to_string(place.path("mygame.rbg")).expect("it was written");
    let commented = format!("// \u{1b}[2Jcomment\u{9b}\r\n{}", text.replace('\n', "\r\n"));
    fs::write(place.path("mygame.rbg"), commented).expect("written");
    let rules = place.succeeds(&["rules", "mygame.rbg"]);
    fs::write(place.path("typed"), "help\nrules\nquit\n").expect("written");
    let mut play = place.command(&["play", "mygame.rbg", "--against", "random", "--seed", "1"]);
    play.stdin(fs::File::open(place.path("typed")).expect("readable"));
    let played = String::from_utf8(play.output().expect("it runs").stdout).expect("UTF-8");
    for shown in [&rules, &played] {
        assert!(shown.contains("[2Jcomment\u{fffd}"), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{9b}', '\r']), "{shown:?}");
    }
    // A heading is shown everywhere, so it has none.
    for (heading, sign) in [("title", '\u{1b}'), ("summary", '\u{9b}'), ("title", '\u{202e}')] {
        fs::write(place.path("mygame.rbg"), format!("//! {heading}: {sign}[2Jwords\n{text}")).expect("written");
        let output = place.command(&["rules", "mygame.rbg"]).output().expect("it runs");
        assert!(!output.status.success(), "{heading}");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(said.contains("mygame.rbg:1:") && said.contains("characters that are shown"), "{said}");
        assert!(!said.contains(sign), "{said:?}");
    }
}

/// `bad.rbg` is refused in several lines, which hold all of `parts`.
fn refuses_file(place: &Place, parts: &[&str]) {
    let output = place.command(&["check", "bad.rbg"]).output().expect("the program starts");
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(1), "{message}");
    parts.iter().for_each(|part| assert!(message.contains(part), "`{part}` is not in: {message}"));
}

#[test]
fn what_is_wrong_with_a_file_is_shown_in_its_line() {
    let place = Place::new();
    let refused = |text: &str, parts: &[&str]| {
        fs::write(place.path("bad.rbg"), text).expect("written");
        refuses_file(&place, parts);
    };
    refused("#players = a(1)", &["bad.rbg"]);
    refused("//! cap: none\n", &["bad.rbg:1: `//! cap: none`: expected a number of steps"]);
    let text = "#players = a(1), b(1)\n#pieces = e\n#variables =\n#board = rectangle(up,down,left,right,[e,e])\n#rules = ->a upp ->b {}\n";
    refused(text, &["bad.rbg:5:14: ", "| #rules = ->a upp ->b {}", "^^^"]);
    place.refuses(&["check", "absent.rbg"], &["cannot read absent.rbg"]);
}

/// Rows of three, or two, on three boards: the options are macros with other words.
#[test]
fn options_are_macros_with_other_words() {
    let text = "//! option: size = small, large, wide (the board)\n\
        //! option: row = 2, 1 (how many more in a row win)\n\
        #players = cross(1), nought(1)\n#pieces = none, x, o\n#variables =\n\
        #small = [none, none, none] [none, none, none] [none, none, none]\n\
        #wide = [none, none, none, none] [none, none, none, none]\n#large = wide wide\n#size = small\n\
        #board = rectangle(up, down, left, right, size)\n#row = 2\n\
        #has(stone) = {? (up {stone})^row + (left {stone})^row + (up left {stone})^row + (up right {stone})^row}\n\
        #turn(side; stone) = ->side (up* + down*) (left* + right*) {none} [stone] ->>\n\
        ({? (up* + down*) (left* + right*) {stone} has(stone)} [$ side = 1] ->> {}\n\
        + {! (up* + down*) (left* + right*) {stone} has(stone)})\n\
        #rules = (turn(cross; x) turn(nought; o))*\n";
    let place = Place::new();
    fs::write(place.path("rows.rbg"), text).expect("written");
    let counted = |options: &[&str]| {
        let options = options.iter().flat_map(|option| ["--rules", *option]);
        let all = [&["check", "rows.rbg", "--json"][..], &Vec::from_iter(options)].concat();
        let found: serde_json::Value = serde_json::from_str(&place.succeeds(&all)).expect("JSON");
        (found["file"]["cells"].as_u64(), found["file"]["whole_moves"].as_array().expect("counts").clone())
    };
    assert_eq!(counted(&[]).0, Some(9));
    assert_eq!(counted(&["size=large"]).0, Some(16));
    // A row of two is made by the third stone: after two turns of each nobody has one by the longer rule.
    let (cells, moves) = counted(&["size=wide", "row=1"]);
    assert_eq!((cells, moves[..3].to_vec()), (Some(8), vec![8.into(), 56.into(), 336.into()]));
    assert!(moves[3].as_u64() < Some(8 * 7 * 6 * 5), "{moves:?}");
    assert_eq!(counted(&["size=wide"]).1[3].as_u64(), Some(8 * 7 * 6 * 5));
    // Everywhere: a record and its replay, a report on standard terms.
    let played = ["arena", "mcts:20", "random", "--game", "rows.rbg", "--rules", "size=large", "--games", "2"];
    place.succeeds(&[&played[..], &["--record", "games.jsonl"]].concat());
    assert_eq!(place.succeeds(&["replay", "games.jsonl"]).trim(), "games.jsonl: ok 2");
    assert!(fs::read_to_string(place.path("games.jsonl")).expect("readable").contains(r#""size":"large""#));
    assert!(place.succeeds(&["rules", "rows.rbg"]).contains("small, large, wide (small)"));
    place.refuses(&["check", "rows.rbg", "--rules", "size=huge"], &["`size`", "`huge`", "expected small, large, wide"]);
    // What is wrong with a value shows when the file is read.
    let refused = |from: &str, to: &str, parts: &[&str]| {
        fs::write(place.path("bad.rbg"), text.replacen(from, to, 1)).expect("written");
        refuses_file(&place, parts);
    };
    refused("small, large", "small, huge", &["`//! option: size`: with `huge`:", "bad.rbg:9:"]);
    refused("row = 2, 1", "row = 3, 1", &["the macro `row` is `2`", "expected `#row = 3`"]);
    refused("option: row", "option: ro", &["no macro `ro` stands for one word"]);
    refused("option: row", "option: rules", &["every file has an option `rules`"]);
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
    let own = ["arena", "released", "random", "--game", "mine.rbg", "--games", "2", "--sims", "4"];
    place.refuses(&own, &["no evaluator was trained for mine.rbg", "`train mine.rbg` first"]);
    let trained = place.succeeds(&[&["train", "mine.rbg"][..], &tiny].concat());
    assert!(trained.contains("run mine is complete"), "{trained}");
    // Nothing is released for it: the run's net plays.
    place.succeeds(&own);
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

/// Tic-tac-toe is a draw, as every child finds out.
#[test]
fn small_games_are_solved() {
    let solve = |name: &str, moves: &[&str]| {
        let game = game(name);
        let mut history = History::new(&game, game.start());
        history.play_texts(&game, moves.iter().copied()).expect("legal");
        game.solver().expect("its heading says so").outcome(&game, history.position())
    };
    assert_eq!(solve("tic-tac-toe", &[]), Outcome::Draw);
    assert_eq!(solve("tic-tac-toe", &["a1"]), Outcome::Draw);
    assert_eq!(solve("tic-tac-toe", &["a1", "a2"]), Outcome::Win(Side::First));
    // The third mark of the row is there to be made.
    assert_eq!(solve("tic-tac-toe", &["a1", "b2", "b1", "a3"]), Outcome::Win(Side::First));
    assert!(game("hex-11").solver().is_none());
}

/// The solver agrees with an exhaustive search by the rules.
#[test]
fn a_solver_agrees_with_a_search_of_everything() {
    fn all(game: &AnyGame, position: &AnyPosition, seen: &mut BTreeMap<String, Outcome>) -> Outcome {
        if let Some(outcome) = game.outcome(position) {
            return outcome;
        }
        let text = game.format_position(position);
        if let Some(&known) = seen.get(&text) {
            return known;
        }
        let side = game.side_to_act(position);
        let worth = |outcome: Outcome| outcome.winner().map_or(1, |winner| if winner == side { 2 } else { 0 });
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            all(game, &next, seen)
        });
        let best = after.max_by_key(|&outcome| worth(outcome)).expect("the game is not over");
        seen.insert(text, best);
        best
    }
    let game = game("tic-tac-toe");
    let mut seen = BTreeMap::new();
    all(&game, &game.start(), &mut seen);
    assert!(seen.len() > 4000, "{}", seen.len());
    let mut solver = game.solver().expect("its heading says so");
    for (text, outcome) in seen {
        let position = game.parse_position(&text).expect("it was printed");
        assert_eq!(solver.outcome(&game, &position), outcome, "{text}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_explained() {
    let place = Place::new();
    place.succeeds(&["new", "mine"]);
    let why = |mv: &str, moves: &str| place.succeeds(&["moves", "mine.rbg", "--moves", moves, "--why", mv]);
    assert_eq!(why("a1-a2", ""), "a1-a2 is legal\n");
    // Straight ahead nothing may stand.
    let blocked = why("a2-a3", "a1 a2 a5 a4 b1 b2 a4 a3");
    assert!(blocked.starts_with("a2-a3 is not legal: it cannot go on from a2 to a3\n"), "{blocked}");
    assert!(blocked.contains("on a3: here is b, not none") && blocked.contains("{none}"), "{blocked}");
    let far = why("a1-a3", "");
    assert!(far.contains("no way of the rules leads to a3") && far.contains("ways lead to a2 b2"), "{far}");
    let theirs = why("a5-a4", "");
    assert!(theirs.contains("it cannot begin on a5") && theirs.contains("on a5: here is b, not w"), "{theirs}");
    assert!(why("a1", "").contains("the move goes on behind a1"));
    assert!(why("pass", "").contains("a move goes to a cell"));
    place.refuses(&["moves", "mine.rbg", "--why", "z9"], &["`z9` is no cell"]);
    place.refuses(&["moves", "loa", "--why", "b1-b3"], &["not in a file of rules"]);
}

/// Whole moves of random positions are explained as legal, and other pairs of cells as not.
#[test]
fn explanations_agree_with_the_moves() {
    for name in ["breakthrough", "reversi", "hex-5", "nine-mens-morris", "amazons", "connect-four"] {
        let file = rules_file::of_variant(&find(name).expect("shipped")).expect("it was just read");
        let rules = &file.rules;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut state, mut scratch, mut moves) = (rules.start(), rules.scratch(), ardoise::rbg::Moves::default());
        for _ in 0..12 {
            assert!(rules.whole_moves(&state, &mut scratch, &mut moves));
            if moves.is_empty() {
                break;
            }
            let cells = |text: &str| -> Vec<u16> {
                let cell = |name: &str| rules.board().cells.iter().position(|cell| cell.name == name);
                text.split('-').filter(|name| !name.is_empty()).map(|name| cell(name).expect("a cell") as u16).collect()
            };
            let legal: BTreeSet<Vec<u16>> = moves.iter().map(|steps| cells(&rules.text(steps))).collect();
            let chosen = moves.get(rng.random_range(..moves.len())).to_vec();
            assert_eq!(
                rules.why(&state, &cells(&rules.text(&chosen))),
                MoveExplanation::Legal,
                "{name}: {}",
                rules.text(&chosen)
            );
            let cell = |rng: &mut Xoshiro256PlusPlus| rng.random_range(..rules.board().cells.len()) as u16;
            for _ in 0..4 {
                let mut wrong = cells(&rules.text(&chosen));
                if let Some(last) = wrong.last_mut() {
                    *last = cell(&mut rng);
                }
                let is_legal = rules.why(&state, &wrong) == MoveExplanation::Legal;
                assert_eq!(is_legal, legal.contains(&wrong), "{name}: {wrong:?}");
            }
            rules.play_whole(&mut state, &chosen, &mut scratch);
        }
    }
}

/// The smallest files that took minutes, or gigabytes, until they were read.
#[test]
fn what_would_take_too_long_is_refused_in_words() {
    let refused = |text: &str| rules_file::load("hostile.rbg", text).map(drop).expect_err("it is too much");
    for name in ["a1_exprclone", "a3_small"] {
        assert!(refused(&corpus(name)).contains("actions once macros and powers are written out"), "{name}");
    }
    let random_games = refused(&corpus("sl4"));
    assert!(
        random_games.contains("random games by these rules") && random_games.contains("`//! cap: 200`"),
        "{random_games}"
    );
    let head =
        "#players = white(1), black(1)\n#pieces = e, w\n#variables =\n#board = rectangle(up,down,left,right,[e])\n";
    // A macro that is used often, and passes many arguments each time.
    let parameters = Vec::from_iter((0..20_000).map(|number| format!("a{number}"))).join(";");
    let inner = format!("#f({parameters}) = [w]\n#g(x) = f({})\n", ";".repeat(19_999));
    let macros = refused(&format!("{head}{inner}#rules = ->white {} ->>", "g(up) ".repeat(3_000)));
    assert!(macros.contains("replacing macros") && macros.contains("hostile.rbg:"), "{macros}");
    // So many ways of a turn that no list of them would do.
    let row = Vec::from_iter(std::iter::repeat_n("e", 20)).join(",");
    let board = format!("[{row}]").repeat(20);
    let ways = Vec::from_iter(std::iter::repeat_n("[w]", 900)).join("+");
    let text = format!(
        "//! cap: 10\n#players = white(1), black(1)\n#pieces = e, w\n#variables =\n#board = rectangle(up,down,left,right,{board})\n\
         #rules = (->white (up* + down*)(left* + right*) {{e}} ({ways}) ->>)*"
    );
    let choices = refused(&text);
    assert!(choices.contains("could choose among") && choices.contains("expected at most 300000"), "{choices}");
}

/// An input of the fuzzers' corpus.
fn corpus(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/rules_files").join(name);
    fs::read_to_string(path).expect("it is there")
}

/// A draw since following the rules takes too long does not read back as a result by points.
#[test]
fn too_long_rules_read_back() {
    let variant = rules_file::load("toomuch.rbg", &corpus("toomuch")).expect("it is read");
    let game = AnyGame::new(variant.default_rules()).expect("it is a game");
    let mut history = History::new(&game, game.start());
    let mut moves = Vec::new();
    history.legal_moves(&game, &mut moves);
    history.play(&game, moves[0]);
    assert_eq!(
        (history.outcome(), game.ending(history.position())),
        (Some(Outcome::Draw), Some("following the rules takes too long"))
    );
    let text = game.format_position(history.position());
    let again = game.parse_position(&text).expect("it is a position");
    assert_eq!((again == *history.position(), game.outcome(&again)), (true, Some(Outcome::Draw)), "{text}");
}
