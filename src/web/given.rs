use super::Refusal;
use crate::game::{History, Notation, NotationError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game as a request gives it: rules, where it starts, and the moves made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Name of the variant.
    pub variant: String,
    /// Rule options, words or whole numbers; the others have their defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The position before the first move; absent for the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Given {
    /// Plays the moves; calls `reached` with the history before the first move and after each.
    ///
    /// # Errors
    /// The first position is none, or a move is malformed or not legal; the refusal then says which one.
    pub fn play<G: Notation>(&self, game: &G, mut reached: impl FnMut(&History<G>)) -> Result<History<G>, Refusal> {
        let first = match &self.start {
            None => game.start(),
            Some(text) => game.parse_position(text).map_err(Refusal::new)?,
        };
        let mut history = History::new(game, first);
        reached(&history);
        for (ply, text) in self.moves.iter().enumerate() {
            let mv = match history.outcome() {
                None => game.parse_move(history.position(), text),
                Some(_) => Err(NotationError::Over { given: text.clone() }),
            };
            let mv = mv.map_err(|error| Refusal { ply: Some(ply), ..Refusal::new(error) })?;
            history.play(game, mv);
            reached(&history);
        }
        Ok(history)
    }

    /// The game so far.
    ///
    /// # Errors
    /// As [`Given::play`].
    pub fn history<G: Notation>(&self, game: &G) -> Result<History<G>, Refusal> {
        self.play(game, |_| ())
    }

    /// The game so far, which must not be over.
    ///
    /// # Errors
    /// As [`Given::play`], or the game is over.
    pub fn open_history<G: Notation>(&self, game: &G) -> Result<History<G>, Refusal> {
        let history = self.history(game)?;
        match history.outcome() {
            None => Ok(history),
            Some(_) => Err(Refusal::new("the game is over in this position: there is no move to look for")),
        }
    }
}
