use super::foreign::{Foreign, Reading, WholeGame};
use super::notes::LeftOut;
use super::{OptionError, Record, RecordError, sgf, text};
use crate::game::Sentence;
use crate::games::AnyGame;
use serde::Deserialize;
use std::path::Path;

/// How a file holds game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON objects, one a line: all that a record has.
    Lines,
    /// Smart Game Format.
    Sgf,
    /// Tags and numbered moves, as PGN.
    Text,
}

/// A game of a file in another format.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The game, or why it is none.
    pub game: Result<WholeGame, Sentence>,
    /// What of it a record has no place for.
    pub left_out: LeftOut,
}

impl Format {
    /// The format that a file's ending stands for: `.sgf`; `.pgn` or `.txt`; JSON lines otherwise.
    pub fn of_path(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase).as_deref() {
            Some("sgf") => Format::Sgf,
            Some("pgn" | "txt") => Format::Text,
            _ => Format::Lines,
        }
    }

    /// The format of a text, by how it begins. What is none of the others is taken for JSON lines.
    pub fn of_text(text: &str) -> Format {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        let is_game = |at: usize| begin[at + 1..].trim_start().starts_with(';');
        // A tag's value may hold whatever begins a game in SGF; before such a game there may be anything but a tag.
        let is_tag = begin.strip_prefix('[').is_some_and(|tag| {
            tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim_start().starts_with('"')
        });
        match begin.chars().next() {
            Some('{') => Format::Lines,
            _ if is_tag => Format::Text,
            _ if begin.match_indices('(').any(|(at, _)| is_game(at)) => Format::Sgf,
            Some('[' | '0'..='9') => Format::Text,
            _ => Format::Lines,
        }
    }

    /// A record in this format, with the end of its last line. Only JSON lines hold the evaluations.
    ///
    /// # Errors
    /// The record's rules do not exist.
    pub fn write(self, record: &Record) -> Result<String, OptionError> {
        match self {
            Format::Lines => Ok(record.to_line() + "\n"),
            Format::Sgf | Format::Text => self.write_whole(&WholeGame::of(record.clone())),
        }
    }

    /// A game in this format with all its lines; JSON lines have no place for more than the main one.
    ///
    /// # Errors
    /// The game's rules do not exist.
    pub fn write_whole(self, WholeGame { record, tree, .. }: &WholeGame) -> Result<String, OptionError> {
        let game = || Ok::<_, OptionError>(AnyGame::new(record.rules()?)?);
        match self {
            Format::Lines => self.write(record),
            Format::Sgf => Ok(format!("{}\n", sgf::write(record, tree, &game()?))),
            Format::Text => Ok(text::write(record, tree, &game()?)),
        }
    }
}

/// The games of a text in any format but JSON lines; `reading` says what the text does not.
///
/// # Errors
/// The text is not in its format; errors call it `name`.
pub fn convert(name: &str, given: &str, reading: &Reading<'_>) -> Result<Vec<Converted>, RecordError> {
    let wrong = |line, reason| RecordError::Foreign { file: name.to_owned(), line, reason };
    let games: Vec<(usize, Result<Foreign, Sentence>)> = match Format::of_text(given) {
        Format::Sgf => {
            let games = crate::sgf::read(given).map_err(|error| wrong(error.line, error.to_string().into()))?;
            games.iter().map(|game| (game.line, sgf::read(&game.tree))).collect()
        }
        Format::Text | Format::Lines => {
            let games = text::read(given).map_err(|(line, reason)| wrong(line, reason.into()))?;
            games.into_iter().map(|(line, game)| (line, Ok(game))).collect()
        }
    };
    let converted = games.into_iter().map(|(line, game)| {
        let left_out = game.as_ref().map_or_else(|_| LeftOut::default(), |game| LeftOut::of(&game.tree));
        Converted { line, game: game.and_then(|game| game.played(reading)), left_out }
    });
    Ok(converted.collect())
}
