use crate::game::Side;
use crate::games::lines::{Cells, Move, Pieces};

/// A position of Zen l'initié.
///
/// Whether a side has won follows from the pieces; it is stored because playing a move determines it cheaply, and
/// every caller needs it afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pawns: [u128; 2],
    zen: Option<u8>,
    banned: Option<u8>,
    won: [bool; 2],
    side: Side,
    plies: u16,
}

impl Position {
    /// The position with these pawns, as bitboards in the order of [`Side::BOTH`], and the Zen if it is in play;
    /// `banned` is the cell that is forbidden to it in this move.
    pub(super) fn new(pawns: [u128; 2], zen: Option<u8>, banned: Option<u8>, side: Side, plies: u16) -> Self {
        let mut position = Position { pawns, zen, banned, won: [false; 2], side, plies };
        position.won = Side::BOTH.map(|side| position.is_won(side, Cells::lowest_group));
        position
    }

    /// The pawns of a side: bit `row * 11 + column`.
    #[inline]
    pub fn pawns(&self, side: Side) -> u128 {
        self.pawns[side.index()]
    }

    /// The Zen's cell while it is in play.
    #[inline]
    pub fn zen(&self) -> Option<u8> {
        self.zen
    }

    /// The cell that the Zen was moved from in the move just before, to which it may not return now.
    #[inline]
    pub fn banned(&self) -> Option<u8> {
        self.banned
    }

    /// Whether each side, in the order of [`Side::BOTH`], meets the condition to win: its pawns and the Zen, while it
    /// is in play, form one group, or it alone has pawns. One move may meet it for both.
    #[inline]
    pub fn won(&self) -> [bool; 2] {
        self.won
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

    /// The pieces from the view of the side to act.
    #[inline]
    pub(super) fn view(&self) -> Pieces<u128> {
        Pieces { own: self.pawns(self.side), opposing: self.pawns(self.side.other()), neutral: self.zen_cells() }
    }

    /// The pieces that a side has to connect: its pawns, and the Zen while it is in play.
    #[inline]
    pub(super) fn must_connect(&self, side: Side) -> u128 {
        self.pawns(side) | self.zen_cells()
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let zen_moves = mv != Move::PASS && self.zen == Some(mv.from);
        self.banned = zen_moves.then_some(mv.from);
        if mv != Move::PASS {
            let (own, opposing) = (self.side.index(), self.side.other().index());
            let to = u128::of(mv.to.into());
            let captures_zen = self.zen == Some(mv.to);
            if zen_moves {
                self.zen = Some(mv.to);
            } else {
                self.pawns[own] ^= u128::of(mv.from.into()) | to;
                if captures_zen {
                    self.zen = None;
                }
            }
            let captures_pawn = self.pawns[opposing] & to != 0;
            if captures_pawn {
                self.pawns[opposing] ^= to;
            }
            // The flood starts at the moved piece: most moves leave it in a small group, so it ends soon.
            self.won[own] = self.is_won(self.side, |pieces| pieces.group(to));
            if zen_moves || captures_zen || captures_pawn {
                self.won[opposing] = self.is_won(self.side.other(), Cells::lowest_group);
            }
        }
        self.side = self.side.other();
        self.plies += 1;
    }

    /// Whether a side meets the condition to win; `group` finds one group of its pieces.
    #[inline]
    fn is_won(&self, side: Side, group: impl FnOnce(u128) -> u128) -> bool {
        let pieces = self.must_connect(side);
        self.pawns(side) != 0 && (self.pawns(side.other()) == 0 || group(pieces) == pieces)
    }

    #[inline]
    fn zen_cells(&self) -> u128 {
        self.zen.map_or(0, |cell| u128::of(cell.into()))
    }
}
