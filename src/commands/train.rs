use super::{HEADING, Interrupted, print_json, stdout};
#[cfg(feature = "distributed")]
use crate::distributed::Queue;
use crate::doctor::{self, Case, Illness, State, Sure};
use crate::game::{CompleteGame, Encoding, Game, Rules};
use crate::games::AnyGame;
use crate::runs::{HeldRun, RUNS, RunDir};
use crate::train::{
    self, Budget, Config, Finish, Log, Metrics, Phase, Progress, Row, Schedule, Session, Threads, autopilot, duration,
};
use anyhow::{Context, Result, bail};
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

/// Train a net by self-play, from scratch or on from another
///
/// Exit code 0: the run is complete, or its budget is used up. 130: it was interrupted. 1: it failed. Complete
/// generations are kept in any case, and `--resume` continues after the last one, with the same result as a run that
/// was never interrupted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Variant, for its shipped config; or a config file; or, to continue it, a run's name or directory
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Name of the run, a directory in checkpoints/runs [default: the name of the variant or of the
    /// config file]
    #[arg(long)]
    run: Option<String>,
    /// Continue the run after its last complete generation. `--set generations=N` extends it
    #[arg(long)]
    resume: bool,
    /// Begin with this evaluator's net instead of random numbers: `released`, a file, or another RUN or RUN:GENERATION. The
    /// learning rate is then a tenth of the config's, unless `--set` says another
    #[arg(long, value_name = "NET", conflicts_with_all = ["resume", "anneal"])]
    from: Option<String>,
    /// Train for this time, for instance 30m or 1h, counted from the beginning of the run. The learning rate falls in the
    /// last of the generations that fit. A resumed run keeps its budget unless it is given another. With a variant and
    /// without `--set`, measures this machine and chooses games, window and generations for this time
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    budget: Option<Duration>,
    /// The same in processor time, all threads together, to compare runs at equal cost
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    cpu_budget: Option<Duration>,
    /// Finish a run: continue it by N generations in which the learning rate falls from its present value to
    /// `learner.final_rate`
    #[arg(long, value_name = "N", conflicts_with_all = ["resume", "budget", "cpu_budget"],
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    anneal: Option<u32>,
    /// Only print what would be chosen for this budget
    #[arg(long, conflicts_with_all = ["resume", "anneal"])]
    plan: bool,
    /// Seed of all randomness, instead of the config's
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Threads of self-play, learner and matches; results do not depend on it [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Set a config key, for instance learner.batch=512 (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Print the figures of each generation as one line of JSON
    #[arg(long)]
    json: bool,
    #[cfg(feature = "distributed")]
    #[command(flatten)]
    queue: super::queue::QueueArgs,
}

/// Runs the command.
///
/// # Errors
/// The config is wrong, the run exists already (or, with `--resume`, does not), a file cannot be read or written, or the
/// net diverges; [`Interrupted`] where the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let mut overrides = args.overrides.clone();
    overrides.extend(args.seed.map(|seed| format!("seed={seed}")));
    overrides.extend(args.from.clone().map(|from| format!("from={}", toml::Value::String(from))));
    let continues = args.resume || args.anneal.is_some();
    let threads = args.threads.map_or_else(|| super::processors().get(), usize::from);
    let given = Budget {
        wall: args.budget.map(|time| time.as_secs_f64()),
        cpu: args.cpu_budget.map(|time| time.as_secs_f64()),
    };
    if given.cpu.is_some() && !train::measures_processor_time() {
        bail!("--cpu-budget: this system does not tell how much processor time a program uses: expected --budget");
    }
    // A file of rules stands for its variant.
    let is_rules = args.config.extension().is_some_and(|kind| kind == "rbg");
    let is_file = args.config.is_file() && !is_rules;
    let name = |from_file: bool| {
        let name = if from_file || is_rules { args.config.file_stem() } else { args.config.file_name() };
        run_name(args.run.clone(), name).map(|name| RunDir::named(&name))
    };
    let (dir, mut config, by_variant) = if continues && !is_file {
        let dir = match RunDir::find(&args.config.to_string_lossy()) {
            Some(run) if args.run.is_none() => run,
            _ => name(false)?,
        };
        let config = run_config(&dir, &overrides)?;
        (dir, config, false)
    } else {
        let mut config = Config::load_or_shipped(&args.config, &overrides)?;
        if args.from.is_some() && !args.overrides.iter().any(|set| set.starts_with("learner.rate=")) {
            // At the full one it would first lose what it knows (docs/log/starting-from-a-net.md).
            config.learner.rate = (config.learner.rate / 10.0).max(config.learner.final_rate);
        }
        (name(is_file)?, config, !is_file)
    };
    let game = config.game()?;
    train::check(&game, &config)?;
    if !continues {
        train::origin(&game, &config)?;
    }
    let interrupted = super::interrupted("stopping; --resume makes a generation under way again")?;
    // What somebody has chosen is not chosen again.
    if by_variant
        && args.overrides.is_empty()
        && let Some(seconds) = autopilot::seconds(given, threads)
    {
        if !args.plan {
            dir.check_free()?;
        }
        config = plan(&game, &config, &args, (given, seconds), threads, interrupted)?;
    } else if args.plan {
        bail!(
            "--plan: expected a variant's name, --budget or --cpu-budget, and no --set: else there is nothing to plan"
        );
    }
    if args.plan {
        return Ok(());
    }
    let place = Where::open(&args, &dir, threads)?;
    let (run, generations_before) = match continues {
        true => resume(&dir, &config)?,
        false => (begin(&dir, &config)?, config.generations),
    };
    let earlier = Schedule::read(&dir)?.budget();
    let budget = if given.is_none() && args.anneal.is_none() { earlier } else { given };
    let train = || -> Result<Finish> {
        let so_far = train::history(&dir)?;
        if !args.json {
            let net = config.net.architecture(game.shape(), game.max_moves());
            announce(&dir, &config, game.rules(), net.parameters(), threads)?;
            announce_start(&config, generations_before, so_far.last())?;
        }
        let log = Mutex::new(Log::new(&config, budget, so_far));
        let (bar, told) = (Mutex::new(ProgressBar::hidden()), Mutex::default());
        let bars = Bars { bar, log, told, json: args.json, config: &config };
        let session = Session { run: &run, budget, anneal: args.anneal, threads, interrupted, progress: &bars };
        let finish = place.train(&game, &config, &session);
        let closed = place.close(matches!(finish, Ok(Finish::Complete)), args.json);
        let finish = finish.inspect_err(|_| bars.bar().finish_and_clear())?;
        closed?;
        if !args.json {
            if finish == Finish::Complete {
                bars.warn(&bars.log(), State::Complete)?;
            }
            conclude(&dir, &config, budget, finish, &bars.log())?;
        }
        Ok(finish)
    };
    let finish = train().inspect_err(|_| {
        if !continues {
            // Otherwise it would be in the way of the next try.
            run.remove_empty();
        }
    })?;
    if finish == Finish::Interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// What `--plan --json` prints.
#[derive(serde::Serialize)]
struct Planned<'a> {
    rates: &'a autopilot::Rates,
    expected: &'a autopilot::Forecast,
    config: &'a Config,
}

/// Where the games are played.
enum Where {
    Here(Threads),
    #[cfg(feature = "distributed")]
    Workers(Box<Queue>),
}

impl Where {
    /// What the arguments say.
    fn open(args: &Args, dir: &RunDir, threads: usize) -> Result<Where> {
        #[cfg(feature = "distributed")]
        if let Some(queue) = args.queue.open(dir.name(), threads)? {
            return Ok(Where::Workers(Box::new(queue)));
        }
        // Only needed for what is above.
        let _ = (args, dir);
        Ok(Where::Here(Threads::new(threads)?))
    }

    fn train(&self, game: &AnyGame, config: &Config, session: &Session) -> Result<Finish> {
        match self {
            Where::Here(threads) => train::run(game, config, session, threads),
            #[cfg(feature = "distributed")]
            Where::Workers(queue) => train::run(game, config, session, &**queue),
        }
    }

    /// Leaves it, and says what there is to say of it.
    fn close(self, complete: bool, quiet: bool) -> Result<()> {
        #[cfg(feature = "distributed")]
        if let Where::Workers(queue) = self {
            let parts = queue.summary();
            queue.close(complete);
            if !quiet {
                write_rows(&mut stdout(), &[Row { label: "queue", parts }])?;
            }
        }
        #[cfg(not(feature = "distributed"))]
        let _ = (complete, quiet);
        Ok(())
    }
}

/// Measures this machine, says what it plans for a budget of so many seconds, and returns the config for it.
fn plan<G: CompleteGame>(
    game: &G,
    config: &Config,
    args: &Args,
    (budget, seconds): (Budget, f64),
    threads: usize,
    interrupted: &AtomicBool,
) -> Result<Config> {
    let stop = || interrupted.load(Ordering::Relaxed);
    let Some(rates) = autopilot::measure(game, config, budget, threads, stop)? else { return Err(Interrupted.into()) };
    let (planned, expected) = autopilot::plan(config, &rates, seconds);
    let name = &config.game.variant;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let ends = SystemTime::now().checked_add(time).unwrap_or_else(SystemTime::now);
    if args.json {
        if args.plan {
            print_json(&Planned { rates: &rates, expected: &expected, config: &planned })?;
        }
        return Ok(planned);
    }
    let (net, selfplay, learner) = (&planned.net, &planned.selfplay, &planned.learner);
    let mut out = stdout();
    let noun = if threads == 1 { "thread" } else { "threads" };
    writeln!(out, "{HEADING}plan for {name}{HEADING:#}, {} on {threads} {noun}", duration(seconds))?;
    writeln!(out, "  measured  {:.1} games/s, {:.0} samples/s in the learner", rates.games, rates.samples)?;
    writeln!(out, "  net       {} blocks of {} channels", net.blocks, net.channels)?;
    writeln!(out, "  learning  about {} generations of {} games", expected.generations, selfplay.games)?;
    writeln!(out, "  search    {} simulations, in fast searches {}", selfplay.simulations, selfplay.fast_simulations)?;
    writeln!(out, "  window    {} samples at first", learner.window)?;
    writeln!(out, "  expects   {} games, {} samples", expected.games, expected.samples)?;
    let what = if args.plan { "would end" } else { "ends" };
    // Processor time passes more slowly where other programs run.
    let at = if autopilot::is_processor_time(budget, threads) { "at the earliest at" } else { "at" };
    writeln!(out, "  {what:9} {at} {}", humantime::format_rfc3339_seconds(ends))?;
    Ok(planned)
}

/// A duration that is not 0.
pub(super) fn parse_budget(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("expected more than no time".to_owned()),
        Ok(budget) => Ok(budget),
        Err(error) => Err(format!("{error}: expected a time, for instance 30m or 1h")),
    }
}

