use crate::arena::Tally;
use crate::game::{Outcome, Side};
use std::fmt;

/// The score of a match: two parties that exchange sides after each round.
#[derive(Clone, Debug)]
pub(super) struct MatchScore {
    /// The names of the parties: the one with side 0 in round 1, then the other.
    names: [String; 2],
    rounds: u32,
    /// Results so far, for the first party.
    tally: Tally,
}

impl MatchScore {
    pub fn new(names: [String; 2], rounds: u32) -> Self {
        MatchScore { names, rounds, tally: Tally::default() }
    }

    /// Adds the result of a round.
    pub fn add(&mut self, outcome: Outcome) {
        let side = if self.over().is_multiple_of(2) { Side::First } else { Side::Second };
        self.tally.add(outcome, side);
    }

    /// Number of rounds in the match.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    pub fn over(&self) -> u32 {
        self.tally.games()
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { names: [first, second], rounds, tally } = self;
        f.write_str("match")?;
        if self.over() < *rounds {
            write!(f, " after {} of {rounds} rounds", self.over())?;
        }
        write!(f, ": {first} {}, {second} {}, draws {}", tally.wins, tally.losses, tally.draws)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parties_keep_their_points_when_they_change_sides() {
        let mut score = MatchScore::new(["you".into(), "released".into()], 4);
        for outcome in [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw] {
            score.add(outcome);
        }
        assert_eq!(score.to_string(), "match after 3 of 4 rounds: you 2, released 0, draws 1");
        score.add(Outcome::Win(Side::First));
        assert_eq!(score.to_string(), "match: you 2, released 1, draws 1");
    }
}
