//! Files that are never seen half-written, and texts and lines that are read without filling the memory.

use crate::system::{is_in_use, open_at_once};
use anyhow::{Context, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The default limit for a text that is read whole, in bytes: this program's own files are shorter.
pub const LONGEST_TEXT: u64 = 256 << 20;

const TEMPORARY: &str = ".ardoise-";

/// Age from which an unlocked temporary file counts as left over.
const LEFT_OVER: Duration = Duration::from_secs(60);

/// Writes a file atomically and durably, through a temporary file in the same directory: at any moment the path holds
/// the old content or all of the new one.
///
/// Only a regular file is replaced: a privileged user would otherwise replace devices such as `/dev/null`. Temporary
/// files that killed processes left in the directory are removed.
///
/// # Errors
/// The file cannot be written, for instance because the disk is full; the path is then as it was.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it exists and is not a regular file: expected one, or a new name"));
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sweep(directory, LEFT_OVER);
    // Temporary files are private to their owner; this becomes an ordinary file, with what the user's umask allows.
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).make_in(directory, create)?;
    // Locked while it is written, so that `sweep` leaves it alone. Where files cannot be locked, its age protects it.
    let _ = file.as_file().try_lock();
    file.write_all(content)?;
    file.as_file().sync_all()?;
    rename(file.path(), path)?;
    // It has been moved: there is nothing to clean up.
    file.disable_cleanup(true);
    sync_directory(directory)
}

/// Opens a file to read it. A pipe without a writer counts as empty, so the call never blocks.
///
/// # Errors
/// It cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    open_at_once(File::options().read(true), path)
}

/// Reads a file of at most `most` bytes. Its length is checked first.
///
/// # Errors
/// It is too long, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let bytes = file.metadata()?.len();
    if bytes > most {
        return Err(too_long(bytes, most));
    }
    read_all(file, most)
}

/// [`read`] for a text.
///
/// # Errors
/// As [`read`], or it is not valid UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let other = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path, most)?).map_err(other)
}

/// Reads the rest of an input, at most `most` bytes: some inputs have no end, and files may grow meanwhile.
///
/// # Errors
/// It is too long, or cannot be read.
pub fn read_all(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match input.take(most + 1).read_to_end(&mut bytes)? as u64 {
        read if read > most => Err(too_long(read, most)),
        _ => Ok(bytes),
    }
}

fn too_long(bytes: u64, most: u64) -> io::Error {
    io::Error::other(format!("it has {bytes} bytes or more: expected at most {most}"))
}

/// Number of attempts on a file that another program has open, and the pause between them.
const TRIES: (u32, Duration) = (100, Duration::from_millis(20));

/// Moves a file or a directory. On Windows another program, if only a virus scanner, may have it open, or the file
/// that it replaces: it is then tried again for two seconds.
///
/// # Errors
/// It cannot be moved.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(|| fs::rename(from, to))
}

