//! Reports about games: figures against an independent count and the solver's, going on after an interruption, what
//! pages are made of. How they look is tested in `tests/page`.

use crate::support::program::{ardoise, refuses};
use ardoise::game::{AnyGame, Game, Guidance, History, Outcome, Side, Turns};
use ardoise::games::rules;
use ardoise::html::{Kind, Language, page};
use ardoise::players::PlayerSpec;
use ardoise::report::{FORMAT, Findings, Report, ReportData, ReportPlan, Subject, gather, reported_on};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

fn plan(variants: &[&str], games: usize) -> ReportPlan {
    plan_with(variants, games, &serde_json::Map::new())
}

fn plan_with(variants: &[&str], games: usize, options: &serde_json::Map<String, serde_json::Value>) -> ReportPlan {
    let player: PlayerSpec = "mcts:4".parse().expect("it names a player");
    let subject = |name: &&str| Subject::new(name, options.clone(), &player);
    ReportPlan { subjects: variants.iter().map(subject).collect(), games, seed: 5, program: "test".to_owned() }
}

fn gathered(plan: ReportPlan, state: &Path) -> ReportData {
    let gathered = gather(plan, None, state, &|| false, &mut |_, _| {}).expect("the plan can be played");
    gathered.expect("nothing stopped it")
}

fn findings(gathered: &ReportData) -> Vec<Findings> {
    Findings::of(gathered).expect("the player is still there")
}

#[test]
fn figures_of_random_play_are_those_of_an_independent_count() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["dualite"], 20), &directory.path().join("state"));
    let found = &findings(&gathered)[0].strengths[0];
    let game = AnyGame::new(rules::<&str, &str>("dualite", []).expect("it exists")).expect("a game");
    let (mut points, mut length, mut choices, mut forced) = (0.0, 0.0, 0.0, 0.0);
    let games = gathered.games(0, 0);
    assert_eq!(games.len(), 20);
    for played in &games {
        let mut history = History::new(&game, game.start());
        let (mut legal, mut all, mut single) = (Vec::new(), 0, 0);
        for text in &played.moves {
            history.legal_moves(&game, &mut legal);
            all += legal.len();
            single += usize::from(legal.len() == 1);
            history.play_texts(&game, [text.as_str()]).expect("a legal move");
        }
        points += f64::from(u8::from(history.outcome() == Some(Outcome::Win(Side::First))));
        assert!(history.outcome().is_some(), "the game is over");
        let moves = played.moves.len() as f64;
        length += moves;
        choices += all as f64 / moves;
        forced += single as f64 / moves;
    }
    let figures = [found.score, found.length, found.choices, found.forced].map(|one| one.expect("there are games"));
    for (figure, sum) in figures.iter().zip([points, length, choices, forced]) {
        assert!((figure.value - sum / 20.0).abs() < 1e-9, "{figure:?} is not {}", sum / 20.0);
        assert!(figure.low <= figure.value && figure.value <= figure.high && figure.count == 20, "{figure:?}");
    }
    assert_eq!(found.draws.map(|draws| draws.value), Some(0.0), "Dualité has no draws");
}

/// In a game whose moves have several steps, lengths, choices and texts are those of whole moves, as players count them.
#[test]
fn moves_of_several_steps_count_as_one() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let by_steps = serde_json::Map::from_iter([("action".to_owned(), "step".into())]);
    let gathered = gathered(plan_with(&["dodgem"], 4, &by_steps), &directory.path().join("state"));
    let game = AnyGame::new(rules("dodgem", [("action", "step")]).expect("it exists")).expect("a game");
    assert!(game.has_long_turns());
    for played in (0..5).flat_map(|strength| gathered.games(0, strength)) {
        let mut history = History::new(&game, game.start());
        assert_eq!((played.moves.len(), played.choices[0]), (played.choices.len(), 3), "three moves at the start");
        for (text, &choices) in played.moves.iter().zip(&played.choices) {
            let side = game.side_to_act(history.position());
            assert_eq!(Turns::new(&game, history.position()).count(), usize::from(choices));
            history.play_texts(&game, [text.as_str()]).expect("a legal move");
            assert!(history.outcome().is_some() || game.side_to_act(history.position()) != side, "{text} is whole");
        }
        assert!(history.outcome().is_some() && (played.values.is_empty() || played.values.len() == played.moves.len()));
    }
    let found = &findings(&gathered)[0];
    assert!(found.first_turns.iter().all(|turn| turn.moves.len() == 1 && turn.moves[0].contains('-')), "{found:?}");
    assert_eq!(found.first_turns.iter().map(|turn| turn.images).sum::<usize>(), 3);
    let kinds = Vec::from_iter(found.rules.kinds.iter().map(|kind| kind.shape.as_str()));
    assert!(kinds.contains(&"#-#") && !kinds.contains(&"#"), "{kinds:?}");
    assert!(found.examples.iter().all(|example| example.shown.len() == example.moves.len() + 1));
}

