//! The training config. Each of its tables is declared in a file of its own.

mod error; //    why a config cannot be used
mod table; //    keys with their meanings, defaults and values
mod net;
mod starts;
mod selfplay;
mod learner;
mod report;
mod check; //    constraints that the types cannot express
mod load; //     files and `--set`
mod shipped; //  the files of `configs`, built in
#[cfg(test)]
mod docs; //     a test that docs/configuration.md agrees

pub use error::ConfigError;
pub use learner::{DeviceKind, LearnerConfig};
pub use report::ReportConfig;
pub use selfplay::SelfPlayConfig;
pub use starts::Starts;

use crate::game::{RulesError, VariantRef};
use crate::games::{AnyGame, find, find_or};
use crate::net::NetConfig;
use crate::players::{Kind, NetSpec, PlayerSpec};
use crate::search::{PuctRoot, RootRule, SearchConfig};
use crate::train::rules_in_turn::{RulesInTurn, turn};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that decides what a training run computes. `configs/` holds one file for each game; the resolved config
/// is saved with the run. Unknown keys are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Seed of all randomness of the run. Default 1.
    #[serde(default = "one")]
    pub seed: u64,
    /// The most generations of the run. With `--budget` it makes as many of them as fit.
    pub generations: u32,
    /// The evaluator whose net the run goes on from: `released`, a file, `RUN` or `RUN:GENERATION`. Default: none, from
    /// random parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The run whose recorded games this one learns from, its name or directory; this one then plays none. Its
    /// generation k learns from the k-th of those whose games are still there. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_of: Option<String>,
    /// The evaluator whose answers the net learns instead of those of the searches, where `games_of` gives the
    /// positions: `released`, a file, `RUN` or `RUN:GENERATION`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// The game to learn.
    pub game: GameConfig,
    /// Size of the network.
    #[serde(default)]
    pub net: NetConfig,
    /// The search of self-play.
    #[serde(default)]
    pub search: SearchConfig,
    /// How self-play games are made.
    #[serde(default)]
    pub selfplay: SelfPlayConfig,
    /// How the network learns from them.
    #[serde(default)]
    pub learner: LearnerConfig,
    /// How progress is measured.
    #[serde(default)]
    pub report: ReportConfig,
    /// How players with the exported evaluators search.
    #[serde(default)]
    pub players: PlayersConfig,
}

fn one() -> u64 {
    1
}

/// A variant and its rule options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameConfig {
    /// Name, as in `ardoise games`.
    pub variant: String,
    /// Rule options that differ from their defaults.
    #[serde(default)]
    pub rules: BTreeMap<String, toml::Value>,
    /// Options, besides `rules`, that games of other generations have: those of the second generation the first of these,
    /// and so on in turn. One net learns all of them, so it must serve them. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_rules: Vec<BTreeMap<String, toml::Value>>,
}

/// How players with the exported evaluators search, in the arena, in `play` and everywhere else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayersConfig {
    /// The keys of `[search]` that have another value for players; see [`Config::players_search`].
    pub search: toml::Table,
}

