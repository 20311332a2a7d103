use super::board::{BOARD, CHIMNEYS, Cells, FIRST_ROW, LEAPS, NEIGHBOURS, PAWN_STEPS, WALL, board_of};
use super::position::{CUBE, CYLINDER, DOUBLE, Due, PYRAMID, Position, RESERVE};
use crate::game::{Packed, Side};
use std::ops::ControlFlow::{self, Continue};

/// One step. Cells are numbered over all boards: board 1 row by row from `a1`, then board 2, then board 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A man goes to another cell of its board: a move, a capture, a fall into a chimney, or an escape.
    Go { from: u8, to: u8 },
    /// A man is lifted to the board above; from board 3 it is always the pyramid, which wins.
    Lift { from: u8 },
    /// The next man due is placed.
    Place { to: u8 },
    /// A pawn comes from the reserve.
    RecruitPawn {
        /// A cell of the first row.
        to: u8,
    },
    /// The double pawn comes from the reserve.
    RecruitDouble {
        /// A cell of the first row.
        to: u8,
    },
    /// The double pawn leaves the game in exchange for all pawns that the opponent holds.
    BuyBack,
}

/// The kind, then its cells, one byte each.
impl Packed for Move {
    fn pack(self) -> u32 {
        let bytes = match self {
            Move::Go { from, to } => [0, from, to],
            Move::Lift { from } => [1, from, 0],
            Move::Place { to } => [2, to, 0],
            Move::RecruitPawn { to } => [3, to, 0],
            Move::RecruitDouble { to } => [4, to, 0],
            Move::BuyBack => [5, 0, 0],
        };
        u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]])
    }

    fn unpack(number: u32) -> Self {
        match number.to_be_bytes() {
            [_, 0, from, to] => Move::Go { from, to },
            [_, 1, from, _] => Move::Lift { from },
            [_, 2, to, _] => Move::Place { to },
            [_, 3, to, _] => Move::RecruitPawn { to },
            [_, 4, to, _] => Move::RecruitDouble { to },
            _ => Move::BuyBack,
        }
    }
}

/// From the second turn of each side on, men may be recruited.
pub const RECRUITING_FROM: u16 = 2;
/// Captives that a side must hold to recruit its double pawn.
const CAPTIVES_FOR_DOUBLE: u8 = 2;

/// Calls `found` with the steps of a position until it returns `Break`. Bankruptcy and the ends of games are ignored.
#[inline]
pub fn visit(position: &Position, found: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    let side = position.side;
    let (own, opposing) = (position.men(side), position.men(side.other()));
    let blocked = (own | opposing | CHIMNEYS).with(WALL);
    Steps { position, side, own, opposing, blocked, found }.all()
}

/// Whether the side to act has any step.
#[inline]
pub fn any(position: &Position) -> bool {
    visit(position, |_| ControlFlow::Break(())).is_break()
}

/// The directions of a side's cube and cylinder, as bits.
pub fn slides(position: &Position, side: Side, piece: usize) -> u8 {
    const ALONG_LINES: u8 = 0b0101_0101;
    match piece {
        _ if position.solitary[side.index()] => 0xff,
        CUBE => ALONG_LINES,
        _ => !ALONG_LINES,
    }
}

/// Whether a cube or cylinder of `side` may not capture on a cell: a pawn on the opponent's first row is safe from
/// it.
#[inline]
pub fn is_safe_from_slides(position: &Position, side: Side, cell: u8) -> bool {
    let opponent = side.other().index();
    FIRST_ROW[opponent].contains(cell) && position.pawns[opponent].contains(cell)
}

