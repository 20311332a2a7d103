//! Runs through the program: killed and resumed, refused where something is wrong.

use crate::support::place::Place;
#[cfg(target_os = "linux")]
use crate::support::program::processor_seconds;
use crate::support::program::{interrupt, says, start_apart, was_killed};
use crate::support::waiting::{ends, wait_until};
use ardoise::compact::CompactNet;
use ardoise::game::{AnyGame, Notation};
use ardoise::runs::RunDir;
use ardoise::samples::read_games;
use ardoise::train::{Config, LearnerState, SelfPlay};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Arc;
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

fn run_dir(place: &Place) -> PathBuf {
    place.path("checkpoints/runs/tiny")
}

/// The files that must not depend on interruptions: every generation's evaluator, and the files that a run goes on
/// from.
fn product(run: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for generation in (0..).take_while(|number| run.join(format!("generation-{number:04}")).exists()) {
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

/// The newest complete generation, if there is one.
fn newest(place: &Place) -> Option<u32> {
    let is_there = |number: &u32| run_dir(place).join(format!("generation-{number:04}")).exists();
    (0..).take_while(is_there).last()
}

fn assert_same_product(one: &Place, other: &Place) {
    let (expected, given) = (product(&run_dir(one)), product(&run_dir(other)));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&expected), names(&given));
    for ((name, expected), (_, given)) in expected.iter().zip(&given) {
        assert!(expected == given, "{name} differs");
    }
}

#[test]
fn a_run_that_is_killed_ten_times_ends_like_one_that_is_not() {
    assert_kills_change_nothing(10, &[]);
}

#[test]
fn a_run_that_plays_beside_its_learner_may_be_killed() {
    assert_kills_change_nothing(4, &["selfplay.overlap=true"]);
}

/// Short games of three lengths.
const RULES_IN_TURN: [&str; 3] =
    ["game.variant=l-calculus", "game.rules={max_turns=8}", "game.other_rules=[{max_turns=12}, {max_turns=6}]"];

#[test]
fn a_run_by_several_rules_may_be_killed() {
    assert_kills_change_nothing(4, &RULES_IN_TURN);
}

#[test]
fn generations_are_played_by_their_rules_in_turn() {
    let place = place();
    let keys: Vec<&str> = RULES_IN_TURN.iter().flat_map(|key| ["--set", key]).collect();
    let log = place.succeeds(&[&["train", "tiny.toml", "--set", "learner.window=5000"], &keys[..]].concat());
    assert!(log.contains("in turn   l-calculus max_turns=12\n"), "{log}");
    let run = RunDir::at(run_dir(&place));
    let config = fs::read_to_string(run.config()).expect("readable");
    let config = Config::parse("config.toml", &config, &[]).expect("valid");
    for (generation, expected) in [(1, 8), (2, 12), (3, 6), (4, 8), (5, 12)] {
        let game = config.game_of(generation, None).expect("there is such a game");
        let games = read_games(&game, &run, generation).expect("readable");
        // The last word of a position but one is the number of turns left.
        let starts = games.iter().filter_map(|played| played.samples.first());
        let starts = Vec::from_iter(starts.map(|sample| game.format_position(&sample.position)));
        let left = |text: &String| text.rsplit(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number");
        assert_eq!(starts.iter().map(left).max(), Some(expected), "generation {generation}: {starts:?}");
    }
}

fn assert_kills_change_nothing(kills: u64, keys: &[&str]) {
    // Generations of some tenths of a second, so that a kill hits one; more of them than any machine makes meanwhile,
    // and a rate that does not depend on their number.
    let games = ["selfplay.games=120", "selfplay.starts.restart_share=0.3", "learner.final_rate=1e-3"];
    let games: Vec<&str> = games.iter().chain(keys).flat_map(|key| ["--set", key]).collect();
    let endless = ["--set", "generations=100000"];
    let killed = place();
    for kill in 0..kills {
        let begun = run_dir(&killed).join("config.toml").exists();
        let how = if begun { ["--resume", "--threads=2"] } else { ["--threads=1", "--seed=1"] };
        let log = killed.path("log");
        let mut child = killed
            .command(&[&["train", "tiny.toml"], &games[..], &endless, &how].concat())
            .stdout(fs::File::create(&log).expect("created"))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        if kill > 0 {
            wait_until("the beginning", || fs::read_to_string(&log).is_ok_and(|text| text.contains("  files ")));
            // Each third kill comes after a generation that this process has made itself.
            let before = newest(&killed);
            wait_until("a generation", || kill % 3 != 0 || newest(&killed) > before);
        }
        std::thread::sleep(Duration::from_millis(5 + 37 * kill % 200));
        child.kill().expect("killed");
        assert!(was_killed(child.wait().expect("dead")), "kill {kill} hit a generation");
        assert!(begun || run_dir(&killed).join("config.toml").exists() || !run_dir(&killed).exists());
    }
    let last = newest(&killed).expect("some").max(GENERATIONS) + 1;
    killed.shorten(last);
    let end = format!("generations={last}");
    killed.succeeds(&[&["train", "tiny.toml", "--resume"], &games[..], &["--set", &end]].concat());
    let whole = place();
    whole.succeeds(&[&["train", "tiny.toml"], &games[..], &["--set", &end]].concat());
    assert_same_product(&whole, &killed);
    let leftovers = fs::read_dir(run_dir(&killed))
        .expect("readable")
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with(".partial")));
    assert_eq!(leftovers.count(), 0);
}

