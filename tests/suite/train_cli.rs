//! Runs through the program: killed and resumed, refused where something is wrong.

use super::bad_input::Place;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

const GENERATIONS: u32 = 5;

/// A folder to train in, with a tiny config.
fn place() -> Place {
    let place = Place::new();
    let config = format!(
        "generations = {GENERATIONS}\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
         [selfplay]\ngames = 24\nsimulations = 16\nfast_simulations = 4\n\
         [learner]\nbatch = 32\nwindow = 200\n[report]\nevery = 0\n"
    );
    fs::write(place.path("tiny.toml"), config).expect("written");
    place
}

/// The directory of its run.
fn run_dir(place: &Place) -> PathBuf {
    place.path("checkpoints/runs/tiny")
}

/// What must not depend on interruptions: every generation's evaluator, and the files that a run goes on from.
fn product(run: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for generation in 0..=GENERATIONS {
        for name in ["evaluator.ard", "games.bin"] {
            let path = run.join(format!("generation-{generation:04}")).join(name);
            if let Ok(bytes) = fs::read(&path) {
                files.push((format!("{generation}/{name}"), bytes));
            }
        }
    }
    assert!(files.len() > GENERATIONS as usize);
    files
}

#[test]
fn a_run_that_is_killed_ten_times_ends_like_one_that_is_not() {
    let whole = place();
    whole.succeeds(&["train", "tiny.toml"]);
    let killed = place();
    let mut args = vec!["train", "tiny.toml", "--threads", "1"];
    for kill in 0..10u64 {
        let mut child =
            killed.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        // From before the first file is there to well into learning.
        std::thread::sleep(Duration::from_millis(5 + 61 * kill % 290));
        child.kill().expect("killed");
        child.wait().expect("dead");
        if run_dir(&killed).join("config.toml").exists() {
            args = vec!["train", "tiny.toml", "--resume"];
        } else {
            assert!(!run_dir(&killed).exists(), "a run begins with its config");
        }
    }
    killed.succeeds(&args);
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let (expected, given) = (product(&run_dir(&whole)), product(&run_dir(&killed)));
    assert_eq!(names(&expected), names(&given));
    for ((name, expected), (_, given)) in expected.iter().zip(&given) {
        assert!(expected == given, "{name} differs");
    }
    let leftovers = fs::read_dir(run_dir(&killed))
        .expect("readable")
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with(".partial")));
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn training_reports_resumes_exports_and_refuses() {
    let place = place();
    let log = place.succeeds(&["train", "tiny.toml", "--budget", "1ms"]);
    assert!(log.contains("has used its time"), "{log}");
    place.refuses(&["train", "tiny.toml"], &["checkpoints/runs/tiny exists", "--resume"]);
    place.refuses(&["train", "tiny.toml", "--resume", "--seed", "7"], &["config differs", "in seed:"]);
    place.refuses(&["train", "tiny.toml", "--run", "other", "--resume"], &["checkpoints/runs/other", "no run"]);
    place.refuses(&["train", "tiny.toml", "--run", "../x"], &["--run `../x`", "expected"]);
    place.refuses(&["train", "none.toml"], &["none.toml"]);
    place.refuses(&["train", "tiny.toml", "--run", "x", "--set", "learner.bacth=3"], &["learner.bacth=3", "bacth"]);
    let opponents = "report.opponents=[\"nobody\"]";
    place.refuses(
        &["train", "tiny.toml", "--run", "x", "--set", "report.every=1", "--set", opponents],
        &["report.opponents", "nobody"],
    );
    assert!(!place.path("checkpoints/runs/x").exists() && !place.path("checkpoints/runs/other").exists());

    // Reports decide nothing, so they may change.
    let log = place.succeeds(&["train", "tiny.toml", "--resume", "--json", "--set", "report.validation_samples=64"]);
    let generations: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    assert_eq!(generations.last().expect("some are left")["generation"], GENERATIONS);
    assert!(fs::read_dir(run_dir(&place).join("tensorboard")).expect("there is a log").count() > 0);

    place.succeeds(&["export", "tiny", "--out", "net.ard"]);
    let newest = run_dir(&place).join(format!("generation-{GENERATIONS:04}"));
    assert_eq!(fs::read(place.path("net.ard")).ok(), fs::read(newest.join("evaluator.ard")).ok());
    place.refuses(&["export", "nothing", "--out", "no.ard"], &["nothing"]);
    place.refuses(&["export", "tiny:77", "--out", "no.ard"], &["77"]);
    place.refuses(&["export", "tiny", "--out", "no/such/dir/net.ard"], &["no/such/dir/net.ard"]);
    assert!(!place.path("no.ard").exists());

    let damage = newest.join("learner.bin");
    let mut bytes = fs::read(&damage).expect("the newest generation keeps it");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damage, bytes).expect("written");
    place.refuses(&["train", "tiny.toml", "--resume"], &["learner.bin is damaged"]);
}

