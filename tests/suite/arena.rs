//! Players and tournaments.

use crate::support::nets::write_net;
use crate::support::program::{ardoise, interrupt, prints, prints_json, refuses, start_apart};
use ardoise::arena::{GamePair, OpeningRule, Openings, Pairing, Reference, Sprt, SprtResult, Tournament, play_game};
use ardoise::game::{AnyGame, Game, Guidance, History, Outcome, Side};
use ardoise::games::rules;
use ardoise::players::{Budget, Entrant, PlayerSpec, SolverPlayer, seat_sides};
use ardoise::record::Records;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

fn dualite(variant: &str) -> AnyGame {
    AnyGame::new(rules::<&str, &str>(variant, []).expect("the variant exists")).expect("a game")
}

fn entrants(game: &AnyGame, names: &[&str]) -> Vec<Entrant> {
    let open = |name: &&str| {
        let spec: PlayerSpec = name.parse().expect("the name is a player's");
        Entrant::open(&spec, game, Budget::Simulations(20)).expect("the player can play")
    };
    names.iter().map(open).collect()
}

/// Pairs of games in order, each with its players.
type PlayedPairs = Vec<([usize; 2], GamePair)>;

/// All pairs that count, and the results.
fn play(tournament: &Tournament<'_>) -> (PlayedPairs, Vec<Pairing>) {
    let mut pairs = Vec::new();
    let result = tournament.run(
        || false,
        |pairing, pair| {
            pairs.push((pairing.players, pair.clone()));
            Ok::<(), Infallible>(())
        },
    );
    let Ok(pairings) = result;
    (pairs, pairings)
}

#[test]
fn openings_are_open_and_differ() {
    let game = dualite("dualite");
    let openings = Openings::draw(&game, 60, 4, 7).expect("there are openings");
    assert_eq!((openings.len(), openings.distinct()), (60, 60));
    let mut legal = Vec::new();
    for index in 0..openings.len() {
        let mut history = History::new(&game, game.start());
        for &mv in openings.moves(index) {
            history.play(&game, mv);
        }
        assert_eq!((history.moves(), history.outcome()), (4, None));
        let side = game.side_to_act(history.position());
        history.legal_moves(&game, &mut legal);
        for &mv in &legal {
            let mut next = history.clone();
            next.play(&game, mv);
            assert_ne!(next.outcome(), Some(Outcome::Win(side)), "an opening leaves no immediate win");
        }
    }
    let more = Openings::draw(&game, 80, 4, 7).expect("there are openings");
    assert!((0..60).all(|index| more.moves(index) == openings.moves(index)));
    assert_ne!(Openings::draw(&game, 60, 4, 8).expect("there are openings"), openings);
    // A caller that stops it gets those drawn so far.
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 10
    };
    let some = OpeningRule::Random.draw(&game, 60, 4, 7, &mut go_on).expect("there are openings");
    assert_eq!((some.len(), some.distinct()), (10, 10));
    assert!((0..10).all(|index| some.moves(index) == openings.moves(index)));
}

#[test]
fn openings_end_with_a_turn() {
    let rules = ardoise::games::rules::<&str, &str>("amazons", []).expect("the variant exists");
    let game = AnyGame::new(rules).expect("a game");
    // A turn has three moves.
    let openings = Openings::draw(&game, 10, 4, 7).expect("there are openings");
    assert!((0..10).all(|index| openings.moves(index).len() == 6));
}

#[test]
fn openings_repeat_where_there_are_too_few() {
    let game = dualite("dualite");
    // Up to symmetry there are three first circles.
    let openings = Openings::draw(&game, 20, 1, 0).expect("there are openings");
    assert_eq!((openings.len(), openings.distinct()), (20, 3));
    assert_eq!(openings.plies(), 1);
    // No game lasts so long.
    let openings = Openings::draw(&game, 3, 40, 0).expect("there are shorter ones");
    assert!((1..40).contains(&openings.plies()), "{}", openings.plies());
}

