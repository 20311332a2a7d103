use crate::games::lines::{Cells, Move, Pieces};

/// Where the Zen may go as far as its own rules say: beside a pawn of either side, and not back to the `banned` cell.
/// The pawn that it captures is no neighbour.
#[inline]
pub fn open_to_zen(pieces: &Pieces<u128>, banned: Option<u8>) -> u128 {
    let banned = banned.map_or(0, |cell| u128::of(cell.into()));
    (pieces.own | pieces.opposing).neighbours() & !banned
}

/// Calls `found` with every move of the side whose view of the pieces this is, by ascending cell left, the Zen's among
/// them; passing is not.
#[inline]
pub fn for_each(pieces: &Pieces<u128>, banned: Option<u8>, mut found: impl FnMut(Move)) {
    let open = open_to_zen(pieces, banned);
    pieces.for_each_move(|mv| {
        if open.has(mv.to.into()) || !pieces.neutral.has(mv.from.into()) {
            found(mv);
        }
    });
}
