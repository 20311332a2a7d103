//! Game records in other programs' formats: round trips, and common defects of files.

use crate::support::place::Place;
use crate::support::words::{WORDS, words};
use ardoise::game::{AnyGame, Game, History, Side};
use ardoise::record::{FileText, Format, Reading, Reason, Record, Records, WholeGame, convert};
use std::fs;
use std::path::Path;

/// The games of a text, all valid, with their variations.
fn whole_games(text: &str) -> Vec<WholeGame> {
    let games = convert("test", text, &Reading::default()).unwrap_or_else(|error| panic!("{error}"));
    games.into_iter().map(|game| game.game.unwrap_or_else(|error| panic!("{error}: {text}"))).collect()
}

/// The main lines of these games.
fn games(text: &str) -> Vec<Record> {
    whole_games(text).into_iter().map(|game| game.record).collect()
}

/// Why the first game of a text is invalid.
fn wrong(text: &str) -> String {
    let error = match convert("test", text, &Reading::default()) {
        Ok(games) => games.into_iter().next().expect("a game").game.expect_err("it does not hold"),
        Err(error) => error,
    };
    error.to_string()
}

/// Only JSON lines hold an engine's evaluations.
fn without_evaluations(record: Record) -> Record {
    Record { evaluations: None, ..record }
}

