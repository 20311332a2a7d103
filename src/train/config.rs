use super::starts::Starts;
use crate::game::RulesError;
use crate::games::AnyGame;
use crate::net::NetConfig;
use crate::players::{PlayerSpec, SpecError};
use crate::search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use thiserror::Error;

/// Everything that decides what a run computes. Files in `configs/` hold one each; the resolved one is saved with the
/// run. Unknown keys are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Seed of all randomness of the run. Default 1.
    #[serde(default = "one")]
    pub seed: u64,
    /// Generations of a full run; the learning rate's schedule spans them. `--budget` may end a run earlier.
    pub generations: u32,
    /// What is played.
    pub game: GameConfig,
    /// Size of the network.
    #[serde(default)]
    pub net: NetConfig,
    /// Search in self-play.
    #[serde(default)]
    pub search: SearchConfig,
    /// How games are made.
    #[serde(default)]
    pub selfplay: SelfPlayConfig,
    /// How they are learned from.
    #[serde(default)]
    pub learner: LearnerConfig,
    /// How progress is measured.
    #[serde(default)]
    pub report: ReportConfig,
    /// How players of the exported evaluators search.
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

/// How players of the exported evaluators search, in the arena, in `play` and wherever else they think.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayersConfig {
    /// Positions that a proof search may visit before the first simulation: many for games that proofs decide. Default:
    /// 200000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_proof_nodes: Option<u32>,
}

/// How self-play games are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfPlayConfig {
    /// Games a generation. Default 500.
    pub games: u32,
    /// Simulations of a full search, whose result becomes a sample. Default 64.
    pub simulations: u32,
    /// Simulations of a fast search, which only moves the game on (playout-cap randomisation, Wu 2019). Default 16.
    pub fast_simulations: u32,
    /// Share of moves that get a full search, in (0, 1]. Default 0.5 (Wu 2019: 0.25).
    pub full_share: f32,
    /// Moves at the start of a game that are drawn from the search's policy instead of being its best move. Default
    /// 0: the Gumbel root explores by itself.
    pub sampled_moves: u32,
    /// Moves after which a game is cut off, counted from its start; see `learner.cut_off_lead_share`. Default: none, the
    /// rules' bound alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// How many moves ahead the lead ([`crate::game::Game::lead`]) that a sample tells lies on average: the weights of
    /// the leads to come fall geometrically. Default: none, the lead at the end alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_horizon: Option<u32>,
    /// Whether a game ends with the result that the search has proven. Default true.
    pub stop_when_proven: bool,
    /// From where games start.
    pub starts: Starts,
    /// Games that a thread has under way at once; also the largest batch. Results do not depend on it. Default 4: what
    /// the evaluator gains from larger batches is less than what more trees cost, which do not fit in the caches.
    pub concurrent: usize,
    /// Entries of each thread's evaluation cache. Results do not depend on it. Default 65536; 0 for none.
    pub cache: usize,
    /// Every how-manyth game is held out: never trained on, used for validation. Default 20.
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
            stop_when_proven: true,
            starts: Starts::default(),
            concurrent: 4,
            cache: 1 << 16,
            held_out_every: 20,
        }
    }
}

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerConfig {
    /// Where the network trains: `flex` (CPU), or `wgpu` where the program was built with that feature.
    pub device: DeviceKind,
    /// Samples a step. Default 256.
    pub batch: usize,
    /// Parts of a batch that run on a core each. Every part normalises by itself, so this changes the results (the
    /// number of threads does not). Default 2.
    pub shards: usize,
    /// Peak learning rate. Default 1e-3.
    pub rate: f64,
    /// Learning rate at the last generation, reached along a half cosine. Default 1e-4.
    pub final_rate: f64,
    /// Steps over which the rate rises from 0. Default 200.
    pub warmup_steps: u64,
    /// Decoupled weight decay (Loshchilov and Hutter 2019). Default 1e-4.
    pub weight_decay: f32,
    /// Largest norm of each tensor's gradient. Default 1.
    pub clip: f32,
    /// Decay a step of the averaged parameters that are exported. Default 0.999.
    pub average_decay: f32,
    /// Decay a step of the running statistics of normalisation. Default 0.9.
    pub statistics_decay: f64,
    /// How often each sample is used on average while it is in the window. Default 4.
    pub passes: f32,
    /// Window of the replay buffer, in samples, while there are few: it holds all up to this. Default 20000.
    pub window: usize,
    /// Exponent of the power law by which the window grows with all samples so far. Default 0.65 (Wu 2019).
    pub window_exponent: f64,
    /// Share of the search's value, against the game's result, in the value target; the first generation's searches know
    /// nothing yet, and do not count. Default 0.25.
    pub search_value_share: f32,
    /// How much of a win the lead ([`crate::game::Game::lead`]) makes of a game that was cut off, in [0, 1]: a progress
    /// measure for games that would never end while nobody can play them. Default 0: it is a draw.
    pub cut_off_lead_share: f32,
    /// Weight of the value loss; the policy's is 1. Default 1.
    pub value_weight: f32,
    /// Weight of the moves-left loss. Default 0.1.
    pub moves_left_weight: f32,
    /// Weight of the lead's squared error, for nets that tell the lead. Default 0.5.
    pub lead_weight: f32,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        LearnerConfig {
            device: DeviceKind::Flex,
            batch: 256,
            shards: 2,
            rate: 1e-3,
            final_rate: 1e-4,
            warmup_steps: 200,
            weight_decay: 1e-4,
            clip: 1.0,
            average_decay: 0.999,
            statistics_decay: 0.9,
            passes: 4.0,
            window: 20_000,
            window_exponent: 0.65,
            search_value_share: 0.25,
            cut_off_lead_share: 0.0,
            value_weight: 1.0,
            moves_left_weight: 0.1,
            lead_weight: 0.5,
        }
    }
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
    /// Every how-manyth generation plays the opponents and sits the exam; the last always does. Default 10; 0 never.
    pub every: u32,
    /// Players to measure against, as on the arena's command line. Default `random`.
    pub opponents: Vec<String>,
    /// Games against each. Default 40.
    pub games: u32,
    /// Simulations a move in them. Default 64.
    pub simulations: u32,
    /// Positions of the exam against the exact solver, for games that have one. Default 500.
    pub exam_positions: usize,
    /// Samples on which training and held-out losses are compared. Default 2048.
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

