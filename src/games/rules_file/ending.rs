//! Why games by a rules file end: from the last test of the rules, in the words of the heading.

use super::file::RulesFile;
use super::position::Position;
use crate::game::Ending;
use crate::rbg::{ActionKind, Actor, Decision, Step};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The words if the deciding test is unknown.
pub(super) const BY_THE_RULES: &str = "by the rules";

/// The words if the player to move has no step, and the game is drawn.
const NO_MOVE: &str = "no move is left";
/// The words if the player to move has no step, and has lost.
const OTHER_HAS_NO_MOVE: &str = "the other side has no move";
/// The words if the player to move has no step, and has won.
const WINNER_HAS_NO_MOVE: &str = "the winner has no move left";

/// How a step ends a game by the rules. The score is in the order of the file's players.
pub(super) fn by(file: &RulesFile, before: &Position, step: Step) -> Ending {
    let rules = &file.rules;
    let (mut state, mut scratch) = (rules.start(), rules.scratch());
    file.packing.unpack(before, &mut state);
    let decision = rules.decision(&state, step, &mut scratch);
    let handed_by = scratch.handed_by().map(|action| rules.action(action));
    let mut ending = match decision {
        Some(decision) => Ending { reason: reason(file, &decision), cells: decision.cells, score: None },
        None if matches!(handed_by, Some(ActionKind::Switch(Actor::Player(_)))) => NO_MOVE.into(),
        None => BY_THE_RULES.into(),
    };
    rules.play(&mut state, step, &mut scratch);
    let score: [u32; 2] = [0, 1].map(|player| state.variable(player).into());
    if ending.reason == NO_MOVE {
        ending.reason = match score[state.player()].cmp(&score[1 - state.player()]) {
            Ordering::Less => OTHER_HAS_NO_MOVE,
            Ordering::Equal => NO_MOVE,
            Ordering::Greater => WINNER_HAS_NO_MOVE,
        }
        .into();
    }
    if rules.counts_scores() {
        ending.score = Some(score);
    }
    ending
}

/// The heading's words; otherwise the name of the macro of the pattern that was found.
fn reason(file: &RulesFile, Decision { test, pattern, .. }: &Decision) -> Cow<'static, str> {
    let endings = &file.heading.endings;
    let given = endings.get(test).or_else(|| pattern.as_ref().and_then(|name| endings.get(name)));
    let reason = given.map(|given| given.words.clone()).or_else(|| pattern.as_deref().map(words));
    reason.map_or(BY_THE_RULES.into(), Cow::Owned)
}

