use crate::error::{raise, wrong};
use crate::game::Game;
use crate::json::plain;
use crate::position::Position;
use engine::game::{Game as _, Notation, Side};
use engine::record::{self, Format, RecordFile, Records};
use pyo3::prelude::*;
use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};

/// The record of a game: its rules, moves and result, and who played.
#[pyclass(frozen, eq, module = "ardoise")]
#[derive(Clone, PartialEq)]
pub struct Record(record::Record);

impl Record {
    /// The record of a position's game.
    pub fn of(position: &Position, players: Option<Vec<String>>) -> PyResult<Record> {
        let (game, history) = (&position.game.0, &position.history);
        let record = record::Record::of_game(game, history.first(), history.played());
        let record = match players {
            None => record,
            Some(players) => record.with_players(players),
        };
        record.verify().map_err(raise)?;
        Ok(Record(record))
    }
}

#[pymethods]
impl Record {
    /// The game that was played.
    #[getter]
    fn game(&self) -> PyResult<Game> {
        Game::of(self.0.rules().map_err(raise)?)
    }

    /// Who played, in the order of `Game.seats`; None where the record does not say.
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

    /// All that the record holds, as `docs/records.md` says.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, Ok(self.0.to_line()))
    }

    /// The position before the first move, then after each.
    fn positions(&self) -> PyResult<Vec<Position>> {
        let game = self.game()?;
        let start = match self.0.positions.as_ref().and_then(|positions| positions.first()) {
            Some(text) => game.0.parse_position(text).map_err(raise)?,
            None => game.0.start(),
        };
        let mut positions = vec![Position::at(&game, start)];
        for text in &self.0.steps {
            let mut next = positions[positions.len() - 1].clone();
            next.history.play_texts(&game.0, [text.as_str()]).map_err(raise)?;
            positions.push(next);
        }
        Ok(positions)
    }

    /// The last position, with all moves.
    fn position(&self) -> PyResult<Position> {
        Ok(self.positions()?.pop().expect("there is a first one"))
    }

    /// The record as text in the format "jsonl" (all that it holds), "sgf" or "pgn".
    #[pyo3(signature = (format = "jsonl"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let format = match format {
            "jsonl" => Format::Lines,
            "sgf" | "pgn" => Format::of_path(Path::new(&format!("game.{format}"))),
            _ => return Err(wrong(format!("the format `{format}`: expected jsonl, sgf or pgn"))),
        };
        format.write(&self.0).map_err(raise)
    }

    fn __len__(&self) -> usize {
        self.0.steps.len()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} moves>", self.0.game, self.0.steps.len())
    }
}

/// The records of a file in JSON lines, SGF or as text, whatever its ending; each is played by the rules.
///
/// Raises `Error` where one breaks the rules: the file, the line and the move. Raises `OSError` where it cannot be
/// read.
#[pyfunction]
pub fn read_records(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Record>> {
    py.detach(|| verified(&path.display().to_string(), Records::open(&path)))
}

/// The same for a text.
#[pyfunction]
pub fn parse_records(py: Python<'_>, text: &str) -> PyResult<Vec<Record>> {
    let text = Cursor::new(text.to_owned());
    py.detach(|| verified("the text", Records::in_any_format("the text", text)))
}

/// Reads and verifies records.
fn verified<R: BufRead>(file: &str, records: Result<Records<R>, record::RecordError>) -> PyResult<Vec<Record>> {
    let verify = |read: Result<(usize, record::Record), record::RecordError>| {
        let (line, record) = read.map_err(raise)?;
        let (file, verified) = (file.to_owned(), record.verify());
        verified.map_err(|difference| {
            raise(record::RecordError::Differs { file, line, difference: Box::new(difference) })
        })?;
        Ok(Record(record))
    };
    records.map_err(raise)?.map(verify).collect()
}

/// Appends records to a file, all of them or none; creates it where there is none. Its ending is its format: `.sgf`;
/// `.pgn` or `.txt`; JSON lines otherwise.
#[pyfunction]
pub fn append_records(path: PathBuf, records: Vec<PyRef<'_, Record>>) -> PyResult<()> {
    let records = Vec::from_iter(records.iter().map(|record| record.0.clone()));
    RecordFile::open(&path).and_then(|mut file| file.append(&records)).map_err(raise)
}
