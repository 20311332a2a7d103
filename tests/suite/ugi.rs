//! The Universal Game Interface.

use crate::support::place::Place;
use crate::support::program::prints;
use crate::support::waiting::ends;
use crate::support::words::{WORDS, words};
use ardoise::game::{AnyGame, Game, Notation, Rules};
use ardoise::games::rules;
use ardoise::play::serve;
use ardoise::players::{Budget, Engine};
use std::collections::VecDeque;
use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

fn answers(game: &AnyGame, input: impl Read + Send + 'static) -> Vec<String> {
    let mut out = Vec::new();
    let engine = Engine::rollouts(Budget::Simulations(50));
    serve(game, engine, BufReader::new(input), &mut out).expect("memory can be written");
    String::from_utf8(out).expect("output is UTF-8").lines().map(str::to_owned).collect()
}

/// No search ends a game of it by a proof.
fn loa() -> AnyGame {
    AnyGame::new(rules::<&str, &str>("loa", []).expect("the variant exists")).expect("a game")
}

fn dualite() -> AnyGame {
    AnyGame::new(rules::<&str, &str>("dualite", []).expect("the variant exists")).expect("a game")
}

/// The answers to lines that all come at once.
fn dialogue(lines: &[&str]) -> Vec<String> {
    answers(&dualite(), Cursor::new(lines.join("\n")))
}

#[test]
fn the_engine_introduces_itself() {
    let lines = dialogue(&["ugi", "isready", "quit", "isready"]);
    assert!(lines[0].starts_with("id name ardoise"), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines[2], "option name Simulations type spin default 50 min 0 max 2147483647");
    assert_eq!(lines[3], "option name Memory type spin default 1024 min 1 max 2147483647");
    assert_eq!(lines[4], "option name Threads type spin default 1 min 1 max 32");
    assert_eq!(lines[5], "option name Overhead type spin default 30 min 0 max 10000");
    assert_eq!(lines[6..], ["ugiok", "readyok"], "nothing is read after quit");
}

#[test]
fn positions_are_set_and_asked_about() {
    let lines = dialogue(&[
        "query p1turn",
        "position startpos moves a1 c3",
        "query p1turn",
        "query islegal b2",
        "query islegal c3",
        "query result",
        "position fen ..../..../..../oo.o 0 b1 moves c1",
        "query gameover",
        "query result",
        "query islegal a1",
        "go nodes 5",
        "uginewgame",
        "query gameover",
    ]);
    let expected =
        ["true", "false", "true", "false", "none", "true", "p1win", "false"].map(|word| format!("response {word}"));
    assert_eq!(lines[..8], expected);
    assert_eq!(lines[8..], ["info string the game is over: there is no move", "bestmove none", "response false"]);
}

