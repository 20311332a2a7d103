//! Runs through the program: killed and resumed, refused where something is wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const GENERATIONS: u32 = 5;

/// A directory to train in, with a tiny config.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary directory"));
        let config = format!(
            "generations = {GENERATIONS}\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 1\n\
             [selfplay]\ngames = 24\nsimulations = 16\nfast_simulations = 4\n\
             [learner]\nbatch = 32\nwindow = 200\n[report]\nevery = 0\n"
        );
        fs::write(place.path("tiny.toml"), config).expect("written");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run_dir(&self) -> PathBuf {
        self.path("checkpoints/runs/tiny")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ardoise"));
        command.current_dir(self.0.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program starts")
    }

    fn succeeds(&self, args: &[&str]) -> String {
        let output = self.output(args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    fn fails(&self, args: &[&str], expected: &[&str]) {
        let output = self.output(args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {message}");
        for part in expected {
            assert!(message.contains(part), "{args:?}: `{part}` not in: {message}");
        }
        assert!(!message.contains("panicked"), "{message}");
    }
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
    let whole = Place::new();
    whole.succeeds(&["train", "tiny.toml"]);
    let killed = Place::new();
    let mut args = vec!["train", "tiny.toml", "--threads", "1"];
    for kill in 0..10u64 {
        let mut child = killed.command(&args).spawn().expect("the program starts");
        // From before the first file is there to well into learning.
        std::thread::sleep(Duration::from_millis(5 + 61 * kill % 290));
        child.kill().expect("killed");
        child.wait().expect("dead");
        if killed.run_dir().join("config.toml").exists() {
            args = vec!["train", "tiny.toml", "--resume"];
        } else if killed.run_dir().exists() {
            // Killed between making the directory and writing the config: nothing is lost, the name is taken.
            fs::remove_dir_all(killed.run_dir()).expect("removed");
        }
    }
    killed.succeeds(&args);
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let (expected, given) = (product(&whole.run_dir()), product(&killed.run_dir()));
    assert_eq!(names(&expected), names(&given));
    for ((name, expected), (_, given)) in expected.iter().zip(&given) {
        assert!(expected == given, "{name} differs");
    }
    let leftovers = fs::read_dir(killed.run_dir())
        .expect("readable")
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with(".partial")));
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn training_reports_resumes_exports_and_refuses() {
    let place = Place::new();
    let log = place.succeeds(&["train", "tiny.toml", "--budget", "1ms"]);
    assert!(log.contains("has used its time"), "{log}");
    place.fails(&["train", "tiny.toml"], &["checkpoints/runs/tiny exists", "--resume"]);
    place.fails(&["train", "tiny.toml", "--resume", "--seed", "7"], &["config differs", "in seed:"]);
    place.fails(&["train", "tiny.toml", "--run", "other", "--resume"], &["checkpoints/runs/other", "no run"]);
    place.fails(&["train", "tiny.toml", "--run", "../x"], &["--run `../x`", "expected"]);
    place.fails(&["train", "none.toml"], &["none.toml"]);
    place.fails(&["train", "tiny.toml", "--run", "x", "--set", "learner.bacth=3"], &["learner.bacth=3", "bacth"]);
    let opponents = "report.opponents=[\"nobody\"]";
    place.fails(&["train", "tiny.toml", "--run", "x", "--set", opponents], &["report.opponents", "nobody"]);
    assert!(!place.path("checkpoints/runs/x").exists() && !place.path("checkpoints/runs/other").exists());

    let log = place.succeeds(&["train", "tiny.toml", "--resume", "--json"]);
    let generations: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    assert_eq!(generations.last().expect("some are left")["generation"], GENERATIONS);
    assert!(fs::read_dir(place.run_dir().join("tensorboard")).expect("there is a log").count() > 0);

    place.succeeds(&["export", "tiny", "--out", "net.ard"]);
    let newest = place.run_dir().join(format!("generation-{GENERATIONS:04}"));
    assert_eq!(fs::read(place.path("net.ard")).ok(), fs::read(newest.join("evaluator.ard")).ok());
    place.fails(&["export", "nothing", "--out", "no.ard"], &["nothing"]);
    place.fails(&["export", "tiny:77", "--out", "no.ard"], &["77"]);
    place.fails(&["export", "tiny", "--out", "no/such/dir/net.ard"], &["no/such/dir/net.ard"]);
    assert!(!place.path("no.ard").exists());

    let damage = newest.join("learner.bin");
    let mut bytes = fs::read(&damage).expect("the newest generation keeps it");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damage, bytes).expect("written");
    place.fails(&["train", "tiny.toml", "--resume"], &["learner.bin is damaged"]);
}
