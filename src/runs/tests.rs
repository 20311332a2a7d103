use super::*;
use anyhow::bail;
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

#[test]
fn a_run_begins_with_its_config_or_not_at_all() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = RunDir::at(dir.path().join("runs/first"));
    run.create("x = 1").expect("created");
    assert_eq!(fs::read_to_string(run.config()).expect("readable"), "x = 1");
    let message = run.create("x = 2").expect_err("it is there").to_string();
    assert!(message.contains("first exists: expected --resume"), "{message}");
    assert_eq!(fs::read_to_string(run.config()).expect("readable"), "x = 1");
    let runs = dir.path().join("runs");
    assert_eq!(fs::read_dir(&runs).expect("readable").count(), 1);
    // A killed process may leave its preparations; those of a living one stay.
    let [old, new] = [".new-old", ".new-new"].map(|name| runs.join(name));
    for path in [&old, &new] {
        fs::create_dir(path).expect("created");
    }
    // Windows opens no folder as a file.
    if cfg!(unix) {
        let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
        File::open(&old).and_then(|dir| dir.set_modified(hour_ago)).expect("changed");
    }
    let second = RunDir::at(runs.join("second"));
    second.create("x = 1").expect("created");
    assert_eq!((old.exists(), new.exists()), (!cfg!(unix), true));
    let held = run.hold().expect("free");
    assert!(run.hold().expect_err("held").to_string().starts_with("another process is training"));
    assert!(run.is_held() && !RunDir::named("no-such-run").is_held());
    assert_eq!(run.holder(), Some(std::process::id()), "whoever failed to take it has left it as it was");
    held.publish(0, |path| write_file(&path.join("a"), b"x")).expect("written");
    held.remove_empty();
    assert!(run.config().is_file());
    fs::remove_dir_all(run.generation(0)).expect("removed");
    run.hold().expect("free").remove_empty();
    assert!(!run.path().exists());
}

#[test]
fn generations_are_published_whole_or_not_at_all() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = RunDir::at(dir.path().join("run"));
    run.create("").expect("created");
    let held = run.hold().expect("free");
    held.publish(3, |path| write_file(&path.join("a"), b"x")).expect("written");
    held.publish(12, |path| write_file(&path.join("a"), b"x")).expect("written");
    let failed = held.publish(4, |path| {
        write_file(&path.join("a"), b"x")?;
        bail!("no more")
    });
    assert_eq!(failed.expect_err("must fail").to_string(), "no more");
    fs::create_dir(run.path().join(".partial-generation-0013")).expect("created");
    fs::create_dir(run.path().join("generation-14")).expect("created");
    held.sweep().expect("swept");
    assert_eq!(run.generations().expect("readable"), [3, 12]);
    assert_eq!(run.newest().expect("there is one"), 12);
    assert!(!run.path().join(".partial-generation-0013").exists());
}

#[test]
#[cfg_attr(windows, ignore = "nobody can remove a run there while it is held")]
fn a_run_that_is_no_longer_the_one_that_was_taken_is_not_written() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = RunDir::at(dir.path().join("run"));
    let fill = |path: &Path| write_file(&path.join("a"), b"x");
    let refused = |held: &HeldRun, part: &str| {
        let message = held.publish(1, fill).expect_err("must be refused").to_string();
        assert!(message.contains(part), "{message}");
    };
    run.create("x = 1").expect("created");
    let held = run.hold().expect("free");
    held.set_config("x = 2".to_owned()).expect("written");
    held.publish(0, fill).expect("written");
    fs::write(run.config(), "x = 3").expect("written");
    refused(&held, "config.toml was changed");
    // A missing config is not reported as changed.
    fs::remove_file(run.config()).expect("removed");
    fs::create_dir(run.config()).expect("made");
    refused(&held, "config.toml: training stops");
    fs::remove_dir_all(run.path()).expect("removed");
    refused(&held, "was moved, removed or replaced");
    assert!(!run.path().exists(), "no ghost");

    run.create("x = 2").expect("created");
    let other = run.hold().expect("free");
    refused(&held, "was moved, removed or replaced");
    assert_eq!(run.generations().expect("readable"), [0; 0]);
    held.remove_empty();
    other.publish(1, fill).expect("it is the other's");
}

#[test]
fn a_stronger_generation_plays_until_there_is_a_newer_one() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = RunDir::at(dir.path().join("run"));
    run.create("").expect("created");
    let held = run.hold().expect("free");
    let publish = |number| held.publish(number, |path| write_file(&path.join("evaluator.ard"), b"x")).expect("written");
    publish(0);
    publish(3);
    assert_eq!(run.playing().expect("there is one"), 3);
    run.let_play(0).expect("written");
    assert_eq!((run.playing().expect("there is one"), run.newest().expect("there is one")), (0, 3));
    assert_eq!(run.newest_evaluator().expect("there is one"), run.evaluator(0));
    publish(4);
    assert_eq!(run.playing().expect("there is one"), 4, "nobody has compared it");
    run.let_play(3).expect("written");
    run.let_play(4).expect("removed");
    assert_eq!(run.playing().expect("there is one"), 4);
    for damaged in ["", "x", "9 than 4", "0 than 5"] {
        fs::write(run.path().join("stronger"), damaged).expect("written");
        assert_eq!(run.playing().expect("there is one"), 4, "{damaged}");
    }
}
