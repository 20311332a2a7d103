//! The effect of a step on a position.

use super::board::{BOARD, CHIMNEYS, FIRST_ROW, SUMMIT, board_of};
use super::moves::Move;
use super::position::{CUBE, CYLINDER, DOUBLE, DUE, Due, GONE, MAX_GRANTS, PAWN, PYRAMID, Position, RESERVE};

impl Position {
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let own = self.side.index();
        match mv {
            Move::Go { from, to } if CHIMNEYS.contains(to) => self.fall(from),
            Move::Go { from, to } => self.go(from, to),
            Move::Lift { from } => self.lift(from),
            Move::Place { to } => self.place(to),
            Move::RecruitPawn { to } => {
                self.reserve[own] -= 1;
                self.pawns[own].toggle(to);
                self.end_turn();
            }
            Move::RecruitDouble { to } => {
                self.pieces[own][DOUBLE] = to;
                self.end_turn();
            }
            Move::BuyBack => {
                self.pieces[own][DOUBLE] = GONE;
                let captives = &mut self.captives[self.side.other().index()];
                self.reserve[own] += std::mem::take(captives);
                self.end_turn();
            }
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.due = Due::Nothing;
        self.side = self.side.other();
        self.turns += 1;
    }

    /// Which of the four pieces of the side to act stands on a cell without one of its pawns.
    #[inline]
    fn piece_at(&self, cell: u8) -> usize {
        let pieces = &self.pieces[self.side.index()];
        pieces.iter().position(|&at| at == cell).expect("a legal step moves a man of the side to act")
    }

    #[inline]
    fn go(&mut self, from: u8, to: u8) {
        let own = self.side.index();
        self.capture(to);
        if !self.pawns[own].contains(from) {
            let piece = self.piece_at(from);
            self.pieces[own][piece] = to;
            return self.end_turn();
        }
        self.pawns[own].toggle(from);
        let delivers = self.pieces[own][PYRAMID] == GONE && FIRST_ROW[self.side.other().index()].contains(to);
        if delivers {
            self.reserve[own] += 1;
            self.pieces[own][PYRAMID] = to;
            self.due = Due::Escape;
        } else {
            self.pawns[own].toggle(to);
            self.end_turn();
        }
    }

    /// Captures the opponent's man on a cell, if there is one, with its rewards.
    #[inline]
    fn capture(&mut self, cell: u8) {
        let (own, opponent) = (self.side.index(), self.side.other().index());
        let board = board_of(cell);
        if self.pawns[opponent].contains(cell) {
            self.pawns[opponent].toggle(cell);
            self.captives[own] += 1;
            self.odd[own] ^= 1 << board;
            if self.odd[own] >> board & 1 == 1 {
                return;
            }
        } else {
            let pieces = &mut self.pieces[opponent];
            let Some(piece) = pieces.iter().position(|&at| at == cell) else { return };
            pieces[piece] = GONE;
            if piece == CUBE || piece == CYLINDER {
                // The twin, if still there, is on a cell: nothing of the opponent's is due in this turn.
                self.solitary[opponent] = pieces[CUBE + CYLINDER - piece] != GONE;
            }
        }
        let grants = &mut self.grants[own][board];
        *grants = (*grants + 1).min(MAX_GRANTS);
    }

    fn fall(&mut self, from: u8) {
        let own = self.side.index();
        if self.pawns[own].contains(from) {
            self.pawns[own].toggle(from);
            self.reserve[own] += 1;
            return self.end_turn();
        }
        let board = board_of(from);
        let mut falling = 1 << self.piece_at(from);
        if falling == 1 << PYRAMID {
            let pawns = self.pawns[own] & BOARD[board];
            self.reserve[own] += pawns.count() as u8;
            self.pawns[own] = self.pawns[own] & !pawns;
            let pieces = self.pieces[own].into_iter().enumerate();
            falling = pieces.filter(|&(_, at)| board_of(at) == board).fold(0, |men, (piece, _)| men | 1 << piece);
        }
        if falling >> DOUBLE & 1 == 1 {
            self.pieces[own][DOUBLE] = RESERVE;
            falling ^= 1 << DOUBLE;
        }
        if falling == 0 {
            return self.end_turn();
        }
        for piece in (PYRAMID..=CYLINDER).filter(|piece| falling >> piece & 1 == 1) {
            self.pieces[own][piece] = DUE;
            // A solitary man has no twin, so the side's mark refers to it.
            self.solitary[own] &= piece == PYRAMID;
        }
        self.due = Due::Place { men: falling, boards: 1 << (board - 1) };
    }

    fn lift(&mut self, from: u8) {
        let own = self.side.index();
        let (man, boards) = if self.pawns[own].contains(from) {
            let boards = self.pawn_ascents(self.side);
            self.pawns[own].toggle(from);
            (PAWN, boards)
        } else {
            let piece = self.piece_at(from);
            let boards = self.piece_ascents(self.side, piece);
            self.pieces[own][piece] = DUE;
            (piece, boards)
        };
        // With two boards to choose from, the grant is used up at the placing.
        if boards.is_power_of_two() {
            self.grants[own][boards.trailing_zeros() as usize - 1] -= 1;
        }
        if board_of(from) == 2 {
            self.pieces[own][PYRAMID] = SUMMIT;
            self.end_turn();
        } else {
            self.due = Due::Place { men: 1 << man, boards };
        }
    }

    fn place(&mut self, to: u8) {
        let own = self.side.index();
        let Due::Place { men, boards } = self.due else { unreachable!("a legal placing follows a lift or a fall") };
        let man = men.trailing_zeros() as usize;
        if man == PAWN {
            self.pawns[own].toggle(to);
        } else {
            self.pieces[own][man] = to;
        }
        if !boards.is_power_of_two() {
            self.grants[own][board_of(to) - 1] -= 1;
        }
        match men & (men - 1) {
            0 => self.end_turn(),
            men => self.due = Due::Place { men, boards },
        }
    }
}
