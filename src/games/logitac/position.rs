use super::board::{BOARD, Cells, SUMMIT, board_of};
use crate::game::Side;

/// Number of pawns of a side, wherever they are.
pub const PAWNS: u8 = 45;
/// The most grants of a board that are counted: two captures a turn, for the most turns of the option. No game gets
/// there, but a parsed position may.
pub const MAX_GRANTS: u16 = 20_000;

/// The place of a piece in reserve.
pub const RESERVE: u8 = 234;
/// The place of a captured piece. The pyramid waits to be delivered, the others are out of the game.
pub const GONE: u8 = 235;
/// The place of a piece that is to be placed, see [`Due`].
pub const DUE: u8 = 236;

/// Indices of the pieces in [`Position::pieces`]; a side has one of each. As bits of [`Due::Place`] they are in the
/// order of placing, followed by the pawn.
pub const PYRAMID: usize = 0;
/// A man that slides along rows and columns.
pub const CUBE: usize = 1;
/// A man that slides along diagonals.
pub const CYLINDER: usize = 2;
/// A man that leaps.
pub const DOUBLE: usize = 3;
/// The bit of a pawn in [`Due::Place`].
pub const PAWN: usize = 4;

/// What the side to act must do before its turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Due {
    /// No step of the turn has been made.
    Nothing,
    /// The pyramid just delivered makes one more step.
    Escape,
    /// Men are placed, lowest bit first, each on one of the boards, which are bits by index.
    Place {
        /// A bit for each kind of man: pyramid, cube, cylinder, double pawn, pawn.
        men: u8,
        /// Bits 0 to 2 for boards 1 to 3. Two of them only for a lifted pawn.
        boards: u8,
    },
}

/// A position of Logitac. Arrays of two are in the order of [`Side::BOTH`], those of three in the order of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) pawns: [Cells; 2],
    /// The cell of each piece, [`SUMMIT`], or [`RESERVE`], [`GONE`] or [`DUE`].
    pub(super) pieces: [[u8; 4]; 2],
    /// Number of pawns in reserve, by side.
    pub(super) reserve: [u8; 2],
    /// Number of the opponent's pawns that the side holds.
    pub(super) captives: [u8; 2],
    /// Bit by board: whether the number of captures by pawns there is odd.
    pub(super) odd: [u8; 2],
    /// Whether the side's cube or cylinder moves as both, since the other one is gone.
    pub(super) solitary: [bool; 2],
    pub(super) grants: [[u16; 3]; 2],
    pub(super) due: Due,
    pub(super) side: Side,
    pub(super) turns: u16,
}

impl Position {
    /// The position before the first step.
    pub(super) fn start() -> Position {
        // b2 to b11 and k2 to k11, a4 a8 and l4 l8; cylinder, pyramid and cube on columns 5 to 7.
        let pawns = [[12, 0], [120, 132]].map(|[second, first]| {
            (second + 1..second + 11).chain([first + 3, first + 7]).fold(Cells::EMPTY, Cells::with)
        });
        let pieces = [0, 132].map(|first| [first + 5, first + 6, first + 4, RESERVE]);
        Position { pawns, pieces, reserve: [33; 2], ..Position::bare() }
    }

    pub(super) fn bare() -> Position {
        Position {
            pawns: [Cells::EMPTY; 2],
            pieces: [[GONE; 4]; 2],
            reserve: [0; 2],
            captives: [0; 2],
            odd: [0; 2],
            solitary: [false; 2],
            grants: [[0; 3]; 2],
            due: Due::Nothing,
            side: Side::First,
            turns: 0,
        }
    }

    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What the side to act must do before its turn ends.
    #[inline]
    pub fn due(&self) -> Due {
        self.due
    }

    /// Turns played so far by both sides.
    #[inline]
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// White's captives minus Black's.
    #[inline]
    pub(super) fn captives_ahead(&self) -> i16 {
        let [white, black] = self.captives.map(i16::from);
        white - black
    }

    /// The cells of all men of a side. Pieces that are off the boards set bits that are no cells.
    #[inline]
    pub(super) fn men(&self, side: Side) -> Cells {
        self.pieces[side.index()].into_iter().fold(self.pawns[side.index()], Cells::with)
    }

    /// The cells of a board on which a man can be placed.
    #[inline]
    pub(super) fn room(&self, board: usize) -> Cells {
        BOARD[board] & !(self.men(Side::First) | self.men(Side::Second))
    }

    /// How many pawns a side has on a board.
    #[inline]
    pub(super) fn pawns_on(&self, side: Side, board: usize) -> u32 {
        (self.pawns[side.index()] & BOARD[board]).count()
    }

    /// Whether one of these pieces of a side stands on a board.
    #[inline]
    pub(super) fn any_on(&self, side: Side, pieces: std::ops::RangeInclusive<usize>, board: usize) -> bool {
        self.pieces[side.index()][pieces].iter().any(|&cell| board_of(cell) == board)
    }

    /// Whether a side's pyramid may ascend to board 2, judging by the men there.
    pub(super) fn pyramid_may_join_board_2(&self, side: Side) -> bool {
        self.pawns_on(side, 1) >= 4 && self.any_on(side, CUBE..=DOUBLE, 1)
    }

    /// Whether a side's pyramid may ascend to board 3, judging by the men there.
    pub(super) fn pyramid_may_join_board_3(&self, side: Side) -> bool {
        self.pawns_on(side, 2) >= 2 && self.any_on(side, CUBE..=CYLINDER, 2)
    }

    /// The boards, as bits, to which a side's grants let a pawn on its first row ascend.
    #[inline]
    pub(super) fn pawn_ascents(&self, side: Side) -> u8 {
        let [first, second, _] = self.grants[side.index()];
        let to_board_2 = first > 0 && !self.room(1).is_empty();
        let to_board_3 = second > 0 && self.pawns_on(side, 1) >= 4 && !self.room(2).is_empty();
        u8::from(to_board_2) << 1 | u8::from(to_board_3) << 2
    }

    /// The board, as a bit, to which a side's grants let a piece ascend; the summit is bit 3.
    #[inline]
    pub(super) fn piece_ascents(&self, side: Side, piece: usize) -> u8 {
        let from = board_of(self.pieces[side.index()][piece]);
        if from > 2 || self.grants[side.index()][from] == 0 {
            return 0;
        }
        let may = match (from, piece) {
            (0, PYRAMID) => self.pyramid_may_join_board_2(side),
            (1, PYRAMID) => self.pyramid_may_join_board_3(side),
            (2, PYRAMID) => return 1 << 3,
            (0, _) | (1, CUBE | CYLINDER) => true,
            _ => false,
        };
        u8::from(may && !self.room(from + 1).is_empty()) << (from + 1)
    }

    /// Whether a side without pawns in reserve may buy back.
    #[inline]
    pub(super) fn may_buy_back(&self, side: Side) -> bool {
        board_of(self.pieces[side.index()][DOUBLE]) < 3
            && self.captives[side.other().index()] > 0
            && self.any_on(side, PYRAMID..=CYLINDER, 2)
    }

    /// Whether a side's pyramid has reached the summit.
    #[inline]
    pub(super) fn on_summit(&self, side: Side) -> bool {
        self.pieces[side.index()][PYRAMID] == SUMMIT
    }
}