/// A config that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file could not be read.
    #[error("cannot read config `{0}`: {1}")]
    Read(String, std::io::Error),
    /// Not TOML, an unknown key, or a value of a wrong type.
    #[error("config `{file}`, {message}")]
    Parse {
        /// The file.
        file: String,
        /// What and where.
        message: String,
    },
    /// A `--set` that is not `key=value` or names no table.
    #[error("--set `{given}`: {expected}")]
    Set {
        /// As given.
        given: String,
        /// What was expected.
        expected: String,
    },
    /// A value outside its range.
    #[error("config key `{key}` is {given}: expected {expected}")]
    Range {
        /// The key's full name.
        key: &'static str,
        /// The value.
        given: String,
        /// The values that make sense.
        expected: &'static str,
    },
    /// A name of `report.opponents` is no player's.
    #[error("config key `report.opponents`: {0}")]
    Opponent(#[from] SpecError),
    /// A search parameter is out of its range.
    #[error("config key `search`: {0}")]
    Search(#[from] crate::search::ConfigError),
    /// The game is not there, or not with these options.
    #[error("config key `game`: {0}")]
    Game(#[from] RulesError),
}

impl Config {
    /// Reads a config file, then applies `key=value` overrides; a key is a dotted path, a value is TOML (a bare word
    /// is taken as a string).
    ///
    /// # Errors
    /// The file or an override is wrong; nothing is guessed.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError::Read(file.clone(), error))?;
        Config::parse(&file, &text, overrides)
    }

    /// [`Config::load`] on text; `file` names it in errors.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(file: &str, text: &str, overrides: &[String]) -> Result<Config, ConfigError> {
        let parse_error =
            |error: toml::de::Error| ConfigError::Parse { file: file.to_owned(), message: in_line(text, &error) };
        // Parsed as given first, so that an error points to the file's line.
        let config: Config = toml::from_str(text).map_err(parse_error)?;
        let config = if overrides.is_empty() {
            config
        } else {
            let mut table: toml::Table = toml::from_str(text).map_err(parse_error)?;
            let mut config = config;
            for given in overrides {
                set(&mut table, given)?;
                config = table.clone().try_into().map_err(|error: toml::de::Error| ConfigError::Set {
                    given: given.clone(),
                    expected: error.to_string().trim_end().replace('\n', " "),
                })?;
            }
            config
        };
        config.check()?;
        Ok(config)
    }

    /// The game that is played.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn game(&self) -> Result<AnyGame, RulesError> {
        let options = self.game.rules.iter().map(|(name, value)| match value {
            toml::Value::String(text) => (name, text.clone()),
            other => (name, other.to_string()),
        });
        crate::games::rules(&self.game.variant, options).map(AnyGame::new)
    }

    /// The full names of the keys in which two configs differ.
    pub fn differences(&self, other: &Config) -> Vec<String> {
        let tables = [self, other].map(|config| toml::Value::try_from(config).expect("a config is a TOML table"));
        let mut keys = Vec::new();
        differences(&tables[0], Some(&tables[1]), "", &mut keys);
        keys
    }

    fn check(&self) -> Result<(), ConfigError> {
        let (play, learn, report) = (&self.selfplay, &self.learner, &self.report);
        let range = |ok: bool, key, given: &dyn std::fmt::Display, expected| {
            if ok { Ok(()) } else { Err(ConfigError::Range { key, given: given.to_string(), expected }) }
        };
        self.game()?;
        self.search.validate()?;
        range(self.generations >= 1, "generations", &self.generations, "at least 1")?;
        range((1..=1024).contains(&self.net.channels), "net.channels", &self.net.channels, "1 to 1024")?;
        range((1..=100).contains(&self.net.blocks), "net.blocks", &self.net.blocks, "1 to 100")?;
        range(
            (1..=1024).contains(&self.net.value_channels),
            "net.value_channels",
            &self.net.value_channels,
            "1 to 1024",
        )?;
        range((1..=4096).contains(&self.net.value_hidden), "net.value_hidden", &self.net.value_hidden, "1 to 4096")?;
        range(play.games >= 1, "selfplay.games", &play.games, "at least 1")?;
        range(play.simulations >= 1, "selfplay.simulations", &play.simulations, "at least 1")?;
        range(play.fast_simulations >= 1, "selfplay.fast_simulations", &play.fast_simulations, "at least 1")?;
        let share = play.full_share;
        range(share > 0.0 && share <= 1.0, "selfplay.full_share", &share, "above 0, at most 1")?;
        range((1..=4096).contains(&play.concurrent), "selfplay.concurrent", &play.concurrent, "1 to 4096")?;
        range(play.cache <= 1 << 24, "selfplay.cache", &play.cache, "at most 16777216")?;
        range(play.held_out_every >= 2, "selfplay.held_out_every", &play.held_out_every, "at least 2")?;
        let most = play.max_moves.unwrap_or(u32::MAX);
        range((1..).contains(&most), "selfplay.max_moves", &most, "at least 1")?;
        let horizon = play.lead_horizon.unwrap_or_default();
        range(horizon <= 1_000_000, "selfplay.lead_horizon", &horizon, "at most 1000000")?;
        play.starts.check()?;
        range(learn.batch >= 2, "learner.batch", &learn.batch, "at least 2")?;
        let shards_fit = learn.shards >= 1 && learn.shards * 2 <= learn.batch && learn.batch % learn.shards == 0;
        range(shards_fit, "learner.shards", &learn.shards, "a divisor of learner.batch, at most half of it")?;
        range(learn.rate > 0.0 && learn.rate < 1.0, "learner.rate", &learn.rate, "above 0, below 1")?;
        let final_rate = learn.final_rate;
        range(
            final_rate > 0.0 && final_rate <= learn.rate,
            "learner.final_rate",
            &final_rate,
            "above 0, at most rate",
        )?;
        let weight = |key, weight: f32| range((0.0..=1e6).contains(&weight), key, &weight, "0 to 1000000");
        weight("learner.weight_decay", learn.weight_decay)?;
        range(learn.clip > 0.0, "learner.clip", &learn.clip, "above 0")?;
        let decay = learn.average_decay;
        range((0.0..1.0).contains(&decay), "learner.average_decay", &decay, "at least 0, below 1")?;
        let decay = learn.statistics_decay;
        range((0.0..1.0).contains(&decay), "learner.statistics_decay", &decay, "at least 0, below 1")?;
        range(learn.passes > 0.0 && learn.passes <= 100.0, "learner.passes", &learn.passes, "above 0, at most 100")?;
        range(learn.window >= learn.batch, "learner.window", &learn.window, "at least learner.batch")?;
        let exponent = learn.window_exponent;
        range(exponent > 0.0 && exponent <= 1.0, "learner.window_exponent", &exponent, "above 0, at most 1")?;
        let share = learn.search_value_share;
        range((0.0..=1.0).contains(&share), "learner.search_value_share", &share, "0 to 1")?;
        let share = learn.cut_off_lead_share;
        range((0.0..=1.0).contains(&share), "learner.cut_off_lead_share", &share, "0 to 1")?;
        weight("learner.value_weight", learn.value_weight)?;
        weight("learner.moves_left_weight", learn.moves_left_weight)?;
        weight("learner.lead_weight", learn.lead_weight)?;
        for opponent in &report.opponents {
            opponent.parse::<PlayerSpec>()?;
        }
        let games_fit = (2..=1_000_000).contains(&report.games) && report.games.is_multiple_of(2);
        range(games_fit, "report.games", &report.games, "an even number from 2 to 1000000")?;
        range(report.simulations >= 1, "report.simulations", &report.simulations, "at least 1")?;
        let positions = report.exam_positions;
        range(positions <= 1_000_000, "report.exam_positions", &positions, "at most 1000000")?;
        range(report.validation_samples >= 1, "report.validation_samples", &report.validation_samples, "at least 1")?;
        let device = learn.device;
        range(device.is_built_in(), "learner.device", &device, "flex, or a build with that cargo feature")
    }
}

