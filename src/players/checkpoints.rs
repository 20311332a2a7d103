use super::NetSpec;
use crate::compact::{CompactNet, FileError};
use crate::games::{shipped, shipped_for};
use crate::runs::{RUNS, RunDir};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    File(PathBuf),
    /// The released evaluator built into the program for a variant.
    BuiltIn(&'static str),
}

/// Why an evaluator cannot be located.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocateError {
    /// No evaluator is released for the variant, and none was trained.
    #[error(
        "no evaluator was trained for {0}: expected another player (mcts:1000, with --against or --with), or `train {0}` first"
    )]
    NotReleased(String),
    /// There is no such training run.
    #[error("no training run `{given}`: expected a run's directory or a name in {}, {known}", runs.display())]
    NoRun {
        given: String,
        runs: PathBuf,
        /// The names of the runs that exist.
        known: String,
    },
    /// The run has no such generation.
    #[error("run {} has no generation {given}: expected {known}", run.display())]
    NoGeneration {
        run: PathBuf,
        /// The generation as given; `at all` if none was.
        given: String,
        known: String,
    },
}

impl Location {
    /// The variants whose released evaluators are part of the program.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        shipped_for(".ard")
    }

    /// Reads the evaluator.
    ///
    /// # Errors
    /// The file cannot be read, or is not a usable evaluator.
    pub fn read(&self) -> Result<CompactNet, FileError> {
        match self {
            Location::File(path) => CompactNet::read(path),
            Location::BuiltIn(variant) => {
                let bytes = shipped(&format!("{variant}.ard")).expect("it was found when it was located");
                let path = || PathBuf::from(format!("{variant}.ard, {self}"));
                CompactNet::from_bytes(bytes).map_err(|source| FileError::Format { path: path(), source })
            }
        }
    }
}

/// Evaluators that were given to a command as games.
static GIVEN: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// Makes `evaluator`, which a command got in place of a game's name, the released evaluator of `variant`.
pub fn give(variant: &str, evaluator: &Path) {
    GIVEN.lock().insert(variant.to_owned(), evaluator.to_owned());
}

impl Location {
    /// The evaluator released for a variant, without regard to training runs; `None` if nothing is released.
    pub fn released(variant: &str) -> Option<Location> {
        if let Some(given) = GIVEN.lock().get(variant) {
            return Some(Location::File(given.clone()));
        }
        let directories = [env::var_os("ARDOISE_CHECKPOINTS").map(PathBuf::from), Some(PathBuf::from("checkpoints"))];
        let mut files = directories.into_iter().flatten().map(|directory| directory.join(format!("{variant}.ard")));
        let file = files.find(|file| file.is_file()).map(Location::File);
        file.or_else(|| Location::built_in().find(|name| *name == variant).map(Location::BuiltIn))
    }
}

impl fmt::Display for Location {
    /// The file's path, or that the evaluator is built in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => path.display().fmt(f),
            Location::BuiltIn(_) => f.write_str("built in"),
        }
    }
}

impl NetSpec {
    /// The location of the evaluator; `variant` is the game's, for `released`.
    ///
    /// # Errors
    /// There is no such evaluator. A named file is only checked when it is read.
    pub fn locate(&self, variant: &str) -> Result<Location, LocateError> {
        match self {
            NetSpec::Released => released(variant),
            NetSpec::File(path) => Ok(Location::File(path.clone())),
            NetSpec::Run { run, generation } => run_evaluator(run, *generation).map(Location::File),
        }
    }
}

/// The player that stands in for a missing released evaluator, as RUN:GENERATION.
pub(super) fn stand_in(variant: &str) -> Option<String> {
    if Location::released(variant).is_some() {
        return None;
    }
    let run = RunDir::by_variant().remove(variant)?.into_iter().next()?;
    Some(format!("{}:{}", run.name(), run.playing().ok()?))
}

/// The evaluator released for a variant: the one given as the game in this command, else the file `<variant>.ard` in
/// the directory of `ARDOISE_CHECKPOINTS`, else in `checkpoints` below the current directory, else the one built into
/// the program; if nothing is released, the newest of the training runs of this variant.
///
/// # Errors
/// No evaluator is released, and no run of the variant has one.
fn released(variant: &str) -> Result<Location, LocateError> {
    let trained = || RunDir::newest_evaluators().remove(variant).map(Location::File);
    let found = Location::released(variant).or_else(trained);
    found.ok_or_else(|| LocateError::NotReleased(variant.to_owned()))
}

