//! Checks of the drawings on pages: every man stands on a cell of its own, and people point at cells, or at signs
//! beside the board.

use super::amount::Amount;
use super::random_games::{RandomGames, legal};
use super::violation::{Place, Violation, hold};
use crate::game::{Board, CompleteGame};
use std::collections::HashSet;

/// Whether a part of a move cannot be a cell's name, which is a letter and a number.
fn is_sign(part: &str) -> bool {
    let (first, last) = (part.chars().next(), part.chars().next_back());
    !(first.is_some_and(char::is_alphabetic) && last.is_some_and(|last| last.is_ascii_digit()))
}

/// The names of the cells, if the board is drawn correctly.
fn cell_names(board: &Board) -> Result<HashSet<&str>, Violation> {
    let (mut names, mut places) = (HashSet::new(), HashSet::new());
    for cell in &board.cells {
        let (name, x, y) = (&cell.name, cell.x, cell.y);
        hold!(names.insert(name.as_str()), "two cells of the board are called `{name}`: expected a name for each");
        hold!(
            places.insert([x, y].map(f32::to_bits)),
            "two cells of the board, one of them `{name}`, are at ({x}, {y})"
        );
    }
    let count = names.len();
    for &end in board.edges.iter().flatten() {
        hold!(usize::from(end) < count, "a line of the board ends at cell {end}: expected one of its {count} cells");
    }
    Ok(names)
}

/// Men have a kind and a cell that the board knows, at most one per cell, and parts of moves are cells or signs.
pub fn boards_hold_men_and_moves<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let Some(board) = game.board() else { return Ok(()) };
    let names = cell_names(&board)?;
    let (cells, kinds) = (names.len(), board.kinds.len());
    let mut games = RandomGames::new(game, 7, amount.share(1, 10));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let mut taken = HashSet::new();
        for (cell, kind) in game.men(position) {
            hold!(usize::from(cell) < cells, here; "a man is on cell {cell}: expected one of the {cells} cells");
            hold!(usize::from(kind) < kinds, here; "a man is of kind {kind}: expected one of the {kinds} kinds");
            let name = &board.cells[usize::from(cell)].name;
            hold!(taken.insert(cell), here; "two men are on {name}: expected one a cell at most");
        }
        let moves = legal(game, position);
        for (&mv, parts) in moves.iter().zip(game.parts_of_moves(position, &moves)) {
            for part in parts {
                hold!(
                    names.contains(part.as_str()) || is_sign(&part), here;
                    "move_parts of `{}` has `{part}`: expected a cell, or a sign that does not look like one",
                    game.format_move(position, mv)
                );
            }
        }
    }
    Ok(())
}
