use crate::classes::{Game, Position, Record};
use crate::error::{raise, wrong};
use crate::interrupt::{aside, in_steps};
use crate::json::plain;
use crate::many::Many;
use engine::game::{Game as _, History, Notation, NotationError, Sentence, Side};
use engine::record::{self, Format, RecordError, RecordFile, Records};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyType;
use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

#[pymethods]
impl Record {
    /// The game that was played.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        let rules = self.0.rules().map_err(raise)?;
        Game::of(py, move || Ok(rules))
    }

    /// The players' names, in the order of `Game.seats`; None where the record does not have them.
    #[getter]
    fn players(&self) -> Option<Vec<String>> {
        self.0.players.clone()
    }

    /// The moves in notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.steps.clone()
    }

    /// The side that won, 0 or 1; None for a draw, and for a game that has no result.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.winner.flatten().map(Side::index)
    }

    /// Whether it stops before the end that the rules give the game.
    #[getter]
    fn unfinished(&self) -> bool {
        self.0.unfinished
    }

    /// All fields of the record, as in `docs/records.md`.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, Ok(self.0.to_line()))
    }

    /// The position before the first move, then after each.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let mut positions = Vec::new();
        self.replay(py, |position| positions.push(position.clone()))?;
        Ok(positions)
    }

    /// The last position, with all moves.
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        self.replay(py, |_| {})
    }

    /// The record as text in the format "jsonl" (all that it holds), "sgf" or "pgn".
    #[pyo3(signature = (format = "jsonl"))]
    fn text(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format = match format {
            "jsonl" => Format::Lines,
            "sgf" | "pgn" => Format::of_path(Path::new(&format!("game.{format}"))),
            _ => return Err(wrong(format!("the format `{format}`: expected jsonl, sgf or pgn"))),
        };
        let record = self.0.clone();
        aside(py, move |_| format.write(&record))?.map_err(raise)
    }

    /// Restores a record from its line, and its game, which a rules file may have made.
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, py: Python<'_>, _game: &Game, line: String) -> PyResult<Record> {
        let read = move |_: &_| {
            let record: record::Record = serde_json::from_str(&line)?;
            record.verify()?;
            anyhow::Ok(Record::new(record))
        };
        aside(py, read)?.map_err(raise)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Game, String))> {
        let record = slf.get();
        Ok((slf.get_type().getattr("_restored")?.unbind(), (record.game(slf.py())?, record.0.to_line())))
    }

    fn __len__(&self) -> usize {
        self.0.steps.len()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} moves>", self.0.game, self.0.steps.len())
    }
}

impl Record {
    /// Plays the game again, and returns its last position; `see` is called with each, the first one included.
    fn replay(&self, py: Python<'_>, mut see: impl FnMut(&Position) + Send) -> PyResult<Position> {
        let game = self.game(py)?;
        let played = in_steps(py, |signals| {
            let start = match self.0.positions.as_ref().and_then(|positions| positions.first()) {
                Some(text) => game.0.parse_position(text)?,
                None => game.0.start(),
            };
            let mut position = Position { game: game.clone(), history: History::new(&game.0, start) };
            see(&position);
            for text in self.0.steps.iter().take_while(|_| signals.go_on()) {
                position.history.play_texts(&game.0, [text.as_str()])?;
                see(&position);
            }
            Ok::<_, NotationError>(position)
        });
        played?.map_err(raise)
    }
}

/// The records of a file in JSON lines, SGF or as text, whatever its ending and encoding; each is played by the rules.
///
/// Raises `Error` where one breaks the rules: the file, the line and the move. Raises `OSError` where it cannot be
/// read. Warns where its encoding was guessed.
#[pyfunction]
pub fn read_records(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Record>> {
    let name = path.display().to_string();
    let read = aside(py, move |is_wanted| verified(&name, Records::open(&path), is_wanted));
    warned(py, read?)
}

/// Records as text or bytes.
#[derive(FromPyObject)]
pub enum RecordInput {
    Text(String),
    Bytes(PyBackedBytes),
}

/// The same for a text, or for the bytes of a file.
#[pyfunction]
pub fn parse_records(py: Python<'_>, text: RecordInput) -> PyResult<Vec<Record>> {
    let name = "the text";
    let read = aside(py, move |is_wanted| {
        let records = match text {
            RecordInput::Text(text) => Records::of_text(name, text),
            RecordInput::Bytes(bytes) => Records::in_any_format(name, Cursor::new(bytes)),
        };
        verified(name, records, is_wanted)
    });
    warned(py, read?)
}

/// Records, and a note on how they were decoded.
type VerifiedRecords = (Vec<Record>, Option<Sentence>);

/// Parses and verifies records, as long as the caller waits for them.
fn verified<R: BufRead>(
    file: &str,
    records: Result<Records<R>, RecordError>,
    is_wanted: &AtomicBool,
) -> Result<VerifiedRecords, RecordError> {
    let verify = |read: Result<(usize, record::Record), RecordError>| {
        let (line, record) = read?;
        match record.verify() {
            Ok(()) => Ok(Record::new(record)),
            Err(difference) => {
                Err(RecordError::Differs { file: file.to_owned(), line, difference: Box::new(difference) })
            }
        }
    };
    let records = records?;
    let note = records.note().cloned();
    let verified = records.take_while(|_| is_wanted.load(Ordering::Relaxed)).map(verify).collect::<Result<_, _>>()?;
    Ok((verified, note))
}

/// Records that were read, with a warning.
fn warned(py: Python<'_>, read: Result<VerifiedRecords, RecordError>) -> PyResult<Vec<Record>> {
    let (records, note) = read.map_err(raise)?;
    if let Some(note) = note {
        py.import("warnings")?.call_method1("warn", (note.to_string(), py.get_type::<PyUserWarning>()))?;
    }
    Ok(records)
}

/// Appends records to a file, all of them or none; creates it where there is none. Its ending is its format: `.sgf`;
/// `.pgn` or `.txt`; JSON lines otherwise.
#[pyfunction]
pub fn append_records(py: Python<'_>, path: PathBuf, records: Many<Py<Record>>) -> PyResult<()> {
    let append = move |_: &_| {
        let records = Vec::from_iter(records.0.iter().map(|record| record.get().0.clone()));
        RecordFile::open(&path)?.append(&records)
    };
    aside(py, append)?.map_err(raise)
}
