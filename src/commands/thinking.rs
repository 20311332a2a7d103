use crate::game::AnyGame;
use crate::players::{Budget, Entrant, PlayerError, PlayerSpec};
use crate::search::DEFAULT_MEMORY;
use bytesize::ByteSize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Thinking time of players whose name sets none, and the memory limit.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThinkingArgs {
    /// Simulations per move, for players whose name sets no limit (@sims, @time, @policy) [default: 100]
    ///
    /// Below 64, the root proof search is scaled down to N/64 of its budget.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "time")]
    sims: Option<u32>,
    /// Time per move instead, as 200ms, for players whose name sets no limit
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory for each search tree, as 512MB or 2GiB
    ///
    /// When a tree is full, the search continues without adding nodes.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value_t = ByteSize(DEFAULT_MEMORY as u64))]
    memory: ByteSize,
}

impl ThinkingArgs {
    /// The player that `spec` names, with these limits and with `threads` for each search unless its name sets others.
    ///
    /// # Errors
    /// As [`Entrant::open`].
    pub fn open(&self, spec: &PlayerSpec, game: &AnyGame, threads: NonZeroUsize) -> Result<Entrant, PlayerError> {
        let simulations = self.sims.map(Budget::Simulations);
        let budget = simulations.or(self.time.map(Budget::Time)).unwrap_or_default();
        let memory = usize::try_from(self.memory.0).unwrap_or(usize::MAX);
        Ok(Entrant::open(spec, game, budget)?.with_memory(memory).with_threads(spec.threads.unwrap_or(threads)))
    }
}

/// Parses a duration greater than 0.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero with its unit, as 200ms, 30m or 1h".to_owned())
}

pub(super) fn parse_memory(text: &str) -> Result<ByteSize, String> {
    let memory = text.parse().ok().filter(|&memory| memory >= ByteSize::mib(1));
    memory.ok_or_else(|| "expected a size of at least 1MiB with its unit, as 512MB or 2GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        for text in ["", "0s", "90", "soon"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [("512MB", 512_000_000), ("2GiB", 2 << 30), ("1.5 gib", 3 << 29), ("1048576", 1 << 20)] {
            assert_eq!(parse_memory(text).map(|memory| memory.0), Ok(bytes), "{text}");
        }
        for text in ["", "512", "0MB", "1000KB", "-1GB", "2 elephants", "much"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