#[test]
fn exact_figures_are_the_solvers() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["dualite", "dualite-teams"], 2), &directory.path().join("state"));
    for (name, found) in ["dualite", "dualite-teams"].iter().zip(findings(&gathered)) {
        let game = AnyGame::new(rules::<&str, &str>(name, []).expect("it exists")).expect("a game");
        let mut solver = game.solver().expect("it has one");
        let solved = found.solved.expect("4x4 is solved");
        assert_eq!(solved.start, solver.outcome(&game, &game.start()).score_for(Side::First));
        // Every opening, played out here.
        let (mut won, mut all, mut first, mut second) = (0, 0, Vec::new(), Vec::new());
        game.legal_moves(&game.start(), &mut first);
        for &one in &first {
            let mut position = game.start();
            game.play(&mut position, one);
            game.legal_moves(&position, &mut second);
            for &other in &second {
                let mut after = position.clone();
                game.play(&mut after, other);
                all += 1;
                won += usize::from(solver.outcome(&game, &after) == Outcome::Win(Side::First));
            }
        }
        assert_eq!(solved.winning.value, won as f64 / all as f64, "{name}");
        assert_eq!(found.first_turns.iter().map(|turn| turn.images).sum::<usize>(), all);
        let grade = solved.search.expect("an exam");
        assert!(grade.value > 0.9, "32 simulations prove nearly all: {grade:?}");
    }
}

#[test]
fn a_report_goes_on_where_it_was_stopped() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let (whole, parts) = (directory.path().join("whole"), directory.path().join("parts"));
    let expected = gathered(plan(&["dualite"], 4), &whole);
    let plan = plan(&["dualite"], 4);
    let mut calls = 0;
    let result = loop {
        // One batch at a time; and once the last line is cut off, as by a full disk.
        let asked = AtomicBool::new(false);
        let stop = || asked.swap(true, Ordering::Relaxed);
        calls += 1;
        match gather(plan.clone(), None, &parts, &stop, &mut |_, _| {}).expect("it can be played") {
            Some(gathered) => break gathered,
            None if calls == 2 => {
                let text = std::fs::read_to_string(&parts).expect("the state is there");
                std::fs::write(&parts, &text[..text.len() - 20]).expect("written");
            }
            None => {}
        }
    };
    assert!(calls > 2);
    let games = |gathered: &ReportData| -> Vec<Vec<String>> {
        (0..5).flat_map(|strength| gathered.games(0, strength).into_iter().map(|game| game.moves.clone())).collect()
    };
    assert_eq!(games(&result), games(&expected));
    for strength in 0..4 {
        assert_eq!(result.pairs(0, strength), expected.pairs(0, strength));
    }
    // The file, too, is that of an undisturbed report, but for the times.
    let timeless = |state: &Path| -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(state).expect("the state is there");
        let mut lines = Vec::from_iter(text.lines().map(|line| serde_json::from_str(line).expect("JSON")));
        lines.iter_mut().for_each(|line: &mut serde_json::Value| line["seconds"] = 0.into());
        lines
    };
    assert_eq!(timeless(&parts), timeless(&whole));
    // One that holds its tasks in another order goes on as well.
    let text = std::fs::read_to_string(&parts).expect("the state is there");
    let mut lines = Vec::from_iter(text.lines());
    lines.swap(2, 9);
    lines.remove(5);
    std::fs::write(&parts, lines.join("\n") + "\n").expect("written");
    assert_eq!(games(&gathered(plan.clone(), &parts)), games(&expected));
    // What is no such file stays as it is.
    for other in ["", "my games", "my games\n", "{}\n"] {
        std::fs::write(&whole, other).expect("written");
        let error = gather(plan.clone(), None, &whole, &|| false, &mut |_, _| {}).expect_err("no report's");
        assert!(error.to_string().ends_with("whole, line 1: expected games of a report, or another name with --out"));
        assert_eq!(std::fs::read_to_string(&whole).expect("still there"), other);
    }
    // Nothing is copied in Dualité; that was found out in tasks of their own.
    let copies = |gathered: &ReportData| gathered.done.iter().filter(|done| done.task.copied).count();
    assert_eq!([copies(&result), copies(&expected)], [2, 2]);
    let other = ReportPlan { seed: 6, ..plan };
    let error = gather(other, None, &parts, &|| false, &mut |_, _| {}).expect_err("another plan");
    assert!(error.to_string().contains("another report (dualite)"), "{error}");
}

