//! Commands that are killed at random moments and begun again give the same bits as uninterrupted ones.

use crate::support::place::Place;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

const CONFIG: &str = "generations = 4\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
                      [selfplay]\ngames = 60\nsimulations = 16\nfast_simulations = 4\n\
                      [learner]\nbatch = 32\nwindow = 400\n[players.search]\nproof_nodes = 0\nroot_proof_nodes = 0\n";

struct Work {
    name: &'static str,
    prepare: fn(&Place),
    /// The command's arguments; they also continue an interrupted one.
    line: fn(&Place, &str) -> Vec<String>,
    /// The command's results, by name, with its last output.
    product: fn(&Place, &str) -> BTreeMap<String, Vec<u8>>,
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn config(place: &Place) {
    fs::write(place.path("tiny.toml"), CONFIG).expect("written");
}

fn trained(place: &Place) {
    config(place);
    place.succeeds(&["train", "tiny.toml"]);
}

fn studied(place: &Place) {
    place.succeeds(&["study", "dualite", "--budget", "24s", "--problems", "2"]);
    for name in ["report.json", "report.html", "problems.jsonl", "problems.html"] {
        fs::remove_file(place.path("checkpoints/runs/dualite").join(name)).expect("it was made");
    }
}

/// The files of a folder with these endings.
fn files(folder: &Path, endings: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            found.extend(files(&path, endings).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.insert(name, fs::read(&path).expect("readable"));
        }
    }
    found
}

/// The fields of a JSON object, or of all in a list, separately: times differ, and callers leave them out.
fn fields(text: &str) -> BTreeMap<String, Vec<u8>> {
    let objects = match serde_json::from_str(text) {
        Ok(Value::Array(objects)) => objects,
        Ok(object) => vec![object],
        Err(_) => Vec::new(),
    };
    let mut found = BTreeMap::new();
    for (number, object) in objects.iter().enumerate() {
        let fields = object.as_object().into_iter().flatten();
        found.extend(fields.map(|(name, value)| (format!("{number} {name}"), value.to_string().into_bytes())));
    }
    found
}

const ALL: [Work; 7] = [
    Work {
        name: "train",
        prepare: config,
        line: |place, threads| {
            let begun = place.path("checkpoints/runs/tiny/config.toml").exists();
            words(&format!("train tiny.toml --threads {threads} {}", if begun { "--resume" } else { "" }))
        },
        product: |place, _| {
            files(&place.path("checkpoints/runs"), &[".ard", "games.bin", "learner.bin", "config.toml"])
        },
    },
    Work {
        name: "study",
        prepare: studied,
        line: |_, _| words("study dualite --budget 24s --problems 2"),
        product: |place, _| {
            let run = place.path("checkpoints/runs/dualite");
            let mut made = fields(&fs::read_to_string(run.join("report.json")).unwrap_or_default());
            made.extend(files(&run, &["problems.jsonl", ".ard"]));
            made
        },
    },
    Work {
        name: "report",
        prepare: trained,
        line: |_, _| words("report dualite --with tiny@sims=8 --games 20 --json"),
        product: |_, printed| fields(printed),
    },
    Work {
        name: "ladder",
        prepare: trained,
        line: |_, threads| words(&format!("ladder tiny --games 10 --sims 8 --threads {threads}")),
        product: |place, _| files(&place.path("checkpoints/runs/tiny"), &["ladder.jsonl"]),
    },
    Work {
        name: "arena",
        prepare: |_| (),
        line: |_, threads| {
            words(&format!(
                "arena mcts:16 random mcts:8 --game dualite --games 30 --record a.jsonl --resume --threads {threads}"
            ))
        },
        product: |place, _| files(&place.path(""), &["a.jsonl"]),
    },
    Work {
        name: "compare",
        prepare: config,
        line: |_, threads| {
            words(&format!(
                "compare tiny.toml --variant fast:learner.rate=5e-3 --seeds 2 --games 10 --simulations 8 --positions 20 \
                 --budget 10m --jobs {threads}"
            ))
        },
        product: |place, _| files(&place.path("checkpoints/runs/compare"), &[".ard", ".jsonl"]),
    },
    Work {
        name: "exam",
        prepare: trained,
        line: |_, _| words("exam dualite tiny@sims=64 tiny@policy --positions 300 --json"),
        product: |_, printed| fields(printed),
    },
];

