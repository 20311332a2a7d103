//! Terminal play and analysis.

use crate::support::place::Place;
use crate::support::program::{ardoise, interrupt, prints, prints_json, refuses, start_apart};
use crate::support::toys::{Lines, Walk};
use crate::support::words::{WORDS, words};
use anstream::StripStream;
use ardoise::game::{AnyGame, Game, Notation, Outcome, Side};
use ardoise::games::rules;
use ardoise::play::{Chair, PendingRecord, RecordStore, Session};
use ardoise::players::{Budget, Engine, RandomPlayer};
use ardoise::record::{Reason, Record, Records};
#[cfg(unix)]
use std::io::Read;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::process::{Command, Stdio};

fn dualite(variant: &str) -> AnyGame {
    AnyGame::new(rules::<&str, &str>(variant, []).expect("the variant exists")).expect("a game")
}

fn person() -> Chair {
    Chair::Person
}

fn random() -> Chair {
    Chair::Player("random".to_owned(), Box::new(RandomPlayer::new(0)))
}

#[derive(Default)]
struct MemoryKeeper {
    records: Vec<Record>,
    pending: Option<PendingRecord>,
}

impl RecordStore for MemoryKeeper {
    fn update(&mut self, record: Option<PendingRecord>) {
        self.pending = record;
    }

    fn keep(&mut self) -> anyhow::Result<()> {
        self.records.extend(self.pending.take().map(|record| record()));
        Ok(())
    }
}

/// Plays a match with all of `input`; returns the match, its output, and the stored records.
fn play_match(game: AnyGame, chairs: Vec<Chair>, rounds: u32, input: &str) -> (Session, String, Vec<Record>) {
    let adviser = Engine::rollouts(Budget::Simulations(50));
    let mut session = Session::new(game, chairs, adviser, rounds, 4);
    let (mut out, mut kept) = (StripStream::new(Vec::new()), MemoryKeeper::default());
    session.run(&mut Cursor::new(input), &mut out, &mut kept).expect("memory can be written");
    (session, String::from_utf8(out.into_inner()).expect("output is UTF-8"), kept.records)
}

/// A single game of Dualité.
fn session(variant: &str, chairs: Vec<Chair>, input: &str) -> (Session, String) {
    let (session, text, _) = play_match(dualite(variant), chairs, 1, input);
    (session, text)
}

#[test]
fn a_person_plays_both_sides() {
    let input = "a1\nc1\nb1\na2\nb2\nquit\n";
    let (session, text) = session("dualite", vec![person(), person()], input);
    assert_eq!(session.record().steps, ["a1", "c1", "b1", "a2", "b2"]);
    assert!(session.record().unfinished && session.outcome().is_none());
    assert!(
        text.starts_with("dualite.\nSide 0: first (you). Side 1: second (you).\nType a move such as `a1`, or"),
        "{text}"
    );
    // The opening is two moves of one side.
    let prompts = ["first> ", "first goes on> ", "second> ", "first> ", "second> ", "first> "];
    let lines = text.lines().filter_map(|line| prompts.iter().find(|&&prompt| line.starts_with(prompt)));
    assert_eq!(Vec::from_iter(lines.copied()), prompts, "{text}");
}

#[test]
fn the_end_is_announced_and_can_be_taken_back() {
    let (full, text) = session("dualite", vec![random(), random()], "");
    let Some(Outcome::Win(winner)) = full.outcome() else { panic!("Dualité has no draws") };
    let side = ["side 0 (first)", "side 1 (second)"][winner.index()];
    let game = dualite("dualite");
    let last = full.record().positions.and_then(|mut positions| positions.pop()).expect("positions are recorded");
    let ending = game.ending(&game.parse_position(&last).expect("a position")).expect("the game is over");
    let announced = format!("{side} wins after {} moves: {ending}", full.record().steps.len());
    assert!(text.ends_with(&format!("{announced}\n")), "{text}");

    // The same game typed by a person.
    let steps = full.record().steps.join("\n");
    let (over, text) = session("dualite", vec![person(), person()], &format!("{steps}\nhint\na1\nundo\n"));
    assert!(text.contains(&announced), "{text}");
    let ways = "Enter ends the session, `undo` reopens the game; or type save FILE, board or quit.";
    let text = text.replace('\n', " ");
    assert_eq!((text.matches("The game is over").count(), text.matches(ways).count()), (2, 3), "{text}");
    assert_eq!(over.outcome(), None);
    assert_eq!(over.record().steps.len() + 1, full.record().steps.len());

    // Enter leaves it: what follows is not read.
    let (over, text) = session("dualite", vec![person(), person()], &format!("{steps}\n\nundo\n"));
    assert!(over.outcome().is_some() && text.ends_with("over> "), "{text}");
}

