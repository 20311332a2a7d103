use super::line::Line;
use super::notation::{SIDE_NAMES, format_line, letters, removals};
use super::position::Position;
use crate::game::Side;

/// Number of pieces in a row of the drawing, which is then 62 columns wide.
const ROW: usize = 20;

/// The line with its positions, in rows of 20, then each side's total and score, and the step due.
pub fn draw(position: &Position) -> String {
    let pieces = Vec::from_iter(letters(position.line()));
    let mut text = String::new();
    for (row, pieces) in pieces.chunks(ROW).enumerate() {
        let numbers = (row * ROW + 1..).take(pieces.len());
        text += &format!("  {}\n", pieces.iter().map(|piece| format!("{piece:>3}")).collect::<String>());
        text += &format!("  {}\n", numbers.map(|number| format!("{number:>3}")).collect::<String>());
    }
    text.push('\n');
    for side in Side::BOTH {
        let (name, total) = (SIDE_NAMES[side.index()], position.totals()[side.index()]);
        text += &format!("  {name}  total {total}; the line scores {}\n", product(position.line(), side));
    }
    text + "\n" + &due(position)
}

/// The side that a character of a drawing stands for.
pub fn man_drawn(symbol: char) -> Option<Side> {
    match symbol {
        'W' => Some(Side::First),
        'B' => Some(Side::Second),
        _ => None,
    }
}

/// A side's score for a line as a product, as `3*2*2 = 12`: without blanks, twenty chains fit a terminal's line.
fn product(line: Line, side: Side) -> String {
    let skipped = usize::from(line.first_side() != side);
    let lengths = Vec::from_iter(line.chains().skip(skipped).step_by(2).map(|(_, length)| length.to_string()));
    match lengths.as_slice() {
        [] => "0: no piece".to_owned(),
        [only] => format!("0: one chain only, of {only}"),
        lengths => format!("{} = {}", lengths.join("*"), line.scores()[side.index()]),
    }
}

/// The side to act, its step, and what is forbidden.
fn due(position: &Position) -> String {
    let (name, turns) = (SIDE_NAMES[position.side().index()], position.turns_left());
    if position.is_over() {
        return "  the game is over\n".to_owned();
    }
    if position.removing() {
        return format!("  {name} to remove: {}; turns left: {turns}\n", removals(position));
    }
    let mut text = format!("  {name} to swap; turns left: {turns}\n");
    if let Some(earlier) = position.earlier() {
        text += &format!("  not to be given back: {}\n", format_line(earlier));
    }
    text
}