#[test]
fn players_of_a_run_search_as_its_config_says() {
    let place = place();
    // The position is too hard for the proof search of self-play. 64 simulations allow all of a player's.
    let deep = ["--set", "players.search.root_proof_nodes=2000000"];
    for (run, settings, proven) in [("own", &[][..], false), ("deep", &deep, true)] {
        place.succeeds(&[&["train", "tiny.toml", "--budget", "1ms", "--run", run], settings].concat());
        let text =
            place.succeeds(&["analyse", "dualite", "--moves", "a1 c3 b2", "--with", run, "--sims", "64", "--json"]);
        let analysis: serde_json::Value = serde_json::from_str(&text).expect("a JSON object");
        assert_eq!(!analysis["proven"].is_null(), proven, "{run}: {}", analysis["proven"]);
    }
}

#[test]
fn configs_that_cannot_be_used_are_refused_before_anything_is_written() {
    let place = place();
    let good = fs::read_to_string(place.path("tiny.toml")).expect("readable");
    let refused = |text: &[u8], parts: &[&str]| {
        fs::write(place.path("bad.toml"), text).expect("written");
        place.refuses(&["train", "bad.toml"], &[&["`bad.toml`"], parts].concat());
    };
    refused(b"", &["missing field `generations`"]);
    refused(b"\xff\xfe", &["cannot read config", "UTF-8"]);
    refused(b"{\"generations\": 3}", &["line 1"]);
    refused(good.replace("batch = 32", "batch = \"32\"").as_bytes(), &["line 12 (`batch = \"32\"`)", "expected usize"]);
    refused(good.replace("batch = 32", "batch = -32").as_bytes(), &["line 12", "`-32`", "expected usize"]);
    refused(good.replace("batch = 32", "bacht = 32").as_bytes(), &["line 12", "unknown field `bacht`", "`batch`"]);
    refused(good.replace("[net]", "[nets]").as_bytes(), &["`nets`", "`net`"]);
    place.refuses(&["train", "."], &["cannot read config `.`"]);

    for (key, parts) in [
        ("game.variant=chess", &["unknown game `chess`", "dualite"][..]),
        ("game.rules.opening=both", &["`both`", "either, last, single"]),
        ("learner.batch=many", &["learner.batch=many", "expected usize"]),
        ("learner.rate=nan", &["`learner.rate` is NaN", "expected above 0"]),
        ("learner.value_weight=inf", &["`learner.value_weight` is inf"]),
        ("learner.device=tpu", &["`tpu`", "`flex`", "`wgpu`"]),
        ("selfplay.cache=999999999999999", &["`selfplay.cache`", "expected at most 16777216"]),
        ("selfplay.starts.random_moves=4000000000", &["`selfplay.starts.random_moves`", "expected 1 to 1000"]),
        ("report.games=3", &["`report.games` is 3", "expected an even number"]),
        ("report.simulations=0", &["`report.simulations` is 0"]),
        ("report.opponents=random", &["report.opponents=random", "expected a sequence"]),
        ("report.opponents=[\"mcts:0\"]", &["report.opponents", "`mcts:0`", "mcts:N"]),
        ("=1", &["--set `=1`", "expected key=value"]),
    ] {
        place.refuses(&["train", "tiny.toml", "--set", key], parts);
    }
    let missing = ["train", "tiny.toml", "--set", "report.every=1", "--set", "report.opponents=[\"nobody\"]"];
    place.refuses(&missing, &["report.opponents", "no training run `nobody`"]);
    for arg in ["--seed=-1", "--seed=18446744073709551615", "--budget=soon", "--threads=0"] {
        let output = place.command(&["train", "tiny.toml", arg]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arg}");
    }
    assert!(!place.path("checkpoints").exists());
}

/// A place with a run of two of its generations.
fn begun() -> Place {
    let place = place();
    place.succeeds(&["train", "tiny.toml", "--set", "generations=2"]);
    place
}

const RESUME: [&str; 5] = ["train", "tiny.toml", "--set", "generations=2", "--resume"];

#[test]
fn a_run_whose_files_are_damaged_is_not_resumed() {
    let place = begun();
    let newest = run_dir(&place).join("generation-0002");
    let refused_without = |path: &Path, changed: Option<&[u8]>, parts: &[&str]| {
        let content = fs::read(path).expect("readable");
        match changed {
            None => fs::remove_file(path).expect("removed"),
            Some(bytes) => fs::write(path, bytes).expect("written"),
        }
        let file = path.file_name().and_then(|name| name.to_str()).expect("it has a name");
        place.refuses(&RESUME, &[&[file], parts].concat());
        fs::write(path, content).expect("written");
    };
    for name in ["learner.bin", "games.bin", "evaluator.ard", "metrics.json"] {
        let path = newest.join(name);
        let content = fs::read(&path).expect("readable");
        let missing = if name == "games.bin" { "generation 2 is missing" } else { "cannot read" };
        refused_without(&path, None, &[missing]);
        let part = if name == "evaluator.ard" { "cannot use" } else { "damaged" };
        refused_without(&path, Some(b""), &[part]);
        refused_without(&path, Some(b"generations = 3\n"), &[part]);
        refused_without(&path, Some(&content[..content.len() / 2]), &[part]);
        refused_without(&path, Some(&[&content[..], b"x"].concat()), &[part]);
    }
    refused_without(&run_dir(&place).join("generation-0001/games.bin"), None, &["generation 1 is missing"]);
    let config = run_dir(&place).join("config.toml");
    let message = "is no run: expected one that `ardoise train` has begun";
    fs::rename(&config, place.path("config.toml")).expect("moved");
    place.refuses(&RESUME, &[message]);
    fs::rename(place.path("config.toml"), &config).expect("moved");
    refused_without(&config, Some(b"[[["), &["line 1"]);
    refused_without(&config, Some(b""), &["missing field `generations`"]);
    assert!(place.succeeds(&RESUME).contains("is complete"), "all is as it was");
}

