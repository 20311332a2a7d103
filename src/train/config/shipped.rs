use super::{Config, ConfigError};
use std::path::Path;

/// Pairs of a variant and its file in `configs`.
macro_rules! shipped {
    ($($variant:literal),*) => {
        [$(($variant, include_str!(concat!("../../../configs/", $variant, ".toml")))),*]
    };
}

/// The shipped configs, which are part of the program.
const SHIPPED: &[(&str, &str)] =
    &shipped!["dualite-teams", "dualite", "grand-dual", "l-calculus", "loa", "logitac", "zen"];

impl Config {
    /// The config shipped for a variant, with `key=value` overrides; `None` where there is none.
    pub fn shipped(variant: &str, overrides: &[String]) -> Option<Result<Config, ConfigError>> {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == variant)?;
        Some(Config::parse(&format!("{variant}.toml, built in"), text, overrides))
    }

    /// The config of a file or, where there is no such file, the one shipped for the variant of that name, with `key=value`
    /// overrides.
    ///
    /// # Errors
    /// Neither is there; the file cannot be read; a key or its value is wrong.
    pub fn load_or_shipped(given: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
        let shipped = || Config::shipped(given.to_str()?, overrides);
        let shipped = (!given.is_file()).then(shipped).flatten();
        shipped.unwrap_or_else(|| Config::load(given, overrides))
    }
}