#[test]
fn why_a_game_is_over_is_told() {
    let loa = || AnyGame::new(rules::<&str, &str>("loa", []).expect("the variant exists")).expect("a game");
    let steps = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"].repeat(2).join("\n");
    let (_, text, _) = play_match(loa(), vec![Chair::Person, Chair::Person], 1, &steps);
    assert!(text.contains("\na draw after 8 moves: the position has occurred three times\n"), "{text}");

    let walk = Walk::new(vec![vec![1], vec![2], vec![]], vec![Outcome::Draw, Outcome::Draw, Outcome::Win(Side::First)]);
    let (_, text, _) = play_match(AnyGame::of(walk.with_points()), vec![Chair::Person, random()], 1, "1\n");
    let end = "side 0 (first, you) wins after 2 moves: by the rules\npoints: first 2, second 0\n";
    assert!(text.contains(end), "{text}");
}

#[test]
fn players_answer_and_undo_takes_their_answers_back() {
    let (one, text) = session("dualite", vec![person(), random()], "a1\nc3\n");
    assert_eq!(one.record().steps.len(), 3);
    assert!(text.contains("second (random) plays"), "{text}");
    assert_eq!(one.record().players.expect("players are named"), ["person", "random"]);
    let (undone, _) = session("dualite", vec![person(), random()], "a1\nc3\nundo\n");
    assert_eq!(undone.record().steps, ["a1"]);
    let (start, text) = session("dualite", vec![person(), random()], "a1\nc3\nundo\nundo\nundo\n");
    assert!(start.record().steps.is_empty());
    assert!(text.contains("nothing to undo"), "{text}");

    // The board names the last move.
    let (_, text) = session("dualite", vec![person(), random()], "board\na1\nboard\nc3\nboard\nundo\n");
    let answer =
        text.split_once("second (random) plays ").and_then(|(_, rest)| rest.lines().next()).expect("an answer");
    let last = text.lines().filter_map(|line| line.strip_prefix("last move: "));
    let (one, two) = ("a1 by first (you)", format!("{answer} by second (random)"));
    assert_eq!(Vec::from_iter(last), [one, one, &two, &two, one]);
}

#[test]
fn capitals_are_read_where_one_move_is_meant() {
    let loa = || AnyGame::new(rules::<&str, &str>("loa", []).expect("the variant exists")).expect("a game");
    let two = || vec![Chair::Person, Chair::Person];
    let (session, _, _) = play_match(loa(), two(), 1, "B1-B3\nA2C2\nMOVES\nb3-B1\nQUIT\nc2-a2\n");
    assert_eq!(session.record().steps, ["b1-b3", "a2-c2", "b3-b1"]);
    let (session, text, _) = play_match(loa(), two(), 1, "B1-B4\n");
    assert!(session.record().steps.is_empty() && text.contains("`B1-B4`"), "{text}");
}

#[test]
fn what_the_last_move_changed_is_marked() {
    let mut session =
        Session::new(dualite("dualite"), vec![person(), person()], Engine::rollouts(Budget::Policy), 1, 0);
    let mut out = Vec::new();
    session.run(&mut Cursor::new("a1\n"), &mut out, &mut MemoryKeeper::default()).expect("nothing fails");
    let text = String::from_utf8(out).expect("output is UTF-8");
    assert_eq!((text.matches("[\x1b[7mo\x1b[0m]").count(), text.matches("\x1b[7m").count()), (1, 1), "{text:?}");
}

