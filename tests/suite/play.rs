//! Terminal play and analysis.

use super::program::{prints, prints_json, refuses};
use ardoise::arena::{Budget, Engine, RandomPlayer};
use ardoise::game::{Game, Outcome, Side};
use ardoise::games::dualite::Dualite;
use ardoise::games::rules;
use ardoise::play::{Chair, Session};
use ardoise::record::Records;
use std::io::Cursor;

fn dualite(variant: &str) -> Dualite {
    Dualite::new(rules::<&str, &str>(variant, []).expect("the variant exists"))
}

fn person() -> Chair<Dualite> {
    Chair::Person
}

fn random() -> Chair<Dualite> {
    Chair::Player("random".to_owned(), Box::new(RandomPlayer::new(0)))
}

/// A session that has read all of `input`, and what it wrote.
fn session(variant: &str, chairs: Vec<Chair<Dualite>>, input: &str) -> (Session<Dualite>, String) {
    let adviser = Engine::rollouts(Budget::Simulations(50));
    let mut session = Session::new(dualite(variant), chairs, adviser, 4);
    let mut out = Vec::new();
    session.run(&mut Cursor::new(input), &mut out).expect("memory can be written");
    (session, String::from_utf8(out).expect("output is UTF-8"))
}

#[test]
fn a_person_plays_both_sides() {
    let input = "a1\nc1\nb1\na2\nb2\nquit\n";
    let (session, text) = session("dualite", vec![person(), person()], input);
    assert_eq!(session.record().steps, ["a1", "c1", "b1", "a2", "b2"]);
    assert!(session.record().unfinished && session.outcome().is_none());
    assert!(text.contains("first>") && text.contains("second>"), "{text}");
}

#[test]
fn the_end_is_announced_and_can_be_taken_back() {
    let (full, text) = session("dualite", vec![random(), random()], "");
    let Some(Outcome::Win(winner)) = full.outcome() else { panic!("Dualité has no draws") };
    let announced = format!("side {} wins after {} moves", winner.index(), full.record().steps.len());
    assert!(text.ends_with(&format!("{announced}\n")), "{text}");

    // The same game typed by a person.
    let steps = full.record().steps.join("\n");
    let (over, text) = session("dualite", vec![person(), person()], &format!("{steps}\nhint\na1\nundo\n"));
    assert!(text.contains(&announced), "{text}");
    assert_eq!(text.matches("the game is over: expected undo").count(), 2, "{text}");
    assert_eq!(over.outcome(), None);
    assert_eq!(over.record().steps.len() + 1, full.record().steps.len());
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
    assert!(text.contains("no decision of yours"), "{text}");
}

#[test]
fn commands_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("my game.jsonl");
    let input = format!(
        "help\nmoves\nhint\nboard\n\nz9\na1\nb2\nsave\nsave {}\nsave /no/such/folder/x\nresign\nfoo\n",
        file.display()
    );
    let (session, text) = session("dualite", vec![person(), person()], &input);
    for part in [
        "save FILE",
        "a1 b1 c1 d1 a2",
        "simulations)",
        "and 11 more",
        "expected a cell from a1 to d4",
        "move `b2`",
        "expected the name of a file",
        "saved to ",
        "cannot save to /no/such/folder/x",
        "side 0 gives up\nside 1 wins after 1 moves",
        "the game is over: expected",
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(Records::open(&file).expect("the file is there").verify().expect("the record is right"), 1);
}

#[test]
fn input_that_is_not_text_is_refused_like_any_other() {
    let mut session = Session::new(dualite("dualite"), vec![person(), random()], Engine::rollouts(Budget::Policy), 0);
    let mut out = Vec::new();
    session.run(&mut Cursor::new(b"\xff\xfe\na1\n"), &mut out).expect("nothing fails");
    assert_eq!(session.record().steps, ["a1"]);
}

#[test]
fn four_seats_are_four_chairs() {
    let game = dualite("dualite-teams");
    let chairs = game.seat_names().iter().map(|&name| if name == "B2" { person() } else { random() }).collect();
    let (session, text) = session("dualite-teams", chairs, "undo\n");
    assert_eq!(session.record().steps.len(), 3, "the opening and B1: {text}");
    assert!(text.contains("A1 (random) plays") && text.contains("B1 (random) plays") && text.contains("B2>"), "{text}");
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
    assert_eq!((saved.steps.len(), saved.unfinished), (2, true));

    let seats = ["--seat", "A1=random", "--seat", "A2=random", "--seat", "B1=random", "--seat", "B2=mcts:5"];
    let text = prints(&[&["play", "dualite-teams"], &seats[..]].concat(), "");
    assert!(text.contains("B2 (mcts:5) plays") && text.contains("wins after"), "{text}");

    refuses(&["play", "dualite", "--seat", "Z=me"], 1, &["unknown seat `Z`", "first, second"]);
    refuses(&["play", "dualite", "--seat", "first"], 2, &["NAME=me"]);
    refuses(&["play", "dualite", "--against", "no-such-run"], 1, &["no training run `no-such-run`"]);
    refuses(&["play", "dualite", "--side", "2"], 2, &["--side"]);
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
    let text = prints(&args, "");
    assert!(text.contains("side 0 to act") && text.contains("proven: win in 1"), "{text}");
}

#[test]
fn analysis_follows_moves_and_shares_out_its_simulations() {
    let args = ["analyse", "dualite", "--moves", "a1 c3", "--with", "mcts:300", "--json"];
    let json = prints_json(&args);
    assert_eq!((&json["position"], &json["side"]), (&"..../..o./..../o... 1 a1,c3".into(), &1.into()));
    let moves = json["moves"].as_array().expect("a list");
    let visits: u64 = moves.iter().map(|m| m["visits"].as_u64().expect("a count")).sum();
    assert_eq!((visits, &json["simulations"]), (300, &300.into()));
    assert!(moves.is_sorted_by_key(|m| std::cmp::Reverse(m["visits"].as_u64())));
    let chances: f64 = ["win", "draw", "loss"].iter().map(|name| json[name].as_f64().expect("a number")).sum();
    assert!((chances - 1.0).abs() < 1e-5, "{json}");

    refuses(&["analyse", "dualite", "--with", "mcts:9", "--moves", "a1 b2"], 1, &["`b2`"]);
    refuses(&["analyse", "dualite", "--with", "random"], 1, &["`random` does not search"]);
    refuses(&["analyse", "dualite", "--with", "mcts:9", "--position", "x"], 1, &["position `x`"]);
}