#[test]
fn balanced_openings_are_within_their_margin() {
    let game = AnyGame::new(rules::<&str, &str>("l-calculus", []).expect("the variant exists")).expect("a game");
    let mut reference = Reference::new(&game).expect("an evaluator is released");
    let mut scores = |openings: &Openings| -> Vec<f32> {
        let score = |index| {
            let mut history = History::new(&game, game.start());
            openings.moves(index).iter().for_each(|&mv| history.play(&game, mv));
            assert_eq!((history.moves(), history.outcome()), (4, None));
            reference.score(&game, &history)
        };
        (0..openings.len()).map(score).collect()
    };
    let within = |scores: &[f32], margin: f32| scores.iter().filter(|&score| (score - 0.5).abs() <= margin).count();
    let random = Openings::draw(&game, 20, 4, 7).expect("there are openings");
    assert!(within(&scores(&random), 0.1) < 10, "most random openings are not balanced");
    for (text, margin) in [("balanced", 0.1), ("balanced:0.05", 0.05)] {
        let rule: OpeningRule = text.parse().expect("a rule");
        let balanced = rule.draw(&game, 8, 4, 7, &mut || true).expect("there are openings");
        let scores = scores(&balanced);
        assert_eq!(within(&scores, margin), 8, "{text}: {scores:?}");
        assert_eq!(rule.draw(&game, 8, 4, 7, &mut || true).expect("there are openings"), balanced);
        let more = rule.draw(&game, 10, 4, 7, &mut || true).expect("there are openings");
        assert!((0..8).all(|index| more.moves(index) == balanced.moves(index)));
    }
    let rule = OpeningRule::Balanced { margin: 1e-9 };
    let message = rule.draw(&game, 1, 1, 0, &mut || true).expect_err("no first move is exactly even").to_string();
    assert!(message.contains("balanced within 0.000000001") && message.contains("larger margin"), "{message}");
    for text in ["", "even", "balanced:", "balanced:0", "balanced:0.6", "balanced:x", "random:1"] {
        assert!(text.parse::<OpeningRule>().expect_err("no rule").contains("balanced:MARGIN"), "{text}");
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let game = dualite("grand-dual");
    let entrants = entrants(&game, &["mcts:40", "random", "mcts:10"]);
    let openings = Openings::draw(&game, 6, 4, 1).expect("there are openings");
    let tournament =
        |seed, threads| Tournament { game: &game, entrants: &entrants, openings: &openings, seed, threads, sprt: None };
    let (pairs, pairings) = play(&tournament(5, 1));
    assert_eq!(pairs.len(), 18);
    for threads in [2, 5] {
        let (others, results) = play(&tournament(5, threads));
        assert!(others == pairs && results == pairings, "{threads} threads");
    }
    assert!(play(&tournament(6, 1)).0 != pairs);
    for (index, (players, pair)) in pairs.iter().enumerate() {
        assert_eq!(*players, [[0, 1], [0, 2], [1, 2]][index % 3]);
        let opening = openings.moves(index / 3);
        assert!(pair.games.iter().all(|played| played.moves.starts_with(opening)));
    }
}

#[test]
fn a_test_ends_a_pairing_at_the_same_pair_on_any_number_of_threads() {
    let game = dualite("dualite");
    let entrants = entrants(&game, &["mcts:100", "random", "random"]);
    let openings = Openings::draw(&game, 100, 4, 2).expect("there are openings");
    let run = |threads| {
        let sprt = Sprt::new(0.0, 100.0);
        play(&Tournament { game: &game, entrants: &entrants, openings: &openings, seed: 0, threads, sprt })
    };
    let (pairs, pairings) = run(1);
    let won = &pairings[0];
    assert_eq!(won.sprt.expect("there is a test").result, SprtResult::H1);
    assert!(won.score.pairs.pairs() < 40, "{won:?}");
    assert_eq!(pairs.iter().filter(|(players, _)| *players == [0, 1]).count(), won.score.pairs.pairs() as usize);
    assert!(run(3) == (pairs, pairings));
}

#[test]
fn a_tournament_can_be_stopped_and_fails_with_its_caller() {
    let game = dualite("dualite");
    let entrants = entrants(&game, &["random", "random"]);
    let openings = Openings::draw(&game, 500, 4, 2).expect("there are openings");
    let tournament =
        Tournament { game: &game, entrants: &entrants, openings: &openings, seed: 0, threads: 1, sprt: None };
    // At once, in the middle of a game, and after some pairs.
    for (asked, least) in [(0, 0), (7, 0), (500, 1)] {
        let asks = AtomicU32::new(0);
        let stop = || asks.fetch_add(1, Ordering::Relaxed) >= asked;
        let pairings = tournament.run(stop, |_, _| Ok::<(), Infallible>(())).expect("nothing fails");
        let games = pairings[0].score.total().games();
        assert!(games >= 2 * least && games < 200, "{games} games");
    }
    let mut calls = 0;
    let result = tournament.run(
        || false,
        |_, _| {
            calls += 1;
            if calls == 3 { Err("full") } else { Ok(()) }
        },
    );
    assert_eq!((result, calls), (Err("full"), 3));
}

#[test]
fn search_beats_chance() {
    let game = dualite("dualite");
    let entrants = entrants(&game, &["mcts:200", "random"]);
    let openings = Openings::draw(&game, 20, 4, 3).expect("there are openings");
    let (_, pairings) =
        play(&Tournament { game: &game, entrants: &entrants, openings: &openings, seed: 1, threads: 2, sprt: None });
    let total = pairings[0].score.total();
    assert_eq!(total.games(), 40);
    assert!(total.wins >= 36, "{total:?}");
}

#[test]
fn the_solver_never_loses_a_won_game() {
    let game = dualite("dualite");
    let mut judge = game.solver().expect("Dualité has a solver");
    let mut solver = SolverPlayer::new(game.solver().expect("Dualité has a solver"), 9);
    let openings = Openings::draw(&game, 60, 4, 4).expect("there are openings");
    let mut won = [0, 0];
    for opponent in entrants(&game, &["mcts:100", "random"]) {
        let mut opponent = opponent.player();
        for index in 0..openings.len() {
            let mut position = game.start();
            openings.moves(index).iter().for_each(|&mv| game.play(&mut position, mv));
            let Outcome::Win(side) = judge.outcome(&game, &position) else { panic!("Dualité has no draws") };
            opponent.new_game(&game, index as u64);
            let played = match side {
                Side::First => play_game(&game, openings.moves(index), [&mut solver, &mut *opponent], 0, || false),
                Side::Second => play_game(&game, openings.moves(index), [&mut *opponent, &mut solver], 0, || false),
            };
            assert_eq!(played.expect("nothing stops it").outcome, Outcome::Win(side));
            won[side.index()] += 1;
        }
    }
    assert!(won.iter().all(|&games| games > 0), "both sides are tried: {won:?}");
}

#[test]
fn seats_belong_to_sides() {
    assert_eq!(seat_sides(&dualite("dualite")), [Side::First, Side::Second]);
    let game = dualite("dualite-teams");
    let expected =
        game.seat_names().into_iter().map(|name| if name.starts_with('A') { Side::First } else { Side::Second });
    assert_eq!(seat_sides(&game), Vec::from_iter(expected));
}

#[test]
fn nets_play_as_files_runs_and_releases() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("checkpoints/runs/first");
    for generation in ["generation-0001", "generation-0002"] {
        fs::create_dir_all(run.join(generation)).expect("the folder can be made");
        write_net(&dualite("dualite"), &run.join(generation).join("evaluator.ard"));
    }
    fs::write(run.join("config.toml"), "").expect("the file can be written");
    let released = folder.path().join("checkpoints/dualite.ard");
    write_net(&dualite("dualite"), &released);

    let arena = |game: &str, players: &[&str]| {
        let mut command = ardoise(&["arena", "--game", game, "--games", "4", "--sims", "8", "--json"]);
        command.args(players).current_dir(&folder).output().expect("the program starts")
    };
    let file = released.to_str().expect("the path is UTF-8");
    let output = arena("dualite", &["first", "first:1@policy", "released@sims=4", file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let pairs = json["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 6);
    assert!(pairs.iter().all(|pair| pair["games"] == 4), "{json}");

    for (players, part) in [
        (["first:3", "random"], "no generation 3: expected 1 to 2"),
        (["second", "random"], "no training run `second`: expected a run's directory or a name in"),
    ] {
        let message = String::from_utf8(arena("dualite", &players).stderr).expect("messages are UTF-8");
        assert!(message.contains(part), "{message}");
    }
    let message = String::from_utf8(arena("grand-dual", &["first", "random"]).stderr).expect("messages are UTF-8");
    assert!(message.contains("player `first`") && message.contains("plays `dualite`"), "{message}");
}

#[test]
fn a_tournament_is_reported_and_recorded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().expect("the path is UTF-8");
    let args = ["arena", "mcts:50", "random", "--game", "dualite-teams", "--games", "20", "--seed", "3"];
    let more = ["--sprt", "-1000,-900", "--threads", "2", "--record", record, "--json"];
    let json = prints_json(&[&args[..], &more].concat());
    assert_eq!(json["pairs"].as_array().expect("a list").len(), 1);
    let pair = &json["pairs"][0];
    let count = |name: &str| pair[name].as_u64().expect("a count");
    let number = |name: &str| pair[name].as_f64().expect("a number");
    assert_eq!(count("games"), count("wins") + count("losses") + count("draws"));
    let half_points = (2 * count("wins") + count("draws")) as f64;
    assert!((number("score") - half_points / (2 * count("games")) as f64).abs() < 1e-12);
    assert!(number("elo_low") < number("elo") && number("elo") <= number("elo_high"));
    assert_eq!(pair["sprt"]["result"], "h1");

    let path = Path::new(record);
    assert_eq!(
        Records::open(path).expect("the file is there").verify().expect("records are right") as u64,
        count("games")
    );
    let first = Records::open(path).expect("the file is there").next().expect("a record").expect("a record").1;
    assert_eq!(first.players.expect("players are named"), ["mcts:50", "mcts:50", "random", "random"]);

    let table = prints(&args, "");
    assert!(table.lines().next().expect("a header").starts_with("player"), "{table}");
    assert!(table.lines().nth(1).expect("a row").starts_with("mcts:50"), "{table}");
}

#[test]
fn games_that_count_are_reported_with_who_ends_ahead() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rules = |variant, max_turns: &str| rules(variant, [("max_turns", max_turns)]).expect("there is such a game");
    reports_who_ends_ahead(&AnyGame::new(rules("l-calculus", "80")).expect("a game"), "max_turns=80", folder.path());
    reports_who_ends_ahead(&AnyGame::new(rules("logitac", "120")).expect("a game"), "max_turns=120", folder.path());

    let json = prints_json(&["arena", "mcts:8", "random", "--game", "dualite", "--games", "2", "--json"]);
    assert!(json["pairs"][0]["ahead"].is_null(), "{json}");
}

fn reports_who_ends_ahead(game: &AnyGame, rules: &str, folder: &Path) {
    let name = &*game.rules().variant().name;
    let path = folder.join(name);
    let record = path.to_str().expect("the path is UTF-8");
    let options = ["--game", name, "--rules", rules, "--games", "6", "--record", record, "--resume"];
    let args = [&["arena", "mcts:8", "random"], &options[..]].concat();
    let json = || prints_json(&[&args[..], &["--json"]].concat());
    let played = json();
    assert_eq!(json(), played, "read from the record");

    let ahead = Vec::from_iter(Records::open(&path).expect("the file is there").map(|record| {
        let record = record.expect("a record").1;
        let mut history = History::new(game, game.start());
        history.play_texts(game, record.steps.iter().map(String::as_str)).expect("legal moves");
        let ahead = game.ahead(history.position()).expect("the game counts") as f64;
        let is_first = record.players.expect("players are named")[0] == "mcts:8";
        if is_first { ahead } else { -ahead }
    }));
    let mean = ahead.iter().sum::<f64>() / 6.0;
    let number = |name: &str| played["pairs"][0][name].as_f64().expect("a number");
    assert!((number("ahead") - mean).abs() < 1e-9 && mean > 0.0, "{played} {ahead:?}");
    assert!(number("ahead_low") < mean && mean < number("ahead_high"));
    let table = prints(&args, "");
    let row = table.lines().nth(1).expect("a row");
    assert!(
        table.lines().next().expect("a header").contains("ahead") && row.contains(&format!("{mean:+.1}")),
        "{table}"
    );
}

#[test]
fn an_interrupt_ends_a_match_between_games() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.jsonl");
    let name = record.to_str().expect("the path is UTF-8");
    let args = ["arena", "random", "mcts:50", "--game", "loa", "--games", "100000", "--record", name, "--json"];
    let mut arena = ardoise(&[&args[..], &["--opening-plies", "0", "--threads", "2"]].concat());
    let mut child = start_apart(arena.stdout(Stdio::piped()).stderr(Stdio::piped()));
    while fs::metadata(&record).map_or(0, |file| file.len()) == 0 {
        assert!(child.try_wait().expect("the program can be asked").is_none(), "it has not ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&child);
    let mut text = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut text).expect("output is readable");
    let mut message = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut message).expect("messages are readable");
    assert!(child.wait().expect("the program ends").success(), "{message}");
    assert!(message.contains("ending; games under way do not count"), "{message}");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["interrupted"], true);
    let games = json["pairs"][0]["games"].as_u64().expect("a count");
    assert!((2..100_000).contains(&games), "{json}");
    assert_eq!(Records::open(&record).expect("the file is there").verify().expect("records are right") as u64, games);
}