/// The figures of a run's generations.
fn figures(run: &Path) -> Vec<serde_json::Value> {
    let file = |number: &u32| run.join(format!("generation-{number:04}/metrics.json"));
    let texts = (0..).map_while(|number| fs::read(file(&number)).ok());
    texts.map(|text| serde_json::from_slice(&text).expect("a JSON object")).collect()
}

fn rates(run: &Path) -> Vec<f64> {
    figures(run).iter().skip(1).map(|figures| figures["learning_rate"].as_f64().expect("a number")).collect()
}

/// The schedule of a run without its budget, so that the clock has no say any more.
fn schedule_without_budget(run: &Path) -> String {
    let text = fs::read_to_string(run.join("schedule.toml")).expect("there is a schedule");
    let lines = text.lines().filter(|line| !line.starts_with("wall") && !line.starts_with("cpu"));
    lines.map(|line| format!("{line}\n")).collect()
}

const ENDLESS: [&str; 4] = ["train", "tiny.toml", "--set", "generations=100000"];

#[test]
fn a_killed_run_on_a_budget_ends_like_one_that_follows_the_same_schedule() {
    let killed = place();
    // Processor time is the same on a busy machine.
    let mut how = vec!["--cpu-budget=5s", "--budget=1h"];
    for kill in 0..3 {
        let mut child = killed.command(&[&ENDLESS[..], &how].concat()).stdout(Stdio::null()).spawn().expect("starts");
        let before = newest(&killed);
        wait_until("a generation", || newest(&killed) > before);
        std::thread::sleep(Duration::from_millis(10 + 23 * kill));
        child.kill().expect("killed");
        child.wait().expect("dead");
        how = vec!["--resume"];
    }
    let log = killed.succeeds(&[&ENDLESS[..], &how].concat());
    assert!(log.contains("is complete within its budget of 1h and 5s processor time"), "{log}");

    let (run, end) = (run_dir(&killed), newest(&killed).expect("some"));
    let rates = rates(&run);
    assert!(end >= 3 && rates.len() == end as usize, "{end} generations");
    assert_eq!((rates[0], rates[rates.len() - 1]), (1e-3, 1e-4), "{rates:?}");
    assert!(rates.is_sorted_by(|before, after| before >= after), "{rates:?}");

    let whole = place();
    whole.succeeds(&[&ENDLESS[..], &["--budget=1ms"]].concat());
    fs::write(run_dir(&whole).join("schedule.toml"), schedule_without_budget(&run)).expect("written");
    whole.succeeds(&[&ENDLESS[..], &["--resume"]].concat());
    assert_same_product(&whole, &killed);
}