/// A move is a whole move, also where it is made of steps and some of them are forced; steps are read, too.
#[test]
fn a_move_is_a_whole_move() {
    let by = |rules: Rules, lines: &[&str]| {
        let game = AnyGame::new(rules).expect("a game");
        (answers(&game, Cursor::new(lines.join("\n"))), game)
    };
    let dialogue = |name: &str, lines: &[&str]| by(rules::<&str, &str>(name, []).expect("the variant exists"), lines);
    for (action, moves) in [("turn", 1), ("step", 2)] {
        let (lines, game) = by(
            rules("breakthrough", [("action", action)]).expect("it has this option"),
            &[
                "go nodes 30",
                "position startpos moves b2-c3 g7 f6",
                "query p1turn",
                "query islegal h2-h3",
                "query islegal d2d3",
                "query islegal d2-d4",
                "go movetime 60",
                "position startpos moves b2",
                "go nodes 5",
            ],
        );
        let best = Vec::from_iter(lines.iter().filter_map(|line| line.strip_prefix("bestmove ")));
        assert_eq!(best.len(), 3, "{lines:?}");
        assert_eq!(game.parse_turn(&game.start(), best[0]).map(|turn| turn.len()), Ok(moves), "{lines:?}");
        match action {
            "step" => assert!(["a3", "b3", "c3"].contains(&best[2]), "the rest of a turn under way: {lines:?}"),
            _ => assert!(lines.iter().any(|line| line.contains("`b2` is not whole")), "{lines:?}"),
        }
        let responses = Vec::from_iter(lines.iter().filter_map(|line| line.strip_prefix("response ")));
        assert_eq!(responses, ["true", "true", "true", "false"]);
        let pv = lines[0].split_once(" pv ").expect("there is a line").1;
        assert!(pv.split(' ').all(|turn| turn.contains(['-', 'x'])) || pv.split(' ').count() == 1, "{pv}");
    }
    let (lines, game) = dialogue("amazons", &["go movetime 50", "position startpos moves d1", "go nodes 3"]);
    let best = Vec::from_iter(lines.iter().filter_map(|line| line.strip_prefix("bestmove ")));
    assert!(best[0].contains('-') && best[0].contains('/'), "{lines:?}");
    assert_eq!(game.parse_turn(&game.start(), best[0]).map(|turn| turn.len()), Ok(3), "{lines:?}");
    let (lines, game) = dialogue("l-calculus", &["position startpos moves 4x1", "go nodes 20"]);
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(best.starts_with(['L', 'R', '-']), "the rest of the turn: {lines:?}");
    assert!(game.parse_turn(&game.start(), &format!("4x1,{best}")).is_ok(), "{lines:?}");
    assert!(game.parse_turn(&game.start(), "4x1").is_err(), "a turn is not over behind the swap");
}

/// What the engine has answered so far.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Answers {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("output is UTF-8")
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Input with searches, each of which comes after the answer to the one before.
struct SearchInput {
    input: VecDeque<&'static [u8]>,
    answers: Answers,
    /// Searches begun.
    moves: usize,
}