#[test]
fn a_budget_that_ends_leaves_a_whole_report() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let state = directory.path().join("state");
    let complete = |gathered: ReportData| {
        let games = gathered.plan.games;
        assert!(games >= 2 && games.is_multiple_of(2), "{games}");
        assert!((0..5).all(|strength| gathered.games(0, strength).len() == games));
        assert!((0..4).all(|strength| gathered.pairs(0, strength).len() == games / 2));
        games
    };
    let of_time = |time| gather(plan(&["dualite"], 0), Some(time), &state, &|| false, &mut |_, _| {});
    let all = |time| complete(of_time(time).expect("it can be played").expect("nothing stopped it"));
    assert_eq!(all(Duration::ZERO), 2, "the least that makes a report");
    // It was planned for many games, and goes on when there is no time left.
    std::fs::remove_file(&state).expect("it was played");
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 50;
    let stopped = gather(plan(&["dualite"], 200), None, &state, &stop, &mut |_, _| {}).expect("it can be played");
    assert!(stopped.is_none());
    let games = all(Duration::ZERO);
    assert!((4..20).contains(&games), "{games}");
}

#[test]
fn a_report_holds_all_that_a_page_shows() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    for (variant, by_board) in [("l-calculus", false), ("loa", true)] {
        let gathered = gathered(plan(&[variant], 2), &directory.path().join(variant));
        let text = serde_json::to_string(&Report::of(&gathered).expect("the player is still there")).expect("JSON");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["plan"], json!(gathered.plan));
        assert_eq!(report["method"]["tasks"], json!(gathered.done.len()));
        let found = &report["findings"][0];
        assert_eq!((&found["name"], &found["game"]["name"]), (&json!(variant), &json!(variant)));
        assert_eq!(found["game"]["seats"].as_array().map(Vec::len), Some(2));
        assert_eq!(found["game"]["board"].is_object(), by_board);
        assert_eq!(found["strongest"]["evening"].is_number(), !by_board, "only games with points can be evened");
        let shown = |one: &Value| {
            assert!(one["position"].is_string() && one["men"].is_array() == by_board, "{one}");
            assert_eq!(one["drawing"].is_string(), !by_board);
        };
        let examples = found["examples"].as_array().expect("a list");
        assert!(!examples.is_empty());
        for example in examples {
            let positions = example["shown"].as_array().expect("a list");
            assert_eq!(positions.len(), example["moves"].as_array().expect("a list").len() + 1);
            positions.iter().for_each(shown);
        }
        found["first_turns"].as_array().expect("a list").iter().take(60).for_each(|turn| shown(&turn["shown"]));
        let by_points = !by_board;
        assert_eq!(found["strongest"]["margins"].as_array().map(Vec::len), by_points.then_some(2));
        assert_eq!(found["strongest"]["komi"].is_object(), by_points);
        assert_eq!(found["strongest"]["known"].as_array().map(Vec::len), Some(2));
        assert!(found["size"]["positions"].as_u64() > Some(20) && found["size"]["games"] == json!(4), "{found}");
        let disagreements = found["disagreements"].as_array().expect("a list");
        assert!(disagreements.len() <= 3);
        for one in disagreements {
            shown(&one["shown"]);
            let opinions = one["opinions"].as_array().expect("a list");
            assert_eq!(opinions.iter().map(|one| &one["strength"]).collect::<Vec<_>>(), ["policy", "8", "128"]);
            assert_ne!(opinions[0]["move"], opinions[2]["move"]);
        }
        // The page holds the very report.
        let page = page(Kind::Report, Language::French, &text);
        let (_, rest) = page.split_once("id=\"content\">\n").expect("it has a place for it");
        let (content, _) = rest.split_once("\n</script>").expect("it ends");
        assert_eq!(content, text.replace('<', "\\u003c"));
        assert_eq!(reported_on(content).expect("it is one"), gathered.plan.subjects);
    }
}

