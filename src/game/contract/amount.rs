use crate::clock::Instant;

/// How much the checks try: random positions of a game, and until when. Each contract takes its share, more where a look
/// is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// So many positions.
    pub positions: usize,
    /// The moment at which the checks end with what they have tried.
    pub until: Option<Instant>,
}

/// Fewer positions would show too little.
const LEAST: usize = 120;

impl Amount {
    /// What the tests of this crate try of each game.
    pub const FULL: Amount = Amount::of(10_000);

    /// A few seconds for most games.
    pub const QUICK: Amount = Amount::of(500);

    /// So many positions, however long they take.
    pub const fn of(positions: usize) -> Amount {
        Amount { positions, until: None }
    }

    /// `numerator / denominator` of it, 120 positions at least.
    pub fn share(self, numerator: usize, denominator: usize) -> Amount {
        Amount { positions: LEAST.max(self.positions * numerator / denominator), ..self }
    }

    /// Whether its time is over.
    pub fn is_over(self) -> bool {
        self.until.is_some_and(|moment| Instant::now() >= moment)
    }
}

impl From<usize> for Amount {
    fn from(positions: usize) -> Amount {
        Amount::of(positions)
    }
}
