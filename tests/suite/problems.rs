//! Problems: the shipped ones are sound by a second, simpler search; people can solve them; sheets show them.

use crate::support::program::{ardoise, prints, refuses};
use ardoise::game::{AnyMove, AnyPosition, Game, Guidance, Notation, Outcome, Side, Turns, parse_turn_or_move};
use ardoise::games::{AnyGame, shipped_for};
use ardoise::problems::{ForcedWinSearch, Problem, read_problems, shipped};
use std::collections::HashMap;

/// Whether `attacker` wins within so many of its turns: every line is played out by the rules, and nothing is shared
/// with the search that made the problems.
struct Checker<'a> {
    game: &'a AnyGame,
    attacker: Side,
    known: HashMap<(AnyPosition, u8), bool>,
}

impl Checker<'_> {
    fn after(&self, position: &AnyPosition, mv: AnyMove, turns: u8) -> (AnyPosition, u8) {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        let mine = |position: &AnyPosition| self.game.side_to_act(position) == self.attacker;
        (next.clone(), if mine(position) && !mine(&next) { turns - 1 } else { turns })
    }

    fn wins(&mut self, position: &AnyPosition, turns: u8) -> bool {
        match self.game.outcome(position) {
            Some(outcome) => return outcome == Outcome::Win(self.attacker),
            None if turns == 0 => return false,
            None => {}
        }
        if let Some(&known) = self.known.get(&(position.clone(), turns)) {
            return known;
        }
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        let mut after = moves.into_iter().map(|mv| self.after(position, mv, turns)).collect::<Vec<_>>().into_iter();
        let wins = match self.game.side_to_act(position) == self.attacker {
            true => after.any(|(next, turns)| self.wins(&next, turns)),
            false => after.all(|(next, turns)| self.wins(&next, turns)),
        };
        self.known.insert((position.clone(), turns), wins);
        wins
    }

    /// The same after several moves.
    fn after_all(&self, position: &AnyPosition, moves: &[AnyMove], turns: u8) -> (AnyPosition, u8) {
        moves.iter().fold((position.clone(), turns), |(position, turns), &mv| self.after(&position, mv, turns))
    }

    /// What the side to act chooses from: whole turns where the game shows those.
    fn choices(&self, position: &AnyPosition) -> Vec<Vec<AnyMove>> {
        if self.game.shows_turns() {
            return Turns::new(self.game, position).collect();
        }
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        moves.into_iter().map(|mv| vec![mv]).collect()
    }

    /// The answers after which there is no win in time.
    fn holding(&mut self, position: &AnyPosition, turns: u8) -> Vec<Vec<AnyMove>> {
        let mut choices = self.choices(position);
        choices.retain(|moves| {
            let (next, turns) = self.after_all(position, moves, turns);
            !self.wins(&next, turns)
        });
        choices
    }
}

