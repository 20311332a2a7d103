//! Parsing of positions: the exact inverse of printing, which refuses impossible positions.

use super::board::{
    BASES, BOARD, BOARDS, CHIMNEYS, Cells, FIRST_ROW, NEIGHBOURS, SIZES, SUMMIT, board_of, cell_at, seen_by,
};
use super::notation::{LETTERS, NAMES, SIDE_NAMES, SOLITARY, format_due};
use super::position::{CUBE, CYLINDER, DOUBLE, DUE, Due, GONE, MAX_GRANTS, PAWN, PAWNS, PYRAMID, Position, RESERVE};
use crate::game::{NotationError, Sentence, Side};
use crate::sentence;
use std::str::FromStr;

/// Parses a position as the rule page writes it.
pub fn parse_position(text: &str, max_turns: u16) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[boards, side, due, stocks, turns] = fields.as_slice() else {
        let expected =
            sentence!("logitac.fields", "boards, side to act, men due, stocks and turns, with one space between each",);
        return Err(NotationError::malformed("position", text, expected));
    };
    let mut position = Position::bare();
    position.side = match side {
        "0" => Side::First,
        "1" => Side::Second,
        _ => {
            let expected = sentence!("position.white-or-black", "`0` (White) or `1` (Black)");
            return Err(NotationError::malformed("side to act", side, expected));
        }
    };
    position.turns = number(turns, max_turns).ok_or_else(|| {
        let expected = sentence!("logitac.turns", "0 to {most} turns played", most = max_turns);
        NotationError::malformed("turns", turns, expected)
    })?;
    if usize::from(position.turns % 2) != position.side.index() {
        let name = position.name();
        let expected = match position.side {
            Side::First => sentence!("logitac.even", "even turns where {side} is to act", side = name),
            Side::Second => sentence!("logitac.odd", "odd turns where {side} is to act", side = name),
        };
        return Err(NotationError::malformed("turns", turns, expected));
    }
    position.parse_boards(boards)?;
    position.parse_due(due)?;
    position.parse_stocks(stocks)?;
    position.check_summit(stocks)?;
    position.check_due(due, max_turns).map_err(|expected| NotationError::malformed("men due", due, expected))?;
    Ok(position)
}

/// A number without a sign or zeros before it.
fn number<T: FromStr + ToString + PartialOrd>(text: &str, most: T) -> Option<T> {
    text.parse().ok().filter(|number: &T| *number <= most && number.to_string() == text)
}

