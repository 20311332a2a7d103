use crate::game::{AnyGame, Game, History, Notation};
use crate::record::Record;
use anyhow::{Context, Result, ensure};

/// A recorded game up to its first `plies` moves.
///
/// # Errors
/// It was played by other rules, or a move is not legal.
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
