use std::borrow::Cow;
use std::fmt;

/// How a game ended, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why the game is over, in words that can follow a result and a colon, as `all pieces connected`.
    pub reason: Cow<'static, str>,
    /// The cells of the [`Board`](super::Board) that decided, such as the four in a row.
    pub cells: Vec<u16>,
    /// The count for each side, if counting decided.
    pub score: Option<[u32; 2]>,
}

impl From<&'static str> for Ending {
    fn from(reason: &'static str) -> Ending {
        Ending { reason: reason.into(), cells: Vec::new(), score: None }
    }
}

impl fmt::Display for Ending {
    /// The reason, followed by the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        self.score.map_or(Ok(()), |[first, second]| write!(f, ", {first} to {second}"))
    }
}
