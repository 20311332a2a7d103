//! Cells and moves as text, and the fields of position strings other than the board.

use super::{Cells, Move, Pieces};
use crate::game::{NotationError, Sentence, Side};
use crate::sentence;
use std::ops::RangeInclusive;

/// The names of the sides, in the order of [`Side::BOTH`].
pub const SIDE_NAMES: [&str; 2] = ["Black", "White"];

/// A cell as `b1`.
pub fn format_cell<S: Cells>(cell: u8) -> String {
    let size = S::SIZE as u8;
    format!("{}{}", char::from(b'a' + cell % size), cell / size + 1)
}

pub fn parse_cell<S: Cells>(text: &str) -> Option<u8> {
    split_cell::<S>(text).filter(|(_, rest)| rest.is_empty()).map(|(cell, _)| cell)
}

/// The cell at the beginning of a text, and the rest.
fn split_cell<S: Cells>(text: &str) -> Option<(u8, &str)> {
    let rest = text.strip_prefix(|column: char| column.is_ascii_lowercase())?;
    let column = usize::from(text.as_bytes()[0] - b'a');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (row, rest) = rest.split_at(digits);
    let row = parse_number(row, 1..=S::SIZE)?;
    (column < S::SIZE).then_some((((row - 1) * S::SIZE + column) as u8, rest))
}

/// Parses a number within the range, written without sign or leading zeros.
pub fn parse_number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    text.parse().ok().filter(|n: &usize| range.contains(n) && n.to_string() == text)
}

/// Reads the field of the side to act.
pub fn parse_side(text: &str) -> Result<Side, NotationError> {
    match text {
        "0" => Ok(Side::First),
        "1" => Ok(Side::Second),
        _ => {
            let expected = sentence!("position.black-or-white", "`0` (Black) or `1` (White)");
            Err(NotationError::malformed("side to act", text, expected))
        }
    }
}

/// Reads the field of the moves played so far.
pub fn parse_plies(text: &str, max_plies: u16) -> Result<u16, NotationError> {
    let number = parse_number(text, 0..=max_plies.into());
    let expected = || sentence!("position.up-to", "0 to {most}", most = max_plies);
    let plies = number.ok_or_else(|| NotationError::malformed("plies", text, expected()))?;
    Ok(plies as u16)
}

/// A legal move as `b1-b3`, `d1xa4` or `pass`.
pub fn format_move<S: Cells>(pieces: &Pieces<S>, mv: Move) -> String {
    if mv == Move::PASS {
        return "pass".to_owned();
    }
    let mark = if pieces.all().has(mv.to.into()) { 'x' } else { '-' };
    format!("{}{mark}{}", format_cell::<S>(mv.from), format_cell::<S>(mv.to))
}

/// The start and end cell of a move, or `pass`.
pub fn move_parts<S: Cells>(mv: Move) -> Vec<String> {
    if mv == Move::PASS { vec!["pass".to_owned()] } else { [mv.from, mv.to].map(format_cell::<S>).into() }
}

/// Parses one of the `legal` moves (empty if the game is over), in the long form, with `:` for `x`, or without a mark
/// between the cells. `exception` may give the game's own reason why a move is not legal.
pub fn parse_move<S: Cells>(
    pieces: &Pieces<S>,
    side: Side,
    legal: &[Move],
    text: &str,
    exception: impl FnOnce(Move) -> Option<Sentence>,
) -> Result<Move, NotationError> {
    let (mv, mark) = split_move::<S>(text).ok_or_else(|| {
        let expected = sentence!("lines.move", "cells as in `b1-b3`, `d1xa4` or `b1b3`, or `pass`");
        NotationError::malformed("move", text, expected)
    })?;
    if legal.is_empty() {
        return Err(NotationError::illegal(text, sentence!("game.over", "the game is over")));
    }
    if !legal.contains(&mv) {
        return Err(NotationError::illegal(text, exception(mv).unwrap_or_else(|| refusal(pieces, side, mv))));
    }
    let capture = mv != Move::PASS && pieces.all().has(mv.to.into());
    match mark {
        Some('-') if capture => {
            let write = format_move(pieces, mv);
            Err(NotationError::illegal(text, sentence!("lines.captures", "it captures, write `{mv}`", mv = write)))
        }
        Some('x' | ':') if !capture => {
            let to = format_cell::<S>(mv.to);
            let reason = sentence!("lines.nothing-to-capture", "{to} is empty: nothing to capture", to = to);
            Err(NotationError::illegal(text, reason))
        }
        _ => Ok(mv),
    }
}

/// The move that a text names, and the mark between the cells, if there is one.
fn split_move<S: Cells>(text: &str) -> Option<(Move, Option<char>)> {
    if text == "pass" {
        return Some((Move::PASS, None));
    }
    let (from, rest) = split_cell::<S>(text)?;
    let mark = rest.chars().next().filter(|&mark| "-x:".contains(mark));
    let mv = Move { from, to: parse_cell::<S>(&rest[mark.map_or(0, char::len_utf8)..])? };
    // The same cell twice is not a move, and must not be taken for the pair that encodes passing.
    (mv.from != mv.to).then_some((mv, mark))
}

/// Why a move is not legal in a game that is not over.
fn refusal<S: Cells>(pieces: &Pieces<S>, side: Side, mv: Move) -> Sentence {
    let [side, other] = [side, side.other()].map(|side| SIDE_NAMES[side.index()]);
    let (from, to) = (format_cell::<S>(mv.from), format_cell::<S>(mv.to));
    if mv == Move::PASS {
        return sentence!("lines.may-not-pass", "{side} can move, and passes only where it cannot", side = side);
    }
    if !pieces.movable().has(mv.from.into()) {
        return sentence!("lines.no-piece", "{side} is to act and has no piece on {from}", side = side, from = from);
    }
    let Some(line) = S::lines(mv.from.into()).iter().find(|line| line.cells.has(mv.to.into())) else {
        return sentence!("lines.not-on-line", "{from} and {to} are not on one line", from = from, to = to);
    };
    let count = (pieces.all() & line.cells).count();
    let size = S::SIZE as u8;
    let distance = (mv.from / size).abs_diff(mv.to / size).max((mv.from % size).abs_diff(mv.to % size));
    if u32::from(distance) != count {
        let noun = if count == 1 { "piece" } else { "pieces" };
        return sentence!(
            "lines.distance",
            "{count} {noun} on that line, so {from} moves {count} along it, not {distance}",
            count = count,
            noun = noun,
            from = from,
            distance = u32::from(distance),
        );
    }
    if pieces.own.has(mv.to.into()) {
        return sentence!("lines.own-piece", "{side} has a piece of its own on {to}", side = side, to = to);
    }
    sentence!("lines.blocked", "{side} cannot pass over a piece of {other}", side = side, other = other)
}