/// Runs a command; kills it after a time. Returns its output if it came to its end.
fn run(work: &Work, place: &Place, threads: &str, limit: Option<Duration>) -> Option<String> {
    let line = (work.line)(place, threads);
    let printed = place.path("printed");
    let out = fs::File::create(&printed).expect("created");
    let mut command = place.command(&line.iter().map(String::as_str).collect::<Vec<_>>());
    let mut child = command.stdout(out).stderr(Stdio::piped()).spawn().expect("it starts");
    let began = Instant::now();
    while limit.is_none_or(|limit| began.elapsed() < limit) {
        if child.try_wait().expect("it can be asked").is_some() {
            let output = child.wait_with_output().expect("it has ended");
            assert!(output.status.success(), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
            return Some(fs::read_to_string(&printed).expect("readable"));
        }
        sleep(Duration::from_millis(2));
    }
    child.kill().expect("killed");
    child.wait().expect("dead");
    None
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("created");
    for entry in fs::read_dir(from).expect("readable") {
        let (path, to) = (entry.as_ref().expect("readable").path(), to.join(entry.expect("readable").file_name()));
        match path.is_dir() {
            true => copy(&path, &to),
            false => {
                fs::copy(&path, &to).expect("copied");
            }
        }
    }
}

/// Kills the command that many times; whenever it comes to its end, its results are compared, and it begins anew.
fn killed(work: &Work, threads: &str, kills: u32, rng: &mut Xoshiro256PlusPlus) {
    let prepared = Place::new();
    (work.prepare)(&prepared);
    let new = || {
        let place = Place::new();
        copy(&prepared.path(""), &place.path(""));
        place
    };
    let whole = || {
        let (place, began) = (new(), Instant::now());
        let printed = run(work, &place, threads, None).expect("it comes to its end");
        ((work.product)(&place, &printed), began.elapsed())
    };
    let ((mut expected, took), (again, _)) = (whole(), whole());
    assert!(!expected.is_empty() && expected.keys().eq(again.keys()), "{}: {:?}", work.name, expected.keys());
    // Times differ.
    expected.retain(|name, bytes| !again[name].is_empty() && again[name] == *bytes);
    let (mut begun, mut left, mut ends) = (None, kills, 0);
    while left > 0 || begun.is_some() {
        let place = begun.take().unwrap_or_else(new);
        let limit = (left > 0).then(|| took.mul_f64(rng.random_range(0.0..1.1)));
        let Some(printed) = run(work, &place, threads, limit) else {
            left -= 1;
            begun = Some(place);
            continue;
        };
        ends += 1;
        let made = (work.product)(&place, &printed);
        for (name, bytes) in &expected {
            assert!(made.get(name) == Some(bytes), "{} with {threads} threads: {name} differs", work.name);
        }
    }
    let compared = expected.len();
    println!("{} with {threads} threads: {kills} kills, {ends} ends, {compared} parts alike in each", work.name);
}

/// `ARDOISE_KILLS` says how often each command is killed with one thread and with two, `ARDOISE_KILLED` which ones.
#[test]
#[ignore = "takes minutes: `cargo test --release --test suite -- --ignored kills`"]
fn whatever_is_killed_ends_alike() {
    let kills = std::env::var("ARDOISE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let chosen = std::env::var("ARDOISE_KILLED").unwrap_or_default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(kills.into());
    for work in ALL.iter().filter(|work| chosen.is_empty() || chosen.split(',').any(|name| name == work.name)) {
        ["1", "2"].into_iter().for_each(|threads| killed(work, threads, kills, &mut rng));
    }
}
