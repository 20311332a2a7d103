//! The doctor on runs that were made sick on purpose, and on one that was not; the ladder; the list of runs.

use crate::support::place::Place;
use ardoise::compact::{CompactNet, Header};
use ardoise::doctor::{Case, Finding, Illness, State, Sure, diagnose};
use ardoise::runs::RunDir;
use ardoise::train::{self, Budget, Config, Finish, Metrics, Phase, Progress, RulesInTurn, Seconds, Session, Threads};
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

    /// Sets each generation's times by hand: the real ones depend on how busy the machine is.
    fn takes(&self, seconds: Seconds) {
        for mut metrics in train::history(&self.run).expect("readable") {
            metrics.seconds = seconds;
            let file = self.run.generation(metrics.generation).join("metrics.json");
            fs::write(file, serde_json::to_vec(&metrics).expect("writable")).expect("written");
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let case = Case::read(&self.run).expect("readable");
        assert_eq!(case.state, State::Complete);
        let game = self.config.game().expect("there is such a game");
        diagnose(&game, &self.run, &case).expect("readable").0
    }

    /// The illness is found with at least this certainty, and its remedy is one that a config accepts.
    fn has(&self, illness: Illness, sure: Sure) {
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
            let free = key == "generations" || key.starts_with("report.") || key.ends_with(".cache");
            assert!(!found.remedy.resume || free || key.ends_with(".concurrent"), "{key} cannot change in a run");
        }
    }

    fn has_no(&self, illness: Illness) {
        let findings = self.findings();
        assert!(findings.iter().all(|finding| finding.illness != illness), "{findings:#?}");
    }
}

fn sick(overrides: &[&str], illness: Illness, sure: Sure) -> Patient {
    let patient = Patient::trained(overrides, 2);
    patient.has(illness, sure);
    patient
}

/// What depends on how busy the machine is, in runs whose generations take tenths of a second.
const OF_TIME: [Illness; 3] = [Illness::LearnerHeavy, Illness::IdleThreads, Illness::ReportHeavy];

#[test]
fn a_healthy_run_is_left_in_peace() {
    for seed in ["seed=1", "seed=2"] {
        let mut findings = Patient::trained(&[seed, "generations=9"], 2).findings();
        findings.retain(|finding| !OF_TIME.contains(&finding.illness));
        assert_eq!(findings, [], "{seed}");
    }
    let loa = ["game.variant=loa", "selfplay.games=40", "selfplay.max_moves=60", "generations=4"];
    let mut findings = Patient::trained(&loa, 2).findings();
    findings.retain(|finding| !OF_TIME.contains(&finding.illness) && finding.illness != Illness::CutOff);
    assert_eq!(findings, [], "Lines of Action");
}

#[test]
fn a_learner_without_a_batch() {
    let patient = sick(&["learner.batch=4096", "learner.window=4096"], Illness::NoSteps, Sure::Certain);
    patient.has_no(Illness::LearnsNothing);
}

#[test]
fn a_warm_up_without_an_end() {
    sick(&["learner.warmup_steps=100000"], Illness::LongWarmUp, Sure::Certain);
}

#[test]
fn a_net_that_learns_nothing() {
    let steps = ["generations=9", "selfplay.held_out_every=4", "learner.passes=10"];
    let slow = [&["learner.rate=1e-7", "learner.final_rate=1e-8"], &steps[..]].concat();
    sick(&slow, Illness::LearnsNothing, Sure::Likely).has_no(Illness::BlindValue);
}

#[test]
fn a_net_that_is_too_small() {
    let tiny = ["net.channels=1", "net.value_hidden=1", "net.value_channels=1"];
    // Not every seed's run is past learning so soon.
    let long = ["seed=8", "generations=20", "learner.passes=8", "learner.rate=1e-2", "selfplay.held_out_every=4"];
    sick(&[&tiny[..], &long].concat(), Illness::SmallNet, Sure::Likely);
}

#[test]
fn a_window_that_is_known_by_heart() {
    let few = ["selfplay.games=24", "selfplay.held_out_every=2", "generations=4"];
    let long = ["learner.passes=60", "learner.rate=1e-2", "net.channels=32"];
    sick(&[&few[..], &long].concat(), Illness::Overfitting, Sure::Likely);
}

