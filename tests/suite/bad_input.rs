//! Unusable input: the program writes one sentence on standard error, exits with a code other than zero, and leaves
//! every file as it was.

use crate::support::nets::write_net;
use crate::support::place::Place;
use crate::support::program::ardoise;
use ardoise::compact::CompactNet;
use ardoise::game::{AnyGame, Encoding, Game, Notation};
use ardoise::games::rules;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::process::{Command, Output, Stdio};

fn dualite(options: &[(&str, &str)]) -> AnyGame {
    AnyGame::new(rules("dualite", options.iter().copied()).expect("the rules exist")).expect("a game")
}

fn loa() -> AnyGame {
    AnyGame::new(rules::<&str, &str>("loa", []).expect("the variant exists")).expect("a game")
}

/// The commands that take a player, for Dualité.
fn with_player(player: &str) -> [Vec<&str>; 5] {
    [
        vec!["arena", player, "random", "--game", "dualite", "--games", "2", "--record", "no.jsonl"],
        vec!["exam", "dualite", player, "--positions", "5"],
        vec!["play", "dualite", "--against", player, "--record", "no.jsonl"],
        vec!["analyse", "dualite", "--with", player],
        vec!["ugi", "dualite", "--with", player],
    ]
}

#[test]
fn unknown_games_options_and_players_are_refused_everywhere() {
    let place = Place::new();
    let with_game = |game: &'static str| {
        [
            vec!["moves", game],
            vec!["perft", game, "--depth", "1"],
            vec!["solve", game],
            vec!["analyse", game, "--with", "mcts:5"],
            vec!["play", game, "--against", "random"],
            vec!["ugi", game, "--with", "mcts:5"],
            vec!["exam", game, "random"],
            vec!["arena", "random", "random", "--game", game, "--games", "2"],
        ]
    };
    for args in with_game("chess") {
        place.refuses(&args, &["unknown game `chess`", "expected", "dualite", "loa"]);
    }
    place.refuses(&["bench", "chess", "--seconds", "0.001"], &["unknown game `chess`", "expected"]);
    for args in with_game("dualite") {
        let with = |rule: &'static str| [&args[..], &["--rules", rule]].concat();
        place.refuses(&with("closing=last"), &["unknown rule option `closing`", "expected opening"]);
        place.refuses(&with("opening=both"), &["opening", "`both`", "either, last, single"]);
    }
    for args in with_player("nobody") {
        place.refuses(&args, &["no training run `nobody`", "expected", "checkpoints/runs"]);
    }
    for args in with_player("mcts:none") {
        let Output { status, stderr, .. } = place.command(&args).output().expect("the program starts");
        let text = String::from_utf8_lossy(&stderr).into_owned();
        assert!(status.code() == Some(2) && text.contains("`none`") && text.contains("mcts:N"), "{text}");
    }
    place.refuses(&["export", "nobody", "--out", "no.ard"], &["no training run `nobody`", "expected"]);
    place.refuses(&["export", "random", "--out", "no.ard"], &["`random`", "expected a run"]);
}

#[test]
fn malformed_positions_and_moves_are_refused_everywhere() {
    let place = Place::new();
    for (game, positions, mv) in [
        ("dualite", &["", "rubbish", "..../..../..../.... 0 - extra", "..../..../..../...é 0 -"][..], "z9"),
        ("loa", &["", "rubbish", "8/8/8/8/8/8/8/8 0 0 0", "99999999999999999999 0 0"], "a1-a9"),
    ] {
        for &position in positions {
            for command in [&["moves"][..], &["perft", "--depth=1"], &["analyse", "--with=mcts:5"]] {
                let args = [command, &[game, "--position", position]].concat();
                place.refuses(&args, &[&format!("{game}: "), "expected"]);
            }
        }
        for command in [&["moves"][..], &["perft", "--depth=1"], &["analyse", "--with=mcts:5"]] {
            place.refuses(&[command, &[game, "--moves", mv]].concat(), &[&format!("`{mv}`"), "expected"]);
        }
    }
    let over = ["analyse", "dualite", "--with", "mcts:5", "--position", "..../..../..../oo.o 0 b1", "--moves", "c1 c2"];
    place.refuses(&over, &["move `c2`", "after the end of the game"]);
    let over = ["analyse", "dualite-teams", "--with", "mcts:5", "--position", "o.o./ox../ox../ox.. 1 a1 1"];
    place.refuses(&over, &["the game is over in this position"]);
}

