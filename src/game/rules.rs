use super::Sentence;
use crate::sentence;
use std::collections::BTreeMap;
use std::fmt;

/// A game as it can be chosen: a name and rule options.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name on the command line and in files, as `loa`.
    pub name: &'static str,
    /// One line for someone who looks for a game.
    pub summary: &'static str,
    /// The rule options, in the order of the rule page.
    pub options: &'static [OptionSpec],
}

/// A named rule option.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name, as `opening`.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// The value if none is given.
    pub default: OptionDefault,
    /// What it decides, in one line.
    pub about: &'static str,
}

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number, both bounds included.
    Integer(u32, u32),
}

/// The value of an option if none is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// A word.
    Word(&'static str),
    /// A whole number.
    Number(u32),
    /// So many times the value of another option, a whole number.
    Times(u32, &'static str),
}

impl fmt::Display for OptionDefault {
    /// The value, or `8 x pieces`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionDefault::Word(word) => f.pad(word),
            OptionDefault::Number(number) => f.pad(&number.to_string()),
            OptionDefault::Times(factor, other) => f.pad(&format!("{factor} x {other}")),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Choice(words) => f.write_str(&words.join(", ")),
            OptionKind::Integer(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

/// A variant with a value for each of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    variant: &'static Variant,
    values: Vec<String>,
}

/// A variant, an option or a value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// No variant has that name.
    UnknownVariant {
        /// The name as given.
        given: String,
        /// The names that exist.
        expected: String,
    },
    /// A file of rules that cannot be used.
    File {
        /// What is wrong and where, in several lines.
        message: String,
    },
    /// The variant has no option of that name.
    UnknownOption {
        /// The variant asked.
        variant: &'static str,
        /// The name as given.
        given: String,
        /// The names that exist.
        expected: String,
    },
    /// The option does not take that value.
    BadValue {
        /// The variant asked.
        variant: &'static str,
        /// The option asked.
        option: &'static str,
        /// The value as given.
        given: String,
        /// The values that it takes.
        expected: Sentence,
    },
}

impl From<RulesError> for Sentence {
    fn from(error: RulesError) -> Sentence {
        match error {
            RulesError::UnknownVariant { given, expected } => sentence!(
                "rules.unknown-game",
                "unknown game `{given}`: expected one of {expected}",
                given = given,
                expected = expected,
            ),
            RulesError::File { message } => message.into(),
            RulesError::UnknownOption { variant, given, expected } => sentence!(
                "rules.unknown-option",
                "unknown rule option `{given}` for {variant}: expected {expected}",
                given = given,
                variant = variant,
                expected = expected,
            ),
            RulesError::BadValue { variant, option, given, expected } => sentence!(
                "rules.bad-value",
                "rule option `{option}` of {variant} is `{given}`: expected {expected}",
                option = option,
                variant = variant,
                given = given,
                expected = expected,
            ),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for RulesError {}

impl Variant {
    /// The rules with every option at its default.
    pub fn default_rules(&'static self) -> Rules {
        self.rules::<&str, &str>([]).expect("no option is given, so none is wrong")
    }

    /// The rules with the given options; the others have their defaults.
    ///
    /// # Errors
    /// An option or a value that the variant does not define.
    pub fn rules<K: AsRef<str>, V: AsRef<str>>(
        &'static self,
        options: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Rules, RulesError> {
        let mut rules = Rules { variant: self, values: vec![String::new(); self.options.len()] };
        for (name, value) in options {
            let (name, value) = (name.as_ref(), value.as_ref());
            let Some(index) = self.options.iter().position(|option| option.name == name) else {
                return Err(RulesError::UnknownOption {
                    variant: self.name,
                    given: name.to_owned(),
                    expected: match self.options {
                        [] => "none".to_owned(),
                        options => options.iter().map(|option| option.name).collect::<Vec<_>>().join(", "),
                    },
                });
            };
            let option = &self.options[index];
            let fits = match option.kind {
                OptionKind::Choice(words) => words.contains(&value),
                OptionKind::Integer(low, high) => {
                    value.parse::<u32>().is_ok_and(|n| (low..=high).contains(&n) && n.to_string() == value)
                }
            };
            if !fits {
                return Err(RulesError::BadValue {
                    variant: self.name,
                    option: option.name,
                    given: value.to_owned(),
                    expected: match option.kind {
                        OptionKind::Choice(_) => option.kind.to_string().into(),
                        OptionKind::Integer(low, high) => {
                            sentence!("rules.from-to", "{low} to {high}", low = low, high = high)
                        }
                    },
                });
            }
            rules.values[index] = value.to_owned();
        }
        for (index, option) in self.options.iter().enumerate() {
            if rules.values[index].is_empty() {
                rules.values[index] = rules.default_of(option);
            }
        }
        Ok(rules)
    }
}

impl Rules {
    /// The variant.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The value of an option.
    ///
    /// # Panics
    /// The variant defines no such option; games ask for their own options only.
    pub fn get(&self, option: &str) -> &str {
        let index = self.variant.options.iter().position(|o| o.name == option);
        &self.values[index.unwrap_or_else(|| panic!("{} has no option {option}", self.variant.name))]
    }

    /// The value of an integer option.
    ///
    /// # Panics
    /// The variant defines no such integer option.
    pub fn integer(&self, option: &str) -> u32 {
        self.get(option).parse().expect("integer options are checked when rules are made")
    }

    /// The default of an option, computed if it depends on another option.
    fn default_of(&self, option: &OptionSpec) -> String {
        match option.default {
            OptionDefault::Word(word) => word.to_owned(),
            OptionDefault::Number(number) => number.to_string(),
            // The other option comes first, so it has its value.
            OptionDefault::Times(factor, other) => (factor * self.integer(other)).to_string(),
        }
    }

    /// Each option with its value where that differs from the default.
    fn changed(&self) -> impl Iterator<Item = (&'static OptionSpec, &String)> {
        let options = self.variant.options.iter().zip(&self.values);
        options.filter(|(option, value)| self.default_of(option) != **value)
    }

    /// All options with their values.
    pub fn options(&self) -> BTreeMap<String, String> {
        self.variant.options.iter().zip(&self.values).map(|(o, v)| (o.name.to_owned(), v.clone())).collect()
    }

    /// The options that differ from their defaults, as the JSON object of game records.
    pub fn changed_options(&self) -> serde_json::Map<String, serde_json::Value> {
        self.changed()
            .map(|(option, value)| {
                let json = match option.kind {
                    OptionKind::Choice(_) => value.as_str().into(),
                    OptionKind::Integer(..) => self.integer(option.name).into(),
                };
                (option.name.to_owned(), json)
            })
            .collect()
    }
}

impl fmt::Display for Rules {
    /// The variant's name, then ` option=value` for each option that differs from its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.variant.name)?;
        for (option, value) in self.changed() {
            write!(f, " {}={value}", option.name)?;
        }
        Ok(())
    }
}
