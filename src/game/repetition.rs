use super::Outcome;

/// What the rules say of a position that occurs again. Positions are the same where their
/// [`repetition_key`](super::Game::repetition_key) is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionRule {
    /// The third occurrence is a draw.
    #[default]
    ThirdDraws,
    /// At the third occurrence whoever is ahead wins ([`Game::lead`](super::Game::lead)); a draw where nobody is.
    ThirdLeadWins,
    /// The second occurrence is a draw.
    SecondDraws,
    /// Whoever moves to a position that has occurred before loses: the side to act in it wins, so the sides must take
    /// turns. For whoever has another move it is a ban on repeating (positional superko).
    SecondLoses,
}

impl RepetitionRule {
    /// Why a game that this rule has ended with `outcome` is over, in the words of
    /// [`Game::ending`](super::Game::ending).
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