#[test]
fn numbers_out_of_range_are_wrong_usage() {
    let arena = ["arena", "random", "random", "--game", "dualite"];
    for args in [
        &[&arena[..], &["--games", "0"]].concat()[..],
        &[&arena[..], &["--games", "4294967294"]].concat(),
        &[&arena[..], &["--threads", "0"]].concat(),
        &[&arena[..], &["--sims", "0"]].concat(),
        &[&arena[..], &["--time", "soon"]].concat(),
        &["exam", "dualite", "random", "--positions", "0"],
        &["exam", "dualite", "random", "--positions", "1000000000000"],
        &["bench", "--channels", "0"],
        &["bench", "--seconds", "nan"],
        // More threads than can help.
        &["analyse", "loa", "--with", "mcts:5", "--threads", "33"],
        &["ugi", "loa", "--with", "mcts:5", "--threads", "33"],
        #[cfg(feature = "learn")]
        &["train", "loa", "--threads", "1000000"],
        #[cfg(feature = "distributed")]
        &["worker", "nats://x", "--threads", "1000000"],
    ] {
        let Output { status, stdout, stderr } = ardoise(args).output().expect("the program starts");
        let text = String::from_utf8_lossy(&stderr).into_owned();
        assert!(status.code() == Some(2) && stdout.is_empty(), "{args:?}: {text}");
        assert!(text.starts_with("error: ") && text.contains(args[args.len() - 1]), "{args:?}: {text}");
    }
}

/// Content of an evaluator file with another header and other weights, and the checksum that fits them.
fn forged(bytes: &[u8], header: impl Fn(String) -> String, weights: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let header_len = u32::from_le_bytes(bytes[12..16].try_into().expect("4 bytes")) as usize;
    let (old, mut rest) = (&bytes[24..24 + header_len], bytes[24 + header_len..bytes.len() - 32].to_vec());
    let header = header(String::from_utf8(old.to_vec()).expect("the header is text"));
    weights(&mut rest);
    let mut forged = bytes[..12].to_vec();
    forged.extend((header.len() as u32).to_le_bytes());
    forged.extend((rest.len() as u64).to_le_bytes());
    forged.extend(header.bytes());
    forged.extend(rest);
    let checksum = Sha256::digest(&forged);
    forged.extend(checksum);
    forged
}

