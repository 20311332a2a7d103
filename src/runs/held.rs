//! A run that this process trains.

use super::dir::RunDir;
use super::write::{remove_dir, sync_dir, write_file};
use crate::files::{LONGEST_TEXT, open_to_lock, read_text, rename};
use crate::system::is_same_file;
use anyhow::{Context, Result, bail};
use parking_lot::Mutex;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Prefix of generations that are not complete.
const PARTIAL: &str = ".partial-generation-";

/// A run that this process trains: no other process may train it meanwhile, and only its holder writes to it.
///
/// A person may still move or remove the directory, and begin another run of that name. So every write first checks
/// that the directory is the one that was locked.
#[derive(Debug)]
pub struct HeldRun {
    run: RunDir,
    /// Locked; kept open, so that no other file has its identity.
    lock: File,
    config: Mutex<String>,
}

impl RunDir {
    /// Locks the run to train it.
    ///
    /// # Errors
    /// Another process trains it, or its files cannot be read or written.
    pub fn hold(&self) -> Result<HeldRun> {
        let path = self.lock();
        let mut lock = open_to_lock(&path).with_context(|| format!("cannot create {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => bail!("another process is training {}", self.path().display()),
            Err(fs::TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()));
            }
        }
        lock.set_len(0)
            .and_then(|()| write!(lock, "{}", std::process::id()))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let path = self.config();
        let config = read_text(&path, LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(HeldRun { run: self.clone(), lock, config: Mutex::new(config) })
    }
}

impl Drop for HeldRun {
    fn drop(&mut self) {
        // No process id is in the file of a run that is not held.
        let _ = self.lock.set_len(0);
        // Closing would do, except that programs that this one is just starting have the file open, too, until they
        // have begun.
        let _ = self.lock.unlock();
    }
}

impl HeldRun {
    pub fn dir(&self) -> &RunDir {
        &self.run
    }

    /// The content of the run's config.
    pub fn config(&self) -> String {
        self.config.lock().clone()
    }

    /// Replaces the run's config.
    ///
    /// # Errors
    /// It cannot be written, or the run is no longer the one that was locked.
    pub fn set_config(&self, config: String) -> Result<()> {
        self.check()?;
        let mut held = self.config.lock();
        write_file(&self.run.config(), config.as_bytes())?;
        *held = config;
        Ok(())
    }

    /// Replaces the run's schedule.
    ///
    /// # Errors
    /// It cannot be written, or the run is no longer the one that was locked.
    pub fn write_schedule(&self, schedule: &str) -> Result<()> {
        self.check()?;
        // If it fails, the directory may have gone since.
        write_file(&self.run.schedule(), schedule.as_bytes()).or_else(|error| self.check().and(Err(error)))
    }

    /// Checks that the directory is still the one that was locked, with the config that it had.
    ///
    /// # Errors
    /// It was moved, removed or replaced, or its config changed.
    pub fn check(&self) -> Result<()> {
        let path = self.run.config();
        // Read first: if the directory goes meanwhile, that is the reason.
        let config = read_text(&path, LONGEST_TEXT);
        if !is_same_file(&self.lock, &self.run.lock()) {
            bail!("{} was moved, removed or replaced while it was trained: training stops", self.run.path().display());
        }
        if config.with_context(|| format!("cannot read {}: training stops", path.display()))? != *self.config.lock() {
            bail!("{} was changed while the run was trained: training stops", path.display());
        }
        Ok(())
    }

    /// Publishes a generation: `fill` writes its files into a directory that then gets its name in one step.
    ///
    /// # Errors
    /// A file cannot be written, `fill` fails, or the run is no longer the one that was locked; the generation then
    /// does not exist.
    pub fn publish(&self, number: u32, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        self.check()?;
        let partial = self.run.path().join(format!("{PARTIAL}{number:04}"));
        let prepare = || -> Result<()> {
            remove_dir(&partial)?;
            // Fails if the run itself has gone.
            fs::create_dir(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
            fill(&partial)?;
            sync_dir(&partial)?;
            self.check()?;
            let target = self.run.generation(number);
            rename(&partial, &target).with_context(|| format!("cannot create {}", target.display()))?;
            sync_dir(self.run.path())
        };
        prepare().map_err(|error| match self.check() {
            // The cause of the other error; the directory there is not ours.
            Err(gone) => gone,
            Ok(()) => {
                // A partial directory must not stay; the first error is the one to report.
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
        let cannot_read = || format!("cannot read {}", self.run.path().display());
        for entry in fs::read_dir(self.run.path()).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            if entry.file_name().to_string_lossy().starts_with(PARTIAL) {
                remove_dir(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the run if no generation is complete; otherwise leaves it as it is.
    pub fn remove_empty(self) {
        if self.check().is_ok() && self.run.generations().is_ok_and(|generations| generations.is_empty()) {
            let path = self.run.path().to_owned();
            // Windows cannot remove a folder with an open file.
            drop(self);
            // Called after a failure, which is the one to report.
            let _ = fs::remove_dir_all(path);
        }
    }
}
