//! The protocol between the page and its engine: the requests of `docs/protocol.md`, as the page sends them.

use ardoise::clock::Instant;
use ardoise::games::{rules_files, shipped_for, variants};
use ardoise::players::LEVELS;
use ardoise::web::{Answer, Games, Nets, PageEngine, Refusal, Request};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const MEMORY: usize = 64 << 20;

fn engine() -> PageEngine {
    PageEngine::new(Nets::of_program(), Games::default(), json!({"engine": "program"}))
}

/// The reply, or the last event of a task that runs to its end.
fn ask(engine: &PageEngine, request: Value) -> Result<Value, Refusal> {
    let mut task = match engine.ask(Request::parse(request)?, MEMORY)? {
        Answer::Reply(reply) => return Ok(reply),
        Answer::Task(task) => task,
    };
    let mut last = Value::Null;
    task.finish(&mut |event| last = event)?;
    Ok(last)
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// Plays the move whose number a fixed sequence names, until the game is over or `most` moves are made.
fn random_game(engine: &PageEngine, variant: &str, seed: usize, most: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let mut state = seed;
    loop {
        let position = ask(engine, json!({"do": "position", "game": {"variant": variant, "moves": moves}})).unwrap();
        let legal = position["moves"].as_array().unwrap();
        if legal.is_empty() || moves.len() >= most {
            assert_eq!(legal.is_empty(), !position["outcome"].is_null());
            return moves;
        }
        state = (state * 31 + 17) % 10_007;
        moves.push(legal[state % legal.len()]["move"].as_str().unwrap().to_owned());
    }
}

#[test]
fn a_rules_file_of_a_page_is_a_game_like_the_others() {
    let engine = engine();
    let names = |engine: &PageEngine| {
        let hello = ask(engine, json!({"do": "hello"})).unwrap();
        let names = hello["variants"].as_array().unwrap().iter().map(|told| told["name"].as_str().unwrap().to_owned());
        Vec::from_iter(names)
    };
    let refused = |request: Value| ask(&engine, request).unwrap_err().error;
    let text = ask(&engine, json!({"do": "template"})).unwrap()["text"].as_str().unwrap().to_owned();
    let position = |name: &str, moves: Value| json!({"do": "position", "game": {"variant": name, "moves": moves}});
    assert!(refused(position("of-a-page.rbg", json!([]))).contains("unknown game `of-a-page.rbg`"));

    let told = ask(&engine, json!({"do": "add_game", "name": "of-a-page.rbg", "text": text})).unwrap();
    assert_eq!((&told["name"], &told["title"]), (&json!("of-a-page.rbg"), &json!("My game")));
    assert!(names(&engine).contains(&"of-a-page.rbg".to_owned()));
    assert_eq!(ask(&engine, json!({"do": "rules", "variant": "of-a-page.rbg"})).unwrap()["text"], text);
    let moves = random_game(&engine, "of-a-page.rbg", 5, 400);
    let end = ask(&engine, position("of-a-page.rbg", json!(moves))).unwrap();
    assert!(end["outcome"].is_object(), "{end}");
    // Another engine does not know it.
    assert!(!names(&self::engine()).contains(&"of-a-page.rbg".to_owned()));

    // The newest text stands for the name.
    let larger = text.replace(
        "[none, none, none, none, none]\n",
        "[none, none, none, none, none]\n    [none, none, none, none, none]\n",
    );
    ask(&engine, json!({"do": "add_game", "name": "of-a-page.rbg", "text": larger})).unwrap();
    assert_eq!(ask(&engine, json!({"do": "rules", "variant": "of-a-page.rbg"})).unwrap()["text"], larger);

    // A wrong text leaves the game as it is.
    let wrong = larger.replace("#rules = (turn", "#rules = (tern");
    let error = refused(json!({"do": "add_game", "name": "of-a-page.rbg", "text": wrong}));
    assert!(error.contains("of-a-page.rbg:") && error.contains("tern"), "{error}");
    assert_eq!(ask(&engine, json!({"do": "rules", "variant": "of-a-page.rbg"})).unwrap()["text"], larger);
    for name in ["../x.rbg", "x", ".rbg", "a b.rbg"] {
        assert!(
            refused(json!({"do": "add_game", "name": name, "text": larger})).contains("expected at most 40 letters")
        );
    }
    ask(&engine, json!({"do": "remove_game", "name": "of-a-page.rbg"})).unwrap();
    assert!(refused(position("of-a-page.rbg", json!([]))).contains("unknown game"));
}

#[test]
fn only_rules_files_that_the_engine_was_given_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("line.rbg");
    let name = path.to_str().unwrap();
    let text = fs::read_to_string("games/tic-tac-toe.rbg").unwrap();
    fs::write(&path, &text).unwrap();
    let closed = engine();
    let game = json!({"do": "position", "game": {"variant": name}});
    assert!(ask(&closed, game.clone()).unwrap_err().error.contains("unknown game"));
    let record = json!({"game": name, "steps": []}).to_string();
    assert!(ask(&closed, json!({"do": "load", "record": record})).unwrap_err().error.contains("unknown game"));

    let games = Games::default();
    let nothing = &mut |wrong: Refusal| panic!("{}", wrong.error);
    assert_eq!(games.open(folder.path(), nothing), Ok(1));
    // A bad file among good ones is named, and the others are there.
    fs::write(folder.path().join("bad.rbg"), "#players = a(1)").unwrap();
    let mut skipped = Vec::new();
    assert_eq!(games.open(folder.path(), &mut |wrong| skipped.push(wrong.error)), Ok(1));
    assert!(matches!(&skipped[..], [wrong] if wrong.contains("bad.rbg")), "{skipped:?}");
    fs::remove_file(folder.path().join("bad.rbg")).unwrap();
    let open = PageEngine::new(Nets::of_program(), games, json!({}));
    ask(&open, game.clone()).unwrap();
    // What its author wrote for players lies beside it.
    let pages = || ask(&open, json!({"do": "rules", "variant": name})).unwrap()["pages"].clone();
    assert_eq!(pages(), json!({}));
    fs::write(folder.path().join("line.md"), "Three in a row.").unwrap();
    fs::write(folder.path().join("line.fr.md"), "Trois en ligne.").unwrap();
    assert_eq!(pages(), json!({"en": "Three in a row.", "fr": "Trois en ligne."}));
    // A changed file shows at the next `hello`; a wrong one is reported, and the game stays.
    let told = |engine: &PageEngine| {
        let hello = ask(engine, json!({"do": "hello"})).unwrap();
        hello["variants"].as_array().unwrap().iter().find(|told| told["name"] == name).unwrap().clone()
    };
    fs::write(&path, format!("//! title: Changed\n{}", text.replace("//! title", "// title"))).unwrap();
    assert_eq!((&told(&open)["title"], told(&open).get("wrong")), (&json!("Changed"), None));
    fs::write(&path, "#players = a(1)").unwrap();
    assert!(told(&open)["wrong"].as_str().unwrap().contains("line.rbg"), "{}", told(&open));
    ask(&open, game).unwrap();

    let empty = tempfile::tempdir().unwrap();
    assert!(Games::default().open(empty.path(), nothing).unwrap_err().error.contains("holds no rules file"));
    assert!(Games::default().open(&path, nothing).unwrap_err().error.contains("line.rbg"));
}

