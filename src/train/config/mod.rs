//! The training config: its types here, how it is loaded and checked beside.

mod check; // what the types cannot say
mod error; // why a config cannot be used
mod load; //  files and `--set`
mod shipped; // the files of `configs`, built in

pub use error::ConfigError;

use super::starts::Starts;
use crate::game::RulesError;
use crate::games::AnyGame;
use crate::net::NetConfig;
use crate::players::{Kind, NetSpec, PlayerSpec};
use crate::search::{Gumbel, PuctRoot, RootRule, SearchConfig};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

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
    /// The evaluator whose net the run goes on from: `released`, a file, `RUN` or `RUN:GENERATION`. Default: none, from random
    /// parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
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
}

/// How players with the exported evaluators search, in the arena, in `play` and everywhere else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayersConfig {
    /// The keys of `[search]` that have another value for players; see [`Config::players_search`].
    pub search: toml::Table,
}

/// How self-play games are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfPlayConfig {
    /// Games in each generation. Default 500.
    pub games: u32,
    /// Simulations of a full search. Its result becomes a training sample. Default 64.
    pub simulations: u32,
    /// Simulations of a fast search, which only picks the move (playout cap randomisation, Wu 2019). Default 16.
    pub fast_simulations: u32,
    /// Share of the moves that get a full search, in (0, 1]. Default 0.5 (Wu 2019: 0.25).
    pub full_share: f32,
    /// Number of moves at the start of a game that are sampled from the search's policy; later ones are its best move.
    /// Default 0: the Gumbel root explores by itself.
    pub sampled_moves: u32,
    /// Cut a game off after this many moves. It then counts as the last search valued it (bootstrapping), or as
    /// `learner.cut_off_lead_share` says. Default: none, only the rules end a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// A sample's lead is an average over the leads of the moves to come, with geometrically falling weights; this is how
    /// many moves ahead it lies on average. Default: none, the lead at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_horizon: Option<u32>,
    /// Moves that a fast search looks at, the most promising ones, without noise; 0 stands for those of `search.root`, with
    /// its noise. Default 0.
    pub fast_actions: usize,
    /// A sample's result is an average over the values of the searches ahead, with geometrically falling weights, and the
    /// game's result at the end; this is how many moves ahead it lies on average. Default: none, the game's result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_horizon: Option<u32>,
    /// End a game as soon as the search has proven its result. Default true.
    pub stop_when_proven: bool,
    /// Share of games that end where self-play would begin, after the moves of `starts`: an exact solver tells the result,
    /// and which moves keep it, in games that have one. Default 0.
    pub exact_share: f32,
    /// The positions that games start from.
    pub starts: Starts,
    /// Games that each thread plays at once; also the largest batch. Does not change the games. Default 4: larger batches
    /// gain less in the evaluator than the additional trees lose by not fitting into the processor's caches.
    pub concurrent: usize,
    /// Entries of each thread's evaluation cache; 0 for none. Does not change the games. Default 65536.
    pub cache: usize,
    /// Hold out one game in every N: it is used for validation, never for training. Default 20.
    pub held_out_every: u32,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        SelfPlayConfig {
            games: 500,
            simulations: 64,
            fast_simulations: 16,
            full_share: 0.5,
            sampled_moves: 0,
            max_moves: None,
            lead_horizon: None,
            fast_actions: 0,
            value_horizon: None,
            stop_when_proven: true,
            exact_share: 0.0,
            starts: Starts::default(),
            concurrent: 4,
            cache: 1 << 16,
            held_out_every: 20,
        }
    }
}

