//! Comparisons of configs through the program.

use crate::support::place::Place;
use crate::support::program::{interrupt, start_apart, was_killed};
use crate::support::waiting::wait_until;
use ardoise::record::Record;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A folder with a tiny config. Players search for no proofs: those would decide all games of Dualité alike.
fn place() -> Place {
    let place = Place::new();
    let config = "generations = 3\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
                  [selfplay]\ngames = 24\nsimulations = 16\nfast_simulations = 4\n\
                  [learner]\nbatch = 32\nwindow = 200\n[players.search]\nproof_nodes = 0\nroot_proof_nodes = 0\n";
    fs::write(place.path("tiny.toml"), config).expect("written");
    place
}

const COMPARE: [&str; 18] = [
    "compare",
    "tiny.toml",
    "--variant",
    "fast:learner.rate=5e-3,learner.warmup_steps=1",
    "--variant",
    "greedy:players.search.c_puct=0.3",
    "--seeds",
    "2",
    "--games",
    "20",
    "--simulations",
    "16",
    "--positions",
    "40",
    "--budget",
    "10m",
    "--jobs",
    "2",
];

fn folder(place: &Place) -> PathBuf {
    place.path("checkpoints/runs/compare/tiny")
}

fn result(place: &Place) -> Value {
    let bytes = fs::read(folder(place).join("result.json")).expect("there is a result");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// The result without the times that trainings took.
fn timeless(place: &Place) -> Value {
    let mut result = result(place);
    for contender in result["contenders"].as_array_mut().expect("a list") {
        for training in contender["trainings"].as_array_mut().expect("a list") {
            training.as_object_mut().expect("complete").remove("cpu_seconds");
        }
    }
    result
}

fn evaluator(place: &Place, training: &str) -> Vec<u8> {
    fs::read(folder(place).join(format!("trainings/{training}/generation-0003/evaluator.ard"))).expect("trained")
}

/// The matches of all variations, with the lines of their games.
fn matches(folder: &Path) -> Vec<(String, Vec<Value>)> {
    let files = fs::read_dir(folder.join("games")).expect("there are games");
    let mut matches: Vec<_> = files
        .map(|entry| {
            let path = entry.expect("readable").path();
            let text = fs::read_to_string(&path).expect("readable");
            let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            (path.file_name().expect("a file").to_string_lossy().into_owned(), lines)
        })
        .collect();
    matches.sort_by(|(one, _), (other, _)| one.cmp(other));
    matches
}

#[test]
fn figures_come_from_the_games_and_what_is_done_is_not_done_again() {
    let place = place();
    let table = place.succeeds(&COMPARE);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("dualite: 2 seeds, 600 processor seconds a training, 20 games a seed"), "{table}");
    assert!(lines[1].starts_with("name") && lines[2].starts_with("base") && lines[4].starts_with("greedy"), "{table}");
    assert!(!table.contains("not complete") && table.contains("ended before 90 % of its budget"), "{table}");

    let result = result(&place);
    assert_eq!(result["complete"], true);
    let turnovers = result["contenders"].as_array().expect("a list").iter().map(|contender| {
        contender["trainings"].as_array().expect("a list").iter().map(|run| run["turnover"].as_f64().expect("a number"))
    });
    let least = turnovers.flatten().fold(f64::INFINITY, f64::min);
    assert_eq!(table.contains("a window turned over "), least < 1.0, "{table}");
    assert!(lines[1].contains(" window "), "{table}");
    let contenders = result["contenders"].as_array().expect("a list");
    assert_eq!(contenders.len(), 3);
    let matches = matches(&folder(&place));
    assert_eq!(matches.len(), 4);
    let mut openings = Vec::new();
    for (file, lines) in &matches {
        let (name, seed) = (&file[..file.find('-').expect("a name")], usize::from(file.contains("-2.sims")));
        let (mut won, mut games) = (0, 0);
        for line in lines {
            let of_pair: [Record; 2] = serde_json::from_value(line["games"].clone()).expect("two records");
            let players = of_pair.each_ref().map(|record| record.players.clone().expect("named"));
            assert!(players[0].contains(&name.to_owned()) && players[0].contains(&"base".to_owned()), "{players:?}");
            assert_eq!(players[0], players[1].iter().rev().cloned().collect::<Vec<_>>(), "sides are exchanged");
            assert_eq!(of_pair[0].steps[..4], of_pair[1].steps[..4], "from the same opening");
            openings.push((seed, line["pair"].as_u64(), of_pair[0].steps[..4].to_vec()));
            for (side, record) in of_pair.iter().enumerate() {
                record.verify().expect("played by the rules");
                games += 1;
                won += u32::from(record.winner.flatten().is_some_and(|winner| winner.index() == side));
            }
        }
        let contender = contenders.iter().find(|contender| contender["name"] == *name).expect("in the table");
        let of_seed = &contender["matches"][0]["by_seed"][seed]["total"];
        assert_eq!((games, u64::from(won)), (20, of_seed["wins"].as_u64().expect("a count")), "{file}");
    }
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 20, "both variations begin from the same openings");

    // The greedy player has the base's nets, so its policy is the base's.
    assert_eq!(contenders[2]["trained_as"], "base");
    assert!(!folder(&place).join("trainings/greedy-1").exists());
    let policy = |contender: usize| &contenders[contender]["exam"]["policy"]["mean"];
    assert_eq!(policy(2), policy(0));
    assert_ne!(evaluator(&place, "base-1"), evaluator(&place, "fast-1"));
    assert_ne!(evaluator(&place, "base-1"), evaluator(&place, "base-2"));

    // Only the files for playing are left of a training.
    for name in ["learner.bin", "games.bin"] {
        assert!(!folder(&place).join("trainings/base-1/generation-0003").join(name).exists());
    }
    assert!(!folder(&place).join("trainings/base-1/generation-0002").exists());
    let before = place.files();
    let json: Value = serde_json::from_str(&place.succeeds(&[&COMPARE[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(json, result);
    assert!(place.files() == before, "nothing is done again");

    // More games, and another variation: what is there stays.
    let mut more = COMPARE;
    more[9] = "24";
    place.succeeds(&[&more[..], &["--variant", "small:net.channels=8", "--time", "1ms"]].concat());
    for (file, lines) in &matches {
        let now = self::matches(&folder(&place));
        let (_, now) = now.iter().find(|(other, _)| other == file).expect("still there");
        assert!(now.starts_with(lines) && now.len() == 12, "{file}");
    }
    let result = self::result(&place);
    let small = &result["contenders"][3]["matches"];
    assert_eq!([&small[0]["budget"], &small[1]["budget"]], ["sims=16", "time=1ms"], "the net has another size");
    assert_eq!(small[1]["by_seed"][1]["total"].as_object().expect("counts").len(), 3);
}

/// The generations of all trainings, and the pairs of games, so far. Files may come and go meanwhile.
fn done(comparison: &Path) -> usize {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = |training: PathBuf| {
        let number = |path: PathBuf| path.file_name()?.to_str()?.strip_prefix("generation-")?.parse::<usize>().ok();
        entries(&training).filter_map(number).max().map_or(0, |newest| newest + 1)
    };
    let pairs = |file: PathBuf| fs::read_to_string(file).unwrap_or_default().lines().count();
    let generations: usize = entries(&comparison.join("trainings")).map(newest).sum();
    generations + entries(&comparison.join("games")).map(pairs).sum::<usize>()
}

#[test]
fn a_comparison_that_is_killed_ends_like_one_that_is_not() {
    let whole = place();
    whole.succeeds(&COMPARE);
    let killed = place();
    // Each kill comes once so much more is done. In the end 16 generations and 40 pairs of games are, so that all hit
    // it.
    for _ in 0..8 {
        let child = killed.command(&COMPARE).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program starts");
        let before = done(&folder(&killed));
        wait_until("some of its work", || done(&folder(&killed)) >= before + 3);
        child.kill().expect("killed");
        assert!(was_killed(child.wait().expect("dead")), "it was amid its work");
    }
    // A moved folder goes on, too; and it stops by itself.
    let moved = place();
    fs::create_dir_all(moved.path("checkpoints/runs")).expect("created");
    fs::rename(killed.path("checkpoints/runs/compare"), moved.path("checkpoints/runs/compare")).expect("moved");
    let text = moved.succeeds(&[&COMPARE[..], &["--until", "1ms"]].concat());
    assert!(text.contains("not complete: the same command goes on"), "{text}");
    assert_eq!(result(&moved)["complete"], false);
    moved.succeeds(&COMPARE);
    assert_eq!(timeless(&moved), timeless(&whole));
    assert_eq!(matches(&folder(&moved)), matches(&folder(&whole)));
    for training in ["base-1", "base-2", "fast-1", "fast-2"] {
        assert!(evaluator(&moved, training) == evaluator(&whole, training), "{training}");
    }
}

#[test]
fn an_interrupted_comparison_stops_its_trainings() {
    let place = place();
    let endless = ["compare", "tiny.toml", "--set", "selfplay.games=1000000", "--seeds", "2", "--jobs", "2"];
    let mut child = start_apart(place.command(&endless).stdout(Stdio::null()).stderr(Stdio::piped()));
    let is_begun = |seed| folder(&place).join(format!("trainings/base-{seed}/generation-0000")).exists();
    wait_until("both trainings", || is_begun(1) && is_begun(2));
    assert!(child.try_wait().expect("it can be asked").is_none(), "it has not ended by itself");
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("stopping; the same command goes on"), "{text}");
    for seed in [1, 2] {
        // No process holds the runs any more.
        let lock = fs::File::open(folder(&place).join(format!("trainings/base-{seed}/lock"))).expect("there");
        assert!(lock.try_lock().is_ok(), "the training of seed {seed} goes on");
    }
    assert_eq!(result(&place)["complete"], false);
}

#[test]
fn trainings_take_the_same_processor_time() {
    let place = place();
    // So much wider that other load on the machine cannot hide it.
    let set = ["--set", "generations=100000", "--variant", "wide:net.channels=96", "--budget", "4s", "--seeds", "1"];
    place.succeeds(&[&["compare", "tiny.toml", "--games", "2", "--positions", "4"], &set[..]].concat());
    let result = result(&place);
    let training =
        |contender: usize, key: &str| result["contenders"][contender]["trainings"][0][key].as_f64().expect("complete");
    for (contender, name) in ["base", "wide"].into_iter().enumerate() {
        let generation = training(contender, "generation") as u32;
        // Only the last generation is left of a training; what it says was counted by the training itself.
        let figures = folder(&place).join(format!("trainings/{name}-1/generation-{generation:04}/metrics.json"));
        let figures: Value = serde_json::from_slice(&fs::read(figures).expect("kept")).expect("JSON");
        assert_eq!(figures["cpu_elapsed"].as_f64(), Some(training(contender, "cpu_seconds")));
        // The rate falls once the time is nearly over, and only then: it ended by its budget.
        assert_eq!(figures["planned"], generation, "{figures}");
        assert!(generation > 1 && generation < 100_000, "{figures}");
    }
    assert!(training(0, "generation") > training(1, "generation"), "the small net makes more of its time");
}

#[test]
fn a_training_that_fails_is_named_and_left_out() {
    let place = place();
    let wild = "wild:learner.rate=0.1,learner.weight_decay=1e4,learner.value_weight=0,learner.batch=16,generations=20";
    let args = [&COMPARE[..2], &["--variant", wild], &COMPARE[2..8], &["--games", "2", "--positions", "4"]].concat();
    let output = place.command(&args).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("wild with seed 1 failed: the net has diverged"), "{text}");
    assert!(text.contains("2 of the trainings failed"), "{text}");
    let result = result(&place);
    assert_eq!(result["contenders"][1]["matches"][0]["elo"], Value::Null);
    assert_eq!(result["contenders"][2]["matches"][0]["total"]["draws"], 0);
    assert!(result["contenders"][2]["matches"][0]["elo"]["mean"].is_f64());
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let place = place();
    let compare = |more: &[&'static str]| [&["compare", "tiny.toml"], more].concat();
    for (variant, part) in [
        ("a:learner.bacth=3", "bacth"),
        ("a:game.variant=grand-dual", "changes `game.variant`"),
        ("a:seed=7", "changes `seed`"),
        ("a:net.channels=16", "changes nothing"),
    ] {
        place.refuses(&compare(&["--variant", variant]), &["--variant `a`", part]);
    }
    place.refuses(&compare(&["--variant", "a:seed=2", "--name", "../a"]), &["--name: name `../a`", "expected letters"]);
    let twice = compare(&["--variant", "a:net.channels=8", "--variant", "a:net.channels=24"]);
    place.refuses(&twice, &["`a` is given twice"]);

    let quick = ["--seeds", "1", "--games", "2", "--positions", "4", "--budget", "5m", "--variant"];
    let begun = compare(&[&quick[..], &["a:learner.rate=2e-3"]].concat());
    place.succeeds(&begun);
    place.refuses(&[&begun[..], &["--set", "net.blocks=2"]].concat(), &["another `base`", "net.blocks"]);
    place.refuses(&compare(&[&quick[..], &["a:learner.rate=3e-3"]].concat()), &["another `a`", "learner.rate"]);
    let longer = begun.iter().map(|&word| if word == "5m" { "6m" } else { word }).collect::<Vec<_>>();
    place.refuses(&longer, &["trainings of 300 processor seconds, not 360", "--name"]);
    // A line that was cut by a full disk or a kill is played again; one that was changed is refused.
    let games = folder(&place).join("games/a-1.sims-100.random.4-plies.jsonl");
    let text = fs::read_to_string(&games).expect("readable");
    fs::write(&games, &text[..text.len() / 2]).expect("written");
    place.succeeds(&begun);
    assert_eq!(fs::read_to_string(&games).expect("readable"), text);
    fs::write(&games, "{}\n").expect("written");
    place.refuses(&begun, &["a-1.sims-100.random.4-plies.jsonl, line 1"]);
}
