//! Steps as text, and positions as printed; `parse` reads positions.

use super::board::{BOARDS, OFFSETS, SIZES, cell_at, coordinates};
use super::moves::{Move, RECRUITING_FROM};
use super::position::{CUBE, CYLINDER, DOUBLE, Due, GONE, PAWN, PYRAMID, Position, RESERVE};
use crate::game::{NotationError, Sentence, Side};
use crate::sentence;

/// The names of the sides, in the order of [`Side::BOTH`].
pub const SIDE_NAMES: [&str; 2] = ["White", "Black"];
/// The letters of the men, small as for Black, in the order of the bits of [`Due::Place`].
pub const LETTERS: [u8; 5] = *b"ycndp";
/// The letters of a solitary cube and a solitary cylinder.
pub const SOLITARY: [u8; 2] = *b"st";
/// The names of the men in the order of [`LETTERS`].
pub const NAMES: [&str; 5] = ["pyramid", "cube", "cylinder", "double pawn", "pawn"];

/// A cell as `b4`, `o15` or `w22`.
pub fn cell_name(cell: u8) -> String {
    let (board, row, column) = coordinates(cell);
    format!("{}{}", row_letter(board, row), OFFSETS[board] + column + 1)
}

/// The letter of a row of a board.
pub fn row_letter(board: usize, row: usize) -> char {
    char::from(b'a' + (OFFSETS[board] + row) as u8)
}

fn parse_cell(text: &str) -> Option<u8> {
    let row = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let column: usize = text[1..].parse().ok()?;
    let board =
        (0..BOARDS).find(|&board| (OFFSETS[board]..OFFSETS[board] + SIZES[board]).contains(&usize::from(row)))?;
    let column = column.checked_sub(OFFSETS[board] + 1).filter(|&column| column < SIZES[board])?;
    let cell = cell_at(board, usize::from(row) - OFFSETS[board], column);
    (cell_name(cell) == text).then_some(cell)
}

/// A step as `b4-c4`, `a4^`, `@o14`, `P@a5`, `D@a1` or `$`.
pub fn format_move(mv: Move) -> String {
    match mv {
        Move::Go { from, to } => format!("{}-{}", cell_name(from), cell_name(to)),
        Move::Lift { from } => format!("{}^", cell_name(from)),
        Move::Place { to } => format!("@{}", cell_name(to)),
        Move::RecruitPawn { to } => format!("P@{}", cell_name(to)),
        Move::RecruitDouble { to } => format!("D@{}", cell_name(to)),
        Move::BuyBack => "$".to_owned(),
    }
}

/// The cells of a step; `^` for the board above, `P` and `D` for the men in reserve, `$` for buying back.
pub fn move_parts(mv: Move) -> Vec<String> {
    match mv {
        Move::Go { from, to } => vec![cell_name(from), cell_name(to)],
        Move::Lift { from } => vec![cell_name(from), "^".to_owned()],
        Move::Place { to } => vec![cell_name(to)],
        Move::RecruitPawn { to } => vec!["P".to_owned(), cell_name(to)],
        Move::RecruitDouble { to } => vec!["D".to_owned(), cell_name(to)],
        Move::BuyBack => vec!["$".to_owned()],
    }
}

fn split_move(text: &str) -> Option<Move> {
    if text == "$" {
        return Some(Move::BuyBack);
    }
    if let Some(from) = text.strip_suffix('^') {
        return Some(Move::Lift { from: parse_cell(from)? });
    }
    match text.split_once('@') {
        Some(("", to)) => Some(Move::Place { to: parse_cell(to)? }),
        Some(("P", to)) => Some(Move::RecruitPawn { to: parse_cell(to)? }),
        Some(("D", to)) => Some(Move::RecruitDouble { to: parse_cell(to)? }),
        Some(_) => None,
        None => {
            let (from, to) = text.split_once('-')?;
            Some(Move::Go { from: parse_cell(from)?, to: parse_cell(to)? })
        }
    }
}

/// Parses one of the `legal` steps (none if the game is over).
pub fn parse_move(position: &Position, legal: &[Move], text: &str) -> Result<Move, NotationError> {
    let mv = split_move(text).ok_or_else(|| {
        let expected = sentence!(
            "logitac.move",
            "`b4-c4` to go, `a4^` to lift, `@o14` to place, `P@a5` or `D@a1` to recruit, or `$` to buy back",
        );
        NotationError::malformed("move", text, expected)
    })?;
    if legal.contains(&mv) {
        return Ok(mv);
    }
    Err(NotationError::illegal(text, refusal(position, legal, mv)))
}

