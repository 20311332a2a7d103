use crate::game::{Rules, RulesError, Sentence, VariantRef};
use crate::games;
use crate::sentence;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// An invalid rule option of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The variant, the option or its value does not exist.
    Rules(RulesError),
    /// The option is neither a word nor a whole number.
    Type {
        option: String,
        /// The option's value as given, in JSON.
        given: String,
    },
}

impl From<RulesError> for OptionError {
    fn from(error: RulesError) -> OptionError {
        OptionError::Rules(error)
    }
}

impl From<OptionError> for Sentence {
    fn from(error: OptionError) -> Sentence {
        match error {
            OptionError::Rules(error) => error.into(),
            OptionError::Type { option, given } => sentence!(
                "rules.no-word",
                "rule option `{option}` is `{given}`: expected a word or a whole number",
                option = option,
                given = given,
            ),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for OptionError {}

/// The rules of a variant with these options, in JSON: words or whole numbers.
///
/// # Errors
/// No such variant, option or value.
pub fn rules_of(variant: &str, options: &Map<String, Value>) -> Result<Rules, OptionError> {
    rules_by(&games::find(variant)?, options)
}

/// The rules of a variant with these options, which are words or whole numbers; the others have their defaults.
///
/// # Errors
/// No such option or value.
pub fn rules_by(variant: &VariantRef, options: &Map<String, Value>) -> Result<Rules, OptionError> {
    let options = options.iter().map(|(name, value)| match value {
        Value::String(word) => Ok((name, word.clone())),
        Value::Number(number) if number.is_u64() => Ok((name, number.to_string())),
        other => Err(OptionError::Type { option: name.clone(), given: other.to_string() }),
    });
    Ok(variant.rules(options.collect::<Result<Vec<_>, _>>()?)?)
}

/// Parses options. A list or an object as a value is parsed as an empty one: its content may be long, and is invalid
/// anyway.
///
/// # Errors
/// The options are not a JSON object.
pub(crate) fn plain_options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    let options = <std::collections::BTreeMap<String, Plain>>::deserialize(deserializer)?;
    Ok(options.into_iter().map(|(name, Plain(value))| (name, value)).collect())
}

/// A value without its content.
struct Plain(Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plain, D::Error> {
        deserializer.deserialize_any(PlainVisitor).map(Plain)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word or a whole number")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array(Vec::new()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object(Map::new()))
    }
}
