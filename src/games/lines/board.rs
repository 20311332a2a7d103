//! Boards as text: in position strings and as drawings.

use super::Cells;
use super::notation::parse_number;
use crate::game::{Board, ManKind, NotationError, Side};
use crate::sentence;
use std::fmt::Write;

/// The rows of a position string from the top, as `1bbbbbb1/w6w/...`. `letter` gives the letter of a cell.
pub fn format<S: Cells>(letter: impl Fn(usize) -> Option<char>) -> String {
    let rows = (0..S::SIZE).rev().map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for found in (0..S::SIZE).map(|column| letter(row * S::SIZE + column)).chain([Some('/')]) {
            let Some(letter) = found else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(letter);
        }
        text
    });
    let mut text: String = rows.collect();
    text.pop();
    text
}

/// Parses the rows of a position string: the set of cells for each of the letters.
pub fn parse<S: Cells, const N: usize>(board: &str, letters: [char; N]) -> Result<[S; N], NotationError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != S::SIZE {
        let rows = rows.len();
        let expected = sentence!("position.rows", "{size} rows joined by `/`, not {rows}", size = S::SIZE, rows = rows);
        return Err(NotationError::malformed("board", board, expected));
    }
    let mut sets = [S::NONE; N];
    for (row, text) in (0..S::SIZE).rev().zip(rows) {
        parse_row(text, row, letters, &mut sets).ok_or_else(|| {
            let letters = letters.map(|letter| format!("`{letter}`")).join(", ");
            let expected = sentence!(
                "lines.row",
                "{size} cells as {letters} and numbers from 1 to {size} for empty cells",
                size = S::SIZE,
                letters = letters,
            );
            NotationError::malformed("board row", text, expected)
        })?;
    }
    Ok(sets)
}

fn parse_row<S: Cells, const N: usize>(text: &str, row: usize, letters: [char; N], sets: &mut [S; N]) -> Option<()> {
    let (mut column, mut rest) = (0, text);
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            column += parse_number(&rest[..digits], 1..=S::SIZE)?;
            rest = &rest[digits..];
        } else {
            let index = letters.iter().position(|&letter| letter == first).filter(|_| column < S::SIZE)?;
            sets[index] = sets[index] | S::of(row * S::SIZE + column);
            column += 1;
            rest = &rest[first.len_utf8()..];
        }
    }
    (column == S::SIZE).then_some(())
}

/// The board with its coordinates, the highest row first.
pub fn draw<S: Cells>(symbol: impl Fn(usize) -> char) -> String {
    let columns = ('a'..).take(S::SIZE).fold("   ".to_owned(), |text, column| text + " " + &column.to_string()) + "\n";
    let mut text = columns.clone();
    for row in (0..S::SIZE).rev() {
        let symbols = (0..S::SIZE).flat_map(|column| [' ', symbol(row * S::SIZE + column)]);
        let symbols = String::from_iter(symbols);
        writeln!(text, "{0:>3}{symbols} {0}", row + 1).expect("writing to a string does not fail");
    }
    text + &columns
}

/// The board for pages. Black, the first side, is dark.
pub fn shown<S: Cells>(kinds: Vec<ManKind>) -> Board {
    let size = S::SIZE as u16;
    Board { chequered: size == 8, dark: Side::First, ..Board::squares(size, size, kinds) }
}

/// The men of a board; `kind` gives the index of the kind on a cell.
pub fn men<S: Cells>(kind: impl Fn(usize) -> Option<usize>) -> Vec<(u16, u8)> {
    (0..S::SIZE * S::SIZE).filter_map(|cell| Some((cell as u16, kind(cell)? as u8))).collect()
}

/// The side that a character of a drawing stands for.
pub fn man_drawn(symbol: char) -> Option<Side> {
    match symbol {
        'X' => Some(Side::First),
        'O' => Some(Side::Second),
        _ => None,
    }
}

/// The text below a board: how near both sides are to one group.
pub fn status([black, white]: [usize; 2], plies: u16) -> String {
    format!("  groups: X (Black) {black}, O (White) {white}; moves played: {plies}\n")
}
