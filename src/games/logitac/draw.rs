//! The boards as a person would draw them.

use super::board::{CHIMNEYS, OFFSETS, SIZES, cell_at};
use super::notation::{NAMES, SIDE_NAMES, format_boards, letter_on, row_letter};
use super::position::{DOUBLE, Due, GONE, PAWN, PYRAMID, Position, RESERVE};
use crate::game::Side;

const LEGEND: &str = "\
capitals are White, who goes up the rows; small letters Black, who goes down; `#` is a chimney
P pawn, Y pyramid, C cube, N cylinder, D double pawn; S cube and T cylinder that move as both
two pawns, or a piece, taken on a board give a grant of it, by which a man goes up from there
";

/// All boards side by side, the men in stock, and what is due.
pub fn draw(position: &Position) -> String {
    let mut third = Vec::from(["  board 4".to_owned(), "    26".to_owned(), format!("  z  {}", summit(position))]);
    third.push(String::new());
    third.extend(board(position, 2));
    let columns = [board(position, 0), board(position, 1), third];
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let widths = columns.each_ref().map(|lines| lines.iter().map(String::len).max().unwrap_or(0));
    let mut text = String::new();
    for line in 0..height {
        // The lower edges are level, and what is lower is further down.
        let parts = columns.iter().zip(widths).map(|(lines, width)| {
            let part = (line + lines.len()).checked_sub(height).map_or("", |index| &lines[index]);
            format!("{part:width$}")
        });
        let parts: String = parts.collect::<Vec<_>>().join("  ");
        text += parts.trim_end();
        text.push('\n');
    }
    text += LEGEND;
    for side in Side::BOTH {
        text += &stock(position, side);
    }
    let turns = position.turns;
    text + &format!("{} to act{}; turns played: {turns}\n", SIDE_NAMES[position.side.index()], due(position))
}

fn board(position: &Position, board: usize) -> Vec<String> {
    let size = SIZES[board];
    let numbers: String = (0..size).map(|column| format!("{:3}", OFFSETS[board] + column + 1)).collect();
    let mut lines = vec![format!("  board {}", board + 1), format!("   {numbers}")];
    for row in (0..size).rev() {
        let letter = row_letter(board, row);
        let cells: String =
            (0..size).map(|column| format!("  {}", mark(position, cell_at(board, row, column)))).collect();
        lines.push(format!("  {letter}{cells}  {letter}"));
    }
    lines.push(format!("   {numbers}"));
    lines
}

fn mark(position: &Position, cell: u8) -> char {
    letter_on(position, cell).unwrap_or(if CHIMNEYS.contains(cell) { '#' } else { '.' })
}

fn summit(position: &Position) -> char {
    match Side::BOTH.map(|side| position.on_summit(side)) {
        [true, _] => 'Y',
        [_, true] => 'y',
        _ => '.',
    }
}

/// What a side has beside its men on the boards, on one line.
fn stock(position: &Position, side: Side) -> String {
    let index = side.index();
    let (name, pieces) = (SIDE_NAMES[index], &position.pieces[index]);
    let (reserve, captives) = (position.reserve[index], position.captives[index]);
    let double = if pieces[DOUBLE] == RESERVE { ", double pawn" } else { "" };
    let pyramid = if pieces[PYRAMID] == GONE { "; pyramid captured" } else { "" };
    let grants = position.grants[index].map(|grants| grants.to_string()).join(" ");
    let odd = [0, 1, 2].map(|board| (position.odd[index] >> board & 1).to_string()).join(" ");
    let earned = format!("grants {grants}, odd pawns {odd} (boards 1 2 3)");
    format!("{name}: reserve {reserve}{double}; captives {captives}; {earned}{pyramid}\n")
}

fn due(position: &Position) -> String {
    match position.due {
        Due::Nothing => String::new(),
        Due::Escape => ", its pyramid just delivered steps on".to_owned(),
        Due::Place { men, boards } => {
            let men = (PYRAMID..=PAWN).filter(|man| men >> man & 1 == 1).map(|man| NAMES[man]);
            let men = men.collect::<Vec<_>>().join(", then ");
            format!(", to place on board {}: {men}", format_boards(boards).replace("23", "2 or 3"))
        }
    }
}
