use super::Outcome;

/// The consequence of another occurrence of a position. Positions are the same if their
/// [`repetition_key`](super::Game::repetition_key) is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionRule {
    /// The third occurrence is a draw.
    #[default]
    ThirdDraws,
    /// At the third occurrence the side that is ahead wins ([`Game::lead`](super::Game::lead)); a draw if neither is.
    ThirdLeadWins,
    /// The second occurrence is a draw.
    SecondDraws,
    /// The side that repeats a position loses: the side to act in it wins, so the sides must alternate. A side with
    /// other moves is thus banned from repeating (positional superko).
    SecondLoses,
}

impl RepetitionRule {
    /// Why a game that this rule has ended with `outcome` is over, worded as in [`Game::ending`](super::Game::ending).
    pub fn ending(self, outcome: Outcome) -> &'static str {
        match self {
            RepetitionRule::ThirdLeadWins if outcome != Outcome::Draw => {
                "the position has occurred three times, and the winner is ahead"
            }
            RepetitionRule::ThirdDraws | RepetitionRule::ThirdLeadWins => "the position has occurred three times",
            RepetitionRule::SecondDraws | RepetitionRule::SecondLoses => "the position has occurred before",
        }
    }
}
