//! The directory of one run: its files, its generations, and the process that holds it.

use super::write::{sync_dir, write_file};
use crate::files::{LONGEST_TEXT, open, read_text, rename};
use crate::system;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Directory of all runs, below the current directory.
pub const RUNS: &str = if cfg!(windows) { r"checkpoints\runs" } else { "checkpoints/runs" };

/// The name of the file with a generation's figures.
pub const METRICS: &str = "metrics.json";

/// The name of the file with a generation's self-play games.
pub const GAMES: &str = "games.bin";

/// Prefix of runs that are being created.
const NEW: &str = ".new-";

/// Age from which such a directory counts as left by a killed process: creating a run takes milliseconds.
const LEFT_AFTER: Duration = Duration::from_secs(600);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDir {
    path: PathBuf,
}

impl RunDir {
    /// The directory of the run of that name, whether it exists or not.
    pub fn named(name: &str) -> RunDir {
        RunDir { path: Path::new(RUNS).join(name) }
    }

    /// The run in that directory, whether it exists or not.
    pub fn at(path: PathBuf) -> RunDir {
        RunDir { path }
    }

    /// An existing run, by name or by path; `None` where there is none.
    pub fn find(name_or_path: &str) -> Option<RunDir> {
        let candidates = [RunDir::named(name_or_path), RunDir { path: PathBuf::from(name_or_path) }];
        candidates.into_iter().find(|run| run.config().is_file())
    }

    /// The names of all runs below [`RUNS`], sorted.
    pub fn names() -> Vec<String> {
        let entries = fs::read_dir(RUNS).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> =
            names.filter(|name| !name.starts_with('.') && RunDir::named(name).config().is_file()).collect();
        names.sort_unstable();
        names
    }

    /// Creates a run: its directory appears with its config in it.
    ///
    /// # Errors
    /// There is one of that name, or it cannot be written; nothing is then left of it.
    pub fn create(&self, config: &str) -> Result<()> {
        let prepared = self.prepare()?;
        write_file(&prepared.path().join("config.toml"), config.as_bytes()).with_context(|| self.cannot_create())?;
        self.check_free()?;
        rename(prepared.path(), &self.path).with_context(|| self.cannot_create())?;
        // It has been moved: there is nothing to clean up.
        let _ = prepared.keep();
        sync_dir(self.parent())
    }

    /// An empty directory beside the run's, removed when it is dropped.
    fn prepare(&self) -> Result<TempDir> {
        let mut builder = tempfile::Builder::new();
        system::for_all(&mut builder);
        let parent = self.parent();
        let made = fs::create_dir_all(parent).and_then(|()| {
            sweep_new(parent);
            builder.prefix(NEW).tempdir_in(parent)
        });
        made.with_context(|| self.cannot_create())
    }

