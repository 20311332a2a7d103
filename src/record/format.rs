use super::foreign::{Foreign, Reading, WholeGame};
use super::notes::LeftOut;
use super::{OptionError, Record, RecordError, Records, elsewhere, sgf, text};
use crate::game::Sentence;
use crate::games::AnyGame;
use crate::sgf::begins_game;
use serde::Deserialize;
use std::path::Path;

/// The format of game records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON objects, one a line: everything in a record.
    Lines,
    Sgf,
    /// Tags and numbered moves, as PGN; or moves in a row, as in Othello.
    Text,
}

/// A game of a text in any format.
#[derive(Debug)]
pub struct ForeignGame {
    /// The game, or the error with its line.
    pub game: Result<WholeGame, RecordError>,
    /// The parts that do not fit into a record.
    pub left_out: LeftOut,
}

impl Format {
    /// The format of a file's ending: `.sgf`; `.pgn` or `.txt`; JSON lines otherwise.
    pub fn of_path(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase).as_deref() {
            Some("sgf") => Format::Sgf,
            Some("pgn" | "txt") => Format::Text,
            _ => Format::Lines,
        }
    }

    /// The format of a text, by its beginning; JSON lines if no other fits.
    pub fn of_text(text: &str) -> Format {
        let begin = start_of(text);
        // A tag's value may contain the beginning of a game in SGF; before a game in SGF there may be anything but a
        // tag.
        let is_tag = begin.strip_prefix('[').is_some_and(|tag| {
            tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim_start().starts_with('"')
        });
        match begin.chars().next() {
            _ if elsewhere::begins(begin) => Format::Text,
            Some('{') if is_lines(begin) => Format::Lines,
            _ if is_tag => Format::Text,
            _ if begin.match_indices('(').any(|(at, _)| begins_game(&begin[at..])) => Format::Sgf,
            Some('[' | '(' | '0'..='9') => Format::Text,
            // PGN may begin with a comment, or with a line for other programs.
            Some('{' | ';' | '%') => match text::behind_comments(begin) {
                rest if rest.is_empty() || rest.starts_with('{') => Format::Lines,
                _ => Format::Text,
            },
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

    /// A game in this format with all its lines; JSON lines hold only the main one.
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

/// A text without anything before its first word.
fn start_of(text: &str) -> &str {
    text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace())
}

/// Whether a text begins like JSON lines: with an object that is empty, or has a key.
pub(super) fn is_lines(text: &str) -> bool {
    let Some(object) = start_of(text).strip_prefix('{').map(str::trim_start) else { return false };
    if let Some(rest) = object.strip_prefix('}') {
        return rest.lines().next().is_none_or(|rest| rest.trim().is_empty());
    }
    let key = object.strip_prefix('"').and_then(|key| key.split_once('"'));
    key.is_some_and(|(_, value)| value.trim_start().starts_with(':'))
}

/// The games of a text in any format; `reading` provides the data that the text lacks.
///
/// # Errors
/// The text is not in its format; errors call it `name`.
pub fn convert(name: &str, given: &str, reading: &Reading<'_>) -> Result<Vec<ForeignGame>, RecordError> {
    let wrong = |line, reason| RecordError::Foreign { file: name.to_owned(), line, reason };
    let games: Box<dyn Iterator<Item = (usize, Result<Foreign, Sentence>)>> = match Format::of_text(given) {
        Format::Lines => return Ok(of_lines(name, given, reading)),
        Format::Sgf => {
            let games = crate::sgf::read(given).map_err(|error| wrong(error.line, error.to_string().into()))?;
            Box::new(games.into_iter().map(|game| (game.line, sgf::read(&game.tree))))
        }
        Format::Text => match elsewhere::read(given) {
            Some(games) => games,
            None => {
                let games = text::read(given).map_err(|(line, reason)| wrong(line, reason.into()))?;
                Box::new(games.into_iter().map(|(line, game)| (line, Ok(game))))
            }
        },
    };
    let converted = games.take_while(|_| (reading.go_on)()).map(|(line, game)| {
        let left_out = game.as_ref().map_or_else(|_| LeftOut::default(), |game| LeftOut::of(&game.tree));
        let game = game.and_then(|game| game.played(reading)).map_err(|reason| wrong(line, reason));
        ForeignGame { game, left_out }
    });
    Ok(converted.collect())
}

/// The games of JSON lines, each verified, up to the first invalid line.
fn of_lines(name: &str, given: &str, reading: &Reading<'_>) -> Vec<ForeignGame> {
    let verified = |(line, record): (usize, Record)| {
        let file = name.to_owned();
        match (reading.find)(&record.game).map(|_| record.verify()) {
            Ok(Ok(())) => Ok(WholeGame::of(record)),
            Ok(Err(difference)) => Err(RecordError::Differs { file, line, difference: Box::new(difference) }),
            Err(reason) => Err(RecordError::Foreign { file, line, reason }),
        }
    };
    let games = Records::new(name, given.as_bytes()).take_while(|_| (reading.go_on)());
    let games = games.map(|record| record.and_then(verified));
    games.map(|game| ForeignGame { game, left_out: LeftOut::default() }).collect()
}
