//! The effect of a pie rule: the second side may change places after the first turn.

use super::openings::FirstTurn;
use serde::Serialize;

/// The first side's expectations with a pie rule and without one, from values of first turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pie {
    /// The opener's best first turn under the pie rule.
    pub moves: Vec<String>,
    /// The opener's share of wins after that turn.
    pub kept: f64,
    /// The share of the best first turn without the rule.
    pub today: f64,
}

impl Pie {
    /// After turn `t`, which gives the first side the share `s(t)`, the second side chooses the better side, so
    /// `min(s(t), 1 - s(t))` is left. The opener chooses the largest of these; without the rule the largest `s(t)`. A
    /// share is (1 + result) / 2, with the exact result if known, else the value.
    pub(super) fn of(turns: &[FirstTurn]) -> Option<Pie> {
        let share = |turn: &FirstTurn| (1.0 + f64::from(turn.exact.unwrap_or(turn.value))) / 2.0;
        let left = |turn: &FirstTurn| share(turn).min(1.0 - share(turn));
        // Of equally good turns the first one, which is played most.
        let best = turns.iter().reduce(|best, turn| if left(turn) > left(best) { turn } else { best })?;
        let today = turns.iter().map(share).fold(0.0, f64::max);
        Some(Pie { moves: best.moves.clone(), kept: left(best), today })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(name: &str, value: f32, exact: Option<f32>) -> FirstTurn {
        FirstTurn { moves: vec![name.to_owned()], shown: None, images: 1, played: None, value, exact }
    }

    #[test]
    fn who_opens_plays_the_most_balanced_turn() {
        let turns = [turn("a", 0.5, None), turn("b", -0.25, None), turn("c", 0.375, None)];
        let pie = Pie::of(&turns).expect("there are turns");
        assert_eq!((pie.moves.join(" ").as_str(), pie.kept, pie.today), ("b", 0.375, 0.75));
        // If all results are known, the opener is left with nothing.
        let pie = Pie::of(&[turn("a", 0.0, Some(1.0)), turn("b", 0.0, Some(-1.0))]).expect("there are turns");
        assert_eq!((pie.kept, pie.today), (0.0, 1.0));
        assert_eq!(Pie::of(&[]), None);
    }
}