#[test]
fn evaluators_that_are_damaged_foreign_or_forged_are_refused_everywhere() {
    let place = Place::new();
    let file = place.path("bad.ard");
    write_net(&dualite(&[]), &file);
    let good = fs::read(&file).expect("readable");
    let refused = |bytes: &[u8], part: &str| {
        fs::write(&file, bytes).expect("written");
        for args in with_player("bad.ard") {
            place.refuses(&args, &["player `bad.ard`", "cannot use bad.ard", part]);
        }
        place.refuses(&["export", "bad.ard", "--out", "no.ard"], &["cannot use bad.ard", part]);
    };
    refused(b"", "not a compact evaluator");
    refused(b"generations = 3\n", "not a compact evaluator");
    refused(b"ARDOISE\r\n", "not a compact evaluator");
    for length in [1, 8, 23, 24, 100, good.len() - 33, good.len() - 1] {
        refused(&good[..length], "incomplete");
    }
    refused(&[&good[..], b"\n"].concat(), "incomplete or damaged");
    for at in [30, good.len() / 2, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        refused(&bytes, "checksum");
    }
    let at = |index: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[index] = value;
        bytes
    };
    refused(&at(8, 7), "version 7, this program reads versions 1 to 2");
    refused(&at(15, 255), "expected");
    refused(&at(23, 255), "expected");

    let keep = |_: &mut Vec<u8>| {};
    let header = |from: &'static str, to: &'static str| {
        forged(
            &good,
            move |text| {
                assert!(text.contains(from), "{text}");
                text.replace(from, to)
            },
            keep,
        )
    };
    refused(&header("\"channels\": 16", "\"channels\": 17"), "weights");
    refused(&header("\"channels\": 16", "\"channels\": 0"), "channels is 0");
    refused(&header("\"channels\": 16", "\"channels\": 18446744073709551615"), "channels is");
    refused(&header("\"channels\": 16", "\"channels\": -1"), "header is malformed");
    refused(&header("\"channels\": 16", "\"chanels\": 16"), "unknown field `chanels`");
    refused(&header("\"moves_scale\": 8.0", "\"moves_scale\": 0.0"), "moves_scale is 0");
    refused(&header("{", "["), "header is malformed");
    refused(&header("\"f32\"", "\"f16\""), "f16");
    refused(&forged(&good, |text| text, |weights| weights.truncate(4)), "weights");
    refused(&forged(&good, |text| text, |weights| weights.push(0)), "weights");
    refused(&forged(&good, |text| text, |weights| weights[..4].fill(0xff)), "weight");
}

#[test]
fn what_an_evaluator_says_of_itself_commands_no_terminal() {
    let place = Place::new();
    let file = place.path("loud.ard");
    write_net(&dualite(&[]), &file);
    let good = fs::read(&file).expect("readable");
    let forge = |from: &str, to: &str| {
        let header = |text: String| {
            assert!(text.contains(from), "{text}");
            text.replace(from, to)
        };
        fs::write(&file, forged(&good, header, |_| {})).expect("written");
    };
    forge("\"run\": \"\"", &format!("\"run\": \"{}\"", "\\u001b[2J\\n".repeat(1000)));
    let told = place.succeeds(&["export", "loud.ard", "--out", "quiet.ard"]);
    assert!(told.contains("of run \u{fffd}[2J") && !told.contains('\u{1b}'), "{told:?}");
    assert!(told.lines().count() == 1 && told.chars().count() < 1000, "{told}");
    forge("\"f32\"", &format!("\"{}\"", "\\u001b[2J".repeat(2000)));
    let output = place.command(&["export", "loud.ard", "--out", "no.ard"]).output().expect("the program starts");
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(output.status.code() == Some(1) && message.contains("\u{fffd}[2J"), "{message}");
    assert!(!message.contains('\u{1b}') && message.chars().count() < 4100, "{message:?}");
}

#[test]
fn an_evaluator_stands_for_its_game_also_in_capitals() {
    let place = Place::new();
    write_net(&dualite(&[]), &place.path("X.ARD"));
    assert_eq!(place.succeeds(&["moves", "X.ARD"]), place.succeeds(&["moves", "dualite"]));
}

#[test]
fn evaluators_for_other_rules_are_refused_everywhere() {
    let place = Place::new();
    let file = place.path("other.ard");
    write_net(&loa(), &file);
    for args in with_player("other.ard") {
        place.refuses(&args, &["player `other.ard`", "plays `loa`, the game is `dualite`"]);
    }
    write_net(&dualite(&[("opening", "last")]), &file);
    for args in with_player("other.ard") {
        place.refuses(&args, &["player `other.ard`", "`opening` = `last`, the game has `either`"]);
    }
    write_net(&dualite(&[]), &file);
    let forge = |from: &'static str, to: &'static str| {
        let bytes = forged(&fs::read(&file).expect("readable"), |text| text.replace(from, to), |_| {});
        fs::write(place.path("forged.ard"), bytes).expect("written");
    };
    let version = dualite(&[]).encoding_version();
    forge(
        String::leak(format!("\"encoding_version\": {version}")),
        String::leak(format!("\"encoding_version\": {}", version + 1)),
    );
    for args in with_player("forged.ard") {
        place.refuses(&args, &["player `forged.ard`", &format!("version {}", version + 1), "encoding"]);
    }
    fs::remove_file(&file).expect("removed");
    fs::create_dir(&file).expect("created");
    // As the system has it.
    let directory = if cfg!(windows) { "(os error 5)" } else { "directory" };
    for (player, part) in [("other.ard", directory), ("missing.ard", "(os error 2)")] {
        for args in with_player(player) {
            place.refuses(&args, &[&format!("cannot read {player}"), part]);
        }
        place.refuses(&["export", player, "--out", "no.ard"], &[&format!("cannot read {player}"), part]);
    }
}