    fn parent(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    fn cannot_create(&self) -> String {
        format!("cannot create {}", self.path.display())
    }

    /// Whether a process trains the run.
    pub fn is_held(&self) -> bool {
        // A shared lock, so that two queries do not take each other for the holder.
        let free = open(&self.lock()).map(|lock| lock.try_lock_shared());
        matches!(free, Ok(Err(fs::TryLockError::WouldBlock)))
    }

    /// The id of the process that trains the run, if one does. On Windows other processes cannot read a locked file,
    /// so there it is not known.
    pub fn holder(&self) -> Option<u32> {
        let id = self.is_held().then(|| read_text(&self.lock(), LONGEST_TEXT).ok())??;
        // Zero would mean the caller.
        id.trim().parse().ok().filter(|&id| id > 0)
    }

    /// Checks that a run of that name can begin.
    ///
    /// # Errors
    /// There is one, or its place is not writable.
    pub fn check_can_begin(&self) -> Result<()> {
        self.check_free()?;
        self.prepare().map(drop)
    }

    /// Whether there is no run of that name yet.
    fn check_free(&self) -> Result<()> {
        if self.path.exists() {
            bail!("{} exists: expected --resume to continue it, or another name with --run", self.path.display());
        }
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run's name: that of its directory.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn config(&self) -> PathBuf {
        self.path.join("config.toml")
    }

    /// The schedule that the learning rate follows.
    pub fn schedule(&self) -> PathBuf {
        self.path.join("schedule.toml")
    }

    pub(super) fn lock(&self) -> PathBuf {
        self.path.join("lock")
    }

    /// The directory of TensorBoard's event files.
    pub fn tensorboard(&self) -> PathBuf {
        self.path.join("tensorboard")
    }

    pub fn generation(&self, number: u32) -> PathBuf {
        self.path.join(format!("generation-{number:04}"))
    }

    /// The report on the game by `ardoise study` with the run's net, in JSON; its page, with the ending .html, is
    /// next to it.
    pub fn report(&self) -> PathBuf {
        self.path.join("report.json")
    }

    /// The problems by `ardoise study` with the run's net, one JSON object a line; the sheet to print, with the
    /// ending .html, is next to it.
    pub fn problems(&self) -> PathBuf {
        self.path.join("problems.jsonl")
    }

    /// The variant that the run trains; `None` if the config does not say.
    pub fn variant(&self) -> Option<String> {
        let config = read_text(&self.config(), LONGEST_TEXT).ok()?;
        let value = config.lines().find_map(|line| line.strip_prefix("variant = "))?;
        // Names are written alike in TOML and JSON.
        serde_json::from_str(value).ok()
    }

    /// The runs of each variant that have an evaluator, the one with the newest first.
    pub fn by_variant() -> BTreeMap<String, Vec<RunDir>> {
        let mut found: BTreeMap<String, Vec<(Option<SystemTime>, RunDir)>> = BTreeMap::new();
        for run in RunDir::names().iter().map(|name| RunDir::named(name)) {
            let (Some(variant), Ok(generation)) = (run.variant(), run.newest()) else { continue };
            let written = fs::metadata(run.evaluator(generation)).and_then(|file| file.modified()).ok();
            found.entry(variant).or_default().push((written, run));
        }
        let newest_first = |mut runs: Vec<(Option<SystemTime>, RunDir)>| {
            runs.sort_by_key(|(written, _)| std::cmp::Reverse(*written));
            runs.into_iter().map(|(_, run)| run).collect()
        };
        found.into_iter().map(|(variant, runs)| (variant, newest_first(runs))).collect()
    }

    /// For each variant that runs train, their newest evaluator.
    pub fn newest_evaluators() -> BTreeMap<String, PathBuf> {
        let newest = |runs: Vec<RunDir>| runs.first()?.newest_evaluator().ok();
        RunDir::by_variant().into_iter().filter_map(|(variant, runs)| Some((variant, newest(runs)?))).collect()
    }

    /// The compact evaluator of the generation that plays for the run.
    ///
    /// # Errors
    /// As [`RunDir::playing`].
    pub fn newest_evaluator(&self) -> Result<PathBuf> {
        Ok(self.evaluator(self.playing()?))
    }

    /// The generation that plays for the run: the newest complete one, unless an earlier one was found to be
    /// stronger. Training continues from the newest in any case.
    ///
    /// # Errors
    /// As [`RunDir::newest`].
    pub fn playing(&self) -> Result<u32> {
        let newest = self.newest()?;
        let stronger = read_text(&self.stronger(), LONGEST_TEXT).ok();
        let stronger = stronger.and_then(|text| {
            let (generation, than) = text.trim().split_once(" than ")?;
            Some((generation.parse().ok()?, than.parse().ok()?))
        });
        // Generations newer than both were not compared.
        let stronger =
            stronger.filter(|&(generation, than): &(u32, u32)| than == newest && self.evaluator(generation).is_file());
        Ok(stronger.map_or(newest, |(generation, _)| generation))
    }

    /// Makes a generation play for the run until a newer one is complete.
    ///
    /// # Errors
    /// The run's directory cannot be read or written.
    pub fn let_play(&self, generation: u32) -> Result<()> {
        let newest = self.newest()?;
        match generation == newest {
            true => fs::remove_file(self.stronger()).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error).with_context(|| format!("cannot remove {}", self.stronger().display())),
            }),
            false => write_file(&self.stronger(), format!("{generation} than {newest}\n").as_bytes()),
        }
    }

    /// The file with the generation that is stronger than the newest.
    fn stronger(&self) -> PathBuf {
        self.path.join("stronger")
    }

    /// The compact evaluator of a generation.
    pub fn evaluator(&self, number: u32) -> PathBuf {
        self.generation(number).join("evaluator.ard")
    }

    /// The figures of a generation, in JSON.
    pub fn metrics(&self, number: u32) -> PathBuf {
        self.generation(number).join(METRICS)
    }

    /// The self-play games of a generation; kept as long as they are in the replay window.
    pub fn games(&self, number: u32) -> PathBuf {
        self.generation(number).join(GAMES)
    }

    /// The numbers of all complete generations, ascending.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn generations(&self) -> Result<Vec<u32>> {
        let entries = fs::read_dir(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        let mut numbers = Vec::new();
        for entry in entries {
            let name = entry.with_context(|| format!("cannot read {}", self.path.display()))?.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix("generation-")?.parse().ok());
            numbers.extend(number.filter(|&number| self.generation(number).file_name() == Some(&name)));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The complete generations whose evaluator is kept, ascending: all recent ones, fewer of the older ones.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn evaluated_generations(&self) -> Result<Vec<u32>> {
        let mut generations = self.generations()?;
        generations.retain(|&number| self.evaluator(number).is_file());
        Ok(generations)
    }

    /// The newest complete generation.
    ///
    /// # Errors
    /// The directory cannot be read, or no generation is complete.
    pub fn newest(&self) -> Result<u32> {
        match self.generations()?.last() {
            Some(&number) => Ok(number),
            None => bail!("run {} has no complete generation yet", self.path.display()),
        }
    }
}

/// Removes what killed processes left of runs that they were creating.
fn sweep_new(runs: &Path) {
    for entry in fs::read_dir(runs).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
        let is_left = age.is_ok_and(|age| age.is_ok_and(|age| age > LEFT_AFTER));
        if is_left && entry.file_name().to_string_lossy().starts_with(NEW) {
            // It does no harm if it stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
