use super::board::{self, LINES, STRIDES};
use serde::{Deserialize, Serialize};

/// One step: a piece goes from a cell to another, or the side passes. Cells are numbered `row * 8 + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    /// The cell left.
    pub from: u8,
    /// The cell reached.
    pub to: u8,
}

impl Move {
    /// The side has no other move. No piece moves to where it stands, so the pair of cells is free for it.
    pub const PASS: Move = Move { from: 0, to: 0 };
}

/// Calls `found` with every move of a side's pieces, by ascending cell left; passing is not among them.
#[inline]
pub fn for_each(own: u64, opposing: u64, mut found: impl FnMut(Move)) {
    for from in board::cells(own) {
        for (line, stride) in LINES[from].iter().zip(STRIDES) {
            // A piece goes as many cells as there are pieces on the line, itself included.
            let count = ((own | opposing) & line.cells).count_ones();
            if count <= line.room_ahead {
                let to = from as u32 + count * stride;
                let passed = opposing & line.ahead & ((1 << to) - 1);
                if passed | (own >> to & 1) == 0 {
                    found(Move { from: from as u8, to: to as u8 });
                }
            }
            if count <= line.room_behind {
                let to = from as u32 - count * stride;
                let passed = (opposing & line.behind) >> to >> 1;
                if passed | (own >> to & 1) == 0 {
                    found(Move { from: from as u8, to: to as u8 });
                }
            }
        }
    }
}
