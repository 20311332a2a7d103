//! The commands in README.md and docs/ run as they stand there, with smaller numbers; links lead somewhere; figures are those
//! of the files.

use crate::support::program::ardoise;
use ardoise::players::{Level, LevelElo};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages, README first.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md"), root().join("CHANGELOG.md")];
    let folders = ["docs", "docs/log"].map(|name| fs::read_dir(root().join(name)).expect("readable"));
    let mut docs: Vec<PathBuf> = folders.into_iter().flatten().map(|entry| entry.expect("readable").path()).collect();
    docs.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    docs.sort();
    pages.extend(docs);
    pages
}

/// The lines of a page's `sh` blocks, without their comments.
fn shell_lines(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let lines = blocks.flat_map(|(block, _)| block.lines());
    let lines = lines.map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The arguments of a line that calls the program; none for other commands that a reader types, and for those about the
/// reader's own game.
fn arguments(line: &str) -> Option<Vec<String>> {
    let call = line.strip_prefix("ardoise ").or_else(|| line.strip_prefix("cargo run --release -- "));
    if call.is_none() {
        let known = [
            "CARGO_INCREMENTAL=1 cargo ",
            "cargo ",
            "bash ",
            "git ",
            "python",
            "ARDOISE_ENGINE=",
            "pip ",
            "tensorboard ",
            "source ",
            "rustup ",
        ];
        assert!(known.iter().any(|start| line.starts_with(start)), "`{line}`: a command that this test does not know");
    }
    let call = call.filter(|call| !call.contains("mygame"))?;
    Some(shlex::split(call).unwrap_or_else(|| panic!("`{line}`: quotes do not match")))
}

/// The same call with numbers so small that it takes a moment.
fn shrunk(mut arguments: Vec<String>) -> Vec<String> {
    let small = [
        ("--games", "2"),
        ("--sims", "4"),
        ("--time", "1ms"),
        ("--positions", "4"),
        ("--simulations", "4"),
        ("--seeds", "1"),
        ("--depth", "2"),
        ("--count", "2"),
        ("--seconds", "0.001"),
    ];
    for at in 1..arguments.len() {
        if let Some((_, value)) = small.iter().find(|(flag, _)| *flag == arguments[at - 1]) {
            arguments[at] = (*value).to_owned();
        }
    }
    for argument in &mut arguments {
        for (size, tiny) in [("net.channels=", "8"), ("net.blocks=", "1")] {
            if argument.starts_with(size) {
                *argument = format!("{size}{tiny}");
            }
        }
        if let Some((player, rollouts)) = argument.split_once("mcts:")
            && rollouts.parse::<u32>().is_ok()
        {
            *argument = format!("{player}mcts:4");
        } else if let Some((player, _)) = argument.split_once("@sims=") {
            *argument = format!("{player}@sims=4");
        }
    }
    match arguments[0].as_str() {
        // A plan is for what the config says, and trains nothing.
        "train" | "compare" if !arguments.contains(&"--plan".to_owned()) => {
            let tiny = [
                "generations=2",
                "net.channels=8",
                "net.blocks=1",
                "selfplay.games=4",
                "selfplay.simulations=4",
                "selfplay.fast_simulations=2",
                "learner.batch=16",
                "learner.window=200",
                "report.opponents=[\"random\"]",
                "report.games=2",
                "report.simulations=2",
                "report.exam_positions=4",
            ];
            if arguments[0] == "compare" {
                // What it does where the line does not say is made small, too.
                for (flag, value) in small {
                    if ["--seeds", "--games", "--simulations", "--time"].contains(&flag)
                        && !arguments.iter().any(|argument| argument == flag)
                    {
                        arguments.extend([flag, value].map(str::to_owned));
                    }
                }
            }
            // The net to go on from has the size that it has.
            let goes_on = arguments.contains(&"--from".to_owned());
            let tiny = tiny.iter().filter(|set| !(goes_on && set.starts_with("net.")));
            arguments.extend(tiny.flat_map(|set| ["--set".to_owned(), (*set).to_owned()]));
        }
        "exam" if !arguments.contains(&"--positions".to_owned()) => {
            arguments.extend(["--positions", "4"].map(str::to_owned));
        }
        "problems" if !arguments.iter().any(|one| ["--count", "--shipped", "--today"].contains(&one.as_str())) => {
            arguments.extend(["--count", "2"].map(str::to_owned));
        }
        "bench" if !arguments.contains(&"--only".to_owned()) => {
            arguments.extend(["--only", "random games", "--seconds", "0.001"].map(str::to_owned));
        }
        _ => {}
    }
    arguments
}

#[test]
fn the_commands_of_the_pages_run() {
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page is readable");
        let directory = tempfile::tempdir().expect("a temporary folder");
        let copy = |name: &str| {
            fs::create_dir_all(directory.path().join(name)).expect("created");
            for entry in fs::read_dir(root().join(name)).expect("readable") {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    fs::copy(&path, directory.path().join(name).join(path.file_name().expect("a file")))
                        .expect("copied");
                }
            }
        };
        copy("configs");
        copy("checkpoints");
        for line in shell_lines(&text) {
            let Some(arguments) = arguments(&line).map(shrunk) else { continue };
            // One never ends, the other needs an engine that may not have been built: they have tests of their own.
            if ["serve", "site"].contains(&arguments[0].as_str()) {
                continue;
            }
            // The `queue` tests run these with a server.
            if ["worker", "workers"].contains(&arguments[0].as_str()) || arguments.contains(&"--queue".to_owned()) {
                continue;
            }
            let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let mut child = ardoise(&words)
                .current_dir(&directory)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            // A program that reads no input may have closed it.
            let _ = child.stdin.take().expect("a pipe").write_all(b"help\nquit\n");
            let output = child.wait_with_output().expect("the program ends");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: `{line}`, run as {arguments:?}: {said}", page.display());
            run += 1;
        }
    }
    assert!(run > 20, "the pages have only {run} commands");
}

