use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How long a player thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// This many simulations, at least one. The moves are the same on every machine.
    Simulations(u32),
    /// This much time. Games are not reproducible, as the search depends on the machine's speed.
    Time(Duration),
    /// No search: the move with the highest prior.
    Policy,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::Simulations(100)
    }
}

impl fmt::Display for Budget {
    /// The budget as written after `@` in a player's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Simulations(simulations) => write!(f, "sims={simulations}"),
            Budget::Time(time) => write!(f, "time={}", humantime::format_duration(*time)),
            Budget::Policy => f.write_str("policy"),
        }
    }
}
