use thiserror::Error;

/// A move or a position that cannot be read. Says what was given and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// A move, or a field of a position string, is malformed.
    #[error("{field} `{given}`: expected {expected}")]
    Malformed {
        /// The part of the text that is wrong (`board`, `side to act`, `move`, ...).
        field: &'static str,
        /// That part as given.
        given: String,
        /// What it should be.
        expected: String,
    },
    /// A well-formed move that is not legal in this position.
    #[error("move `{given}` is not legal here: {reason}")]
    Illegal {
        /// The move as given.
        given: String,
        /// Why, or which moves are legal.
        reason: String,
    },
    /// A move after the end of the game.
    #[error("move `{given}` comes after the end of the game")]
    Over {
        /// The move as given.
        given: String,
    },
}

impl NotationError {
    /// A malformed field.
    pub fn malformed(field: &'static str, given: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError::Malformed { field, given: given.into(), expected: expected.into() }
    }

    /// An illegal move.
    pub fn illegal(given: impl Into<String>, reason: impl Into<String>) -> Self {
        NotationError::Illegal { given: given.into(), reason: reason.into() }
    }
}