/// The bare net, and a search of one simulation.
const NO_SEARCH: [&str; 4] =
    ["search.root={puct={}}", "selfplay.simulations=1", "search.proof_nodes=0", "search.root_proof_nodes=0"];

#[test]
fn a_policy_that_only_believes_itself() {
    let long = ["generations=9", "learner.passes=8", "learner.rate=1e-2"];
    let patient = sick(&[&NO_SEARCH[..], &long].concat(), Illness::PolicyCollapse, Sure::Likely);
    patient.has(Illness::RepeatedOpenings, Sure::Certain);
}

#[test]
fn targets_that_say_nothing() {
    let flat = ["search.root.gumbel.c_scale=0", "search.proof_nodes=0", "search.root_proof_nodes=0"];
    sick(&flat, Illness::FlatTargets, Sure::Likely);
}

#[test]
fn a_value_that_is_not_learned() {
    sick(&["generations=9", "learner.value_weight=0"], Illness::BlindValue, Sure::Certain);
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
    sick(&shuffling, Illness::CutOff, Sure::Likely).has_no(Illness::Draws);
    // Too short for captures: all totals are equal.
    sick(&["game.variant=l-calculus", "game.rules.max_turns=1", "generations=3"], Illness::Draws, Sure::Certain);
    let endless = ["game.variant=loa", "selfplay.max_moves=4", "generations=3"];
    sick(&endless, Illness::CutOff, Sure::Certain).has_no(Illness::Draws);
    let short = [
        "game.variant=l-calculus",
        "game.rules.max_turns=3",
        "generations=8",
        "learner.passes=6",
        "selfplay.simulations=64",
        "selfplay.fast_simulations=64",
    ];
    sick(&short, Illness::OneSided, Sure::Certain);
}

#[test]
fn proofs_that_leave_nothing_to_the_net() {
    let late = ["selfplay.starts.random_share=1", "selfplay.starts.random_moves=30", "generations=3"];
    let proofs = ["search.root_proof_nodes=3000000", "selfplay.full_share=1", "learner.warmup_steps=1"];
    sick(&[&late[..], &proofs].concat(), Illness::ProofsAlone, Sure::Likely);
}

#[test]
fn memories_that_are_too_small() {
    sick(&["learner.window=32"], Illness::SmallWindow, Sure::Certain);
    sick(&["selfplay.cache=0"], Illness::SmallCache, Sure::Certain);
}

#[test]
fn time_that_is_badly_spent() {
    // Two games keep at most two of eight threads busy, on any machine.
    let few = ["selfplay.games=2", "selfplay.held_out_every=2", "generations=4", "selfplay.simulations=64"];
    let patient = Patient::trained(&few, 8);
    patient.has(Illness::IdleThreads, Sure::Certain);
    sick(&["learner.passes=0.05"], Illness::SamplesWasted, Sure::Certain);

    let patient = Patient::trained(&["report.every=1", "report.games=2", "generations=3"], 2);
    for (selfplay, learner, report, illness, sure) in [
        (10.0, 100.0, 1.0, Some(Illness::LearnerHeavy), Sure::Likely),
        (1.0, 100.0, 1.0, Some(Illness::LearnerHeavy), Sure::Certain),
        (10.0, 10.0, 15.0, Some(Illness::ReportHeavy), Sure::Likely),
        (10.0, 10.0, 25.0, Some(Illness::ReportHeavy), Sure::Certain),
        (10.0, 10.0, 1.0, None, Sure::Possible),
    ] {
        patient.takes(Seconds { selfplay, learner, report, files: 0.1 });
        match illness {
            Some(illness) => patient.has(illness, sure),
            None => [Illness::LearnerHeavy, Illness::ReportHeavy].into_iter().for_each(|other| patient.has_no(other)),
        }
    }
}

#[test]
fn a_rate_that_never_falls() {
    let patient = sick(&["learner.final_rate=5e-3"], Illness::RateAtEnd, Sure::Certain);
    let mut case = Case::read(&patient.run).expect("readable");
    case.state = State::Training;
    assert!(ardoise::doctor::in_figures(&case).iter().all(|finding| finding.illness != Illness::RateAtEnd));
}

