use crate::files;
use anyhow::{Context, Result};
use serde::{Serialize, de::DeserializeOwned};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A file of entries, a line of JSON each: after a kill, work whose entry is in the file need not be repeated.
///
/// An incomplete last line, left by a killed process, is ignored, and cut off before the next entry is added.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// The entries of a file; empty if there is no file. `expected` names them in errors.
    ///
    /// # Errors
    /// The file cannot be read, or holds other entries.
    pub fn read<T: DeserializeOwned>(path: &Path, expected: &str) -> Result<Vec<T>> {
        files::whole_lines(path)?.iter().enumerate().map(|line| parse(path, line, expected)).collect()
    }

    /// The head of a file that [`Journal::begin`] made, and its entries; `None` if there is no file.
    ///
    /// # Errors
    /// As [`Journal::read`].
    pub fn read_with_head<H, T>(path: &Path, expected: &str) -> Result<Option<(H, Vec<T>)>>
    where
        H: DeserializeOwned,
        T: DeserializeOwned,
    {
        if !path.exists() {
            return Ok(None);
        }
        let mut lines = files::whole_lines(path)?;
        if lines.is_empty() {
            // A head is never half-written: the file is somebody else's.
            lines.push(String::new());
        }
        let head = parse(path, (0, &lines[0]), expected)?;
        let entries = lines.iter().enumerate().skip(1).map(|line| parse(path, line, expected));
        Ok(Some((head, entries.collect::<Result<_>>()?)))
    }

    /// A new file, whose first line, the head, describes the entries that follow.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(path: &Path, head: &impl Serialize) -> Result<Journal> {
        let head = serde_json::to_string(head)? + "\n";
        files::replace(path, head.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        Journal::open(path)
    }

    /// Opens a file to add to it; creates it if there is none.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path) -> Result<Journal> {
        files::mended_lines(path)?;
        Ok(Journal { path: path.to_owned(), file: files::open_to_append(path)? })
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// The file cannot be written; it is then unchanged.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<()> {
        files::append(&mut self.file, &self.path, serde_json::to_string(entry)? + "\n")
    }
}

fn parse<T: DeserializeOwned>(path: &Path, (index, line): (usize, &String), expected: &str) -> Result<T> {
    let other = || format!("{}, line {}: expected {expected}", path.display(), index + 1);
    serde_json::from_str(line).with_context(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_added_is_there_and_a_torn_line_is_not() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal");
        let read = || Journal::read::<u32>(&path, "a number").map_err(|error| error.to_string());
        assert_eq!(read(), Ok(Vec::new()));
        let add = |entry: u32| Journal::open(&path).and_then(|mut journal| journal.add(&entry)).expect("it is written");
        add(7);
        add(8);
        assert_eq!(read(), Ok(vec![7, 8]));
        fs::write(&path, "7\n8\n12").expect("written");
        assert_eq!(read(), Ok(vec![7, 8]));
        assert_eq!(fs::read_to_string(&path).expect("readable"), "7\n8\n12", "who only reads changes nothing");
        add(9);
        assert_eq!(fs::read_to_string(&path).expect("readable"), "7\n8\n9\n");
        fs::write(&path, "7\nx\n9\n").expect("written");
        assert!(read().is_err_and(|error| error.ends_with("journal, line 2: expected a number")));
    }

    #[test]
    fn a_head_says_what_the_entries_belong_to() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal");
        let read = || Journal::read_with_head::<String, u32>(&path, "games").map_err(|error| error.to_string());
        assert_eq!(read(), Ok(None));
        let mut journal = Journal::begin(&path, &"head").expect("written");
        assert_eq!(read(), Ok(Some(("head".to_owned(), Vec::new()))));
        journal.add(&7).expect("written");
        assert_eq!(read(), Ok(Some(("head".to_owned(), vec![7]))));
        for other in ["", "\"hea", "7\n", "{}\n\"head\"\n"] {
            fs::write(&path, other).expect("written");
            assert!(read().is_err_and(|error| error.ends_with("journal, line 1: expected games")), "{other:?}");
            assert_eq!(fs::read_to_string(&path).expect("readable"), other);
        }
    }
}