#[test]
fn every_variant_is_announced_with_options_seats_and_levels() {
    let hello = ask(&engine(), json!({"do": "hello"})).unwrap();
    assert_eq!((&hello["engine"], hello["version"].as_str()), (&json!("program"), Some(env!("CARGO_PKG_VERSION"))));
    let program = Vec::from_iter(variants().chain(rules_files()).map(|variant| variant.name.clone()));
    // Runs of whoever works on the program may bring games by rules files.
    let listed = |told: &&Value| program.iter().any(|name| told["name"] == **name);
    let known = Vec::from_iter(hello["variants"].as_array().unwrap().iter().filter(listed));
    assert_eq!(known.len(), program.len());
    for (told, variant) in known.iter().zip(variants()) {
        assert_eq!(told["name"], *variant.name);
        assert_eq!(told["options"].as_array().unwrap().len(), variant.options.len());
        assert_eq!(told["levels"].as_array().unwrap().len(), 10);
        let sides: BTreeSet<u64> =
            told["seats"].as_array().unwrap().iter().map(|seat| seat["side"].as_u64().unwrap()).collect();
        assert_eq!(sides, BTreeSet::from([0, 1]));
        let on_board = told["board"].is_object();
        assert_eq!((told["start"]["men"].is_array(), told["start"]["drawing"].is_string()), (on_board, !on_board));
        for option in told["options"].as_array().unwrap() {
            assert_eq!(option["value"].is_string(), option["choices"].is_array(), "{option}");
            assert_eq!(option["default"].is_string(), option["choices"].is_array(), "{option}");
        }
        let page = ask(&engine(), json!({"do": "rules", "variant": variant.name})).unwrap();
        assert!(page["markdown"].as_str().unwrap().contains(&*variant.name));
    }
}

/// The description of the board, and the men in every reply with a position.
#[test]
fn boards_and_men_are_told() {
    let engine = engine();
    let hello = ask(&engine, json!({"do": "hello"})).unwrap();
    let told = |name: &str| hello["variants"].as_array().unwrap().iter().find(|told| told["name"] == name).unwrap();
    let loa = &told("loa")["board"];
    assert_eq!((&loa["tile"], &loa["chequered"], &loa["dark"]), (&json!("square"), &json!(true), &json!(0)));
    assert_eq!(loa["cells"][63], json!({"name": "h8", "x": 7, "y": 7}));
    assert_eq!(loa["kinds"][1], json!({"name": "piece", "look": "disc", "side": 1}));
    let families = ["grand-dual", "dualite-teams", "zen"].map(|name| told(name)["family"].as_str().unwrap());
    assert_eq!(families, ["dualite", "dualite", "zen"]);
    let pieces = told("l-calculus")["options"].as_array().unwrap().iter().find(|o| o["default"].is_object()).unwrap();
    assert!(pieces["default"]["times"].is_u64() && pieces["value"].is_u64(), "{pieces}");

    let game = json!({"variant": "loa", "moves": ["b1-b3"]});
    let position = ask(&engine, json!({"do": "position", "game": game})).unwrap();
    let men = position["men"].as_array().unwrap();
    assert!(men.len() == 24 && men.contains(&json!([17, 0])) && !men.contains(&json!([1, 0])), "{men:?}");
    let line = ask(&engine, json!({"do": "line", "game": game})).unwrap();
    assert_eq!((line["positions"][1]["men"].as_array(), &position["drawing"]), (Some(men), &Value::Null));
    let problems = ask(&engine, json!({"do": "problems", "variant": "loa"})).unwrap();
    let problem = &problems["problems"][0];
    assert_eq!(problem["shown"]["position"], problem["game"]["start"]);
    assert!(problem["shown"]["men"].is_array());
    let drawn = ask(&engine, json!({"do": "position", "game": {"variant": "l-calculus"}})).unwrap();
    assert!(drawn["drawing"].is_string() && drawn["men"].is_null());
}