struct Steps<'a, F> {
    position: &'a Position,
    side: Side,
    own: Cells,
    opposing: Cells,
    /// Cells that stop a slide: men, chimneys and the wall.
    blocked: Cells,
    found: F,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Steps<'_, F> {
    #[inline]
    fn all(mut self) -> ControlFlow<()> {
        match self.position.due {
            Due::Nothing => {
                let [first, second, _] = self.position.grants[self.side.index()];
                let compelled = (first > 0 || second > 0) && self.compulsory()?;
                self.summit()?;
                if compelled { Continue(()) } else { self.free() }
            }
            Due::Escape => self.pyramid(),
            Due::Place { boards, .. } => {
                for board in (0..3).filter(|board| boards >> board & 1 == 1) {
                    for to in (BOARD[board] & !self.blocked).iter() {
                        (self.found)(Move::Place { to })?;
                    }
                }
                Continue(())
            }
        }
    }

    /// The steps by which a side with a grant of board 1 or 2 must ascend, or prepare to; returns whether there was
    /// any.
    fn compulsory(&mut self) -> ControlFlow<(), bool> {
        let (position, side) = (self.position, self.side);
        let mut any = false;
        for piece in PYRAMID..=DOUBLE {
            // The summit is excluded.
            if position.piece_ascents(side, piece) & 0b110 != 0 {
                any = true;
                (self.found)(Move::Lift { from: position.pieces[side.index()][piece] })?;
            }
        }
        let pawns = position.pawns[side.index()] & FIRST_ROW[side.index()];
        if pawns.is_empty() {
            // The rule page requires the grant alone here, not an empty cell on the board above.
            let [first, second, _] = position.grants[side.index()];
            if first > 0 || second > 0 && position.pawns_on(side, 1) >= 4 {
                any |= self.recruit_pawn()?;
            }
        } else if position.pawn_ascents(side) != 0 {
            any = true;
            for from in pawns.iter() {
                (self.found)(Move::Lift { from })?;
            }
        }
        Continue(any)
    }

    fn summit(&mut self) -> ControlFlow<()> {
        let [.., third] = self.position.grants[self.side.index()];
        let from = self.position.pieces[self.side.index()][PYRAMID];
        if third > 0 && board_of(from) == 2 { (self.found)(Move::Lift { from }) } else { Continue(()) }
    }

    /// The steps of a side that need not ascend. Recruiting comes first: it is nearly always possible, so a step is
    /// found at once.
    #[inline]
    fn free(&mut self) -> ControlFlow<()> {
        let position = self.position;
        let index = self.side.index();
        let pieces = position.pieces[index];
        self.recruit_pawn()?;
        let away = [CUBE, CYLINDER].iter().any(|&piece| board_of(pieces[piece]) != 0);
        if pieces[DOUBLE] == RESERVE
            && position.captives[index] >= CAPTIVES_FOR_DOUBLE
            && away
            && position.turns >= RECRUITING_FROM
        {
            for to in (FIRST_ROW[index] & !self.blocked).iter() {
                (self.found)(Move::RecruitDouble { to })?;
            }
        }
        for from in position.pawns[index].iter() {
            self.pawn(from)?;
        }
        self.pyramid()?;
        self.slide(CUBE)?;
        self.slide(CYLINDER)?;
        self.leap()?;
        if position.reserve[index] == 0 && position.may_buy_back(self.side) {
            (self.found)(Move::BuyBack)?;
        }
        Continue(())
    }

    #[inline]
    fn recruit_pawn(&mut self) -> ControlFlow<(), bool> {
        if self.position.reserve[self.side.index()] == 0 || self.position.turns < RECRUITING_FROM {
            return Continue(false);
        }
        let row = FIRST_ROW[self.side.index()] & !self.blocked;
        for to in row.iter() {
            (self.found)(Move::RecruitPawn { to })?;
        }
        Continue(!row.is_empty())
    }

    #[inline]
    fn pawn(&mut self, from: u8) -> ControlFlow<()> {
        let steps = &PAWN_STEPS[self.side.index()][from as usize];
        for to in steps.quiet.into_iter().take_while(|&to| to != WALL) {
            if !self.blocked.contains(to) {
                (self.found)(Move::Go { from, to })?;
            }
        }
        for to in steps.captures {
            if self.opposing.contains(to) {
                (self.found)(Move::Go { from, to })?;
            }
        }
        if steps.chimney != WALL {
            (self.found)(Move::Go { from, to: steps.chimney })?;
        }
        Continue(())
    }

    fn pyramid(&mut self) -> ControlFlow<()> {
        let from = self.position.pieces[self.side.index()][PYRAMID];
        let board = board_of(from);
        if board > 2 {
            return Continue(());
        }
        for to in NEIGHBOURS[from as usize] {
            let open = !self.blocked.contains(to)
                || self.opposing.contains(to)
                || CHIMNEYS.contains(to) && self.pyramid_may_fall(board);
            if open {
                (self.found)(Move::Go { from, to })?;
            }
        }
        Continue(())
    }

    /// Whether the board below has room for the pyramid and for the cube and the cylinder that it takes along.
    fn pyramid_may_fall(&self, board: usize) -> bool {
        let falling = &self.position.pieces[self.side.index()][PYRAMID..=CYLINDER];
        let falling = falling.iter().filter(|&&cell| board_of(cell) == board).count();
        board > 0 && (BOARD[board - 1] & !self.blocked).count() as usize >= falling
    }

    #[inline]
    fn slide(&mut self, piece: usize) -> ControlFlow<()> {
        let from = self.position.pieces[self.side.index()][piece];
        let board = board_of(from);
        if board > 2 {
            return Continue(());
        }
        let directions = slides(self.position, self.side, piece);
        for direction in (0..8).filter(|direction| directions >> direction & 1 == 1) {
            let mut to = NEIGHBOURS[from as usize][direction];
            while !self.blocked.contains(to) {
                (self.found)(Move::Go { from, to })?;
                to = NEIGHBOURS[to as usize][direction];
            }
            let open = if self.opposing.contains(to) {
                !is_safe_from_slides(self.position, self.side, to)
            } else {
                CHIMNEYS.contains(to) && board > 0 && !(BOARD[board - 1] & !self.blocked).is_empty()
            };
            if open {
                (self.found)(Move::Go { from, to })?;
            }
        }
        Continue(())
    }

    fn leap(&mut self) -> ControlFlow<()> {
        let from = self.position.pieces[self.side.index()][DOUBLE];
        if board_of(from) > 2 {
            return Continue(());
        }
        let closed = if board_of(from) == 1 { self.own } else { self.own | CHIMNEYS };
        for to in LEAPS[from as usize].into_iter().take_while(|&to| to != WALL) {
            if !closed.contains(to) {
                (self.found)(Move::Go { from, to })?;
            }
        }
        Continue(())
    }
}