/// Removes a directory with its content, with the patience of [`rename`]; it may be missing.
///
/// # Errors
/// It cannot be removed.
pub fn remove_directory(path: &Path) -> io::Result<()> {
    match patiently(|| fs::remove_dir_all(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn patiently(attempt: impl Fn() -> io::Result<()>) -> io::Result<()> {
    let (tries, pause) = TRIES;
    for _ in 1..tries {
        match attempt() {
            Err(error) if is_in_use(&error) => thread::sleep(pause),
            done => return done,
        }
    }
    attempt()
}

/// Removes the temporary files of processes that died while writing: unlocked ones older than `age`. Failures are
/// ignored: the next write tries again.
fn sweep(directory: &Path, age: Duration) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_temporary = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        if !is_temporary || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|elapsed| elapsed >= age));
        if is_old && open(&entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Opens a file to lock it, or to write to it once it is locked; creates it if it is missing. Its content is kept: it
/// may be another process's.
///
/// # Errors
/// The file cannot be opened.
pub fn open_to_lock(path: &Path) -> io::Result<File> {
    open_at_once(OpenOptions::new().create(true).truncate(false).write(true), path)
}

/// Opens a file for [`append`]; creates it if it is missing.
///
/// # Errors
/// The file cannot be opened.
pub fn open_to_append(path: &Path) -> Result<File> {
    let file = open_at_once(OpenOptions::new().create(true).append(true), path);
    file.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Appends all of the content or none of it.
///
/// # Errors
/// The file cannot be written, for instance because the disk is full; it then holds what it held before.
pub fn append(file: &mut File, path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let before = file.metadata().map(|metadata| metadata.len());
    // In one write, so that readers see whole lines.
    let written = file.write_all(content.as_ref());
    if written.is_err()
        && let Ok(length) = before
    {
        // The first error is the one to report. Windows cannot shorten a file that is open only for appending.
        let again = || OpenOptions::new().write(true).open(path)?.set_len(length);
        let _ = file.set_len(length).or_else(|_| again());
    }
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Whether a file is empty or ends with a line end.
///
/// # Errors
/// The file cannot be read.
pub fn ends_a_line(path: &Path) -> Result<bool> {
    let read = || -> io::Result<bool> {
        let mut file = open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(true);
        }
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        Ok(last == *b"\n")
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// The whole lines of a file; none if it is missing. An unfinished last line of a killed process is left out.
///
/// # Errors
/// The file cannot be read.
pub fn whole_lines(path: &Path) -> Result<Vec<String>> {
    let text = match read_text(path, LONGEST_TEXT) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    Ok(text[..whole].lines().map(str::to_owned).collect())
}

/// [`whole_lines`], for the process that appends: an unfinished last line is cut off the file, so that the next one
/// can be appended.
///
/// # Errors
/// The file cannot be read or written.
pub fn mended_lines(path: &Path) -> Result<Vec<String>> {
    let lines = whole_lines(path)?;
    let whole: usize = lines.iter().map(|line| line.len() + 1).sum();
    if fs::metadata(path).is_ok_and(|there| there.len() > whole as u64) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(lines)
}

/// Makes renames in a directory durable.
///
/// # Errors
/// The directory cannot be opened or synced.
#[expect(clippy::disallowed_methods, reason = "a directory has neither end nor writer")]
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    // Other systems have no handles of directories, and need none.
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

/// Some editors put it at the beginning of a text; it carries no information.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Skips a byte-order mark at the beginning of a text.
///
/// # Errors
/// The input cannot be read.
pub fn skip_byte_order_mark(input: &mut dyn BufRead) -> io::Result<()> {
    if input.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        input.consume(BYTE_ORDER_MARK.len());
    }
    Ok(())
}

/// Appends the next line to `line`, its end included; returns its length in bytes, 0 at the end of the input.
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
    use std::collections::BTreeSet;

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

    #[test]
    fn files_that_nobody_writes_any_more_are_swept() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = |name: &str| dir.path().join(name);
        let write = |name: &str| fs::write(path(name), b"x").expect("written");
        write(".ardoise-left");
        write(".ardoise-held");
        write("ardoise-other");
        fs::create_dir(path(".ardoise-directory")).expect("created");
        let held = File::open(path(".ardoise-held")).expect("there");
        held.lock().expect("locked");
        let names = || -> BTreeSet<String> {
            let entries = fs::read_dir(dir.path()).expect("readable");
            entries.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8")).collect()
        };
        let before = names();
        sweep(dir.path(), LEFT_OVER);
        assert_eq!(names(), before, "none is old");
        sweep(dir.path(), Duration::ZERO);
        assert_eq!(Vec::from_iter(names()), [".ardoise-directory", ".ardoise-held", "ardoise-other"]);

        let old = File::options().write(true).open(path(".ardoise-held")).expect("there");
        old.set_modified(std::time::SystemTime::now() - 2 * LEFT_OVER).expect("set");
        drop((held, old));
        replace(&path("new"), b"content").expect("written");
        assert_eq!(Vec::from_iter(names()), [".ardoise-directory", "ardoise-other", "new"]);
    }
}
