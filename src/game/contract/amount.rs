use crate::clock::Instant;

/// How thoroughly the checks test a game: the number of random positions, and a deadline. Each contract takes a
/// share, larger if its check is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    pub positions: usize,
    /// When the checks end, whatever they have covered.
    pub until: Option<Instant>,
}

/// The fewest positions: with fewer, checks would find too little.
const LEAST: usize = 120;

impl Amount {
    /// The amount of this crate's tests.
    pub const FULL: Amount = Amount::of(10_000);

    /// A few seconds for most games.
    pub const QUICK: Amount = Amount::of(500);

    /// A number of positions, without a deadline.
    pub const fn of(positions: usize) -> Amount {
        Amount { positions, until: None }
    }

    /// `numerator / denominator` of the positions, but at least 120.
    pub fn share(self, numerator: usize, denominator: usize) -> Amount {
        Amount { positions: LEAST.max(self.positions * numerator / denominator), ..self }
    }

    pub fn is_over(self) -> bool {
        self.until.is_some_and(|moment| Instant::now() >= moment)
    }
}

impl From<usize> for Amount {
    fn from(positions: usize) -> Amount {
        Amount::of(positions)
    }
}
