use super::Difference;
use crate::game::Sentence;
use crate::sentence;
use std::error::Error;
use std::fmt;
use std::io;

/// The error in a file of records, and its place.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be opened or read.
    Read { file: String, source: io::Error },
    /// A line is not a record.
    Malformed {
        file: String,
        /// Line of the file, counted from 1.
        line: usize,
        /// The column, from 1; 0 if the error has no single place in the line.
        column: usize,
        /// The found and the expected text.
        reason: String,
    },
    /// A game in the format of another program is malformed, or breaks the rules.
    Foreign {
        file: String,
        /// The line in which the game begins, from 1.
        line: usize,
        /// The number of the move, and the found and the expected text.
        reason: Sentence,
    },
    Differs {
        file: String,
        /// Line of the file, counted from 1.
        line: usize,
        /// The place in the game, and the message.
        difference: Box<Difference>,
    },
}

impl From<&RecordError> for Sentence {
    fn from(error: &RecordError) -> Sentence {
        match error {
            RecordError::Read { file, source } => format!("cannot read `{file}`: {source}").into(),
            RecordError::Malformed { file, line, column, reason } => sentence!(
                "record.malformed",
                "{file}:{line}: column {column}: not a game record: {reason}",
                file = file,
                line = *line,
                column = *column,
                reason = reason,
            ),
            RecordError::Foreign { file, line, reason } => {
                sentence!("record.wrong", "{file}:{line}: {reason}", file = file, line = *line, reason = reason.clone())
            }
            RecordError::Differs { file, line, difference } => {
                let reason = Sentence::from((**difference).clone());
                sentence!("record.wrong", "{file}:{line}: {reason}", file = file, line = *line, reason = reason)
            }
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence::from(self).fmt(f)
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordError::Read { source, .. } => Some(source),
            _ => None,
        }
    }
}
