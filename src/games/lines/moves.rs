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
    /// The side has no other move. No piece moves to where it stands, so the pair of cells is free for it.
    pub const PASS: Move = Move { from: 0, to: 0 };
}

/// The pieces on the board as one side sees them.
#[derive(Clone, Copy)]
pub struct Pieces<S> {
    /// Pieces of the side to act.
    pub own: S,
    /// Those of the other side: the side's moves do not pass over them.
    pub opposing: S,
    /// Those of nobody, which both sides may move, pass over and capture.
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

    /// The same pieces as the other side sees them.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Pieces { own: self.opposing, opposing: self.own, neutral: self.neutral }
    }

    /// Calls `found` with every move that the lines allow the side, by ascending cell left.
    #[inline]
    pub fn for_each_move(&self, mut found: impl FnMut(Move)) {
        let (all, one) = (self.all(), S::of(0));
        for from in self.movable().iter() {
            for (line, stride) in S::lines(from).iter().zip(S::STRIDES) {
                // A piece goes as many cells as there are pieces on the line, itself included.
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
