use crate::files::{open, read_all};
use crate::runs::write_file;
use anyhow::{Context, Result, bail};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Length of the SHA-256 checksum at the start of binary files.
const CHECKSUM: usize = 32;

/// Writes a file of plain values, preceded by a checksum.
#[cfg(any(feature = "learn", test))]
pub(crate) fn write_checked(path: &Path, content: &impl Serialize) -> Result<()> {
    write_body(path, &serialised(path, content)?)
}

#[cfg(any(feature = "learn", test))]
pub(crate) fn read_checked<T: DeserializeOwned>(path: &Path) -> Result<T> {
    read_value(path, &read_body(path)?)
}

/// Plain values as bytes, for the file at `path`.
pub(super) fn serialised(path: &Path, content: &impl Serialize) -> Result<Vec<u8>> {
    postcard::to_stdvec(content).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn write_body(path: &Path, body: &[u8]) -> Result<()> {
    let mut bytes = Sha256::digest(body).to_vec();
    bytes.extend(body);
    write_file(path, &bytes)
}

/// The bytes of the file at `path`, if [`write_body`] wrote them.
pub(super) fn read_body(path: &Path) -> Result<Vec<u8>> {
    let read = || -> io::Result<Option<Vec<u8>>> {
        let mut file = open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no regular file"));
        }
        // The file may have any length: it is read only once its checksum is right.
        let Some(length) = intact(&mut file)? else { return Ok(None) };
        file.seek(SeekFrom::Start(CHECKSUM as u64))?;
        read_all(file, length).map(Some)
    };
    match read().with_context(|| format!("cannot read {}", path.display()))? {
        Some(body) => Ok(body),
        None => bail!("{} is damaged: its checksum does not match its content", path.display()),
    }
}

/// The length after the checksum, if that is right.
fn intact(file: &mut File) -> io::Result<Option<u64>> {
    let (mut digest, mut length, mut part) = (Sha256::new(), 0, vec![0; 1 << 16]);
    let mut checksum = [0; CHECKSUM];
    let has_checksum = file.read_exact(&mut checksum).is_ok();
    loop {
        match file.read(&mut part)? {
            0 => return Ok((has_checksum && digest.finalize()[..] == checksum).then_some(length)),
            read => {
                digest.update(&part[..read]);
                length += read as u64;
            }
        }
    }
}

pub(super) fn read_value<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T> {
    postcard::from_bytes(bytes).with_context(|| format!("{} was written by another version of ardoise", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn damaged_files_are_refused() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("numbers.bin");
        write_checked(&path, &vec![1u32, 2, 3]).expect("written");
        assert_eq!(read_checked::<Vec<u32>>(&path).expect("intact"), [1, 2, 3]);
        let intact = fs::read(&path).expect("readable");
        for length in 0..intact.len() {
            fs::write(&path, &intact[..length]).expect("written");
            assert!(read_checked::<Vec<u32>>(&path).is_err());
        }
        for flipped in 0..intact.len() {
            let mut bytes = intact.clone();
            bytes[flipped] ^= 1;
            fs::write(&path, &bytes).expect("written");
            let error = read_checked::<Vec<u32>>(&path).expect_err("must be refused");
            assert!(error.to_string().contains("numbers.bin is damaged"));
        }
    }
}
