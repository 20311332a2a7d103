use super::threads::of_games;
use super::train;
use crate::runs::RunDir;
use crate::train::generations_with_games;
use anyhow::{Result, bail};
use std::num::NonZeroUsize;

/// Train another net from the games that a run has recorded, without self-play
///
/// The config is the run's, changed by `--set`: a learning rate, a window, a size of the net. All learners get the same
/// games in the same order, so their losses on held-out games can be compared with almost no noise, in a tenth of a
/// run's time. The result is a run like any other, also for `ardoise arena`, `exam` and `doctor`.
///
/// A run keeps the games of its replay window; with `--set selfplay.keep_games=true` it keeps all.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run, by name or directory
    #[arg(value_name = "RUN")]
    source: String,
    /// Name of the new run, a directory in checkpoints/runs [default: RUN-learn]
    #[arg(long, value_name = "NAME")]
    out: Option<String>,
    /// Learn the answers of this evaluator to the positions, instead of those of the searches: `released`, a file, or
    /// another RUN or RUN:GENERATION. So a small net can learn from a large one
    #[arg(long, value_name = "NET")]
    teacher: Option<String>,
    /// Set a config key, for instance learner.rate=2e-3 (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Continue after the last complete generation
    #[arg(long)]
    resume: bool,
    /// Seed of all randomness, instead of the run's
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Threads of the learner and of matches; results do not depend on their number [default: all cores]
    #[arg(long, value_parser = of_games)]
    threads: Option<NonZeroUsize>,
    /// Print the figures of each generation as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// There is no such run, or it keeps no games; or as [`train::run`].
pub fn run(args: Args) -> Result<()> {
    let Some(source) = RunDir::find(&args.source) else {
        bail!("there is no run `{}`: expected the name or directory of one, as `ardoise runs` lists them", args.source)
    };
    let generations = generations_with_games(&source)?.len();
    if generations == 0 {
        bail!("run {} keeps no games: expected one with games.bin in its generations", args.source);
    }
    let text = |text: &str| toml::Value::String(text.to_owned());
    let mut overrides = vec![format!("games_of={}", text(&args.source)), format!("generations={generations}")];
    overrides.extend(args.teacher.as_deref().map(|teacher| format!("teacher={}", text(teacher))));
    // When a key is set twice, the later value counts.
    overrides.extend(args.overrides);
    train::run(train::Args {
        config: source.config(),
        run: Some(args.out.unwrap_or_else(|| format!("{}-learn", source.name()))),
        overrides,
        resume: args.resume,
        seed: args.seed,
        threads: args.threads,
        json: args.json,
        ..train::Args::default()
    })
}