/// The run's name, from `--run` or from what was given as config.
fn run_name(run: Option<String>, config: Option<&OsStr>) -> Result<String> {
    let name = run.unwrap_or_else(|| config.unwrap_or_default().to_string_lossy().into_owned());
    checked_name("--run", name)
}

/// A name that can be that of a directory; `option` is what gives it.
pub(super) fn checked_name(option: &str, name: String) -> Result<String> {
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        bail!("{option} `{name}`: expected letters, digits, `-`, `_` and `.`, not starting with `.`");
    }
    Ok(name)
}

/// The config of a run that is to be continued by its name.
fn run_config(dir: &RunDir, overrides: &[String]) -> Result<Config> {
    let file = dir.config();
    if !file.is_file() {
        bail!("{} is no run: expected one that `ardoise train` began, or its config file", dir.path().display());
    }
    Ok(Config::load(&file, overrides)?)
}

fn begin(dir: &RunDir, config: &Config) -> Result<HeldRun> {
    dir.create(&toml::to_string(config).context("cannot write the config")?)?;
    dir.hold()
}

/// Takes a run to continue it, and returns its generations until now. It keeps its config, or its generations could not
/// be compared; only what does not influence them may change. More generations extend it.
fn resume(dir: &RunDir, config: &Config) -> Result<(HeldRun, u32)> {
    if !dir.config().is_file() {
        bail!("{} is no run: expected one that `ardoise train` began, or no --resume", dir.path().display());
    }
    let mut run = dir.hold()?;
    let begun_with = Config::parse(&dir.config().display().to_string(), run.config(), &[])?;
    let generations = begun_with.generations;
    let may_change = |key: &str| match key {
        "generations" => config.generations > generations,
        "selfplay.concurrent" | "selfplay.cache" => true,
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
    if config.generations > generations {
        let extended = Config { generations: config.generations, ..begun_with };
        run.set_config(toml::to_string(&extended).context("cannot write the config")?)?;
    }
    Ok((run, generations))
}

/// Says what is trained, with what, and where the files go.
fn announce(dir: &RunDir, config: &Config, rules: &Rules, parameters: usize, threads: usize) -> Result<()> {
    let net = &config.net;
    let mut out = stdout();
    writeln!(out, "{HEADING}run {}{HEADING:#}: {rules}", dir.name())?;
    writeln!(
        out,
        "  net       {} blocks of {} channels, {parameters} parameters, {}",
        net.blocks,
        net.channels,
        net.precision.name()
    )?;
    writeln!(out, "  threads   {threads}")?;
    writeln!(out, "  files     {} (curves: tensorboard --logdir {RUNS})", dir.path().display())?;
    Ok(())
}

/// Says where training starts and, if the run was extended, what that means.
fn announce_start(config: &Config, generations_before: u32, newest: Option<&Metrics>) -> Result<()> {
    let mut out = stdout();
    let first = newest.map_or(0, |newest| newest.generation + 1);
    if newest.is_some() {
        writeln!(out, "  resume    after generation {} of {}", first - 1, config.generations)?;
    }
    if config.generations > generations_before {
        writeln!(out, "  extended  from {generations_before} to {} generations", config.generations)?;
    }
    Ok(())
}

/// Says how the session ended and what to do next.
fn conclude(dir: &RunDir, config: &Config, budget: Budget, finish: Finish, log: &Log) -> Result<()> {
    let mut out = stdout();
    let (newest, name) = (dir.generations()?.last().copied(), dir.name());
    let state = match newest {
        None => "no generation is complete".to_owned(),
        Some(newest) => {
            let planned = Schedule::read(dir)?.phase(newest + 1).map_or(config.generations, |phase| phase.until);
            format!("{newest} of {planned} generations are complete")
        }
    };
    match finish {
        Finish::Complete if budget.is_none() => writeln!(out, "{HEADING}run {name} is complete{HEADING:#}")?,
        Finish::Complete => {
            let said = format!("{state}; a larger budget or --anneal continues it");
            writeln!(
                out,
                "{HEADING}run {name} is complete{HEADING:#} within its budget of {}: {said}",
                in_words(budget)
            )?;
        }
        Finish::Interrupted => writeln!(out, "run {name} is interrupted, {state}: continue with --resume")?,
        Finish::Budget { dropped } => {
            let reason = match dropped {
                Some(generation) => format!("generation {generation} did not fit and was dropped"),
                None => "the next generation would not fit".to_owned(),
            };
            writeln!(
                out,
                "run {name} has used its budget of {}: {reason}, {state}; continue with --resume and a larger budget, or \
                 with --anneal",
                in_words(budget)
            )?;
        }
    }
    let Some(newest) = newest else { return Ok(()) };
    write_rows(&mut out, &log.summary())?;
    writeln!(out, "newest evaluator: {}", dir.evaluator(newest).display())?;
    writeln!(out, "play against it:  ardoise play {} --against {name}", config.game.variant)?;
    Ok(())
}

/// A budget as a person says it.
fn in_words(budget: Budget) -> String {
    let wall = budget.wall.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        humantime::format_duration(time).to_string()
    });
    let cpu = budget.cpu.map(|seconds| format!("{} processor time", duration(seconds)));
    wall.into_iter().chain(cpu).collect::<Vec<_>>().join(" and ")
}