/// Adds the keys below `name` that differ or stand in one of both only.
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

/// What is wrong and where, in one line.
fn in_line(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', ", ");
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
    match text.lines().nth(before).map(str::trim) {
        Some(line) if !line.is_empty() => format!("line {} (`{line}`): {message}", before + 1),
        _ => format!("line {}: {message}", before + 1),
    }
}

/// Applies one `a.b.c=value`.
fn set(table: &mut toml::Table, given: &str) -> Result<(), ConfigError> {
    let wrong = |expected: &str| ConfigError::Set { given: given.to_owned(), expected: expected.to_owned() };
    let (key, value) = given.split_once('=').ok_or_else(|| wrong("expected key=value, as learner.batch=512"))?;
    let value = toml::from_str::<toml::Table>(&format!("value = {value}"))
        .ok()
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| toml::Value::String(value.to_owned()));
    let mut path: Vec<&str> = key.split('.').collect();
    let last = path.pop().filter(|last| !last.is_empty()).ok_or_else(|| wrong("expected key=value"))?;
    let mut table = table;
    for part in path {
        let entry = table.entry(part).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        table = entry.as_table_mut().ok_or_else(|| wrong("a part of the key is not a table"))?;
    }
    table.insert(last.to_owned(), value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "generations = 3\n[game]\nvariant = \"dualite\"\n";

    fn error(text: &str, overrides: &[&str]) -> String {
        let overrides: Vec<String> = overrides.iter().map(|&s| s.to_owned()).collect();
        Config::parse("test.toml", text, &overrides).expect_err("must be refused").to_string()
    }

    #[test]
    fn a_saved_config_reads_back_the_same() {
        let config = Config::parse("test.toml", SMALL, &["game.rules.opening=last".to_owned()]).expect("valid");
        assert_eq!(config.game.rules["opening"].as_str(), Some("last"));
        let text = toml::to_string(&config).expect("writable");
        assert_eq!(Config::parse("saved.toml", &text, &[]).expect("valid"), config);
    }

    #[test]
    fn overrides_are_applied_with_their_types() {
        let overrides = ["learner.batch=512", "learner.rate=2e-3", "selfplay.stop_when_proven=false"];
        let config = Config::parse("test.toml", SMALL, &overrides.map(str::to_owned)).expect("valid");
        assert_eq!((config.learner.batch, config.learner.rate), (512, 2e-3));
        assert!(!config.selfplay.stop_when_proven);
    }

    #[test]
    fn unknown_keys_wrong_types_and_bad_ranges_name_the_key() {
        assert!(error(&format!("{SMALL}[learner]\nbacth = 3\n"), &[]).contains("bacth"));
        assert!(error(&format!("{SMALL}[learner]\nbatch = \"many\"\n"), &[]).contains("batch"));
        assert!(error(SMALL, &["learner.batch=three"]).contains("batch"));
        assert!(error(SMALL, &["learner.batch"]).contains("key=value"));
        assert!(error(SMALL, &["generations.x=1"]).contains("not a table"));
        assert!(error(SMALL, &["learner.passes=0"]).contains("learner.passes"));
        assert!(error(SMALL, &["search.c_puct=-1"]).contains("c_puct"));
        assert!(error(SMALL, &["report.games=0"]).contains("report.games"));
        assert!(error(SMALL, &["report.opponents=[\"mcts:x\"]"]).contains("mcts:x"));
        assert!(error(SMALL, &["learner.shards=3"]).contains("learner.shards"));
        assert!(error(SMALL, &["game.variant=chess"]).contains("chess"));
        assert!(error(SMALL, &["game.rules.opening=none"]).contains("opening"));
    }
}