#[test]
fn recorded_games_go_through_every_format_and_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if !path.to_str().is_some_and(|name| name.ends_with(".games.jsonl")) {
            continue;
        }
        for record in Records::open(&path).expect("readable") {
            let record = without_evaluations(record.expect("it holds").1);
            // All fields derived from the moves, with the side of each move.
            let json = record.to_line();
            for format in [Format::Sgf, Format::Text] {
                let text = format.write(&record).expect("known rules");
                assert_eq!(Format::of_text(&text), format, "{text}");
                let read = games(&text);
                assert_eq!(read.len(), 1, "{text}");
                let [again] = <[Record; 1]>::try_from(read).expect("one");
                assert_eq!(again.verify(), Ok(()));
                assert_eq!((&again.steps, &again.game), (&record.steps, &record.game), "{json}\n{text}");
                assert_eq!(again.rules(), record.rules(), "{json}");
                assert_eq!((again.unfinished, again.reason), (record.unfinished, record.reason), "{json}\n{text}");
                if let Some(winner) = record.winner {
                    assert_eq!(again.winner, Some(winner), "{json}\n{text}");
                }
                let names = |record: &Record| record.players.clone().unwrap_or_default();
                assert_eq!((names(&again), &again.source), (names(&record), &record.source), "{json}");
                let first = |record: &Record| record.positions.as_ref().map(|positions| positions[0].clone());
                if record.positions.is_some() {
                    assert_eq!(first(&again), first(&record));
                }
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn sgf_of_other_programs_is_read() {
    // The specification's form; Boardspace's numbers and words; Little Golem's unseparated points without a game.
    let specified = games("(;FF[4]GM[9]SZ[8]PB[Ann]PW[Ben]RE[B+R];B[E1-e3!];W[a2:c4];B[b1-d3+];W[resign])");
    assert_eq!(specified[0].steps, ["e1-e3", "a2-c4", "b1-d3"]);
    assert_eq!(specified[0].players.as_deref(), Some(&["Ann".to_owned(), "Ben".to_owned()][..]));
    assert_eq!((specified[0].winner, specified[0].reason), (Some(Some(Side::First)), Some(Reason::Resignation)));
    let boardspace = "(;GM[LOA]VV[1]SU[Standard];P0[id \"ann\"];P1[id \"ben\"];P0[1 Start P0];P0[2 E1-E3];P1[3 A2-C4];\
                      P0[4 B1-D3];P0[5 undo];P0[6 Move C1-C4];P1[7 Resign])";
    assert_eq!(games(boardspace)[0].steps, ["e1-e3", "a2-c4", "c1xc4"]);
    assert_eq!(games(boardspace)[0].winner, Some(Some(Side::First)));
    assert_eq!(games("(;B[e1e3];W[a2c4];B[b1d3])")[0].steps, specified[0].steps);
    let ended = |word: &str| games(&format!("(;GM[9]VV[1];P0[1 Start P0];P0[2 E1-E3];P1[3 {word}])"))[0].winner;
    assert_eq!(ended("Forfeit"), Some(Some(Side::First)));
    assert_eq!(ended("WinOnTime"), Some(Some(Side::Second)));
    assert_eq!(games("(;GM[LOA];B[2 E1-E3];W[3 A2-C4])")[0].steps, ["e1-e3", "a2-c4"]);
    // Origin, display of the board and the name of its author do not affect the rules.
    let source = |properties: &str| games(&format!("(;GM[9]{properties};B[e1-e3])"))[0].clone();
    assert_eq!(source("EV[Cup]DT[2001-01-01]").source.as_deref(), Some("Cup, 2001-01-01"));
    assert_eq!(source("IP[White]IY[a]SE[e1e3]AS[All]"), source(""));
    // A file begins with something else, nodes are empty, names have small letters, it is cut off, there are several
    // games.
    let odd =
        "From: somebody (no address)\n\n(;GaMe[9];;Black[e1-e3]\n;White[a2-c4];)(;GM[9](;B[e1-e3](;W[a2-c4])(;W[a3-c1]";
    assert_eq!(games(odd).iter().map(|game| game.steps.join(" ")).collect::<Vec<_>>(), ["e1-e3 a2-c4", "e1-e3 a2-c4"]);
    // The loser ran out of time; nobody has won yet; a draw was agreed upon.
    let late = &games("(;GM[9]RE[W+Time];B[e1-e3])")[0];
    assert_eq!((late.winner, late.reason), (Some(Some(Side::Second)), Some(Reason::Forfeit)));
    let open = &games("(;GM[9]RE[?];B[e1-e3])")[0];
    assert_eq!((open.winner, open.unfinished), (Some(None), true));
}

#[test]
fn positions_of_sgf_are_set_up() {
    let start = |text: &str| games(text)[0].positions.as_ref().expect("it has some")[0].clone();
    assert_eq!(start("(;GM[9]SU[Custom]AB[a1:c1][d4]AW[h7:h8][a8];B[a1-a3])"), "w6w/7w/8/8/3b4/8/8/bbb5 0 0");
    assert_eq!(start("(;GM[9]AE[b1]PL[W];W[a2-c2])"), "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/2bbbbb1 1 0");
    // Programs that do not know our properties can still set the position up.
    let record = &games("(;GM[9]AB[a1][c1]AW[h8][a8]PL[W];W[h8-h7])")[0];
    let text = Format::Sgf.write(record).expect("known rules");
    assert!(text.contains("SU[Custom]AB[a1][c1]AW[a8][h8]PL[W]"), "{text}");
    assert_eq!(games(&text)[0].positions, record.positions);
    assert!(wrong("(;GM[9]SU[Parachute];B[e1-e3])").contains("set-up `parachute`: expected Standard, Scrambled-eggs"));
    assert!(wrong("(;GM[9]AB[i1];B[e1-e3])").contains("point `i1`: expected a1 to h8"));
    for name in ["AB", "AW", "AE"] {
        let amid = wrong(&format!("(;GM[9];B[e1-e3];{name}[d4])"));
        assert!(amid.contains(&format!("`{name}` amid a game: expected the men to be set up")), "{amid}");
    }
}

#[test]
fn scrambled_eggs_are_read_and_written() {
    let record = &games("(;FF[4]GM[9]SU[Scrambled-eggs]RE[B+R];B[b1-d3];W[a2:c2])")[0];
    assert_eq!(record.options["setup"], "scrambled-eggs");
    assert_eq!(record.positions.as_ref().expect("it has some")[0], "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 0 0");
    let text = Format::Sgf.write(record).expect("known rules");
    assert!(text.contains("SU[Scrambled-eggs]") && !text.contains("AB["), "{text}");
    assert_eq!(&games(&text)[0], record);
    assert_eq!(&games(&Format::Text.write(record).expect("known rules"))[0], record);
    // The file changes a set-up that it names; another beginning is written man by man.
    let fewer = &games("(;GM[9]SU[scrambled-eggs]AE[b1];B[d1-d3])")[0];
    assert_eq!(fewer.positions.as_ref().expect("it has some")[0], "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/2wbwbw1 0 0");
    assert_eq!(&games(&Format::Sgf.write(fewer).expect("known rules"))[0], fewer);
    // As PlayStrategy names and writes it.
    let there = "[Variant \"Scrambled Eggs\"]\n[FEN \"1lLlLlL1/L6l/l6L/L6l/l6L/L6l/l6L/1LlLlLl1 w - - 0 1\"]\n\n\
                 1. b1d3 a2c2 1-0\n";
    assert_eq!(games(there)[0].steps, record.steps);
    assert_eq!(games(there)[0].options, record.options);
}

#[test]
fn positions_of_other_programs_are_read() {
    let first = |text: &str| games(text)[0].positions.as_ref().expect("it has some")[0].clone();
    let fen = "1LLLLLL1/l6l/8/8/l6l/l6l/l6l/1LLLLLL1 b - - 0 3";
    assert_eq!(first(&format!("[FEN \"{fen}\"]\n\n1. a2-c2 *\n")), "1bbbbbb1/w6w/8/8/w6w/w6w/w6w/1bbbbbb1 1 5");
    assert_eq!(first(&format!("(;GM[9]START[{fen}];W[a2-c2])")), "1bbbbbb1/w6w/8/8/w6w/w6w/w6w/1bbbbbb1 1 5");
}

#[test]
fn what_a_record_has_no_place_for_is_counted() {
    let left_out = |text: &str| convert("test", text, &Reading::default()).expect("games")[0].left_out.to_string();
    assert_eq!(left_out("(;GM[9];B[e1-e3];W[a2-c4])"), "");
    let tree = "(;GM[9]C[a cup];B[e1-e3]C[](;W[a2-c4]C[good];B[b1-d3])(;W[a3-c1]C[bad](;B[c1-c3])(;B[d1-d3])))";
    assert_eq!(left_out(tree), "2 variations and 2 comments");
    assert_eq!(games(tree)[0].steps, ["e1-e3", "a2-c4", "b1-d3"]);
    let text = "{a cup} 1. e1-e3 a2-c4 (1... a3-c1 {or :) this} (1... h2-f2)) 2. b1-d3 ; the end\n";
    assert_eq!(left_out(text), "2 variations and 2 comments");
    assert_eq!(games(text)[0].steps, ["e1-e3", "a2-c4", "b1-d3"]);
    let place = Place::new();
    fs::write(place.path("cup.sgf"), "(;GM[9];B[e1-e3](;W[a2-c4])(;W[a3-c1]))").expect("written");
    let told = place.command(&["convert", "cup.sgf"]).output().expect("it runs").stderr;
    let told = String::from_utf8(told).expect("UTF-8");
    assert_eq!(told, "cup.sgf: 1 variation left out: a record is one line of moves\n");
    let replayed = place.command(&["replay", "cup.sgf"]).output().expect("it runs");
    assert_eq!(String::from_utf8(replayed.stdout).expect("UTF-8"), "cup.sgf: ok 1\n");
    let told = String::from_utf8(replayed.stderr).expect("UTF-8");
    assert_eq!(told, "cup.sgf: 1 variation not checked: a record is one line of moves\n");
}

#[test]
fn variations_comments_and_signs_go_from_format_to_format() {
    let sgf = r"(;FF[4]GM[9]C[a cup \] of \\ tea];B[E1-e3!](;W[a2:c4]BM[2]C[too {early}];B[b1-d3])(;W[h2-f2]IT[]
        (;B[c1-c3]C[or];W[resign])(;B[d1-d3])))";
    let game = &whole_games(sgf)[0];
    assert_eq!((game.tree.lines(), game.broken, game.has_notes()), (3, 0, true));
    let text = Format::Text.write_whole(game).expect("known rules");
    let moves = "{ a cup ] of \\ tea } 1. e1-e3! a2-c4?? { too (early) } (1... h2-f2!? 2. c1-c3 {\nor } (2. d1-d3)) \
                 2. b1-d3 *\n";
    assert!(text.ends_with(&format!("\n\n{moves}\n")), "{text}");
    let again = &whole_games(&text)[0];
    let back = Format::Sgf.write_whole(again).expect("known rules");
    let expected = r"C[a cup \] of \\ tea];B[e1-e3]TE[1](;W[a2-c4]BM[2]C[too (early)];B[b1-d3])(;W[h2-f2]IT[](;B[c1-c3]C[or])(;B[d1-d3])))";
    assert!(back.trim_end().ends_with(expected), "{back}");
    assert_eq!(whole_games(&back)[0].tree, again.tree);
    // From file to file, too.
    let place = Place::new();
    fs::write(place.path("cup.sgf"), sgf).expect("written");
    place.succeeds(&["convert", "cup.sgf", "--out", "cup.pgn"]);
    assert_eq!(fs::read_to_string(place.path("cup.pgn")).expect("readable"), text);
    // A line that breaks the rules is cut off there, with a message.
    let broken = &whole_games("1. e1-e3 a2-c4 (1... h2-f2 2. e3-e4 a1-a2) (1... a1-a2) *")[0];
    assert_eq!((broken.tree.lines(), broken.broken, broken.record.steps.len()), (2, 2, 2));
    fs::write(place.path("broken.sgf"), "(;GM[9];B[e1-e3](;W[a2-c4])(;W[a1-a2]))").expect("written");
    let told = place.command(&["convert", "broken.sgf", "--out", "mended.sgf"]).output().expect("it runs").stderr;
    let told = String::from_utf8(told).expect("UTF-8");
    assert_eq!(told, "broken.sgf: 1 variation left out: against the rules\n");
    assert!(wrong("(1. e1-e3) a2-c4").contains("`(` begins a variation: expected it behind the move"));
    assert!(wrong("1. e1-e3) a2-c4").contains("`)` closes no variation"));
    assert!(wrong("1. e1-e3\n(1. b1-b3 a2-c4").contains("test:2: a variation does not end: expected `)`"));
}

