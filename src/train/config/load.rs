use super::super::toml_file::in_line;
use super::{Config, ConfigError};
use crate::files;
use std::path::Path;

/// The longest config, in bytes.
const LONGEST: u64 = 1 << 20;

impl Config {
    /// Reads a config file, then applies `key=value` overrides. A key is a dotted path, a value is TOML; a bare word is
    /// taken as a string.
    ///
    /// # Errors
    /// The file cannot be read, or it or an override is wrong.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Config, ConfigError> {
        let file = path.display().to_string();
        let text = files::read_text(path, LONGEST).map_err(|error| ConfigError::Read(file.clone(), error))?;
        Config::parse(&file, &text, overrides)
    }

    /// [`Config::load`] on text; `file` names it in errors.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(file: &str, text: &str, overrides: &[String]) -> Result<Config, ConfigError> {
        let parse_error =
            |error: toml::de::Error| ConfigError::Parse { file: file.to_owned(), message: in_line(text, &error) };
        let mut table: toml::Table = toml::from_str(text).map_err(parse_error)?;
        refuse_renamed(&table)?;
        let has_removed = drop_removed(&mut table)?;
        // The file alone first, so that an error points to its line.
        let mut config: Config = match has_removed {
            true => table.clone().try_into(),
            false => toml::from_str(text),
        }
        .map_err(parse_error)?;
        for given in overrides {
            set(&mut table, given)?;
            refuse_renamed(&table)?;
            drop_removed(&mut table)?;
            config = table.clone().try_into().map_err(|error: toml::de::Error| ConfigError::Set {
                given: given.clone(),
                expected: error.to_string().trim_end().replace('\n', " "),
            })?;
        }
        config.check()?;
        Ok(config)
    }
}

/// Renamed keys: table, old key, both full names.
const RENAMED: [(&str, &str, [&str; 2]); 1] =
    [("players", "root_proof_nodes", ["players.root_proof_nodes", "players.search.root_proof_nodes"])];

fn refuse_renamed(config: &toml::Table) -> Result<(), ConfigError> {
    for (table, key, [old, new]) in RENAMED {
        if config.get(table).is_some_and(|table| table.get(key).is_some()) {
            return Err(ConfigError::Renamed { old, new });
        }
    }
    Ok(())
}

/// Keys of what is gone, with the value that switched it off: table, key, value, what is left. Saved configs have them.
const REMOVED: [(&str, &str, &str, &str); 2] = [
    ("learner", "optimizer", "adamw", "AdamW"),
    ("learner", "soft_policy_weight", "0", "one policy, that of the search"),
];

/// Removes keys from a config that set what is now fixed; returns whether there were any.
fn drop_removed(config: &mut toml::Table) -> Result<bool, ConfigError> {
    let mut has_removed = false;
    for (table, key, off, left) in REMOVED {
        let Some(given) = config.get_mut(table).and_then(|table| table.as_table_mut()?.remove(key)) else { continue };
        let text = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        let is_off =
            text == off || matches!((text.parse::<f64>(), off.parse::<f64>()), (Ok(given), Ok(off)) if given == off);
        if !is_off {
            return Err(ConfigError::Removed { key: format!("{table}.{key}"), given: text, left });
        }
        has_removed = true;
    }
    Ok(has_removed)
}

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
    use crate::search::{PuctRoot, RootRule, SearchConfig};

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
    fn keys_of_what_is_gone_say_only_that_it_is_off() {
        let plain = Config::parse("test.toml", SMALL, &[]).expect("valid");
        let saved = format!("{SMALL}[learner]\noptimizer = \"adamw\"\nsoft_policy_weight = 0.0\n");
        assert_eq!(
            Config::parse("test.toml", &saved, &["learner.soft_policy_weight=0".to_owned()]).expect("valid"),
            plain
        );
        for (given, part) in
            [("learner.optimizer=muon", "`learner.optimizer` is `muon`"), ("learner.soft_policy_weight=8", "is `8`")]
        {
            let said = error(&saved, &[given]);
            assert!(said.contains(part) && said.contains("there only is"), "{said}");
        }
        let misspelt = error(&format!("{saved}passess = 2\n"), &[]);
        assert!(misspelt.contains("passess"), "{misspelt}");
    }

    #[test]
    fn the_share_of_progress_falls_evenly() {
        let overrides = ["search.progress_share=0.5", "selfplay.progress_generations=4"].map(str::to_owned);
        let mut config = Config::parse("test.toml", SMALL, &overrides).expect("valid");
        let shares = |config: &Config| [1, 2, 3, 4, 5, 9].map(|generation| config.search_in(generation).progress_share);
        assert_eq!(shares(&config), [0.5, 0.375, 0.25, 0.125, 0.0, 0.0]);
        let going_on = Config { from: Some("net.ard".into()), ..config.clone() };
        assert_eq!(shares(&going_on), [0.0; 6], "what a beginner needs");
        config.selfplay.progress_generations = None;
        assert_eq!(shares(&config), [0.5; 6]);
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
        assert!(error(SMALL, &["players.search.c_pukt=1"]).contains("`players.search`: unknown field `c_pukt`"));
        assert!(error(SMALL, &["players.search.c_puct=-1"]).contains("`players.search`: search parameter `c_puct`"));
        assert!(error(SMALL, &["players.search.root.puct.noise.alpha=0.3"]).contains("no key `root`"));
    }

    #[test]
    fn a_key_with_another_name_now_is_refused_with_that_name() {
        let expected = "config key `players.root_proof_nodes` is now `players.search.root_proof_nodes`";
        assert_eq!(error(&format!("{SMALL}[players]\nroot_proof_nodes = 5\n"), &[]), expected);
        assert_eq!(error(SMALL, &["players.root_proof_nodes=5"]), expected);
    }

    #[test]
    fn players_search_as_self_play_does_but_for_what_is_said() {
        let keys = ["search.c_puct=2.5", "search.root_proof_nodes=7", "players.search.root_proof_nodes=11"];
        let config = Config::parse("test.toml", SMALL, &keys.map(str::to_owned)).expect("valid");
        assert_eq!(
            config.players_search().expect("valid"),
            SearchConfig {
                c_puct: 2.5,
                root_proof_nodes: 11,
                root: RootRule::Puct(PuctRoot::default()),
                ..SearchConfig::default()
            }
        );
        assert_eq!(config.search.root_proof_nodes, 7);
    }
}