/// A million games' openings take the better part of a minute: the program listens to signals before it draws them.
#[test]
fn an_interrupt_ends_the_drawing_of_openings() {
    use std::io::Read;
    use std::process::Stdio;

    let mut arena = ardoise(&["arena", "random", "random", "--game", "loa", "--games", "1000000", "--json"]);
    let mut child = start_apart(arena.stdout(Stdio::piped()).stderr(Stdio::piped()));
    std::thread::sleep(std::time::Duration::from_secs(2));
    interrupt(&child);
    let (mut text, mut message) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut text).expect("output is readable");
    child.stderr.take().expect("piped").read_to_string(&mut message).expect("messages are readable");
    assert!(child.wait().expect("the program ends").success(), "{message}");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {message}"));
    assert_eq!(json["interrupted"], true);
    // Some openings are drawn, and no game is played.
    let drawn = json["openings"].as_u64().expect("a count");
    assert!((1..200_000).contains(&drawn) && json["pairs"][0]["games"] == 0, "{json}");
}

#[test]
fn games_that_are_the_same_are_told() {
    let args = ["arena", "mcts:20", "mcts:30", "--game", "loa", "--games", "4", "--json"];
    assert_eq!(prints_json(&args)["pairs"][0]["distinct_games"], 4);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "1. b1-b3 a2-c2 2. d1-d3\n").expect("written");
    let file = openings.to_str().expect("the path is UTF-8");
    // Rollouts differ in every game, the solver chooses among equal moves: only random moves are certain to differ.
    let given = ["arena", "random", "random", "--game", "loa", "--games", "4", "--opening-file", file];
    let record = folder.path().join("games.jsonl");
    prints(&[&given[..], &["--record", record.to_str().expect("the path is UTF-8")]].concat(), "");
    for played in Records::open(&record).expect("the file is there") {
        let (_, played) = played.expect("a record");
        assert_eq!(played.steps[..3], ["b1-b3", "a2-c2", "d1-d3"]);
    }
    let begun = [&given[..], &["--opening-plies", "1", "--record", file.trim_end_matches(".txt")]].concat();
    prints(&begun, "");
    let other = Records::open(Path::new(file.trim_end_matches(".txt"))).expect("the file is there");
    assert!(other.map(|record| record.expect("a record").1.steps).all(|steps| steps[0] == "b1-b3"));
    refuses(
        &["arena", "random", "random", "--game", "dualite", "--opening-file", file],
        1,
        &["no opening of dualite", "loa"],
    );
    fs::write(&openings, "").expect("written");
    refuses(&given, 1, &["holds no game"]);
    fs::write(&openings, "(;GM[9]PL[W];W[a2-c2])").expect("written");
    refuses(&given, 1, &["no opening of loa", "it begins from another position: expected 1bbbbbb1/"]);
    let over = "1. d1-b3 h5-g4 2. b1-b4 g4xg1 3. b4-e7 a3xc1 4. b3-e6 h3xf1 5. e1-e5 1-0\n";
    fs::write(&openings, over).expect("written");
    refuses(&given, 1, &["no opening of loa", "it is over: expected fewer moves, by --opening-plies"]);
}

