use super::{LeftOut, Record, RecordError};
use crate::files::{read_line, skip_byte_order_mark};
use crate::game::Sentence;
use std::io::{self, BufRead};

/// The most bytes of a record. Games of ten thousand moves take a few million.
const LONGEST_LINE: u32 = 1 << 24;

/// Iterates over the records of a file with their line numbers, from 1. Blank lines are skipped. Ends after the first
/// error.
#[derive(Debug)]
pub struct Records<R> {
    name: String,
    reader: R,
    line: usize,
    text: Vec<u8>,
    failed: bool,
    pub(super) left_out: LeftOut,
    pub(super) note: Option<Sentence>,
}

impl<R: BufRead> Records<R> {
    /// The records from `reader` in JSON lines; errors call it `name`.
    pub fn new(name: impl Into<String>, reader: R) -> Self {
        let (name, left_out) = (name.into(), LeftOut::default());
        Records { name, reader, line: 0, text: Vec::new(), failed: false, left_out, note: None }
    }

    /// A note on how the file was decoded.
    pub fn note(&self) -> Option<&Sentence> {
        self.note.as_ref()
    }

    /// The parts of the file's games that do not fit into the records.
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
                // Every line is parsed on its own, so the line in serde_json's errors is always the first.
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
