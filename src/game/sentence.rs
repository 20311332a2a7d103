use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A sentence, or a part of one, for people: in English, and with what a page needs to translate it.
///
/// Made by [`sentence!`](crate::sentence), or from words alone, which cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The words in English.
    pub text: Box<str>,
    /// The sentence's code, as `lines.no-piece`; `None` for words alone. Codes are stable: a sentence whose meaning
    /// changes gets a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The values of the sentence's placeholders, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, Part>,
}

/// The value of a placeholder in a [`Sentence`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// A name, a number, or a user's text, which is not translated.
    Text(String),
    /// Words that have a translation of their own.
    Sentence(Sentence),
}

/// Makes a [`Sentence`](crate::game::Sentence) from its code, its English words and the values of their placeholders.
///
/// ```
/// let (side, to) = ("Black", "c1");
/// let there = ardoise::sentence!("lines.own-piece", "{side} has a piece of its own on {to}", side = side, to = to);
/// assert_eq!(there.to_string(), "Black has a piece of its own on c1");
/// ```
#[macro_export]
macro_rules! sentence {
    ($code:literal, $text:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match ($($crate::game::Part::from($value),)*) {
            ($($name,)*) => {
                let text = format!($text).into();
                $crate::game::Sentence { text, code: Some($code), values: [$((stringify!($name), $name)),*].into() }
            }
        }
    };
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => f.write_str(text),
            Part::Sentence(sentence) => sentence.fmt(f),
        }
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence { text: text.into(), code: None, values: BTreeMap::new() }
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        text.to_owned().into()
    }
}

impl From<Sentence> for Part {
    fn from(sentence: Sentence) -> Part {
        match sentence.code {
            None => Part::Text(sentence.text.into()),
            Some(_) => Part::Sentence(sentence),
        }
    }
}

macro_rules! part_of {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Part {
            fn from(value: $kind) -> Part {
                Part::Text(value.to_string())
            }
        })*
    };
}

part_of!(&str, &String, String, char, u16, u32, u64, usize);

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn sentences_tell_their_codes_and_values() {
        let reason = crate::sentence!("lines.no-piece", "{side} has no piece on {from}", side = "Black", from = "b2");
        let whole = crate::sentence!("move.illegal", "move `{given}`: {reason}", given = "b2-b4", reason = reason);
        let expected = json!({
            "text": "move `b2-b4`: Black has no piece on b2",
            "code": "move.illegal",
            "values": {
                "given": "b2-b4",
                "reason": {
                    "text": "Black has no piece on b2",
                    "code": "lines.no-piece",
                    "values": {"side": "Black", "from": "b2"},
                },
            },
        });
        assert_eq!(json!(whole), expected);
        let plain = crate::sentence!("move.illegal", "{reason}", reason = super::Sentence::from("why"));
        assert_eq!(json!(plain), json!({"text": "why", "code": "move.illegal", "values": {"reason": "why"}}));
    }
}
