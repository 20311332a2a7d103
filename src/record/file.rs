use super::{Converted, Format, LeftOut, Reading, Record, RecordError, convert};
use crate::files::{append, ends_a_line, open_to_append, read_line, skip_byte_order_mark};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};

/// The most bytes of a record. Games of ten thousand moves take a few million.
const LONGEST_LINE: u32 = 1 << 26;

/// Iterates over the records of a file with their line numbers, from 1. Blank lines are skipped. Ends after the first
/// error.
#[derive(Debug)]
pub struct Records<R> {
    name: String,
    reader: R,
    line: usize,
    text: Vec<u8>,
    failed: bool,
    left_out: LeftOut,
}

/// A file to which records are appended, in the format that its ending stands for.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// The file's last line has no end yet.
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
    /// The file cannot be written; it then holds what it held before.
    pub fn append(&mut self, records: &[Record]) -> anyhow::Result<()> {
        let format = Format::of_path(&self.path);
        // A game behind an unfinished line would be glued to it.
        let mut text = String::from(if self.is_open { "\n" } else { "" });
        for record in records {
            text += &format.write(record)?;
        }
        append(&mut self.file, &self.path, text)?;
        self.is_open = false;
        Ok(())
    }
}

impl Records<Box<dyn BufRead>> {
    /// The records of a file in any [`Format`].
    ///
    /// # Errors
    /// The file cannot be opened; the rest as for [`Records::in_any_format`].
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = path.display().to_string();
        match File::open(path) {
            Ok(opened) => Records::in_any_format(file, BufReader::new(opened)),
            Err(source) => Err(RecordError::Read { file, source }),
        }
    }

    /// The records that `reader` gives in any [`Format`]; errors call it `file`.
    ///
    /// # Errors
    /// What is in another format than JSON lines cannot be read, or one of its games breaks the rules.
    pub fn in_any_format(file: impl Into<String>, mut reader: impl BufRead + 'static) -> Result<Self, RecordError> {
        let file = file.into();
        let unreadable = |source| RecordError::Read { file: file.clone(), source };
        let begin = reader.fill_buf().map_err(unreadable)?;
        if Format::of_text(&String::from_utf8_lossy(begin)) == Format::Lines {
            return Ok(Records::new(file, Box::new(reader)));
        }
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(unreadable)?;
        // Old files have other encodings; only names and comments can suffer.
        let text = String::from_utf8_lossy(&bytes);
        let (mut lines, mut all_left_out) = (String::new(), LeftOut::default());
        for Converted { line, game, left_out } in convert(&file, &text, &Reading::default())? {
            let game = game.map_err(|reason| RecordError::Foreign { file: file.clone(), line, reason })?;
            lines += &game.record.to_line();
            lines.push('\n');
            all_left_out += left_out;
        }
        let lines: Box<dyn BufRead> = Box::new(Cursor::new(lines));
        Ok(Records { left_out: all_left_out, ..Records::new(file, lines) })
    }
}

impl<R: BufRead> Records<R> {
    /// The records that `reader` gives in JSON lines; errors call it `name`.
    pub fn new(name: impl Into<String>, reader: R) -> Self {
        Records { name: name.into(), reader, line: 0, text: Vec::new(), failed: false, left_out: LeftOut::default() }
    }

    /// What of the file's games the records have no place for.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Verifies the remaining records; returns their number.
    ///
    /// # Errors
    /// The first line that cannot be read, is not a record or differs from the rules.
    pub fn verify(self) -> Result<usize, RecordError> {
        let file = self.name.clone();
        let mut verified = 0;
        for record in self {
            let (line, record) = record?;
            record.verify().map_err(|difference| RecordError::Differs {
                file: file.clone(),
                line,
                difference: Box::new(difference),
            })?;
            verified += 1;
        }
        Ok(verified)
    }

    /// Reads the next line that is not blank into `text`; `false` at the end.
    fn advance(&mut self) -> io::Result<bool> {
        if self.line == 0 {
            skip_byte_order_mark(&mut self.reader)?;
        }
        loop {
            self.text.clear();
            if read_line(&mut self.reader, &mut self.text, LONGEST_LINE)? == 0 {
                return Ok(false);
            }
            self.line += 1;
            if !self.text.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<(usize, Record), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let result = match self.advance() {
            Ok(false) => return None,
            Ok(true) => serde_json::from_slice(&self.text).map_err(|error| {
                // Every line is parsed on its own, so the line that serde_json names is always the first.
                let reason = error.to_string();
                let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
                let (file, reason) = (self.name.clone(), reason.to_owned());
                RecordError::Malformed { file, line: self.line, column: error.column(), reason }
            }),
            Err(source) => Err(RecordError::Read { file: self.name.clone(), source }),
        };
        self.failed = result.is_err();
        Some(result.map(|record| (self.line, record)))
    }
}
