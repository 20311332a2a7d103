//! Files that are never seen half-written, and lines that are read without filling the memory.

use anyhow::{Context, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

/// Writes a file durably and at once, by way of a temporary one in the same directory: at any moment the path holds the
/// old content or the whole new one.
///
/// Only a regular file is replaced: who is allowed to would otherwise replace devices, as `/dev/null`.
///
/// # Errors
/// The file cannot be written, for instance because the disk is full; the path is then as it was.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is there and is no regular file: expected one, or a new name"));
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Temporary files are private to their owner; these are ordinary files, with what the user's umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".ardoise-").tempfile_in(directory)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_directory(directory)
}

/// Opens a file to append to it with [`append`]; a new one where there is none.
///
/// # Errors
/// The file cannot be opened.
pub fn open_to_append(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Appends content wholly or not at all.
///
/// # Errors
/// The file cannot be written, for instance because the disk is full; it then holds what it held before.
pub fn append(file: &mut File, path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let before = file.metadata().map(|metadata| metadata.len());
    // In one piece, so that a file that is read meanwhile holds whole lines.
    let written = file.write_all(content.as_ref());
    if written.is_err()
        && let Ok(length) = before
    {
        // The first error is the one to tell.
        let _ = file.set_len(length);
    }
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Makes renames in a directory durable.
///
/// # Errors
/// The directory cannot be opened or synced.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    // Other systems give no handle to a directory, and need none.
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

/// Appends the next line to `line`, its end included; returns how many bytes it has, 0 at the end of the input.
///
/// # Errors
/// The input cannot be read, or the line has more than `most` bytes; no more than that is read and kept.
pub fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>, most: u32) -> io::Result<usize> {
    let read = input.take(u64::from(most) + 1).read_until(b'\n', line)?;
    if read > most as usize {
        let text = format!("a line is longer than {most} bytes, the most that is read");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_a_length() {
        let mut input = io::Cursor::new(b"four\n\nfive5\n".as_slice());
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, &mut line, 5).unwrap(), 5);
        assert_eq!(read_line(&mut input, &mut line, 5).unwrap(), 1);
        assert_eq!(line, b"four\n\n");
        let error = read_line(&mut input, &mut line, 5).unwrap_err();
        assert!(error.to_string().contains("longer than 5 bytes"), "{error}");
        // A line without end is given up, however long it is.
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        assert!(read_line(&mut endless, &mut Vec::new(), 1 << 20).is_err());
        assert_eq!(read_line(&mut io::empty(), &mut line, 5).unwrap(), 0);
    }
}
