use super::{Config, ConfigError};

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
}
