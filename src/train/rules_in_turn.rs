use crate::game::AnyGame;

/// The rules of a run's games: the run's own and, if `game.other_rules` has more, those, too, in turn, each for a
/// generation. They differ only in options that one net serves; it learns by all of them from one replay window.
#[derive(Clone, Copy, Debug)]
pub struct RulesInTurn<'a>(&'a [AnyGame]);

impl<'a> RulesInTurn<'a> {
    /// The run's own rules, then the others, as from [`Config::games`](super::Config::games).
    ///
    /// # Panics
    /// There are no rules.
    pub fn new(games: &'a [AnyGame]) -> Self {
        assert!(!games.is_empty(), "a run has a game");
        RulesInTurn(games)
    }

    /// A run with one set of rules.
    pub fn only(game: &'a AnyGame) -> Self {
        RulesInTurn(std::slice::from_ref(game))
    }

    /// The run's own rules, by which its nets are measured.
    pub fn own(self) -> &'a AnyGame {
        &self.0[0]
    }

    /// The rules that take turns with the run's own.
    pub fn others(self) -> &'a [AnyGame] {
        &self.0[1..]
    }

    /// The rules of a generation's games.
    pub fn of(self, generation: u32) -> &'a AnyGame {
        &self.0[turn(generation, self.0.len())]
    }

    /// Whether the games of two generations have the same rules.
    pub fn are_same(self, generation: u32, other: u32) -> bool {
        turn(generation, self.0.len()) == turn(other, self.0.len())
    }
}

/// The index of a generation's rules among `count`: the first ones in generation 1.
pub(super) fn turn(generation: u32, count: usize) -> usize {
    generation.saturating_sub(1) as usize % count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::rules;

    #[test]
    fn generations_take_turns() {
        let games = [10, 20, 30].map(|cap| {
            let rules = rules("loa", [("max_plies", cap.to_string())]).expect("a variant");
            AnyGame::new(rules).expect("a game")
        });
        let cap = |game: &AnyGame| game.rules().integer("max_plies");
        let turns = RulesInTurn::new(&games);
        assert_eq!([0, 1, 2, 3, 4].map(|generation| cap(turns.of(generation))), [10, 10, 20, 30, 10]);
        assert_eq!([1, 2, 3].map(|generation| cap(RulesInTurn::only(&games[0]).of(generation))), [10; 3]);
        assert!(turns.are_same(1, 4) && !turns.are_same(2, 3) && cap(turns.own()) == 10);
    }
}