#[test]
fn a_whole_game_of_every_variant_is_told_move_by_move() {
    let engine = engine();
    for variant in variants() {
        let moves = random_game(&engine, &variant.name, 5, 60);
        let given = json!({"variant": variant.name, "moves": moves});
        let line = ask(&engine, json!({"do": "line", "game": given})).unwrap();
        let positions = line["positions"].as_array().unwrap();
        assert_eq!(positions.len(), moves.len() + 1);
        for (ply, told) in positions.iter().enumerate() {
            assert_eq!(told["ply"], ply);
            assert_eq!(told["last"].is_null(), ply == 0);
            if ply > 0 {
                assert_eq!(told["last"]["move"], moves[ply - 1]);
                assert_eq!(told["goes_on"], told["last"]["seat"] == told["seat"] && told["outcome"].is_null());
            }
            let asked = json!({"variant": variant.name, "moves": moves[..ply]});
            let one = ask(&engine, json!({"do": "position", "game": asked})).unwrap();
            assert_eq!((&one["position"], &one["legal"]), (&told["position"], &told["legal"]));
            let legal = one["moves"].as_array().unwrap();
            // The parts distinguish every move from every other, as soon as the last part is given.
            let parts: Vec<Vec<&str>> = legal.iter().map(|mv| texts(&mv["parts"])).collect();
            for (index, one) in parts.iter().enumerate() {
                assert!(!one.is_empty());
                assert!(parts.iter().enumerate().all(|(other, parts)| other == index || !parts.starts_with(one)));
            }
            // From the position itself, without the moves that led to it, the same moves are legal.
            let alone = json!({"variant": variant.name, "start": told["position"]});
            let alone = ask(&engine, json!({"do": "position", "game": alone})).unwrap();
            if told["outcome"].is_null() {
                assert_eq!(alone["moves"], one["moves"], "{}", told["position"]);
            }
        }
    }
}

#[test]
fn totals_are_told_as_each_move_would_change_them() {
    let engine = engine();
    let start = ask(&engine, json!({"do": "position", "game": {"variant": "l-calculus"}})).unwrap();
    assert_eq!(start["totals"], json!([0, 0]));
    for mv in start["moves"].as_array().unwrap().iter().take(10) {
        let after = json!({"variant": "l-calculus", "moves": [mv["move"]]});
        let after = ask(&engine, json!({"do": "position", "game": after})).unwrap();
        assert_eq!(after["totals"], mv["totals"]);
    }
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let engine = engine();
    let loa = |rest: Value| {
        let mut given = json!({"variant": "loa"});
        given.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        given
    };
    for (request, words) in [
        (json!(3), "no JSON object"),
        (json!({}), "missing field `do`"),
        (json!({"do": "sing"}), "unknown variant `sing`"),
        (json!({"do": "hello", "who": 1}), "unknown field `who`"),
        (json!({"do": "position"}), "missing field `game`"),
        (json!({"do": "position", "game": {"variant": "chess"}}), "unknown game `chess`"),
        (json!({"do": "rules", "variant": "chess"}), "unknown game `chess`"),
        (json!({"do": "position", "game": loa(json!({"options": {"max_plies": 0}}))}), "expected 1 to 10000"),
        (json!({"do": "position", "game": loa(json!({"options": {"max_plies": [1]}}))}), "a word or a whole number"),
        (json!({"do": "position", "game": loa(json!({"start": "8/8 0 0"}))}), "expected"),
        (json!({"do": "position", "game": loa(json!({"moves": ["b1-b3", "a1"]}))}), "move `a1`"),
        (json!({"do": "analyse", "game": loa(json!({})), "with": "/etc/passwd.ard"}), "expected released, mcts"),
        (json!({"do": "analyse", "game": loa(json!({})), "with": "../run"}), "expected released, mcts"),
        (json!({"do": "analyse", "game": loa(json!({})), "with": "ugi:sh"}), "expected released, mcts"),
        (json!({"do": "analyse", "game": loa(json!({})), "with": "no-such-run"}), "expected released, mcts"),
        (json!({"do": "analyse", "game": loa(json!({})), "level": 3}), "a level is only for `move`"),
        (json!({"do": "analyse", "game": loa(json!({})), "simulations": 1, "milliseconds": 1}), "one of them"),
        (json!({"do": "move", "game": loa(json!({}))}), "needs one of level"),
        (json!({"do": "move", "game": loa(json!({})), "level": 11}), "expected 1 to 10"),
        (json!({"do": "move", "game": loa(json!({})), "milliseconds": 0}), "at least 1"),
        (json!({"do": "verdicts", "game": loa(json!({}))}), "no exact solver"),
        (json!({"do": "problems", "variant": "chess"}), "no problems of `chess`"),
        (json!({"do": "problems", "variant": "loa", "day": -1}), "invalid value"),
        (json!({"do": "problems", "variant": "loa", "only_today": true}), "expected `day`"),
        (json!({"do": "attempt", "game": loa(json!({}))}), "no problem begins here"),
        (json!({"do": "attempt", "game": loa(json!({"start": "8/8 0 0"}))}), "expected 8 rows"),
        (json!({"do": "save", "game": loa(json!({})), "resigned": 2}), "expected side 0 or 1"),
        (json!({"do": "save", "game": loa(json!({})), "players": ["one"]}), "`players` has 1 entries"),
        (json!({"do": "save", "game": loa(json!({})), "evaluations": []}), "`evaluations` has 0 entries"),
        (json!({"do": "load", "record": ""}), "no game record"),
        (json!({"do": "load", "record": "\n{}"}), "record:2:"),
        (json!({"do": "load", "record": "{\"game\":\"loa\",\"steps\":[\"a1\"]}"}), "record:1: step 1"),
    ] {
        let refusal = ask(&engine, request.clone()).expect_err(&request.to_string());
        assert!(refusal.error.contains(words), "{request}: {refusal}");
        assert!(!refusal.error.contains('\n'), "{refusal}");
    }
    let wrong = json!({"do": "line", "game": loa(json!({"moves": ["b1-b3", "a1", "x"]}))});
    assert_eq!(ask(&engine, wrong).unwrap_err().ply, Some(1));
    let over = random_game(&engine, "dualite", 3, 100);
    for verb in ["analyse", "verdicts"] {
        let refusal = ask(&engine, json!({"do": verb, "game": {"variant": "dualite", "moves": over}})).unwrap_err();
        assert!(refusal.error.contains("the game is over"), "{refusal}");
    }
}

