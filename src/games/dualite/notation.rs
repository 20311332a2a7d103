use super::grid;
use super::position::{Cell, Opening, Position, Spec};
use crate::game::{NotationError, Sentence, Side};
use crate::sentence;
use std::fmt::Write;

const BOARD: &str = "board";
const SIDE: &str = "side to act";
const ANCHORS: &str = "anchors";
const STEPS: &str = "steps left";

/// A cell's name, `a1` for cell 0.
pub(super) fn format_cell(size: usize, cell: usize) -> String {
    format!("{}{}", (b'a' + (cell % size) as u8) as char, cell / size + 1)
}

fn parse_cell(size: usize, text: &str) -> Option<usize> {
    let &[column, row] = text.as_bytes() else { return None };
    let column = column.checked_sub(b'a')? as usize;
    let row = row.checked_sub(b'1')? as usize;
    (column < size && row < size).then_some(row * size + column)
}

/// The cells of a mask in the order of the notation, by column first; `-` if empty.
fn format_cells(size: usize, mask: u32) -> String {
    let mut names: Vec<String> = grid::cells(mask).map(|cell| format_cell(size, cell)).collect();
    names.sort();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

fn last_cell(size: usize) -> String {
    format_cell(size, size * size - 1)
}

pub(super) fn parse_move(spec: &Spec, position: &Position, text: &str) -> Result<Cell, NotationError> {
    let size = spec.grid.size;
    let cell = parse_cell(size, text).ok_or_else(|| {
        let expected = sentence!("dualite.cell", "a cell from a1 to {last}", last = last_cell(size));
        NotationError::malformed("move", text, expected)
    })?;
    let bit = 1 << cell;
    let playable = spec.playable(position);
    if spec.has_line(position) || playable == 0 {
        return Err(NotationError::illegal(text, sentence!("game.over", "the game is over")));
    }
    if playable & bit != 0 {
        return Ok(Cell(cell as u8));
    }
    let anchors = format_cells(size, position.anchors);
    let reason = if position.black & bit != 0 {
        sentence!("dualite.black", "the cell is black")
    } else if spec.in_opening(position) {
        sentence!("dualite.opening", "the second circle may neither be nor touch the first, {cells}", cells = anchors)
    } else {
        let legal = format_cells(size, playable);
        sentence!("dualite.beside", "it must touch {cells}; legal are {legal}", cells = anchors, legal = legal)
    };
    Err(NotationError::illegal(text, reason))
}

pub(super) fn format_position(spec: &Spec, position: &Position) -> String {
    let size = spec.grid.size;
    let mut text = String::new();
    for row in (0..size).rev() {
        text.extend((0..size).map(|column| symbol(position, row * size + column)));
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text += &format!("{} {}", position.side.index(), format_cells(size, position.anchors));
    if spec.turn > 1 {
        text += &format!(" {}", position.steps_left);
    }
    text
}

fn symbol(position: &Position, cell: usize) -> char {
    let bit = 1 << cell;
    match (position.white & bit != 0, position.black & bit != 0) {
        (true, _) => 'o',
        (_, true) => 'x',
        _ => '.',
    }
}

/// The board with the anchors in brackets, and a line on their effect on this move.
pub(super) fn draw(spec: &Spec, position: &Position) -> String {
    let size = spec.grid.size;
    let mut text = String::new();
    for row in (0..size).rev() {
        let _ = write!(text, "{} ", row + 1);
        for cell in row * size..(row + 1) * size {
            let [left, right] = if position.anchors >> cell & 1 != 0 { ['[', ']'] } else { [' ', ' '] };
            text.extend([left, symbol(position, cell), right]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push(' ');
    for column in 0..size {
        text.extend([' ', ' ', (b'a' + column as u8) as char]);
    }
    text + "\n\n  o white, x black" + due(spec, position) + "\n"
}

/// The constraint on the next circle; empty if the game is over.
fn due(spec: &Spec, position: &Position) -> &'static str {
    match position.anchors {
        _ if spec.outcome(position).is_some() => "",
        0 => "; the first circle goes anywhere",
        _ if spec.in_opening(position) => "; the second circle may not touch [ ]",
        _ => "; to be played: a neighbour of [ ], empty or white",
    }
}

pub(super) fn parse_position(spec: &Spec, text: &str) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let names: &[&str] = if spec.turn > 1 { &[BOARD, SIDE, ANCHORS, STEPS] } else { &[BOARD, SIDE, ANCHORS] };
    if fields.len() != names.len() {
        return Err(NotationError::malformed(
            "position",
            text,
            match spec.turn {
                1 => sentence!("dualite.fields", "board, side to act, anchors, with one space between"),
                _ => {
                    sentence!("dualite.fields-teams", "board, side to act, anchors, steps left, with one space between")
                }
            },
        ));
    }
    let (white, black) = parse_board(spec, fields[0])?;
    let turn = turn_after(spec, (white.count_ones() + 2 * black.count_ones()) as usize);
    let (side, steps_left) = turn;
    if fields[1] != side.index().to_string() {
        let expected = sentence!("dualite.side", "{side} after this many steps", side = side.index());
        return Err(NotationError::malformed(SIDE, fields[1], expected));
    }
    let anchors = parse_anchors(spec, fields[2])?;
    if spec.turn > 1 && fields[3] != steps_left.to_string() {
        let expected = sentence!("dualite.steps-left", "{steps} after this many steps", steps = u32::from(steps_left));
        return Err(NotationError::malformed(STEPS, fields[3], expected));
    }
    let position = Position { white, black, anchors, side, steps_left };
    if can_be(spec, &position) {
        return Ok(position);
    }
    let mut possible: Vec<u32> = (0..spec.grid.cells())
        .flat_map(|a| (0..=a).map(move |b| 1 << a | 1 << b))
        .filter(|&anchors| can_be(spec, &Position { anchors, ..position }))
        .collect();
    if white | black == 0 {
        possible.push(0);
    }
    if possible.is_empty() {
        let expected = sentence!("dualite.reachable", "a board that play can reach");
        return Err(NotationError::malformed(BOARD, fields[0], expected));
    }
    let possible = possible.into_iter().map(|mask| Sentence::from(format_cells(spec.grid.size, mask)));
    let either = |one: Sentence, other: Sentence| sentence!("dualite.or", "{one} or {other}", one = one, other = other);
    let cells = possible.reduce(either).expect("some are possible");
    let expected = sentence!("dualite.last", "cells that can have been played last: {cells}", cells = cells);
    Err(NotationError::malformed(ANCHORS, fields[2], expected))
}

fn parse_board(spec: &Spec, text: &str) -> Result<(u32, u32), NotationError> {
    let size = spec.grid.size;
    let malformed = || {
        let expected =
            sentence!("dualite.board", "{size} rows of {size} cells `.`, `o` or `x`, joined by `/`", size = size);
        NotationError::malformed(BOARD, text, expected)
    };
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    if rows.len() != size || rows.iter().any(|row| row.len() != size) {
        return Err(malformed());
    }
    let (mut white, mut black) = (0, 0);
    for (cell, symbol) in rows.into_iter().rev().flatten().enumerate() {
        match symbol {
            b'o' => white |= 1 << cell,
            b'x' => black |= 1 << cell,
            b'.' => {}
            _ => return Err(malformed()),
        }
    }
    Ok((white, black))
}

fn parse_anchors(spec: &Spec, text: &str) -> Result<u32, NotationError> {
    let size = spec.grid.size;
    let mut mask = 0;
    if text != "-" {
        for name in text.split(',') {
            let cell = parse_cell(size, name).ok_or_else(|| {
                let expected = sentence!(
                    "dualite.anchors",
                    "`-`, or cells from a1 to {last} joined by `,`",
                    last = last_cell(size)
                );
                NotationError::malformed(ANCHORS, text, expected)
            })?;
            mask |= 1 << cell;
        }
    }
    let sorted = format_cells(size, mask);
    if sorted == text { Ok(mask) } else { Err(NotationError::malformed(ANCHORS, text, format!("`{sorted}`"))) }
}

/// The side to act after `steps` steps, and its steps left in the turn.
fn turn_after(spec: &Spec, steps: usize) -> (Side, u8) {
    let opening = spec.opening_circles();
    let Some(after) = steps.checked_sub(opening.into()) else { return (Side::First, opening - steps as u8) };
    let turn = usize::from(spec.turn);
    let side = if after / turn % 2 == 0 { Side::Second } else { Side::First };
    (side, spec.turn - (after % turn) as u8)
}

/// Whether a position whose side and steps left match its circles can arise, judging by the opening, the connection
/// of the circles and the last step.
fn can_be(spec: &Spec, position: &Position) -> bool {
    let grid = &spec.grid;
    let &Position { white, black, anchors, .. } = position;
    let circles = white | black;
    let steps = white.count_ones() + 2 * black.count_ones();
    let opening = u32::from(spec.opening_circles());
    if steps <= opening {
        let last = match steps {
            0 => anchors == 0,
            1 => anchors == white,
            _ if spec.opening == Opening::Either => anchors == circles,
            _ => anchors.is_power_of_two() && anchors & circles != 0,
        };
        return black == 0 && grid.neighbours(white) & white == 0 && last;
    }
    // In the middle of a turn that answers the other team, the anchors are beside the last step, not the step itself.
    let answered = position.steps_left < spec.turn && !spec.answers_partner;
    let last_steps = match answered {
        true => circles & grid.neighbours(anchors) & !anchors,
        false if anchors.is_power_of_two() => circles & anchors,
        false => 0,
    };
    groups(spec, circles) <= opening
        && grid::cells(last_steps).any(|cell| {
            let bit = 1 << cell;
            let mut before = *position;
            before.black &= !bit;
            before.white = if black & bit != 0 { white | bit } else { white & !bit };
            if spec.has_line(&before) {
                return false;
            }
            if answered {
                return can_be(spec, &Position { steps_left: spec.turn, ..before });
            }
            let around = grid.neighbours(bit) & (before.white | before.black);
            if steps - 1 > opening {
                return around != 0;
            }
            // The step before was the opening's last.
            grid::cells(around).any(|anchor| {
                let anchors = if spec.opening == Opening::Either { before.white } else { 1 << anchor };
                let before = Position { anchors, ..before };
                can_be(spec, &before) && spec.playable(&before) & bit != 0
            })
        })
}

/// Number of groups of neighbouring circles.
fn groups(spec: &Spec, mut circles: u32) -> u32 {
    let mut groups = 0;
    while circles != 0 {
        let mut group = circles & circles.wrapping_neg();
        loop {
            let grown = group | spec.grid.neighbours(group) & circles;
            if grown == group {
                break;
            }
            group = grown;
        }
        circles &= !group;
        groups += 1;
    }
    groups
}