/// A second side that copies: in Hex by the half turn of the board, in breakthrough across it.
#[test]
fn copies_are_images_of_turns() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    for variant in ["hex-5", "breakthrough"] {
        let gathered = gathered(plan(&[variant], 4), &directory.path().join(variant));
        let games = gathered.copied(0);
        assert_eq!(games.len(), 2, "one for every two games");
        for game in &games {
            assert!(game.turns > 2 && (1..=game.turns).contains(&game.images), "{game:?}");
        }
        let copying = findings(&gathered)[0].copying.clone().expect("the rules allow copying");
        // Cells and their images by a turn of the board by a half.
        let sums: Vec<u32> = copying.example[0]
            .bytes()
            .zip(copying.example[1].bytes())
            .map(|(one, other)| u32::from(one) + u32::from(other))
            .collect();
        let size = if variant == "hex-5" { 5 } else { 8 };
        let whole = [2 * u32::from(b'a') + size - 1, 2 * u32::from(b'1') + size - 1];
        assert_eq!(sums[..2], whole, "{:?}", copying.example);
        let won = games.iter().filter(|game| game.winner == Some(1)).count();
        assert_eq!(copying.score.map(|score| (score.value, score.count)), Some((won as f64 / 2.0, 2)), "no draws");
        let images: f64 = games.iter().map(|game| game.images as f64 / game.turns as f64).sum();
        assert_eq!(copying.images.map(|share| share.value), Some(images / 2.0));
    }
}

/// The book counts the games that begin with images of its moves, and the size all positions of the games.
#[test]
fn the_book_and_the_size_are_those_of_an_independent_count() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["hex-5"], 12), &directory.path().join("state"));
    let found = &findings(&gathered)[0];
    let turned = |cell: &str| {
        let cell = cell.as_bytes();
        String::from_utf8(vec![b'a' + b'e' - cell[0], b'1' + b'5' - cell[1]]).expect("a cell")
    };
    let games = gathered.games(0, 4);
    assert!(!found.book.is_empty(), "on 25 cells some of twelve games begin alike");
    for first in &found.book {
        let begun = |moves: &[String]| moves[0] == first.text || turned(&moves[0]) == first.text;
        assert_eq!(games.iter().filter(|game| begun(&game.moves)).count() as f64, 12.0 * first.played.value);
        for second in &first.next {
            let line = [first.text.clone(), second.text.clone()];
            let image = [turned(&first.text), turned(&second.text)];
            let count = games.iter().filter(|game| game.moves[..2] == line || game.moves[..2] == image).count();
            assert_eq!((count as f64 / 12.0, count >= 2), (second.played.value, true), "{line:?}");
        }
    }
    let mut positions = std::collections::BTreeSet::new();
    for game in gathered.games(0, 0).into_iter().chain(games.iter().copied()) {
        for end in 0..=game.moves.len() {
            // In Hex whose stone is where is all that there is; colours alternate.
            let mut stones = Vec::from_iter(game.moves[..end].iter().enumerate().map(|(at, cell)| (cell, at % 2)));
            stones.sort_unstable();
            positions.insert(stones.into_iter().map(|(cell, side)| (cell.clone(), side)).collect::<Vec<_>>());
        }
    }
    assert_eq!((found.size.positions, found.size.games), (positions.len(), 24));
    let digits: f64 =
        games.iter().map(|game| (0..game.moves.len()).map(|at| (25.0 - at as f64).log10()).sum::<f64>()).sum();
    assert!((found.size.tree.expect("there are games").value - digits / 12.0).abs() < 1e-9);
    let pie = found.pie.as_ref().expect("there are first turns");
    let shares = || found.first_turns.iter().map(|turn| (1.0 + f64::from(turn.value)) / 2.0);
    assert_eq!(pie.today, shares().fold(0.0, f64::max));
    assert_eq!(pie.kept, shares().map(|share| share.min(1.0 - share)).fold(0.0, f64::max));
}

/// The reports that come with the program are of this version's format, and about the variants that they are named
/// after.
#[test]
fn kept_reports_can_be_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reports");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let subjects = reported_on(&text).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        assert_eq!(path.file_stem().and_then(|name| name.to_str()), Some(subjects[0].game.as_str()));
        assert_eq!(subjects[0].player, "released");
        count += 1;
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn the_command_writes_page_and_report() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &[&str]| ardoise(args).current_dir(&directory).output().expect("the program starts");
    let args =
        ["report", "dualite", "--with", "mcts:4", "--compare", "opening=last", "--games", "2", "--out", "r.html"];
    let output = run(&args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).expect("it was written");
    let report: Value = serde_json::from_str(&read("r.json")).expect("JSON");
    assert_eq!((&report["format"], &report["findings"][1]["name"]), (&json!(FORMAT), &json!("dualite opening=last")));
    assert_eq!(report["findings"][1]["options"], json!({"opening": "last"}));
    assert!(!directory.path().join("r.games").exists(), "the games are no longer needed");
    // The page can be made again from it, and in the other language.
    let again =
        |args: &[&str]| run(&[&["report", "dualite", "--from", "r.json", "--out", "again.html"], args].concat());
    assert!(again(&[]).status.success());
    assert_eq!(read("r.html"), read("again.html"));
    assert!(again(&["--lang", "fr"]).status.success());
    assert_eq!(read("r.html").replacen("<html lang=\"en\">", "<html lang=\"fr\">", 1), read("again.html"));
    let printed = again(&["--json"]).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&printed).expect("JSON"), report);
    std::fs::write(directory.path().join("old.json"), "{\"plan\": {}, \"findings\": []}").expect("written");
    for (args, words) in [
        (["report", "loa", "--from", "r.json"], "r.json is about dualite: expected a report about loa"),
        (["report", "dualite", "--from", "old.json"], "old.json: the `format` of the report is none"),
        (["report", "dualite", "--from", "none.json"], "cannot read none.json"),
    ] {
        let said = String::from_utf8_lossy(&run(&args).stderr).into_owned();
        assert!(said.contains(words), "{said}");
    }
    let shipped = run(&["report", "loa", "--shipped", "--out", "kept.html"]);
    assert!(shipped.status.success() && read("kept.html").contains("\"game\":\"loa\""));
}