/// A pipe without a writer is empty, and the length of a file that is too large is checked before it is read.
#[cfg(unix)]
#[test]
fn pipes_and_endless_files_end_in_a_sentence() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    for ending in ["rbg", "ard", "jsonl", "toml", "sgf"] {
        let made = Command::new("mkfifo").arg(place.path(&format!("pipe.{ending}"))).status();
        assert!(made.expect("every Unix has it").success());
        let sparse = fs::File::create(place.path(&format!("large.{ending}"))).expect("created");
        sparse.set_len(3 << 30).expect("it takes no room");
        symlink("/dev/zero", place.path(&format!("endless.{ending}"))).expect("created");
    }
    for name in ["pipe", "large", "endless"] {
        let [rules, net, lines, config, sgf] =
            ["rbg", "ard", "jsonl", "toml", "sgf"].map(|ending| format!("{name}.{ending}"));
        // Not `refuses`, which reads all files.
        let refuses = |args: &[&str], parts: &[&str]| place.refuses_run(place.command(args), parts);
        refuses(&["check", &rules], &[]);
        refuses(&["analyse", "dualite", "--with", &net], &[]);
        refuses(&["moves", "dualite", "--record", &lines], &[]);
        refuses(&["report", "dualite", "--from", &lines], &[]);
        if name != "pipe" {
            refuses(&["replay", &lines], &["expected at most"]);
            refuses(&["convert", &sgf], &["expected at most"]);
        }
        if cfg!(feature = "learn") && name != "pipe" {
            refuses(&["train", &config], &["expected at most"]);
        }
    }
}

/// The files of a run may have come from anybody, too.
#[cfg(all(unix, feature = "learn"))]
#[test]
fn runs_with_pipes_in_them_keep_nobody_waiting() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    for name in ["pipes", "endless"] {
        let run = place.path(&format!("checkpoints/runs/{name}"));
        let generation = run.join("generation-0001");
        fs::create_dir_all(&generation).expect("created");
        fs::write(run.join("config.toml"), "generations = 2\n[game]\nvariant = \"dualite\"\n").expect("written");
        write_net(&dualite(&[]), &generation.join("evaluator.ard"));
        let files = ["lock", "stronger", "schedule.toml", "report.json", "problems.jsonl"].map(|file| run.join(file));
        let of_generation = ["metrics.json", "games.bin", "learner.bin"].map(|file| generation.join(file));
        for file in files.iter().chain(&of_generation) {
            match name {
                "pipes" => assert!(Command::new("mkfifo").arg(file).status().expect("every Unix has it").success()),
                _ => symlink("/dev/zero", file).expect("created"),
            }
        }
        // Not `succeeds` and `refuses`, which read all files.
        let succeeds = |args: &[&str]| assert!(place.command(args).output().expect("it runs").status.success());
        let refuses = |args: &[&str]| place.refuses_run(place.command(args), &[name]);
        succeeds(&["runs"]);
        succeeds(&["export", name, "--out", "exported.ard"]);
        succeeds(&["analyse", "dualite", "--with", name, "--sims", "4"]);
        refuses(&["doctor", name]);
        refuses(&["ladder", name]);
        refuses(&["learn", name, "--out", "other"]);
        refuses(&["train", name, "--resume"]);
    }
}

