use super::{Budget, Engine, Forfeit, Player};
use crate::game::{AnyGame, AnyMove, History};
use crate::random::{mix, pick};
use crate::search::Search;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// How strong an engine plays against people: a budget, and a temperature that lets it prefer a worse move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level's number: 1 is the weakest, [`LEVELS`] the strongest.
    pub level: u8,
    /// Simulations per move; 0 for the bare policy.
    pub simulations: u32,
    /// A move is drawn with its share of the visits (of the policy, without simulations) to the power of one over the
    /// temperature; 0 plays the best move.
    pub temperature: f32,
    /// The level's strength, if matches have measured it.
    pub elo: Option<LevelElo>,
}

/// A level's strength as measured in matches, in Elo above the level below; 0 for the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelElo {
    /// Elo above the level below.
    pub step: f32,
    /// The 95 % confidence interval of the step.
    pub interval: [f32; 2],
    /// Elo above the lowest level: the sum of the steps.
    pub above_first: f32,
}

/// Positions that the proof search at the root may visit for each simulation: with 800 simulations about a second.
const PROOF_POSITIONS: u32 = 1000;

/// Number of moves at the start in which a level varies its play: otherwise the highest would play one game only.
const OPENING: u32 = 12;

/// In the opening, moves that score at most this much less than the best, in [-1, 1], count as good as it.
const OPENING_MARGIN: f32 = 0.03;

/// A move's score counts as reliable if its visits exceed those of the most visited move, divided by this.
const FEW_VISITS: u32 = 8;

pub const LEVELS: u8 = 10;

/// The levels of each variant. `cargo run --release --example levels VARIANT` measures them and writes the file; `any`
/// stands for games not in the file.
const FILE: &str = include_str!("levels.json");

static TABLE: LazyLock<BTreeMap<String, Vec<Level>>> =
    LazyLock::new(|| serde_json::from_str(FILE).expect("the shipped file is valid"));

impl Level {
    /// The levels of a variant, from the lowest.
    pub fn all(variant: &str) -> &'static [Level] {
        TABLE.get(variant).unwrap_or_else(|| &TABLE["any"])
    }

    /// The level with a number, from 1 to [`LEVELS`], of a variant.
    pub fn new(variant: &str, number: u8) -> Option<Level> {
        Level::all(variant).iter().find(|level| level.level == number).copied()
    }

    pub fn budget(self) -> Budget {
        if self.simulations == 0 { Budget::Policy } else { Budget::Simulations(self.simulations) }
    }

    /// Makes an engine think for the level's budget. Only levels that always play the best move get a proof search
    /// before the first simulation, since that search alone plays some games nearly perfectly. It is limited, so that
    /// it makes nobody wait.
    pub fn bound(self, engine: &mut Engine) {
        engine.set_budget(self.budget());
        let positions = if self.temperature == 0.0 { self.simulations.saturating_mul(PROOF_POSITIONS) } else { 0 };
        engine.limit_root_proof(positions);
    }

    /// The level's move after a search with its budget. The draw depends on `seed` and the moves before the root, not
    /// on earlier draws.
    pub fn choose(self, history: &History, search: &Search, seed: u64) -> AnyMove {
        let mut weights = Vec::new();
        match self.temperature {
            0.0 => weights.resize(search.moves().count(), 0.0),
            _ => self.tempered(search, &mut weights),
        }
        if history.moves() < OPENING {
            self.vary(search, &mut weights);
        }
        let sum: f32 = weights.iter().sum();
        if sum == 0.0 {
            return search.best_move();
        }
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let uniform = (mix(seed ^ mix(u64::from(history.moves()))) >> 40) as f32 / (1 << 24) as f32;
        let picked = pick(&weights, uniform);
        search.moves().nth(picked).expect("one weight a move").mv
    }

    /// Weights of the moves by the temperature; the largest is 1.
    fn tempered(self, search: &Search, weights: &mut Vec<f32>) {
        search.policy(weights);
        let most = weights.iter().copied().fold(0.0, f32::max);
        for weight in weights {
            // Unlike the platform's power, this one is the same on every machine.
            *weight = if *weight > 0.0 { libm::powf(*weight / most, 1.0 / self.temperature) } else { 0.0 };
        }
    }

    /// If a search has scored a move nearly as high as the best, raises its weight to at least its visits divided by
    /// those of the most visited move.
    fn vary(self, search: &Search, weights: &mut [f32]) {
        if self.simulations == 0 || search.proven().is_some() {
            return;
        }
        let best = search.best_move();
        let Some(best) = search.moves().find(|root| root.mv == best) else { return };
        let most = search.moves().map(|root| root.visits).max().unwrap_or(0).max(1);
        for (weight, root) in weights.iter_mut().zip(search.moves()) {
            let is_known = root.proven.is_none() && root.visits > most / FEW_VISITS;
            if is_known && root.score >= best.score - OPENING_MARGIN {
                *weight = weight.max(root.visits as f32 / most as f32);
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level:{}", self.level)
    }
}

/// Plays at a level. It keeps no tree, so each move depends only on the seed and the game so far.
pub struct LevelPlayer {
    level: Level,
    engine: Engine,
    seed: u64,
}

impl LevelPlayer {
    /// A player that thinks with `engine` for the level's budget.
    pub fn new(level: Level, mut engine: Engine) -> Self {
        level.bound(&mut engine);
        LevelPlayer { level, engine, seed: 0 }
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self, _: &AnyGame, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        self.engine.forget(self.seed);
        Ok(self.level.choose(history, self.engine.think(game, history), self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_grow() {
        for (variant, levels) in TABLE.iter() {
            assert_eq!(levels.len(), usize::from(LEVELS), "{variant}");
            for (index, level) in levels.iter().enumerate() {
                assert_eq!(usize::from(level.level), index + 1);
                assert_eq!(Level::new(variant, level.level), Some(*level));
            }
            for [low, high] in levels.array_windows() {
                assert!(low.simulations <= high.simulations && low.temperature >= high.temperature, "{variant} {low}");
                assert_ne!((low.simulations, low.temperature), (high.simulations, high.temperature), "{variant} {low}");
            }
        }
        assert_eq!([0, LEVELS + 1].map(|number| Level::new("loa", number)), [None; 2]);
    }

    #[test]
    fn strength_is_the_sum_of_the_steps() {
        for (variant, levels) in TABLE.iter() {
            let mut above_first = 0.0;
            for elo in levels.iter().filter_map(|level| level.elo) {
                above_first += elo.step;
                assert!((elo.above_first - above_first).abs() < 1.0, "{variant}: {elo:?}");
                assert!(elo.interval[0] <= elo.step && elo.step <= elo.interval[1], "{variant}: {elo:?}");
            }
        }
    }
}
