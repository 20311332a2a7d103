//! The doctor on runs that were made sick on purpose, and on one that was not; the ladder; the list of runs.

use crate::support::place::Place;
use ardoise::doctor::{Case, Certainty, Finding, Illness, State, diagnose};
use ardoise::runs::RunDir;
use ardoise::train::{self, Budget, Config, Finish, Metrics, Phase, Progress, RulesInTurn, Session, Threads};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A healthy run of some seconds: enough steps, games that differ, a net that learns.
const WELL: &str = "generations = 6
[game]
variant = \"dualite\"
[net]
channels = 16
blocks = 1
[selfplay]
games = 60
simulations = 16
fast_simulations = 4
[learner]
batch = 32
shards = 1
window = 2000
warmup_steps = 10
rate = 5e-3
average_decay = 0.99
passes = 2
[report]
every = 0
";

fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<String> = overrides.iter().map(|&set| set.to_owned()).collect();
    Config::parse("well.toml", WELL, &overrides).unwrap_or_else(|error| panic!("{overrides:?}: {error}"))
}

struct Silent;

impl Progress for Silent {
    fn begin(&self, _: u32, _: &str, _: &'static str, _: u64) {}
    fn tick(&self) {}
    fn end(&self) {}
    fn generation(&self, _: &Metrics) {}
    fn planned(&self, _: u32, _: Option<&Phase>, _: &Phase) {}
}

/// A run that was trained to its end.
struct Patient {
    /// Removed when the patient goes.
    _folder: tempfile::TempDir,
    run: RunDir,
    config: Config,
}

impl Patient {
    fn trained(overrides: &[&str], threads: usize) -> Patient {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (config, run) = (config(overrides), RunDir::at(folder.path().join("run")));
        run.create(&toml::to_string(&config).expect("writable")).expect("created");
        let held = run.hold().expect("free");
        let interrupted = AtomicBool::new(false);
        let budget = Budget::default();
        let session =
            Session { run: &held, budget, anneal: None, threads, interrupted: &interrupted, progress: &Silent };
        let place = Threads::new(threads).expect("threads");
        let game = config.game().expect("there is such a game");
        let finish = train::run(RulesInTurn::only(&game), &config, &session, &place);
        assert_eq!(finish.expect("it trains"), Finish::Complete, "{overrides:?}");
        drop(held);
        Patient { _folder: folder, run, config }
    }

    fn findings(&self) -> Vec<Finding> {
        let case = Case::read(&self.run).expect("readable");
        assert_eq!(case.state, State::Complete);
        let game = self.config.game().expect("there is such a game");
        diagnose(&game, &self.run, &case).expect("readable").0
    }

    /// The illness is found with at least this certainty, and its remedy is one that a config accepts.
    fn has(&self, illness: Illness, sure: Certainty) {
        let findings = self.findings();
        let found = findings.iter().find(|finding| finding.illness == illness);
        let found = found.unwrap_or_else(|| panic!("{illness} was not found, but {findings:#?}"));
        assert!(found.sure >= sure, "{found:#?}");
        assert!(!found.figures.is_empty() && found.figures.iter().all(|figure| figure.value.is_finite()), "{found:#?}");
        let text = toml::to_string(&self.config).expect("writable");
        let cured =
            Config::parse("run", &text, &found.remedy.set).unwrap_or_else(|error| panic!("{found:#?}: {error}"));
        assert_ne!(cured, self.config, "the remedy changes nothing: {found:#?}");
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md"));
        let page = page.expect("the page is readable");
        for set in &found.remedy.set {
            let key = set.split('=').next().expect("a key");
            let last = key.rsplit('.').next().expect("a name");
            let named = page.contains(&format!("| `{last}`")) || page.contains(&format!(".{last}`"));
            assert!(named, "`{key}` is not in docs/configuration.md");
        }
    }