impl Read for SearchInput {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.answers.text().matches("bestmove ").count() < self.moves {
            thread::sleep(Duration::from_millis(1));
        }
        self.moves += 1;
        let bytes = self.input.pop_front().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn searches_end_with_a_move() {
    let game = loa();
    let searches: [&[u8]; 4] = [
        b"position startpos\ngo nodes 30\n",
        b"go movetime 30\n",
        b"setoption name Simulations value 7\ngo\n",
        b"go infinite\nquit\n",
    ];
    let out = Answers::default();
    let input = SearchInput { input: searches.into(), answers: out.clone(), moves: 0 };
    serve(&game, Engine::rollouts(Budget::Simulations(50)), BufReader::new(input), &mut out.clone())
        .expect("no errors");
    let lines = Vec::from_iter(out.text().lines().map(str::to_owned));
    let moves: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(moves.len(), 4, "{lines:?}");
    assert!(moves.iter().all(|mv| game.parse_move(&game.start(), mv).is_ok()), "{lines:?}");
    assert!(lines[0].starts_with("info nodes 30 time ") && lines[0].contains(" score cp "), "{lines:?}");
    let pv = lines[0].split_once(" pv ").expect("there is a line").1;
    assert!(pv.starts_with(lines[1].strip_prefix("bestmove ").expect("a move")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info nodes 7 ")), "{lines:?}");
}

#[test]
fn a_proven_win_is_a_mate() {
    let lines = dialogue(&["position fen ..../..../..../oo.o 0 b1", "go nodes 500"]);
    assert!(lines[0].contains(" score mate 1 pv c1"), "{lines:?}");
    assert_eq!(lines[1], "bestmove c1");
    // As in UCI a mate counts the winner's moves, and is negative for the side that loses.
    let lost = "position startpos moves d3 b4 d2 c2 b2 c3 b2 c2 c3 d3 c4 d4";
    let lines = dialogue(&[lost, "go nodes 500"]);
    assert!(lines[0].contains(" score mate -1 pv "), "a loss in two: {lines:?}");
}

#[test]
fn what_is_not_understood_is_answered() {
    let lines = dialogue(&[
        "position startpos moves a1",
        "xyzzy",
        "",
        "position",
        "position fen",
        "position fen nonsense here",
        "position startpos moves a1 a2",
        "position fen ..../..../..../oooo 1 c1 moves c2",
        "query",
        "query weather",
        "setoption name Hash value 5",
        "setoption name Simulations value lots",
        "setoption name Memory value 0",
        "setoption name Threads value 0",
        "setoption name Threads value 33",
        "setoption name Overhead value -1",
        "setoption",
        "stop",
        "query islegal c3",
    ]);
    let (last, errors) = lines.split_last().expect("there are answers");
    assert_eq!(errors.len(), 15, "{lines:?}");
    assert!(errors.iter().all(|line| line.starts_with("info string ") && line.len() > 20), "{lines:?}");
    assert_eq!(last, "response true", "the position is still the one after a1");
    let lines = dialogue(&["go depth 3 nodes 9"]);
    assert!(lines[0].starts_with("info string go: this search has no depth: expected nodes N"), "{lines:?}");
    let (best, told) = lines[1..].split_last().expect("there are answers");
    assert!(told.iter().all(|line| line.starts_with("info nodes ")) && best.starts_with("bestmove "), "{lines:?}");
}

/// Whatever time a move has by default, and whatever a clock allows, the overhead is kept.
#[test]
fn the_clock_decides() {
    let spent = |engine: Engine, lines: &'static [u8]| {
        ends("the search", move || {
            // The input goes on: its end would end the search.
            let out = Answers::default();
            let input = SearchInput { input: [lines].into(), answers: out.clone(), moves: 0 };
            serve(&loa(), engine, BufReader::new(input), &mut out.clone()).expect("memory can be written");
            let text = out.text();
            assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
            let info = text.lines().rfind(|line| line.starts_with("info nodes ")).expect("it says what it found");
            let time = info.split_once(" time ").and_then(|(_, rest)| rest.split(' ').next()).expect("a time");
            time.parse::<u64>().expect("milliseconds")
        })
    };
    let of_a_day = Engine::rollouts(Budget::Time(Duration::from_secs(86_400)));
    let millis = spent(of_a_day, b"go p1time 300\n");
    assert!(millis < 60_000, "{millis} ms");
    // Half of the clock, five seconds, but for the overhead.
    let keeps = b"setoption name Overhead value 10000\ngo p1time 10010 p1inc 10000\n";
    let millis = spent(Engine::rollouts(Budget::Simulations(50)), keeps);
    assert!(millis < 2500, "{millis} ms");
}

#[test]
fn names_of_options_may_be_written_in_any_case() {
    let lines = dialogue(&["setoption name SIMULATIONS value 7", "setoption name overhead value 5", "ugi"]);
    assert_eq!(lines[2], "option name Simulations type spin default 7 min 0 max 2147483647");
    assert_eq!(lines[5], "option name Overhead type spin default 5 min 0 max 10000");
}

/// Input that comes piece by piece, each after a while.
struct Slow(Vec<(Duration, &'static [u8])>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let (delay, bytes) = self.0.remove(0);
        thread::sleep(delay);
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn a_search_is_stopped_and_answers_meanwhile() {
    let wait = Duration::from_millis(60);
    let input = Slow(vec![
        (Duration::ZERO, b"go movetime 86400000\n"),
        (wait, b"isready now\n"),
        (wait, b"stop now\n"),
        (wait, b"quit\n"),
    ]);
    let lines = ends("the search", || answers(&loa(), input));
    assert_eq!(lines[0], "readyok", "{lines:?}");
    assert!(lines[lines.len() - 2].starts_with("info nodes ") && lines[lines.len() - 1].starts_with("bestmove "));
}

/// Input whose last line comes when the answers hold a text.
struct Once {
    input: VecDeque<&'static [u8]>,
    answers: Answers,
    text: &'static str,
}

impl Read for Once {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.input.len() == 1 && !self.answers.text().contains(self.text) {
            thread::sleep(Duration::from_millis(1));
        }
        let bytes = self.input.pop_front().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn a_proven_result_is_told_before_stop_comes() {
    let input: [&[u8]; 2] = [b"position fen ..../..../..../oo.o 0 b1\ngo infinite\n", b"stop\n"];
    let out = Answers::default();
    let input = Once { input: input.into(), answers: out.clone(), text: " score mate 1 pv c1\n" };
    let engine = Engine::rollouts(Budget::Simulations(50));
    let mut answers = out.clone();
    ends("the search", move || serve(&dualite(), engine, BufReader::new(input), &mut answers).expect("no errors"));
    assert!(out.text().ends_with("bestmove c1\n"), "{}", out.text());
    assert_eq!(out.text().matches("info nodes").count(), 1, "nothing new came: {}", out.text());
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_at_once() {
    for (last, moves) in [(&b"go\nquit\n"[..], 1), (b"go\n", 2)] {
        let wait = Duration::from_millis(60);
        let input = Slow(vec![(Duration::ZERO, b"go movetime 86400000\n"), (wait, last)]);
        let lines = ends("the search", || answers(&loa(), input));
        // The best move so far is printed; `go` after it is dropped on quit, and cut short at the end of the input.
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), moves, "{lines:?}");
    }
}

#[test]
fn lines_without_end_are_given_up() {
    let mut out = Vec::new();
    let engine = Engine::rollouts(Budget::Simulations(50));
    let error = serve(&dualite(), engine, BufReader::new(std::io::repeat(b'x')), &mut out).unwrap_err();
    assert!(error.to_string().contains("standard input: a line is longer than 1048576 bytes"), "{error}");
}

#[test]
fn the_command_speaks_it() {
    let text = prints(&["ugi", "dualite", "--rules", "opening=last", "--with", "mcts:20"], "ugi\ngo\nquit\n");
    assert!(
        text.contains("ugiok\ninfo nodes ") && text.lines().last().expect("a line").starts_with("bestmove "),
        "{text}"
    );
}

#[test]
fn moves_named_like_commands_are_moves() {
    let place = Place::new();
    let (played, left) = WORDS.split_at(WORDS.len() - 1);
    let position = format!("position startpos moves {}", played.join(" "));
    let legal = format!("query islegal {}", left[0]);
    let lines = answers(
        &words(&place.path("")),
        Cursor::new([&position, &legal, "query islegal quit", "go nodes 9"].join("\n")),
    );
    assert_eq!(lines[..2], ["response true", "response false"]);
    assert_eq!(lines.last(), Some(&format!("bestmove {}", left[0])), "{lines:?}");
}

/// However much comes during a search, the queue holds no more than any program sends, and `stop` is obeyed.
#[test]
fn commands_do_not_pile_up_during_a_search() {
    struct Flood(u32);
    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            let text = match self.0 {
                1 => "go infinite\n".to_owned(),
                2..40_000 => format!("setoption name Simulations value {}\n", self.0),
                40_000 => "stop\nquery p1turn\n".to_owned(),
                _ => return Ok(0),
            };
            buffer[..text.len()].copy_from_slice(text.as_bytes());
            Ok(text.len())
        }
    }
    let lines = answers(&loa(), Flood(0));
    let full =
        "info string 10000 commands wait for the end of the search: this one and more are left out; expected stop";
    assert_eq!(lines.iter().filter(|line| *line == full).count(), 1, "said once");
    let end = lines.iter().position(|line| line.starts_with("bestmove ")).expect("an answer");
    assert_eq!(lines[end + 1..], ["response true"], "what comes after the search is obeyed");
}