/// `later`: whether no other move wins later, either, if there is a solver.
fn check(game: &AnyGame, problem: &Problem, later: bool) {
    let name = &problem.position;
    let posed = problem.pose(game).unwrap_or_else(|error| panic!("{error}"));
    let attacker = game.side_to_act(&posed.position);
    let mut checker = Checker { game, attacker, known: HashMap::new() };
    assert!(checker.wins(&posed.position, problem.win_in), "{name}: no win");
    assert!(!checker.wins(&posed.position, problem.win_in - 1), "{name}: a quicker win");
    // Where there is no solver, games are too long for this search.
    let later = later && game.solver().is_some();
    let choices = checker.choices(&posed.position);
    assert_eq!(choices.len(), problem.moves, "{name}");
    assert!((2..=choices.len()).contains(&problem.rank), "{name}: the policy's first choice");
    for moves in choices {
        let (next, turns) = checker.after_all(&posed.position, &moves, problem.win_in);
        let text = game.format_turn(&posed.position, &moves);
        assert_eq!(checker.wins(&next, turns), moves == posed.key, "{name}: {text}");
        // On 4x4 cells played out to the end, on 5x5 two turns further, since this search would take hours.
        if later && moves != posed.key {
            let turns = if game.max_moves() <= 32 { 32 } else { problem.win_in + 2 };
            assert!(!checker.wins(&next, turns), "{name}: {text} wins later");
        }
    }
    // The main line: the defence holds out to the last turn, and the win comes then.
    assert_eq!(problem.line.first(), Some(&problem.key));
    let (mut position, mut turns) = (posed.position.clone(), problem.win_in);
    for text in &problem.line {
        assert!(checker.wins(&position, turns) && (turns < 2 || !checker.wins(&position, turns - 1)), "{name}: {text}");
        let moves = parse_turn_or_move(game, &position, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (position, turns) = checker.after_all(&position, &moves, turns);
    }
    assert_eq!(game.outcome(&position), Some(Outcome::Win(attacker)), "{name}");
    for one in &problem.tries {
        let moves =
            parse_turn_or_move(game, &posed.position, &one.mv).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (next, turns) = checker.after_all(&posed.position, &moves, problem.win_in);
        let refutation =
            parse_turn_or_move(game, &next, &one.refutation).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(checker.holding(&next, turns), [refutation], "{name}: {}", one.mv);
    }
}

/// One in `one_in` is solved anew; one in `later_in` of those is checked for later wins, too.
fn shipped_problems_are_sound(one_in: usize, later_in: usize) {
    let variants = Vec::from_iter(shipped_for(".jsonl"));
    assert!(variants.contains(&"loa"));
    for variant in variants {
        let problems = shipped(variant);
        assert!(problems.len() >= 25, "{variant}: {}", problems.len());
        for (index, problem) in problems.iter().enumerate() {
            assert_eq!(problem.game, variant);
            assert!((1..=5).contains(&problem.difficulty) && problem.win_in >= 2);
            assert!(problems[..index].iter().all(|other| other.position != problem.position), "{}", problem.position);
            let rules = problem.rules().unwrap_or_else(|error| panic!("{error}"));
            let game = AnyGame::new(rules).unwrap_or_else(|error| panic!("{error}"));
            if index.is_multiple_of(one_in) {
                check(&game, problem, (index / one_in).is_multiple_of(later_in));
            }
        }
    }
}

#[test]
fn the_shipped_problems_are_sound() {
    shipped_problems_are_sound(15, 2);
}

#[test]
#[ignore = "takes minutes: `cargo test --release -- --ignored`"]
fn each_shipped_problem_is_sound_and_no_other_move_wins_later() {
    shipped_problems_are_sound(1, 1);
}

/// Both searches also agree on positions that were not chosen as problems: late positions of random games.
#[test]
fn wins_by_force_are_those_of_the_simpler_search() {
    fn agree(game: &AnyGame, seen: &mut [u32; 2]) {
        let mut state = 1u64;
        for _ in 0..40 {
            let (mut position, mut line, mut moves) = (game.start(), vec![game.start()], Vec::new());
            while game.outcome(&position).is_none() && line.len() < 200 {
                game.legal_moves(&position, &mut moves);
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(&mut position, moves[(state >> 33) as usize % moves.len()]);
                line.push(position.clone());
            }
            for position in line.iter().rev().skip(1).take(5) {
                for attacker in Side::BOTH {
                    let mut checker = Checker { game, attacker, known: HashMap::new() };
                    let mut forcing = ForcedWinSearch::new(attacker, 10_000_000);
                    for turns in 0..=2 {
                        let wins = checker.wins(position, turns);
                        assert_eq!(forcing.wins(game, position, turns), Ok(wins), "{}", game.format_position(position));
                        seen[usize::from(wins)] += 1;
                    }
                }
            }
        }
    }
    let mut seen = [0; 2];
    for name in ["dualite", "dualite-teams", "loa", "l-calculus"] {
        let options = if name == "l-calculus" { vec![("max_turns", "9")] } else { Vec::new() };
        let rules = ardoise::games::rules(name, options).expect("the variant exists");
        agree(&AnyGame::new(rules).expect("the variant exists"), &mut seen);
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn the_same_request_gives_the_same_sound_problems() {
    let make = |threads: &str| {
        let args = ["problems", "dualite", "--count", "3", "--win-in", "2..3", "--seed", "7", "--json"];
        let output = ardoise(&args).env("RAYON_NUM_THREADS", threads).output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("output is UTF-8")
    };
    let text = make("1");
    assert_eq!(text, make("3"));
    let problems = read_problems(&mut text.as_bytes()).expect("its own output is read");
    assert_eq!(problems.len(), 3);
    for problem in &problems {
        assert!((2..=3).contains(&problem.win_in));
        check(&AnyGame::new(problem.rules().expect("they exist")).expect("they exist"), problem, false);
    }
}

#[test]
fn problems_of_a_file_are_shown_and_rated() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let file = directory.path().join("some.jsonl");
    let all = prints(&["problems", "dualite", "--shipped", "--json"], "");
    assert_eq!(all.lines().count(), shipped("dualite").len(), "all, where no number is asked for");
    // Some editors put a mark before the first byte.
    std::fs::write(&file, "\u{feff}".to_owned() + &all).expect("written");
    let file = file.to_str().expect("UTF-8");
    let two = prints(&["problems", "dualite", "--from", file, "--count", "2", "--rate", "mcts:1", "--json"], "");
    let two = read_problems(&mut two.as_bytes()).expect("its own output is read");
    assert_eq!(two.len(), 2);
    for problem in &two {
        assert!(shipped("dualite").iter().any(|one| one.position == problem.position && one.key == problem.key));
    }
    refuses(&["problems", "loa", "--from", file], 1, &["no problem of loa found"]);
}

#[test]
fn a_person_solves_a_problem() {
    // The whole main line, typed; the answers are taken from the program's output.
    for variant in ["dualite", "loa", "l-calculus"] {
        let problem = shipped(variant).into_iter().find(|problem| problem.win_in == 2).expect("there is one");
        let directory = tempfile::tempdir().expect("a temporary folder");
        let file = directory.path().join("one.jsonl");
        let line = serde_json::to_string(&problem).expect("a problem is JSON");
        std::fs::write(&file, format!("\u{feff}{line}\n")).expect("written");
        let file = file.to_str().expect("UTF-8");
        let wrong = problem.tries.first().map_or_else(String::new, |one| one.mv.clone() + "\n");
        let input = format!("help\nhint\nmoves\nnonsense\n{wrong}{}\nquit\n", problem.key);
        let text = prints(&["play", "--problem", file], &input);
        assert!(text.contains("That is the key."), "{text}");
        assert!(
            text.contains(if variant == "l-calculus" { "one move wins at the end" } else { "wins in 2" }),
            "{text}"
        );
        let refuted = ["holds, the only answer that holds", "wins at once. Try again."].map(|why| text.contains(why));
        assert!(wrong.is_empty() || refuted.contains(&true), "{text}");
        let solution = prints(&["play", variant, "--problem", file], "solution\n");
        let game = AnyGame::new(problem.rules().expect("shipped")).expect("a game");
        let position = problem.pose(&game).expect("a problem of it").position;
        assert!(
            solution.contains(&problem.solution(&game, &position).chars().take(10).collect::<String>()),
            "{solution}"
        );
    }
}

/// Where players call several steps a move, they may type it so, and are answered so.
#[test]
fn whole_moves_solve_a_problem() {
    let problem = shipped("breakthrough").into_iter().find(|problem| problem.win_in == 2).expect("there is one");
    let game = AnyGame::new(problem.rules().expect("shipped")).expect("a game");
    let solution = problem.solution(&game, &problem.pose(&game).expect("a problem of it").position);
    let (key, _) = solution.split_once('!').expect("the key is marked");
    assert!(key == problem.key && key.contains(['-', 'x']), "{key}");
    let directory = tempfile::tempdir().expect("a temporary folder");
    let file = directory.path().join("one.jsonl");
    std::fs::write(&file, serde_json::to_string(&problem).expect("a problem is JSON")).expect("written");
    let text = prints(&["play", "--problem", file.to_str().expect("UTF-8")], &format!("{key}\nquit\n"));
    assert!(text.contains("That is the key.") && text.contains("Win in this turn."), "{text}");
    let answer = text.split_once("The defence plays ").expect("it answers").1.split('.').next().expect("a text");
    assert!(answer.contains('-') || answer.contains('x'), "{answer}");
}

#[test]
fn a_whole_solution_is_accepted() {
    let problems = shipped("dualite");
    let problem = problems.iter().find(|problem| problem.win_in == 3).expect("there is one");
    // What the attacker plays of the main line: the program plays its defence.
    let attacks: String = problem.line.iter().step_by(2).map(|mv| format!("{mv}\n")).collect();
    let directory = tempfile::tempdir().expect("a temporary folder");
    let file = directory.path().join("one.jsonl");
    std::fs::write(&file, serde_json::to_string(problem).expect("a problem is JSON")).expect("written");
    let text = prints(&["play", "--problem", file.to_str().expect("UTF-8")], &attacks);
    assert!(text.contains("Solved without a wrong move"), "{text}");
}

/// What is drawn of it is tested in `tests/page`.
#[test]
fn sheets_hold_every_problem() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    for (variant, language) in [("loa", "en"), ("logitac", "fr")] {
        let args = ["problems", variant, "--shipped", "--sheet", "s.html", "--lang", language];
        let output = ardoise(&args).current_dir(&directory).output().expect("the program starts");
        let problems = shipped(variant);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said, format!("wrote {} problems to s.html\n", problems.len()));
        let page = std::fs::read_to_string(directory.path().join("s.html")).expect("it was written");
        assert!(page.contains(&format!("<html lang=\"{language}\">")));
        let (_, rest) = page.split_once("id=\"content\">\n").expect("it has a place for it");
        let (content, _) = rest.split_once("\n</script>").expect("it ends");
        let content: serde_json::Value = serde_json::from_str(content).expect("JSON");
        assert_eq!(content["game"]["name"], variant);
        let told = content["problems"].as_array().expect("a list");
        assert_eq!(told.len(), problems.len());
        for (told, problem) in told.iter().zip(problems) {
            assert_eq!(told["shown"]["position"], problem.position.as_str());
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    refuses(&["problems", "chess"], 1, &["unknown game `chess`"]);
    refuses(&["problems", "loa", "--win-in", "0"], 2, &["expected a number from 1 to 9"]);
    refuses(&["problems", "dualite", "--games", "0"], 1, &["no problem of dualite found", "--games"]);
    refuses(&["problems", "loa", "--with", "random", "--games", "1"], 1, &["player `random` does not search"]);
    refuses(&["play"], 2, &["VARIANT"]);
    refuses(&["play", "--problem", "shipped"], 1, &["expected a VARIANT"]);
    refuses(&["play", "loa", "--problem", "no-such-file"], 1, &["no-such-file"]);
    let directory = tempfile::tempdir().expect("a temporary folder");
    let file = directory.path().join("bad.jsonl");
    std::fs::write(&file, "{\"game\":\"loa\"}\n").expect("written");
    refuses(&["play", "--problem", file.to_str().expect("UTF-8")], 1, &["line 1", "problems VARIANT --json"]);
    refuses(&["problems", "loa", "--from", file.to_str().expect("UTF-8")], 1, &["bad.jsonl", "line 1"]);
    refuses(&["problems", "loa", "--shipped", "--rate", "random"], 1, &["player `random` does not search"]);
    refuses(&["problems", "loa", "--from", "no-such-file"], 1, &["no-such-file"]);
    // What is shown as a solution is moves.
    let sound = shipped("dualite").into_iter().find(|problem| !problem.tries.is_empty()).expect("there is one");
    let hostile = "\u{1b}[2J".to_owned();
    let mut bad = [sound.clone(), sound.clone(), sound];
    bad[0].tries[0].refutation.clone_from(&hostile);
    bad[1].tries[0].mv.clone_from(&hostile);
    bad[2].line.push(hostile);
    for problem in bad {
        std::fs::write(&file, serde_json::to_string(&problem).expect("a problem is JSON")).expect("written");
        for args in [&["problems", "dualite", "--from"][..], &["play", "--problem"]] {
            let args = [args, &[file.to_str().expect("UTF-8")]].concat();
            let output = ardoise(&args).stdin(std::process::Stdio::null()).output().expect("the program starts");
            let [told, message] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
            assert_eq!(output.status.code(), Some(1), "{told}{message}");
            assert!(message.contains("`\u{fffd}[2J`") && !(told + &message).contains('\u{1b}'), "{message:?}");
        }
    }
    let today = prints(&["problems", "zen", "--today"], "");
    assert!(today.contains("plays and wins in") && today.contains("Solutions"), "{today}");
}
