use super::poll::Poll;
use crate::doctor::Ladder;
use crate::files::{LONGEST_TEXT, read_text};
use crate::game::{AnyGame, Notation};
use crate::players::check_run_name;
use crate::runs::{RunDir, check_plain_name};
use crate::samples;
use crate::sentence;
use crate::system;
use crate::train::{self, Config, Schedule};
use crate::web::{Action, Games, GenerationReference, Refusal, RequestKind, RunReference, Train};
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;

/// A run that cannot begin fails within this time.
const FAILS_WITHIN: Duration = Duration::from_millis(1500);

/// The most games of a generation sent to a page.
const MOST_GAMES: usize = 100;

/// The training runs below `checkpoints/runs`, and the processes that this server has started to train some.
#[derive(Debug)]
pub(super) struct Training {
    /// Whether runs may be started and stopped.
    control: bool,
    started: Mutex<BTreeMap<String, Child>>,
    watched: Arc<Poll>,
}

impl Training {
    pub fn new(control: bool) -> Training {
        Training { control, started: Mutex::default(), watched: Poll::new(runs) }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, Child>> {
        let mut started = self.started.lock();
        started.retain(|_, child| matches!(child.try_wait(), Ok(None)));
        started
    }

    /// The reply to a request about training; `None` for other requests.
    pub fn ask(&self, asked: &RequestKind, games: &Games) -> Option<Result<Value, Refusal>> {
        match asked {
            RequestKind::Runs(_) => Some(Ok(runs())),
            RequestKind::Run(RunReference { run }) => Some(run_json(run)),
            RequestKind::Generation(GenerationReference { run, generation }) => Some(generation_json(run, *generation)),
            RequestKind::Train(train) => Some(self.train(train, games)),
            _ => None,
        }
    }

    fn train(&self, train: &Train, games: &Games) -> Result<Value, Refusal> {
        if !self.control {
            let words = "training cannot be controlled from this page: start `ardoise serve` with --allow-training";
            return Err(Refusal::new(words));
        }
        let Train { run, action, config, budget } = train;
        match action {
            Action::Start => self.start(run, config.as_deref(), budget.as_deref(), games)?,
            Action::Resume => self.resume(run)?,
            Action::Stop => self.stop(run)?,
        }
        Ok(runs())
    }

    /// The runs now and after each change, as long as the receiver exists.
    pub fn watch(&self) -> mpsc::Receiver<Value> {
        self.watched.follow()
    }

    /// Starts a run of a variant, or of a file in `configs` if there is no such variant.
    fn start(&self, run: &str, config: Option<&str>, budget: Option<&str>, known: &Games) -> Result<(), Refusal> {
        check_run_name(run)?;
        let config = config.ok_or_else(|| {
            Refusal::new("a new run needs a config: expected a variant, or the name of a file in configs")
        })?;
        let budget = budget.map(|time| format!("--budget={time}"));
        if known.find(config).is_ok() {
            return match (known.on_disk(config)?, &budget) {
                // A user's own game gets a report and problems, too.
                (Some(file), Some(budget)) => self.spawn("study", run, &file, Some(budget)),
                (file, budget) => {
                    self.spawn("train", run, file.as_deref().unwrap_or(Path::new(config)), budget.as_deref())
                }
            };
        }
        check_plain_name(config)?;
        let file = Path::new("configs").join(format!("{config}.toml"));
        match file.is_file() {
            true => self.spawn("train", run, &file, budget.as_deref()),
            false => Err(sentence!(
                "training.no-config",
                "there is no variant `{config}`, and no {file}",
                config = config,
                file = file.display().to_string(),
            )
            .into()),
        }
    }

    fn resume(&self, run: &str) -> Result<(), Refusal> {
        let dir = find(run)?;
        self.spawn("train", run, &dir.config(), Some("--resume"))
    }

    /// Starts a process that trains a run by this command.
    fn spawn(&self, command: &str, run: &str, config: &Path, option: Option<&str>) -> Result<(), Refusal> {
        // Held until the process is registered, so that of two simultaneous requests to start it one fails.
        let mut running = self.running();
        if running.contains_key(run) {
            return Err(sentence!(
                "training.under-way",
                "`{run}` is being trained: expected another name, or stop it first",
                run = run,
            )
            .into());
        }
        let mut process = system::this_program().map_err(Refusal::new)?;
        process.args([command.as_ref(), config.as_os_str(), "--run".as_ref(), run.as_ref()]).args(option);
        process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // On Windows a process can only be stopped cleanly if it was started apart. Elsewhere it is not, so that Ctrl-C
        // ends it with the server.
        if cfg!(windows) {
            system::begin_apart(&mut process);
        }
        let mut child = process.spawn().map_err(|error| Refusal::new(format!("cannot start training: {error}")))?;
        let mut errors = child.stderr.take().expect("it is piped");
        let said = Arc::new(Mutex::new(String::new()));
        let hear = Arc::clone(&said);
        // Reads to the end, so that the process never waits for a reader.
        thread::spawn(move || {
            let mut piece = [0; 1024];
            while let Ok(size @ 1..) = errors.read(&mut piece) {
                let mut said = hear.lock();
                if said.len() < 4096 {
                    said.push_str(&String::from_utf8_lossy(&piece[..size]));
                }
            }
        });
        // From now on the process can be stopped.
        running.insert(run.to_owned(), child);
        drop(running);
        thread::sleep(FAILS_WITHIN);
        match self.started.lock().get_mut(run).map(Child::try_wait) {
            Some(Ok(Some(status))) if !status.success() => {
                let said = said.lock();
                let last = said.lines().last().unwrap_or("it said nothing").trim_start_matches("ardoise: ");
                Err(sentence!("training.ended", "training ended at once: {last}", last = last).into())
            }
            _ => Ok(()),
        }
    }

    /// Stops the process that trains a run, as Ctrl-C does, even one that an earlier server has started, if its number
    /// is known. The unfinished generation is dropped, earlier ones stay.
    fn stop(&self, run: &str) -> Result<(), Refusal> {
        let started = self.running().get(run).map(Child::id);
        let id = started.map_or_else(|| holder(run), Ok)?;
        system::interrupt(id).map_err(Refusal::new)
    }
}

/// The number of the process that trains a run, if this server has not started it.
fn holder(run: &str) -> Result<u32, Refusal> {
    let dir = find(run)?;
    match dir.holder() {
        Some(id) => Ok(id),
        None if dir.is_held() => Err(sentence!(
            "training.elsewhere",
            "`{run}` is not trained by this page: expected a run that it has started; press Ctrl-C where it was",
            run = run,
        )
        .into()),
        None => Err(sentence!(
            "training.nothing-to-stop",
            "`{run}` is not being trained: there is nothing to stop",
            run = run
        )
        .into()),
    }
}

fn refusal(error: anyhow::Error) -> Refusal {
    Refusal::new(format!("{error:#}"))
}

/// The run of that name, which must not be a path.
fn find(name: &str) -> Result<RunDir, Refusal> {
    let known = RunDir::names();
    if known.iter().any(|run| run == name) {
        return Ok(RunDir::named(name));
    }
    Err(match known.is_empty() {
        true => sentence!("training.no-runs", "no training run `{run}`: there is none", run = name),
        false => {
            let known = known.join(", ");
            sentence!("training.no-run-of", "no training run `{run}`: expected {known}", run = name, known = known)
        }
    }
    .into())
}

fn config(dir: &RunDir) -> Result<Config, Refusal> {
    let path = dir.config();
    let text = read_text(&path, LONGEST_TEXT)
        .map_err(|error| Refusal::new(format!("cannot read {}: {error}", path.display())))?;
    Config::parse(&path.display().to_string(), &text, &[]).map_err(Refusal::new)
}

/// A run with the figures of its generations.
fn run_json(run: &str) -> Result<Value, Refusal> {
    let dir = find(run)?;
    let mut told = describe(&dir);
    told["metrics"] = json!(train::history(&dir).map_err(refusal)?);
    told["ladder"] = ladder(&dir).map_err(refusal)?;
    Ok(told)
}

fn generation_json(run: &str, generation: u32) -> Result<Value, Refusal> {
    let dir = find(run)?;
    let game = config(&dir)?.game_of(generation, None).map_err(Refusal::new)?;
    games(&game, &dir, generation)
}

fn runs() -> Value {
    json!({"runs": RunDir::names().iter().map(|name| describe(&RunDir::named(name))).collect::<Vec<Value>>()})
}

/// A description of a run, or the reason why it cannot be read.
fn describe(dir: &RunDir) -> Value {
    let generations = dir.generations().unwrap_or_default();
    let mut told = json!({
        "name": dir.name(),
        "generations": generations.last().copied().unwrap_or(0),
        "training": dir.is_held(),
        "config": read_text(&dir.config(), LONGEST_TEXT).unwrap_or_default(),
    });
    match config(dir) {
        Ok(config) => {
            told["variant"] = config.game.variant.as_str().into();
            told["options"] = json!(config.game.rules);
            let schedule = Schedule::read(dir).unwrap_or_default();
            // With a budget, the config's number is only a bound.
            let bound = schedule.budget().is_none().then_some(config.generations);
            told["of"] = schedule.generations().or(bound).into();
        }
        Err(refusal) => told["error"] = refusal.error.into(),
    }
    told
}

/// The curves of generations against each other that `ardoise ladder` has stored, by thinking time.
fn ladder(dir: &RunDir) -> anyhow::Result<Value> {
    let ladder = Ladder::read(dir)?;
    Ok(ladder.budgets().into_iter().map(|budget| (budget.to_owned(), json!(ladder.curve(budget)))).collect())
}

/// The self-play games of a generation, as the positions kept for learning.
fn games(game: &AnyGame, dir: &RunDir, generation: u32) -> Result<Value, Refusal> {
    let games = samples::read_games(game, dir, generation).map_err(refusal)?;
    let games = games.iter().take(MOST_GAMES).map(|played| {
        let positions: Vec<String> =
            played.samples.iter().map(|sample| game.format_position(&sample.position)).collect();
        json!({
            "positions": positions,
            "winner": played.outcome.winner().map(|side| side.index()),
            "moves": played.moves,
            "cut_off": played.cut_off,
        })
    });
    Ok(json!({"games": games.collect::<Vec<Value>>()}))
}