#[test]
fn an_analysis_is_that_of_the_program() {
    let engine = engine();
    let game = json!({"variant": "loa", "moves": ["b1-b3", "a2-c2"]});
    let told = ask(&engine, json!({"do": "analyse", "game": game, "simulations": 100})).unwrap();
    assert_eq!((&told["simulations"], &told["done"]), (&json!(100), &json!(true)));
    let args = ["analyse", "loa", "--moves", "b1-b3 a2-c2", "--sims", "100", "--json"];
    let program = crate::support::program::prints_json(&args);
    for field in ["best", "pv", "position", "side", "seat"] {
        assert_eq!(told[field], program[field], "{field}");
    }
    let (told, program) = (told["moves"].as_array().unwrap(), program["moves"].as_array().unwrap());
    assert_eq!(told.len(), program.len());
    for (told, program) in told.iter().zip(program) {
        assert_eq!((&told["move"], &told["visits"]), (&program["move"], &program["visits"]));
    }
}

#[test]
fn levels_move_by_their_seed_alone() {
    let engine = engine();
    let ask_level = |level: u8, seed: u64| {
        let request = json!({"do": "move", "game": {"variant": "loa"}, "level": level, "seed": seed});
        ask(&engine, request).unwrap()["move"].as_str().unwrap().to_owned()
    };
    let lowest: BTreeSet<String> = (0..12).map(|seed| ask_level(1, seed)).collect();
    assert!(lowest.len() > 4, "the lowest level hardly varies: {lowest:?}");
    assert_eq!(ask_level(1, 7), ask_level(1, 7));
    let request = json!({"do": "move", "game": {"variant": "loa"}, "level": 1});
    let told = ask(&engine, request).unwrap();
    assert!(told["analysis"]["milliseconds"].is_u64() && told["analysis"].get("done").is_none(), "{told}");
    // In the opening, any good move will do. Later, the highest level plays the best move.
    let highest: BTreeSet<String> = (0..6).map(|seed| ask_level(LEVELS, seed)).collect();
    assert!(highest.len() > 1, "the highest level always begins alike");
    let opening = "g1-g3 a7-a1 c8xa6 h5-f5 f8xf5 a2-c4 e1-c3 h6-h1 c3-e1 a4-d4 d8-d5 h3xf1";
    let later = |seed: u64| {
        let game = json!({"variant": "loa", "moves": Vec::from_iter(opening.split(' '))});
        ask(&engine, json!({"do": "move", "game": game, "level": LEVELS, "seed": seed})).unwrap()["move"].clone()
    };
    assert!((1..3).all(|seed| later(seed) == later(0)));
}

#[test]
fn rules_without_a_net_are_played_by_rollouts() {
    let engine = engine();
    let game = json!({"variant": "dualite", "options": {"opening": "single"}});
    let position = ask(&engine, json!({"do": "position", "game": game})).unwrap();
    assert_eq!(position["net"], false);
    let told = ask(&engine, json!({"do": "move", "game": game, "simulations": 50})).unwrap();
    assert!(told["move"].is_string());
}

