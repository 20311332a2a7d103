//! The file format of compact evaluators, described in `docs/evaluator-format.md`.

use super::{CompactNet, Header, Weights, WeightsError};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// First bytes of every file. The line ends show a transfer that rewrote them.
const MAGIC: [u8; 8] = *b"ARDOISE\n";
/// The format version that this program reads and writes.
const VERSION: u32 = 1;
/// Magic, version, length of the header, length of the weights.
const PREFIX: usize = 8 + 4 + 4 + 8;
/// The SHA-256 of everything before it.
const CHECKSUM: usize = 32;

/// Why bytes are not a usable compact evaluator.
#[derive(Debug, Error)]
pub enum FormatError {
    /// Some other kind of file.
    #[error("this is not a compact evaluator (it does not begin with the mark of one)")]
    NotAnEvaluator,
    /// A format that this program does not know.
    #[error("the file has format version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// The end is missing, or something follows it.
    #[error("the file has {given} bytes, expected {expected}: it is incomplete or damaged")]
    Length {
        /// Bytes of the file.
        given: u64,
        /// Bytes that its beginning announces (at least).
        expected: u64,
    },
    /// The checksum does not match.
    #[error("the checksum does not match: the file is damaged")]
    Checksum,
    /// The header is not what it should be.
    #[error("the header is malformed: {0}")]
    Header(String),
    /// The weights do not fit the header.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// A file that cannot be read or written as a compact evaluator.
#[derive(Debug, Error)]
pub enum FileError {
    /// The operating system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The content is no usable compact evaluator.
    #[error("cannot use {}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: FormatError,
    },
}

impl CompactNet {
    /// Reads an evaluator file.
    ///
    /// # Errors
    /// The file cannot be read, or is no intact compact evaluator of a known version.
    pub fn read(path: impl AsRef<Path>) -> Result<CompactNet, FileError> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(|source| FileError::Io { action: "read", path: path.to_owned(), source })?;
        CompactNet::from_bytes(&bytes).map_err(|source| FileError::Format { path: path.to_owned(), source })
    }

    /// Writes an evaluator file, durably and at once: at any moment the path holds the old file or the whole new one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        replace(path, &self.to_bytes()).map_err(|source| FileError::Io {
            action: "write",
            path: path.to_owned(),
            source,
        })
    }

    /// The content of an evaluator file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header =
            serde_json::to_vec_pretty(self.header()).expect("a header has only string keys and finite numbers");
        let values = self.weights().values();
        let mut bytes = Vec::with_capacity(PREFIX + header.len() + 4 * values.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend((4 * values.len() as u64).to_le_bytes());
        bytes.extend(header);
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// Reads the content of an evaluator file.
    ///
    /// # Errors
    /// Not an intact compact evaluator of a known version.
    pub fn from_bytes(bytes: &[u8]) -> Result<CompactNet, FormatError> {
        if bytes.is_empty() || !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
            return Err(FormatError::NotAnEvaluator);
        }
        let given = bytes.len() as u64;
        if bytes.len() < PREFIX {
            return Err(FormatError::Length { given, expected: (PREFIX + CHECKSUM) as u64 });
        }
        let version = u32::from_le_bytes(array(&bytes[8..]));
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let header_len = u64::from(u32::from_le_bytes(array(&bytes[12..])));
        let weights_len = u64::from_le_bytes(array(&bytes[16..]));
        let expected = weights_len.saturating_add(header_len + (PREFIX + CHECKSUM) as u64);
        if given != expected {
            return Err(FormatError::Length { given, expected });
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(FormatError::Checksum);
        }
        let (header, weights) = content[PREFIX..].split_at(header_len as usize);
        let header: Header = serde_json::from_slice(header).map_err(|error| FormatError::Header(error.to_string()))?;
        header.architecture.check().map_err(FormatError::Header)?;
        let parameters = header.architecture.parameters();
        if weights.len() != 4 * parameters {
            let text = format!("it announces {parameters} weights, the file has {}", weights.len() / 4);
            return Err(FormatError::Header(text));
        }
        let values = weights.chunks_exact(4).map(|bytes| f32::from_le_bytes(array(bytes))).collect();
        let weights = Weights::from_values(&header.architecture, values)?;
        CompactNet::from_parts(header, weights)
    }
}

/// The first `N` bytes; the caller has checked that they are there.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes[..N].try_into().expect("N bytes")
}

/// Replaces a file by way of a temporary one in the same directory, so that it is never seen half written.
///
/// Only a regular file is replaced: whoever is allowed to would otherwise replace devices, as `/dev/null`.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is there and is no regular file: expected one, or a new name"));
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".ardoise-").tempfile_in(directory)?;
    file.write_all(bytes)?;
    // Temporary files are private to their owner; an evaluator is an ordinary file.
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    #[cfg(unix)]
    fs::File::open(directory)?.sync_all()?;
    Ok(())
}
