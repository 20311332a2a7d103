//! The file format of compact evaluators, described in `docs/evaluator-format.md`.

use super::file_error::{FileError, FormatError, OLDEST, VERSION};
use super::{CompactNet, Entries, Header, TensorSpec, Weights};
use crate::files;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::path::Path;

/// First bytes of every file. The line ends reveal a transfer that rewrote them.
const MAGIC: [u8; 8] = *b"ARDOISE\n";
/// Bytes before the header: magic, version, length of the header, length of the weights.
const PREFIX: usize = 8 + 4 + 4 + 8;
/// Bytes of the SHA-256 of everything before it.
const CHECKSUM: usize = 32;
/// The longest header. It holds the rules file if the game comes from one, except in version 1.
const MOST_HEADER: u64 = 4 << 20;
const MOST_HEADER_1: u64 = 1 << 16;
/// The largest file that is read: a thousand times the largest released one.
const LARGEST: u64 = 1 << 30;

impl CompactNet {
    /// Reads an evaluator file.
    ///
    /// # Errors
    /// The file cannot be read, or is not an intact compact evaluator of a known version.
    pub fn read(path: impl AsRef<Path>) -> Result<CompactNet, FileError> {
        let path = path.as_ref();
        let bytes = read(path).map_err(|source| FileError::Io { action: "read", path: path.to_owned(), source })?;
        CompactNet::from_bytes(&bytes).map_err(|source| FileError::Format { path: path.to_owned(), source })
    }

    /// Writes an evaluator file durably and atomically: at any moment the path holds the old file or the new one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        files::replace(path, &self.to_bytes()).map_err(|source| FileError::Io {
            action: "write",
            path: path.to_owned(),
            source,
        })
    }

    /// The content of an evaluator file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header =
            serde_json::to_vec_pretty(self.header()).expect("a header has only string keys and finite numbers");
        let mut weights = Vec::new();
        for (spec, values) in self.weights().tensors(&self.header().architecture) {
            match spec.entries {
                Entries::F32 => weights.extend(values.iter().flat_map(|value| value.to_le_bytes())),
                Entries::I8 => weights.extend(values.iter().map(|&value| value as i8 as u8)),
            }
        }
        let mut bytes = Vec::with_capacity(PREFIX + header.len() + weights.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend((weights.len() as u64).to_le_bytes());
        bytes.extend(header);
        bytes.extend(weights);
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// Reads the content of an evaluator file.
    ///
    /// # Errors
    /// The bytes are no intact compact evaluator of a known version.
    pub fn from_bytes(bytes: &[u8]) -> Result<CompactNet, FormatError> {
        if bytes.is_empty() || !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
            return Err(FormatError::NotAnEvaluator);
        }
        let given = bytes.len() as u64;
        if bytes.len() < PREFIX {
            return Err(FormatError::Length { given, expected: (PREFIX + CHECKSUM) as u64 });
        }
        let version = u32::from_le_bytes(array(&bytes[8..]));
        if !(OLDEST..=VERSION).contains(&version) {
            return Err(FormatError::Version(version));
        }
        let header_len = u64::from(u32::from_le_bytes(array(&bytes[12..])));
        let expected = announced(bytes);
        if given != expected {
            return Err(FormatError::Length { given, expected });
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(FormatError::Checksum);
        }
        // Parsed JSON may take a hundred times its length in memory.
        let most = if version > 1 { MOST_HEADER } else { MOST_HEADER_1 };
        if header_len > most {
            return Err(FormatError::Header(format!("it has {header_len} bytes, expected at most {most}")));
        }
        let (header, weights) = content[PREFIX..].split_at(header_len as usize);
        let header = read_header(header, version).map_err(|error| FormatError::Header(error.to_string()))?;
        let brought = header.validate().map_err(FormatError::Header)?;
        let specs = header.architecture.tensors(header.precision);
        let bytes: usize = specs.iter().map(|spec| spec.len() * spec.entries.size()).sum();
        if weights.len() != bytes {
            let text = format!("it announces {bytes} bytes of weights, the file has {}", weights.len());
            return Err(FormatError::Header(text));
        }
        let mut rest = weights;
        let tensors = specs.iter().map(|spec| tensor(spec, &mut rest)).collect();
        let weights = Weights::new(&header.architecture, header.precision, tensors)?;
        CompactNet::of_valid(header, brought, weights)
    }
}

/// The bytes of a file. If the beginning is not an evaluator's, no more is read; otherwise the announced length and one
/// byte more, which shows whether the file is too long.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = files::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(PREFIX as u64).read_to_end(&mut bytes)?;
    if bytes.len() == PREFIX && bytes.starts_with(&MAGIC) {
        let rest = announced(&bytes).saturating_sub(PREFIX as u64);
        // A short file that announces more is damaged, which the caller reports.
        if rest > LARGEST && file.metadata()?.len() > LARGEST {
            return Err(io::Error::other(format!("it announces {rest} bytes: expected at most {LARGEST}")));
        }
        let rest = rest.min(LARGEST);
        file.take(rest + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The length of the file that begins with these [`PREFIX`] bytes.
fn announced(prefix: &[u8]) -> u64 {
    let header = u64::from(u32::from_le_bytes(array(&prefix[12..])));
    u64::from_le_bytes(array(&prefix[16..])).saturating_add(header + (PREFIX + CHECKSUM) as u64)
}

/// The header of a file of that version.
fn read_header(text: &[u8], version: u32) -> serde_json::Result<Header> {
    if version > 1 {
        return serde_json::from_slice(text);
    }
    // Version 1 had two of the search's parameters as fields of their own. All players shared the others; their values
    // of that time are here, so that old files play as before when the defaults change.
    let mut header: serde_json::Map<String, Value> = serde_json::from_slice(text)?;
    let mut search = json!({
        "c_puct": 1.5,
        "fpu_reduction": 0.25,
        "proof_nodes": 200,
        "root_proof_nodes": 200_000,
        "lead_share": 0.1,
        "progress_share": 0.0,
        "root": { "puct": {} },
    });
    for key in ["root_proof_nodes", "progress_share"] {
        if let Some(value) = header.remove(key) {
            search[key] = value;
        }
    }
    header.insert("search".to_owned(), search);
    serde_json::from_value(Value::Object(header))
}

/// Takes the entries of a tensor; the caller has checked that they exist.
fn tensor(spec: &TensorSpec, rest: &mut &[u8]) -> Vec<f32> {
    let (bytes, after) = rest.split_at(spec.len() * spec.entries.size());
    *rest = after;
    match spec.entries {
        Entries::F32 => bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(array(bytes))).collect(),
        Entries::I8 => bytes.iter().map(|&byte| f32::from(byte as i8)).collect(),
    }
}

/// The first `N` bytes; the caller has checked that they exist.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes[..N].try_into().expect("N bytes")
}
