//! How often kinds of moves and cells are used.

use super::figure::Figure;
use super::findings::{MoveKind, Use};
use super::played::ReportGame;
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Turn, parse_turn_or_move};
use std::collections::{BTreeMap, BTreeSet};

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

/// How often the games have each kind of turn and each cell.
#[derive(Default)]
struct Counts {
    /// By the names that the rules give them.
    named: BTreeMap<String, usize>,
    /// By the shape of their notation.
    shapes: BTreeMap<String, usize>,
    cells: BTreeMap<String, usize>,
}

impl Counts {
    fn of(game: &AnyGame, games: &[&ReportGame]) -> Counts {
        let mut counts = Counts::default();
        for played in games {
            let mut history = History::new(game, game.start());
            for text in &played.moves {
                let moves = parse_turn_or_move(game, history.position(), text).expect("a game that was played");
                let turn = Turn { moves, text: text.clone() };
                if !history.is_chance(game) {
                    counts.add(game, history.position(), &turn);
                }
                turn.moves.into_iter().for_each(|mv| history.play(game, mv));
            }
        }
        counts
    }

    fn add(&mut self, game: &AnyGame, position: &AnyPosition, turn: &Turn<AnyMove>) {
        let shape_of_turn = shape(&turn.text);
        let kind = game.turn_kind(position, turn).unwrap_or_else(|| shape_of_turn.clone());
        *self.named.entry(kind).or_default() += 1;
        *self.shapes.entry(shape_of_turn).or_default() += 1;
        let cells = game.turn_parts(position, turn).into_iter().filter(|part| shape(part) == "#");
        cells.for_each(|cell| *self.cells.entry(cell).or_default() += 1);
    }
}

/// The use of the rules in random and strong games.
pub(super) fn usage(game: &AnyGame, random: &[&ReportGame], strongest: &[&ReportGame]) -> Use {
    let [random, strongest] = [random, strongest].map(|games| Counts::of(game, games));
    // A single name for all turns says nothing.
    let names = BTreeSet::from_iter(random.named.keys().chain(strongest.named.keys()));
    let (weak, strong) = match names.len() > 1 {
        true => (&random.named, &strongest.named),
        false => (&random.shapes, &strongest.shapes),
    };
    let total = |kinds: &BTreeMap<String, usize>| kinds.values().sum::<usize>();
    let mut names: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let share = |kinds: &BTreeMap<String, usize>, name: &String| {
        Figure::share(kinds.get(name).copied().unwrap_or(0), total(kinds))
    };
    let mut kinds = Vec::from_iter(names.into_iter().map(|name| MoveKind {
        shape: name.clone(),
        random: share(weak, name),
        strong: share(strong, name),
    }));
    let strong_share = |kind: &MoveKind| kind.strong.map_or(0.0, |figure| figure.value);
    kinds.sort_by(|one, other| {
        strong_share(other).total_cmp(&strong_share(one)).then_with(|| one.shape.cmp(&other.shape))
    });

    let (weak, strong) = (&random.cells, &strongest.cells);
    let mut all: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    all.sort_unstable();
    all.dedup();
    let average = total(strong) as f64 / all.len().max(1) as f64;
    let quiet = |cell: &&&String| 10.0 * strong.get(**cell).copied().unwrap_or(0) as f64 <= average;
    Use { kinds, quiet_cells: all.iter().filter(quiet).map(|cell| (*cell).clone()).collect(), cells: all.len() }
}
