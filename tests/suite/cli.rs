//! The program from outside: what each command prints, and how it refuses what it cannot use.

use crate::support::program::{ardoise, says};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Output, Stdio};

fn run(args: &[&str]) -> Output {
    ardoise(args).output().expect("the program starts")
}

/// What a command that works prints.
fn good(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    let text = String::from_utf8(stdout).expect("output is UTF-8");
    assert!(!text.contains('\x1b'), "no colour where there is no terminal: {text:?}");
    assert!(text.lines().all(|line| line == line.trim_end()), "no blanks at line ends: {text:?}");
    text
}

fn good_json(args: &[&str]) -> Value {
    let text = good(args);
    assert_eq!(text.lines().count(), 1, "{text:?}");
    serde_json::from_str(&text).expect("--json prints JSON")
}

/// The message of a command that fails with exit code 1: one line that holds all of `parts`.
fn refused(args: &[&str], parts: &[&str]) -> String {
    let Output { status, stderr, .. } = run(args);
    let text = String::from_utf8(stderr).expect("messages are UTF-8");
    assert_eq!(status.code(), Some(1), "{args:?}: {text}");
    assert!(text.starts_with("ardoise: ") && text.lines().count() == 1, "{args:?}: {text}");
    for part in parts {
        assert!(says(&text, part), "{args:?}: `{part}` is not in: {text}");
    }
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn conformance(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    folder.join(name).to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn games_lists_variants_and_options() {
    let text = good(&["games"]);
    let json = good_json(&["games", "--json"]);
    let games = json.as_array().expect("a list");
    for name in ["dualite", "grand-dual", "dualite-teams", "loa"] {
        assert!(games.iter().any(|game| game["name"] == name), "{json}");
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(name)), "{text}");
    }
    let options = |name| games.iter().find(|game| game["name"] == name).expect("listed")["options"].clone();
    let dualite = options("dualite");
    assert_eq!(dualite[0]["name"], "opening");
    assert_eq!(dualite[0]["default"], "either");
    assert_eq!(dualite[0]["values"], json!(["either", "last", "single"]));
    let loa = options("loa");
    let plies = loa.as_array().expect("a list").iter().find(|option| option["name"] == "max_plies").expect("listed");
    assert_eq!(plies["default"], 400);
    assert!(plies["values"]["min"].as_u64() < plies["values"]["max"].as_u64(), "{plies}");
}

#[test]
fn moves_are_sorted() {
    assert_eq!(good(&["moves", "dualite", "--position", "..../..../..../.o.. 0 b1"]).lines().count(), 10);
    let moves = good_json(&["moves", "loa", "--json"]);
    let moves = Vec::from_iter(moves.as_array().expect("a list").iter().map(|mv| mv.as_str().expect("strings")));
    assert_eq!(moves.len(), 36);
    assert!(moves.is_sorted() && moves.contains(&"b1-b3"), "{moves:?}");
    assert_eq!(good(&["moves", "loa"]).lines().collect::<Vec<_>>(), moves);
    let after = ["--moves", "a1 c3"];
    assert_eq!(
        good(&[&["moves", "dualite"][..], &after].concat()),
        good(&["moves", "dualite", "--position", "..../..o./..../o... 1 a1,c3"])
    );
    // The game is over.
    let over = "o.o./ox../ox../ox.. 1 a1 1";
    assert_eq!(good_json(&["moves", "dualite-teams", "--position", over, "--json"]), json!([]));
    assert_eq!(good(&["moves", "dualite-teams", "--position", over]), "");
}

#[test]
fn perft_counts_each_depth() {
    let args = ["perft", "dualite", "--rules", "opening=last", "--depth", "4"];
    assert_eq!(good_json(&[&args[..], &["--json"]].concat()), json!([16, 156, 768, 4500]));
    let text = good(&args);
    let lines = Vec::from_iter(text.lines());
    let row = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(row(lines[0]), ["depth", "sequences"]);
    assert_eq!(row(lines[4]), ["4", "4500"]);
    assert!(lines[5].starts_with("5440 leaves in ") && lines[5].ends_with(" leaves/s"), "{text}");
    let position = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0";
    assert_eq!(good_json(&["perft", "loa", "--position", position, "--depth", "2", "--json"]), json!([36, 1244]));
}