/// An existing training run, by its name in [`RUNS`] or its directory.
///
/// # Errors
/// There is no such run; the error names existing ones.
pub fn find_run(run: &str) -> Result<RunDir, LocateError> {
    RunDir::find(run).ok_or_else(|| {
        let known = RunDir::names();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        LocateError::NoRun { given: run.to_owned(), runs: RUNS.into(), known }
    })
}

/// The evaluator of a generation of a training run, by default of the newest. `run` is a directory, or a name below
/// `checkpoints/runs`.
///
/// # Errors
/// There is no such run or generation.
fn run_evaluator(run: &str, generation: Option<u32>) -> Result<PathBuf, LocateError> {
    let found = find_run(run)?;
    let generations = found.evaluated_generations().unwrap_or_default();
    let wanted = generation.or_else(|| found.playing().ok());
    let wanted = generations.iter().find(|&&number| Some(number) == wanted);
    wanted.map(|&number| found.evaluator(number)).ok_or_else(|| LocateError::NoGeneration {
        run: found.path().to_owned(),
        given: generation.map_or_else(|| "at all".to_owned(), |number| number.to_string()),
        known: known(&generations, generation),
    })
}

/// The generations that have an evaluator, for an error; those nearest to `wanted` if there are many.
fn known(generations: &[u32], wanted: Option<u32>) -> String {
    let (Some(first), Some(last)) = (generations.first(), generations.last()) else {
        return "a finished one".to_owned();
    };
    let nearest = wanted.and_then(|wanted| {
        let after = generations.partition_point(|&number| number < wanted);
        Some((generations[..after].last()?, generations.get(after)?))
    });
    match nearest {
        // Older evaluators are thinned out.
        Some((before, after)) => {
            format!("{first} to {last}, of which {before} and {after} are the nearest that are kept")
        }
        None => format!("{first} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{rules_files, variants};
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn the_newest_complete_generation_plays_for_a_run() {
        let directory = tempfile::tempdir().unwrap();
        let run = directory.path().to_str().unwrap();
        fs::write(directory.path().join("config.toml"), "").unwrap();
        assert!(run_evaluator(run, None).unwrap_err().to_string().contains("a finished one"));
        for name in ["generation-0002", "generation-0010", ".partial-generation-0011", "notes"] {
            fs::create_dir(directory.path().join(name)).unwrap();
            fs::write(directory.path().join(name).join("evaluator.ard"), "").unwrap();
        }
        // The evaluator of this generation is no longer kept.
        fs::create_dir(directory.path().join("generation-0005")).unwrap();
        let path = |name: &str| directory.path().join(name).join("evaluator.ard");
        assert_eq!(run_evaluator(run, None), Ok(path("generation-0010")));
        assert_eq!(run_evaluator(run, Some(2)), Ok(path("generation-0002")));
        let message = run_evaluator(run, Some(3)).unwrap_err().to_string();
        assert!(message.contains("no generation 3") && message.contains("2 to 10"), "{message}");
        let message = run_evaluator(run, Some(5)).unwrap_err().to_string();
        assert!(message.contains("no generation 5") && message.contains("2 and 10 are the nearest"), "{message}");
        assert!(!run_evaluator(run, Some(11)).unwrap_err().to_string().contains("nearest"));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let message = run_evaluator("no-such-run", None).unwrap_err().to_string();
        assert!(message.contains("no training run `no-such-run`"), "{message}");
        let message = released("no-such-game").unwrap_err().to_string();
        assert!(message.contains("no-such-game") && message.contains("mcts:1000"), "{message}");
    }

    #[test]
    fn every_shipped_evaluator_is_built_in() {
        let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("checkpoints")).unwrap();
        let shipped =
            folder.filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".ard")?.to_owned()));
        let built_in = BTreeSet::from_iter(Location::built_in().map(str::to_owned));
        assert_eq!(built_in, BTreeSet::from_iter(shipped));
        for name in Location::built_in() {
            assert!(variants().chain(rules_files()).any(|variant| variant.name == name), "{name}");
            let net = Location::BuiltIn(name).read().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(net.header().variant, name);
        }
    }
}
