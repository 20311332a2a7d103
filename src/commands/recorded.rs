use super::output::say;
use crate::game::{AnyGame, Game, History, Notation};
use crate::play::in_one_line;
use crate::record::{Record, RecordError, Records};
use anyhow::{Context, Result, ensure};
use std::io::BufRead;
use std::path::Path;

/// The records of a file; prints how the file was read if that is not obvious.
///
/// # Errors
/// The file cannot be read, or its format is not JSON lines and it has an error.
pub fn open_records(path: &Path) -> Result<Records<Box<dyn BufRead>>, RecordError> {
    let records = Records::open(path)?;
    if let Some(note) = records.note() {
        say(format_args!("{}: {}", path.display(), in_one_line(&note.to_string())));
    }
    Ok(records)
}

/// A recorded game up to its first `plies` moves.
///
/// # Errors
/// The game was played by other rules, or a move is not legal.
pub fn recorded(game: &AnyGame, record: &Record, plies: usize) -> Result<History> {
    let rules = record.rules()?;
    ensure!(rules == *game.rules(), "it is a game of {rules}: expected one of {}", game.rules());
    let start = match record.positions.as_ref().and_then(|positions| positions.first()) {
        Some(text) => game.parse_position(text).context("its first position")?,
        None => game.start(),
    };
    let mut history = History::new(game, start);
    history.play_texts(game, record.steps.iter().take(plies).map(String::as_str))?;
    Ok(history)
}
