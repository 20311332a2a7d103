//! Records as text for people: tags and numbered moves, as PGN has them for chess.
//!
//! Tags are `Game`, `Options`, `Start`, a name for each seat, `Source` and `Result`: `1-0` is a win of the side that
//! begins.

use super::foreign::{Event, Foreign, LeftOut, option_texts, own_start};
use super::{Reason, Record};
use crate::game::Side;
use crate::games::AnyGame;
use crate::sgf::LineCount;
use std::fmt::Write;

/// Characters of a line of moves.
const WIDTH: usize = 80;

/// Reads the games of a text, each with the line in which it begins.
///
/// # Errors
/// A tag or a comment does not end: the line, and what was expected.
pub(super) fn read(text: &str) -> Result<Vec<(usize, Foreign)>, (usize, String)> {
    let mut games: Vec<(usize, Foreign)> = Vec::new();
    // A tag begins a new game once the last one has moves or a result.
    let mut is_over = true;
    let (mut at, mut lines) = (0, LineCount::new(text));
    // Before the first move of the first game.
    let mut before = LeftOut::default();
    while let Some(c) = text[at..].chars().next() {
        let line = lines.of(at);
        let until = |end: char, what: &str| match text[at..].find(end) {
            Some(length) => Ok(at + length + end.len_utf8()),
            None => Err((line, format!("{what} does not end: expected `{end}`"))),
        };
        let mut left_out = LeftOut::default();
        match c {
            _ if c.is_whitespace() || c == '\u{feff}' => at += c.len_utf8(),
            '{' => {
                at = until('}', "a comment")?;
                left_out.comments = 1;
            }
            ';' => {
                at = text[at..].find('\n').map_or(text.len(), |length| at + length);
                left_out.comments = 1;
            }
            '(' => {
                let unended = || (line, "a variation does not end: expected `)`".to_owned());
                (at, left_out.variations) = behind_variation(text, at).ok_or_else(unended)?;
            }
            '[' => {
                if is_over || games.last().is_some_and(|(_, game)| !game.events.is_empty()) {
                    games.push((line, Foreign::default()));
                    is_over = false;
                }
                let end = until(']', "a tag")?;
                let (_, game) = games.last_mut().expect("one was begun");
                tag(game, &text[at + 1..end - 1]);
                at = end;
            }
            _ => {
                let length = text[at..].find(|c: char| c.is_whitespace() || c == '{').unwrap_or(text.len() - at);
                let word = &text[at..at + length];
                at += length;
                if is_over {
                    games.push((line, Foreign::default()));
                }
                let (_, game) = games.last_mut().expect("one was begun");
                is_over = token(game, word);
            }
        }
        match games.last_mut() {
            Some((_, game)) => game.left_out += left_out,
            None => before += left_out,
        }
    }
    if let Some((_, game)) = games.first_mut() {
        game.left_out += before;
    }
    Ok(games)
}

/// Behind the bracket that closes the variation that begins here, and how many variations that are with those within it.
fn behind_variation(text: &str, begin: usize) -> Option<(usize, usize)> {
    let (mut depth, mut count, mut in_comment) = (0usize, 0, false);
    for (at, c) in text[begin..].char_indices() {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            // Comments may hold a bracket alone.
            _ if in_comment => {}
            '(' => (depth, count) = (depth + 1, count + 1),
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((begin + at + 1, count));
        }
    }
    None
}

/// Reads a word of the moves; true if it is the result, which ends the game.
fn token(game: &mut Foreign, word: &str) -> bool {
    // `1.c8-c6`, `1...`, `12.`: a number with dots begins a turn.
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let word = match word[digits..].starts_with(['.', '…']) && digits > 0 {
        true => word[digits..].trim_start_matches(['.', '…']),
        false => word.trim_start_matches('…'),
    };
    match word.to_lowercase().as_str() {
        "" | "..." => {}
        "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" => {
            game.result = game.result.or(result(word));
            return true;
        }
        "resign" | "resigns" => game.events.push(Event::Resigns(None)),
        // Numbers of comments, and marks that stand alone.
        other if other.starts_with('$') || other.chars().all(|c| "!?+#".contains(c)) => {}
        _ => game.events.push(Event::Move(None, word.to_owned())),
    }
    false
}

fn result(text: &str) -> Option<Option<Side>> {
    match text {
        "1-0" => Some(Some(Side::First)),
        "0-1" => Some(Some(Side::Second)),
        "1/2-1/2" | "½-½" => Some(None),
        _ => None,
    }
}

/// Takes `Name "Value"`.
fn tag(game: &mut Foreign, text: &str) {
    let Some((name, value)) = text.trim().split_once(char::is_whitespace) else { return };
    let value = unquoted(value);
    let name = name.to_lowercase();
    // Who sat where counts even where the name is not known.
    if value.is_empty() && name != "player" {
        return;
    }
    match name.as_str() {
        "game" | "variant" if value.eq_ignore_ascii_case("lines of action") => game.variant = Some("loa".to_owned()),
        "game" | "variant" if value.eq_ignore_ascii_case("scrambled eggs") => {
            game.variant = Some("loa".to_owned());
            game.options.insert("setup".to_owned(), "scrambled-eggs".into());
        }
        "game" | "variant" => game.variant = Some(value),
        "options" => {
            for option in value.split_whitespace() {
                // What is no option says nothing.
                let _ = game.take_option(option);
            }
        }
        "start" | "fen" => game.start = Some(value),
        "termination" => game.forfeit = matches!(value.to_lowercase().as_str(), "forfeit" | "time forfeit"),
        "result" => game.result = result(&value),
        "source" | "event" | "date" | "site" => {
            let before = game.source.take().map(|before| before + ", ").unwrap_or_default();
            game.source = Some(before + &value);
        }
        "black" | "white" => {
            game.players.resize(2, String::new());
            game.players[usize::from(name == "white")] = value;
        }
        // One for each seat, in their order.
        "player" => game.players.push(value),
        _ => {}
    }
}

/// The value of a tag; none where it is `?`.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').map_or(text, |text| text.strip_suffix('"').unwrap_or(text));
    let mut value = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    if value == "?" { String::new() } else { value }
}

/// Writes a record that was verified.
pub(super) fn write(record: &Record, game: &AnyGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', ']'], " ");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    tag("Game", &record.game);
    if !record.options.is_empty() {
        tag("Options", &Vec::from_iter(option_texts(record)).join(" "));
    }
    if let Some(start) = own_start(record, game) {
        tag("Start", start);
    }
    for player in record.players.iter().flatten() {
        tag("Player", if player.is_empty() { "?" } else { player });
    }
    if let Some(source) = &record.source {
        tag("Source", source);
    }
    if record.reason == Some(Reason::Forfeit) {
        tag("Termination", "forfeit");
    }
    let result = match record.winner.flatten() {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None if record.unfinished => "*",
        None => "1/2-1/2",
    };
    tag("Result", result);
    out.push('\n');
    let mut words = Vec::new();
    for (number, step) in record.steps.iter().enumerate() {
        words.push(if number % 2 == 0 { format!("{}. {step}", number / 2 + 1) } else { step.clone() });
    }
    words.push(result.to_owned());
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > WIDTH {
            out.push('\n');
            length = 0;
        }
        if length > 0 {
            out.push(' ');
            length += 1;
        }
        length += word.len();
        out += &word;
    }
    out + "\n\n"
}