/// Exporting is the one command that replaces a file, so it must replace regular files only.
#[cfg(unix)]
#[test]
fn export_replaces_only_regular_files() {
    use std::os::unix::fs::FileTypeExt;

    let place = Place::new();
    write_net(&dualite(&[]), &place.path("net.ard"));
    fs::create_dir(place.path("folder")).expect("created");
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket")).expect("made");
    for name in ["folder", "socket", "."] {
        place.refuses(&["export", "net.ard", "--out", name], &[&format!("cannot write {name}"), "regular file"]);
    }
    assert!(fs::metadata(place.path("socket")).expect("there").file_type().is_socket());
    place.refuses(&["export", "net.ard", "--out", "no/such/folder.ard"], &["cannot write no/such/folder.ard"]);
    fs::write(place.path("old.ard"), "old").expect("written");
    place.succeeds(&["export", "net.ard", "--out", "old.ard"]);
    let content = |name: &str| fs::read(place.path(name)).expect("readable");
    assert!(content("old.ard") == content("net.ard"));
}

#[test]
fn export_changes_the_precision() {
    let place = Place::new();
    write_net(&dualite(&[]), &place.path("net.ard"));
    // The first net has no ranges of its activations; they are chosen.
    place.succeeds(&["export", "net.ard", "--precision", "int8", "--out", "small.ard"]);
    place.succeeds(&["export", "small.ard", "--precision", "f32", "--out", "large.ard"]);
    place.succeeds(&["export", "large.ard", "--precision", "int8", "--out", "again.ard"]);
    let content = |name: &str| fs::read(place.path(name)).expect("readable");
    assert!(content("small.ard").len() < content("net.ard").len());
    assert!(content("again.ard") == content("small.ard"), "nothing more is lost");
    let small = CompactNet::read(place.path("small.ard")).expect("readable");
    assert_eq!(small.header().ranges.len(), 2);
    assert!(small.header().ranges.iter().all(|&range| range > 0.0));
    place.succeeds(&["export", "small.ard", "--format", "onnx", "--out", "small.onnx"]);
    let large = CompactNet::read(place.path("large.ard")).expect("readable");
    assert!(content("small.onnx") == large.to_onnx(), "an ONNX model has the rounded weights");
    let both = ["export", "net.ard", "--format", "onnx", "--precision", "int8", "--out", "no.onnx"];
    place.refuses(&both, &["--precision int8", "--format onnx", "f32"]);
    place.succeeds(&["analyse", "dualite", "--with", "small.ard", "--sims", "4"]);
}

