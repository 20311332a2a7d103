//! Which runs may be begun, and which may be continued with which config.

use super::config::Config;
use crate::runs::{HeldRun, RunDir};
use anyhow::{Context, Result, bail};

/// Creates a run with this config, and locks it to train it.
///
/// # Errors
/// A run of that name exists, or the run cannot be written.
pub fn begin(dir: &RunDir, config: &Config) -> Result<HeldRun> {
    dir.create(&toml::to_string(config).context("cannot write the config")?)?;
    dir.hold()
}

/// Locks a run to continue it, and returns its generations until now. The run keeps its config, since otherwise its
/// generations could not be compared; only what does not influence them may change. `config` may have more generations:
/// `extend` adds them to the run once it is clear that the run can continue.
///
/// # Errors
/// There is no such run, another process trains it, or the config differs where it may not change.
pub fn resume(dir: &RunDir, config: &Config) -> Result<(HeldRun, u32)> {
    if !dir.config().is_file() {
        bail!("{} is not a run: expected one that `ardoise train` began, or no --resume", dir.path().display());
    }
    let run = dir.hold()?;
    let begun_with = begun_with(&run)?;
    let generations = begun_with.generations;
    let may_change = |key: &str| match key {
        "generations" => config.generations > generations,
        "selfplay.concurrent" | "selfplay.cache" | "selfplay.keep_games" => true,
        _ => key.starts_with("report."),
    };
    let mut differences = begun_with.differences(config);
    differences.retain(|key| !may_change(key));
    if !differences.is_empty() {
        let shrunk = if config.generations < generations {
            format!(" (the run has generations={generations}, which can only grow)")
        } else {
            String::new()
        };
        bail!(
            "the config differs from the run's, {}, in {}{shrunk}: expected the config file, --set and --seed that it \
             began with, or another --run",
            dir.config().display(),
            differences.join(", "),
        );
    }
    Ok((run, generations))
}

/// Extends a run to the number of generations in this config.
///
/// # Errors
/// The run's config cannot be read or written.
pub(super) fn extend(run: &HeldRun, config: &Config) -> Result<()> {
    let begun_with = begun_with(run)?;
    if config.generations <= begun_with.generations {
        return Ok(());
    }
    let extended = Config { generations: config.generations, ..begun_with };
    run.set_config(toml::to_string(&extended).context("cannot write the config")?)
}

fn begun_with(run: &HeldRun) -> Result<Config> {
    Ok(Config::parse(&run.dir().config().display().to_string(), &run.config(), &[])?)
}
