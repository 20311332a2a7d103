use super::foreign::{Foreign, LeftOut, Reading};
use super::{Record, RecordError, sgf, text};
use crate::game::Sentence;
use crate::games::AnyGame;
use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// How a file holds game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The record, or why it is none.
    pub record: Result<Record, Sentence>,
    /// What the file has besides.
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
    pub fn write(self, record: &Record) -> Result<String, super::OptionError> {
        let game = || Ok::<_, super::OptionError>(AnyGame::new(record.rules()?)?);
        Ok(match self {
            Format::Lines => record.to_line() + "\n",
            Format::Sgf => format!("{}\n", sgf::write(record, &game()?)),
            Format::Text => text::write(record, &game()?),
        })
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
            let trees = crate::sgf::read(given).map_err(|error| wrong(error.line, error.to_string().into()))?;
            trees.iter().map(|tree| (tree.line, sgf::read(tree).map_err(Sentence::from))).collect()
        }
        Format::Text | Format::Lines => {
            let games = text::read(given).map_err(|(line, reason)| wrong(line, reason.into()))?;
            games.into_iter().map(|(line, game)| (line, Ok(game))).collect()
        }
    };
    let converted = games.into_iter().map(|(line, game)| {
        let left_out = game.as_ref().map_or_else(|_| LeftOut::default(), |game| game.left_out);
        Converted { line, record: game.and_then(|game| game.record(reading)), left_out }
    });
    Ok(converted.collect())
}

/// The records of a text as JSON lines, whatever its format is.
///
/// # Errors
/// The text is not in its format, or the first game that breaks the rules.
pub fn in_lines<'a>(name: &str, given: &'a str, reading: &Reading<'_>) -> Result<Cow<'a, str>, RecordError> {
    if Format::of_text(given) == Format::Lines {
        return Ok(Cow::Borrowed(given));
    }
    let mut lines = String::new();
    for Converted { line, record, .. } in convert(name, given, reading)? {
        let record = record.map_err(|reason| RecordError::Foreign { file: name.to_owned(), line, reason })?;
        let _ = writeln!(lines, "{}", record.to_line());
    }
    Ok(Cow::Owned(lines))
}
