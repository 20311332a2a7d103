use crate::game::RulesError;
use crate::players::SpecError;
use thiserror::Error;

/// Why a config cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file could not be read.
    #[error("cannot read config `{0}`: {1}")]
    Read(String, std::io::Error),
    /// Not TOML, an unknown key, or a value of a wrong type.
    #[error("config `{file}`, {message}")]
    Parse {
        file: String,
        /// The parser's message, with the line.
        message: String,
    },
    /// A `--set` that is not `key=value`, or whose value does not fit.
    #[error("--set `{given}`: {expected}")]
    Set { given: String, expected: String },
    #[error("config key `{key}` is {given}: expected {expected}")]
    Range { key: String, given: String, expected: String },
    /// An entry of `report.opponents` is not a player.
    #[error("config key `report.opponents`: {0}")]
    Opponent(#[from] SpecError),
    /// A search parameter is out of its range.
    #[error("config key `search`: {0}")]
    Search(#[from] crate::search::ConfigError),
    /// `players.search` has an unknown key, or a value of a wrong type or out of its range.
    #[error("config key `players.search`: {0}")]
    PlayersSearch(String),
    /// A key that has another name now.
    #[error("config key `{old}` is now `{new}`")]
    Renamed { old: &'static str, new: &'static str },
    /// A key for a feature that no longer exists.
    #[error("config key `{key}` is `{given}`: expected no such key, there only is {left} now")]
    Removed {
        /// The key's full name.
        key: String,
        /// The value.
        given: String,
        /// What the program supports instead, in words.
        left: &'static str,
    },
    /// There is no such game, or not with these options.
    #[error("config key `game`: {0}")]
    Game(#[from] RulesError),
}
