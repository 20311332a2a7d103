use super::Cells;
use crate::game::Packed;

/// One step: a piece goes from a cell to another, or the side passes. Cells are numbered `row * size + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: u8,
    pub to: u8,
}

impl Packed for Move {
    fn pack(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn unpack(number: u32) -> Self {
        Move { from: (number >> 8) as u8, to: number as u8 }
    }
}

impl Move {
    /// Passing, when the side has no other move. No piece moves to its own cell, so this pair of cells is free.
    pub const PASS: Move = Move { from: 0, to: 0 };
}

/// The pieces on the board from one side's view.
#[derive(Clone, Copy)]
pub struct Pieces<S> {
    /// Pieces of the side to act.
    pub own: S,
    /// Pieces of the other side, which block the side's moves.
    pub opposing: S,
    /// Neutral pieces, which both sides may move, jump and capture.
    pub neutral: S,
}

impl<S: Cells> Pieces<S> {
    #[inline]
    pub fn all(&self) -> S {
        self.own | self.opposing | self.neutral
    }

    /// The pieces that the side may move.
    #[inline]
    pub fn movable(&self) -> S {
        self.own | self.neutral
    }

    /// The same pieces from the other side's view.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Pieces { own: self.opposing, opposing: self.own, neutral: self.neutral }
    }

    /// Calls `found` with every move along the lines, by ascending start cell.
    #[inline]
    pub fn for_each_move(&self, mut found: impl FnMut(Move)) {
        let (all, one) = (self.all(), S::of(0));
        for from in self.movable().iter() {
            for (line, stride) in S::lines(from).iter().zip(S::STRIDES) {
                // A piece moves as many cells as there are pieces on the line, itself included.
                let count = (all & line.cells).count();
                if count <= line.room_ahead {
                    let to = from + count as usize * stride;
                    let passed = self.opposing & line.ahead & S::below(to);
                    if passed | (self.own >> to & one) == S::NONE {
                        found(Move { from: from as u8, to: to as u8 });
                    }
                }
                if count <= line.room_behind {
                    let to = from - count as usize * stride;
                    let passed = (self.opposing & line.behind) >> to >> 1;
                    if passed | (self.own >> to & one) == S::NONE {
                        found(Move { from: from as u8, to: to as u8 });
                    }
                }
            }
        }
    }
}
