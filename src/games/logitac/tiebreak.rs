use super::position::Position;
use crate::game::{Outcome, RepetitionRule, Rules};

/// What decides games that the rule page calls drawn: after `max_turns` turns, and at the third repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiebreak {
    /// No tiebreak: the game is a draw.
    None,
    /// The side with more captives wins; with equal numbers it is a draw.
    Captives,
}

impl Tiebreak {
    /// The option's values, in the order of the variants.
    pub const WORDS: &[&str] = &["none", "captives"];

    pub fn of(rules: &Rules) -> Tiebreak {
        if rules.get("tiebreak") == Tiebreak::WORDS[1] { Tiebreak::Captives } else { Tiebreak::None }
    }

    /// Result and reason after the last turn that `max_turns` allows.
    pub fn end(self, position: &Position) -> (Outcome, &'static str) {
        match (self, Outcome::of_lead(position.captives_ahead().into())) {
            (Tiebreak::None, _) | (Tiebreak::Captives, Outcome::Draw) => {
                (Outcome::Draw, "as many turns as `max_turns` allows")
            }
            (Tiebreak::Captives, won) => (won, "more captives after as many turns as `max_turns` allows"),
        }
    }

    /// The consequence of the third repetition.
    pub fn repetition_rule(self) -> RepetitionRule {
        match self {
            Tiebreak::None => RepetitionRule::ThirdDraws,
            Tiebreak::Captives => RepetitionRule::ThirdLeadWins,
        }
    }
}