#[test]
fn a_recorded_position_is_analysed() {
    let place = Place::new();
    fs::write(place.path("two.sgf"), "(;GM[9];B[b1-b3])(;GM[9];B[e1-e3];W[a2-c4];B[b1-d3])").expect("written");
    let of = |arguments: &[&str]| {
        let begin = ["moves", "loa", "--json"];
        place.succeeds(&[&begin, arguments].concat())
    };
    assert_eq!(of(&["--record", "two.sgf"]), of(&["--moves", "b1-b3"]));
    assert_eq!(of(&["--record", "two.sgf", "--number", "2"]), of(&["--moves", "e1-e3 a2-c4 b1-d3"]));
    assert_eq!(of(&["--record", "two.sgf", "--number", "2", "--plies", "1"]), of(&["--moves", "e1-e3"]));
    let analysed = place.succeeds(&["analyse", "loa", "--record", "two.sgf", "--with", "mcts:20", "--sims", "20"]);
    assert!(analysed.contains("a2"), "{analysed}");
    place.refuses(&["moves", "loa", "--record", "two.sgf", "--number", "3"], &["two.sgf has no game 3"]);
    place.refuses(&["moves", "zen", "--record", "two.sgf"], &["two.sgf:1", "it is a game of loa: expected one of zen"]);
}

#[test]
fn a_game_that_a_repetition_has_ended_does_not_go_on() {
    let round = "1. d1-d3 a4-c4 2. d3-d1 c4-a4 ";
    assert_eq!(games(&round.repeat(2))[0].winner, Some(None));
    let error = wrong(&(round.repeat(2) + "d1-d3"));
    assert!(error.starts_with("test:1: move 9: ") && error.contains("the game is over, a draw"), "{error}");
}

#[test]
fn what_does_not_hold_is_said() {
    assert!(wrong("(;GM[3]SZ[8];B[dd])").contains("GM[3]: expected 9, Lines of Action"));
    assert!(wrong("(;GM[9]SZ[10];B[e1-e3])").contains("SZ[10]: expected 8"));
    assert!(wrong("(;GM[9];B[e1-e3];W[a2-b2])").starts_with("test:1: move 2: move `a2-b2` is not legal here"));
    assert!(wrong("(;GM[9];B[e1-e3];B[b1-b3])").contains("move 2: `b1-b3`, but White is to act"));
    assert!(wrong("(;VARIANT[chess];B[e2e4])").contains("unknown game `chess`"));
    assert!(wrong("(;GM[9];B[e1-e3").contains("test:1: line 1: a value does not end"));
    assert!(wrong("(;GM[9];P0[1 undo])").contains("no move to take back"));
    let shortest = "1. d1-b3 h5-g4 2. b1-b4 g4xg1 3. b4-e7 a3xc1 4. b3-e6 h3xf1 5. e1-e5";
    assert_eq!(games(&format!("{shortest} 1-0"))[0].winner, Some(Some(Side::First)));
    let sgf = Format::Sgf.write(&games(shortest)[0]).expect("known rules");
    assert!(sgf.contains("W[g4:g1]") && sgf.contains("B[d1-b3]") && sgf.matches(':').count() == 4, "{sgf}");
    assert!(wrong(&format!("{shortest} 0-1")).contains("the file says that White has won, by the rules Black has"));
}

#[test]
fn moves_in_text_are_read() {
    let steps = |text: &str| games(text).iter().map(|game| game.steps.join(" ")).collect::<Vec<_>>();
    let expected = "d1-b3 h5-g4 b1-b4 g4xg1";
    for text in [
        "1. d1-b3 h5-g4 2. b1-b4 g4xg1 *",
        "1.D1-B3! H5-G4?? {a comment; 1. c1-c3} 2... B1-B4 (b1-d3 (a2-c4)) g4:g1+ ; rest of the line\n",
        "1. d1b3 $4 h5g4 2. b1b4 g4g1 1/2-1/2",
        "1. d1-b3# h5-g4+!? 2. b1-b4 g4xg1",
        "[Event \"a cup\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"*\"]\n\n1. d1-b3 h5-g4 2. … b1-b4 g4xg1 *\n",
    ] {
        assert_eq!(steps(text), [expected], "{text}");
    }
    let two = "[White \"Ben\"]\n[Black \"Ann\"]\n1. d1-b3 1-0\n\n[Black \"Cid\"]\n1. e1-e3 *\n";
    assert_eq!(steps(two), ["d1-b3", "e1-e3"]);
    assert_eq!(games(two)[0].players.as_deref(), Some(&["Ann".to_owned(), "Ben".to_owned()][..]));
    assert!(wrong("1. d1-b3 {no end").contains("a comment does not end: expected `}`"));
}

#[test]
fn files_of_cutegames_are_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/foreign_records/cutegames.pgn");
    let record = &games(&fs::read_to_string(file).expect("readable"))[0];
    assert_eq!(record.steps, ["d1-b3", "h5-g4", "b1-b4", "g4xg1"]);
    // White begins there, and the other one ran out of time.
    assert_eq!(record.players.as_deref(), Some(&["one".to_owned(), "two".to_owned()][..]));
    assert_eq!((record.winner, record.reason), (Some(Some(Side::First)), Some(Reason::Forfeit)));
}

#[test]
fn who_wins_a_simultaneous_connection_is_an_option() {
    let place = Place::new();
    let game = "(;GM[9]START[ww6/8/8/8/8/8/8/b1bw4 0 30]RE[B+];B[a1:d1])";
    fs::write(place.path("both.sgf"), game).expect("written");
    let expected = "the file says that Black has won, by the rules nobody has; rule options may decide it otherwise";
    place.refuses(&["convert", "both.sgf"], &["both.sgf:1: ", expected]);
    let told = place.succeeds(&["convert", "both.sgf", "--rules", "simultaneous=mover"]);
    let record: serde_json::Value = serde_json::from_str(&told).expect("a record");
    assert!(record["winner"] == 0 && record["unfinished"] != true, "{told}");
}

