use super::{print_json, stdout};
use crate::runs::RunDir;
use crate::train::{self, Config, Finish, Metrics, Progress, Session};
use crate::with_game;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Train an agent from scratch by self-play
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Config file, as configs/dualite.toml
    config: PathBuf,
    /// Name of the run, a directory below checkpoints/runs [default: the config file's name]
    #[arg(long)]
    run: Option<String>,
    /// Go on with the run where it stopped
    #[arg(long)]
    resume: bool,
    /// Stop after the last generation that fits into this time, as 30m or 1h, counted from the beginning of the run
    #[arg(long, value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Seed of all randomness, instead of the config's
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Threads of self-play; the games do not depend on it [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Set a config key, as learner.batch=512 (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Print the figures of each generation as a JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// The config is wrong, the run exists already (or, with `--resume`, does not), or a file cannot be read or written.
pub fn run(args: Args) -> Result<()> {
    let mut overrides = args.overrides;
    overrides.extend(args.seed.map(|seed| format!("seed={seed}")));
    let config = Config::load(&args.config, &overrides)?;
    let run = RunDir::named(&run_name(args.run, &args.config)?);
    let game = config.game()?;
    with_game!(&game, game => train::check(game, &config)?);
    if args.resume {
        check_same(&run, &config)?;
    } else {
        run.create(&toml::to_string(&config).context("cannot write the config")?)?;
    }
    let _lock = lock(&run)?;
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let bars = Bars { bar: Mutex::new(ProgressBar::hidden()), json: args.json };
    let interrupted = super::interrupted("stopping; the generation under way is made again on --resume")?;
    let session = Session { run: &run, budget: args.budget, threads, interrupted, progress: &bars };
    let finish = with_game!(&game, game => train::run(game, &config, &session));
    let finish = finish.inspect_err(|_| {
        if !args.resume {
            // Otherwise it would stand in the way of the next try.
            run.remove_empty();
        }
    })?;
    if args.json {
        return Ok(());
    }
    let mut out = stdout();
    let (newest, name) = (run.newest()?, run.name());
    match finish {
        Finish::Complete => writeln!(out, "run {name} is complete")?,
        Finish::Budget => writeln!(out, "run {name} has used its time; go on with --resume and a larger --budget")?,
        Finish::Interrupted => writeln!(out, "run {name} is interrupted; go on with --resume")?,
    }
    writeln!(out, "newest evaluator: {}", run.evaluator(newest).display())?;
    writeln!(out, "play against it:  ardoise play {} --against {name}", config.game.variant)?;
    Ok(())
}

fn run_name(given: Option<String>, config: &Path) -> Result<String> {
    let name = match given {
        Some(name) => name,
        None => config.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        bail!("--run `{name}`: expected letters, digits, `-`, `_` and `.`, not starting with `.`");
    }
    Ok(name)
}

/// A resumed run keeps its config; another one would make its generations incomparable. Only that may change from which
/// nothing follows for them.
fn check_same(run: &RunDir, config: &Config) -> Result<()> {
    if !run.config().is_file() {
        bail!("{} is no run: expected one that `ardoise train` has begun, or no --resume", run.path().display());
    }
    let begun_with = Config::load(&run.config(), &[])?;
    let differences = begun_with.differences(config);
    let may_change = |key: &str| key.starts_with("report.") || ["selfplay.concurrent", "selfplay.cache"].contains(&key);
    let differences = Vec::from_iter(differences.iter().map(String::as_str).filter(|key| !may_change(key)));
    if !differences.is_empty() {
        bail!(
            "the config differs from the one that the run was begun with, {}, in {}: expected the same file, \
             --set and --seed, or another --run",
            run.config().display(),
            differences.join(", "),
        );
    }
    Ok(())
}

/// Held as long as a process trains the run.
fn lock(run: &RunDir) -> Result<File> {
    let path = run.path().join("lock");
    let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => bail!("another process is training {}", run.path().display()),
        Err(fs::TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

/// Progress bars on a terminal, a line for each generation everywhere.
struct Bars {
    bar: Mutex<ProgressBar>,
    json: bool,
}

impl Bars {
    fn bar(&self) -> ProgressBar {
        self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

impl Progress for Bars {
    fn begin(&self, generation: u32, task: &'static str, unit: &'static str, total: u64) {
        let template = "generation {prefix} {msg:10} [{bar:40}] {pos}/{len} {unit}  {per_sec}  {eta} left";
        let style = ProgressStyle::with_template(&template.replace("{unit}", unit));
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new(total)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "))
            .with_prefix(generation.to_string())
            .with_message(task);
        *self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = bar;
    }

    fn tick(&self) {
        self.bar().inc(1);
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }

    fn generation(&self, metrics: &Metrics) {
        let printed =
            if self.json { print_json(metrics) } else { writeln!(stdout(), "{}", metrics.line()).map_err(Into::into) };
        // The run is worth more than its log: a reader that has gone must not end it.
        drop(printed);
    }
}
