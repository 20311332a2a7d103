use super::Sentence;
use crate::sentence;
use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A game as it can be chosen: a name and rule options.
pub struct Variant {
    /// Name on the command line and in files, as `loa`.
    pub name: Cow<'static, str>,
    /// One line for the list of games.
    pub summary: Cow<'static, str>,
    /// The rule options, in the order of the rule page.
    pub options: Cow<'static, [OptionSpec]>,
    /// The source of a game that is not code, such as a parsed rules file.
    source: Option<Arc<dyn Any + Send + Sync>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name in commands and records, as `opening`.
    pub name: Cow<'static, str>,
    pub kind: OptionKind,
    /// The value by default.
    pub default: OptionDefault,
    /// What the option decides, in one line.
    pub about: Cow<'static, str>,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Choice(Words),
    /// A whole number; both bounds are allowed.
    Integer(u32, u32),
}

#[derive(Clone)]
pub enum Words {
    /// The words of a game that is written in Rust.
    Fixed(&'static [&'static str]),
    /// The words of a rules file.
    Owned(Vec<String>),
}

/// The value of an option if none is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    Word(Cow<'static, str>),
    Number(u32),
    /// A multiple of the value of another option, a whole number.
    Times(u32, Cow<'static, str>),
}

impl Words {
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (fixed, owned): (&[&str], &[String]) = match self {
            Words::Fixed(words) => (words, &[]),
            Words::Owned(words) => (&[], words),
        };
        fixed.iter().copied().chain(owned.iter().map(String::as_str))
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Words {}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl OptionSpec {
    /// An option whose value is one of these words.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        about: &'static str,
    ) -> OptionSpec {
        let (kind, default) = (OptionKind::Choice(Words::Fixed(words)), OptionDefault::Word(Cow::Borrowed(default)));
        OptionSpec { name: Cow::Borrowed(name), kind, default, about: Cow::Borrowed(about) }
    }

    /// An option whose value is a whole number from `low` to `high`.
    pub const fn integer(name: &'static str, low: u32, high: u32, default: u32, about: &'static str) -> OptionSpec {
        let (kind, default) = (OptionKind::Integer(low, high), OptionDefault::Number(default));
        OptionSpec { name: Cow::Borrowed(name), kind, default, about: Cow::Borrowed(about) }
    }

    /// [`OptionSpec::integer`] with a default that is `factor` times the value of an earlier option.
    pub const fn times(
        name: &'static str,
        low: u32,
        high: u32,
        (factor, other): (u32, &'static str),
        about: &'static str,
    ) -> OptionSpec {
        let (kind, default) = (OptionKind::Integer(low, high), OptionDefault::Times(factor, Cow::Borrowed(other)));
        OptionSpec { name: Cow::Borrowed(name), kind, default, about: Cow::Borrowed(about) }
    }
}

impl fmt::Display for OptionDefault {
    /// The value, or a text such as `8 x pieces`.
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
            OptionKind::Choice(words) => f.write_str(&Vec::from_iter(words.iter()).join(", ")),
            OptionKind::Integer(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

/// A reference to a variant, static or shared. [`Rules`] hold one, so that a game's variant lives as long as the
/// game.
#[derive(Clone)]
pub enum VariantRef {
    /// A variant of a game that is written in Rust.
    Fixed(&'static Variant),
    /// A variant that was made at run time.
    Shared(Arc<Variant>),
}

/// A variant with a value for each of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    variant: VariantRef,
    values: Vec<String>,
}

/// A variant, an option or a value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    UnknownVariant {
        given: String,
        expected: String,
    },
    /// A rules file that cannot be used.
    File {
        /// The error and its place, in several lines.
        message: String,
    },
    /// The variant has no option of that name.
    UnknownOption {
        variant: String,
        given: String,
        expected: String,
    },
    /// The option does not take that value.
    BadValue {
        variant: String,
        option: String,
        given: String,
        expected: Box<Sentence>,
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
                expected = *expected,
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
    /// A variant of a game that is written in Rust.
    pub const fn new(name: &'static str, summary: &'static str, options: &'static [OptionSpec]) -> Variant {
        Variant {
            name: Cow::Borrowed(name),
            summary: Cow::Borrowed(summary),
            options: Cow::Borrowed(options),
            source: None,
        }
    }

    /// A variant that is made at run time from `source`, which it owns.
    pub fn with_source<T: Any + Send + Sync>(
        name: String,
        summary: String,
        options: Vec<OptionSpec>,
        source: T,
    ) -> Variant {
        let source: Arc<dyn Any + Send + Sync> = Arc::new(source);
        Variant { name: name.into(), summary: summary.into(), options: options.into(), source: Some(source) }
    }

    /// The source of the variant, if that is a `T`.
    pub fn source<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        Arc::clone(self.source.as_ref()?).downcast().ok()
    }
}

impl PartialEq for Variant {
    /// Variants are equal if they offer the same choices, whatever their source.
    fn eq(&self, other: &Variant) -> bool {
        (&self.name, &self.summary, &self.options) == (&other.name, &other.summary, &other.options)
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { name, summary, options, source: _ } = self;
        f.debug_struct("Variant").field("name", name).field("summary", summary).field("options", options).finish()
    }
}

impl Deref for VariantRef {
    type Target = Variant;