impl Position {
    fn name(&self) -> &'static str {
        SIDE_NAMES[self.side.index()]
    }

    fn parse_boards(&mut self, text: &str) -> Result<(), NotationError> {
        let boards: Vec<&str> = text.split('|').collect();
        if boards.len() != BOARDS {
            let expected = sentence!(
                "logitac.boards",
                "boards 1, 2 and 3 joined by `|`, not {count} of them",
                count = boards.len()
            );
            return Err(NotationError::malformed("boards", text, expected));
        }
        for (board, text) in boards.into_iter().enumerate() {
            let field = ["board 1", "board 2", "board 3"][board];
            let (size, rows) = (SIZES[board], Vec::from_iter(text.split('/')));
            if rows.len() != size {
                let rows = rows.len();
                let expected =
                    sentence!("position.rows", "{size} rows joined by `/`, not {rows}", size = size, rows = rows);
                return Err(NotationError::malformed(field, text, expected));
            }
            for (row, text) in (0..size).rev().zip(rows) {
                self.parse_row(board, row, text).map_err(|expected| NotationError::malformed(field, text, expected))?;
            }
        }
        Ok(())
    }

    fn parse_row(&mut self, board: usize, row: usize, text: &str) -> Result<(), Sentence> {
        let size = SIZES[board];
        let shape =
            || sentence!("logitac.row", "{size} cells as letters of men and numbers of empty cells", size = size);
        let mut rest = text;
        let mut column = 0;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                column += number(&rest[..digits], size).filter(|&empty| empty > 0).ok_or_else(shape)?;
                rest = &rest[digits..];
            } else {
                if column >= size {
                    return Err(shape());
                }
                self.put(letter, cell_at(board, row, column))?;
                column += 1;
                rest = &rest[letter.len_utf8()..];
            }
        }
        if column == size { Ok(()) } else { Err(shape()) }
    }

    /// Puts the man of a letter on a cell.
    fn put(&mut self, letter: char, cell: u8) -> Result<(), Sentence> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let (man, solitary) = man_of(letter.to_ascii_lowercase()).ok_or_else(|| {
            sentence!("logitac.letters", "men as letters `p`, `y`, `c`, `n`, `d`, `s` or `t`, capitals for White")
        })?;
        if CHIMNEYS.contains(cell) {
            return Err(sentence!("logitac.on-chimney", "no man on a chimney"));
        }
        if man == PAWN {
            self.pawns[side.index()].toggle(cell);
            return Ok(());
        }
        if man == DOUBLE && board_of(cell) == 2 {
            return Err(sentence!("logitac.double-high", "no double pawn on board 3"));
        }
        self.put_piece(side, man, solitary, cell)
    }

    fn put_piece(&mut self, side: Side, piece: usize, solitary: bool, at: u8) -> Result<(), Sentence> {
        let pieces = &mut self.pieces[side.index()];
        if pieces[piece] != GONE {
            let (man, side) = (NAMES[piece], SIDE_NAMES[side.index()]);
            return Err(sentence!("logitac.two", "one {man} of {side}, not two", man = man, side = side));
        }
        pieces[piece] = at;
        self.solitary[side.index()] |= solitary;
        if self.solitary[side.index()] && pieces[CUBE] != GONE && pieces[CYLINDER] != GONE {
            let name = SIDE_NAMES[side.index()];
            return Err(sentence!(
                "logitac.twin",
                "no solitary cube or cylinder of {side} beside its twin",
                side = name,
            ));
        }
        Ok(())
    }

    fn parse_due(&mut self, text: &str) -> Result<(), NotationError> {
        let malformed = |expected: Sentence| NotationError::malformed("men due", text, expected);
        let expected =
            || sentence!("logitac.due", "`-`, `e`, or letters of men and numbers of boards as `p23`, `s3` or `ycn1`");
        self.due = match text {
            "-" => Due::Nothing,
            "e" => Due::Escape,
            _ => {
                let (mut men, mut boards) = (0, 0);
                for letter in text.chars() {
                    if let '1'..='3' = letter {
                        boards |= 1 << (letter as u8 - b'1');
                        continue;
                    }
                    let (man, solitary) = man_of(letter).ok_or_else(|| malformed(expected()))?;
                    men |= 1 << man;
                    if man != PAWN {
                        self.put_piece(self.side, man, solitary, DUE).map_err(malformed)?;
                    }
                }
                Due::Place { men, boards }
            }
        };
        let some = !matches!(self.due, Due::Place { men: 0, .. } | Due::Place { boards: 0, .. });
        if some && format_due(self) == text { Ok(()) } else { Err(malformed(expected())) }
    }

    fn parse_stocks(&mut self, text: &str) -> Result<(), NotationError> {
        let shape = || {
            sentence!(
                "logitac.stocks",
                "for White, then after a `;` for Black, reserve pawns, `D` or `-`, captives, `Y` or `-`, three odd \
                 counts and three grants as in `33,D,0,-,000,0.0.0`",
            )
        };
        let malformed = |expected: Sentence| NotationError::malformed("stocks", text, expected);
        let (white, black) = text.split_once(';').ok_or_else(|| malformed(shape()))?;
        for (side, stock) in Side::BOTH.into_iter().zip([white, black]) {
            self.parse_stock(side, stock).map_err(|reason| malformed(reason.unwrap_or_else(shape)))?;
        }
        for side in Side::BOTH {
            let (own, opponent) = (side.index(), side.other().index());
            let due = matches!(self.due, Due::Place { men, .. } if men >> PAWN & 1 == 1 && self.side == side);
            let known = u32::from(self.reserve[own]) + u32::from(self.captives[opponent]);
            let pawns = self.pawns[own].count() + u32::from(due) + known;
            if pawns != u32::from(PAWNS) {
                return Err(malformed(sentence!(
                    "logitac.pawns",
                    "{all} pawns of {side} on boards, due, in reserve and captive, not {pawns}",
                    all = u32::from(PAWNS),
                    side = SIDE_NAMES[own],
                    pawns = pawns,
                )));
            }
        }
        Ok(())
    }

    /// Parses a stock. The error is the expected text, `None` if the text is no stock at all.
    fn parse_stock(&mut self, side: Side, text: &str) -> Result<(), Option<Sentence>> {
        let (index, name) = (side.index(), SIDE_NAMES[side.index()]);
        let parts: Vec<&str> = text.split(',').collect();
        let &[reserve, double, captives, pyramid, odd, grants] = parts.as_slice() else { return Err(None) };
        self.reserve[index] = number(reserve, PAWNS).ok_or(None)?;
        self.captives[index] = number(captives, PAWNS).ok_or(None)?;
        let pieces = &mut self.pieces[index];
        match double {
            "-" => {}
            "D" if pieces[DOUBLE] == GONE => pieces[DOUBLE] = RESERVE,
            "D" => {
                let expected = sentence!(
                    "logitac.double-in-play",
                    "`-` for the double pawn of {side}, which is in play",
                    side = name
                );
                return Err(Some(expected));
            }
            _ => return Err(None),
        }
        match pyramid {
            // Not on a cell, not due and not captured: on the summit.
            "-" if pieces[PYRAMID] == GONE => pieces[PYRAMID] = SUMMIT,
            "-" => {}
            "Y" if pieces[PYRAMID] == GONE => {}
            "Y" => {
                let expected = sentence!(
                    "logitac.pyramid-in-play",
                    "`-` for the pyramid of {side}, which is in play",
                    side = name
                );
                return Err(Some(expected));
            }
            _ => return Err(None),
        }
        let odd: Vec<u8> = odd.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        if odd.len() != BOARDS || odd.iter().any(|&odd| odd > 1) {
            return Err(None);
        }
        self.odd[index] = odd.iter().rev().fold(0, |bits, odd| bits << 1 | odd);
        let grants: Option<Vec<u16>> = grants.split('.').map(|grants| number(grants, MAX_GRANTS)).collect();
        self.grants[index] = grants.and_then(|grants| grants.try_into().ok()).ok_or(None)?;
        Ok(())
    }

    /// Only the side that has just acted may be on the summit.
    fn check_summit(&self, stocks: &str) -> Result<(), NotationError> {
        let early = Side::BOTH
            .into_iter()
            .find(|&side| self.on_summit(side) && (side == self.side || self.due != Due::Nothing));
        early.map_or(Ok(()), |side| {
            let name = SIDE_NAMES[side.index()];
            let expected = sentence!(
                "logitac.early-summit",
                "`Y` for the pyramid of {side}, which stands nowhere and cannot be on the summit",
                side = name,
            );
            Err(NotationError::malformed("stocks", stocks, expected))
        })
    }

    /// The step due must follow from a possible last step. The error is the expected text.
    fn check_due(&self, text: &str, max_turns: u16) -> Result<(), Sentence> {
        if self.due != Due::Nothing && self.turns >= max_turns {
            return Err(sentence!(
                "logitac.all-played",
                "`-` once all {most} turns have been played",
                most = max_turns
            ));
        }
        match self.due {
            Due::Nothing => Ok(()),
            Due::Escape if self.may_have_delivered() => Ok(()),
            Due::Escape => Err(sentence!(
                "logitac.no-escape",
                "`e` only where {side}'s pyramid stands on its opponent's first row, a cell from which a pawn delivered \
                 it is empty, and that pawn is in reserve",
                side = self.name(),
            )),
            Due::Place { men, boards } => {
                let room = |board: usize| self.room(board).count() >= men.count_ones();
                if (0..BOARDS).any(|board| boards >> board & 1 == 1 && !room(board)) {
                    return Err(sentence!("logitac.no-room", "an empty cell for each man of `{due}`", due = text));
                }
                if self.may_have_lifted(men, boards) || self.may_have_fallen(men, boards) {
                    return Ok(());
                }
                let side = self.name();
                Err(sentence!("logitac.never-due", "men that {side} can have lifted or let fall here", side = side))
            }
        }
    }

    fn may_have_delivered(&self) -> bool {
        let own = self.side.index();
        let pyramid = self.pieces[own][PYRAMID];
        let backward = [3, 4, 5].map(|direction| seen_by(self.side, direction));
        let men = self.men(Side::First) | self.men(Side::Second);
        self.reserve[own] > 0
            && FIRST_ROW[self.side.other().index()].contains(pyramid)
            && backward
                .map(|direction| NEIGHBOURS[pyramid as usize][direction])
                .iter()
                .any(|&from| board_of(from) == 0 && !men.contains(from))
    }

    /// Whether the man that is due may have been lifted towards exactly these boards.
    fn may_have_lifted(&self, men: u8, boards: u8) -> bool {
        if men.count_ones() != 1 || boards & 1 == 1 {
            return false;
        }
        // The position before the lift, as far as it matters: with the grant that the lift used up.
        let (own, man) = (self.side.index(), men.trailing_zeros() as usize);
        let mut before = *self;
        if boards.is_power_of_two() {
            before.grants[own][boards.trailing_zeros() as usize - 1] += 1;
        }
        if man == PAWN {
            return before.pawn_ascents(self.side) == boards;
        }
        // From any cell of the board below.
        before.pieces[own][man] = match boards.trailing_zeros() {
            1 => 0,
            _ => BASES[1] as u8,
        };
        before.piece_ascents(self.side, man) == boards
    }

    /// Whether the pieces due may have fallen onto this board, or are the rest of those that fell.
    fn may_have_fallen(&self, men: u8, boards: u8) -> bool {
        const TWINS: u8 = 1 << CUBE | 1 << CYLINDER;
        let own = self.side.index();
        let board = boards.trailing_zeros() as usize;
        if !boards.is_power_of_two() || board > 1 || men & !(TWINS | 1 << PYRAMID) != 0 {
            return false;
        }
        if men & TWINS != 0 && self.solitary[own] {
            return false;
        }
        if men.count_ones() == 1 && men != 1 << PYRAMID {
            return true;
        }
        // A pyramid fell, and took along all men around it; it is placed first.
        let pyramid = self.pieces[own][PYRAMID];
        let left: Cells = self.men(self.side) & BOARD[board + 1];
        left.is_empty() && (pyramid == DUE || board_of(pyramid) == board)
    }
}

/// The man of a lower-case letter, and whether it is solitary.
fn man_of(letter: char) -> Option<(usize, bool)> {
    let find = |letters: &[u8]| letters.iter().position(|&other| char::from(other) == letter);
    find(&LETTERS).map(|man| (man, false)).or_else(|| find(&SOLITARY).map(|index| (CUBE + index, true)))
}
