use crate::clock::Instant;

/// The proof search before the first simulation: it tries to prove the result of each root move that is still open,
/// so that neither a sample of moves nor a small budget misses a proof.
///
/// The search has rounds. The first one visits a few positions; as long as the root is not decided, the next one visits
/// ten times as many, up to the whole budget. A move whose share only allows a one-ply check is skipped: the first
/// round already did it. One call visits some thousand positions, so that the search can be stopped in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootProbe {
    /// The most positions of all rounds together.
    total: u32,
    /// Positions visited in earlier rounds.
    pub spent: u32,
    /// Positions visited by the end of this round.
    pub target: u32,
    /// The root move to search next.
    pub place: usize,
    /// Positions for each move of this round; set when the round begins.
    pub share: u32,
    /// Whether the prover is paused within the current root move.
    pub is_resting: bool,
    /// When to stop, if the player has a clock.
    deadline: Option<Instant>,
}

impl RootProbe {
    /// The most positions of the first round: few enough to end in time for a player by the clock.
    const FIRST: u32 = 20_000;

    /// Number of positions of one call: a few milliseconds.
    pub const STRETCH: u32 = 10_000;

    /// A probe of `total` positions; `None` for 0.
    pub fn new(total: u32) -> Option<RootProbe> {
        let target = (total / 10).clamp(1, Self::FIRST);
        (total > 0).then_some(RootProbe {
            total,
            spent: 0,
            target,
            place: 0,
            share: 0,
            is_resting: false,
            deadline: None,
        })
    }

    /// The same probe before its first round, with at most `total` positions.
    pub fn at_most(self, total: u32) -> Option<RootProbe> {
        let probe = RootProbe::new(self.total.min(total))?;
        Some(RootProbe { deadline: self.deadline, ..probe })
    }

    /// Whether it is time to stop.
    pub fn is_over(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same probe with a time to stop.
    pub fn until(self, deadline: Instant) -> RootProbe {
        RootProbe { deadline: Some(deadline), ..self }
    }

    /// The probe of the next round; `None` after the last.
    pub fn next_round(self) -> Option<RootProbe> {
        let target = if self.target > self.total / 20 { self.total } else { 10 * self.target };
        (self.target < self.total).then_some(RootProbe { spent: self.target, target, place: 0, share: 0, ..self })
    }
}
