use super::Difference;
use std::io;
use thiserror::Error;

/// What is wrong in a file of records, and where.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be opened or read.
    #[error("cannot read `{file}`: {source}")]
    Read {
        /// Name of the file.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// A line is not a record.
    #[error("{file}:{line}: column {column}: not a game record: {reason}")]
    Malformed {
        /// Name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 if no part of the line is to blame.
        column: usize,
        /// What was found and what was expected.
        reason: String,
    },
    /// A game in the format of another program cannot be read, or breaks the rules.
    #[error("{file}:{line}: {reason}")]
    Foreign {
        /// Name of the file.
        file: String,
        /// The line in which the game begins, from 1.
        line: usize,
        /// At which move, what was found and what was expected.
        reason: String,
    },
    /// A record contradicts the rules.
    #[error("{file}:{line}: {difference}")]
    Differs {
        /// Name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// Where in the game, and what.
        difference: Difference,
    },
}
