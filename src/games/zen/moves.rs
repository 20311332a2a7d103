use crate::games::lines::{Cells, Move, Pieces};

/// The cells that the Zen's own rules allow: next to a pawn of either side, and not the `banned` cell. A pawn that it
/// captures does not count as a neighbour.
#[inline]
pub fn open_to_zen(pieces: &Pieces<u128>, banned: Option<u8>) -> u128 {
    let banned = banned.map_or(0, |cell| u128::of(cell.into()));
    (pieces.own | pieces.opposing).neighbours() & !banned
}

/// Calls `found` with every move of the side from whose view the pieces are, by ascending start cell, the Zen's moves
/// included, passing not.
#[inline]
pub fn for_each(pieces: &Pieces<u128>, banned: Option<u8>, mut found: impl FnMut(Move)) {
    let open = open_to_zen(pieces, banned);
    pieces.for_each_move(|mv| {
        if open.has(mv.to.into()) || !pieces.neutral.has(mv.from.into()) {
            found(mv);
        }
    });
}
