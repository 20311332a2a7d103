use crate::game::Side;
use crate::games::lines::{Cells, Move, Pieces};

/// A position of Lines of Action.
///
/// Whether a side is connected follows from the pieces; it is stored because playing a move determines it cheaply,
/// and every caller needs it afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [u64; 2],
    connected: [bool; 2],
    side: Side,
    plies: u16,
}

impl Position {
    /// The position with these pieces, at least one a side, as bitboards in the order of [`Side::BOTH`].
    pub(super) fn new(pieces: [u64; 2], side: Side, plies: u16) -> Self {
        Position { pieces, connected: pieces.map(Cells::is_connected), side, plies }
    }

    /// The pieces of a side: bit `row * 8 + column`.
    #[inline]
    pub fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The pieces from the view of the side to act.
    #[inline]
    pub(super) fn view(&self) -> Pieces<u64> {
        Pieces { own: self.pieces(self.side), opposing: self.pieces(self.side.other()), neutral: 0 }
    }

    /// Whether the pieces of each side form one group, in the order of [`Side::BOTH`].
    #[inline]
    pub fn connected(&self) -> [bool; 2] {
        // Compared one by one, as written: a processor would wait for both writes before it could read the pair.
        let [first, second] = &self.connected;
        [*first, *second]
    }

    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Moves made so far, passes included.
    #[inline]
    pub fn plies(&self) -> u16 {
        self.plies
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let (own, opposing) = (self.side.index(), self.side.other().index());
        // Updated first: after the writes below, a processor would wait for them before it could read the number beside
        // them.
        self.plies += 1;
        self.side = self.side.other();
        if mv != Move::PASS {
            let to = 1 << mv.to;
            self.pieces[own] ^= 1 << mv.from | to;
            // The flood starts at the moved piece: most moves leave it in a small group, so it ends soon.
            self.connected[own] = self.pieces[own].group(to) == self.pieces[own];
            if self.pieces[opposing] & to != 0 {
                self.pieces[opposing] ^= to;
                self.connected[opposing] = self.pieces[opposing].is_connected();
            }
        }
    }
}