/// Why a step is not legal.
fn refusal(position: &Position, legal: &[Move], mv: Move) -> Sentence {
    if legal.is_empty() {
        return sentence!("game.over", "the game is over");
    }
    let own = position.side.index();
    let side = SIDE_NAMES[own];
    let compelled = |&mv: &Move| matches!(mv, Move::Lift { .. } | Move::RecruitPawn { .. });
    match (position.due, mv) {
        (Due::Escape, _) => {
            let cell = cell_name(position.pieces[own][PYRAMID]);
            return sentence!("logitac.escape", "the pyramid just delivered on {cell} steps on", cell = cell);
        }
        (Due::Place { men, boards }, _) => {
            let man = NAMES[men.trailing_zeros() as usize];
            return match format_boards(boards).as_str() {
                "23" => sentence!(
                    "logitac.place-either",
                    "the {man} is to be placed, by `@` and an empty cell of board 2 or 3",
                    man = man,
                ),
                board => sentence!(
                    "logitac.place",
                    "the {man} is to be placed, by `@` and an empty cell of board {board}",
                    man = man,
                    board = board,
                ),
            };
        }
        (Due::Nothing, Move::Place { .. }) => return sentence!("logitac.nothing-to-place", "no man is to be placed"),
        _ => {}
    }
    // A side without a man to move may also have recruiting as its only step.
    if legal.iter().all(compelled) && position.grants[own][..2] != [0, 0] {
        let shown = legal.iter().take(8).map(|&mv| format_move(mv)).collect::<Vec<_>>().join(", ");
        let moves = shown + if legal.len() > 8 { ", ..." } else { "" };
        return sentence!(
            "logitac.must-ascend",
            "{side} holds a grant and must ascend: {moves}",
            side = side,
            moves = moves,
        );
    }
    match mv {
        Move::Go { from, .. } | Move::Lift { from } if !position.men(position.side).contains(from) => {
            let from = cell_name(from);
            sentence!("logitac.no-man", "{side} is to act and has no man on {from}", side = side, from = from)
        }
        Move::Go { from, .. } => {
            let goes = legal.iter().filter(|other| matches!(other, Move::Go { from: other, .. } if *other == from));
            let goes = goes.map(|&mv| format_move(mv)).collect::<Vec<_>>();
            match goes.as_slice() {
                [] => sentence!("logitac.stuck", "the man on {from} cannot move", from = cell_name(from)),
                goes => {
                    let moves = goes.join(", ");
                    sentence!("logitac.one-of", "from there it is one of {moves}", moves = moves)
                }
            }
        }
        Move::Lift { from } => {
            sentence!("logitac.no-grant", "no grant lets the man on {from} go up", from = cell_name(from))
        }
        Move::RecruitPawn { .. } | Move::RecruitDouble { .. } if position.turns < RECRUITING_FROM => {
            sentence!("logitac.too-early", "men are recruited from each side's second turn on")
        }
        Move::RecruitPawn { .. } if position.reserve[own] == 0 => {
            sentence!("logitac.no-reserve", "{side} has no pawn in reserve", side = side)
        }
        Move::RecruitDouble { .. } if !legal.iter().any(|mv| matches!(mv, Move::RecruitDouble { .. })) => {
            sentence!(
                "logitac.no-double",
                "the double pawn must be in reserve, two captives held, and the cube or the cylinder away from board 1",
            )
        }
        Move::RecruitPawn { .. } | Move::RecruitDouble { .. } => {
            sentence!("logitac.first-row", "men are recruited on empty cells of {side}'s first row", side = side)
        }
        Move::BuyBack => sentence!(
            "logitac.no-buying",
            "it takes an empty reserve, the double pawn on a board, the pyramid, cube or cylinder on board 3, and \
             pawns that the opponent holds",
        ),
        Move::Place { .. } => unreachable!("placing was dealt with above"),
    }
}

/// A set of boards 1 to 3, given as bits, by their numbers.
pub fn format_boards(boards: u8) -> String {
    (0..BOARDS).filter(|board| boards >> board & 1 == 1).map(|board| char::from(b'1' + board as u8)).collect()
}

/// The man of a side that stands on a cell, by its letter: capitals are White.
pub fn letter_on(position: &Position, cell: u8) -> Option<char> {
    Side::BOTH.into_iter().find_map(|side| {
        let pawn = position.pawns[side.index()].contains(cell).then_some(PAWN);
        let man = pawn.or_else(|| position.pieces[side.index()].iter().position(|&at| at == cell))?;
        let letter = letter(position, side, man);
        Some(char::from(if side == Side::First { letter.to_ascii_uppercase() } else { letter }))
    })
}

/// The small letter of one of a side's men.
fn letter(position: &Position, side: Side, man: usize) -> u8 {
    match man {
        CUBE | CYLINDER if position.solitary[side.index()] => SOLITARY[man - CUBE],
        _ => LETTERS[man],
    }
}

/// A position as on the rule page, five fields.
pub fn format_position(position: &Position) -> String {
    let boards = (0..BOARDS).map(|board| {
        let rows = (0..SIZES[board]).rev().map(|row| format_row(position, board, row));
        rows.collect::<Vec<_>>().join("/")
    });
    let boards = boards.collect::<Vec<_>>().join("|");
    let stocks = Side::BOTH.map(|side| format_stocks(position, side)).join(";");
    let (side, due) = (position.side.index(), format_due(position));
    format!("{boards} {side} {due} {stocks} {}", position.turns)
}

fn format_row(position: &Position, board: usize, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..SIZES[board] {
        match letter_on(position, cell_at(board, row, column)) {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// The step due, as `-`, `e` or `p23`.
pub fn format_due(position: &Position) -> String {
    match position.due {
        Due::Nothing => "-".to_owned(),
        Due::Escape => "e".to_owned(),
        Due::Place { men, boards } => {
            let men = (PYRAMID..=PAWN).filter(|man| men >> man & 1 == 1);
            let men: String = men.map(|man| char::from(letter(position, position.side, man))).collect();
            men + &format_boards(boards)
        }
    }
}

fn format_stocks(position: &Position, side: Side) -> String {
    let index = side.index();
    let pieces = &position.pieces[index];
    let double = if pieces[DOUBLE] == RESERVE { 'D' } else { '-' };
    let pyramid = if pieces[PYRAMID] == GONE { 'Y' } else { '-' };
    let odd: String = (0..BOARDS).map(|board| if position.odd[index] >> board & 1 == 1 { '1' } else { '0' }).collect();
    let grants = position.grants[index].map(|grants| grants.to_string()).join(".");
    format!("{},{double},{},{pyramid},{odd},{grants}", position.reserve[index], position.captives[index])
}
