//! Random positions to train from: far from the end they look like the opening, near it both sides have climbed.

use super::board::{Cells, SIZES, coordinates};
use super::position::{CUBE, CYLINDER, DOUBLE, GONE, PAWNS, PYRAMID, Position, RESERVE};
use crate::game::Side;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// A random position at the start of a turn, with the right number of men. The game may be over in it.
pub fn position(distance: f32, max_turns: u16, rng: &mut dyn Rng) -> Position {
    let near = 1.0 - distance.clamp(0.0, 1.0);
    let mut position = Position::bare();
    // Up to a tenth before the cap, or a net that is far ahead would never have seen how much time is left.
    let latest = (20.0 + near * (LATEST * f32::from(max_turns) - 20.0)).max(0.0) as u16;
    position.turns = rng.random_range(latest.min(2)..=latest);
    position.side = if position.turns.is_multiple_of(2) { Side::First } else { Side::Second };
    // Equal players hardly ever reach positions in which one has lost nearly all men, so these are drawn too. Otherwise
    // no net learns to finish, that is, to hunt the last men of a side that goes bankrupt once it cannot move them: the
    // side that is ahead may stand anywhere between the opening and the end.
    let ruined = rng.random_bool((RUINED_SHARE * near).into()).then(|| *Side::BOTH.choose(rng).expect("two sides"));
    for side in Side::BOTH {
        let least = if ruined.is_some() { 0.0 } else { 0.75 };
        let climbed = near * rng.random_range(least..=1.0);
        Scatter { position: &mut position, side, climbed, ruined: ruined == Some(side), rng }.all();
    }
    position
}

/// The latest turn of scattered positions, as a share of the turns that a game may last.
const LATEST: f32 = 0.9;
/// The share of positions near the end in which one side has lost most of its men.
const RUINED_SHARE: f32 = 0.8;

/// Draws the men and stocks of one side.
struct Scatter<'a> {
    position: &'a mut Position,
    side: Side,
    /// How far the side has come, from 0 to 1.
    climbed: f32,
    /// Whether the side has lost most of its men.
    ruined: bool,
    rng: &'a mut dyn Rng,
}

impl Scatter<'_> {
    fn all(&mut self) {
        self.pieces();
        self.pawns();
        self.grants();
    }

    /// Returns true with this probability if the side has come all the way; never at the opening.
    fn climbs(&mut self, share: f32) -> bool {
        let share = share * self.climbed;
        self.rng.random_bool(share.into())
    }

    /// A number from 0 to `most` if the side has come all the way; 0 at the opening.
    fn up_to(&mut self, most: f32) -> u8 {
        let most = (most * self.climbed).round() as u8;
        self.rng.random_range(0..=most)
    }

    fn pieces(&mut self) {
        let pyramid = if self.climbs(0.75) {
            Some(2)
        } else if self.climbs(0.8) {
            Some(1)
        } else {
            (!self.climbs(0.4)).then_some(0)
        };
        self.put_piece(PYRAMID, pyramid);
        for twin in [CUBE, CYLINDER] {
            let board = if self.climbs(0.25) || self.ruined && self.rng.random_bool(0.5) {
                None
            } else if self.climbs(0.5) {
                Some(2)
            } else {
                Some(usize::from(self.climbs(0.6)))
            };
            self.put_piece(twin, board);
        }
        let index = self.side.index();
        let twins = &self.position.pieces[index][CUBE..=CYLINDER];
        self.position.solitary[index] =
            twins.iter().filter(|&&at| at == GONE).count() == 1 && self.rng.random_bool(0.7);
        if !self.climbs(0.6) {
            self.position.pieces[index][DOUBLE] = RESERVE;
        } else if !self.climbs(0.3) {
            let board = usize::from(self.climbs(0.8));
            self.put_piece(DOUBLE, Some(board));
        }
    }

    /// The pawns on the boards, in reserve, and in the opponent's hands.
    fn pawns(&mut self) {
        let (index, opponent) = (self.side.index(), self.side.other().index());
        let (up_to_2, up_to_3) = if self.ruined { (3.0, 1.0) } else { (8.0, 6.0) };
        // A ruined side has few.
        let on_board_1 = if self.ruined { 0..=self.rng.random_range(0..=6) } else { 9..=15 };
        let counts = [self.rng.random_range(on_board_1), self.up_to(up_to_2), self.up_to(up_to_3)];
        for (board, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let cell = self.cell(board);
                self.position.pawns[index].toggle(cell);
            }
        }
        let rest = PAWNS - counts.iter().sum::<u8>();
        let reserve = if self.ruined || self.climbs(0.4) {
            self.rng.random_range(1..=6)
        } else {
            let lost = f32::from(rest) * self.climbed * self.rng.random_range(0.2..=0.9);
            rest - (lost as u8 + self.rng.random_range(0..=2)).min(rest - 1)
        };
        self.position.reserve[index] = reserve;
        self.position.captives[opponent] = rest - reserve;
    }

    fn grants(&mut self) {
        let index = self.side.index();
        for (board, [grant, odd]) in [[0.25, 0.5], [0.25, 0.5], [0.12, 0.75]].into_iter().enumerate() {
            self.position.grants[index][board] = self.climbs(grant).into();
            self.position.odd[index] |= u8::from(self.climbs(odd)) << board;
        }
    }

    fn put_piece(&mut self, piece: usize, board: Option<usize>) {
        if let Some(board) = board {
            self.position.pieces[self.side.index()][piece] = self.cell(board);
        }
    }

    /// An empty cell of a board; on board 1 more often in the side's own half, and never in the opponent's first row.
    fn cell(&mut self, board: usize) -> u8 {
        let size = SIZES[board];
        let last = if board == 0 { self.rng.random_range(2..=5 + (5.0 * self.climbed) as usize) } else { size };
        let side = self.side;
        let row = |cell: u8| match (side, coordinates(cell)) {
            (Side::First, (_, row, _)) => row,
            (Side::Second, (_, row, _)) => size - 1 - row,
        };
        let near = self.position.room(board).iter().filter(|&cell| row(cell) <= last);
        let near = near.fold(Cells::EMPTY, Cells::with);
        let cells = if near.is_empty() { self.position.room(board) } else { near };
        let chosen = self.rng.random_range(0..cells.count() as usize);
        cells.iter().nth(chosen).expect("a side has far fewer men than a board has cells")
    }
}
