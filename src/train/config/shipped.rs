use super::{Config, ConfigError};
use crate::games::{shipped_for, shipped_text, variants};
use std::path::Path;

impl Config {
    /// The config for a variant, with `key=value` overrides: the one that comes with the program, or one for any game;
    /// `None` where there is no such variant.
    pub fn shipped(variant: &str, overrides: &[String]) -> Option<Result<Config, ConfigError>> {
        // Errors in a rules file show when its game is made.
        let mut names = variants().map(|known| known.name.to_string()).chain(shipped_for(".rbg").map(str::to_owned));
        let known = names.any(|name| name == variant) || variant.ends_with(".rbg");
        known.then(|| match shipped_text(&format!("{variant}.toml")) {
            Some(text) => Config::parse(&format!("{variant}.toml, built in"), text, overrides),
            None => Config::parse(&format!("defaults for {variant}"), &defaults(variant), overrides),
        })
    }

    /// Whether a config of its own comes with the program for a variant.
    pub fn is_shipped(variant: &str) -> bool {
        shipped_text(&format!("{variant}.toml")).is_some()
    }

    /// The config of a file or, where there is no such file, the one for the variant of that name, with `key=value`
    /// overrides.
    ///
    /// # Errors
    /// Neither is there; the file cannot be read; a key or its value is wrong.
    pub fn load_or_shipped(given: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
        let shipped = || Config::shipped(given.to_str()?, overrides);
        // A file of rules stands for its variant.
        let is_config = given.is_file() && given.extension().is_none_or(|kind| kind != "rbg");
        let shipped = if is_config { None } else { shipped() };
        shipped.unwrap_or_else(|| Config::load(given, overrides))
    }
}

/// Generations where neither a config nor a budget says how many.
const GENERATIONS: u32 = 100;

/// The config of a game without one of its own.
fn defaults(variant: &str) -> String {
    let keys = include_str!("any_game.toml");
    format!("generations = {GENERATIONS}\n[game]\nvariant = {variant:?}\n{keys}")
}
