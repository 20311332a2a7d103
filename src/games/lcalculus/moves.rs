use crate::game::Packed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Two adjacent groups of `size` pieces change places, with `before` pieces to their left and `after` to their
    /// right. `after` could be derived from the line; it is stored so that mirroring needs no line.
    Swap {
        /// Number of pieces to the left of both groups.
        before: u8,
        /// Number of pieces of each group.
        size: u8,
        /// Number of pieces to the right of both groups.
        after: u8,
    },
    /// The line stays, since no swap is legal.
    Pass,
    Keep,
    /// This number of the opponent's pieces is removed from the left end.
    Left(u8),
    /// This number of the opponent's pieces is removed from the right end.
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

/// The kind, then its numbers, one byte each.
impl Packed for Move {
    fn pack(self) -> u32 {
        let bytes = match self {
            Move::Swap { before, size, after } => [0, before, size, after],
            Move::Pass => [1, 0, 0, 0],
            Move::Keep => [2, 0, 0, 0],
            Move::Left(count) => [3, count, 0, 0],
            Move::Right(count) => [4, count, 0, 0],
        };
        u32::from_be_bytes(bytes)
    }

    fn unpack(number: u32) -> Self {
        match number.to_be_bytes() {
            [0, before, size, after] => Move::Swap { before, size, after },
            [1, ..] => Move::Pass,
            [2, ..] => Move::Keep,
            [3, count, ..] => Move::Left(count),
            [_, count, ..] => Move::Right(count),
        }
    }
}
