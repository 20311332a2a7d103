use super::Refusal;
use crate::game::{AnyGame, Game, History, Notation, NotationError, parse_turn_or_move};
use crate::record::plain_options;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game in a request: rules, start, and the moves made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    pub variant: String,
    /// Rule options, words or whole numbers; the others have their defaults.
    #[serde(default, deserialize_with = "plain_options")]
    pub options: Map<String, Value>,
    /// The position before the first move; absent for the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in notation: turns, or the single moves of turns.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl GameSpec {
    /// The game before its first move.
    ///
    /// # Errors
    /// The first position is invalid.
    pub fn begin(&self, game: &AnyGame) -> Result<History, Refusal> {
        let first = match &self.start {
            None => game.start(),
            Some(text) => game.read_position(text)?,
        };
        Ok(History::new(game, first))
    }

    /// Plays the moves after the first `made`, which `history` has; calls `reached` with the history and after each
    /// further move.
    ///
    /// # Errors
    /// A move is malformed or not legal; the refusal has its number.
    pub fn resume(
        &self,
        game: &AnyGame,
        mut history: History,
        made: usize,
        mut reached: impl FnMut(&History),
    ) -> Result<History, Refusal> {
        reached(&history);
        for (ply, text) in self.moves.iter().enumerate().skip(made) {
            let moves = match history.outcome() {
                None => parse_turn_or_move(game, history.position(), text),
                Some(_) => Err(NotationError::Over { given: text.clone() }),
            };
            for mv in moves.map_err(|error| Refusal { ply: Some(ply), ..error.into() })? {
                history.play(game, mv);
            }
            reached(&history);
        }
        Ok(history)
    }

    /// The game so far.
    ///
    /// # Errors
    /// As [`GameSpec::begin`] and [`GameSpec::resume`].
    pub fn history(&self, game: &AnyGame) -> Result<History, Refusal> {
        self.resume(game, self.begin(game)?, 0, |_| ())
    }
}