#[test]
fn what_cannot_be_reported_on_is_said() {
    refuses(&["report", "dualite", "--compare", "opening=either"], 1, &["expected other rules"]);
    refuses(&["report", "dualite", "--compare", "opening=x"], 1, &["rule option `opening`"]);
    refuses(&["report", "loa", "--games", "3"], 2, &["expected an even number"]);
    refuses(&["report", "loa", "--out", "x.txt"], 1, &["ends in .html"]);
    refuses(&["report", "loa", "--games", "2", "--with", "random"], 1, &["player `random` does not search"]);
    refuses(&["report", "konane", "--shipped"], 1, &["no report about konane", "without --shipped"]);
    refuses(&["report", "loa", "--shipped", "--games", "2"], 2, &["cannot be used with"]);
}

/// One option at a time, each value once; the same call goes on where it was ended, and the figures are the same.
#[test]
fn values_of_options_are_compared() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let call = |more: &[&str]| {
        let args = [&["variants", "dualite", "--with", "mcts:2", "--games", "4"], more].concat();
        let output = ardoise(&args).current_dir(&directory).output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("output is UTF-8")
    };
    let told: Value = serde_json::from_str(&call(&["--json"])).expect("a JSON object");
    let options = Vec::from_iter(told["rules"].as_array().expect("a list").iter().map(|rules| &rules["options"]));
    assert_eq!(options, [&json!({}), &json!({"opening": "last"}), &json!({"opening": "single"})]);
    for rules in told["rules"].as_array().expect("a list") {
        let score = &rules["scores"][4];
        assert_eq!((&rules["games"], &score["count"]), (&json!(4), &json!(4)), "{rules}");
        assert_eq!(rules["verdict"], "unknown", "four games decide nothing");
        assert!(rules["length"]["value"].as_f64() > Some(4.0) && rules["draws"]["value"] == 0.0, "{rules}");
    }
    let kept = std::fs::read(directory.path().join("variants.json")).expect("it was written");
    assert!(!directory.path().join("variants.games").exists());
    let table = call(&["--threads", "1"]);
    for words in ["rules", "as they are", "opening=single", "wrote variants.json", "not decided yet"] {
        assert!(table.contains(words), "`{words}` is not in: {table}");
    }
    assert_eq!(std::fs::read(directory.path().join("variants.json")).ok(), Some(kept.clone()));

    let paged = call(&["--out", "page.html", "--lang", "fr"]);
    assert!(paged.contains("wrote page.html and page.json"), "{paged}");
    assert_eq!(std::fs::read(directory.path().join("page.json")).ok(), Some(kept.clone()));
    let page = std::fs::read_to_string(directory.path().join("page.html")).expect("it was written");
    assert!(page.contains("<html lang=\"fr\">") && page.contains(String::from_utf8_lossy(&kept).trim_end()));

    let wrong = |args: &[&str], expected: &str| {
        let output = ardoise(&[&["variants"], args].concat()).current_dir(&directory).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected), "{args:?}: {said}");
    };
    wrong(&["dualite", "--vary", "board"], "no option `board`; expected one of opening");
    wrong(&["dualite", "--vary", "opening=first"], "opening");
    wrong(
        &["dualite", "--vary", "opening=either"],
        "expected --vary OPTION=VALUES with an option of dualite (opening)",
    );
    wrong(&["hex-5"], "with an option of hex-5 (max_steps, repetition");
    wrong(&["zen"], "with an option of zen (max_plies)");
    wrong(&["dualite", "--with", "random"], "does not search");
    wrong(&["dualite", "--out", "table.txt"], "ends in .json or .html");
}
