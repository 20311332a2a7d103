/// The rules of a run's games: its own and, where `game.other_rules` has more, these in turn, a generation each. They
/// differ in options that one net serves, which learns all of them from one replay window.
#[derive(Debug)]
pub struct RulesInTurn<'a, G>(&'a [G]);

impl<G> Clone for RulesInTurn<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for RulesInTurn<'_, G> {}

impl<'a, G> RulesInTurn<'a, G> {
    /// The run's own rules, then the others, as [`Config::games`](super::Config::games) gives them.
    ///
    /// # Panics
    /// There are none.
    pub fn new(games: &'a [G]) -> Self {
        assert!(!games.is_empty(), "a run has a game");
        RulesInTurn(games)
    }

    /// No other rules.
    pub fn only(game: &'a G) -> Self {
        RulesInTurn(std::slice::from_ref(game))
    }

    /// The run's own, by which its nets are measured.
    pub fn own(self) -> &'a G {
        &self.0[0]
    }

    /// The rest of them.
    pub fn others(self) -> &'a [G] {
        &self.0[1..]
    }

    /// Those of a generation's games.
    pub fn of(self, generation: u32) -> &'a G {
        &self.0[turn(generation, self.0.len())]
    }

    /// Whether the games of two generations have the same rules.
    pub fn are_same(self, generation: u32, other: u32) -> bool {
        turn(generation, self.0.len()) == turn(other, self.0.len())
    }
}

/// Which of so many rules a generation's games are played by: the first ones in generation 1.
pub(super) fn turn(generation: u32, count: usize) -> usize {
    generation.saturating_sub(1) as usize % count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_take_turns() {
        let rules = ["own", "other", "third"];
        let turns = RulesInTurn::new(&rules);
        assert_eq!([0, 1, 2, 3, 4].map(|generation| *turns.of(generation)), ["own", "own", "other", "third", "own"]);
        assert_eq!([1, 2, 3].map(|generation| *RulesInTurn::only(&"own").of(generation)), ["own"; 3]);
        assert!(turns.are_same(1, 4) && !turns.are_same(2, 3) && *turns.own() == "own");
    }
}