#[test]
fn commands_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("my game.jsonl");
    let input = format!(
        "help\nmoves\nmoves c\nmoves z\nhint\nboard\n\nz9\na1\nb2\nsave\nsave {}\nsave \"{}\"\nsave '{}'\n\
         save /no/such/folder/x\nresign\nfoo\nhelp\n",
        file.display(),
        file.with_extension("sgf").display(),
        file.with_extension("pgn").display()
    );
    let (session, text) = session("dualite", vec![person(), person()], &input);
    for part in [
        "Dualité: draw and blacken circles; four alike in a line win, on 4x4 cells.
Side 0: first (you).",
        "a move     make it: `a1`, say, in small",
        "save FILE  append",
        "a1  a2  a3  a4  b1",
        "> c1  c2  c3  c4\n",
        "no legal move begins with `z`",
        "side 0 (first) to act, 50 simulations:\nscore ",
        "and 11 more",
        "expected a cell from a1 to d4",
        "move `b2`",
        "expected the name of a file",
        "saved to ",
        if cfg!(windows) { "(os error 3)" } else { "cannot write `/no/such/folder/x`: No such file or directory" },
        "side 1 (second) wins after 1 move: side 0 (first) gives up\nEnter ends",
        "The game is over. Enter ends",
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    assert_eq!(text.matches("a move   ").count(), 1, "a game that is over has no moves: {text}");
    // Lines fit a terminal; what answers stands below the prompt there.
    let path = file.display().to_string();
    let answers = text.lines().filter_map(|line| line.rsplit("> ").next());
    assert!(answers.filter(|line| !line.contains(&path)).all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    let record = session.record();
    assert_eq!((record.winner, record.reason), (Some(Some(Side::Second)), Some(Reason::Resignation)));
    assert_eq!(record.verify(), Ok(()));
    // Without the quotation marks that shells want, in the format of the ending.
    for file in [&file, &file.with_extension("sgf"), &file.with_extension("pgn")] {
        assert_eq!(Records::open(file).expect("the file is there").verify().expect("the record is right"), 1);
    }
    let sgf = std::fs::read_to_string(file.with_extension("sgf")).expect("readable");
    assert!(sgf.starts_with("(;FF[4]") && sgf.contains("VARIANT[dualite]"), "{sgf}");
}

#[test]
fn many_moves_are_listed_in_columns() {
    let (_, text, _) = play_match(AnyGame::of(Lines::new(5, 4, 1)), vec![Chair::Person, Chair::Person], 1, "moves\n");
    assert!(text.contains("first> 0   1   2   3   4   5"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn input_that_is_not_text_is_refused_like_any_other() {
    let chairs = vec![person(), random()];
    let mut session = Session::new(dualite("dualite"), chairs, Engine::rollouts(Budget::Policy), 1, 0);
    let mut out = Vec::new();
    session.run(&mut Cursor::new(b"\xff\xfe\na1\n"), &mut out, &mut MemoryKeeper::default()).expect("nothing fails");
    assert_eq!(session.record().steps, ["a1"]);
}

#[test]
fn four_seats_are_four_chairs() {
    let game = dualite("dualite-teams");
    let chairs = game.seat_names().iter().map(|&name| if name == "B2" { person() } else { random() }).collect();
    let (session, text) = session("dualite-teams", chairs, "undo\nresign\n");
    assert_eq!(session.record().steps.len(), 3, "the opening and B1: {text}");
    assert!(text.contains("A1 (random) plays") && text.contains("B1 (random) plays") && text.contains("B2>"), "{text}");
    let end = "side 0 (A1 and A2) wins after 3 moves: side 1 (B1 and B2, your team) gives up\n";
    assert!(text.contains(end), "{text}");
}

#[test]
fn rounds_of_players_run_through() {
    let (last, text, kept) = play_match(dualite("dualite"), vec![random(), random()], 3, "");
    assert!(last.outcome().is_some() && kept.len() == 3 && kept[2] == last.record());
    assert!(kept[0].steps != kept[2].steps, "each round has a seed of its own");
    // The party that wins a round: the players are identified by their seats in the first.
    let winners = kept.iter().map(|record| record.winner.flatten().expect("no draws").index());
    let won = winners.enumerate().filter(|(round, winner)| winner == &(round % 2)).count();
    let score = format!("match: random (first in round 1) {won}, random (second in round 1) {}, draws 0\n", 3 - won);
    assert!(text.ends_with(&score), "{text}");
    assert_eq!(text.matches("match after ").count(), 2, "{text}");
    for part in
        ["dualite, round 1 of 3.\nSide 0", "match after 1 of 3 rounds: ", "round 3 of 3, sides exchanged.\nSide 0"]
    {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn a_person_plays_a_match() {
    // The first round is given up, taken back and given up again; the second begins with the other side.
    let input = "a1\nresign\nundo\nresign\nboard\n\nresign\n\nc2\nquit\n";
    let (session, text, kept) = play_match(dualite("dualite"), vec![person(), random()], 4, input);
    assert_eq!(session.record().steps, ["c2"]);
    let players = kept.iter().map(|record| record.players.clone().expect("players are named").join(" "));
    assert_eq!(Vec::from_iter(players), ["person random", "random person", "person random"]);
    for part in [
        "round 2 of 4, sides exchanged.\nSide 0: first (random). Side 1: second (you).",
        "side 1 (second) wins after 1 move: side 0 (first, you) gives up\n\
         match after 1 of 4 rounds: you 0, random 1, draws 0",
        "gives up\nmatch after 2 of 4 rounds: you 0, random 2, draws 0\nEnter begins round 3, `undo`",
        "round 3 of 4, sides exchanged.\nSide 0: first (you). Side 1: second (random).",
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    // Quitting amid a round prints the score once more; the round does not count.
    assert!(text.ends_with("goes on> match after 2 of 4 rounds: you 0, random 2, draws 0\n"), "{text}");

    // Undo does not go back to an earlier round. A round without a move is not kept, nor does it count.
    let (session, text, kept) = play_match(dualite("dualite"), vec![person(), person()], 2, "a1\nresign\n\nundo\n");
    assert!(session.record().steps.is_empty() && kept.len() == 1 && text.contains("nothing to undo"), "{text}");

    // At the end of a round, quit ends the match, with the round counted.
    let (_, text, kept) = play_match(dualite("dualite"), vec![person(), random()], 2, "a1\nresign\nquit\n");
    assert!(
        kept.len() == 1
            && text
                .ends_with("Enter begins round 2, `undo` reopens the game; or type save FILE, board or quit.\nover> ")
    );
}

#[test]
fn teams_exchange_sides_as_they_are() {
    let seats = ["A1", "A2", "B1", "B2"];
    let chairs = seats.map(|seat| Chair::Player(seat.to_lowercase(), Box::new(RandomPlayer::new(0))));
    let (_, text, kept) = play_match(dualite("dualite-teams"), chairs.into(), 3, "");
    let players = kept.into_iter().map(|record| record.players.expect("players are named").join(" "));
    assert_eq!(Vec::from_iter(players), ["a1 a2 b1 b2", "b1 b2 a1 a2", "a1 a2 b1 b2"]);
    assert!(text.contains("Side 0: A1 (b1), A2 (b2). Side 1: B1 (a1), B2 (a2).\n"), "{text}");
    assert!(text.contains("\nmatch: a1 and a2 ") && text.contains(", b1 and b2 "), "{text}");
}

#[test]
fn what_cannot_be_kept_ends_the_match() {
    let mut session =
        Session::new(dualite("dualite"), vec![random(), random()], Engine::rollouts(Budget::Policy), 2, 0);
    struct Full;
    impl RecordStore for Full {
        fn update(&mut self, _: Option<PendingRecord>) {}

        fn keep(&mut self) -> anyhow::Result<()> {
            anyhow::bail!("no place")
        }
    }
    let error = session.run(&mut Cursor::new(""), &mut Vec::new(), &mut Full).expect_err("nothing can be kept");
    assert_eq!(error.to_string(), "no place");
}

#[test]
fn play_runs_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("game.jsonl");
    let record = record.to_str().expect("the path is UTF-8");
    let text = prints(
        &["play", "dualite", "--against", "mcts:20", "--side", "1", "--seed", "1", "--record", record],
        "hint\nquit\n",
    );
    assert!(text.contains("first (mcts:20) plays") && text.contains("second>"), "{text}");
    let saved = Records::open(record.as_ref()).expect("the file is there").next().expect("a record");
    let saved = saved.expect("a record").1;
    assert_eq!((saved.steps.len(), saved.unfinished, saved.reason), (2, true, None));

    let seats = ["--seat", "A1=random", "--seat", "A2=random", "--seat", "B1=random", "--seat", "B2=mcts:5"];
    let text = prints(
        &[&["play", "dualite-teams", "--rounds", "3", "--seed", "1", "--record", record], &seats[..]].concat(),
        "",
    );
    assert!(text.contains("B2 (mcts:5) plays") && text.contains("A2 (mcts:5) plays"), "{text}");
    assert!(text.contains("wins after") && text.contains("\nmatch: random and random "), "{text}");
    assert_eq!(Records::open(record.as_ref()).expect("the file is there").verify().expect("the records are right"), 4);

    let sgf = folder.path().join("game.sgf");
    let file = sgf.to_str().expect("the path is UTF-8");
    prints(&["play", "dualite", "--seat", "first=random", "--seat", "second=random", "--record", file], "");
    let text = std::fs::read_to_string(&sgf).expect("readable");
    assert!(text.starts_with("(;FF[4]") && text.contains("PB[random]"), "{text}");
    assert_eq!(Records::open(&sgf).expect("the file is there").verify().expect("the record is right"), 1);

    refuses(&["play", "dualite", "--seat", "Z=me"], 1, &["unknown seat `Z`", "first, second"]);
    refuses(&["play", "dualite", "--seat", "first"], 2, &["NAME=me"]);
    refuses(&["play", "dualite", "--against", "no-such-run"], 1, &["no training run `no-such-run`"]);
    refuses(&["play", "dualite", "--side", "2"], 2, &["--side"]);
    refuses(&["play", "dualite", "--rounds", "0"], 2, &["--rounds"]);
}

/// What the program shows in a terminal of 80 columns where these keys are typed, at one prompt each.
#[cfg(unix)]
fn in_terminal(args: &[&str], environment: &[(&str, &str)], keys: &[&[u8]]) -> String {
    let size = nix::pty::Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = nix::pty::openpty(&size, None).expect("there are terminals");
    let mut command = ardoise(args);
    command.env_remove("NO_COLOR").env("TERM", "xterm").envs(environment.iter().copied());
    let end = || Stdio::from(terminal.slave.try_clone().expect("descriptors are left"));
    let mut child = command.stdin(end()).stdout(end()).spawn().expect("the program starts");
    drop((command, terminal.slave));
    let mut person = std::fs::File::from(terminal.master);
    let (mut shown, mut seen, mut keys) = (Vec::new(), 0, keys.iter());
    let mut bytes = [0; 4096];
    // The end of the program is the end of its terminal, which some systems report as an error.
    while let Ok(count @ 1..) = person.read(&mut bytes) {
        shown.extend_from_slice(&bytes[..count]);
        // The editor turns on bracketed paste when it begins to read a line.
        if shown[seen..].windows(8).any(|text| text == b"\x1b[?2004h")
            && let Some(keys) = keys.next()
        {
            seen = shown.len();
            person.write_all(keys).expect("the program reads");
        }
    }
    assert!(child.wait().expect("the program ends").success());
    String::from_utf8(shown).expect("output is UTF-8")
}

#[cfg(unix)]
#[test]
fn lines_are_edited_and_boards_coloured_in_a_terminal() {
    let args = ["play", "loa", "--seat", "Black=me", "--seat", "White=me"];
    // Tab completes, the left arrow goes back, Ctrl-C ends the session.
    let keys: [&[u8]; 4] = [b"und\t\r", b"b1-3\x1b[Db\r", b"b8-\x7f\x7f\x7f\x1b[A\r", b"\x03"];
    let text = in_terminal(&args, &[], &keys);
    assert!(text.contains("nothing to undo") && text.contains("last move: b1-b3 by Black (you)"), "{text:?}");
    // The line before, recalled.
    assert!(text.contains("`b1-b3`"), "{text:?}");
    assert!(text.contains("\x1b[1m\x1b[36mX") && text.contains("\x1b[7m.\x1b[0m"), "{text:?}");
    let text = in_terminal(&args, &[("NO_COLOR", "1")], &keys);
    assert!(text.contains("last move: b1-b3") && !text.contains("\x1b[7m") && !text.contains("\x1b[1m"), "{text:?}");
}

/// The game is saved whatever ends the program.
#[test]
fn a_signal_keeps_the_game() {
    // Windows knows but one that a program can send to another.
    let signals: &[&str] = if cfg!(unix) { &["-INT", "-TERM", "-HUP"] } else { &["-INT"] };
    for &signal in signals {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let record = folder.path().join("game.jsonl");
        let path = record.to_str().expect("the path is UTF-8");
        let args = ["play", "dualite", "--seat", "first=me", "--seat", "second=me", "--record", path];
        let mut child = start_apart(ardoise(&args).stdin(Stdio::piped()).stdout(Stdio::piped()));
        let mut input = child.stdin.take().expect("standard input is piped");
        input.write_all(b"a1\nc3\n").expect("the program reads");
        // The prompt after both moves.
        let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut text = Vec::new();
        while !text.ends_with(b"second> ") {
            assert!(output.read_until(b' ', &mut text).expect("the program writes") > 0);
        }
        if signal == "-INT" {
            interrupt(&child);
        } else {
            let id = child.id().to_string();
            assert!(Command::new("kill").args([signal, &id]).status().expect("kill is there").success());
        }
        assert_eq!(child.wait().expect("the program ends").code(), Some(130), "{signal}");
        let kept = Records::open(&record).expect("the file is there").next().expect("a record").expect("a record").1;
        assert_eq!((kept.steps.join(" ").as_str(), kept.unfinished), ("a1 c3", true), "{signal}");
        assert_eq!(kept.verify(), Ok(()));
    }
}

#[test]
fn analysis_finds_a_win_in_one() {
    // The gap in the row neighbours the last move.
    let args = ["analyse", "dualite", "--position", "..../..../..../oo.o 0 b1", "--with", "mcts:200"];
    let json = prints_json(&[&args[..], &["--json"]].concat());
    assert_eq!((&json["best"], &json["pv"][0]), (&"c1".into(), &"c1".into()));
    assert_eq!(json["proven"], serde_json::json!({"result": "win", "moves": 1}));
    assert_eq!((&json["win"], &json["moves_left"]), (&1.0.into(), &1.0.into()));
    let winning = json["moves"].as_array().expect("a list").iter().find(|m| m["move"] == "c1").expect("c1 is legal");
    assert_eq!(winning["proven"]["result"], "win");
    assert!(winning["prior"].as_f64().expect("a number") > 0.0);
    // The best move comes first, also where a proof found it before any simulation.
    let json = prints_json(&["analyse", "dualite-teams", "--moves", "c3 a3", "--with", "mcts:200", "--json"]);
    assert_eq!(
        (&json["simulations"], &json["proven"]["result"], &json["seat"]),
        (&0.into(), &"win".into(), &"B1".into())
    );
    assert_eq!((&json["moves"][0]["move"], &json["moves"][0]["visits"]), (&json["best"], &0.into()));
    let text = prints(&args, "");
    assert!(text.contains("side 0 (first) to act, ") && text.contains("proven: win in 1"), "{text}");
}

#[test]
fn analysis_follows_moves_and_shares_out_its_simulations() {
    let args = ["analyse", "dualite", "--moves", "a1 c3", "--with", "mcts:300", "--json"];
    let json = prints_json(&args);
    assert_eq!((&json["position"], &json["side"]), (&"..../..o./..../o... 1 a1,c3".into(), &1.into()));
    let moves = json["moves"].as_array().expect("a list");
    let visits: u64 = moves.iter().map(|m| m["visits"].as_u64().expect("a count")).sum();
    assert_eq!((visits, &json["simulations"]), (300, &300.into()));
    assert_eq!(moves[0]["move"], json["best"]);
    assert!(moves[1..].is_sorted_by_key(|m| std::cmp::Reverse(m["visits"].as_u64())));
    let chances: f64 = ["win", "draw", "loss"].iter().map(|name| json[name].as_f64().expect("a number")).sum();
    assert!((chances - 1.0).abs() < 1e-5, "{json}");

    refuses(&["analyse", "dualite", "--with", "mcts:9", "--moves", "a1 b2"], 1, &["`b2`"]);
    refuses(&["analyse", "dualite", "--with", "random"], 1, &["`random` does not search"]);
    refuses(&["analyse", "dualite", "--with", "mcts:9", "--position", "x"], 1, &["position `x`"]);
}

/// A game from a file may name its cells like commands: the name is then a move, and the command takes a mark.
#[test]
fn commands_take_a_mark_where_they_are_moves() {
    let place = Place::new();
    let input = WORDS.map(|word| format!("{word}\n")).concat();
    let (session, text, _) = play_match(words(&place.path("")), vec![Chair::Person, Chair::Person], 1, &input);
    assert!(session.outcome().is_some() && text.contains("Type a move such as `B`, or `:help`."), "{text}");
    assert_eq!(session.record().steps, WORDS, "{text}");
    // No move has anything behind it, so `save FILE` needs no mark.
    let lines = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(lines.contains("`:undo` reopens the game; or type save FILE, :board or :quit."), "{text}");

    // A cell that is taken is still one.
    let input = "quit\nquit\n:help\n:undo\nHELP\n: moves qu\n:hint\n:Resign\n:undo\n:quit\nundo\n";
    let (session, text, _) = play_match(words(&place.path("")), vec![Chair::Person, Chair::Person], 1, input);
    assert_eq!(session.record().steps, ["help"], "{text}");
    for part in [
        "move `quit` is not legal here",
        "(`:help` lists the commands)",
        "\n:undo      take back",
        "is a move: the command then begins with `:`",
        "> quit\n",
        "gives up",
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }

    // In any other game it may stand there, too.
    let (session, text) = self::session("dualite", vec![person(), person()], "a1\n:undo\nb1\n:quit\nc1\n");
    assert_eq!(session.record().steps, ["b1"], "{text}");
}

/// The name of a file is foreign text, too.
#[cfg(unix)]
#[test]
fn names_of_files_command_no_terminal() {
    use std::os::unix::process::CommandExt;
    let place = Place::new();
    let name = "\u{1b}]0;owned\u{7}\u{202e}\u{9b}31mx.rbg";
    place.succeeds(&["new", "mygame"]);
    std::fs::rename(place.path("mygame.rbg"), place.path(name)).expect("renamed");
    let missing = format!("no{name}");
    for line in [
        vec!["check", name, "--games", "2"],
        vec!["play", name, "--against", "random"],
        vec!["moves", name],
        vec!["rules", name],
        vec!["perft", name, "1"],
        vec!["check", &missing],
        vec!["check", name, &missing],
        vec!["replay", &missing],
        vec!["train", &missing],
        vec!["new", name],
    ] {
        for colours in [true, false] {
            let mut command = place.command(&line);
            // As on a terminal, where nothing is stripped.
            if colours {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.arg0("ardoise").output().expect("it starts");
            for text in [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8")) {
                let escapes = text.matches('\u{1b}').count() - text.matches("\u{1b}[").count();
                let obeyed = ['\u{7}', '\u{202e}', '\u{9b}'].into_iter().find(|&c| text.contains(c));
                assert!(escapes == 0 && obeyed.is_none(), "{line:?}: {text:?}");
            }
        }
    }
}
