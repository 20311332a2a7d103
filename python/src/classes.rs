//! What the classes that know each other hold. Their methods are in the files of their names, which need not know each
//! other.

use crate::error::{raise, wrong};
use engine::game::{AnyPosition, Game as _, History, Rules};
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
pub struct Record(pub record::Record);

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
    pub fn of(rules: Rules) -> PyResult<Game> {
        Ok(Game(AnyGame::new(rules).map_err(raise)?))
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

/// The game that all of these positions belong to; None where there are no positions.
///
/// # Errors
/// They are of different games.
pub fn common<'a>(positions: &'a [PyRef<'_, Position>]) -> PyResult<Option<&'a Game>> {
    let Some(first) = positions.first() else { return Ok(None) };
    match positions.iter().position(|position| position.game != first.game) {
        None => Ok(Some(&first.game)),
        Some(other) => Err(wrong(format!(
            "position {other} is of {}, position 0 of {}: expected positions of one game",
            positions[other].game.0.rules(),
            first.game.0.rules(),
        ))),
    }
}
