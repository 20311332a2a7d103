use super::board::{self, CELLS};
use super::{moves::Move, position::Position};
use crate::game::Side;

/// Symmetries of the square.
pub const COUNT: usize = 8;

/// The image of each cell under each symmetry: bit 0 mirrors the columns, bit 1 the rows, then bit 2 exchanges both.
static IMAGES: [[u8; CELLS]; COUNT] = images();

const fn images() -> [[u8; CELLS]; COUNT] {
    let mut images = [[0; CELLS]; COUNT];
    let mut symmetry = 0;
    while symmetry < COUNT {
        let mut cell = 0;
        while cell < CELLS {
            let column = if symmetry & 1 == 0 { cell % 8 } else { 7 - cell % 8 };
            let row = if symmetry & 2 == 0 { cell / 8 } else { 7 - cell / 8 };
            images[symmetry][cell] = if symmetry & 4 == 0 { row * 8 + column } else { column * 8 + row } as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    images
}

/// The image of a position; sides keep their pieces.
pub fn position(symmetry: usize, position: &Position) -> Position {
    let image = |side| board::cells(position.pieces(side)).fold(0, |set, cell| set | 1 << IMAGES[symmetry][cell]);
    Position::new(Side::BOTH.map(image), position.side(), position.plies())
}

/// The image of a move.
#[inline]
pub fn mv(symmetry: usize, mv: Move) -> Move {
    if mv == Move::PASS {
        return mv;
    }
    let images = &IMAGES[symmetry];
    Move { from: images[mv.from as usize], to: images[mv.to as usize] }
}