#[test]
fn the_program_converts() {
    let place = Place::new();
    let conformance = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/loa.games.jsonl");
    let told = place.succeeds(&["convert", conformance, "--out", "games.sgf"]);
    assert!(told.starts_with("games.sgf: "), "{told}");
    place.refuses(&["convert", conformance, "--out", "games.sgf"], &["games.sgf is there already"]);
    place.succeeds(&["convert", "games.sgf", "--out", "games.pgn"]);
    place.succeeds(&["convert", "games.pgn", "--out", "again.sgf"]);
    let text = |name: &str| fs::read_to_string(place.path(name)).expect("readable");
    let count = Records::open(Path::new(conformance)).expect("readable").count();
    for name in ["games.sgf", "games.pgn", "again.sgf"] {
        assert_eq!(place.succeeds(&["replay", name]).trim(), format!("{name}: ok {count}"));
    }
    // Games that break the rules.
    fs::write(place.path("bad.sgf"), "(;GM[9];B[e1-e3])\n(;GM[9];B[e1-e4])").expect("written");
    place.refuses(
        &["convert", "bad.sgf"],
        &["bad.sgf:2: move 1: move `e1-e4` is not legal here", "--skip leaves such games out"],
    );
    place.refuses(&["replay", "bad.sgf"], &["bad.sgf:2: move 1"]);
    assert_eq!(place.succeeds(&["convert", "bad.sgf", "--skip"]).lines().count(), 1);
    // A simultaneous connection is a win of the mover for some.
    let option = place.succeeds(&["convert", "bad.sgf", "--skip", "--rules", "simultaneous=mover"]);
    assert!(option.contains(r#""simultaneous":"mover""#), "{option}");
    // What they hold commands no terminal: neither in a message nor in JSON.
    let hostile = "(;GM[9]PB[\u{9b}J\u{7f}];B[e1-e3])(;GM[9];B[\u{1b}[2J\u{9b}\\]])";
    fs::write(place.path("hostile.sgf"), hostile).expect("written");
    let output = place.command(&["convert", "hostile.sgf", "--skip"]).output().expect("it runs");
    let [told, message] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(message.starts_with("left out: hostile.sgf:1: move 1: ") && message.contains("\u{fffd}[2J"), "{message:?}");
    assert!(!(told + &message).contains(['\u{1b}', '\u{9b}', '\u{7f}']), "{message:?}");
    assert_eq!(message.lines().count(), 1, "{message:?}");
    // Played games are written as the file's ending says, behind a line that has no end.
    fs::write(place.path("played.sgf"), "(;GM[9];B[e1-e3])").expect("written");
    place.succeeds(&["arena", "random", "random", "--game", "zen", "--games", "2", "--record", "played.sgf"]);
    assert_eq!(place.succeeds(&["replay", "played.sgf"]).trim(), "played.sgf: ok 3");
    assert!(text("played.sgf").contains("VARIANT[zen]"));
    let line = fs::read_to_string(conformance).expect("readable").lines().next().expect("a game").to_owned();
    fs::write(place.path("open.jsonl"), line).expect("written");
    place.succeeds(&["arena", "random", "random", "--game", "zen", "--games", "2", "--record", "open.jsonl"]);
    assert_eq!(place.succeeds(&["replay", "open.jsonl"]).trim(), "open.jsonl: ok 3");
    // Old files have other encodings.
    fs::write(place.path("latin.sgf"), b"(;GM[9]PB[Andr\xe9];B[e1-e3])").expect("written");
    assert_eq!(place.succeeds(&["replay", "latin.sgf"]).trim(), "latin.sgf: ok 1");
    let cut_off = place.succeeds(&["moves", "loa", "--record", "latin.sgf", "--json"]);
    assert_eq!(cut_off, place.succeeds(&["moves", "loa", "--moves", "e1-e3", "--json"]));
    // Some editors put a mark before the first byte.
    let lines = "\u{feff}".to_owned() + &fs::read_to_string(conformance).expect("readable");
    fs::write(place.path("marked.jsonl"), lines).expect("written");
    assert_eq!(place.succeeds(&["replay", "marked.jsonl"]).trim(), format!("marked.jsonl: ok {count}"));
}

#[test]
fn names_of_players_are_kept_whatever_they_are() {
    let record = &games("(;GM[9]PB[a \"b\" \\\\];B[e1-e3])")[0];
    assert_eq!(record.players.as_deref(), Some(&["a \"b\" \\".to_owned(), String::new()][..]));
    for format in [Format::Sgf, Format::Text] {
        assert_eq!(games(&format.write(record).expect("known rules"))[0].players, record.players);
    }
}

#[test]
fn set_ups_of_boardspace_are_read() {
    let steps = |set_up: &str| games(&format!("(;GM[LOA]VV[1]SU[{set_up}];B[2 E1-E3];W[3 A2-C4])"))[0].steps.join(" ");
    for set_up in ["LOA", "Loa", "loa 0 100", "Standard", "STANDARD"] {
        assert_eq!(steps(set_up), "e1-e3 a2-c4", "{set_up}");
    }
    // Its other games are other games: on 7 and 12 rows, and from a random beginning.
    for set_up in ["LOAP", "Loa-12", "LoaRandom 4711 100", "Reversed Scrambled"] {
        let refused = wrong(&format!("(;GM[LOA]SU[{set_up}];B[2 E1-E3])"));
        assert!(refused.contains(&format!("set-up `{}`: expected Standard", set_up.to_lowercase())), "{refused}");
    }
}

/// A text that Shift_JIS, Big5 and UTF-16 hold in the bytes of a backslash loses no move.
#[test]
fn bytes_in_any_encoding_are_read() {
    let place = Place::new();
    let read = |name: &str, bytes: &[u8]| {
        fs::write(place.path(name), bytes).expect("written");
        let output = place.command(&["convert", name]).output().expect("it runs");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let [out, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        let record: serde_json::Value = serde_json::from_str(out.lines().next().expect("a line")).expect("a record");
        let words = |value: &serde_json::Value| {
            let words = value.as_array().into_iter().flatten().map(|word| word.as_str().expect("words"));
            words.collect::<Vec<_>>().join(" ")
        };
        // Content without a place in a line is reported, too.
        let said = said.lines().filter(|line| !line.contains("left out")).collect::<Vec<_>>().join("\n");
        (words(&record["players"]), words(&record["steps"]), said)
    };
    let two = |names: &str, said: &str| (names.to_owned(), "b1-b3 a2-c2".to_owned(), said.to_owned());
    let moves = b";B[b1-b3]C[\x83\x5c];W[a2-c2])";
    let declared = [b"(;GM[9]CA[Shift_JIS]PB[a]PW[b]".as_slice(), moves].concat();
    assert_eq!(read("declared.sgf", &declared), two("a b", ""));
    let guessed = "guessed.sgf: read as Shift_JIS, which was guessed: it does not name its encoding";
    let bytes = [b"(;GM[9]PB[\x83\x5c]PW[b]".as_slice(), moves].concat();
    assert_eq!(read("guessed.sgf", &bytes), two("ソ b", guessed));
    let guessed = "latin.pgn: read as windows-1252, which was guessed: it does not name its encoding";
    let bytes = b"[Black \"Andr\xe9\"]\r\n[White \"b\"]\r\n\r\n1. b1-b3 \xb1 a2-c2 \xbd-\xbd\r\n";
    assert_eq!(read("latin.pgn", bytes), two("André b", guessed));
    // As a shell of Windows writes what a program prints.
    let wide = |text: &str| Vec::from_iter(format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes));
    for (name, text) in [
        (
            "wide.jsonl",
            "{\"game\": \"loa\", \"players\": [\"ソ\", \"b\"], \"steps\": [\"b1-b3\", \"a2-c2\"], \"unfinished\": true}\r\n",
        ),
        ("wide.sgf", "(;GM[9]PB[ソ]PW[b];B[b1-b3];W[a2-c2])"),
        ("wide.pgn", "[Black \"ソ\"]\r\n[White \"b\"]\r\n\r\n1. b1-b3 a2-c2 *\r\n"),
    ] {
        assert_eq!(read(name, &wide(text)), two("ソ b", ""));
        assert_eq!(place.succeeds(&["replay", name]).trim(), format!("{name}: ok 1"));
    }
    let output = place.command(&["replay", "guessed.sgf"]).output().expect("it runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("guessed.sgf: read as Shift_JIS, which was guessed"), "{said}");
    // What is written is UTF-8, and says so.
    place.succeeds(&["convert", "declared.sgf", "--out", "again.sgf"]);
    let again = fs::read_to_string(place.path("again.sgf")).expect("UTF-8");
    assert!(again.contains("CA[UTF-8]") && again.contains("C[ソ]"), "{again}");
}

/// Each is a public report about a reader of SGF, in moves of Lines of Action.
#[test]
fn sgf_that_broke_other_readers_is_read() {
    for (report, text) in [
        ("SabakiHQ/Sabaki 687", "(;GM[9]US[Matsuyama[3d]]PB[a[b]c];B[b1-b3];W[a2-c2])"),
        ("SabakiHQ/Sabaki 932", "\u{feff}(;GM[9];B[b1-b3]C[see [1] there, and [2]];W[a2-c2])"),
        ("SabakiHQ/Sabaki 623", "(;AP[MultiGo:4.2.1]SZ[8]MULTIGOGM[1]\n;B[b1-b3];W[a2-c2]C[[a\\]])"),
        ("SabakiHQ/sgf 23", "(;GM[9]PW[党毅飛]EV[x\\\ny];B[b1-b3];W[a2-c2])"),
        ("mattheww/sgfmill 4", "(;GM[9]CA[UTF-8]PB[聂卫平];B[b1-b3];W[a2-c2])"),
        ("bernds/q5Go 6", "\u{feff}\n(;GM[9];B[b1-b3];W[a2-c2])"),
        ("pnprog/goreviewpartner 64", "(\nTE[2018]\nRD[2018-04-24]\nGM[9]\n;B[b1-b3];W[a2-c2])"),
        ("online-go/online-go.com 695", "(;GM[9]PB[á é í ó ú ñ];B[b1-b3];W[a2-c2])"),
        ("julianandrews/sgf-parse 21", "\n\n(;GM[9];B[b1-b3];W[a2-c2]))\n"),
        ("julianandrews/sgf-parse 25", "(;GM[9](;B[b1-b3](;W[a2-c2]"),
        ("artasparks/glift 101", "(;GM[9]CoPyright[\n  (c) 2014\n];B[b1-b3];W[a2-c2])"),
        ("ale64bit/WeiqiHub 66", "(;GM[9]FF[4];B[b1-b3] (;W[a2-c2] )(;W[a3-c3]))"),
        ("bernds/q5Go 26", "(;FF[1]GM[9];B[b1-b3];W[a2-c2])"),
    ] {
        assert_eq!(Format::of_text(text), Format::Sgf, "{report}");
        assert_eq!(games(text)[0].steps.join(" "), "b1-b3 a2-c2", "{report}: {text}");
    }
    assert_eq!(whole_games("(;GM[9]C[see [1] there];B[b1-b3])")[0].tree[0].notes.comment, "see [1] there");
    // Junk between nodes may be a move that was damaged (SabakiHQ/Sabaki 581).
    assert!(wrong("(;GM[9];B[b1-b3]\n---\n;W[a2-c2])").contains("test:2: line 2: expected `;`, `(` or `)`, found `-`"));
}

/// Each is a public report about a reader of PGN, in moves of Lines of Action.
#[test]
fn pgn_that_broke_other_readers_is_read() {
    for (report, text) in [
        ("lichess-org/scalachess 127", "[Black \"[=0040.34h5a4]\"]\n\n1. b1-b3 a2-c2 *"),
        ("cutechess/cutechess 248", "[Variation \"Abbazia (Modern defense[!])\"]\n\n1. b1-b3 a2-c2 *"),
        ("cutechess/cutechess 423", "[Variation \"Four knights (Tarrá3ððð Variation\"]\n\n1. b1-b3 a2-c2 *"),
        ("kevinludwig/pgn-parser 26", "1. b1-b3? ± {MISTAKE (+3.05)} ({(+1.06) The best was} 1. d1-b3) a2-c2 = *"),
        ("kevinludwig/pgn-parser 28", "1. b1-b3?? ∓ $5 ∞ a2-c2# 0-1"),
        ("kevinludwig/pgn-parser 4", ";; <Paulsen // Raphael * (R3.1) 25 1-0>\n\n[Event \"x\"]\n\n1.b1-b3 a2-c2 0-1"),
        ("kevinludwig/pgn-parser 16", "1. b1-b3 (1. d1-b3 a2-c2)(1. e1-e3)a2-c2 *"),
        ("mliebelt/pgn-parser 309", "[Event \"The \\\"Closed\\\" Dragon\"]\n\n1. b1-b3 a2-c2 *"),
        ("mliebelt/pgn-parser 72", "[Event \"Let\\'s Play!\"]\n\n1. b1-b3 a2-c2 *"),
        ("mliebelt/pgn-parser 430", "[Result \"1/2\"]\n\n1. b1-b3 a2-c2 1/2"),
        ("mliebelt/pgn-parser 586", "[Result \"½-½\"]\n\n1. b1-b3 a2-c2 ½-½"),
        ("mliebelt/pgn-parser 528", "1. ... b1-b3 1. .. a2-c2"),
        ("mliebelt/pgn-parser 90", "1. b1-b3 {[%depth20 +0.35] [%depth1 +0.34]} 1. ... a2-c2 {[%depth20 +0.24]} 2."),
        ("mliebelt/pgn-parser 25", "1. b1-b3 (1. d1-b3) a2-c2 1-0"),
        ("mliebelt/pgn-parser 34", "{ [%csl Gd5,Gf5][%cal Ge2e4] } 1. b1-b3 a2-c2 *"),
        ("mliebelt/pgn-viewer 21", "1. b1-b3 a2-c2 1:0"),
        ("mliebelt/pgn-viewer 53", "1. b1-b3‼ a2-c2⁇ *"),
        ("mliebelt/pgn-viewer 60", "1. b1-b3 ( d1-b3 a2-c2 ) a2-c2 *"),
        ("mliebelt/pgn-viewer 120", "1.b1-b3 {!} $16 a2-c2 $4 *"),
        ("mliebelt/pgn-viewer 130", "1.\u{200b}b1-b3 $4 \u{200b}a2-c2\u{200b} \n    ( 1. .. a3-c3\u{200b} ) *"),
        ("MarkZH/Genetic_Chess 142", "% made by hand [1]\n1. b1-b3\n%eval {0.3}\na2-c2 *"),
        ("aaronfi/chess-es6.js 4", "1. b1-b3 $2 (1. d1-b3 h5-g4 $13) 1... a2-c2"),
        ("lichess-org/lila 16268", "1.b1–b3 a2—c2 1–0"),
        ("lichess-org/scalachess 255", "[pgn]\n1. b1-b3 {a − b} a2-c2\n[/pgn]"),
        ("lichess-org/scalachess 74", "1. b1-b3??±→ a2-c2 *"),
        ("lichess-org/scalachess 778", "1. b1-b3 a2-c2 ({SL} 1... a3-c3 {Alapin} 2. c1-c3) *"),
        ("niklasf/shakmaty 109", "1. b1-b3 a2-c2 ½–½"),
        ("fsmosca/PGN-Standard 12", "[Result \"0-0\"]\n\n1. b1-b3 a2-c2 0-0"),
        ("czbar/ChessForge 780", "1. b1-b3 a2-c2 {INACCURACY (+0.81)} ({(-0.52) The best was} 1... a3-c3 2. d1-b3) *"),
        ("daylen/stockfish-mac 65", "1. b1-b3 { my comment ( some text } a2-c2 *"),
        ("niklasf/python-chess 353", "[Opening \"St. George (Baker) defense\"]\n\n1. b1-b3 a2-c2 *"),
        ("niklasf/python-chess 1077", "[White \"White vs 1...c5\"]\n[Result \"*\"]\n\n1. b1-b3 a2-c2 *"),
        ("jhlywa/chess.js 534", "{\nA PGN file of openings\n}\n\n[ECO \"A00\"]\n\n1. b1-b3 a2-c2 *"),
        ("jhlywa/chess.js 134", "[Event \"x\"]\n\n{ Kevin and I. } 1.b1-b3 a2-c2 1-0"),
        ("openingtree/openingtree 321", "1. b1-b3 a2-c2 { 1-0 White wins. } { Opening: 7\nEndgame: - } 1-0"),
        ("jromang/picochess 220", "[White \"Stockfish 7 /Level 6\\\"]\n\n1. b1-b3 a2-c2 *"),
        ("shaack/cm-pgn 19", "1. b1-b3 {a} 1... a2-c2\r\n\r\n*\r\n\r\n"),
        ("legal: numbers", "1 b1-b3 a2-c2 2"),
        ("legal: dots apart", "1 . b1-b3 1 ... a2-c2"),
        ("legal: a comment at once", "1. b1-b3;a comment\n a2-c2{another}*"),
        ("legal: U+2212", "1. b1−b3 a2‐c2 1−0"),
        ("signs alone", "1. b1-b3 +/= N a2-c2 -+ ⩲ □ *"),
        ("signs at the end of a move", "1. b1-b3+/= a2-c2!∓ *"),
    ] {
        assert_eq!(Format::of_text(text), Format::Text, "{report}: {text}");
        assert_eq!(games(text)[0].steps.join(" "), "b1-b3 a2-c2", "{report}: {text}");
    }
}

#[test]
fn what_pgn_notes_is_kept() {
    let notes = |text: &str, ply: usize| {
        let game = &whole_games(text)[0];
        let node = game.tree.main_line().nth(ply).expect("so many moves");
        let notes = &game.tree[node].notes;
        format!("{}|{}", notes.sign, notes.comment)
    };
    assert_eq!(notes("1. b1-b3? ± {MISTAKE} a2-c2 *", 1), "?|± MISTAKE");
    assert_eq!(notes("1. b1-b3!? $16 a2-c2 *", 1), "!?|±");
    assert_eq!(notes("1. b1-b3‼⩲ a2-c2 *", 1), "!!|⩲");
    assert_eq!(notes("1. b1-b3 +- N {x} a2-c2 *", 1), "|+- N x");
    assert_eq!(notes("1. b1-b3??±→ a2-c2 *", 1), "??|± →");
    assert_eq!(notes("{a} 1. b1-b3 a2-c2 *", 0), "|a");
    // What is said before the first move of a variation is not about the move that it replaces.
    let text = "1. b1-b3 {one} a2-c2 {two} ({three} 1... a4-c4 {four} ({five} 1... a5-c5)) ({six}) *";
    let game = &whole_games(text)[0];
    let comments = Vec::from_iter((0..game.tree.len()).map(|node| game.tree[node].notes.comment.as_str()));
    assert_eq!((game.tree.lines(), comments), (3, vec!["", "one", "two six", "three four", "five"]));
    let result = |text: &str| (games(text)[0].winner, games(text)[0].reason.is_some());
    for (word, winner) in [("1–0", Some(Side::First)), ("0:1", Some(Side::Second)), ("1/2", None), ("½-½", None)] {
        for text in [format!("1. b1-b3 a2-c2 {word}"), format!("[Result \"{word}\"]\n\n1. b1-b3 a2-c2")] {
            assert_eq!(result(&text), (Some(winner), winner.is_some()), "{text}");
        }
    }
    // Several games, each after the result of the one before.
    let several = "1. b1-b3 1–0\r\n\r\n1. d1-b3 1/2 1. e1-e3 *[Event \"x\"]\r\n1. c1-c3 0-0";
    assert_eq!(
        games(several).iter().map(|game| game.steps.join(" ")).collect::<Vec<_>>(),
        ["b1-b3", "d1-b3", "e1-e3", "c1-c3"]
    );
}

#[test]
fn moves_that_look_like_something_else_are_moves() {
    // `$` buys a man back in Logitac, `-` removes nothing in L-Calculus.
    let line = "[Game \"l-calculus\"]\n\n1. 4x1 - 2. 1x1 *";
    assert_eq!(games(line)[0].steps[..2], ["4x1", "-"]);
    assert!(wrong("[Game \"logitac\"]\n\n1. $ *").contains("move 1: move `$` is not legal here"));
    // A pass that the file writes as programs for chess do.
    assert!(wrong("1. b1-b3 --").contains("move 2: move `--` is not legal here"));
}

#[test]
fn variations_of_text_may_lie_as_deep_as_they_like() {
    let deep = format!("1. b1-b3 a2-c2{}{} *\n", " (1... a2-c2".repeat(50_000), ")".repeat(50_000));
    let game = &whole_games(&deep)[0];
    assert_eq!(game.record.steps, ["b1-b3", "a2-c2"]);
    let text = Format::Text.write_whole(game).expect("known rules");
    assert_eq!(whole_games(&text)[0].tree, game.tree);
}

#[test]
fn brackets_in_tags_come_back() {
    let name = "A [x] \"q\" \\ (;GM[1]) {y} % ; 50\n% of it";
    let record = Record {
        players: Some(vec![name.to_owned(), "]".to_owned()]),
        source: Some("[".to_owned()),
        ..games("1. b1-b3 *")[0].clone()
    };
    let again = &games(&Format::Text.write(&record).expect("known rules"))[0];
    assert_eq!(again.players.as_deref(), Some(&[name.replace('\n', " "), "]".to_owned()][..]));
    assert_eq!(again.source, record.source);
}

#[test]
fn formats_are_told_apart() {
    for (text, format) in [
        ("{comment} 1. b1-b3", Format::Text),
        ("{ \"quoted\" words } 1. b1-b3", Format::Text),
        ("{}\n1. b1-b3", Format::Lines),
        ("{} 1. b1-b3", Format::Text),
        ("{a} {b}\n\n[Event \"x\"]", Format::Text),
        ("\u{feff}\r\n{a\nb}\r\n1. b1-b3", Format::Text),
        ("; a comment\n1. b1-b3", Format::Text),
        ("% for others\n[Event \"x\"]", Format::Text),
        ("{\"game\": \"loa\", \"steps\": []}", Format::Lines),
        ("\u{feff}\n{\n\"game\" : \"loa\"}", Format::Lines),
        ("{}", Format::Lines),
        ("{", Format::Lines),
        ("{comment", Format::Lines),
        ("{comment}", Format::Lines),
        ("", Format::Lines),
        ("(;GM[9])", Format::Sgf),
        ("a mail (see below)\n(GM[9];B[b1-b3])", Format::Sgf),
    ] {
        assert_eq!(Format::of_text(text), format, "{text}");
    }
}

/// Formats give some names of cells another meaning: `undo` takes back, `resign` gives up, `time` is no move.
#[test]
fn moves_named_like_words_go_through_every_format() {
    let place = Place::new();
    let game = words(&place.path(""));
    // Each word as a move of either side, alone and with others before it.
    for first in [0, 1, 7, 20] {
        let order = (0..WORDS.len()).map(|index| WORDS[(first + 5 * index) % WORDS.len()]);
        let record = record_of(&game, order);
        assert_eq!(record.steps.len(), WORDS.len());
        for format in [Format::Lines, Format::Sgf, Format::Text] {
            let text = format.write(&record).expect("known rules");
            let again = games(&text);
            assert_eq!((again.len(), &again[0].steps, again[0].winner), (1, &record.steps, record.winner), "{text}");
        }
    }
    // Given up for good, and not by a move.
    let record = record_of(&game, ["resign", "undo"]).resigned_by(Side::First);
    let text = Format::Sgf.write(&record).expect("known rules");
    assert!(text.contains(";B[move resign];W[move undo];B[resign])"), "{text}");
    let [record] = &games(&text)[..] else { panic!("one game") };
    assert_eq!((record.steps.join(" ").as_str(), record.reason), ("resign undo", Some(Reason::Resignation)));
    assert_eq!(record.winner, Some(Some(Side::Second)));
}

fn record_of(game: &AnyGame, moves: impl IntoIterator<Item = &'static str>) -> Record {
    let mut history = History::new(game, game.start());
    history.play_texts(game, moves).expect("all are legal");
    Record::of_game(game, &game.start(), history.played())
}

/// What the moves of a game of international draughts come to.
const INTERNATIONAL: &str = "d4-e5 g7-f6 e5xg7 h8xf6 c3-d4 g9-h8 b2-c3 h10-g9";

/// Othello's moves in a row and in GGF, Connect Four's columns, draughts by numbers, Gomoku by Piskvork, Hex with a
/// swap.
#[test]
fn records_of_those_who_play_games_from_files_are_read() {
    let only = |text: &str| {
        let [record] = <[Record; 1]>::try_from(games(text)).expect("one game");
        assert_eq!(record.verify(), Ok(()));
        record
    };
    // A whole game: passes are left out, and the discs are counted.
    let othello = "F5D6C3D3C4F4F6G5E6D7E3C5F3E7H5E2C6D2C2G3D1H4H3F2G4E1H6B3A3C7B6B5G6G2H1H2F8A5E8B2B8B4A2C1A1B1F1G1A4F7G8\
                   G7H8H7A6C8D8B7A8A7";
    let record = only(othello);
    assert_eq!((record.game.as_str(), record.unfinished), ("reversi", false));
    assert_eq!(record.steps.iter().filter(|step| *step != "pass").count(), 60);
    let two = games(&format!("{othello}\n\nf5d6c3\n"));
    assert_eq!((two.len(), two[1].steps.join(" ").as_str()), (2, "f5 d6 c3"));

    let ggf = "1 (;GM[Othello]PC[GGS/os]DT[2000-4-16]PB[fangr]PW[patzer]TY[8]RE[-40.00]BO[8 -------- -------- -------- ---O*--- \
               ---*O--- -------- -------- -------- *]B[E6//4.09]W[F4/-48.50/0.93]B[C3//5.52]W[C4/-42.50/0.43]B[D3//1.70]\
               W[D6/-39.50/0.28];)";
    let record = only(ggf);
    assert_eq!(record.steps, ["e6", "f4", "c3", "c4", "d3", "d6"]);
    assert_eq!(
        (record.winner, record.players.unwrap().join(" ")),
        (Some(Some(Side::Second)), "fangr patzer".to_owned())
    );
    let other = ggf.replace("---O*---", "---?O---");
    assert!(wrong(&other).contains("expected 64 cells"), "{}", wrong(&other));
    let record = only(
        "(;GM[Othello]BO[8 -------- -------- ---O---- ---OO--- ---***-- -------- -------- -------- *]B[C3]W[C6];)",
    );
    assert_eq!(record.steps, ["c3", "c6"]);
    let mut wthor: Vec<u8> = vec![20, 24, 1, 2, 2, 0, 0, 0, 0, 0, 232, 7, 8, 0, 22, 0];
    for moves in [[56, 64, 33], [56, 0, 0]] {
        let game: [&[u8]; 3] = [&[1, 0, 2, 0, 3, 0, 40, 41], &moves, &[0; 57]];
        wthor.extend(game.concat());
    }
    assert_eq!(FileText::of(&wthor).text, "f5d6c3 40\n");

    let whole = &whole_games("2252576253462244111563365343671351441 -1")[0];
    assert_eq!((whole.record.game.as_str(), whole.record.steps.len()), ("connect-four", 37));
    assert_eq!(whole.record.steps[..4], ["b1", "b2", "e1", "b3"]);
    assert_eq!(whole.tree[ardoise::tree::ROOT].notes.comment, "-1");
    assert!(wrong("1111111").contains("move 7"), "{}", wrong("1111111"));

    let draughts = "[Event \"Double Corner Dyke\"]\n[Black \"Jordan,A\"]\n[White \"Tesheliet,F\"]\n[Result \"1/2-1/2\"]\n\
                    [GameType \"21\"]\n\n1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Forms the Double Corner Dyke} 23x16\n\
                    4. 12x19 24x15 5. 10x19 17x10 6.  6x15 21-17 *\n";
    let record = only(draughts);
    assert_eq!((record.game.as_str(), record.steps.len()), ("draughts", 12));
    assert_eq!(record.steps[..2], ["b6-c5", "c3-b4"]);
    assert_eq!(record.steps[10], "c7xe5");
    assert_eq!(record.players.unwrap(), ["Jordan,A", "Tesheliet,F"]);
    // The kind is known without its number, by the numbers of the first move.
    assert_eq!(only(&draughts.replace("[GameType \"21\"]\n", "")).steps, record.steps);
    let other = wrong(&draughts.replace("\"21\"", "\"25\""));
    assert!(other.contains("draughts of GameType 25: expected 21, English draughts, or 20, international"), "{other}");
    assert!(wrong("1. 22-18 9-14").contains("`22-18` is of a kind of draughts that the file does not name"));
    // Squares of one digit may have a blank before them; men are set up, kings behind a K.
    let record = only("[Result \"0-1\"]\n[FEN \"W:W31,24,K14:BK29,22,16.\"]\n[GameType \"21\"]\n\n1. 14- 9 22-25 0-1");
    assert_eq!(record.steps, ["c5-b6", "c3-b2"]);
    assert!(record.positions.as_ref().unwrap()[0].starts_with("......../......../......../..W...b./"));

    let international = "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-2\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 \
                         3. 37-32  9-14 4. 41-37  4- 9* 0-2";
    let record = only(international);
    assert_eq!((record.game.as_str(), record.steps.join(" ").as_str()), ("international-draughts", INTERNATIONAL));
    assert_eq!(record.players.unwrap(), ["Ann", "Ben"], "White begins");
    assert_eq!(record.winner, Some(Some(Side::Second)));
    // The points of some tournaments are in the tag and behind the moves.
    let record = only(&international.replace("0-2", "4-6").replace("[GameType \"20\"]\n", ""));
    assert_eq!((record.steps.join(" ").as_str(), record.winner.flatten()), (INTERNATIONAL, None));

    let record = only("Piskvorky 15x15, 11:11, 0\n8,8,1500\n9,8,800\n1,15,20\nAlice\nBob\n0\n");
    assert_eq!((record.game.as_str(), record.steps.join(" ").as_str()), ("gomoku", "h8 i8 a1"));
    assert_eq!(record.players.unwrap(), ["Alice", "Bob"]);
    assert!(wrong("Piskvorky 20x20, 11:11, 0\n8,8,0\n").contains("a board of 20x20: expected 15x15"));
    assert_eq!(only("(;GM[4]FF[4]SZ[15];B[hh];W[ao])").steps, ["h8", "a1"]);

    // The player who swaps owns the stone; the following moves are mirrored.
    let record = only(
        "(;FF[4]EV[null]PB[lazy]PW[Shumacher]SZ[11]RE[B]SO[https://www.littlegolem.net];W[ad];B[swap];W[eg];B[bc])",
    );
    assert_eq!((record.game.as_str(), record.steps.join(" ").as_str()), ("hex-11", "a4 g5 c2"));
    assert_eq!(record.players.unwrap(), ["lazy", "Shumacher"]);
    assert_eq!((record.winner, record.reason), (Some(Some(Side::First)), Some(Reason::Resignation)));
    let record = only("(;GM[11]FF[4]SZ[7]PB[Ann]PW[Ben];B[c2];W[swap-sides];W[d4];B[resign])");
    assert_eq!((record.steps.join(" ").as_str(), record.players.unwrap().join(" ").as_str()), ("c2 d4", "Ben Ann"));
    assert_eq!(record.winner, Some(Some(Side::Second)));
    let whole = &whole_games("(;GM[11]SZ[5]EV[cup]RO[2]GC[a quick one]RE[W+R];W[c2];B[c3])")[0];
    assert_eq!(whole.record.source.as_deref(), Some("cup, 2"));
    assert_eq!(whole.tree[ardoise::tree::ROOT].notes.comment, "a quick one");
    assert_eq!(whole.record.winner, Some(Some(Side::First)), "whoever begins is the first side");

    // If the player who swaps plays the next stone, colours have been exchanged, and the first stone stays.
    let record = only("(;GM[11]SZ[11];B[a4];W[swap-pieces];W[b10];B[e9]C[here])");
    assert_eq!(record.steps, ["a4", "b10", "e9"]);
    let record = only("(;GM[11]SZ[5]AB[a1][c3]AW[d4][e5];W[b2])");
    assert_eq!((record.steps.join(" ").as_str(), record.legal_counts.unwrap()[0]), ("b2", 21));
    assert!(wrong("(;GM[11]SZ[13];B[a1])").contains("a board of 13: expected one of 5, 7, 11"));

    let record = only("(;FF[4]EV[havannah.in.size4.4]PB[Ann]PW[Ben]SZ[4]RE[B];W[E1];B[swap];W[F2];B[D3])");
    assert_eq!((record.game.as_str(), record.steps.join(" ").as_str()), ("havannah", "e1 f2 d3"));
    assert_eq!(record.players.unwrap(), ["Ann", "Ben"]);
    assert_eq!(record.winner, Some(Some(Side::First)));

    // Cells are counted from above; the last passes are left out, since nobody took the dead stones.
    let record = only("(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Ben]RE[W+2.5];B[ee];W[cg];B[];W[tt])");
    assert_eq!((record.game.as_str(), record.steps.join(" ").as_str()), ("go", "e5 c3"));
    assert_eq!((&record.options["size"], &record.options["komi"]), (&"nine".into(), &"6".into()));
    assert_eq!(record.winner, Some(Some(Side::Second)));
    // Many programs leave out the number of the game.
    assert_eq!(only("(;FF[4]SZ[9]KM[6.5];B[ee];W[cg])").game, "go");
    let record = only("(;GM[1]SZ[7]HA[2];AB[cc][ee];W[dd];W[de])");
    assert_eq!((record.steps.join(" ").as_str(), record.legal_counts.unwrap()[0]), ("d4 pass d3", 48));
    assert!(wrong("(;GM[1]SZ[19];B[pd])").contains("a board of 19: expected one of 5, 7, 9"));

    // Tags give the players by colour, and the rules the side that begins.
    let chess = "[Game \"mini-chess\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[FEN \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"]\n\n1. a2-a3 *";
    let record = only(chess);
    assert_eq!((record.players.unwrap().join(" ").as_str(), record.steps.len()), ("Ann Ben", 1));

    // A number is a margin in Othello alone.
    assert_eq!(only("(;GM[2]RE[-4];B[f5];W[d6])").winner, Some(Some(Side::Second)));
    assert_eq!(only("(;GM[9]RE[-4];B[b1-b3];W[a2-c2])").winner.flatten(), None);
}
