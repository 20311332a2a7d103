//! What a pie rule would change: the second side may change places after the first turn.

use super::openings::FirstTurn;
use serde::Serialize;

/// What the first side can expect of a game with a pie rule and of one without, by values of first turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pie {
    /// The first turn that whoever opens plays where the other may then choose its side.
    pub moves: Vec<String>,
    /// The share of wins that this leaves to it.
    pub kept: f64,
    /// The share that the best first turn gives without the rule.
    pub today: f64,
}

impl Pie {
    /// Of turn `t` that gives the first side the share `s(t)`, the second side takes what is better for it, so
    /// `min(s(t), 1 - s(t))` is left. Whoever opens chooses the largest of these; without the rule the largest `s(t)`. A
    /// share is (1 + result) / 2, with the exact result where it is known, else the value.
    pub(super) fn of(turns: &[FirstTurn]) -> Option<Pie> {
        let share = |turn: &FirstTurn| (1.0 + f64::from(turn.exact.unwrap_or(turn.value))) / 2.0;
        let left = |turn: &FirstTurn| share(turn).min(1.0 - share(turn));
        // Of equals the first one, which is played most.
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
        // What is known for certain leaves nothing to whoever opens.
        let pie = Pie::of(&[turn("a", 0.0, Some(1.0)), turn("b", 0.0, Some(-1.0))]).expect("there are turns");
        assert_eq!((pie.kept, pie.today), (0.0, 1.0));
        assert_eq!(Pie::of(&[]), None);
    }
}