    fn deref(&self) -> &Variant {
        match self {
            VariantRef::Fixed(variant) => variant,
            VariantRef::Shared(variant) => variant,
        }
    }
}

impl PartialEq for VariantRef {
    fn eq(&self, other: &VariantRef) -> bool {
        **self == **other
    }
}

impl Eq for VariantRef {}

impl fmt::Debug for VariantRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<&'static Variant> for VariantRef {
    fn from(variant: &'static Variant) -> VariantRef {
        VariantRef::Fixed(variant)
    }
}

impl From<Arc<Variant>> for VariantRef {
    fn from(variant: Arc<Variant>) -> VariantRef {
        VariantRef::Shared(variant)
    }
}

impl VariantRef {
    /// The rules with every option at its default.
    pub fn default_rules(&self) -> Rules {
        self.rules::<&str, &str>([]).expect("no option is given, so none is wrong")
    }

    /// The rules with the given options; the others have their defaults.
    ///
    /// # Errors
    /// An option or a value that the variant does not define.
    pub fn rules<K: AsRef<str>, V: AsRef<str>>(
        &self,
        options: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Rules, RulesError> {
        let mut rules = Rules { variant: self.clone(), values: vec![String::new(); self.options.len()] };
        for (name, value) in options {
            let (name, value) = (name.as_ref(), value.as_ref());
            let Some(index) = self.options.iter().position(|option| option.name == name) else {
                return Err(RulesError::UnknownOption {
                    variant: self.name.to_string(),
                    given: name.to_owned(),
                    expected: match &*self.options {
                        [] => "none".to_owned(),
                        options => options.iter().map(|option| &*option.name).collect::<Vec<_>>().join(", "),
                    },
                });
            };
            let option = &self.options[index];
            let fits = match &option.kind {
                OptionKind::Choice(words) => words.iter().any(|word| word == value),
                &OptionKind::Integer(low, high) => {
                    value.parse::<u32>().is_ok_and(|n| (low..=high).contains(&n) && n.to_string() == value)
                }
            };
            if !fits {
                return Err(RulesError::BadValue {
                    variant: self.name.to_string(),
                    option: option.name.to_string(),
                    given: value.to_owned(),
                    expected: Box::new(match option.kind {
                        OptionKind::Choice(_) => option.kind.to_string().into(),
                        OptionKind::Integer(low, high) => {
                            sentence!("rules.from-to", "{low} to {high}", low = low, high = high)
                        }
                    }),
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
    pub fn variant(&self) -> &VariantRef {
        &self.variant
    }

    /// The value of an option.
    ///
    /// # Panics
    /// The variant defines no such option; games use their own options only.
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
        match &option.default {
            OptionDefault::Word(word) => word.to_string(),
            OptionDefault::Number(number) => number.to_string(),
            // The other option comes earlier, so it already has its value.
            OptionDefault::Times(factor, other) => (factor * self.integer(other)).to_string(),
        }
    }

    /// The options whose value differs from the default, with the value.
    fn changed(&self) -> impl Iterator<Item = (&OptionSpec, &String)> {
        let options = self.variant.options.iter().zip(&self.values);
        options.filter(|(option, value)| self.default_of(option) != **value)
    }

    pub fn options(&self) -> BTreeMap<String, String> {
        self.variant.options.iter().zip(&self.values).map(|(o, v)| (o.name.to_string(), v.clone())).collect()
    }

    /// The options that differ from their defaults, as the JSON object of game records.
    pub fn changed_options(&self) -> serde_json::Map<String, serde_json::Value> {
        self.changed()
            .map(|(option, value)| {
                let json = match option.kind {
                    OptionKind::Choice(_) => value.as_str().into(),
                    OptionKind::Integer(..) => self.integer(&option.name).into(),
                };
                (option.name.to_string(), json)
            })
            .collect()
    }
}

impl fmt::Display for Rules {
    /// The variant's name, then ` option=value` for each option that differs from its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.variant.name)?;
        for (option, value) in self.changed() {
            write!(f, " {}={value}", option.name)?;
        }
        Ok(())
    }
}
