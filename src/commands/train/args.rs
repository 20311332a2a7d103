use crate::commands::RulesArg;
use crate::commands::thinking::parse_time;
use crate::commands::threads::of_games;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Train a net by self-play, from scratch or starting from another
///
/// Exit code 0: the run is complete, or its budget is used up. 130: it was interrupted. 1: it failed. Complete
/// generations are kept in any case, and `--resume` continues after the last one, with the same result as a run that
/// was never interrupted.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Variant, for its shipped config; or a config file; or, to continue it, a run's name or directory
    #[arg(value_name = "CONFIG")]
    pub(in crate::commands) config: PathBuf,
    #[command(flatten)]
    pub(in crate::commands) rules: RulesArg,
    /// Name of the run, a directory in checkpoints/runs [default: the name of the variant or of the
    /// config file]
    #[arg(long)]
    pub(in crate::commands) run: Option<String>,
    /// Continue the run after its last complete generation. `--set generations=N` extends it
    #[arg(long)]
    pub(in crate::commands) resume: bool,
    /// Begin with this evaluator's net instead of random numbers: `released`, a file, or another RUN or RUN:GENERATION.
    /// The learning rate is then a tenth of the config's, unless `--set` gives another
    #[arg(long, value_name = "NET", conflicts_with_all = ["resume", "anneal"])]
    pub(in crate::commands) from: Option<String>,
    /// Train for this time, for instance 30m or 1h, counted from the beginning of the run. The learning rate falls in
    /// the last of the generations that fit. A resumed run keeps its budget unless another is given. If CONFIG is a
    /// variant and no --set is given, the machine is measured first and games, window and generations are chosen to fit
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::commands) budget: Option<Duration>,
    /// The budget in processor time, all threads together, to compare runs at equal cost
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::commands) cpu_budget: Option<Duration>,
    /// Finish a run: continue it by N generations in which the learning rate falls from its current value to
    /// `learner.final_rate`
    #[arg(long, value_name = "N", conflicts_with_all = ["resume", "budget", "cpu_budget"],
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(in crate::commands) anneal: Option<u32>,
    /// Only print the settings chosen for this budget
    #[arg(long, conflicts_with_all = ["resume", "anneal"])]
    pub(in crate::commands) plan: bool,
    /// Seed of all randomness, instead of the config's
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub(in crate::commands) seed: Option<u64>,
    /// Threads of self-play, learner and matches; results do not depend on their number [default: all cores]
    #[arg(long, value_parser = of_games)]
    pub(in crate::commands) threads: Option<NonZeroUsize>,
    /// Set a config key, for instance learner.batch=512 (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(in crate::commands) overrides: Vec<String>,
    /// Print the figures of each generation as one line of JSON
    #[arg(long)]
    pub(in crate::commands) json: bool,
    #[cfg(feature = "distributed")]
    #[command(flatten)]
    pub(in crate::commands) queue: crate::commands::queue::QueueArgs,
}