#[test]
fn deterministic_players_are_found_to_repeat_themselves() {
    let game = dualite("dualite");
    let entrants = entrants(&game, &["released@policy", "released@sims=1"]);
    let openings = Openings::given(vec![Vec::new(); 5]);
    let tournament =
        Tournament { game: &game, entrants: &entrants, openings: &openings, seed: 1, threads: 2, sprt: None };
    let (pairs, pairings) = play(&tournament);
    assert_eq!((pairs.len(), pairings[0].distinct), (5, 2), "one game for each side that begins");
    let args =
        ["arena", "released@policy", "released@sims=1", "--game", "dualite", "--games", "10", "--opening-plies", "0"];
    let output = ardoise(&args).output().expect("the program starts");
    let [table, note] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(output.status.success() && table.lines().count() == 2, "{table}{note}");
    assert!(note.contains("of the 10 games of `released@policy`") && note.contains("only 2 are different"), "{note}");
}

#[test]
fn an_interrupted_match_goes_on_with_the_games_that_were_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is UTF-8").to_owned();
    let (whole, part) = (path("whole.jsonl"), path("part.jsonl"));
    let args =
        ["arena", "mcts:8", "random", "mcts:4", "--game", "dualite", "--games", "8", "--sprt", "-10,60", "--json"];
    let play = |record: &str| prints_json(&[&args[..], &["--record", record, "--resume"]].concat());
    let results = play(&whole);
    let games = fs::read_to_string(&whole).expect("the file is there");
    let lines = games.lines().count();
    assert!(lines > 10, "{games}");
    for kept in (0..=lines).step_by(2) {
        let begun: String = games.split_inclusive('\n').take(kept).collect();
        fs::write(&part, begun).expect("written");
        assert_eq!(play(&part)["pairs"], results["pairs"], "from {kept} games on");
        assert_eq!(fs::read_to_string(&part).expect("the file is there"), games, "from {kept} games on");
    }
    // What a kill leaves of the last pair is cut off and played again, wherever it came.
    let ends = games.match_indices('\n').map(|(at, _)| at + 1).take(3);
    let cuts = ends.flat_map(|end| [end, end - 1, end + 1, end + 5, end + 40]).chain([1, 8, 60]);
    for cut in cuts {
        fs::write(&part, &games[..cut]).expect("written");
        assert_eq!(play(&part)["pairs"], results["pairs"], "from {cut} bytes on");
        assert_eq!(fs::read_to_string(&part).expect("the file is there"), games, "from {cut} bytes on");
    }
    // A file that is not an unfinished record stays, and so does the file of another match.
    fn resume<'a>(args: &[&'a str], record: &'a str) -> Vec<&'a str> {
        [args, &["--record", record, "--resume"]].concat()
    }
    let second = games.lines().take(2).map(str::len).sum::<usize>() + 2;
    for (kept, end, parts) in [
        (second, "no record", &["part.jsonl:3: column "][..]),
        (second, "{\"game\":\"dualite\"}\n", &["part.jsonl:3: column "]),
        (second, "{\"games\":\"", &["part.jsonl:3: column "]),
    ] {
        let text = games[..kept].to_owned() + end;
        fs::write(&part, &text).expect("written");
        refuses(&resume(&args, &part), 1, parts);
        assert_eq!(fs::read_to_string(&part).expect("the file is there"), text);
    }
    // What every record of the game says besides its moves is checked, too.
    for (field, other) in [("\"legal_counts\":[", "\"legal_counts\":[9"), ("\"positions\":[\"", "\"positions\":[\"x")] {
        let text = games[..second].replacen(field, other, 1);
        assert_ne!(text, games[..second]);
        fs::write(&part, &text).expect("written");
        refuses(&resume(&args, &part), 1, &["part.jsonl:1: expected a game of this match"]);
        assert_eq!(fs::read_to_string(&part).expect("the file is there"), text);
    }
    let three: String = games.split_inclusive('\n').take(3).collect();
    fs::write(&part, &three).expect("written");
    refuses(
        &resume(&[&args[..], &["--seed", "5"]].concat(), &part),
        1,
        &["part.jsonl:1: expected a game of this match"],
    );
    assert_eq!(fs::read_to_string(&part).expect("the file is there"), three);
    let two: String = games.split_inclusive('\n').take(2).collect();
    fs::write(&part, two).expect("written");
    let other = ["arena", "mcts:9", "random", "mcts:4", "--game", "dualite", "--games", "8"];
    refuses(&resume(&other, &part), 1, &["part.jsonl:1: expected a game of this match", "not by mcts:9, random"]);
    refuses(&resume(&[&args[..], &["--seed", "5"]].concat(), &part), 1, &["it begins from another opening"]);
    refuses(&resume(&["arena", "mcts:8", "random", "--game", "loa"], &part), 1, &["the match is of loa"]);
}

