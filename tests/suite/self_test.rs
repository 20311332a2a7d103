//! `ardoise self-test`: what it says where all is well, and where something is not.

use crate::support::place::Place;
use serde_json::Value;
use std::fs;
use std::process::Output;

/// All checks of this build.
const CHECKS: &[&str] = &[
    "kernels",
    "nets",
    #[cfg(feature = "learn")]
    "learning",
    "runs",
    #[cfg(feature = "serve")]
    "page",
];

fn names(report: &Value, ok: bool) -> Vec<&str> {
    let checks = report["checks"].as_array().expect("a list");
    let such = checks.iter().filter(|check| check["ok"] == ok && check["remedy"].is_string() != ok);
    such.map(|check| check["check"].as_str().expect("a name")).collect()
}

#[test]
fn a_machine_that_works_is_found_so_and_nothing_stays_behind() {
    let place = Place::new();
    let text = place.succeeds(&["self-test"]);
    let lines = Vec::from_iter(text.lines());
    assert!(lines[0].starts_with(&format!("ardoise {}", env!("CARGO_PKG_VERSION"))), "{text}");
    assert!(lines[0].ends_with("portable") && lines.last() == Some(&"all well"), "{text}");
    // The table lines up: every result and every finding begin where their headers do.
    let table = &lines[2..3 + CHECKS.len()];
    let column = |name: &str| table[0].find(name).expect("a header");
    let (result, found) = (column("result"), column("found"));
    for (line, check) in table[1..].iter().zip(CHECKS) {
        assert!(line.starts_with(check) && line[result..].starts_with("ok "), "{text}");
        assert!(line[..found].ends_with("  ") && !line[found..].starts_with(' '), "{text}");
    }
    let report: Value = serde_json::from_str(&place.succeeds(&["self-test", "--json"])).expect("JSON");
    assert_eq!(names(&report, true), CHECKS, "{report}");
    assert!(place.files().is_empty());
}

#[test]
fn what_does_not_work_is_told_with_what_to_do() {
    let place = Place::new();
    // Where runs would go there is a file.
    fs::write(place.path("checkpoints"), "no folder").expect("written");
    let run = |args: &[&str]| {
        let Output { status, stdout, stderr } = place.command(args).output().expect("the program starts");
        let [out, said] = [stdout, stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(status.code(), Some(1), "{out}{said}");
        assert!(said.ends_with(&format!("ardoise: 1 of {} checks failed: runs\n", CHECKS.len())), "{said}");
        (out, said)
    };
    let (out, said) = run(&["self-test"]);
    let row = out.lines().find(|line| line.starts_with("runs")).expect("a row");
    assert!(row.contains("FAILED") && row.contains("cannot write to"), "{out}");
    assert!(!out.contains("all well") && said.contains("runs: call the program in a folder where you may write"));
    let report: Value = serde_json::from_str(&run(&["self-test", "--json"]).0).expect("JSON");
    assert_eq!(names(&report, false), ["runs"], "{report}");
}
