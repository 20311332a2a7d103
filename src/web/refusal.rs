use serde::Serialize;
use std::fmt;

/// Why a request is not answered, in one sentence for the person at the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The sentence.
    pub error: String,
    /// How many moves of the request's game are right, where one is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl Refusal {
    /// A refusal with these words.
    pub fn new(error: impl fmt::Display) -> Refusal {
        Refusal { error: error.to_string(), ply: None }
    }

    /// No such task.
    #[cfg(any(feature = "serve", feature = "browser"))]
    pub(crate) fn no_task(number: u32) -> Refusal {
        Refusal::new(format!("no task {number} is under way"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Refusal {}
