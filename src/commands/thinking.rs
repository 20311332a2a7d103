use crate::players::Budget;
use std::time::Duration;

/// How long players think: the default of those whose name does not say it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThinkingArgs {
    /// Simulations a move, for players that do not say [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "time")]
    sims: Option<u32>,
    /// Time a move instead, as 200ms, for players that do not say
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
}

impl ThinkingArgs {
    /// The budget asked for, or the default.
    pub fn budget(&self) -> Budget {
        let simulations = self.sims.map(Budget::Simulations);
        simulations.or(self.time.map(Budget::Time)).unwrap_or_default()
    }
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero with its unit, as 200ms or 5s".to_owned())
}
