//! The program as a user starts it.

use serde_json::Value;
#[cfg(target_os = "linux")]
use std::fs;
use std::io::Write;
#[cfg(feature = "learn")]
use std::process::ExitStatus;
use std::process::{Child, Command, Output, Stdio};

/// The program with these arguments.
pub fn ardoise(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ardoise"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("ARDOISE_CHECKPOINTS");
    command
}

/// The output of a successful run with `input`.
pub fn prints(args: &[&str], input: &str) -> String {
    let mut child = ardoise(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("output is UTF-8")
}

/// The one line of JSON that a run prints.
pub fn prints_json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(args, "")).expect("the output is one JSON value")
}

/// Asserts that a run fails with that exit code and a message that holds all of `parts`.
pub fn refuses(args: &[&str], code: i32, parts: &[&str]) {
    let Output { status, stderr, .. } = ardoise(args).stdin(Stdio::null()).output().expect("the program starts");
    let text = String::from_utf8(stderr).expect("messages are UTF-8");
    assert_eq!(status.code(), Some(code), "{args:?}: {text}");
    for part in parts {
        assert!(says(&text, part), "{args:?}: `{part}` is not in: {text}");
    }
}

/// Whether a text contains a part, in which paths may be written with slashes on every system.
pub fn says(text: &str, part: &str) -> bool {
    let with_slashes = |text: &str| text.replace('\\', "/");
    if cfg!(windows) { with_slashes(text).contains(&with_slashes(part)) } else { text.contains(part) }
}

/// Starts a program that [`interrupt`] reaches alone.
pub fn start_apart(command: &mut Command) -> Child {
    ardoise::system::begin_apart(command);
    command.spawn().expect("the program starts")
}

/// Asks a program to stop, as Ctrl-C does, and on Windows Ctrl-Break.
pub fn interrupt(child: &Child) {
    ardoise::system::interrupt(child.id()).expect("the program can be interrupted");
}

/// Whether `Child::kill` ended a process, and not it itself.
#[cfg(feature = "learn")]
pub fn was_killed(status: ExitStatus) -> bool {
    status.code() == if cfg!(windows) { Some(1) } else { None }
}

/// Processor seconds that a process has used so far.
#[cfg(target_os = "linux")]
pub fn processor_seconds(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}
