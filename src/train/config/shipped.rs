use super::{Config, ConfigError};
use crate::games::{shipped_text, variants};
use std::path::Path;

impl Config {
    /// The config for a variant, with `key=value` overrides: the one that comes with the program, or defaults; `None` where there
    /// is no such variant.
    pub fn shipped(variant: &str, overrides: &[String]) -> Option<Result<Config, ConfigError>> {
        let variant = variants().find(|known| known.name == variant)?.name;
        Some(match shipped_text(&format!("{variant}.toml")) {
            Some(text) => Config::parse(&format!("{variant}.toml, built in"), text, overrides),
            None => Config::parse(&format!("defaults for {variant}"), &defaults(variant), overrides),
        })
    }

    /// The config of a file or, where there is no such file, the one for the variant of that name, with `key=value` overrides.
    ///
    /// # Errors
    /// Neither is there; the file cannot be read; a key or its value is wrong.
    pub fn load_or_shipped(given: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
        let shipped = || Config::shipped(given.to_str()?, overrides);
        let shipped = (!given.is_file()).then(shipped).flatten();
        shipped.unwrap_or_else(|| Config::load(given, overrides))
    }
}

/// Generations where neither a config nor a budget says how many.
const GENERATIONS: u32 = 100;

fn defaults(variant: &str) -> String {
    format!("generations = {GENERATIONS}\n[game]\nvariant = {variant:?}\n")
}
