use std::fmt;
use std::time::Duration;

/// How long a player thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// That many simulations, at least one. The same on every machine.
    Simulations(u32),
    /// That much time. How far it goes depends on the machine, so games are not reproducible.
    Time(Duration),
    /// No search: the move that the evaluator's prior likes best.
    Policy,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::Simulations(100)
    }
}

impl fmt::Display for Budget {
    /// As it stands behind `@` in a player's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Simulations(simulations) => write!(f, "sims={simulations}"),
            Budget::Time(time) => write!(f, "time={}", humantime::format_duration(*time)),
            Budget::Policy => f.write_str("policy"),
        }
    }
}