#[test]
fn units_that_such_steps_have_thrown_out_of_reach() {
    let long = ["learner.passes=8", "learner.rate=0.3", "learner.warmup_steps=1"];
    let patient = sick(&long, Illness::DeadUnits, Sure::Likely);
    let dead = Case::read(&patient.run).expect("readable").dead_units().expect("each generation looks");
    assert!(dead > 0.02, "{dead}");
    Patient::trained(&[], 2).has_no(Illness::DeadUnits);
}

#[test]
fn an_evaluator_that_is_rounded_badly() {
    let patient = Patient::trained(&[], 2);
    patient.has_no(Illness::Rounding);
    // The learner's net, with ranges that clip most of what flows through it.
    let game = patient.config.game().expect("there is such a game");
    let exact = train::unrounded(&game, &patient.config, &patient.run, 6);
    let exact = exact.expect("readable").expect("it is kept");
    let ranges = exact.header().ranges.iter().map(|range| range / 1000.0).collect();
    let header = Header { ranges, ..exact.header().clone() };
    let clipped = CompactNet::from_parts(header, exact.weights().clone()).map(|net| net.quantised().expect("ranges"));
    clipped.expect("a net").write(patient.run.evaluator(6)).expect("written");
    patient.has(Illness::Rounding, Sure::Likely);
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
    let place = place(&["generations=4", "selfplay.cache=0", "report.every=2", "report.games=2"]);
    let runs = Path::new("checkpoints").join("runs").display().to_string();
    assert!(place.succeeds(&["runs"]).starts_with(&format!("no runs in {runs}")));
    assert_eq!(json(&place.succeeds(&["runs", "--json"])), Value::Array(Vec::new()));
    place.refuses(&["doctor", "tiny"], &["no training run `tiny`", "expected", &runs, "none"]);

    let said = place.succeeds(&["train", "tiny.toml"]);
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("doctor: certain small-cache: ")).collect();
    assert_eq!(warnings.len(), 1, "once an illness: {said}");
    assert!(warnings[0].ends_with("(--set selfplay.cache=65536)"), "{}", warnings[0]);

    let text = place.succeeds(&["doctor", "tiny"]);
    assert!(text.starts_with("run tiny: dualite, generation 4 of 4, complete\n"), "{text}");
    assert!(text.contains("certain small-cache: ") && text.contains("  figures  entries of the cache: 0; "), "{text}");
    assert!(text.contains("  remedy   ardoise train tiny --resume --set selfplay.cache=65536\n"), "{text}");
    let told = json(&place.succeeds(&["doctor", "checkpoints/runs/tiny", "--json"]));
    assert_eq!((told["run"].as_str(), told["state"].as_str()), (Some("tiny"), Some("complete")));
    let findings = told["findings"].as_array().expect("a list");
    let cache = findings.iter().find(|finding| finding["illness"] == "small-cache").expect("it is found");
    assert_eq!((cache["sure"].as_str(), cache["remedy"]["resume"].as_bool()), (Some("certain"), Some(true)));
    assert!(told["figures"].as_array().is_some_and(|figures| figures.len() > 5), "{told}");

    // The remedy is taken by the run itself.
    place.succeeds(&["train", "tiny", "--resume", "--set", "selfplay.cache=65536", "--set", "generations=5"]);

    let table = place.succeeds(&["runs"]);
    let row = table.lines().nth(1).expect("a run");
    for part in ["tiny", "dualite", "complete", "5 of 5", "% against random", "certain small-cache"] {
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
    // The same results as if all had been played at once; a torn line is cut off, and played again.
    let file = place.path("checkpoints/runs/tiny/ladder.jsonl");
    let text = fs::read_to_string(&file).expect("readable");
    assert_eq!(text.lines().count(), 21);
    fs::remove_file(&file).expect("removed");
    assert_eq!(ladder(&["--games", "6"])["curve"], more["curve"]);
    fs::write(&file, &text[..text.len() - 9]).expect("written");
    let mended = ladder(&["--games", "6"]);
    assert_eq!((mended["played"].as_u64(), &mended["curve"]), (Some(1), &more["curve"]));
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