#[test]
fn a_review_finds_the_move_that_gave_the_game_away() {
    let engine = engine();
    // After two circles every first answer but c3 wins for side 1, says the solver; `verdicts` must agree.
    let game = json!({"variant": "dualite", "moves": ["a1", "c3"]});
    let verdicts = ask(&engine, json!({"do": "verdicts", "game": game})).unwrap();
    let results = verdicts["moves"].as_array().unwrap();
    let loss = results.iter().find(|mv| mv["result"] == "loss").expect("one move loses")["move"].clone();
    let wins = results.iter().filter(|mv| mv["result"] == "win").map(|mv| mv["move"].clone()).take(3);
    // Whatever keeps the win is best, since nothing better is known of any move.
    for (mv, judgement) in wins.map(|win| (win, "best")).chain([(loss, "decisive")]) {
        let game = json!({"variant": "dualite", "moves": ["a1", "c3", mv]});
        let request = Request::parse(json!({"do": "review", "game": game, "simulations": 30})).unwrap();
        let mut task = engine.ask(request, MEMORY).and_then(Answer::task).unwrap();
        let mut events = Vec::new();
        while !task
            .work(Instant::now() + Duration::from_millis(1), NonZeroUsize::MIN, &mut |event| events.push(event))
            .unwrap()
        {}
        assert_eq!(events.iter().map(|event| event["ply"].as_u64().unwrap()).collect::<Vec<_>>(), [3, 2, 1, 0]);
        assert_eq!(events.iter().filter(|event| event["done"] == true).count(), 1);
        assert_eq!(events[1]["exact"], true);
        assert_eq!(events[1]["judgement"], judgement, "{}", events[1]);
    }
}

/// Nearly all games of Logitac are drawn: a move of random play loses a hundredth of a point or less, which a search
/// as long as the page's distinguishes.
#[test]
fn a_review_tells_moves_apart_where_all_lose_little() {
    let engine = engine();
    let game = json!({"variant": "logitac", "moves": random_game(&engine, "logitac", 3, 40)});
    let request = Request::parse(json!({"do": "review", "game": game})).unwrap();
    let mut task = engine.ask(request, MEMORY).and_then(Answer::task).unwrap();
    let mut names = BTreeMap::<String, u32>::new();
    let mut count = |event: Value| {
        if let Some(name) = event["judgement"].as_str() {
            *names.entry(name.to_owned()).or_default() += 1;
        }
    };
    task.finish(&mut count).unwrap();
    let of = |name: &str| names.get(name).copied().unwrap_or(0);
    let bad = of("mistake") + of("inaccuracy");
    assert!(of("mistake") >= 4 && bad >= 12 && of("best") + of("good") >= 8 && of("decisive") == 0, "{names:?}");
}

#[test]
fn records_are_saved_and_loaded_with_evaluations() {
    let engine = engine();
    let moves = random_game(&engine, "zen", 2, 12);
    let game = json!({"variant": "zen", "options": {"max_plies": 300}, "moves": moves});
    let mut evaluations = vec![Value::Null; moves.len() + 1];
    evaluations[3] = json!({"win": 0.5, "draw": 0.25, "loss": 0.25, "simulations": 400});
    let request = json!({
        "do": "save", "game": game, "players": ["me", "level:3"], "resigned": 1, "evaluations": evaluations,
    });
    let saved = ask(&engine, request).unwrap();
    let loaded = ask(&engine, json!({"do": "load", "record": saved["record"]})).unwrap();
    let loaded = &loaded["games"][0];
    assert_eq!(loaded["game"], game);
    assert_eq!((&loaded["winner"], &loaded["reason"]), (&json!(0), &json!("resignation")));
    assert_eq!(loaded["players"], json!(["me", "level:3"]));
    assert_eq!(loaded["evaluations"], json!(evaluations));
    // A game may begin anywhere.
    let position = ask(&engine, json!({"do": "position", "game": game})).unwrap();
    let game = json!({"variant": "zen", "options": {"max_plies": 300}, "start": position["position"], "moves": []});
    let saved = ask(&engine, json!({"do": "save", "game": game})).unwrap();
    let loaded = ask(&engine, json!({"do": "load", "record": saved["record"]})).unwrap();
    assert_eq!(loaded["games"][0]["game"], game);
    // A file may begin with a byte-order mark. The reply says whether a game without a winner is a draw.
    let text = format!("\u{feff}{}", saved["record"].as_str().unwrap());
    let loaded = ask(&engine, json!({"do": "load", "record": text})).unwrap();
    assert_eq!((&loaded["games"][0]["winner"], &loaded["games"][0]["unfinished"]), (&Value::Null, &json!(true)));
    // A record need not say who won.
    let moves = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5".split(' ');
    let record = json!({"game": "loa", "steps": Vec::from_iter(moves)}).to_string();
    let loaded = ask(&engine, json!({"do": "load", "record": record})).unwrap();
    assert_eq!((&loaded["games"][0]["winner"], &loaded["games"][0]["unfinished"]), (&json!(0), &json!(false)));
}

