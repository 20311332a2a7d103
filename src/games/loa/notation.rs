use super::board::{self, LINES, SIZE};
use super::moves::Move;
use super::position::Position;
use crate::game::{NotationError, Side};

/// The names of the sides, in the order of [`Side::BOTH`].
pub const SIDE_NAMES: [&str; 2] = ["Black", "White"];
/// Pieces of a side at the start, never more afterwards.
const MEN: u32 = 12;
/// The letters of the sides' pieces in a position string.
const LETTERS: [char; 2] = ['b', 'w'];

/// A cell as `b1`.
fn cell_name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 8), cell / 8 + 1)
}

fn parse_cell(text: &[u8]) -> Option<u8> {
    match *text {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + (column - b'a')),
        _ => None,
    }
}

/// A legal move as `b1-b3`, `d1xa4` or `pass`.
pub fn format_move(position: &Position, mv: Move) -> String {
    if mv == Move::PASS {
        return "pass".to_owned();
    }
    let mark = if position.opposing() >> mv.to & 1 == 1 { 'x' } else { '-' };
    format!("{}{mark}{}", cell_name(mv.from), cell_name(mv.to))
}

/// Reads one of the `legal` moves, none where the game is over, in the long form, with `:` for `x`, or without a mark between the cells.
pub fn parse_move(position: &Position, legal: &[Move], text: &str) -> Result<Move, NotationError> {
    let (mv, mark) = split_move(text)
        .ok_or_else(|| NotationError::malformed("move", text, "cells as in `b1-b3`, `d1xa4` or `b1b3`, or `pass`"))?;
    if legal.is_empty() {
        return Err(NotationError::illegal(text, "the game is over"));
    }
    if !legal.contains(&mv) {
        return Err(NotationError::illegal(text, refusal(position, mv)));
    }
    let capture = position.opposing() >> mv.to & 1 == 1;
    match mark {
        Some(b'-') if capture => {
            Err(NotationError::illegal(text, format!("it captures, write `{}`", format_move(position, mv))))
        }
        Some(b'x' | b':') if !capture => {
            Err(NotationError::illegal(text, format!("{} is empty: nothing to capture", cell_name(mv.to))))
        }
        _ => Ok(mv),
    }
}

/// The move that a text names, and the mark between the cells where there is one.
fn split_move(text: &str) -> Option<(Move, Option<u8>)> {
    if text == "pass" {
        return Some((Move::PASS, None));
    }
    let bytes = text.as_bytes();
    let (from, mark, to) = match bytes.len() {
        4 => (&bytes[..2], None, &bytes[2..]),
        5 if b"-x:".contains(&bytes[2]) => (&bytes[..2], Some(bytes[2]), &bytes[3..]),
        _ => return None,
    };
    let mv = Move { from: parse_cell(from)?, to: parse_cell(to)? };
    // A cell twice is no move, and must not be taken for the pair that stands for passing.
    (mv.from != mv.to).then_some((mv, mark))
}

/// Why a move is not legal in a position where the game goes on.
fn refusal(position: &Position, mv: Move) -> String {
    let side = SIDE_NAMES[position.side().index()];
    let (own, opposing) = (position.own(), position.opposing());
    let (from, to) = (cell_name(mv.from), cell_name(mv.to));
    if mv == Move::PASS {
        return format!("{side} can move, and passes only where it cannot");
    }
    if own >> mv.from & 1 == 0 {
        return format!("{side} is to act and has no piece on {from}");
    }
    let Some(line) = LINES[mv.from as usize].iter().find(|line| line.cells >> mv.to & 1 == 1) else {
        return format!("{from} and {to} are not on one line");
    };
    let count = ((own | opposing) & line.cells).count_ones();
    let distance = mv.from.abs_diff(mv.to) / 8;
    let distance = u32::from(distance.max((mv.from % 8).abs_diff(mv.to % 8)));
    if distance != count {
        let pieces = if count == 1 { "piece" } else { "pieces" };
        return format!("{count} {pieces} on that line, so {from} moves {count} along it, not {distance}");
    }
    if own >> mv.to & 1 == 1 {
        return format!("{side} has a piece of its own on {to}");
    }
    format!("{side} cannot pass over a piece of {}", SIDE_NAMES[position.side().other().index()])
}

