use crate::game::{NotationError, Part, RulesError, Sentence};
use crate::play::shortened;
use crate::record::{Difference, OptionError, RecordError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Why a request is refused, in one sentence for the person at the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub error: String,
    /// The code of the sentence, if pages can translate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, Part>,
    /// Number of correct moves of the request's game, if one is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl Refusal {
    /// A refusal in English words without a translation.
    pub fn new(error: impl fmt::Display) -> Refusal {
        Sentence::from(error.to_string()).into()
    }

    /// The refusal of a request that is not an object.
    pub(super) fn no_object() -> Refusal {
        Refusal::new("the request is no JSON object: expected one with the field `do`")
    }

    #[cfg(any(feature = "serve", feature = "browser"))]
    pub(crate) fn no_task(number: u32) -> Refusal {
        Refusal::new(format!("no task {number} is under way"))
    }
}

impl From<Sentence> for Refusal {
    fn from(Sentence { text, code, values }: Sentence) -> Refusal {
        let values = values.into_iter().map(|(name, part)| (name, short(part))).collect();
        Refusal { error: shortened(text.into()), code, values, ply: None }
    }
}

/// A part with a long text shortened.
fn short(part: Part) -> Part {
    match part {
        Part::Text(text) => Part::Text(shortened(text)),
        Part::Sentence(Sentence { text, code, values }) => Part::Sentence(Sentence {
            text: shortened(text.into()).into(),
            code,
            values: values.into_iter().map(|(name, part)| (name, short(part))).collect(),
        }),
    }
}

impl From<Refusal> for Sentence {
    fn from(Refusal { error, code, values, .. }: Refusal) -> Sentence {
        Sentence { text: error.into(), code, values }
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        Sentence::from(error).into()
    }
}

impl From<RulesError> for Refusal {
    fn from(error: RulesError) -> Refusal {
        Sentence::from(error).into()
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Sentence::from(error).into()
    }
}

impl From<Difference> for Refusal {
    fn from(difference: Difference) -> Refusal {
        Sentence::from(difference).into()
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        Sentence::from(&error).into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_is_not_all_repeated() {
        let given = "é".repeat(1 << 20);
        let inner = Sentence::from(NotationError::malformed("move", given.clone(), "a cell"));
        let refusal = Refusal::from(NotationError::illegal(given, inner));
        assert!(serde_json::to_string(&refusal).expect("JSON").len() < 40_000);
        assert!(refusal.error.ends_with("é…"));
    }
}