/// Writes rows, wrapped to the terminal.
fn write_rows(out: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    let terminal = Term::stdout();
    // A terminal that does not tell its size gets the usual one.
    let width = if terminal.is_term() { usize::from(terminal.size().1) } else { usize::MAX };
    for line in rows.iter().flat_map(|row| row.lines(width)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Progress bars on a terminal, and the log: on a terminal in rows, elsewhere one line a generation, and one for its
/// strength.
struct Bars<'a> {
    bar: Mutex<ProgressBar>,
    log: Mutex<Log>,
    /// What was warned of.
    told: Mutex<BTreeSet<Illness>>,
    json: bool,
    config: &'a Config,
}

impl Bars<'_> {
    fn bar(&self) -> ProgressBar {
        locked(&self.bar).clone()
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        locked(&self.log)
    }

    /// Says what is certainly wrong with the run and was not said yet, a line each.
    fn warn(&self, log: &Log, state: State) -> std::io::Result<()> {
        let case = Case::new(self.config.clone(), log.metrics().to_vec(), state);
        for finding in doctor::in_figures(&case) {
            if finding.sure == Sure::Certain && locked(&self.told).insert(finding.illness) {
                writeln!(stdout(), "doctor: {finding}")?;
            }
        }
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Progress for Bars<'_> {
    fn begin(&self, generation: u32, task: &str, unit: &'static str, total: u64) {
        let template = "generation {prefix}  {msg} [{wide_bar}] {pos}/{len} {unit}  {eta} left";
        let style = ProgressStyle::with_template(&template.replace("{unit}", unit));
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new(total)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "))
            .with_prefix(generation.to_string())
            .with_message(task.to_owned());
        bar.tick();
        *locked(&self.bar) = bar;
    }

    fn tick(&self) {
        self.bar().inc(1);
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }

    fn generation(&self, metrics: &Metrics) {
        let mut log = self.log();
        log.add(metrics.clone());
        let printed = match self.json {
            true => print_json(metrics),
            false => print_newest(&log).and_then(|()| self.warn(&log, State::Training)).map_err(Into::into),
        };
        // The run is worth more than its log: a reader that has gone must not end it.
        drop(printed);
    }

    fn planned(&self, generation: u32, before: Option<&Phase>, now: &Phase) {
        if self.json {
            return;
        }
        let (full_until, until, rate) = (now.full_until, now.until, now.rate);
        let last = self.config.learner.final_rate;
        let moved = before.filter(|before| before.until != until);
        let moved = moved.map_or(String::new(), |before| format!(" instead of {}", before.until));
        let line = if generation > full_until {
            format!(
                "the learning rate falls from {rate:.2e} to {last:.2e} in generations {generation} to {until}{moved}"
            )
        } else if full_until < until {
            format!(
                "{until} generations{moved}, learning rate {rate:.2e}, falling to {last:.2e} after generation {full_until}"
            )
        } else {
            format!("{until} generations{moved}, learning rate {rate:.2e}")
        };
        // As for generations: a reader that has gone must not end the run.
        drop(writeln!(stdout(), "plan: {line}"));
    }
}

fn print_newest(log: &Log) -> std::io::Result<()> {
    let Some((headline, rows)) = log.newest() else { return Ok(()) };
    let mut out = stdout();
    if Term::stdout().is_term() {
        writeln!(out, "{HEADING}{headline}{HEADING:#}")?;
        return write_rows(&mut out, &rows);
    }
    let (strength, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.label == "strength");
    let others = others.iter().map(|row| format!("  {} {}", row.label, row.parts.join(" ")));
    writeln!(out, "{headline}{}", others.collect::<String>())?;
    for row in strength {
        writeln!(out, "    strength: {}", row.parts.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_some_time() {
        assert_eq!(parse_budget("90s"), Ok(Duration::from_secs(90)));
        assert!(parse_budget("0s").expect_err("no time").contains("more than no time"));
        assert!(parse_budget("soon").expect_err("no time").contains("for instance 30m"));
    }
}
