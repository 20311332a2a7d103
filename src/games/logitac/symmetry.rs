//! The reflection of the columns. (Reflecting the rows exchanges the sides, so it does not belong here.)

use super::board::{Cells, REFLECTED};
use super::moves::Move;
use super::position::Position;

/// The identity and the reflection.
pub const COUNT: usize = 2;

pub fn position(position: &Position) -> Position {
    let pawns = position.pawns.map(|pawns| pawns.iter().map(cell).fold(Cells::EMPTY, Cells::with));
    Position { pawns, pieces: position.pieces.map(|pieces| pieces.map(cell)), ..*position }
}

#[inline]
pub fn mv(mv: Move) -> Move {
    match mv {
        Move::Go { from, to } => Move::Go { from: cell(from), to: cell(to) },
        Move::Lift { from } => Move::Lift { from: cell(from) },
        Move::Place { to } => Move::Place { to: cell(to) },
        Move::RecruitPawn { to } => Move::RecruitPawn { to: cell(to) },
        Move::RecruitDouble { to } => Move::RecruitDouble { to: cell(to) },
        Move::BuyBack => Move::BuyBack,
    }
}

/// The image of a cell; the place of a piece off the boards stays as it is.
#[inline]
fn cell(cell: u8) -> u8 {
    REFLECTED.get(cell as usize).copied().unwrap_or(cell)
}