#[test]
fn variations_are_loaded_and_written() {
    let engine = engine();
    let sgf = "(;FF[4]GM[9];B[e1-e3](;W[a2-c4]C[good];B[b1-d3])(;W[h2-f2])(;W[a1-a2]))";
    let loaded = ask(&engine, json!({"do": "load", "record": sgf})).unwrap();
    let game = &loaded["games"][0];
    assert_eq!((&game["game"]["moves"], &game["broken"]), (&json!(["e1-e3", "a2-c4", "b1-d3"]), &json!(1)));
    let text = game["text"].as_str().unwrap();
    assert!(text.ends_with("\n\n1. e1-e3 a2-c4 { good } (1... h2-f2) 2. b1-d3 *\n\n"), "{text}");
    // A game without any has no text of its own.
    let plain = ask(&engine, json!({"do": "load", "record": "1. e1-e3 a2-c4 *"})).unwrap();
    assert_eq!((plain["games"][0].get("text"), plain["games"][0].get("broken")), (None, None));
    let written = ask(&engine, json!({"do": "convert", "text": text, "to": "sgf"})).unwrap();
    assert!(
        written["text"].as_str().unwrap().ends_with(";B[e1-e3](;W[a2-c4]C[good];B[b1-d3])(;W[h2-f2]))\n"),
        "{written}"
    );
    assert!(
        ask(&engine, json!({"do": "convert", "text": "", "to": "sgf"})).unwrap_err().error.contains("no game record")
    );
    assert!(ask(&engine, json!({"do": "convert", "text": text, "to": "gif"})).is_err());
}

/// The last event of a task that runs to its end, or the reply, of a fresh engine.
fn afresh(request: &Value) -> Value {
    timeless(ask(&engine(), request.clone()).unwrap())
}

#[test]
fn what_an_engine_keeps_changes_no_answer() {
    let engine = engine();
    for name in ["dualite", "loa", "logitac", "breakthrough"] {
        let moves = random_game(&engine, name, 3, 4);
        for turn in 0..=moves.len() {
            let game = json!({"variant": name, "moves": moves[..turn]});
            for request in [
                json!({"do": "position", "game": game}),
                json!({"do": "analyse", "game": game, "simulations": 12}),
                json!({"do": "move", "game": game, "level": 4, "seed": turn}),
                json!({"do": "analyse", "game": game, "with": "mcts", "simulations": 12}),
            ] {
                assert_eq!(timeless(ask(&engine, request.clone()).unwrap()), afresh(&request), "{request}");
            }
        }
        // Back to an earlier move, and another game from there.
        let game = json!({"variant": name, "moves": moves[..2]});
        let position = json!({"do": "position", "game": game});
        assert_eq!(timeless(ask(&engine, position.clone()).unwrap()), afresh(&position));
        let wrong = json!({"do": "position", "game": {"variant": name, "moves": [moves[0], moves[1], "nonsense"]}});
        assert_eq!(ask(&engine, wrong.clone()), ask(&self::engine(), wrong));
    }
}

#[test]
fn tasks_are_told_apart_by_what_is_asked() {
    let engine = engine();
    let game = json!({"variant": "dualite"});
    let problem = problems(&engine, "dualite")[0]["game"].clone();
    for (request, is_task, is_urgent) in [
        (json!({"do": "hello"}), false, false),
        (json!({"do": "position", "game": game}), false, false),
        (json!({"do": "problems", "variant": "dualite"}), false, false),
        (json!({"do": "analyse", "game": game}), true, false),
        (json!({"do": "analyse", "game": game, "simulations": 400}), true, true),
        (json!({"do": "move", "game": game, "level": 3}), true, true),
        (json!({"do": "review", "game": game}), true, false),
        (json!({"do": "verdicts", "game": game}), true, false),
        (json!({"do": "hint", "game": problem}), true, true),
    ] {
        let understood = Request::parse(request.clone()).unwrap();
        assert_eq!((understood.is_task(), understood.is_urgent()), (is_task, is_urgent), "{request}");
        let answer = engine.ask(understood, MEMORY).unwrap();
        assert_eq!(matches!(answer, Answer::Task(_)), is_task, "{request}");
    }
    // Requests for other parts of the program are refused in words.
    for request in [json!({"do": "runs"}), json!({"do": "watch"}), json!({"do": "stop", "task": 1})] {
        assert!(ask(&engine, request).unwrap_err().error.contains("expected"));
    }
}

/// The shipped problems of a variant, as the page gets them.
fn problems(engine: &PageEngine, variant: &str) -> Vec<Value> {
    ask(engine, json!({"do": "problems", "variant": variant})).unwrap()["problems"].as_array().unwrap().clone()
}

/// What a move leads to after those of an attempt.
fn attempt(engine: &PageEngine, problem: &Value, moves: &[Value], mv: &Value) -> Result<Value, Refusal> {
    let mut game = problem["game"].clone();
    game["moves"] = [moves, std::slice::from_ref(mv)].concat().into();
    ask(engine, json!({"do": "attempt", "game": game}))
}

