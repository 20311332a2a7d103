//! Where training runs lie on disk.
//!
//! ```text
//! checkpoints/runs/<name>/config.toml                    the resolved config
//!                         generation-0000/evaluator.ard  compact evaluator of each generation
//!                         generation-0000/...            what the trainer needs to go on (newest generations only)
//!                         tensorboard/                   event files
//! ```
//!
//! A generation is complete if and only if its directory exists under this name: it is prepared under another one and
//! renamed.

use crate::files;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Directory of all runs, below the current directory.
pub const RUNS: &str = "checkpoints/runs";

/// The directory of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDir {
    path: PathBuf,
}

impl RunDir {
    /// The directory that a run of that name has or would have.
    pub fn named(name: &str) -> RunDir {
        RunDir { path: Path::new(RUNS).join(name) }
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

    /// Begins a run: its directory appears at once with its config in it.
    ///
    /// # Errors
    /// There is one of that name, or it cannot be written; nothing is then left of it.
    pub fn create(&self, config: &str) -> Result<()> {
        let path = &self.path;
        let cannot = || format!("cannot create {}", path.display());
        let parent = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(cannot)?;
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let prepared = builder.prefix(".new-").tempdir_in(parent).with_context(cannot)?;
        write_file(&prepared.path().join("config.toml"), config.as_bytes()).with_context(cannot)?;
        if path.exists() {
            bail!("{} exists: expected --resume to go on with it, or another name with --run", path.display());
        }
        fs::rename(prepared.path(), path).with_context(cannot)?;
        // It has moved: there is nothing to clean up.
        let _ = prepared.keep();
        sync_dir(parent)
    }

    /// Removes a run in which no generation is complete; others stay as they are.
    pub fn remove_empty(&self) {
        if self.generations().is_ok_and(|generations| generations.is_empty()) {
            // Called after a failure, which is the one to tell.
            let _ = fs::remove_dir_all(&self.path);
        }
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

    /// Where TensorBoard's event files lie.
    pub fn tensorboard(&self) -> PathBuf {
        self.path.join("tensorboard")
    }

    /// The directory of a generation.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.path.join(format!("generation-{number:04}"))
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

    /// Publishes a generation: `fill` writes its files into a directory that then gets its name in one step.
    ///
    /// # Errors
    /// A file cannot be written, or `fill` fails; the generation then does not exist.
    pub fn publish(&self, number: u32, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let partial = self.path.join(format!(".partial-generation-{number:04}"));
        let prepare = || -> Result<()> {
            remove_dir(&partial)?;
            fs::create_dir_all(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
            fill(&partial)?;
            sync_dir(&partial)?;
            let target = self.generation(number);
            fs::rename(&partial, &target).with_context(|| format!("cannot create {}", target.display()))?;
            sync_dir(&self.path)
        };
        prepare().inspect_err(|_| {
            // What is half-written must not stay; the first error is the one to tell.
            let _ = fs::remove_dir_all(&partial);
        })
    }

    /// Removes what an interrupted [`RunDir::publish`] left.
    ///
    /// # Errors
    /// The directory cannot be read or changed.
    pub fn sweep(&self) -> Result<()> {
        let entries = fs::read_dir(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", self.path.display()))?;
            if entry.file_name().to_string_lossy().starts_with(".partial-generation-") {
                remove_dir(&entry.path())?;
            }
        }
        Ok(())
    }
}

/// [`files::replace`] with an error that names the file.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    files::replace(path, content).with_context(|| format!("cannot write {}", path.display()))
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
        assert_eq!(fs::read_dir(dir.path().join("runs")).expect("readable").count(), 1);
        run.publish(0, |path| write_file(&path.join("a"), b"x")).expect("written");
        run.remove_empty();
        assert!(run.config().is_file());
        fs::remove_dir_all(run.generation(0)).expect("removed");
        run.remove_empty();
        assert!(!run.path().exists());
    }

    #[test]
    fn generations_are_published_whole_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let run = RunDir { path: dir.path().to_owned() };
        run.publish(3, |path| write_file(&path.join("a"), b"x")).expect("written");
        run.publish(12, |path| write_file(&path.join("a"), b"x")).expect("written");
        let failed = run.publish(4, |path| {
            write_file(&path.join("a"), b"x")?;
            bail!("no more")
        });
        assert_eq!(failed.expect_err("must fail").to_string(), "no more");
        fs::create_dir(dir.path().join(".partial-generation-0013")).expect("created");
        fs::create_dir(dir.path().join("generation-14")).expect("created");
        run.sweep().expect("swept");
        assert_eq!(run.generations().expect("readable"), [3, 12]);
        assert_eq!(run.newest().expect("there is one"), 12);
        assert_eq!(fs::read_dir(dir.path()).expect("readable").count(), 3);
    }
}
