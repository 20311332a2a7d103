//! How often kinds of moves and cells are used.

use super::figure::Figure;
use super::findings::{MoveKind, Use};
use super::played::ReportGame;
use crate::game::{AnyGame, Game, History, Notation, Turn, parse_turn_or_move};
use std::collections::BTreeMap;

/// The shape of a move's notation: cells and numbers become `#`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() || c.is_ascii_lowercase() && digit(rest.peek()) {
            while digit(rest.peek()) {
                rest.next();
            }
            shape.push('#');
        } else {
            shape.push(c);
        }
    }
    shape
}

/// The use of the rules in random and strong games.
pub(super) fn usage(game: &AnyGame, random: &[&ReportGame], strongest: &[&ReportGame]) -> Use {
    let kinds_of = |games: &[&ReportGame]| {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        games.iter().flat_map(|played| &played.moves).for_each(|mv| *kinds.entry(shape(mv)).or_default() += 1);
        kinds
    };
    let (weak, strong) = (kinds_of(random), kinds_of(strongest));
    let total = |kinds: &BTreeMap<String, usize>| kinds.values().sum::<usize>();
    let mut names: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let share = |kinds: &BTreeMap<String, usize>, name: &String| {
        Figure::share(kinds.get(name).copied().unwrap_or(0), total(kinds))
    };
    let mut kinds = Vec::from_iter(names.into_iter().map(|name| MoveKind {
        shape: name.clone(),
        random: share(&weak, name),
        strong: share(&strong, name),
    }));
    let strong_share = |kind: &MoveKind| kind.strong.map_or(0.0, |figure| figure.value);
    kinds.sort_by(|one, other| {
        strong_share(other).total_cmp(&strong_share(one)).then_with(|| one.shape.cmp(&other.shape))
    });

    let cells_of = |games: &[&ReportGame]| {
        let mut cells: BTreeMap<String, usize> = BTreeMap::new();
        for played in games {
            let mut history = History::new(game, game.start());
            for text in &played.moves {
                let moves = parse_turn_or_move(game, history.position(), text).expect("a game that was played");
                let turn = Turn { moves, text: text.clone() };
                let parts = game.turn_parts(history.position(), &turn);
                parts
                    .into_iter()
                    .filter(|part| shape(part) == "#")
                    .for_each(|part| *cells.entry(part).or_default() += 1);
                turn.moves.into_iter().for_each(|mv| history.play(game, mv));
            }
        }
        cells
    };
    let (weak, strong) = (cells_of(random), cells_of(strongest));
    let mut all: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    all.sort_unstable();
    all.dedup();
    let average = total(&strong) as f64 / all.len().max(1) as f64;
    let quiet = |cell: &&&String| 10.0 * strong.get(**cell).copied().unwrap_or(0) as f64 <= average;
    Use { kinds, quiet_cells: all.iter().filter(quiet).map(|cell| (*cell).clone()).collect(), cells: all.len() }
}