/// A position as `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0`.
pub fn format_position(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..SIZE).rev() {
        let mut empty = 0;
        for column in 0..SIZE {
            let Some(side) = piece(position, row, column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(LETTERS[side.index()]);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if row > 0 {
            text.push('/');
        }
    }
    format!("{text} {} {}", position.side().index(), position.plies())
}

/// Reads a position; exact inverse of [`format_position`].
pub fn parse_position(text: &str, max_plies: u16) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, plies] = fields.as_slice() else {
        let expected = "board, side to act and plies, with one blank between each";
        return Err(NotationError::malformed("position", text, expected));
    };
    let pieces = parse_board(board)?;
    let side = match side {
        "0" => Side::First,
        "1" => Side::Second,
        _ => return Err(NotationError::malformed("side to act", side, "`0` (Black) or `1` (White)")),
    };
    let number = plies.parse().ok().filter(|&n: &u16| n <= max_plies && n.to_string() == plies);
    let plies = number.ok_or_else(|| NotationError::malformed("plies", plies, format!("0 to {max_plies}")))?;
    Ok(Position::new(pieces, side, plies))
}

fn parse_board(board: &str) -> Result<[u64; 2], NotationError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != SIZE {
        return Err(NotationError::malformed("board", board, format!("8 rows joined by `/`, not {}", rows.len())));
    }
    let mut pieces = [0; 2];
    for (row, text) in (0..SIZE).rev().zip(rows) {
        parse_row(text, row, &mut pieces).ok_or_else(|| {
            let expected = "8 cells as `b`, `w` and digits 1 to 8 for empty cells, no two digits in a row";
            NotationError::malformed("board row", text, expected)
        })?;
    }
    for (name, set) in SIDE_NAMES.iter().zip(pieces) {
        let men: u32 = set.count_ones();
        if !(1..=MEN).contains(&men) {
            let expected = format!("1 to {MEN} pieces of {name}, not {men}");
            return Err(NotationError::malformed("board", board, expected));
        }
    }
    Ok(pieces)
}

fn parse_row(text: &str, row: usize, pieces: &mut [u64; 2]) -> Option<()> {
    let mut column = 0;
    let mut after_digit = false;
    for letter in text.chars() {
        let empty = letter.to_digit(10);
        match empty {
            Some(1..=8) if !after_digit => column += empty? as usize,
            Some(_) => return None,
            None => {
                let side = LETTERS.iter().position(|&l| l == letter).filter(|_| column < SIZE)?;
                pieces[side] |= 1 << (row * SIZE + column);
                column += 1;
            }
        }
        after_digit = empty.is_some();
    }
    (column == SIZE).then_some(())
}

/// The board with its coordinates, row 8 first: `X` is Black, `O` is White.
pub fn draw(position: &Position) -> String {
    let columns = "    a b c d e f g h\n";
    let mut text = columns.to_owned();
    for row in (0..SIZE).rev() {
        text += &format!("  {}", row + 1);
        for column in 0..SIZE {
            text += match piece(position, row, column) {
                Some(Side::First) => " X",
                Some(Side::Second) => " O",
                None => " .",
            };
        }
        text += &format!(" {}\n", row + 1);
    }
    let [black, white] = Side::BOTH.map(|side| board::groups(position.pieces(side)).count());
    let mark = ["X", "O"][position.side().index()];
    let side = SIDE_NAMES[position.side().index()];
    text + columns
        + &format!("  {mark} ({side}) to act; plies played: {}; groups: X {black}, O {white}\n", position.plies())
}

fn piece(position: &Position, row: usize, column: usize) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| position.pieces(side) >> (row * SIZE + column) & 1 == 1)
}
