use super::source::Span;
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Name(Arc<str>),
    Number(u32),
    Sign(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
}

impl Token {
    pub fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(own) if own == sign)
    }

    /// The text of a name or a number.
    pub fn word(&self) -> Option<String> {
        match &self.kind {
            Kind::Name(name) => Some(name.to_string()),
            Kind::Number(number) => Some(number.to_string()),
            Kind::Sign(_) => None,
        }
    }

    pub fn name(&self) -> Option<&Arc<str>> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Name(name) => write!(f, "`{name}`"),
            Kind::Number(number) => write!(f, "`{number}`"),
            Kind::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}