#[test]
fn every_third_problem_is_solved_through_the_protocol() {
    let engine = engine();
    for variant in shipped_for(".jsonl") {
        for problem in problems(&engine, variant).into_iter().step_by(3) {
            let what = problem["game"]["start"].to_string();
            let turns = problem["win_in"].as_u64().unwrap();
            let (mut moves, mut next, mut left) = (Vec::new(), problem["line"][0].clone(), turns);
            loop {
                let told = attempt(&engine, &problem, &moves, &next).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!((&told["right"], &told["key"]), (&json!(true), &json!(moves.is_empty())), "{what}: {told}");
                moves.push(told["move"].clone());
                moves.extend(told["answers"].as_array().unwrap().iter().cloned());
                if told["solved"] == true {
                    break;
                }
                assert!(told["turns"].as_u64().unwrap() <= left && told["turns"] != 0, "{what}: {told}");
                left = told["turns"].as_u64().unwrap();
                // The shipped line where the defence follows it, else whatever keeps the win.
                let line = problem["line"].as_array().unwrap();
                let mut game = problem["game"].clone();
                game["moves"] = json!(moves);
                next = match line.starts_with(&moves) {
                    true => line[moves.len()].clone(),
                    false => {
                        let position = ask(&engine, json!({"do": "position", "game": game})).unwrap();
                        let legal = position["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone());
                        let mut right =
                            legal.filter(|mv| attempt(&engine, &problem, &moves, mv).unwrap()["right"] == true);
                        right.next().unwrap_or_else(|| panic!("{what}: no move keeps the win after {moves:?}"))
                    }
                };
            }
        }
    }
}

#[test]
fn wrong_moves_of_an_attempt_are_refuted() {
    let engine = engine();
    let mut beaten = 0;
    for variant in shipped_for(".jsonl") {
        let problem = &problems(&engine, variant)[0];
        let position = ask(&engine, json!({"do": "position", "game": problem["game"]})).unwrap();
        for mv in position["moves"].as_array().unwrap() {
            let told = attempt(&engine, problem, &[], &mv["move"]).unwrap();
            assert_eq!(told["right"] == true, mv["move"] == problem["line"][0], "{told}");
            if told["right"] == false {
                assert!(["refuted", "ends", "defended", "late"].contains(&told["why"].as_str().unwrap()), "{told}");
                assert_eq!(told["why"] == "refuted", told["by"].is_string(), "{told}");
                if told["wins"] == true {
                    let mut game = problem["game"].clone();
                    game["moves"] = json!([mv["move"], told["by"]]);
                    let after = ask(&engine, json!({"do": "position", "game": game})).unwrap();
                    assert_ne!(after["outcome"]["winner"], problem["seat"], "{after}");
                    assert!(after["outcome"].is_object(), "{after}");
                    beaten += 1;
                }
            }
        }
        for one in problem["tries"].as_array().unwrap() {
            let told = attempt(&engine, problem, &[], &one["move"]).unwrap();
            assert_eq!((&told["by"], &told["of"]), (&one["refutation"], &json!(1)), "{told}");
        }
        let refusal = attempt(&engine, problem, &[], &json!("nonsense")).unwrap_err();
        assert!(refusal.error.contains("nonsense"), "{refusal}");
        let nothing = ask(&engine, json!({"do": "attempt", "game": problem["game"]})).unwrap_err();
        assert!(nothing.error.contains("no move to judge"), "{nothing}");
        // The defence's own move is none to judge.
        let key = attempt(&engine, problem, &[], &problem["line"][0]).unwrap();
        if let Some(answer) = key["answers"].get(0) {
            let refusal = attempt(&engine, problem, &[key["move"].clone()], answer).unwrap_err();
            assert!(refusal.error.contains("one of the defence"), "{refusal}");
        }
    }
    assert!(beaten > 0, "some answer wins at once");
}

#[test]
fn a_hint_to_a_problem_is_how_its_key_begins() {
    let engine = engine();
    for variant in shipped_for(".jsonl") {
        let problem = &problems(&engine, variant)[0];
        let position = ask(&engine, json!({"do": "position", "game": problem["game"]})).unwrap();
        let hint = ask(&engine, json!({"do": "hint", "game": problem["game"]})).unwrap();
        assert_eq!((&hint["winning"], &hint["done"]), (&json!(1), &json!(true)), "{hint}");
        assert_eq!(hint["of"], position["moves"].as_array().unwrap().len(), "{hint}");
        if let Some(part) = hint["begins"].as_str() {
            assert!(problem["line"][0].as_str().unwrap().starts_with(part), "{hint}");
        }
        let key = attempt(&engine, problem, &[], &problem["line"][0]).unwrap();
        let mut game = problem["game"].clone();
        game["moves"] = json!([key["move"]]);
        if key["answers"].as_array().unwrap().is_empty() {
            continue;
        }
        let refusal = ask(&engine, json!({"do": "hint", "game": game})).unwrap_err();
        assert!(refusal.error.contains("the side that solves"), "{refusal}");
    }
    let begins = |variant: &str, key: &str| {
        let problem = problems(&engine, variant).into_iter().find(|problem| problem["line"][0] == key);
        ask(&engine, json!({"do": "hint", "game": problem.expect("there is one")["game"]})).unwrap()["begins"].clone()
    };
    assert_eq!((begins("loa", "d3-e4"), begins("dualite", "a1")), (json!("d3"), Value::Null));
}

#[test]
fn the_problem_of_the_day_is_the_programs() {
    let told = ask(&engine(), json!({"do": "problems", "variant": "loa", "day": 20_000})).unwrap();
    let of_the_day = ardoise::problems::of_the_day("loa", 20_000, 0).unwrap();
    let today = told["today"].as_u64().unwrap() as usize;
    assert_eq!(told["problems"][today - 1]["game"]["start"], of_the_day.position);
    let without_a_day = ask(&engine(), json!({"do": "problems", "variant": "loa"})).unwrap();
    assert_eq!((&without_a_day["today"], &without_a_day["problems"]), (&Value::Null, &told["problems"]));
    let alone = json!({"do": "problems", "variant": "loa", "day": 20_000, "only_today": true});
    let alone = ask(&engine(), alone).unwrap();
    assert_eq!((&alone["today"], &alone["problems"]), (&told["today"], &json!([told["problems"][today - 1]])));
}

#[test]
fn conformance_files_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_str().unwrap().ends_with(".games.jsonl") {
            let text = fs::read_to_string(&path).unwrap();
            let loaded = ask(&engine(), json!({"do": "load", "record": text})).unwrap();
            games += loaded["games"].as_array().unwrap().len();
        }
    }
    assert!(games > 200, "{games}");
}

