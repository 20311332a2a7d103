//! Programs that play through a pipe.

use crate::support::program::{ardoise, prints, prints_json, refuses};
use crate::support::waiting::wait_until;
use ardoise::arena::play_game;
use ardoise::game::{AnyGame, Game, History, Notation, Outcome, Side};
use ardoise::games::rules;
use ardoise::players::{Budget, Patience, Player, Program, ProgramPlayer, Protocol, RandomPlayer};
use ardoise::record::{Reason, Record};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

/// The name of the player that is this program itself, by a pipe.
fn this_program(arguments: &str) -> String {
    format!("ugi:'{}' ugi {arguments}", env!("CARGO_BIN_EXE_ardoise"))
}

/// A shell script that gets ready as it should and does `action` when it is asked for a move.
fn script(action: &str) -> String {
    format!(
        "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) {action};; quit) exit;; \
         esac; done"
    )
}

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).expect("the file can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn a_program_plays_the_same_games_through_a_pipe() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (game, options, arguments) in [
        ("dualite", &[][..], "dualite"),
        ("dualite-teams", &[], "dualite-teams"),
        ("l-calculus", &["--rules", "pieces=12"], "l-calculus --rules pieces=12"),
        ("loa", &[], "loa"),
    ] {
        let record = |name: &str, player: &str| {
            let path = folder.path().join(format!("{game}-{name}"));
            let file = path.to_str().expect("UTF-8");
            let arena = ["arena", player, "mcts:20", "--game", game, "--games", "4", "--sims", "30", "--seed", "5"];
            let report = prints_json(&[&arena, options, &["--record", file, "--json"]].concat());
            assert_eq!(report["pairs"][0]["forfeits"], serde_json::json!([0, 0]), "{report}");
            let moves: Vec<_> = records(&path).into_iter().map(|record| record.steps).collect();
            (moves, report["pairs"][0]["score"].clone())
        };
        let inside = record("inside", "released");
        assert_eq!(inside.0.len(), 4);
        assert_eq!(record("outside", &this_program(arguments)), inside, "{game}");
    }
}

/// Sends lines to a program, and reads up to the answer that begins with a word.
fn ask(program: &mut (ChildStdin, BufReader<ChildStdout>), lines: &str, answer: &str) -> String {
    writeln!(program.0, "{lines}").expect("it reads");
    loop {
        let mut line = String::new();
        assert!(program.1.read_line(&mut line).expect("it writes") > 0, "it ended when asked {lines}");
        assert!(!line.contains("position not changed"), "{line}");
        if let Some(rest) = line.strip_prefix(answer) {
            return rest.trim().to_owned();
        }
    }
}

