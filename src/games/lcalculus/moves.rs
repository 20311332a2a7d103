use serde::{Deserialize, Serialize};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Two adjacent groups of `size` pieces change places, with `before` pieces to their left and `after` to their
    /// right. `after` follows from the line; it is there so that the mirror image needs no line.
    Swap {
        /// Pieces to the left of both groups.
        before: u8,
        /// Pieces of each group.
        size: u8,
        /// Pieces to the right of both groups.
        after: u8,
    },
    /// The line stays, since no swap is legal.
    Pass,
    /// Nothing is removed.
    Keep,
    /// So many of the opponent's pieces are removed from the left end.
    Left(u8),
    /// So many of the opponent's pieces are removed from the right end.
    Right(u8),
}

impl Move {
    /// The move on the line from right to left.
    #[must_use]
    pub(super) fn mirrored(self) -> Move {
        match self {
            Move::Swap { before, size, after } => Move::Swap { before: after, size, after: before },
            Move::Left(count) => Move::Right(count),
            Move::Right(count) => Move::Left(count),
            Move::Pass | Move::Keep => self,
        }
    }
}
