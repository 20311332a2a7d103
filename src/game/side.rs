use serde::{Deserialize, Serialize};

/// One of the two parties that win or lose. In team play a team is a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first (side 0 of the rule pages).
    First = 0,
    /// The side that moves second (index 1).
    Second = 1,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The number 0 or 1, as in the rule pages.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub const fn from_index(index: usize) -> Option<Side> {
        match index {
            0 => Some(Side::First),
            1 => Some(Side::Second),
            _ => None,
        }
    }

    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 1 for the first side, -1 for the second: converts a value between this side's view and the first side's.
    #[inline]
    pub const fn sign(self) -> f32 {
        match self {
            Side::First => 1.0,
            Side::Second => -1.0,
        }
    }
}

/// A player's seat. There are two in most games, four in team play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The only seat of a side in a two-player game.
    #[inline]
    pub const fn of_side(side: Side) -> Seat {
        Seat(side as u8)
    }

    /// Index into [`crate::game::Game::seat_names`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    Win(Side),
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// The side that is ahead wins: the first if its lead is above 0. A draw if neither is.
    pub fn of_lead(lead: f32) -> Outcome {
        match lead {
            lead if lead > 0.0 => Outcome::Win(Side::First),
            lead if lead < 0.0 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, seen by `side`.
    #[inline]
    pub fn score_for(self, side: Side) -> f32 {
        match self {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => -1.0,
            Outcome::Draw => 0.0,
        }
    }
}