/// A match manager that knows only the interface, and no game, can let programs play each other: a move is a whole
/// turn.
#[test]
fn whole_moves_are_all_that_programs_need() {
    for game in ["breakthrough", "amazons", "draughts", "mini-chess", "l-calculus"] {
        let mut children = Vec::new();
        let mut programs = [0, 1].map(|_| {
            let mut child = ardoise(&["ugi", game, "--with", "mcts:20"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let pipes = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
            children.push(child);
            (pipes.0, BufReader::new(pipes.1))
        });
        let mut moves = Vec::<String>::new();
        for turn in 0..40 {
            let made = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            let position = format!("position startpos{made}");
            let [one, other] = &mut programs;
            if ask(one, &format!("{position}\nquery result"), "response ") != "none" {
                break;
            }
            let first = ask(one, "query p1turn", "response ") == "true";
            assert_eq!(first, turn % 2 == 0, "{game}: sides alternate, {moves:?}");
            let acts = if first { one } else { other };
            let best = ask(acts, &format!("{position}\ngo nodes 20"), "bestmove ");
            assert_eq!(ask(acts, &format!("query islegal {best}"), "response "), "true", "{game} {best}");
            moves.push(best);
        }
        assert!(moves.len() > 6, "{game}: {moves:?}");
        let is_cells = |mv: &String| mv.contains(['-', 'x', ',']) || mv == "pass";
        assert!(moves.iter().all(is_cells), "{game}: {moves:?}");
        // The programs end once their pipes are closed.
        drop(programs);
        children.into_iter().for_each(|mut child| assert!(child.wait().expect("it ended").success()));
    }
}

#[test]
fn programs_play_by_the_clock_and_sit_exams() {
    let player = format!("{}@time=5ms", this_program("dualite"));
    let report = prints_json(&["arena", &player, "random", "--game", "dualite", "--games", "2", "--json"]);
    assert_eq!(report["pairs"][0]["forfeits"], serde_json::json!([0, 0]), "{report}");
    let exam = ["exam", "dualite", "--positions", "20", "--json"];
    let grades = [this_program("dualite"), "released".to_owned()]
        .map(|player| prints_json(&[&exam[..], &[&format!("{player}@sims=20")]].concat())[0]["kept"].clone());
    assert_eq!(grades[0], grades[1]);
}

#[test]
fn a_program_that_fails_loses_the_game_and_the_match_goes_on() {
    for (action, reason) in [
        ("exit 3", "it ended (exit status: 3) when asked `go nodes 7`"),
        ("echo info string no such place; echo bestmove zz9", "it answered `bestmove zz9`"),
        ("echo bestmove", "it answered `bestmove`"),
        (r#"printf "bestmove \\033[2J\\n""#, "it answered `bestmove \u{fffd}[2J`"),
        (r#"printf "info string \\033[31m\\n"; printf "bestmove %9999s\\n" x"#, "it answered `bestmove "),
    ] {
        let player = format!("ugi:sh -c '{}'@sims=7", script(action));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("games");
        let record = file.to_str().expect("UTF-8");
        let arena = ["arena", &player, "random", "--game", "dualite", "--games", "4", "--record", record, "--json"];
        let output = ardoise(&arena).output().expect("the program starts");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.success(), "{message}");
        assert!(message.contains(reason) && message.contains("lost 4 games by forfeit"), "{message}");
        assert!(!message.contains('\u{1b}') && message.lines().all(|line| line.len() < 1200), "{message:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["pairs"][0]["losses"], 4, "{report}");
        assert_eq!(report["pairs"][0]["forfeits"], serde_json::json!([4, 0]), "{report}");
        // Its side is 0 in the first game of each pair.
        let sides = [Side::Second, Side::First, Side::Second, Side::First];
        for (record, winner) in records(&file).iter().zip(sides) {
            assert_eq!((record.winner, record.reason), (Some(Some(winner)), Some(Reason::Forfeit)));
            record.verify().expect("the record is sound");
        }
    }
    // Said in the terminal of a person, too.
    let hostile = script(r#"printf "bestmove \\033[2J\\n""#);
    let hostile = format!("ugi:sh -c '{hostile}'");
    let text = prints(&["play", "dualite", "--against", &hostile, "--side", "1"], "quit\n");
    assert!(text.contains("no move: it answered `bestmove \u{fffd}[2J`") && !text.contains('\u{1b}'), "{text:?}");
    let output = ardoise(&["exam", "dualite", &format!("ugi:sh -c '{}'", script("exit 3")), "--positions", "5"]);
    let message = String::from_utf8({ output }.output().expect("the program starts").stderr).expect("UTF-8");
    assert!(message.contains("exit status: 3"), "{message}");
}

/// A program that speaks UCI, knows two variants, records its input, and always plays the same move.
fn uci_script(notes: &Path) -> String {
    format!(
        "while read -r line; do echo $line >> {}; case $line in uci) echo option name UCI_Variant type combo default \
         chess var chess var breakthrough; echo uciok;; isready) echo readyok;; go*) echo bestmove h7h6;; quit) exit;; \
         esac; done",
        notes.display()
    )
}

#[test]
fn a_program_that_speaks_uci_is_told_turns_as_it_writes_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (notes, file) = (folder.path().join("notes"), folder.path().join("games"));
    let player = format!("uci:sh -c '{}'@variant=breakthrough@sims=7", uci_script(&notes));
    let arena = ["arena", "random", &player, "--game", "breakthrough", "--games", "2", "--opening-plies", "0"];
    let record = file.to_str().expect("UTF-8");
    let report = prints_json(&[&arena[..], &["--record", record, "--seed", "1", "--json"]].concat());
    assert_eq!(report["pairs"][0]["forfeits"], serde_json::json!([0, 2]), "{report}");
    let told = fs::read_to_string(notes).expect("the script has written it");
    for line in ["setoption name UCI_Variant value breakthrough", "ucinewgame", "position startpos", "go nodes 7"] {
        assert!(told.lines().any(|other| other == line), "{line}: {told}");
    }
    // As black it could play its move once.
    let played = &records(&file)[0].steps;
    assert_eq!(played[1], "h7-h6");
    let moves = Vec::from_iter(played.iter().map(|step| step.replace(['-', 'x'], "")));
    assert!(told.contains(&format!("position startpos moves {}", moves.join(" "))), "{moves:?}: {told}");
}

/// If the king is captured, a chess program reports that it has no move.
#[test]
fn a_king_that_was_left_to_be_taken_is_taken_for_a_program() {
    let script = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) \
         echo 'bestmove (none)';; quit) exit;; esac; done";
    let command = ["sh", "-c", script].map(str::to_owned).into();
    let program = Program { command, protocol: Protocol::Uci { variant: None } };
    let mut player = ProgramPlayer::new(program, Budget::Policy, Patience::default());
    let game = AnyGame::new(rules::<&str, &str>("mini-chess", []).expect("shipped")).expect("a game");
    let mut history = History::new(&game, game.start());
    let forfeit = player.choose(&game, &history).expect_err("there is no king to take");
    assert!(forfeit.to_string().contains("(none)"), "{forfeit}");
    history.play_texts(&game, "e2-e3 d4xe3 d2xe3 d5xd1 a2-a3".split_whitespace()).expect("legal");
    let mv = player.choose(&game, &history).expect("the king on e1 can be taken");
    assert_eq!(game.format_move(history.position(), mv), "d1xe1");
}

#[test]
fn a_program_that_does_not_work_is_refused_before_the_match() {
    let uci = format!("uci:sh -c '{}'@variant=ataxx", uci_script(Path::new("/dev/null")));
    let arena = |player: &str| ["arena", player, "random", "--game", "dualite"].map(str::to_owned);
    for (player, part) in [
        ("ugi:no-such-program", "cannot start `no-such-program`"),
        ("ugi:sh -c 'exit 4'", "it ended (exit status: 4) when asked `ugi`"),
        ("ugi:sh -c 'read a; echo ugiok'", "when asked `isready`"),
        (
            "uci:sh -c 'read a; echo uciok; read b'@variant=ataxx",
            "it has no option UCI_Variant: expected no `@variant`",
        ),
        (&uci, "it knows no variant `ataxx`: expected one of chess, breakthrough"),
    ] {
        let arguments = arena(player);
        refuses(&arguments.each_ref().map(String::as_str), 1, &[&format!("player `{player}`"), part]);
    }
}

/// Whether a process runs; one that has ended and that nobody has asked about does not.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn silence_ends_and_nothing_stays_behind() {
    let game = AnyGame::new(rules::<&str, &str>("dualite", []).expect("the variant exists")).expect("a game");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = folder.path().join("ids");
    let patience =
        Patience { start: Duration::from_secs(30), overtime: Duration::from_millis(200), node: Duration::ZERO };
    // Silent, and talking without end; each starts another process.
    for action in ["sleep 1000", "while :; do echo info string thinking; done"] {
        let action = format!("sleep 1000 & echo $$ $! >> {}; {action}", ids.display());
        let command = ["sh", "-c", &script(&action)].map(str::to_owned).into();
        let program = Program { command, protocol: Protocol::Ugi };
        let mut silent = ProgramPlayer::new(program, Budget::Simulations(10), patience);
        let mut random = RandomPlayer::new(1);
        for _ in 0..2 {
            silent.new_game(&game, 0);
            let played = play_game(&game, &[], [&mut silent, &mut random], 0, || false).expect("nothing stops it");
            assert_eq!(played.outcome, Outcome::Win(Side::Second));
            let reason = played.forfeit.expect("a forfeit").to_string();
            assert!(reason.contains("no answer to `go nodes 10` within 0.2 s"), "{reason}");
        }
    }
    let text = fs::read_to_string(ids).expect("the scripts have written it");
    assert_eq!(text.split_whitespace().count(), 8, "{text}");
    #[cfg(target_os = "linux")]
    for id in text.split_whitespace() {
        wait_until("the processes' end", || !runs(id));
    }
}