#[test]
fn export_writes_onnx_and_samples() {
    let place = Place::new();
    let game = dualite(&[]);
    write_net(&game, &place.path("net.ard"));
    place.succeeds(&["export", "net.ard", "--format", "onnx", "--out", "net.onnx", "--samples", "net.jsonl"]);
    let model = fs::read(place.path("net.onnx")).expect("readable");
    assert!(model == CompactNet::read(place.path("net.ard")).expect("readable").to_onnx());
    let samples = fs::read_to_string(place.path("net.jsonl")).expect("readable");
    assert_eq!(samples.lines().count(), 256);
    let shape = game.shape();
    for line in samples.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        let position = game.parse_position(sample["position"].as_str().expect("a text")).expect("a position");
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let legal = moves.iter().map(|&mv| game.policy_index(&position, mv));
        assert_eq!(sample["legal"], json!(Vec::from_iter(legal)));
        let length = |name: &str| sample[name].as_array().map(Vec::len);
        assert_eq!(length("planes"), Some(shape.plane_len()));
        assert_eq!(length("policy_logits"), Some(shape.policy_len()));
        assert_eq!(length("value"), Some(3));
        assert!(sample["moves_left"].is_number() && sample.get("globals").is_none() && sample.get("lead").is_none());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_files_as_they_were() {
    let place = Place::new();
    write_net(&dualite(&[]), &place.path("net.ard"));
    fs::write(place.path("old.ard"), "old").expect("written");
    let before = place.files();
    for out in ["new.ard", "old.ard"] {
        let part = format!("cannot write {out}");
        place.refuses_run(place.limited(4, &["export", "net.ard", "--out", out]), &[&part]);
        assert!(place.files() == before, "{out}");
    }

    // As many whole games as there is place for.
    let args = ["arena", "random", "random", "--game", "dualite", "--games", "40", "--record", "games.jsonl"];
    place.refuses_run(place.limited(16, &args), &["cannot write `games.jsonl`"]);
    let text = place.succeeds(&["replay", "games.jsonl"]);
    let count: u32 = text.trim().strip_prefix("games.jsonl: ok ").and_then(|n| n.parse().ok()).expect("a count");
    assert!((2..40).contains(&count), "{text}");
    let kept = fs::read(place.path("games.jsonl")).expect("readable");
    let play = ["play", "dualite", "--seat", "first=random", "--seat", "second=random", "--record", "games.jsonl"];
    let blocks = kept.len() as u32 / 512;
    place.refuses_run(place.limited(blocks, &play), &["cannot write `games.jsonl`"]);
    assert!(fs::read(place.path("games.jsonl")).expect("readable") == kept);
    // A person goes on playing.
    fs::write(place.path("typed"), "a1\nsave games.jsonl\nboard\n").expect("written");
    let mut person = place.limited(blocks, &["play", "dualite", "--against", "random"]);
    person.stdin(fs::File::open(place.path("typed")).expect("readable"));
    let Output { status, stdout, .. } = person.output().expect("the program starts");
    let text = String::from_utf8(stdout).expect("output is UTF-8");
    assert!(status.success() && text.contains("> cannot write `games.jsonl`: "), "{text}");
    assert!(fs::read(place.path("games.jsonl")).expect("readable") == kept);

    place.refuses(&["arena", "random", "random", "--game", "dualite", "--record", "no/x"], &["cannot write `no/x`"]);
    // Said before the game, not after it.
    place.refuses(&["play", "dualite", "--against", "random", "--record", "no/x"], &["cannot write `no/x`"]);
    place.refuses(&[&args[..8], &["/dev/full"]].concat(), &["cannot write `/dev/full`", "No space left"]);
    place.refuses(&[&play[..7], &["/dev/full"]].concat(), &["cannot write `/dev/full`", "No space left"]);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let place = Place::new();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("there is such a device");
    for args in [
        &["games"][..],
        &["games", "--json"],
        &["moves", "loa"],
        &["solve", "dualite", "--position", "..../oo../xo../oo.. 0 a3"],
        &["analyse", "dualite", "--with", "mcts:5"],
        &["arena", "random", "random", "--game", "dualite", "--games", "2", "--json"],
        &["play", "dualite", "--against", "random"],
    ] {
        let mut command = place.command(args);
        command.stdout(full());
        place.refuses_run(command, &["cannot write to standard output", "No space left"]);
        // Nor can the message be written, but the exit code shows the failure.
        let status = place.command(args).stdout(full()).stderr(full()).status().expect("the program starts");
        assert_eq!(status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn standard_input_that_is_no_text_is_answered() {
    use std::io::Write;

    let garbage: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for args in [&["play", "dualite", "--against", "random", "--seed", "1"][..], &["ugi", "loa", "--with", "mcts:5"]] {
        let mut command = ardoise(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("piped");
        let garbage = garbage.clone();
        let writer = std::thread::spawn(move || {
            // The program may have quit.
            let _ = stdin.write_all(&garbage);
        });
        let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
        writer.join().expect("written");
        assert!(status.success() && stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
        assert!(!stdout.is_empty());
    }
}

#[test]
fn records_that_cannot_be_read_are_named() {
    let place = Place::new();
    fs::write(place.path("bytes.jsonl"), [1, 2, b'\n']).expect("written");
    fs::write(place.path("half.jsonl"), "{\"game\":\"dualite\",\"steps\":[\"a1\"").expect("written");
    for (file, part) in [("bytes.jsonl", "bytes.jsonl"), ("half.jsonl", "half.jsonl:1"), (".", "."), ("none", "none")] {
        place.refuses(&["replay", file], &[part]);
    }
}