impl Config {
    /// The game that is played.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn game(&self) -> Result<AnyGame, RulesError> {
        self.game_with(&find(&self.game.variant)?, &BTreeMap::new())
    }

    /// The game of the run, then those of `other_rules`, for [`RulesInTurn`].
    ///
    /// # Errors
    /// As [`Config::game`].
    pub fn games(&self) -> Result<Vec<AnyGame>, RulesError> {
        self.games_of(&find(&self.game.variant)?)
    }

    /// The game of a generation's games. If its rules file is missing here, it is the one that the net has `brought`.
    ///
    /// # Errors
    /// As [`Config::game`].
    pub fn game_of(&self, generation: u32, brought: Option<&VariantRef>) -> Result<AnyGame, RulesError> {
        let games = self.games_of(&find_or(&self.game.variant, brought)?)?;
        Ok(RulesInTurn::new(&games).of(generation).clone())
    }

    fn games_of(&self, variant: &VariantRef) -> Result<Vec<AnyGame>, RulesError> {
        let own = BTreeMap::new();
        let all = std::iter::once(&own).chain(&self.game.other_rules);
        all.map(|others| self.game_with(variant, others)).collect()
    }

    fn game_with(&self, variant: &VariantRef, others: &BTreeMap<String, toml::Value>) -> Result<AnyGame, RulesError> {
        let rules = self.game.rules.iter().filter(|(name, _)| !others.contains_key(*name));
        let options = rules.chain(others).map(|(name, value)| match value {
            toml::Value::String(text) => (name, text.clone()),
            other => (name, other.to_string()),
        });
        variant.rules(options).and_then(AnyGame::new)
    }

    /// Whether the games of a generation have the run's own rules.
    pub fn is_by_own_rules(&self, generation: u32) -> bool {
        turn(generation, 1 + self.game.other_rules.len()) == 0
    }

    /// The part on which the games of a generation depend, together with its number and its net; the rest has its
    /// defaults.
    pub fn of_games(&self) -> Config {
        let Config { seed, from, game, search, selfplay, .. } = self.clone();
        let selfplay = SelfPlayConfig { budget_share: None, ..selfplay };
        let (net, learner, report, players) = Default::default();
        let (games_of, teacher) = (None, None);
        Config { seed, generations: 1, from, games_of, teacher, game, net, search, selfplay, learner, report, players }
    }

    /// The generation for curricula, which only a beginner needs: the run's or, if it goes on from a net, one past
    /// all curricula.
    pub(super) fn curriculum_generation(&self, generation: u32) -> u32 {
        if self.from.is_some() { u32::MAX } else { generation }
    }

    /// The parameters of the searches in a generation's games.
    pub(super) fn search_in(&self, generation: u32) -> SearchConfig {
        let mut search = self.search;
        if let Some(generations) = self.selfplay.progress_generations {
            let made = self.curriculum_generation(generation).saturating_sub(1);
            search.progress_share *= (1.0 - made as f32 / generations as f32).max(0.0);
        }
        search
    }

    /// Samples that the window holds before the learner's first step: a batch. From few samples, a net that is
    /// already trained would only learn them by heart and forget the rest, so a run that goes on from one fills its
    /// window first.
    pub fn first_samples(&self) -> usize {
        if self.from.is_some() { self.learner.window } else { self.learner.batch }
    }

    /// The evaluator that the run goes on from.
    ///
    /// # Errors
    /// `from` names none.
    pub(super) fn origin(&self) -> Result<Option<NetSpec>, ConfigError> {
        self.from.as_deref().map(|from| evaluator("from", from)).transpose()
    }

    /// The evaluator whose answers the net learns.
    ///
    /// # Errors
    /// `teacher` names none, or there are no recorded games whose positions it could answer.
    pub(super) fn teacher(&self) -> Result<Option<NetSpec>, ConfigError> {
        let Some(teacher) = &self.teacher else { return Ok(None) };
        if self.games_of.is_none() {
            return Err(ConfigError::Range {
                key: "teacher".to_owned(),
                given: format!("`{teacher}`"),
                expected: "none without games_of: a teacher answers the positions of recorded games".to_owned(),
            });
        }
        evaluator("teacher", teacher).map(Some)
    }

    /// The search of players with the exported evaluators: `[search]`, with the values of `[players.search]` where it
    /// has any, and PUCT without noise at the root.
    ///
    /// # Errors
    /// `[players.search]` has an unknown key, or a value of a wrong type or out of its range.
    pub fn players_search(&self) -> Result<SearchConfig, ConfigError> {
        let mut table = toml::Table::try_from(self.search).expect("search parameters are a TOML table");
        // Only PUCT's root is ever used, so a key for it would do nothing.
        table.remove("root");
        if self.players.search.contains_key("root") {
            let message = "players always use PUCT without noise at the root: expected no key `root`";
            return Err(ConfigError::PlayersSearch(message.to_owned()));
        }
        table.extend(self.players.search.clone());
        let merged: Result<SearchConfig, toml::de::Error> = table.try_into();
        let search = merged.map_err(|error| ConfigError::PlayersSearch(error.message().replace('\n', ", ")))?;
        search.validate().map_err(|error| ConfigError::PlayersSearch(error.to_string()))?;
        Ok(SearchConfig { root: RootRule::Puct(PuctRoot::default()), ..search })
    }

    /// The full names of the keys whose values differ.
    pub fn differences(&self, other: &Config) -> Vec<String> {
        let tables = [self, other].map(|config| toml::Value::try_from(config).expect("a config is a TOML table"));
        let mut keys = Vec::new();
        differences(&tables[0], Some(&tables[1]), "", &mut keys);
        keys
    }
}

/// The evaluator that a key names.
fn evaluator(key: &str, name: &str) -> Result<NetSpec, ConfigError> {
    match name.parse() {
        Ok(PlayerSpec { kind: Kind::Net(net), budget: None, threads: None, .. }) => Ok(net),
        _ => Err(ConfigError::Range {
            key: key.to_owned(),
            given: format!("`{name}`"),
            expected: "an evaluator: released, a file (.ard), RUN or RUN:GENERATION".to_owned(),
        }),
    }
}

/// Adds the keys below `name` that differ or are in only one of the two.
fn differences(one: &toml::Value, other: Option<&toml::Value>, name: &str, keys: &mut Vec<String>) {
    match (one, other) {
        (toml::Value::Table(one), Some(toml::Value::Table(other))) => {
            let all: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
            for key in all {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                match one.get(key) {
                    Some(value) => differences(value, other.get(key), &name, keys),
                    None => keys.push(name),
                }
            }
        }
        (one, Some(other)) if one == other => {}
        _ => keys.push(name.to_owned()),
    }
}
