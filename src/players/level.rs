use super::{Budget, Engine, Forfeit, Player};
use crate::game::{Game, Guidance, History};
use crate::random::{mix, pick};
use crate::search::Search;
use std::fmt;

/// How strong an engine plays against people: a budget, and how often it prefers a move that it likes less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the lowest.
    pub number: u8,
    /// Simulations a move; 0 for the bare policy.
    pub simulations: u32,
    /// A move is drawn with its share of the visits (of the policy, without simulations) to the power of one over this;
    /// 0 plays the best move.
    pub temperature: f32,
}

/// A level's strength as matches measured it, above the lowest level of the same game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelElo {
    /// The estimate.
    pub elo: f32,
    /// Its 95 % confidence interval.
    pub interval: [f32; 2],
}

/// The levels, one for all games.
///
/// Not measured yet: a first guess, by which a step should be worth about 150 Elo with the released nets. To measure
/// neighbours: `ardoise arena level:2 level:1 --game loa --games 400`.
pub const LEVELS: [Level; 10] = {
    const fn level(number: u8, simulations: u32, temperature: f32) -> Level {
        Level { number, simulations, temperature }
    }
    [
        level(1, 0, 2.5),
        level(2, 0, 1.5),
        level(3, 0, 1.0),
        level(4, 0, 0.5),
        level(5, 8, 0.5),
        level(6, 16, 0.3),
        level(7, 40, 0.2),
        level(8, 100, 0.1),
        level(9, 400, 0.0),
        level(10, 1600, 0.0),
    ]
};

/// The measured strength of the levels, for each variant where it was measured.
const MEASURED: &[(&str, [LevelElo; 10])] = &[];

impl Level {
    /// The level of that number.
    pub fn new(number: u8) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.number == number)
    }

    /// How strong it is in a variant, where that was measured.
    pub fn elo(self, variant: &str) -> Option<LevelElo> {
        let (_, levels) = MEASURED.iter().find(|(name, _)| *name == variant)?;
        levels.get(usize::from(self.number) - 1).copied()
    }

    /// How long it thinks.
    pub fn budget(self) -> Budget {
        if self.simulations == 0 { Budget::Policy } else { Budget::Simulations(self.simulations) }
    }

    /// Its move after a search with its budget; the draw follows from `seed` and the moves before the root, so that no
    /// move depends on how often the level was asked before.
    pub fn choose<G: Guidance>(self, history: &History<G>, search: &Search<G>, seed: u64) -> G::Move {
        if self.temperature == 0.0 {
            return search.best_move();
        }
        let mut weights = Vec::new();
        search.policy(&mut weights);
        let most = weights.iter().copied().fold(0.0, f32::max);
        for weight in &mut weights {
            // Unlike the platform's power, this one is the same on every machine.
            *weight = if *weight > 0.0 { libm::powf(*weight / most, 1.0 / self.temperature) } else { 0.0 };
        }
        let sum: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let uniform = (mix(seed ^ mix(u64::from(history.moves()))) >> 40) as f32 / (1 << 24) as f32;
        let picked = pick(&weights, uniform);
        search.moves().nth(picked).expect("the policy has an entry for each move").mv
    }
}

impl fmt::Display for Level {
    /// As a player's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level:{}", self.number)
    }
}

/// Plays at a level. It keeps no tree, so each move follows from the seed and the game so far.
pub struct LevelPlayer<G: Game> {
    level: Level,
    engine: Engine<G>,
    seed: u64,
}

impl<G: Guidance> LevelPlayer<G> {
    /// A player that thinks with `engine`, as long as the level says.
    pub fn new(level: Level, mut engine: Engine<G>) -> Self {
        engine.set_budget(level.budget());
        LevelPlayer { level, engine, seed: 0 }
    }
}

impl<G: Guidance> Player<G> for LevelPlayer<G> {
    fn new_game(&mut self, _: &G, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, game: &G, history: &History<G>) -> Result<G::Move, Forfeit> {
        self.engine.forget(self.seed);
        Ok(self.level.choose(history, self.engine.think(game, history), self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_grow() {
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), index + 1);
            assert_eq!(Level::new(level.number), Some(*level));
        }
        for [low, high] in LEVELS.array_windows() {
            assert!(low.simulations <= high.simulations && low.temperature >= high.temperature && low != high);
        }
        assert_eq!([0, 11].map(Level::new), [None; 2]);
    }
}
