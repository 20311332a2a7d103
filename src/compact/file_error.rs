use super::WeightsError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The format version that this program writes.
pub(super) const VERSION: u32 = 2;
/// The oldest format version that this program reads.
pub(super) const OLDEST: u32 = 1;

/// Why bytes are not a usable compact evaluator.
#[derive(Debug, Error)]
pub enum FormatError {
    #[error("this is not a compact evaluator (it does not begin with `ARDOISE`)")]
    NotAnEvaluator,
    /// A format version that this program does not know.
    #[error("the file has format version {0}, this program reads versions {OLDEST} to {VERSION}")]
    Version(u32),
    /// Bytes are missing at the end, or there are too many.
    #[error("the file has {given} bytes, expected {expected}: it is incomplete or damaged")]
    Length {
        given: u64,
        /// Bytes announced at the beginning, or the least that a file can have.
        expected: u64,
    },
    #[error("the checksum does not match: the file is damaged")]
    Checksum,
    /// The header cannot be read, or its values are impossible.
    #[error("the header is malformed: {0}")]
    Header(String),
    /// The weights do not fit the header.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// A file that cannot be read or written as a compact evaluator.
#[derive(Debug, Error)]
pub enum FileError {
    /// The operating system reports an error.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The action: `read` or `write`.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The content is not a usable compact evaluator.
    #[error("cannot use {}: {source}", path.display())]
    Format { path: PathBuf, source: FormatError },
}
