/// How many simulations a search may make, and how many it has made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Simulations {
    /// Number of simulations requested; `u32::MAX` for no limit.
    pub asked: u32,
    /// Maximum number of simulations: the number requested, as far as 32 bits can count the visits.
    limit: u32,
    pub made: u32,
    /// Visits of the root that are kept from an earlier search.
    kept: u32,
}

impl Simulations {
    /// Simulations for a root with `kept` visits of an earlier search.
    pub fn new(asked: u32, kept: u32) -> Simulations {
        Simulations { asked, limit: asked.min(u32::MAX - 1 - kept), made: 0, kept }
    }

    /// Raises the number of simulations to `fewest`.
    pub fn at_least(&mut self, fewest: u32) {
        self.asked = self.asked.max(fewest);
        self.limit = self.limit.max(fewest.min(u32::MAX - 1 - self.kept));
    }

    pub fn are_made(&self) -> bool {
        self.made >= self.limit
    }

    pub fn left(&self) -> u32 {
        self.limit - self.made
    }

    /// Visits of the root.
    pub fn root_visits(&self) -> u32 {
        self.kept.saturating_add(self.made)
    }
}
