//! Where training runs lie on disk.
//!
//! ```text
//! checkpoints/runs/<name>/config.toml                    the resolved config
//!                         schedule.toml                  what the learning rate follows
//!                         lock                           locked by the process that trains the run; holds its id
//!                         generation-0000/evaluator.ard  its compact evaluator (all newest ones, few old ones)
//!                         generation-0000/...            what training needs to go on (newest generations only)
//!                         tensorboard/                   event files
//! ```
//!
//! A generation is complete if its directory has this name: it is written under another one, then renamed.

use crate::files;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Directory of all runs, below the current directory.
pub const RUNS: &str = "checkpoints/runs";

/// How the names of runs begin that are being created.
const NEW: &str = ".new-";

/// Creating a run takes milliseconds: what has been there for so long is what a killed process left.
const LEFT_AFTER: Duration = Duration::from_secs(600);

/// How the names of generations begin that are not complete.
const PARTIAL: &str = ".partial-generation-";

/// The directory of one run.
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
        let path = &self.path;
        let cannot = || format!("cannot create {}", path.display());
        let parent = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(cannot)?;
        sweep_new(parent);
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let prepared = builder.prefix(NEW).tempdir_in(parent).with_context(cannot)?;
        write_file(&prepared.path().join("config.toml"), config.as_bytes()).with_context(cannot)?;
        self.check_free()?;
        fs::rename(prepared.path(), path).with_context(cannot)?;
        // It has moved: there is nothing to clean up.
        let _ = prepared.keep();
        sync_dir(parent)
    }

    /// Whether a process trains the run.
    pub fn is_held(&self) -> bool {
        // Shared, so that two who ask do not take each other for it.
        let free = File::open(self.lock()).map(|lock| lock.try_lock_shared());
        matches!(free, Ok(Err(fs::TryLockError::WouldBlock)))
    }

    /// The id of the process that trains the run, if one does.
    pub fn holder(&self) -> Option<u32> {
        let id = self.is_held().then(|| fs::read_to_string(self.lock()).ok())??;
        // Zero would be whoever asks.
        id.trim().parse().ok().filter(|&id| id > 0)
    }

    /// Whether there is no run of that name yet.
    ///
    /// # Errors
    /// There is one.
    pub fn check_free(&self) -> Result<()> {
        if self.path.exists() {
            bail!("{} exists: expected --resume to continue it, or another name with --run", self.path.display());
        }
        Ok(())
    }

    /// Takes the run to train it.
    ///
    /// # Errors
    /// Another process trains it, or its files cannot be read or written.
    pub fn hold(&self) -> Result<HeldRun> {
        let path = self.lock();
        // Not truncated: what is there may be another process's.
        let mut lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot create {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => bail!("another process is training {}", self.path.display()),
            Err(fs::TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()));
            }
        }
        lock.set_len(0)
            .and_then(|()| write!(lock, "{}", std::process::id()))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let path = self.config();
        let config = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(HeldRun { run: self.clone(), lock, config })
    }

    /// The directory itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run's name: that of its directory.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The resolved config.
    pub fn config(&self) -> PathBuf {
        self.path.join("config.toml")
    }

    /// What the learning rate follows.
    pub fn schedule(&self) -> PathBuf {
        self.path.join("schedule.toml")
    }

    fn lock(&self) -> PathBuf {
        self.path.join("lock")
    }

    /// The directory of TensorBoard's event files.
    pub fn tensorboard(&self) -> PathBuf {
        self.path.join("tensorboard")
    }

    /// The directory of a generation.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.path.join(format!("generation-{number:04}"))
    }

    /// The variant that it trains; `None` where the config does not tell.
    pub fn variant(&self) -> Option<String> {
        let config = fs::read_to_string(self.config()).ok()?;
        let value = config.lines().find_map(|line| line.strip_prefix("variant = "))?;
        // Names are written alike in TOML and JSON.
        serde_json::from_str(value).ok()
    }

    /// Of each variant that runs train, their newest evaluator.
    pub fn newest_evaluators() -> BTreeMap<String, PathBuf> {
        let mut newest: BTreeMap<String, (Option<SystemTime>, PathBuf)> = BTreeMap::new();
        for run in RunDir::names().iter().map(|name| RunDir::named(name)) {
            let (Some(variant), Ok(generation)) = (run.variant(), run.newest()) else { continue };
            let path = run.evaluator(generation);
            let written = fs::metadata(&path).and_then(|file| file.modified()).ok();
            if newest.get(&variant).is_none_or(|(before, _)| *before <= written) {
                newest.insert(variant, (written, path));
            }
        }
        newest.into_iter().map(|(variant, (_, path))| (variant, path)).collect()
    }

    /// The compact evaluator of a generation.
    pub fn evaluator(&self, number: u32) -> PathBuf {
        self.generation(number).join("evaluator.ard")
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

    /// The complete generations whose evaluator is kept, ascending: all of the newest, fewer of those before.
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

/// A run that this process trains: no other process may train it meanwhile, and only its holder writes to it.
///
/// A person may still move or remove the directory, and begin another run of that name. So every write asks first
/// whether the directory is the one that was taken.
#[derive(Debug)]
pub struct HeldRun {
    run: RunDir,
    /// Locked; kept open, so that no other file has its identity.
    lock: File,
    config: String,
}

impl Drop for HeldRun {
    fn drop(&mut self) {
        // Nobody's id stands in a run that is not held.
        let _ = self.lock.set_len(0);
        // Closing would do, but for programs that this one is starting at the moment: they have the file open, too,
        // until they have begun.
        let _ = self.lock.unlock();
    }
}

impl HeldRun {
    /// The run.
    pub fn dir(&self) -> &RunDir {
        &self.run
    }

    /// The content of the run's config.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// Replaces the run's config.
    ///
    /// # Errors
    /// It cannot be written, or the run is no longer the one that was taken.
    pub fn set_config(&mut self, config: String) -> Result<()> {
        self.check()?;
        write_file(&self.run.config(), config.as_bytes())?;
        self.config = config;
        Ok(())
    }

    /// Replaces the run's schedule.
    ///
    /// # Errors
    /// It cannot be written, or the run is no longer the one that was taken.
    pub fn write_schedule(&self, schedule: &str) -> Result<()> {
        self.check()?;
        // Where it fails, the directory may have gone since.
        write_file(&self.run.schedule(), schedule.as_bytes()).or_else(|error| self.check().and(Err(error)))
    }

    /// Whether the directory is still the one that was taken, with the config that it had.
    ///
    /// # Errors
    /// It was moved, removed or replaced, or its config changed.
    pub fn check(&self) -> Result<()> {
        let [held, there] = [self.lock.metadata(), fs::metadata(self.run.lock())];
        if !held.is_ok_and(|held| there.is_ok_and(|there| is_same_file(&held, &there))) {
            bail!("{} was moved, removed or replaced while it was trained: training stops", self.run.path.display());
        }
        if fs::read_to_string(self.run.config()).ok().as_ref() != Some(&self.config) {
            bail!("{} was changed while the run was trained: training stops", self.run.config().display());
        }
        Ok(())
    }

    /// Publishes a generation: `fill` writes its files into a directory that then gets its name in one step.
    ///
    /// # Errors
    /// A file cannot be written, `fill` fails, or the run is no longer the one that was taken; the generation then does
    /// not exist.
    pub fn publish(&self, number: u32, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        self.check()?;
        let partial = self.run.path.join(format!("{PARTIAL}{number:04}"));
        let prepare = || -> Result<()> {
            remove_dir(&partial)?;
            // Fails where the run itself has gone.
            fs::create_dir(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
            fill(&partial)?;
            sync_dir(&partial)?;
            self.check()?;
            let target = self.run.generation(number);
            fs::rename(&partial, &target).with_context(|| format!("cannot create {}", target.display()))?;
            sync_dir(&self.run.path)
        };
        prepare().map_err(|error| match self.check() {
            // The reason for the other one; what lies there is not ours.
            Err(gone) => gone,
            Ok(()) => {
                // What is half-written must not stay; the first error is the one to report.
                let _ = fs::remove_dir_all(&partial);
                error
            }
        })
    }

    /// Removes what an interrupted [`HeldRun::publish`] left.
    ///
    /// # Errors
    /// The directory cannot be read or changed.
    pub fn sweep(&self) -> Result<()> {
        let cannot_read = || format!("cannot read {}", self.run.path.display());
        for entry in fs::read_dir(&self.run.path).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            if entry.file_name().to_string_lossy().starts_with(PARTIAL) {
                remove_dir(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the run where no generation is complete; otherwise it stays as it is.
    pub fn remove_empty(&self) {
        if self.check().is_ok() && self.run.generations().is_ok_and(|generations| generations.is_empty()) {
            // Called after a failure, which is the one to report.
            let _ = fs::remove_dir_all(&self.run.path);
        }
    }
}

#[cfg(unix)]
fn is_same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Other systems do not remove a file that is open.
#[cfg(not(unix))]
fn is_same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// [`files::replace`] with an error that names the file.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    files::replace(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes what killed processes left of runs that they were creating.
fn sweep_new(runs: &Path) {
    for entry in fs::read_dir(runs).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
        let is_left = age.is_ok_and(|age| age.is_ok_and(|age| age > LEFT_AFTER));
        if is_left && entry.file_name().to_string_lossy().starts_with(NEW) {
            // It is in nobody's way.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn sync_dir(path: &Path) -> Result<()> {
    files::sync_directory(path).with_context(|| format!("cannot write {}", path.display()))
}

fn remove_dir(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_with_its_config_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let run = RunDir { path: dir.path().join("runs/first") };
        run.create("x = 1").expect("created");
        assert_eq!(fs::read_to_string(run.config()).expect("readable"), "x = 1");
        let message = run.create("x = 2").expect_err("it is there").to_string();
        assert!(message.contains("first exists: expected --resume"), "{message}");
        assert_eq!(fs::read_to_string(run.config()).expect("readable"), "x = 1");
        let runs = dir.path().join("runs");
        assert_eq!(fs::read_dir(&runs).expect("readable").count(), 1);
        // A killed process may leave its preparations; those of a living one stay.
        let [old, new] = [".new-old", ".new-new"].map(|name| runs.join(name));
        for path in [&old, &new] {
            fs::create_dir(path).expect("created");
        }
        let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
        File::open(&old).and_then(|dir| dir.set_modified(hour_ago)).expect("changed");
        let second = RunDir { path: runs.join("second") };
        second.create("x = 1").expect("created");
        assert!(!old.exists() && new.exists());
        let held = run.hold().expect("free");
        assert!(run.hold().expect_err("held").to_string().starts_with("another process is training"));
        assert!(run.is_held() && !RunDir::named("no-such-run").is_held());
        assert_eq!(run.holder(), Some(std::process::id()), "whoever failed to take it has left it as it was");
        held.publish(0, |path| write_file(&path.join("a"), b"x")).expect("written");
        held.remove_empty();
        assert!(run.config().is_file());
        fs::remove_dir_all(run.generation(0)).expect("removed");
        held.remove_empty();
        assert!(!run.path().exists());
    }

    #[test]
    fn generations_are_published_whole_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let run = RunDir { path: dir.path().join("run") };
        run.create("").expect("created");
        let held = run.hold().expect("free");
        held.publish(3, |path| write_file(&path.join("a"), b"x")).expect("written");
        held.publish(12, |path| write_file(&path.join("a"), b"x")).expect("written");
        let failed = held.publish(4, |path| {
            write_file(&path.join("a"), b"x")?;
            bail!("no more")
        });
        assert_eq!(failed.expect_err("must fail").to_string(), "no more");
        fs::create_dir(run.path().join(".partial-generation-0013")).expect("created");
        fs::create_dir(run.path().join("generation-14")).expect("created");
        held.sweep().expect("swept");
        assert_eq!(run.generations().expect("readable"), [3, 12]);
        assert_eq!(run.newest().expect("there is one"), 12);
        assert!(!run.path().join(".partial-generation-0013").exists());
    }

    #[test]
    fn a_run_that_is_no_longer_the_one_that_was_taken_is_not_written() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let run = RunDir { path: dir.path().join("run") };
        let fill = |path: &Path| write_file(&path.join("a"), b"x");
        let refused = |held: &HeldRun, part: &str| {
            let message = held.publish(1, fill).expect_err("must be refused").to_string();
            assert!(message.contains(part), "{message}");
            held.remove_empty();
        };
        run.create("x = 1").expect("created");
        let mut held = run.hold().expect("free");
        held.set_config("x = 2".to_owned()).expect("written");
        held.publish(0, fill).expect("written");
        fs::write(run.config(), "x = 3").expect("written");
        refused(&held, "config.toml was changed");
        fs::remove_dir_all(run.path()).expect("removed");
        refused(&held, "was moved, removed or replaced");
        assert!(!run.path().exists(), "no ghost");

        run.create("x = 2").expect("created");
        let other = run.hold().expect("free");
        refused(&held, "was moved, removed or replaced");
        assert_eq!(run.generations().expect("readable"), [0; 0]);
        other.publish(1, fill).expect("it is the other's");
    }
}
