use crate::game::{History, Notation, Outcome, Side};
use serde::Serialize;
use std::fmt;

/// How a game breaks a contract, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// What was found, what was expected, and what to do if that is not obvious.
    pub found: String,
    /// The position of the violation, in the game's notation, if one is involved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from the start to the position, separated by blanks. `None` if the position is not from a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// The most moves in a sentence: with more it is too long to read.
const SHOWN: usize = 24;

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.found)?;
        if let Some(position) = &self.position {
            write!(f, "; in the position `{position}`")?;
        }
        match self.moves.as_ref().map(|moves| (moves, moves.split_whitespace().count())) {
            None => Ok(()),
            Some((_, 0)) => f.write_str(", at the start"),
            Some((moves, 1..=SHOWN)) => write!(f, ", after {moves}"),
            Some((_, count)) => write!(f, ", after {count} moves"),
        }
    }
}

impl std::error::Error for Violation {}

impl Violation {
    pub fn panicked() -> Violation {
        let found = "the rules panic, see above: expected `parse_position` to refuse positions that they cannot handle";
        Violation { found: found.to_owned(), position: None, moves: None }
    }
}

/// The place of a violation: the game, the position, and the move if there is one.
pub(super) struct Place<'a, G: Notation> {
    game: &'a G,
    position: &'a G::Position,
    history: Option<&'a History<G>>,
}

impl<G: Notation> Clone for Place<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for Place<'_, G> {}

impl<'a, G: Notation> Place<'a, G> {
    pub fn position(game: &'a G, position: &'a G::Position) -> Self {
        Place { game, position, history: None }
    }

    /// The last position of a game.
    pub fn of(game: &'a G, history: &'a History<G>) -> Self {
        Place { game, position: history.position(), history: Some(history) }
    }

    pub fn violation(self, found: String) -> Violation {
        let moves = self.history.map(|history| {
            let mut position = history.first().clone();
            let texts = history.played().iter().map(|&mv| {
                let text = self.game.format_move(&position, mv);
                self.game.play(&mut position, mv);
                text
            });
            Vec::from_iter(texts).join(" ")
        });
        Violation { found, position: Some(self.game.format_position(self.position)), moves }
    }
}

/// Returns a violation unless a condition holds: `hold!(condition, "what is wrong")`, at a place `hold!(condition,
/// place; "what is wrong")`.
macro_rules! hold {
    ($holds:expr, $found:literal) => {
        if !$holds {
            return Err(Violation { found: format!($found), position: None, moves: None });
        }
    };
    ($holds:expr, $place:expr; $($found:tt)+) => {
        if !$holds {
            return Err($place.violation(format!($($found)+)));
        }
    };
}
pub(super) use hold;

pub(super) fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "no result",
        Some(Outcome::Draw) => "a draw",
        Some(Outcome::Win(Side::First)) => "a win of the first side",
        Some(Outcome::Win(Side::Second)) => "a win of the second side",
    }
}