#[test]
fn solve_finds_value_and_winning_moves() {
    // The theorem of the rule page: the side that draws a single circle loses, wherever it is.
    let single = ["solve", "dualite", "--rules", "opening=single"];
    let solution = good_json(&[&single[..], &["--json"]].concat());
    assert_eq!(solution["value"], "loss");
    assert_eq!(solution["winning"], json!([]));
    assert!(solution["nodes"].as_u64() > Some(0) && solution["seconds"].as_f64() > Some(0.0), "{solution}");
    let text = good(&single);
    assert!(text.contains("loss") && text.contains("side 0") && text.contains("none"), "{text}");

    // b4 completes column b.
    let solution = good_json(&["solve", "dualite", "--position", "..../oo../xo../oo.. 0 a3", "--json"]);
    assert_eq!(solution["value"], "win");
    let winning = solution["winning"].as_array().expect("a list");
    assert!(winning.contains(&json!("b4")) && winning.is_sorted_by_key(|mv| mv.as_str()), "{winning:?}");

    // The game is over: side 1 won on the first of its team's two steps.
    let over = ["solve", "dualite-teams", "--position", "o.o./ox../ox../ox.. 1 a1 1", "--json"];
    let solution = good_json(&over);
    assert_eq!((&solution["value"], &solution["winning"]), (&json!("win"), &json!([])));

    refused(&["solve", "loa"], &["loa has no exact solver", "dualite"]);
}

#[test]
fn solve_takes_positions_of_games_from_files() {
    let moves = "c5 d5 b5 e1 c3 c2 d3 e3 b2 c1 b3 b4";
    let solution = good_json(&["solve", "hex-5", "--moves", moves, "--json"]);
    assert_eq!(
        (&solution["value"], &solution["winning"]),
        (&json!("win"), &json!(["a1", "a2", "b1", "d1", "d2"])),
        "{solution}"
    );
    assert_eq!(solution["unsolved"], json!([]));
    // Far from the end.
    refused(&["solve", "connect-four", "--budget", "1ms"], &["not solved within the budget", "more time"]);
}

#[test]
fn an_exam_by_moves_grades_the_parts_of_the_whole() {
    let exam = ["exam", "dualite", "random", "--positions", "50", "--json"];
    let lines = good_json(&[&exam[..], &["--by-moves", "5"]].concat());
    let (whole, parts) = lines.as_array().expect("a list").split_first().expect("the whole exam");
    assert_eq!(json!([whole]), good_json(&exam), "parts change nothing");
    let sum = |key: &str| parts.iter().map(|part| part[key].as_u64().expect("a count")).sum::<u64>();
    assert_eq!(
        [sum("positions"), sum("kept")].map(Value::from),
        [&whole["positions"], &whole["kept"]].map(Clone::clone)
    );
    assert!(parts.len() > 2, "random play meets questions early and late: {parts:?}");
    for part in parts {
        let bound = |index: usize| part["moves"][index].as_u64().expect("a number of moves");
        assert_eq!((bound(0) % 5, bound(1)), (0, bound(0) + 4));
    }
}

#[test]
fn replay_verifies_files() {
    let files = [conformance("dualite.games.jsonl"), conformance("loa-tournament.games.jsonl")];
    let text = good(&["replay", &files[0], &files[1]]);
    assert_eq!(text, format!("{}: ok 50\n{}: ok 32\n", files[0], files[1]));
}

#[test]
fn replay_names_file_line_step_and_difference() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("wrong.jsonl");
    let path = path.to_str().expect("the path is UTF-8");
    let right = fs::read_to_string(conformance("dualite.games.jsonl")).expect("the file is there");
    let right = right.lines().next().expect("the file has lines");
    let record: Value = serde_json::from_str(right).expect("a record");
    let refused_with = |field: &str, value: Value, parts: &[&str]| {
        let mut record = record.clone();
        record[field] = value;
        fs::write(path, format!("{right}\n\n{record}\n")).expect("the folder is writable");
        refused(&["replay", path], &[&[format!("{path}:3: ").as_str()], parts].concat());
    };
    let changed = |field: &str, index: usize, value: Value| {
        let mut list = record[field].clone();
        list[index] = value;
        list
    };
    refused_with("steps", changed("steps", 4, json!("d4")), &["step 5", "`d4`"]);
    refused_with("steps", changed("steps", 4, json!("z9")), &["step 5", "`z9`"]);
    refused_with("positions", changed("positions", 3, record["positions"][4].clone()), &["after step 3", "positions"]);
    refused_with("positions", changed("positions", 0, json!("nonsense")), &["after step 0", "nonsense"]);
    refused_with("legal_counts", changed("legal_counts", 0, json!(15)), &["after step 0", "legal_counts", "15", "16"]);
    refused_with("winner", json!(1), &["after step 20", "winner", "1", "0"]);
    refused_with("winner", json!(null), &["after step 20", "winner", "null", "0"]);
    refused_with("winner", json!(2), &["column", "winner `2`", "expected 0, 1 or null"]);
    refused_with("unfinished", json!(true), &["after step 20", "unfinished", "true", "false"]);
    refused_with("totals", json!([1, 2]), &["totals"]);
    refused_with("positions", json!([]), &["positions", "0 entries", "expected 21"]);
    refused_with("game", json!("chess"), &["unknown game `chess`", "loa"]);
    refused_with("options", json!({"opening": 3}), &["opening", "`3`", "single"]);
    refused_with("legal_count", json!([]), &["column", "unknown field `legal_count`"]);

    // A file that is wrong does not keep the others from being checked.
    let good = conformance("grand-dual.games.jsonl");
    let output = run(&["replay", "no-such-file", path, &good]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{good}: ok 31\n"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(errors.lines().all(|line| line.starts_with("ardoise: ")), "{errors}");
    assert!(errors.contains("no-such-file") && errors.contains(path), "{errors}");
}