#[test]
fn the_evaluators_are_as_large_as_it_says() {
    let text = fs::read_to_string(root().join("README.md")).expect("readable");
    let (_, rest) = text.split_once("evaluators of ").expect("README.md tells it");
    let (range, _) = rest.split_once(" kB").expect("a number of kB");
    let told = range.split(" to ").map(|number| number.parse().expect("a number"));
    let folder = fs::read_dir(root().join("checkpoints")).expect("readable").map(|entry| entry.expect("readable"));
    let nets = folder.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "ard"));
    let bytes = Vec::from_iter(nets.map(|entry| entry.metadata().expect("readable").len()));
    let ends = [bytes.iter().min(), bytes.iter().max()].map(|bytes| *bytes.expect("some are released") as f64);
    let rounded = ends.map(|bytes| 10 * (bytes / 1e4).round() as u64);
    assert_eq!(Vec::<u64>::from_iter(told), rounded);
}

/// The table's steps between the levels are the measured ones.
#[test]
fn the_levels_are_those_of_the_table() {
    let text = fs::read_to_string(root().join("docs/page.md")).expect("readable");
    let rows =
        text.lines().skip_while(|line| !line.starts_with("| level | `")).take_while(|line| line.starts_with('|'));
    let rows = Vec::from_iter(rows.map(|row| Vec::from_iter(row.split('|').map(str::trim))));
    let signed = |elo: f32| if elo == 0.0 { "0".to_owned() } else { format!("{elo:+}") };
    for (column, name) in rows[0].iter().enumerate().filter(|(_, name)| name.starts_with('`')) {
        let levels = Level::all(name.trim_matches('`'));
        for level in levels {
            let budget = if level.simulations == 0 { "policy".to_owned() } else { level.simulations.to_string() };
            let LevelElo { step, interval: [low, high], .. } = level.elo.expect("measured");
            let step = format!(": {} ({} to {})", signed(step), signed(low), signed(high));
            let step = if level.level == 1 { String::new() } else { step };
            let told = rows[1 + usize::from(level.level)][column];
            assert_eq!(told, format!("{budget}, {}{step}", level.temperature), "{name}, level {}", level.level);
        }
        let all = levels.last().and_then(|level| level.elo).expect("measured").above_first;
        assert_eq!(rows.last().expect("a row")[column], signed(all), "{name}");
    }
}

#[test]
fn links_between_the_pages_lead_somewhere() {
    let anchor = |heading: &str| {
        let kept = heading.trim().to_lowercase();
        kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
    };
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page is readable");
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            if target.starts_with("http") {
                continue;
            }
            let (file, section) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            assert!(file.is_file(), "{}: no file behind `{target}`", page.display());
            if !section.is_empty() {
                let there = fs::read_to_string(&file).expect("the page is readable");
                let mut headings = there.lines().filter_map(|line| line.strip_prefix('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == section);
                assert!(found, "{}: no heading behind `{target}`", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 5, "the pages have only {links} links");
}
