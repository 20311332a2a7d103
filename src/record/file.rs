use super::format::is_lines;
use super::{FileText, ForeignGame, Format, LeftOut, Reading, Record, RecordError, Records, convert};
use crate::files::{self, append, ends_a_line, open_to_append};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

/// A file to which records are appended, in the format of its ending.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// Whether the file's last line has no end yet.
    is_open: bool,
}

impl RecordFile {
    /// Opens a file to append to it; creates it if there is none.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<RecordFile> {
        let file = open_to_append(path)?;
        Ok(RecordFile { file, path: path.to_owned(), is_open: !ends_a_line(path)? })
    }

    /// Appends records, all of them or none.
    ///
    /// # Errors
    /// The file cannot be written; it is then unchanged.
    pub fn append(&mut self, records: &[Record]) -> anyhow::Result<()> {
        let format = Format::of_path(&self.path);
        // A game after an unfinished line would be joined to it.
        let mut text = String::from(if self.is_open { "\n" } else { "" });
        for record in records {
            text += &format.write(record)?;
        }
        append(&mut self.file, &self.path, text)?;
        self.is_open = false;
        Ok(())
    }
}

/// The most bytes of a file that is not JSON lines: all its games are in memory until they are checked.
pub const LONGEST_FOREIGN: u64 = 256 << 20;

impl Records<Box<dyn BufRead>> {
    /// The records of a file in any [`Format`].
    ///
    /// # Errors
    /// The file cannot be opened; the rest as for [`Records::in_any_format`].
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = path.display().to_string();
        match files::open(path) {
            Ok(opened) => Records::in_any_format(file, BufReader::new(opened)),
            Err(source) => Err(RecordError::Read { file, source }),
        }
    }

    /// The records from `reader` in any [`Format`] and encoding ([`FileText`]); errors call it `file`.
    ///
    /// # Errors
    /// A format other than JSON lines is malformed or longer than [`LONGEST_FOREIGN`], or one of its games breaks the
    /// rules.
    pub fn in_any_format(file: impl Into<String>, mut reader: impl BufRead + 'static) -> Result<Self, RecordError> {
        let file = file.into();
        let unreadable = |source| RecordError::Read { file: file.clone(), source };
        // JSON lines are UTF-8, and may be larger than memory.
        if is_lines(&String::from_utf8_lossy(reader.fill_buf().map_err(unreadable)?)) {
            return Ok(Records::new(file, Box::new(reader)));
        }
        let bytes = files::read_all(reader, LONGEST_FOREIGN).map_err(unreadable)?;
        let FileText { text, note } = FileText::of(&bytes);
        let mut records = Records::of_text(file, text)?;
        records.note = note;
        Ok(records)
    }

    /// The records of a text in any [`Format`]; errors call it `file`.
    ///
    /// # Errors
    /// As for [`Records::in_any_format`].
    pub fn of_text(file: impl Into<String>, text: String) -> Result<Self, RecordError> {
        let file = file.into();
        if Format::of_text(&text) == Format::Lines {
            return Ok(Records::new(file, Box::new(Cursor::new(text))));
        }
        let (mut lines, mut all_left_out) = (String::new(), LeftOut::default());
        for ForeignGame { game, left_out } in convert(&file, &text, &Reading::default())? {
            lines += &(game?.record.to_line() + "\n");
            all_left_out += left_out;
        }
        let lines: Box<dyn BufRead> = Box::new(Cursor::new(lines));
        let mut records = Records::new(file, lines);
        records.left_out = all_left_out;
        Ok(records)
    }
}