/// Files that are intact, but of another generation, rules or run.
#[test]
fn a_run_whose_files_do_not_belong_together_is_not_resumed() {
    let place = begun();
    let (older, newest) = (run_dir(&place).join("generation-0001"), run_dir(&place).join("generation-0002"));
    let other = ["train", "tiny.toml", "--set", "generations=2", "--run", "other"];
    let teams = [&other[..4], &["--run", "teams", "--set", "game.variant=grand-dual"]].concat();
    place.succeeds(&[&other[..], &["--seed", "2"]].concat());
    place.succeeds(&teams);
    let of_run = |run: &str, name: &str| place.path(&format!("checkpoints/runs/{run}/generation-0002/{name}"));
    for (from, name, part) in [
        (older.join("evaluator.ard"), "evaluator.ard", "generation 1"),
        (of_run("other", "evaluator.ard"), "evaluator.ard", "seed 2"),
        (of_run("teams", "evaluator.ard"), "evaluator.ard", "plays `grand-dual`, the game is `dualite`"),
        (older.join("learner.bin"), "learner.bin", "files of different generations"),
        (older.join("metrics.json"), "metrics.json", "files of different generations"),
        (newest.join("games.bin"), "learner.bin", "another version"),
        (newest.join("learner.bin"), "games.bin", "another version"),
        (of_run("teams", "games.bin"), "games.bin", "generation 2"),
    ] {
        let path = newest.join(name);
        let content = fs::read(&path).expect("readable");
        fs::copy(&from, &path).expect("copied");
        place.refuses(&RESUME, &[part]);
        fs::write(&path, content).expect("written");
    }
    assert!(place.succeeds(&RESUME).contains("is complete"), "all is as it was");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_run_between_generations() {
    let place = place();
    let train = ["train", "tiny.toml"];
    // Too little for generation 0: the name stays free.
    for blocks in [0, 1, 8] {
        let status = place.limited(blocks, &train).stderr(Stdio::null()).status().expect("the program starts");
        assert_eq!(status.code(), Some(1));
        assert_eq!(fs::read_dir(place.path("checkpoints/runs")).expect("there").count(), 0, "{blocks} blocks");
    }
    place.succeeds(&[&train[..], &["--run", "whole"]].concat());
    let size = |name: &str| {
        let path = place.path(&format!("checkpoints/runs/whole/generation-000{GENERATIONS}/{name}"));
        fs::metadata(path).expect("there").len() as u32
    };
    // Enough for all but the learner's state, which is larger once it has an optimiser.
    let blocks = size("evaluator.ard").max(size("games.bin")) / 512 + 8;
    assert!(blocks * 512 < size("learner.bin"));
    place.refuses_run(place.limited(blocks, &train), &["cannot write", "learner.bin"]);
    let left: Vec<PathBuf> = place.files().into_keys().filter(|path| path.starts_with(run_dir(&place))).collect();
    let partial = |path: &&PathBuf| path.to_string_lossy().contains("/.");
    assert_eq!(left.iter().find(partial), None);
    if run_dir(&place).exists() {
        place.succeeds(&["train", "tiny.toml", "--resume"]);
    } else {
        place.succeeds(&train);
    }
}

/// The log grows with the run, so that here it is the first file to meet its limit.
#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_ends_a_run_without_loss() {
    let place = place();
    let small = ["net.channels=1", "net.value_channels=1", "net.value_hidden=1", "selfplay.games=2", "generations=30"];
    let args = [&["train", "tiny.toml"][..], &small.map(|key| ["--set", key]).concat()].concat();
    place.refuses_run(place.limited(48, &args), &["cannot write", "tensorboard"]);
    let log = place.succeeds(&[&args[..], &["--resume"]].concat());
    assert!(log.contains("is complete"), "{log}");
    let run = run_dir(&place);
    let events = fs::read_dir(run.join("tensorboard")).expect("there is a log").next().expect("of one file");
    assert!(events.expect("readable").metadata().expect("readable").len() > 48 * 512);
    assert!((0..=30).all(|generation| run.join(format!("generation-{generation:04}/evaluator.ard")).is_file()));
}