impl SelfPlayConfig {
    /// How fast searches choose moves at the root, where `root` is the rule of full ones.
    pub(super) fn fast_root(&self, root: RootRule) -> RootRule {
        match root {
            RootRule::Gumbel(gumbel) if self.fast_actions > 0 => {
                RootRule::Gumbel(Gumbel { actions: self.fast_actions, noise: false, ..gumbel })
            }
            root => root,
        }
    }
}

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerConfig {
    /// Where the network trains: `flex` (CPU), or `wgpu` where the program was built with that feature.
    pub device: DeviceKind,
    /// Samples in a batch, one batch for each step. Default 256.
    pub batch: usize,
    /// Parts of a batch, which threads share. Batch normalisation is computed in each part alone (ghost batch
    /// normalisation, Hoffer et al. 2017, arXiv:1705.08741), so this changes the results; the number of threads does not.
    /// Default 8.
    pub shards: usize,
    /// How gradients change the parameters. Default `adamw`.
    pub optimizer: OptimizerKind,
    /// Learning rate, until it falls. Default 1e-3.
    pub rate: f64,
    /// Learning rate of the last generation. Default 1e-4.
    pub final_rate: f64,
    /// Share of the generations, at the end of a run, in which the rate falls along a half cosine, in (0, 1]. Default 0.1
    /// (warm-up, stable, decay: Hu et al. 2024, Hägele et al. 2024).
    pub anneal_share: f32,
    /// Steps of linear warm-up from 0. Default 200.
    pub warmup_steps: u64,
    /// Decoupled weight decay (Loshchilov and Hutter 2019) of filters and of the other weights whose outputs are normalised: at
    /// each step they lose so much of themselves, times the learning rate. Their size changes nothing that the net computes, but
    /// how far a step turns them: without decay they grow, and the rate falls by itself. Factors, offsets and the last
    /// layers of heads do not decay. Default 1e-4, which is next to none: 4e-7 a step at a rate of 4e-3.
    pub weight_decay: f32,
    /// Clip the norm of each tensor's gradient to this. Default 1.
    pub clip: f32,
    /// Decay per step of the exponential moving average of the parameters, which is what is exported. Default 0.999.
    pub average_decay: f32,
    /// Decay per step of batch normalisation's running statistics. Default 0.9.
    pub statistics_decay: f64,
    /// Samples of the window from which the statistics of the averaged net are computed anew before it is exported, rounded up to
    /// whole parts of a batch; 0: they are the average of those of the nets on the way, which have other filters. Default 0.
    pub statistics_samples: usize,
    /// How often each sample is used on average while it is in the replay window. Default 4.
    pub passes: f32,
    /// Size of the replay window at first, in samples. It grows once there are more. Default 20000.
    pub window: usize,
    /// Exponent of the power law by which the window grows with the number of samples so far. Default 0.65 (Wu 2019).
    pub window_exponent: f64,
    /// Share of the draws from the replay window that go to samples in proportion to their surprise, how much the policy
    /// target differs from the policy that the net had (policy surprise weighting: KataGo); the rest is uniform. In [0, 1].
    /// Default 0.
    pub surprise_share: f32,
    /// Share of the search's value in the value target; the rest is the game's result. In the first generation, whose net
    /// is untrained, the result alone counts. Default 0.25.
    pub search_value_share: f32,
    /// How much the final lead counts as the result of a game that was cut off, in [0, 1], where 1 makes the largest
    /// lead a full win: a signal for games that do not end while nobody can play them. The rest is the search's value.
    /// Default 0.
    pub cut_off_lead_share: f32,
    /// Weight of the value loss; the policy's is 1. Default 1.
    pub value_weight: f32,
    /// Weight of the loss of the soft policy, a second policy head for training only, whose targets are the policy's at a
    /// temperature of 4 (as in KataGo, with 8 there). Default 0: no such head.
    pub soft_policy_weight: f32,
    /// Weight of the moves-left loss. Default 0.1.
    pub moves_left_weight: f32,
    /// Weight of the lead's squared error, for nets that predict the lead. Default 0.5.
    pub lead_weight: f32,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        LearnerConfig {
            device: DeviceKind::Flex,
            batch: 256,
            shards: 8,
            optimizer: OptimizerKind::AdamW,
            rate: 1e-3,
            final_rate: 1e-4,
            anneal_share: 0.1,
            warmup_steps: 200,
            weight_decay: 1e-4,
            clip: 1.0,
            average_decay: 0.999,
            statistics_decay: 0.9,
            statistics_samples: 0,
            passes: 4.0,
            window: 20_000,
            window_exponent: 0.65,
            surprise_share: 0.0,
            search_value_share: 0.25,
            cut_off_lead_share: 0.0,
            value_weight: 1.0,
            soft_policy_weight: 0.0,
            moves_left_weight: 0.1,
            lead_weight: 0.5,
        }
    }
}