#[test]
fn a_variant_and_a_budget_are_planned_and_a_resumed_run_keeps_the_plan() {
    let place = Place::new();
    let said = place.succeeds(&["train", "l-calculus", "--budget", "15m", "--plan"]);
    for part in
        ["plan for l-calculus, 15m on", "games/s", "4 blocks of 32 channels", "generations of", "would end at 2"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = place.succeeds(&["train", "l-calculus", "--rules", "pieces=12", "--budget", "15m", "--plan", "--json"]);
    let plan: serde_json::Value = serde_json::from_str(&said).expect("a JSON object");
    assert!(plan["expected"]["games"].as_u64() > Some(100) && plan["config"]["selfplay"]["games"].is_u64(), "{said}");
    // No calendar goes so far.
    let said = place.succeeds(&["train", "l-calculus", "--budget", "100000000h", "--plan"]);
    assert!(said.contains("plan for l-calculus") && !said.contains("would end"), "{said}");
    assert!(place.files().is_empty(), "a plan alone writes nothing");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/l-calculus.toml").display().to_string();
    for args in [
        &["train", "l-calculus", "--plan"][..],
        &["train", "l-calculus", "--plan", "--budget=1m", "--set", "net.blocks=2"],
        &["train", &file, "--plan", "--budget=1m"],
    ] {
        place.refuses(args, &["--plan: expected a variant's name, --budget or --cpu-budget"]);
    }

    let log = place.succeeds(&["train", "l-calculus", "--cpu-budget=10s", "--json"]);
    let last: serde_json::Value = serde_json::from_str(log.lines().last().expect("some")).expect("a JSON object");
    assert_eq!((&last["learning_rate"], &last["planned"]), (&1e-4.into(), &last["generation"]));
    let config = place.path("checkpoints/runs/l-calculus/config.toml");
    let planned = fs::read_to_string(&config).expect("readable");
    assert!(!planned.contains("games = 300\n"), "{planned}");
    place.refuses(&["train", "l-calculus", "--budget=1h"], &["checkpoints/runs/l-calculus exists", "--resume"]);
    assert!(place.succeeds(&["train", "l-calculus", "--resume"]).contains("is complete within its budget of 10s"));
    assert_eq!(fs::read_to_string(&config).ok(), Some(planned));
}

#[test]
fn where_nothing_can_be_written_nothing_is_planned() {
    let place = Place::new();
    fs::write(place.path("checkpoints"), "no directory").expect("written");
    let Output { status, stdout, stderr } =
        place.command(&["train", "l-calculus", "--budget=1h"]).output().expect("the program starts");
    let said = String::from_utf8_lossy(&stderr);
    assert!(!status.success() && says(&said, "cannot create checkpoints/runs/l-calculus"), "{said}");
    assert!(stdout.is_empty(), "{}", String::from_utf8_lossy(&stdout));
}

#[test]
fn any_run_is_finished_by_annealing() {
    let (finished, interrupted) = (begun(), begun());
    // Stopped after two of its generations, as an interrupted one is.
    let config = fs::read_to_string(run_dir(&interrupted).join("config.toml")).expect("readable");
    let longer = config.replace("generations = 2\n", "generations = 40\n");
    fs::write(run_dir(&interrupted).join("config.toml"), longer).expect("written");
    for place in [&finished, &interrupted] {
        fs::remove_file(run_dir(place).join("schedule.toml")).expect("removed");
        let metrics = run_dir(place).join("generation-0002/metrics.json");
        let text = fs::read_to_string(&metrics).expect("readable");
        assert!(text.contains("\"learning_rate\": 0.0001,"), "{text}");
        fs::write(metrics, text.replace("\"learning_rate\": 0.0001,", "\"learning_rate\": 0.0008,")).expect("written");

        let mut child =
            place.command(&["train", "tiny", "--anneal", "3"]).stdout(Stdio::null()).spawn().expect("starts");
        wait_until("a generation", || newest(place) >= Some(3));
        child.kill().expect("killed");
        child.wait().expect("dead");
        if newest(place) < Some(5) {
            place
                .refuses(&["train", "tiny", "--anneal", "3"], &["finished already, in generations 3 to 5", "--resume"]);
        }
        let log = place.succeeds(&["train", "tiny", "--resume"]);
        assert!(log.contains("is complete"), "{log}");
        let rates = rates(&run_dir(place));
        assert_eq!((rates.len(), rates[0], rates[4]), (5, 1e-3, 1e-4), "{rates:?}");
        assert!(rates[2] < 8e-4 && rates[3] < rates[2] && rates[4] < rates[3], "{rates:?}");
        assert!(place.succeeds(&["train", "tiny", "--resume"]).contains("is complete"));
    }
    assert_same_product(&finished, &interrupted);
    let place = place();
    place.refuses(&["train", "tiny", "--anneal", "3"], &["checkpoints/runs/tiny is not a run"]);
    place.refuses(&["train", "tiny", "--resume"], &["checkpoints/runs/tiny is not a run"]);
}

#[test]
fn not_even_the_first_generation_of_a_budget_is_waited_for() {
    let short = place();
    // Not even the first generation is waited for.
    let endless = ["train", "tiny.toml", "--run", "endless", "--set", "selfplay.games=1000000", "--budget=200ms"];
    let log = ends("a million games", move || short.succeeds(&endless));
    assert!(log.contains("generation 1 did not fit and was dropped, 0 of 5 generations are complete"), "{log}");
}

/// A game of so many moves cannot be learnt in such a time, which is said before it begins.
#[test]
#[ignore = "takes ten seconds of all processors: `cargo test --release --test suite -- --ignored planning`"]
fn planning_waits_for_no_game_without_end() {
    let place = place();
    let rules = "//! cap: 10000\n#players = white(1), black(1)\n#pieces = e, w\n#variables = n(20000)\n\
                 #board = rectangle(up,down,left,right,[e,e])\n#t(me) = ->me ({e} [w] + {w} [e]) ->> [$ n = n + 1]\n\
                 #rules = (t(white) t(black))*\n";
    fs::write(place.path("deep.rbg"), rules).expect("written");
    let parts = ["no game of deep.rbg was over after 8 seconds", "a larger --budget"];
    place.refuses_run(place.command(&["train", "deep.rbg", "--budget", "8s"]), &parts);
}

/// A machine may be slower than when its run was planned. Self-play then ends with the games that there are, and the
/// learner has its part of the time.
#[test]
fn a_slow_machine_plays_fewer_games_and_learns_from_them() {
    let place = place();
    let million = ["generations=1", "selfplay.games=1000000", "selfplay.budget_share=0.001"];
    let keys = million.iter().flat_map(|key| ["--set", key]);
    let line = Vec::from_iter(["train", "tiny.toml", "--budget=10m"].into_iter().chain(keys));
    place.succeeds(&line);
    let text = fs::read_to_string(run_dir(&place).join("generation-0001/metrics.json")).expect("readable");
    let metrics: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let games = metrics["selfplay"]["games"].as_u64().expect("a number");
    assert!((1..1_000_000).contains(&games), "{games} games");
    assert!(metrics["steps"].as_u64().is_some_and(|steps| steps > 0), "{text}");
}

/// A study calls a net untrained whose learner has made no step, and looks at the game by plain search.
#[test]
fn what_is_untrained_is_called_so() {
    let place = place();
    let few = ["generations=1", "selfplay.games=1", "learner.batch=4096", "learner.window=4096"];
    let keys = few.iter().flat_map(|key| ["--set", key]);
    place.succeeds(&Vec::from_iter(["train", "tiny.toml", "--run", "few"].into_iter().chain(keys)));
    let said = place.succeeds(&["study", "dualite", "--run", "few", "--budget", "300ms", "--problems", "1"]);
    assert!(said.contains("dualite is not learnt: the net is untrained, as the learner made no step in"), "{said}");
    assert!(!said.contains("is learnt") && !said.contains("--with few"), "{said}");
}

#[test]
fn an_interrupted_run_ends_like_one_that_is_not() {
    let interrupted = place();
    let log = interrupted.path("log");
    let output = fs::File::create(&log).expect("created");
    let endless = ["train", "tiny.toml", "--set", "generations=100000", "--set", "learner.final_rate=1e-3"];
    let mut child = start_apart(interrupted.command(&endless).stdout(output).stderr(Stdio::null()));
    wait_until("a generation", || newest(&interrupted) >= Some(2));
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let text = fs::read_to_string(&log).expect("readable");
    assert!(text.contains("run tiny is interrupted"), "{text}");
    let last = newest(&interrupted).expect("some").max(GENERATIONS) + 1;
    interrupted.shorten(last);
    let end = format!("generations={last}");
    let bounded = [&endless[..3], &[&end], &endless[4..]].concat();
    interrupted.succeeds(&[&bounded[..], &["--resume"]].concat());
    let whole = place();
    whole.succeeds(&bounded);
    assert_same_product(&interrupted, &whole);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_stops_soon_and_says_so_by_its_exit_code() {
    let endless = |keys: &[&'static str]| keys.iter().flat_map(|key| ["--set", key]).collect::<Vec<_>>();
    for (run, keys, complete) in [
        ("self-play", endless(&["selfplay.games=1000000"]), true),
        ("learning", endless(&["selfplay.games=100", "learner.passes=100", "net.channels=64"]), true),
        ("matches", endless(&["report.every=1", "report.games=2000", "report.opponents=[\"mcts:5000\"]"]), false),
        ("exam", endless(&["report.every=1", "report.opponents=[]", "report.exam_positions=20000"]), false),
    ] {
        let place = place();
        let log = place.path("log");
        let child = place
            .command(&[&["train", "tiny.toml"][..], &keys].concat())
            .stdout(fs::File::create(&log).expect("created"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        wait_until("the beginning", || fs::read_to_string(&log).is_ok_and(|text| text.contains("  files ")));
        wait_until("generation 0", || !complete || newest(&place).is_some());
        // So much work later it is amid what has no end.
        wait_until("work", || processor_seconds(child.id()) > if run == "learning" { 3.0 } else { 0.3 });
        interrupt(&child);
        let output = ends(run, || child.wait_with_output()).expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{run}: {}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(&log).expect("readable");
        assert!(text.contains("run tiny is interrupted"), "{run}: {text}");
        assert_eq!(newest(&place).is_some(), complete, "{run}");
        assert_eq!(text.contains("no generation is complete"), !complete, "{run}: {text}");
    }
}

#[test]
fn a_run_whose_directory_goes_stops() {
    let place = place();
    let log = fs::File::create(place.path("log")).expect("created");
    let child = place
        .command(&["train", "tiny.toml", "--set", "generations=100000"])
        .stdout(log)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_until("a generation", || newest(&place) >= Some(1));
    let (run, moved) = (run_dir(&place), place.path("moved"));
    fs::rename(&run, &moved).expect("moved");
    // Another run of that name is not mixed with the first.
    place.succeeds(&["train", "tiny.toml", "--set", "selfplay.games=2", "--budget=1ms"]);
    let files = |path: &Path| fs::read_dir(path).expect("readable").count();
    let before = files(&run);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("was moved, removed or replaced") && text.lines().count() == 1, "{text}");
    assert_eq!(files(&run), before);
    // What it had made is whole.
    fs::remove_dir_all(&run).expect("removed");
    fs::rename(&moved, &run).expect("moved");
    place.succeeds(&["train", "tiny.toml", "--set", "generations=100000", "--resume", "--budget=1ms"]);
}

#[test]
fn a_finished_run_is_extended() {
    let place = begun();
    let longer = ["train", "tiny.toml", "--set", "generations=3", "--resume"];
    let log = place.succeeds(&longer);
    assert!(log.contains("extended  from 2 to 3 generations"), "{log}");
    assert!(log.contains("generation 3 of 3") && log.contains("is complete"), "{log}");
    let saved = fs::read_to_string(run_dir(&place).join("config.toml")).expect("readable");
    assert!(saved.contains("generations = 3\n"), "{saved}");
    assert!(!place.succeeds(&longer).contains("extended"), "it is that long already");
    place.refuses(&RESUME, &["the config differs", "generations=3, which can only grow"]);
}

#[test]
fn beside_the_learner_plays_the_net_before() {
    let place = place();
    let keys = ["--set", "selfplay.overlap=true", "--set", "learner.window=5000"];
    let log = place.succeeds(&[&["train", "tiny.toml"], &keys[..]].concat());
    assert!(log.contains("s of self-play beside the learner"), "{log}");
    let run = RunDir::at(run_dir(&place));
    let config = fs::read_to_string(run.config()).expect("readable");
    let config = Config::parse("config.toml", &config, &[]).expect("valid");
    let game = AnyGame::new(ardoise::games::rules::<&str, &str>("dualite", []).expect("there is such a game"))
        .expect("a game");
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    for generation in 1..=GENERATIONS {
        let net = CompactNet::read(run.evaluator(generation.saturating_sub(2))).expect("there is one");
        let net = Arc::new(net);
        let play = SelfPlay::new(&game, &config, generation, &net);
        let (games, _) = play.run(&threads, || false, || ()).expect("made for this game").expect("all done");
        let kept = read_games(&game, &run, generation).expect("readable");
        assert_eq!(format!("{games:?}"), format!("{kept:?}"), "generation {generation}");
    }
    // All time is accounted for, and none twice.
    for figures in figures(run.path()).windows(2) {
        let number = |figures: &serde_json::Value, key: &str| figures[key].as_f64().expect("a number");
        let parts = ["selfplay", "learner", "report", "files"].map(|part| number(&figures[1]["seconds"], part));
        assert!(parts.iter().all(|&seconds| seconds >= 0.0), "{parts:?}");
        let passed = number(&figures[1], "elapsed") - number(&figures[0], "elapsed");
        assert!(parts.iter().sum::<f64>() <= passed + 1e-6, "{parts:?} in {passed} s");
    }
}

#[test]
fn a_run_without_a_batch_says_that_it_has_not_learned() {
    let place = place();
    let few = ["selfplay.games=2", "learner.batch=512", "learner.window=512", "generations=1"];
    let args = [&["train", "tiny.toml"][..], &few.map(|key| ["--set", key]).concat()].concat();
    let log = place.succeeds(&args);
    assert_eq!(log.matches("no learning yet: ").count(), 2, "{log}");
    assert!(log.contains(" samples, the first step needs 512"), "{log}");
}

/// Compared with an untrained net in the same positions. A player that moves at random keeps the win in about half of
/// them.
#[test]
fn training_improves_play() {
    let place = place();
    let keys = [
        "generations=6",
        "net.channels=32",
        "selfplay.games=250",
        "selfplay.simulations=32",
        "selfplay.full_share=1.0",
        "selfplay.starts={ random_share = 0.9, random_moves = 14 }",
        "search.root_proof_nodes=20000",
        "learner.rate=4e-3",
        "learner.batch=64",
        "learner.window=20000",
        "learner.average_decay=0.99",
        "report.every=6",
        "report.opponents=[]",
        "report.simulations=8",
        "report.exam_positions=300",
    ];
    let keys: Vec<&str> = keys.iter().flat_map(|key| ["--set", key]).collect();
    let log = place.succeeds(&[&["train", "tiny.toml", "--json"][..], &keys].concat());
    let generations: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    let right = |generation: usize| {
        let policy = &generations[generation]["strength"]["exam"]["policy"];
        policy["right"].as_f64().expect("a count") / policy["asked"].as_f64().expect("a count")
    };
    let (untrained, trained) = (right(0), right(6));
    assert!(trained > 0.65 && trained > untrained + 0.2, "the policy keeps {trained} of wins, untrained {untrained}");
}

#[test]
fn training_reports_resumes_exports_and_refuses() {
    let place = place();
    let log = place.succeeds(&["train", "tiny.toml", "--budget", "1ms"]);
    assert!(log.contains("has used its budget"), "{log}");
    place.refuses(&["train", "tiny.toml"], &["checkpoints/runs/tiny exists", "--resume"]);
    place.refuses(&["train", "tiny.toml", "--resume", "--seed", "7"], &["config differs", "in seed:", "another --run"]);
    let exact = ["train", "loa", "--run", "exact", "--set", "selfplay.exact_share=0.5"];
    place.refuses(&exact, &["selfplay.exact_share is 0.5", "loa has no exact solver", "expected 0"]);
    place.refuses(&["train", "tiny.toml", "--run", "other", "--resume"], &["checkpoints/runs/other", "not a run"]);
    place.refuses(&["train", "tiny.toml", "--run", "../x"], &["--run: name `../x`", "expected"]);
    for name in ["random", "solver", "released", "foo.ard", "compare"] {
        let taken = format!("--run: name `{name}` means something else");
        place.refuses(&["train", "tiny.toml", "--run", name], &[&taken, "expected another name"]);
    }
    place.refuses(&["train", "none.toml"], &["none.toml"]);
    place.refuses(&["train", "tiny.toml", "--run", "x", "--set", "learner.bacth=3"], &["learner.bacth=3", "bacth"]);
    let opponents = "report.opponents=[\"nobody\"]";
    place.refuses(
        &["train", "tiny.toml", "--run", "x", "--set", "report.every=1", "--set", opponents],
        &["report.opponents", "nobody"],
    );
    assert!(!place.path("checkpoints/runs/x").exists() && !place.path("checkpoints/runs/other").exists());

    // Reports decide nothing, so they may change.
    assert!(
        place.succeeds(&["train", "tiny.toml", "--resume"]).contains("has used its budget of 1ms"),
        "it keeps its budget"
    );
    let rest = ["train", "tiny.toml", "--resume", "--budget=1h", "--json", "--set", "report.validation_samples=64"];
    let log = place.succeeds(&rest);
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
        ("game.other_rules=[{opening=\"single\"}]", &["`game.other_rules`", "opening=single", "one net serves"]),
        ("game.other_rules=[{opening=\"both\"}]", &["`both`", "either, last, single"]),
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
    for arg in ["--seed=-1", "--seed=18446744073709551615", "--budget=soon", "--budget=0s", "--threads=0"] {
        let output = place.command(&["train", "tiny.toml", arg]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arg}");
    }
    assert!(!place.path("checkpoints").exists());
}

#[test]
fn a_run_goes_on_from_another_ones_net() {
    let place = begun();
    let train = ["train", "tiny.toml", "--run", "on", "--from", "tiny"];
    let short = ["--set", "generations=2", "--set", "learner.window=400"];
    let log = place.succeeds(&[&train[..], &short].concat());
    assert!(log.contains("learning rate 1.00e-4"), "a tenth: {log}");
    assert!(log.contains("generation 0 of 2 (from tiny)") && log.contains("the first step needs 400"), "{log}");
    // What it begins with plays like the net that it comes from.
    let arena = ["arena", "on:0@sims=8", "tiny:2@sims=8", "--game", "dualite", "--games", "10", "--json"];
    let answer: serde_json::Value = serde_json::from_str(&place.succeeds(&arena)).expect("a JSON object");
    let pair = &answer["pairs"][0];
    assert_eq!((&pair["games"], &pair["wins"]), (&10.into(), &pair["losses"]));
    // Its file may go: the run has all that it needs.
    fs::remove_dir_all(run_dir(&place)).expect("removed");
    place.succeeds(&["train", "on", "--resume", "--set", "generations=3"]);

    for (from, parts) in [
        ("tiny", ["cannot continue from `tiny`", "no training run `tiny`"]),
        ("mcts:8", ["`from` is `mcts:8`", "released, a file (.ard)"]),
        ("released", ["cannot continue from `released`: its net has blocks=6", "expected the config's blocks=1"]),
    ] {
        place.refuses(&["train", "tiny.toml", "--run", "x", "--from", from], &parts);
    }
    let rules = ["--run", "rules", "--set", "game.rules.opening=last", "--set", "learner.rate=5e-4"];
    let log = place.succeeds(&[&["train", "tiny.toml", "--from", "on:1", "--budget", "1ms"][..], &rules].concat());
    assert!(log.contains("(from on:1)"), "a net learns other rules, too: {log}");
    let zen = ["train", "zen", "--run", "x", "--from", "on"];
    place.refuses(&zen, &["cannot continue from `on`", "plays `dualite`, the game is `zen`"]);
    assert!(!place.path("checkpoints/runs/x").exists());
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
    // Nothing is written where the run cannot go on: `refuses` looks at all files.
    let (games, hidden) = (newest.join("games.bin"), place.path("games.bin"));
    fs::rename(&games, &hidden).expect("moved");
    let more = ["train", "tiny.toml", "--set", "generations=8", "--resume"];
    place.refuses(&more, &["generation 2 is missing", "--from tiny --run NAME"]);
    place.refuses(&["train", "tiny", "--anneal", "2"], &["generation 2 is missing"]);
    place.refuses(&["train", "tiny", "--resume", "--budget", "1h"], &["generation 2 is missing"]);
    fs::rename(&hidden, &games).expect("moved");
    let config = run_dir(&place).join("config.toml");
    let message = "is not a run: expected one that `ardoise train` began";
    fs::rename(&config, place.path("config.toml")).expect("moved");
    place.refuses(&RESUME, &[message]);
    fs::rename(place.path("config.toml"), &config).expect("moved");
    refused_without(&config, Some(b"[[["), &["line 1"]);
    refused_without(&config, Some(b""), &["missing field `generations`"]);
    assert!(place.succeeds(&RESUME).contains("is complete"), "all is as it was");
}

/// Files of older versions begin with their games.
#[test]
fn games_of_an_older_version_are_read() {
    let place = begun();
    let path = run_dir(&place).join("generation-0002/games.bin");
    let bytes = fs::read(&path).expect("readable");
    let games = bytes[32..].strip_prefix(b"\xffardoise games\n\x02").expect("of generation 2");
    fs::write(&path, [&Sha256::digest(games)[..], games].concat()).expect("written");
    assert!(place.succeeds(&["train", "tiny.toml", "--set", "generations=3", "--resume"]).contains("is complete"));
}

/// TensorBoard shows generations at the times when they were made, whenever the run is resumed.
#[test]
fn generations_keep_their_times() {
    let place = begun();
    for generation in 0..3 {
        let path = run_dir(&place).join(format!("generation-{generation:04}/metrics.json"));
        let text = fs::read_to_string(&path).expect("readable");
        let mut metrics: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert!(metrics["complete_at"].as_f64().is_some_and(|seconds| seconds > 1.7e9), "{text}");
        metrics["complete_at"] = (1e9 + f64::from(generation)).into();
        // As an older version has written it.
        if generation == 1 {
            metrics.as_object_mut().expect("an object").remove("complete_at");
        }
        fs::write(&path, metrics.to_string()).expect("written");
        if generation == 1 {
            let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_001);
            fs::File::options().write(true).open(&path).expect("there").set_modified(time).expect("set");
        }
    }
    assert!(place.succeeds(&["train", "tiny.toml", "--set", "generations=3", "--resume"]).contains("is complete"));
    let log = fs::read_dir(run_dir(&place).join("tensorboard")).expect("there").next().expect("one").expect("readable");
    let bytes = fs::read(log.path()).expect("readable");
    // The time stands at the beginning of each event, as a 64-bit float behind its tag.
    for generation in 0..3 {
        let time = [&[9][..], &(1e9 + f64::from(generation)).to_le_bytes()].concat();
        let events = bytes.windows(time.len()).filter(|window| *window == time).count();
        assert!(generation == 0 || events > 5, "generation {generation}: {events} events");
    }
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
        (of_run("teams", "games.bin"), "games.bin", "other positions than those of dualite"),
        (older.join("games.bin"), "games.bin", "holds the games of generation 1: expected those of 2"),
        (of_run("other", "games.bin"), "games.bin", "not those of its metrics.json"),
    ] {
        let path = newest.join(name);
        let content = fs::read(&path).expect("readable");
        fs::copy(&from, &path).expect("copied");
        place.refuses(&RESUME, &[part]);
        fs::write(&path, content).expect("written");
    }
    assert!(place.succeeds(&RESUME).contains("is complete"), "all is as it was");
}

const DIVERGED: [&str; 2] = ["the net has diverged", "expected a lower learner.rate"];

#[test]
fn a_net_that_diverges_ends_its_run_with_a_sentence() {
    let place = place();
    let wild =
        ["generations=20", "selfplay.games=10", "learner.rate=0.1", "learner.value_weight=0", "learner.batch=16"];
    for key in ["weight_decay", "norm_decay"] {
        let decay = format!("learner.{key}=1e4");
        let wild: Vec<&str> = wild.into_iter().chain([decay.as_str()]).flat_map(|key| ["--set", key]).collect();
        let expected = format!("expected a learner.{key} below 10");
        let parts = ["the net has diverged", &format!("learner.{key} is 10000"), &expected];
        place.refuses_run(place.command(&[&["train", "tiny.toml", "--run", key][..], &wild].concat()), &parts);
    }
}

/// A checksum identifies the writer of a file, but does not prove that its content makes sense.
#[test]
fn parameters_that_are_not_finite_are_refused() {
    let place = place();
    place.succeeds(&["train", "tiny.toml", "--budget", "1ms"]);
    let of_generation = |number: u32| run_dir(&place).join(format!("generation-{number:04}/learner.bin"));
    let path = (0..=GENERATIONS).rev().map(of_generation).find(|path| path.exists()).expect("there is one");
    let intact = fs::read(&path).expect("readable");
    let tampered = |change: &dyn Fn(&mut LearnerState)| {
        let (mut state, total): (LearnerState, u64) = postcard::from_bytes(&intact[32..]).expect("a learner's state");
        change(&mut state);
        let body = postcard::to_stdvec(&(state, total)).expect("writable");
        fs::write(&path, [&Sha256::digest(&body)[..], &body].concat()).expect("written");
        place.refuses_run(place.command(&["train", "tiny.toml", "--resume", "--budget=1h"]), &DIVERGED);
    };
    for wrong in [f32::NAN, f32::INFINITY] {
        tampered(&|state| state.parameters[0][0] = wrong);
        tampered(&|state| state.average[0][0] = wrong);
    }
    // Finite, but variances are negative, so that the exported weights are not.
    tampered(&|state| state.average.iter_mut().flatten().for_each(|value| *value = -1e30));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_run_between_generations() {
    let place = place();
    let train = ["train", "tiny.toml"];
    // Too little for generation 0: the name stays free.
    for blocks in [0, 1, 8] {
        let output = place.limited(blocks, &train).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let left =
            fs::read_dir(place.path("checkpoints/runs")).expect("there").map(|entry| entry.expect("there").path());
        assert_eq!(Vec::from_iter(left), Vec::<PathBuf>::new(), "{blocks} blocks: {said}");
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
