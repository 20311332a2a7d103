//! Reports about games: figures against an independent count and the solver's, going on after an interruption, the page.

use crate::support::program::{ardoise, refuses};
use ardoise::game::{Game, Guidance, History, Outcome, Side};
use ardoise::games::dualite::Dualite;
use ardoise::games::rules;
use ardoise::paper::Language;
use ardoise::players::PlayerSpec;
use ardoise::report::{Findings, Gathered, Plan, Subject, gather, page};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn plan(variants: &[&str], games: usize) -> Plan {
    let player: PlayerSpec = "mcts:4".parse().expect("it names a player");
    let subject = |name: &&str| Subject::new(name, serde_json::Map::new(), &player);
    Plan { subjects: variants.iter().map(subject).collect(), games, seed: 5, program: "test".to_owned() }
}

fn gathered(plan: Plan, state: &Path) -> Gathered {
    let gathered = gather(plan, None, state, &|| false, &mut |_, _| {}).expect("the plan can be played");
    gathered.expect("nothing stopped it")
}

fn findings(gathered: &Gathered) -> Vec<Findings> {
    Findings::of(gathered).expect("the player is still there")
}

#[test]
fn figures_of_random_play_are_those_of_an_independent_count() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["dualite"], 20), &directory.path().join("state"));
    let found = &findings(&gathered)[0].strengths[0];
    let game = Dualite::new(rules::<&str, &str>("dualite", []).expect("it exists"));
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

#[test]
fn exact_figures_are_the_solvers() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["dualite", "dualite-teams"], 2), &directory.path().join("state"));
    for (name, found) in ["dualite", "dualite-teams"].iter().zip(findings(&gathered)) {
        let game = Dualite::new(rules::<&str, &str>(name, []).expect("it exists"));
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
                let mut after = position;
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
    let games = |gathered: &Gathered| -> Vec<Vec<String>> {
        (0..5).flat_map(|strength| gathered.games(0, strength).into_iter().map(|game| game.moves.clone())).collect()
    };
    assert_eq!(games(&result), games(&expected));
    for strength in 0..4 {
        assert_eq!(result.pairs(0, strength), expected.pairs(0, strength));
    }
    let other = Plan { seed: 6, ..plan };
    let error = gather(other, None, &parts, &|| false, &mut |_, _| {}).expect_err("another plan");
    assert!(error.to_string().contains("another report (dualite)"), "{error}");
}

#[test]
fn the_page_stands_alone_in_both_languages() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let gathered = gathered(plan(&["l-calculus"], 2), &directory.path().join("state"));
    let findings = findings(&gathered);
    for (language, heading) in [(Language::English, "Is it fair?"), (Language::French, "Est-ce équitable ?")] {
        let page = page(&gathered, &findings, language);
        assert!(page.contains(heading) && page.contains("<svg") && page.contains("data-example=\"0\""));
        assert!(!page.contains("NaN") && !page.contains("src=") && page.len() < 300_000, "{}", page.len());
    }
    assert!(findings[0].strongest.evening.is_some() && !findings[0].examples.is_empty());
}

#[test]
fn the_command_writes_page_and_figures() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let args =
        ["report", "dualite", "--with", "mcts:4", "--compare", "opening=last", "--games", "2", "--out", "r.html"];
    let output = ardoise(&args).current_dir(&directory).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).expect("it was written");
    let figures: serde_json::Value = serde_json::from_str(&read("r.json")).expect("JSON");
    assert_eq!(figures["findings"][1]["name"], "dualite opening=last");
    assert!(read("r.html").contains("dualite opening=last"));
    assert!(!directory.path().join("r.games").exists(), "the state is no longer needed");
    refuses(&["report", "dualite", "--compare", "opening=either"], 1, &["expected other rules"]);
    refuses(&["report", "dualite", "--compare", "opening=x"], 1, &["rule option `opening`"]);
    refuses(&["report", "loa", "--games", "3"], 2, &["expected an even number"]);
    refuses(&["report", "loa", "--out", "x.txt"], 1, &["ends in .html"]);
    refuses(&["report", "loa", "--games", "2", "--with", "random"], 1, &["player `random` does not search"]);
}