    fn has_no(&self, illness: Illness) {
        let findings = self.findings();
        assert!(findings.iter().all(|finding| finding.illness != illness), "{findings:#?}");
    }
}

fn sick(overrides: &[&str], illness: Illness, sure: Certainty) -> Patient {
    let patient = Patient::trained(overrides, 2);
    patient.has(illness, sure);
    patient
}

#[test]
fn a_healthy_run_is_left_in_peace() {
    for seed in ["seed=1", "seed=2"] {
        assert_eq!(Patient::trained(&[seed, "generations=9"], 2).findings(), [], "{seed}");
    }
    let loa = ["game.variant=loa", "selfplay.games=40", "selfplay.max_moves=60", "generations=4"];
    let mut findings = Patient::trained(&loa, 2).findings();
    findings.retain(|finding| finding.illness != Illness::CutOff);
    assert_eq!(findings, [], "Lines of Action");
}

#[test]
fn a_learner_without_a_batch() {
    let patient = sick(&["learner.batch=4096", "learner.window=4096"], Illness::NoSteps, Certainty::Certain);
    patient.has_no(Illness::LearnsNothing);
}

#[test]
fn a_warm_up_without_an_end() {
    sick(&["learner.warmup_steps=100000"], Illness::LongWarmUp, Certainty::Certain);
}

#[test]
fn a_net_that_learns_nothing() {
    let steps = ["generations=9", "selfplay.held_out_every=4", "learner.passes=10"];
    let slow = [&["learner.rate=1e-7", "learner.final_rate=1e-8"], &steps[..]].concat();
    sick(&slow, Illness::LearnsNothing, Certainty::Likely);
}

#[test]
fn a_net_that_is_too_small() {
    let tiny = ["net.channels=1", "net.value_hidden=1", "net.value_channels=1"];
    // Not every seed's run is past learning so soon.
    let long = ["seed=8", "generations=20", "learner.passes=8", "learner.rate=1e-2", "selfplay.held_out_every=4"];
    sick(&[&tiny[..], &long].concat(), Illness::SmallNet, Certainty::Likely);
}

#[test]
fn a_window_that_is_known_by_heart() {
    let few = ["selfplay.games=24", "selfplay.held_out_every=2", "generations=4"];
    let long = ["learner.passes=60", "learner.rate=1e-2", "net.channels=32"];
    sick(&[&few[..], &long].concat(), Illness::Overfitting, Certainty::Likely);
}

/// The bare net, and a search of one simulation.
const NO_SEARCH: [&str; 4] =
    ["search.root={puct={}}", "selfplay.simulations=1", "search.proof_nodes=0", "search.root_proof_nodes=0"];

#[test]
fn games_that_begin_alike() {
    let long = ["generations=9", "learner.passes=8", "learner.rate=1e-2"];
    sick(&[&NO_SEARCH[..], &long].concat(), Illness::RepeatedOpenings, Certainty::Certain);
}

#[test]
fn targets_that_say_nothing() {
    let flat = ["search.root.gumbel.c_scale=0", "search.proof_nodes=0", "search.root_proof_nodes=0"];
    sick(&flat, Illness::FlatTargets, Certainty::Likely);
}

#[test]
fn games_that_all_end_alike() {
    let shuffling = [
        "game.variant=logitac",
        "selfplay.games=6",
        "selfplay.held_out_every=2",
        "generations=3",
        "selfplay.simulations=2",
        "selfplay.fast_simulations=1",
        "selfplay.full_share=0.02",
        "search.proof_nodes=0",
        "search.root_proof_nodes=0",
        "learner.passes=0.5",
    ];
    sick(&shuffling, Illness::CutOff, Certainty::Likely).has_no(Illness::Draws);
    // Too short for captures: all totals are equal.
    sick(&["game.variant=l-calculus", "game.rules.max_turns=1", "generations=3"], Illness::Draws, Certainty::Certain);
    let endless = ["game.variant=loa", "selfplay.max_moves=4", "generations=3"];
    sick(&endless, Illness::CutOff, Certainty::Certain).has_no(Illness::Draws);
    let short = [
        "game.variant=l-calculus",
        "game.rules.max_turns=3",
        "generations=8",
        "learner.passes=6",
        "selfplay.simulations=64",
        "selfplay.fast_simulations=64",
    ];
    sick(&short, Illness::OneSided, Certainty::Certain);
}

#[test]
fn units_that_such_steps_have_thrown_out_of_reach() {
    let long = ["learner.passes=8", "learner.rate=0.3", "learner.warmup_steps=1"];
    let patient = sick(&long, Illness::DeadUnits, Certainty::Likely);
    let dead = Case::read(&patient.run).expect("readable").dead_units().expect("each generation looks");
    assert!(dead > 0.02, "{dead}");
    Patient::trained(&[], 2).has_no(Illness::DeadUnits);
}

/// A folder with a small config and a run of it, `tiny`.
fn place(overrides: &[&str]) -> Place {
    let place = Place::new();
    let text = toml::to_string(&config(overrides)).expect("writable");
    fs::write(place.path("tiny.toml"), text).expect("written");
    place
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_commands_tell_of_a_run() {
    let place = place(&["generations=4", "learner.warmup_steps=100000", "report.every=2", "report.games=2"]);
    let runs = Path::new("checkpoints").join("runs").display().to_string();
    assert!(place.succeeds(&["runs"]).starts_with(&format!("no runs in {runs}")));
    assert_eq!(json(&place.succeeds(&["runs", "--json"])), Value::Array(Vec::new()));
    place.refuses(&["doctor", "tiny"], &["no training run `tiny`", "expected", &runs, "none"]);

    let said = place.succeeds(&["train", "tiny.toml"]);
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("doctor: certain long-warm-up: ")).collect();
    assert_eq!(warnings.len(), 1, "once an illness: {said}");
    let (_, remedy) = warnings[0].rsplit_once('(').expect("a remedy in brackets");
    let remedy = remedy.strip_suffix(')').filter(|remedy| remedy.starts_with("--set learner.warmup_steps="));
    let remedy = remedy.unwrap_or_else(|| panic!("{}", warnings[0]));

    let text = place.succeeds(&["doctor", "tiny"]);
    assert!(text.starts_with("run tiny: dualite, generation 4 of 4, complete\n"), "{text}");
    assert!(text.contains("  figures  steps of the warm-up: 100000; "), "{text}");
    assert!(
        text.contains("certain long-warm-up: ") && text.contains(&format!("  remedy   for another run: {remedy}\n")),
        "{text}"
    );
    let told = json(&place.succeeds(&["doctor", "checkpoints/runs/tiny", "--json"]));
    assert_eq!((told["run"].as_str(), told["state"].as_str()), (Some("tiny"), Some("complete")));
    let findings = told["findings"].as_array().expect("a list");
    let warm_up = findings.iter().find(|finding| finding["illness"] == "long-warm-up").expect("it is found");
    assert_eq!(warm_up["sure"], "certain");
    assert!(told["figures"].as_array().is_some_and(|figures| figures.len() > 5), "{told}");

    let table = place.succeeds(&["runs"]);
    let row = table.lines().nth(1).expect("a run");
    for part in ["tiny", "dualite", "complete", "4 of 4", "% against random", "certain long-warm-up"] {
        assert!(row.contains(part), "`{part}` is not in {table}");
    }
    let list = json(&place.succeeds(&["runs", "--thorough", "--json"]));
    assert_eq!((list[0]["run"].as_str(), list[0]["held"].as_bool()), (Some("tiny"), Some(false)));
    let held = RunDir::at(place.path("checkpoints/runs/tiny")).hold().expect("free");
    assert_eq!(json(&place.succeeds(&["runs", "--json"]))[0]["state"], "training");
    drop(held);
    fs::write(place.path("checkpoints/runs/tiny/config.toml"), "generations = 5\n").expect("written");
    let list = json(&place.succeeds(&["runs", "--json"]));
    assert!(list[0]["error"].as_str().is_some_and(|error| error.contains("config.toml")), "{list}");
    assert!(place.succeeds(&["runs"]).contains("unreadable"));
    place.refuses(&["doctor", "tiny"], &["config.toml", "game"]);
}

#[test]
fn a_ladder_is_kept_and_only_added_to() {
    let place = place(&["generations=4"]);
    place.succeeds(&["train", "tiny.toml"]);
    let ladder = |more: &[&str]| json(&place.succeeds(&[&["ladder", "tiny", "--policy", "--json"], more].concat()));
    // Five generations; each meets the two before it.
    let first = ladder(&["--games", "4"]);
    assert_eq!((first["played"].as_u64(), first["pairs"].as_u64()), (Some(7 * 2), Some(7 * 2)), "{first}");
    let again = ladder(&["--games", "4", "--threads", "1"]);
    assert_eq!((again["played"].as_u64(), &again["curve"]), (Some(0), &first["curve"]), "{again}");
    let curve = first["curve"].as_array().expect("a list");
    let generations: Vec<_> = curve.iter().map(|rung| rung["generation"].as_u64()).collect();
    assert_eq!(generations, [0, 1, 2, 3, 4].map(Some));
    assert_eq!(curve[0]["elo"], 0.0);
    for rung in &curve[1..] {
        let [low, elo, high] = ["elo_low", "elo", "elo_high"].map(|key| rung[key].as_f64().expect("a number"));
        assert!(low < elo && elo < high, "{rung}");
    }
    let more = ladder(&["--games", "6"]);
    assert_eq!((more["played"].as_u64(), more["pairs"].as_u64()), (Some(7), Some(7 * 3)), "{more}");
    // The same file as if all had been played at once, on any number of threads; a torn line is cut off, and played
    // again.
    let file = place.path("checkpoints/runs/tiny/ladder.jsonl");
    let text = fs::read_to_string(&file).expect("readable");
    assert_eq!(text.lines().count(), 21);
    for threads in ["1", "3"] {
        fs::remove_file(&file).expect("removed");
        assert_eq!(ladder(&["--games", "6", "--threads", threads])["curve"], more["curve"]);
        assert_eq!(fs::read_to_string(&file).expect("readable"), text, "{threads} threads");
    }
    fs::write(&file, &text[..text.len() - 9]).expect("written");
    let mended = ladder(&["--games", "6"]);
    assert_eq!((mended["played"].as_u64(), &mended["curve"]), (Some(1), &more["curve"]));
    assert_eq!(fs::read_to_string(&file).expect("readable"), text);
    // Those before kept pairs in the order in which they ended: that is as good.
    let mut lines = Vec::from_iter(text.lines());
    lines.swap(3, 11);
    lines.remove(7);
    fs::write(&file, lines.join("\n") + "\n").expect("written");
    let other_order = ladder(&["--games", "6"]);
    assert_eq!((other_order["played"].as_u64(), &other_order["curve"]), (Some(1), &more["curve"]));
    // A longer run adds its new generations; another budget is another curve.
    place.succeeds(&["train", "tiny", "--resume", "--set", "generations=5"]);
    assert_eq!(ladder(&["--games", "6"])["played"], 6);
    let few = place.succeeds(&["ladder", "tiny", "--sims", "2", "--games", "2", "--rungs", "2"]);
    assert!(few.starts_with("run tiny: dualite, sims=2, 1 pairs of games, 1 of them new\n"), "{few}");
    assert!(few.lines().count() == 4 && few.contains('●'), "{few}");
    place.refuses(&["ladder", "nobody"], &["no training run `nobody`", "tiny"]);
    fs::write(&file, "{}\n").expect("written");
    place.refuses(&["ladder", "tiny"], &["ladder.jsonl, line 1", "expected a pair of games"]);
}

#[test]
fn the_page_names_every_illness() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/doctor.md");
    let page = fs::read_to_string(page).expect("the page is readable");
    for illness in Illness::ALL {
        assert!(page.contains(&format!("| `{illness}`")), "docs/doctor.md does not explain `{illness}`");
        assert!(illness.about().ends_with('.'), "{illness}");
    }
}
