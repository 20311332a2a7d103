use super::Sentence;
use crate::sentence;
use std::fmt;

/// Why a move or a position cannot be parsed: the given and the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// A move, or a field of a position string, is malformed.
    Malformed {
        /// The part of the text that is wrong (`board`, `side to act`, `move`, ...).
        field: &'static str,
        /// The faulty part of the text.
        given: String,
        expected: Sentence,
    },
    /// A well-formed move that is not legal in this position.
    Illegal {
        given: String,
        /// Why the move is illegal, or which moves are legal.
        reason: Sentence,
    },
    /// A text that is only the beginning of a turn.
    Begins {
        given: String,
        /// The turns with this beginning, or some of them.
        turns: String,
    },
    /// A move after the end of the game.
    Over { given: String },
}

impl NotationError {
    /// The error for a malformed field. `expected` may be a [`sentence!`], which can be translated.
    pub fn malformed(field: &'static str, given: impl Into<String>, expected: impl Into<Sentence>) -> Self {
        NotationError::Malformed { field, given: given.into(), expected: expected.into() }
    }

    /// The error for an illegal move. The reason may be a [`sentence!`], too.
    pub fn illegal(given: impl Into<String>, reason: impl Into<Sentence>) -> Self {
        NotationError::Illegal { given: given.into(), reason: reason.into() }
    }
}

impl From<NotationError> for Sentence {
    fn from(error: NotationError) -> Sentence {
        match error {
            NotationError::Malformed { field, given, expected } => sentence!(
                "notation.malformed",
                "{field} `{given}`: expected {expected}",
                field = field,
                given = given,
                expected = expected,
            ),
            NotationError::Illegal { given, reason } => {
                sentence!("move.illegal", "move `{given}` is not legal here: {reason}", given = given, reason = reason)
            }
            NotationError::Begins { given, turns } => {
                sentence!("turn.begins", "move `{given}` is not whole: it begins {turns}", given = given, turns = turns)
            }
            NotationError::Over { given } => {
                sentence!("move.after-end", "move `{given}` comes after the end of the game", given = given)
            }
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for NotationError {}