#[test]
fn wrong_arguments_are_named() {
    refuses(&["arena", "random", "--game", "dualite"], 2, &["2 values required"]);
    refuses(&["arena", "random", "mcts:0", "--game", "dualite"], 2, &["`mcts:0`", "mcts:N"]);
    refuses(&["arena", "random", "random", "--game", "dualite", "--games", "7"], 2, &["'7'", "even number"]);
    refuses(&["arena", "random", "random", "--game", "dualite", "--sprt", "5,0"], 2, &["'5,0'", "0,20"]);
    refuses(&["arena", "random", "random", "--game", "dualite", "--sprt", "0,7000"], 2, &["'0,7000'", "-2000 to 2000"]);
    refuses(&["arena", "random", "random", "--game", "dualite", "--resume"], 2, &["--record <FILE>"]);
    refuses(
        &["arena", "random", "random", "--game", "dualite", "--threads", "100000"],
        2,
        &["'100000'", "expected 1 to "],
    );
    refuses(&["arena", "random", "mcts:9@threads=33", "--game", "dualite"], 2, &["`@threads=33`", "at most 32"]);
    refuses(&["arena", "random", "random", "--game", "chess"], 1, &["`chess`", "dualite"]);
    refuses(&["arena", "solver", "random", "--game", "loa"], 1, &["`solver`", "loa has no exact solver"]);
    refuses(&["arena", "a.ard", "random", "--game", "loa"], 1, &["`a.ard`", "cannot read a.ard"]);
}