/// How gradients change the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptimizerKind {
    /// AdamW for all parameters.
    AdamW,
    /// Muon for the filters of convolutions, with steps as long as AdamW's; AdamW for all else.
    Muon,
}

/// A burn backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// The CPU.
    Flex,
    /// Any graphics card (cargo feature `wgpu`).
    Wgpu,
}

impl DeviceKind {
    /// Whether this program can use it.
    pub fn is_built_in(self) -> bool {
        match self {
            DeviceKind::Flex => true,
            DeviceKind::Wgpu => cfg!(feature = "wgpu"),
        }
    }
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::Flex => "flex",
            DeviceKind::Wgpu => "wgpu",
        })
    }
}

/// How progress is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReportConfig {
    /// Measure strength in one generation of every N, and in the last; 0 never. Default 10.
    pub every: u32,
    /// Players to measure against, named as for `ardoise arena`. Default `random`.
    pub opponents: Vec<String>,
    /// Games against each opponent, an even number. Default 40.
    pub games: u32,
    /// Simulations for each move in them. Default 64.
    pub simulations: u32,
    /// Positions of the exam against the exact solver, for games that have one. Default 500.
    pub exam_positions: usize,
    /// Samples on which the losses of the training and the held-out set are compared. Default 2048.
    pub validation_samples: usize,
}

impl Default for ReportConfig {
    fn default() -> Self {
        ReportConfig {
            every: 10,
            opponents: vec!["random".to_owned()],
            games: 40,
            simulations: 64,
            exam_positions: 500,
            validation_samples: 2048,
        }
    }
}

impl Config {
    /// The game that is played.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn game(&self) -> Result<AnyGame, RulesError> {
        let options = self.game.rules.iter().map(|(name, value)| match value {
            toml::Value::String(text) => (name, text.clone()),
            other => (name, other.to_string()),
        });
        crate::games::rules(&self.game.variant, options).and_then(AnyGame::new)
    }

    /// The part that the games of a generation follow from, together with its number and its net; the rest has its
    /// defaults.
    pub fn of_games(&self) -> Config {
        let Config { seed, from, game, search, selfplay, .. } = self.clone();
        let (net, learner, report, players) = Default::default();
        Config { seed, generations: 1, from, game, net, search, selfplay, learner, report, players }
    }

    /// How far a run is in what only a beginner needs: its generation or, where it goes on from a net, past all of that.
    pub(super) fn age(&self, generation: u32) -> u32 {
        if self.from.is_some() { u32::MAX } else { generation }
    }

    /// Samples that the window holds before the learner's first step: a batch. A net that knows something already would only
    /// learn few samples by heart and forget the rest, so a run that goes on from one fills its window first.
    pub fn first_samples(&self) -> usize {
        if self.from.is_some() { self.learner.window } else { self.learner.batch }
    }

    /// The evaluator that the run goes on from.
    ///
    /// # Errors
    /// `from` names none.
    pub(super) fn origin(&self) -> Result<Option<NetSpec>, ConfigError> {
        let Some(from) = &self.from else { return Ok(None) };
        match from.parse() {
            Ok(PlayerSpec { kind: Kind::Net(net), budget: None, threads: None, .. }) => Ok(Some(net)),
            _ => Err(ConfigError::Range {
                key: "from",
                given: format!("`{from}`"),
                expected: "an evaluator: released, a file (.ard), RUN or RUN:GENERATION",
            }),
        }
    }

    /// The search of players with the exported evaluators: `[search]`, with the values of `[players.search]` where it has
    /// any, and PUCT without noise at the root.
    ///
    /// # Errors
    /// `[players.search]` has an unknown key, or a value of a wrong type or out of its range.
    pub fn players_search(&self) -> Result<SearchConfig, ConfigError> {
        let mut table = toml::Table::try_from(self.search).expect("search parameters are a TOML table");
        // No root but PUCT's is ever used, so a key for it would do nothing.
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
