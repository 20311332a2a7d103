use super::{Outcome, Side};

/// What the rules say of a position that occurs again. Positions are the same where their
/// [`repetition_key`](super::Game::repetition_key) is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionRule {
    /// The third occurrence is a draw.
    #[default]
    ThirdDraws,
    /// The second occurrence is a draw.
    SecondDraws,
    /// Whoever moves to a position that has occurred before loses: the side to act in it wins, so the sides must take
    /// turns. For whoever has another move it is a ban on repeating (positional superko).
    SecondLoses,
}

impl RepetitionRule {
    /// The result of a position that has occurred `before` times until then, and in which `actor` is to act.
    #[inline]
    pub fn outcome(self, before: usize, actor: Side) -> Option<Outcome> {
        match self {
            RepetitionRule::ThirdDraws => (before >= 2).then_some(Outcome::Draw),
            RepetitionRule::SecondDraws => (before >= 1).then_some(Outcome::Draw),
            RepetitionRule::SecondLoses => (before >= 1).then_some(Outcome::Win(actor)),
        }
    }

    /// Why a game that this rule has ended is over, in the words of [`Game::ending`](super::Game::ending).
    pub fn ending(self) -> &'static str {
        match self {
            RepetitionRule::ThirdDraws => "the position has occurred three times",
            RepetitionRule::SecondDraws | RepetitionRule::SecondLoses => "the position has occurred before",
        }
    }
}