/// A name as words: `shutIn` and `shut_in` as `shut in`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c == '_' || c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase().filter(|&c| c != '_'));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{BY_THE_RULES, OTHER_HAS_NO_MOVE, WINNER_HAS_NO_MOVE};
    use crate::game::{Ending, Game, History, Notation, Outcome};
    use crate::games::rules_file::load;
    use crate::games::{AnyGame, find, rules_files};
    use std::collections::BTreeSet;

    fn game(name: &str) -> AnyGame {
        AnyGame::new(find(name).expect("it comes with the program").default_rules()).expect("a game")
    }

    fn ending(name: &str, turns: &str) -> (Ending, Vec<String>) {
        let game = game(name);
        let mut history = History::new(&game, game.start());
        history.play_texts(&game, turns.split(' ')).unwrap_or_else(|error| panic!("{error}"));
        let ending = history.ending(&game).expect("it is over");
        let board = game.board().expect("it has one");
        let cells = ending.cells.iter().map(|&cell| board.cells[usize::from(cell)].name.clone()).collect();
        (ending, cells)
    }

    #[test]
    fn the_cells_of_the_pattern_that_was_found_are_told() {
        let (ending, cells) = ending("connect-four", "d1 a1 e1 a2 g1 a3 f1");
        assert_eq!((ending.to_string().as_str(), cells.join(" ").as_str()), ("four in a row", "d1 e1 f1 g1"));
        let (ending, cells) = self::ending("tic-tac-toe", "a1 b1 a2 b2 a3");
        assert_eq!((&*ending.reason, cells.len()), ("three in a row", 3));
        // A ring is not on the path of the test, which starts from the enclosed man; the stone at c3 is not part of the
        // ring.
        let turns = "e4 a1 e7 a2 d4 a4 d5 i1 d6 i2 f4 i4 f5 i5 c3 h1 f6";
        let (ending, cells) = self::ending("havannah", turns);
        assert_eq!((&*ending.reason, &*cells.join(" ")), ("a ring is closed", "f4 f5 f6 e4 e7 d4 d5 d6"));
        // A test without a man is about its own cell.
        let turns = "d2-a2 d5-a5 d1-e1 d3-e3 b4-b3 d4-d1 d7-f7 e3-d3 a2-c2 d1-a1";
        let (ending, cells) = self::ending("brandubh", turns);
        assert_eq!((&*ending.reason, &*cells.join(" ")), ("the king is on a corner", "a1"));
        let turns = "h9 f8 g4 a1 b1 f3 i9 i7 g2 a4 a2 c5 h4 f1 i3 g8 a5 c4 g1 a3 a7 c3 g9 c7 i2 i5 i4 i1 g3";
        let (ending, cells) = self::ending("ultimate-tic-tac-toe", turns);
        assert_eq!((&*ending.reason, &*cells.join(" ")), ("three boards in a row", "g1 g2 g3 g4 h4 i4 g9 h9 i9"));
    }

    #[test]
    fn ends_are_found_whatever_the_keeper_does_before() {
        // The test counts 48 empty cells, in any order.
        let (ending, _) = ending("go", "d4 pass pass");
        assert_eq!(ending.to_string(), "both have passed, 49 to 9");
        let (ending, _) = self::ending("dodgem", "a2-a1 b1-b2 a1-b1 c1-c2 a3-b3 c2-c3 b1-c1 b2-c2 c1-d1 c2-b2");
        assert_eq!(&*ending.reason, WINNER_HAS_NO_MOVE);
    }

    #[test]
    fn what_is_counted_is_told_during_the_game() {
        let counts = |name: &str, turns: &[&str]| {
            let game = game(name);
            let mut history = History::new(&game, game.start());
            history.play_texts(&game, turns.iter().copied()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.score(history.position()), None, "{name} says what it counts");
            let numbers = game.numbers(history.position());
            Vec::from_iter(numbers.iter().map(|number| (number.words.clone(), number.value)))
        };
        let discs = |first, second| vec![("discs".to_owned(), first), ("discs".to_owned(), second)];
        assert_eq!((counts("reversi", &[]), counts("reversi", &["f5"])), (discs(2, 2), discs(4, 1)));
        assert_eq!((counts("breakthrough", &[]), counts("go", &[])), (vec![], vec![]));
    }

    #[test]
    fn a_cap_by_score_is_won_by_who_is_ahead() {
        let ataxx = include_str!("../../../games/ataxx.rbg").replace("cap: 200", "cap: 3");
        let variant = load("mine.rbg", &ataxx).expect("it is one");
        let game = AnyGame::new(variant.default_rules()).expect("a game");
        let mut history = History::new(&game, game.start());
        history.play_texts(&game, ["a6", "g6", "b7"]).expect("legal");
        assert_eq!(history.outcome(), Some(Outcome::Win(crate::game::Side::First)));
        assert!(!game.is_cut_off(history.position()));
        let told = history.ending(&game).expect("it is over").to_string();
        assert_eq!(told, "the limit on steps is reached, 4 to 3");
        let error = load("mine.rbg", &format!("//! cap: 3, by score\n{}", include_str!("template.rbg")));
        let error = error.expect_err("nothing is counted there");
        assert!(error.starts_with("mine.rbg:1: `//! cap: ..., by score`: expected rules that count pieces"), "{error}");
    }

    #[test]
    fn words_for_endings_that_cannot_be_are_refused() {
        let text = "//! ending: fuor = four in a row\n".to_owned() + include_str!("template.rbg");
        let error = load("mine.rbg", &text).expect_err("there is no such macro");
        assert!(error.starts_with("mine.rbg:1: `//! ending: fuor`: the rules have no such macro or test"), "{error}");
    }

    /// Random games of all files: each reports what decided it.
    #[test]
    fn games_say_how_they_ended() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let counting = ["abalone", "ataxx", "chinese-checkers", "go", "kalah", "oware", "reversi"];
        let mut seen = BTreeSet::new();
        for variant in rules_files() {
            let game = game(&variant.name);
            for _ in 0..3 {
                let (mut history, mut moves) = (History::new(&game, game.start()), Vec::new());
                while history.outcome().is_none() {
                    history.legal_moves(&game, &mut moves);
                    history.play(&game, moves[random(moves.len())]);
                }
                let ending = history.ending(&game).expect("it is over");
                assert_ne!(ending.reason, BY_THE_RULES, "{}", variant.name);
                let score = ending.score;
                // Games ended by a repetition or the limit are not counted.
                if game.outcome(history.position()).is_some() && !game.is_cut_off(history.position()) {
                    assert_eq!(
                        score.is_some(),
                        counting.contains(&&*variant.name),
                        "{}: {}",
                        variant.name,
                        ending.reason
                    );
                }
                if let (Some([first, second]), Some(Outcome::Win(side))) = (score, history.outcome()) {
                    assert_eq!(first > second, side.index() == 0, "{}", variant.name);
                }
                seen.insert((variant.name.to_string(), ending.reason, !ending.cells.is_empty()));
            }
        }
        for known in [("hex-5", "the two sides are joined"), ("breakthrough", "a man is on the last row")] {
            assert!(seen.contains(&(known.0.into(), known.1.into(), true)), "{known:?}: {seen:?}");
        }
        assert!(seen.contains(&("clobber".into(), OTHER_HAS_NO_MOVE.into(), false)), "{seen:?}");
    }
}
