//! The boards as text, in 80 columns and few enough rows that the opponent's move, printed before them, stays visible
//! on the smallest terminals.

use super::board::{CELLS, CHIMNEYS, OFFSETS, SIZES, SUMMIT, cell_at, coordinates};
use super::notation::{LETTERS, NAMES, SIDE_NAMES, SOLITARY, cell_name, format_boards, letter_on, row_letter};
use super::position::{DOUBLE, Due, GONE, PAWN, PYRAMID, Position, RESERVE};
use crate::game::{Board, BoardCell, Look, ManKind, Side, Tile};

const LEGEND: [&str; 4] = [
    "White: capitals, goes up; Black: small, goes down",
    "P pawn, D double pawn, Y pyramid, # chimney",
    "C cube, N cylinder; as S and T they move as both",
    "grants: of boards 1 2 3, + is half of one more",
];

/// All boards side by side, the men in stock, and the step due.
pub fn draw(position: &Position) -> String {
    let [first, second, third] = [0, 1, 2].map(|index| board(position, index));
    let fourth = ["  board 4".to_owned(), format!("  z26 {}", summit(position)), String::new()];
    // Boards 3 and 4 are as high as board 2, and board 2 with the legend is as high as board 1.
    let upper = beside(second, fourth.into_iter().chain(third));
    let boards = beside(first, LEGEND.map(str::to_owned).into_iter().chain(upper));
    let stocks = Side::BOTH.map(|side| stock(position, side));
    let state = format!("turns played {}{}", position.turns, due(position));
    boards.into_iter().chain(stocks).chain([state]).map(|line| line + "\n").collect()
}

/// Two columns of as many lines.
fn beside(left: Vec<String>, right: impl Iterator<Item = String>) -> Vec<String> {
    let width = left.iter().map(String::len).max().unwrap_or(0);
    left.iter().zip(right).map(|(left, right)| format!("{left:width$}   {right}").trim_end().to_owned()).collect()
}

/// A board's name, the numbers of its columns with upright digits, and its rows.
fn board(position: &Position, board: usize) -> Vec<String> {
    let size = SIZES[board];
    let numbers = OFFSETS[board] + 1..=OFFSETS[board] + size;
    let tens: String = numbers.clone().map(|n| if n < 10 { "  ".to_owned() } else { format!(" {}", n / 10) }).collect();
    let units: String = numbers.map(|n| format!(" {}", n % 10)).collect();
    let mut lines = vec![format!("  board {}", board + 1), format!(" {tens}"), format!(" {units}")];
    for row in (0..size).rev() {
        let letter = row_letter(board, row);
        let cells = (0..size).flat_map(|column| [' ', mark(position, cell_at(board, row, column))]);
        lines.push(format!("{letter}{} {letter}", String::from_iter(cells)));
    }
    lines
}

fn mark(position: &Position, cell: u8) -> char {
    letter_on(position, cell).unwrap_or(if CHIMNEYS.contains(cell) { '#' } else { '.' })
}

/// The letters of the kinds of men.
const KINDS: &str = "YCNDPSTycndpst";

/// The lower left cell of each board on pages, as x and y.
const CORNERS: [(f32, f32); 3] = [(0.0, 0.0), (14.0, 0.0), (14.0, 9.0)];

/// The four boards for pages, the summit beside board 3.
pub fn board_for_pages() -> Board {
    let mut cells = Vec::with_capacity(CELLS + 1);
    for (cell, (board, row, column)) in (0..SUMMIT).map(|cell| (cell, coordinates(cell))) {
        let (x, y) = CORNERS[board];
        cells.push(BoardCell::new(cell_name(cell), x + column as f32, y + row as f32));
    }
    cells.push(BoardCell::new("z26".to_owned(), 20.0, 11.0));
    let kinds = KINDS.chars().map(|letter| {
        let man = LETTERS.iter().position(|&known| char::from(known) == letter.to_ascii_lowercase());
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        // The two letters that are not in the list are solitary men.
        ManKind::new(man.map_or("solitary piece", |man| NAMES[man]), Look::Letter(letter.to_ascii_uppercase()), side)
    });
    let kinds = kinds.collect();
    Board { tile: Tile::Square, chequered: true, cells, ..Board::squares(0, 0, kinds) }
}

pub fn men(position: &Position) -> Vec<(u16, u8)> {
    let kind = |cell| KINDS.find(letter_on(position, cell)?);
    (0..=SUMMIT).filter_map(|cell| Some((cell.into(), kind(cell)? as u8))).collect()
}

/// The side whose man a character of a drawing is. The letters of rows and of the legend are no men: a man stands in
/// a row of its board, single characters with one blank between.
pub fn man_drawn(line: &[char], at: usize) -> Option<Side> {
    let letter = line[at];
    let blank = |at: usize| line.get(at).is_none_or(|&c| c == ' ');
    let single = |at: usize| !blank(at) && blank(at + 1) && (at == 0 || blank(at - 1));
    let within = at >= 2 && single(at - 2) && single(at) && single(at + 2);
    let man = LETTERS.iter().chain(&SOLITARY).any(|&man| char::from(man) == letter.to_ascii_lowercase());
    (within && man).then_some(if letter.is_ascii_uppercase() { Side::First } else { Side::Second })
}

fn summit(position: &Position) -> char {
    match Side::BOTH.map(|side| position.on_summit(side)) {
        [true, _] => 'Y',
        [_, true] => 'y',
        _ => '.',
    }
}

/// A side's men off the boards.
fn stock(position: &Position, side: Side) -> String {
    let index = side.index();
    let (name, pieces) = (SIDE_NAMES[index], &position.pieces[index]);
    let (reserve, captives) = (position.reserve[index], position.captives[index]);
    let double = if pieces[DOUBLE] == RESERVE { " and double pawn" } else { "" };
    let pyramid = if pieces[PYRAMID] == GONE { "; pyramid captured" } else { "" };
    let half = |board: usize| if position.odd[index] >> board & 1 == 1 { "+" } else { "" };
    let grants = [0, 1, 2].map(|board| format!("{}{}", position.grants[index][board], half(board))).join(" ");
    format!("{name}: reserve {reserve}{double}; captives {captives}; grants {grants}{pyramid}")
}

/// The step that the side to act must make in its unfinished turn.
fn due(position: &Position) -> String {
    let side = SIDE_NAMES[position.side.index()];
    match position.due {
        Due::Nothing => String::new(),
        Due::Escape => format!("; {side}'s pyramid just delivered is to move"),
        Due::Place { men, boards } => {
            let men = (PYRAMID..=PAWN).filter(|man| men >> man & 1 == 1).map(|man| NAMES[man]);
            let men = men.collect::<Vec<_>>().join(", then ");
            format!("; {side} to place on board {}: {men}", format_boards(boards).replace("23", "2 or 3"))
        }
    }
}