/// The engine for browsers, run by node, gives the program's results: eight searches of each variant from random
/// positions, and one of every other request. `.ci/page` runs it, with `ARDOISE_ENGINE` naming the module.
#[test]
#[ignore = "needs node and the engine for browsers: .ci/page"]
fn the_engine_for_browsers_gives_the_same_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let engine = PageEngine::new(
        Nets::of_program(),
        Games::default(),
        json!({"engine": "browser", "threads": 1, "training": null}),
    );
    let mut requests = vec![json!({"do": "hello"})];
    let nets = shipped_for(".ard").map(|name| root.join(format!("checkpoints/{name}.ard")));
    for variant in variants() {
        let name = &*variant.name;
        for seed in 0..8 {
            let mut moves = random_game(&engine, name, 100 * seed + 7, 7 * seed);
            // Not the end of a game, where there is nothing to search.
            moves.truncate(moves.len().saturating_sub(2));
            let game = json!({"variant": name, "moves": moves});
            requests.push(json!({"do": "analyse", "game": game, "simulations": 160}));
            requests.push(json!({"do": "move", "game": game, "level": seed % 8 + 1, "seed": seed}));
            requests.push(json!({"do": "position", "game": game}));
        }
        let game = json!({"variant": name, "moves": random_game(&engine, name, 1, 8)});
        requests.push(json!({"do": "review", "game": game, "simulations": 16}));
        requests.push(json!({"do": "analyse", "game": game, "with": "mcts", "simulations": 100, "seed": 3}));
        requests.push(json!({"do": "line", "game": game}));
        requests.push(json!({"do": "verdicts", "game": game}));
        requests.push(json!({"do": "position", "game": {"variant": name, "moves": ["nonsense"]}}));
        requests.push(json!({"do": "problems", "variant": name, "day": 20_000}));
        for problem in problems(&engine, name).iter().take(2) {
            let mut game = problem["game"].clone();
            let position = ask(&engine, json!({"do": "position", "game": game})).unwrap();
            for mv in [&problem["line"][0], &position["moves"][0]["move"]] {
                game["moves"] = json!([mv]);
                requests.push(json!({"do": "attempt", "game": game}));
            }
        }
    }
    // Games from files of rules: squares, hexagons, a graph; with a net and without.
    for name in ["breakthrough", "hex-5", "reversi", "draughts", "nine-mens-morris", "template.rbg"] {
        // Both are given the template when they answer, not before.
        let known = self::engine();
        if name == "template.rbg" {
            let added = json!({"do": "add_game", "name": name, "text": ardoise::games::rules_file::TEMPLATE});
            ask(&known, added.clone()).unwrap();
            requests.push(added);
        }
        for seed in 0..6 {
            let mut moves = random_game(&known, name, 100 * seed + 3, 9 * seed);
            moves.truncate(moves.len().saturating_sub(2));
            let game = json!({"variant": name, "moves": moves});
            requests.push(json!({"do": "analyse", "game": game, "simulations": 60, "seed": seed}));
            requests.push(json!({"do": "line", "game": game}));
        }
        requests.push(json!({"do": "rules", "variant": name}));
    }
    let module = std::env::var("ARDOISE_ENGINE").expect("ARDOISE_ENGINE names the engine for browsers");
    let mut node = Command::new("node")
        .args([&root.join("tests/page/engine.mjs"), Path::new(&module)])
        .args(nets)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let mut lines = String::new();
    requests.iter().for_each(|request| lines += &format!("{request}\n"));
    let mut stdin = node.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let reader = std::thread::spawn(move || node.wait_with_output().unwrap());
    // The program answers while node does.
    let answer = |request: &Value| match ask(&engine, request.clone()) {
        Ok(reply) => reply,
        Err(refusal) => serde_json::to_value(refusal).unwrap(),
    };
    let expected = Vec::from_iter(requests.iter().map(answer));
    let output = reader.join().unwrap();
    writer.join().unwrap().expect("node reads all requests");
    let replies: Vec<Value> =
        output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!(replies.len(), requests.len());
    for ((request, reply), expected) in requests.into_iter().zip(replies).zip(expected) {
        assert_eq!(timeless(reply), timeless(expected), "{request}");
    }
}

/// Without fields that depend on the machine's speed, and with all numbers as the 32-bit ones that they were:
/// JavaScript does not distinguish 1.0 from 1, and serde_json's reader rounds the last bit of 64.
fn timeless(reply: Value) -> Value {
    match reply {
        Value::Number(number) => json!(number.as_f64().map(|number| number as f32)),
        Value::Array(values) => values.into_iter().map(timeless).collect(),
        Value::Object(fields) => {
            let lasting = fields.into_iter().filter(|(name, _)| name != "milliseconds");
            lasting.map(|(name, value)| (name, timeless(value))).collect()
        }
        other => other,
    }
}
