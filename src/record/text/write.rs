use super::read::read;
use crate::game::Side;
use crate::games::AnyGame;
use crate::record::foreign::{option_texts, own_start};
use crate::record::notes::{Event, Notes, Step};
use crate::record::{Reason, Record};
use crate::tree::{ROOT, Tree};
use std::fmt::Write;

/// Characters of a line of moves.
const WIDTH: usize = 80;

/// Writes a verified record, with all lines of its game.
pub fn write(record: &Record, lines: &Tree<Step>, game: &AnyGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    tag("Game", &record.game);
    if !record.options.is_empty() {
        tag("Options", &Vec::from_iter(option_texts(&record.options)).join(" "));
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
    let mut words = words(lines);
    words.push(result.to_owned());
    let mut length = 0;
    for word in words {
        // Parsers skip a line that begins with `%`.
        if length > 0 && length + 1 + word.len() > WIDTH && !word.starts_with('%') {
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

/// The moves with their numbers and notes; alternatives in brackets after a move.
fn words(lines: &Tree<Step>) -> Vec<String> {
    enum Part {
        Move(usize, usize),
        /// Everything after a node.
        Rest(usize, usize),
        Open,
        Close,
    }
    let mut words = comment(&lines[ROOT].notes);
    let mut parts = vec![Part::Rest(ROOT, 0)];
    let (mut bracket, mut is_apart) = ("", true);
    while let Some(part) = parts.pop() {
        match part {
            Part::Open => (bracket, is_apart) = ("(", true),
            Part::Close => {
                words.last_mut().expect("behind a move").push(')');
                is_apart = true;
            }
            Part::Move(node, ply) => {
                let Step { text, notes } = &lines[node];
                let (text, number, sign) = (word(text), ply / 2 + 1, notes.sign);
                words.push(match (ply % 2 == 0, is_apart) {
                    (true, _) => format!("{bracket}{number}. {text}{sign}"),
                    (false, true) => format!("{bracket}{number}... {text}{sign}"),
                    (false, false) => format!("{text}{sign}"),
                });
                words.extend(comment(notes));
                (bracket, is_apart) = ("", false);
            }
            Part::Rest(node, ply) => {
                let Some((&first, others)) = lines.children(node).split_first() else { continue };
                parts.push(Part::Rest(first, ply + 1));
                for &other in others.iter().rev() {
                    parts.extend([Part::Close, Part::Rest(other, ply + 1), Part::Move(other, ply), Part::Open]);
                }
                parts.push(Part::Move(first, ply));
            }
        }
    }
    words
}

/// A move as a word that reads back: in quotation marks if it had another meaning, such as a cell `resign`.
fn word(text: &str) -> String {
    let reads_back = || {
        let [(_, game)] = &read(&format!("{text} {text}\n")).ok()?[..] else { return None };
        let moves = game.tree.main_line().map(|node| &game.tree[node].event).filter(|event| **event != Event::Start);
        Some(moves.eq(&[Event::Move(None, text.to_owned()), Event::Move(None, text.to_owned())]))
    };
    if reads_back() == Some(true) { text.to_owned() } else { format!("\"{text}\"") }
}

/// The words of a comment in braces, which the comment must not close.
fn comment(notes: &Notes) -> Vec<String> {
    let words = notes.comment.split_whitespace().map(|word| word.replace('{', "(").replace('}', ")"));
    let words = Vec::from_iter(words);
    if words.is_empty() { words } else { ["{".to_owned()].into_iter().chain(words).chain(["}".to_owned()]).collect() }
}
