//! The data of classes that refer to each other. Their methods are in the files of their names, which need not know
//! each other.

use crate::arrays::no_room;
use crate::error::{raise, wrong};
use crate::interrupt::aside;
use crate::many::each;
use engine::game::{AnyPosition, Game as _, History, Rules, Symmetry as _};
use engine::games::AnyGame;
use engine::record;
use pyo3::prelude::*;

/// The rules of a game, with a value for each of their options.
///
/// Made by `ardoise.game`. Two games are equal if their rules are.
#[pyclass(frozen, eq, hash, module = "ardoise")]
#[derive(Clone)]
pub struct Game(pub AnyGame);

/// A position of a game, with the moves that led to it, which repetitions need.
///
/// It never changes: `play` gives the next one. Two positions are equal if their game, the position itself and its
/// result are, by whatever moves they were reached. `str` draws the board; `text` is the notation on one line.
#[pyclass(frozen, eq, hash, module = "ardoise")]
#[derive(Clone)]
pub struct Position {
    pub game: Game,
    pub history: History,
}

/// The record of a game: its rules, moves and result, and who played.
#[pyclass(frozen, eq, module = "ardoise")]
#[derive(Clone, PartialEq)]
pub struct Record(pub record::Record, Option<Rules>);

impl Record {
    /// A verified record. It keeps its rules: those of a rules file live only as long as somebody has them.
    pub fn new(record: record::Record) -> Record {
        let rules = record.rules().ok();
        Record(record, rules)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.0.rules() == other.0.rules()
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.rules().to_string().hash(state);
    }
}

impl Game {
    /// The game of these rules, which may have to be parsed first.
    pub fn of(py: Python<'_>, rules: impl FnOnce() -> anyhow::Result<Rules> + Send + 'static) -> PyResult<Game> {
        aside(py, move |_| ready(rules()?))?.map(Game).map_err(raise)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.history.position() == other.history.position()
            && self.history.outcome() == other.history.outcome()
            && self.game == other.game
    }
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.history.position().hash(state);
    }
}

impl Position {
    /// A game that begins from a position.
    pub fn at(game: &Game, position: AnyPosition) -> Position {
        Position { game: game.clone(), history: History::new(&game.0, position) }
    }
}

/// A game with its symmetries, which its net's input and policy need: for a rules file they may take a while to find.
pub fn ready(rules: Rules) -> anyhow::Result<AnyGame> {
    let game = AnyGame::new(rules)?;
    game.symmetries();
    Ok(game)
}

/// Positions of one game.
pub struct Positions {
    /// Their game; None where there are none.
    pub game: Option<Game>,
    pub positions: Vec<AnyPosition>,
    /// Index of the first one in which the game is over.
    pub over: Option<usize>,
}

impl FromPyObject<'_, '_> for Positions {
    type Error = PyErr;

    /// # Errors
    /// They are of different games.
    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let mut all = Positions { game: None, positions: Vec::new(), over: None };
        each(given, |item| all.push(item.cast::<Position>()?.get()))?;
        Ok(all)
    }
}

impl Positions {
    fn push(&mut self, position: &Position) -> PyResult<()> {
        let index = self.positions.len();
        let game = self.game.get_or_insert_with(|| position.game.clone());
        if position.game != *game {
            return Err(wrong(format!(
                "position {index} is of {}, position 0 of {}: expected positions of one game",
                position.game.0.rules(),
                game.0.rules(),
            )));
        }
        if position.history.is_chance(&position.game.0) {
            return Err(wrong(format!("chance acts in position {index}: no net sees it")));
        }
        if position.history.outcome().is_some() {
            self.over.get_or_insert(index);
        }
        self.positions.try_reserve(1).map_err(no_room)?;
        self.positions.push(position.history.position().clone());
        Ok(())
    }

    /// The positions, if the game is not over in any of them.
    pub fn open(self) -> PyResult<Vec<AnyPosition>> {
        match self.over {
            None => Ok(self.positions),
            Some(over) => {
                Err(wrong(format!("the game is over in position {over}: expected positions with a move to make")))
            }
        }
    }
}
