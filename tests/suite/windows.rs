//! Behaviour on Windows alone.

use crate::support::place::Place;
use crate::support::program::prints_json;
use ardoise::files::{remove_directory, rename, replace};
use ardoise::system::{Group, begin_apart};
use std::fs::{self, File};
use std::io::Read;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The program with its drive and backslashes.
fn program() -> PathBuf {
    path::absolute(env!("CARGO_BIN_EXE_ardoise")).expect("a path")
}

#[test]
fn programs_and_runs_are_named_with_backslashes() {
    let place = Place::new();
    fs::create_dir(place.path("my engines")).expect("created");
    let own = place.path("my engines").join("old.exe");
    fs::copy(program(), &own).expect("copied");
    // Where the system lacks it, .ci/windows puts it beside the program.
    let random = program().with_file_name("bcryptprimitives.dll");
    if random.exists() {
        fs::copy(random, own.with_file_name("bcryptprimitives.dll")).expect("copied");
    }
    let named = [format!("ugi:{} ugi dualite", program().display()), format!("ugi:'{}' ugi dualite", own.display())];
    for player in named {
        let report =
            prints_json(&["arena", &player, "random", "--game", "dualite", "--games", "2", "--sims", "4", "--json"]);
        assert_eq!(report["pairs"][0]["forfeits"], serde_json::json!([0, 0]), "{player}: {report}");
    }
    let run = place.path("no run");
    assert!(run.is_absolute());
    let name = run.display().to_string();
    place.refuses(&["arena", &name, "random", "--game", "dualite"], &["no training run", "no run"]);
}

/// Keeps a file to itself, as a virus scanner does, for a moment.
fn kept(path: &Path) -> JoinHandle<()> {
    let file = File::options().read(true).share_mode(0).open(path).expect("it is there");
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        drop(file);
    })
}

#[test]
fn what_somebody_has_open_is_waited_for() {
    let place = Place::new();
    let [file, folder, moved] = ["file", "folder", "moved"].map(|name| place.path(name));
    fs::write(&file, "old").expect("written");
    let other = kept(&file);
    replace(&file, b"new").expect("replaced");
    other.join().expect("it has ended");
    assert_eq!(fs::read(&file).expect("there"), b"new");

    fs::create_dir(&folder).expect("created");
    fs::write(folder.join("inside"), "x").expect("written");
    let other = kept(&folder.join("inside"));
    rename(&folder, &moved).expect("moved");
    other.join().expect("it has ended");
    let other = kept(&moved.join("inside"));
    remove_directory(&moved).expect("removed");
    other.join().expect("it has ended");
    assert!(!moved.exists());
}

#[test]
fn a_group_ends_with_all_that_its_process_has_started() {
    // The shell starts the program, which waits for lines that never come.
    let mut command = Command::new("cmd");
    command.arg("/c").arg(program()).args(["ugi", "dualite"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    begin_apart(&mut command);
    let mut shell = command.spawn().expect("there is a shell");
    let group = Group::of(&shell);
    // Time to start.
    thread::sleep(Duration::from_secs(2));
    assert!(shell.try_wait().expect("it can be asked").is_none());
    group.kill();
    // The program has it, too: its end is the end of both.
    let mut output = shell.stdout.take().expect("piped");
    output.read_to_end(&mut Vec::new()).expect("readable");
    shell.wait().expect("it has ended");
}
