//! The symmetries of the square: bit 0 mirrors the columns, bit 1 the rows, then bit 2 exchanges both.

use super::{Cells, Move};

/// Number of symmetries of the square.
pub const COUNT: usize = 8;

#[inline]
pub fn cell<S: Cells>(symmetry: usize, cell: u8) -> u8 {
    let size = S::SIZE as u8;
    let (mut row, mut column) = (cell / size, cell % size);
    if symmetry & 1 != 0 {
        column = size - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 4 == 0 { row * size + column } else { column * size + row }
}

/// The image of a set of cells.
pub fn cells<S: Cells>(symmetry: usize, cells: S) -> S {
    cells.iter().fold(S::NONE, |set, from| set | S::of(cell::<S>(symmetry, from as u8).into()))
}

#[inline]
pub fn mv<S: Cells>(symmetry: usize, mv: Move) -> Move {
    if mv == Move::PASS {
        return mv;
    }
    Move { from: cell::<S>(symmetry, mv.from), to: cell::<S>(symmetry, mv.to) }
}