#[test]
fn wrong_input_is_named_with_what_was_expected() {
    refused(&["moves", "chess"], &["unknown game `chess`", "dualite, grand-dual"]);
    refused(&["moves", "loa", "--rules", "opening=last"], &["unknown rule option `opening`", "max_plies"]);
    refused(&["perft", "dualite", "--rules", "opening=both", "--depth", "1"], &["`both`", "either, last, single"]);
    refused(&["solve", "dualite", "--rules", "opening=last", "--rules", "opening=single"], &["opening", "twice"]);
    refused(&["moves", "loa", "--rules", "max_plies=0x9"], &["max_plies", "`0x9`"]);
    for command in [&["moves"][..], &["solve"], &["perft", "--depth=1"]] {
        for position in ["", "rubbish", "..../..../..../.... 2 -", "..../..../.... 0 -"] {
            let args = [command, &["dualite", "--position", position]].concat();
            refused(&args, &["dualite: ", "expected"]);
        }
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let wrong: [&[&str]; 7] = [
        &["nonsense"],
        &["moves"],
        &["moves", "loa", "--rules", "max_plies"],
        &["moves", "loa", "--nonsense"],
        &["perft", "loa"],
        &["perft", "loa", "--depth", "0"],
        &["replay"],
    ];
    for args in wrong {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn help_and_version() {
    assert!(good(&["--version"]).starts_with("ardoise 0."));
    let help = good(&["--help"]);
    for command in ["games", "rules", "moves", "perft", "replay", "solve", "completions", "man"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        assert!(good(&[command, "--help"]).contains("Usage: ardoise"));
    }
}

#[test]
fn without_a_command_the_program_says_what_one_can_do() {
    let text = good(&[]);
    assert!((5..=6).contains(&text.lines().count()), "{text}");
    for line in text.lines() {
        let command = line.split_whitespace().nth(1).expect("each line begins with a command");
        assert!(line.starts_with("ardoise ") && run(&["help", command]).status.success(), "{line}");
    }
}

#[test]
fn rules_are_shown() {
    let text = good(&["rules", "loa"]);
    assert!(text.starts_with("Lines of Action: loa\n") && text.contains("third time is a draw"), "{text}");
    assert_eq!(good(&["rules", "dualite-teams"]), good(&["rules", "dualite"]));
    refused(&["rules", "chess"], &["unknown game `chess`", "dualite, grand-dual"]);
}

#[test]
fn shells_complete_and_manual_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        let script = String::from_utf8(output.stdout).expect("a script is UTF-8");
        assert!(output.status.success() && script.contains("ardoise") && script.contains("analyse"), "{shell}");
    }
    assert!(run(&["man"]).stdout.starts_with(b".ie"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("man1");
    good(&["man", "--out", pages.to_str().expect("the path is UTF-8")]);
    let page = |name: &str| fs::read_to_string(pages.join(name)).expect("the page is there");
    assert!(page("ardoise.1").contains("ardoise\\-play(1)"), "{}", page("ardoise.1"));
    assert!(page("ardoise-play.1").contains("\\-\\-against"), "{}", page("ardoise-play.1"));
}

/// `ardoise moves loa | head -1`.
#[test]
fn a_closed_pipe_is_no_error() {
    // Far more output than a pipe holds, so that the program meets the closed end.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a-file-of-no-records-whose-name-is-long-enough-to-fill-a-pipe-soon.jsonl");
    fs::write(&path, "").expect("the folder is writable");
    // As many as the system lets a command have.
    let count = if cfg!(windows) { 200 } else { 5000 };
    let args = [&["replay"][..], &vec![path.to_str().expect("the path is UTF-8"); count]].concat();
    let mut child = ardoise(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut first = String::new();
    reader.read_line(&mut first).expect("stdout is readable");
    assert!(first.ends_with("ok 0\n"), "{first}");
    drop(reader);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn colour_only_where_it_is_wanted() {
    let forced = ardoise(&["games"]).env("CLICOLOR_FORCE", "1").output().expect("the program starts");
    assert!(forced.stdout.contains(&0x1b));
    let refused = ardoise(&["games"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().expect("it starts");
    assert!(!refused.stdout.contains(&0x1b));
}
