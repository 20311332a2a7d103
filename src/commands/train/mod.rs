//! The command `ardoise train`: starts or continues a run, or prints its plan.

mod args; //     the command line
mod progress; // bars and the log
mod announce; // messages before and after training
mod backend; //  the backend of self-play
mod plan; //     a config for a budget

pub use args::Args;

use super::Interrupted;
use crate::compact::CompactNet;
use crate::doctor::State;
use crate::game::{Encoding, Game};
use crate::players::check_run_name;
use crate::runs::RunDir;
use crate::train::{self, Budget, Config, Finish, Log, RulesInTurn, Schedule, Session, autopilot};
use announce::{announce, announce_start, conclude};
use anyhow::{Context, Result, anyhow, bail};
use backend::Backend;
use plan::plan;
use progress::Bars;

/// Runs the command.
///
/// # Errors
/// The config is wrong, the run exists already (or, with `--resume`, does not), a file cannot be read or written, or
/// the net diverges; [`Interrupted`] if the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let threads = args.threads.unwrap_or_else(super::threads::processors).get();
    let given = Budget {
        wall: args.budget.map(|time| time.as_secs_f64()),
        cpu: args.cpu_budget.map(|time| time.as_secs_f64()),
    };
    if given.cpu.is_some() && !train::measures_processor_time() {
        bail!("--cpu-budget: this system does not report a program's processor time: expected --budget");
    }
    let continues = args.resume || args.anneal.is_some();
    let Source { dir, mut config, by_variant } = Source::open(&args, continues)?;
    let games = config.games()?;
    let rules = RulesInTurn::new(&games);
    let game = rules.own();
    train::check(game, &config)?;
    match dir.newest() {
        _ if !continues => drop(train::origin(game, &config)?),
        // Read before any change.
        Ok(newest) => CompactNet::read(dir.evaluator(newest))?.header().check(game).with_context(|| {
            format!("run {} cannot continue: expected its original rules, or another run, with --run", dir.name())
        })?,
        Err(_) => {}
    }
    let interrupted = super::interrupted("stopping; --resume repeats the unfinished generation")?;
    // The user's own choices are not replaced.
    if by_variant
        && args.overrides.is_empty()
        && let Some(seconds) = autopilot::seconds(given, threads)
    {
        if !args.plan {
            dir.check_can_begin()?;
        }
        config = plan(game, &config, &args, (given, seconds), threads, interrupted)?;
    } else if args.plan {
        bail!(
            "--plan: expected a variant's name, --budget or --cpu-budget, and no --set: else there is nothing to plan"
        );
    }
    if args.plan {
        return Ok(());
    }
    let backend = Backend::open(&args, rules, &config, &dir, threads)?;
    let (run, generations_before) = match continues {
        true => train::resume(&dir, &config)?,
        false => (train::begin(&dir, &config)?, config.generations),
    };
    let earlier = Schedule::read(&dir)?.budget();
    let budget = if given.is_none() && args.anneal.is_none() { earlier } else { given };
    let train = || -> Result<Finish> {
        let so_far = train::history(&dir)?;
        if !args.json {
            let net = config.net.architecture(game.shape(), game.max_moves());
            announce(&dir, &config, rules, net.parameters(), threads)?;
            announce_start(&config, generations_before, so_far.last())?;
        }
        let bars = Bars::new(Log::new(&config, budget, so_far), args.json, &config);
        let session = Session { run: &run, budget, anneal: args.anneal, threads, interrupted, progress: &bars };
        let finish = backend.train(rules, &config, &session);
        let closed = backend.close(matches!(finish, Ok(Finish::Complete)), args.json);
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
    let finished = train();
    if finished.is_err() && !continues {
        // An empty run would block the next attempt.
        run.remove_empty();
    }
    let finish = finished?;
    if finish == Finish::Interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

struct Source {
    /// Directory of the run, which need not exist.
    dir: RunDir,
    config: Config,
    /// Whether the config is a variant's default, not one that the user wrote.
    by_variant: bool,
}

impl Source {
    fn open(args: &Args, continues: bool) -> Result<Source> {
        let of_rules = args.rules.options.iter().map(|(option, value)| format!("game.rules.{option}={value}"));
        let mut overrides: Vec<String> = of_rules.chain(args.overrides.iter().cloned()).collect();
        overrides.extend(args.seed.map(|seed| format!("seed={seed}")));
        overrides.extend(args.from.clone().map(|from| format!("from={}", toml::Value::String(from))));
        // A rules file stands for its variant.
        let is_rules = args.config.extension().is_some_and(|kind| kind == "rbg");
        let is_file = args.config.is_file() && !is_rules;
        let name = |from_file: bool| {
            let name = if from_file || is_rules { args.config.file_stem() } else { args.config.file_name() };
            let name = args.run.clone().unwrap_or_else(|| name.unwrap_or_default().to_string_lossy().into_owned());
            check_run_name(&name).map_err(|wrong| anyhow!("--run: {wrong}"))?;
            anyhow::Ok(RunDir::named(&name))
        };
        if continues && !is_file {
            let dir = match RunDir::find(&args.config.to_string_lossy()) {
                Some(run) if args.run.is_none() => run,
                _ => name(false)?,
            };
            let config = run_config(&dir, &overrides)?;
            return Ok(Source { dir, config, by_variant: false });
        }
        let mut config = Config::load_or_shipped(&args.config, &overrides)?;
        if args.from.is_some() && !args.overrides.iter().any(|set| set.starts_with("learner.rate=")) {
            // At the full rate the net would first lose its knowledge (docs/log/starting-from-a-net.md).
            config.learner.rate = (config.learner.rate / 10.0).max(config.learner.final_rate);
        }
        Ok(Source { dir: name(is_file)?, config, by_variant: !is_file })
    }
}

/// The config of a run to continue, given by name.
fn run_config(dir: &RunDir, overrides: &[String]) -> Result<Config> {
    let file = dir.config();
    if !file.is_file() {
        bail!("{} is not a run: expected one that `ardoise train` began, or its config file", dir.path().display());
    }
    Ok(Config::load(&file, overrides)?)
}
