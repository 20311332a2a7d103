use crate::runs::check_plain_name;
use crate::train::Config;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::str::FromStr;

/// Name of the unchanged config.
pub const BASE: &str = "base";

/// A variation as the command line gives it: `NAME:KEY=VALUE[,KEY=VALUE...]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Name of the variation.
    pub name: String,
    /// The keys that the variation sets, each `KEY=VALUE`.
    pub sets: Vec<String>,
}

impl FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected NAME:KEY=VALUE[,KEY=VALUE...], for instance wide:net.channels=64,learner.rate=2e-3";
        let (name, sets) = text.split_once(':').ok_or(expected)?;
        check_plain_name(name).map_err(|wrong| wrong.to_string())?;
        if name == BASE {
            return Err(format!("`{BASE}` is the config without changes: expected another name"));
        }
        let sets: Vec<String> = split(sets).into_iter().map(|part| part.trim().to_owned()).collect();
        match sets.iter().find(|set| !set.contains('=')) {
            Some(set) => Err(format!("`{set}` sets nothing: {expected}")),
            None => Ok(Variation { name: name.to_owned(), sets }),
        }
    }
}

/// Splits at the commas outside brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut quote) = (Vec::new(), 0, 0_i32, None);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some('"'), _) if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            (None, ',') if depth <= 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            (None, _) => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// A config that takes part: the base or a variation.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Name of the contender.
    pub name: String,
    /// The keys that differ from the base.
    pub changes: Vec<String>,
    /// The contender's config, with the base's seed.
    pub config: Config,
    /// The index of the contender whose trainings this one uses: its own, or that of an earlier contender which differs
    /// from this one only in the search of its players, or in its reports.
    pub trained_as: usize,
}

impl Contender {
    /// The base and its variations: the file's config, changed by `sets`, then by each variation.
    ///
    /// # Errors
    /// The file cannot be read, a key or a value is wrong, two variations have one name, or a variation changes nothing
    /// or the game.
    pub fn load(path: &Path, sets: &[String], variations: &[Variation]) -> Result<Vec<Contender>> {
        let load = |sets: &[String]| -> Result<Config> {
            let mut config = Config::load_or_shipped(path, sets)?;
            // The trainings measure no strength: the comparison does, and their processor seconds are for learning.
            config.report.every = 0;
            Ok(config)
        };
        let base = Contender { name: BASE.to_owned(), changes: Vec::new(), config: load(sets)?, trained_as: 0 };
        let mut contenders = vec![base];
        for Variation { name, sets: own } in variations {
            let of = || format!("--variant `{name}`");
            let config = load(&[sets, own].concat()).with_context(of)?;
            if contenders.iter().any(|other| other.name == *name) {
                bail!("--variant `{name}` is given twice: expected different names");
            }
            let changes = contenders[0].config.differences(&config);
            if changes.is_empty() {
                bail!("--variant `{name}` changes nothing: expected a value that differs from the base's");
            }
            if let Some(key) = changes.iter().find(|key| key.starts_with("game.") || *key == "seed") {
                bail!("--variant `{name}` changes `{key}`: expected variations of the same game and seed");
            }
            let same_training = |other: &Contender| {
                let differences = other.config.differences(&config);
                differences.iter().all(|key| key.starts_with("players.") || key.starts_with("report."))
            };
            let trained_as = contenders.iter().position(same_training).unwrap_or(contenders.len());
            contenders.push(Contender { name: name.clone(), changes, config, trained_as });
        }
        Ok(contenders)
    }

    /// The contender's training config, with the comparison's seed of that index.
    pub fn seeded(&self, index: usize) -> Config {
        Config { seed: self.config.seed + index as u64, ..self.config.clone() }
    }

    /// Whether the contender's net has another size than the other's, or another computation, so that its searches take
    /// another time.
    pub fn has_other_net(&self, other: &Contender) -> bool {
        self.config.net != other.config.net
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_split_at_commas_between_keys() {
        let parse = |text: &str| text.parse::<Variation>();
        let sets = |text: &str| parse(text).expect("valid").sets;
        assert_eq!(parse("wide:net.channels=64").expect("valid").name, "wide");
        assert_eq!(sets("a:x=1, y.z=2"), ["x=1", "y.z=2"]);
        assert_eq!(
            sets("a:starts={ share = 0.5, moves = [1, 2] },x=1"),
            ["starts={ share = 0.5, moves = [1, 2] }", "x=1"]
        );
        assert_eq!(sets(r#"a:x="1,\",2",y='a,"b',z=[",]"]"#), [r#"x="1,\",2""#, r#"y='a,"b'"#, r#"z=[",]"]"#]);
        for (text, part) in [
            ("wide", "expected NAME:KEY=VALUE"),
            ("wide:", "sets nothing"),
            ("wide:x=1,y", "`y` sets nothing"),
            (":x=1", "name ``"),
            ("a/b:x=1", "name `a/b`"),
            ("base:x=1", "another name"),
        ] {
            let message = parse(text).expect_err("must be refused");
            assert!(message.contains(part), "{message}");
        }
    }
}
