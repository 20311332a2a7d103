/// How much the checks try: random positions of a game. Each contract takes its share, more where a look is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount(pub usize);

/// Fewer positions would show too little.
const LEAST: usize = 120;

impl Amount {
    /// What the tests of this crate try of each game.
    pub const FULL: Amount = Amount(10_000);

    /// A few seconds for most games.
    pub const QUICK: Amount = Amount(500);

    /// `numerator / denominator` of it, 120 at least.
    pub fn share(self, numerator: usize, denominator: usize) -> usize {
        LEAST.max(self.0 * numerator / denominator)
    }
}
