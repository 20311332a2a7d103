use crate::runs::{RUNS, RunDir};
use std::env;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An evaluator that is not where it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocateError {
    /// No evaluator is released for the variant.
    #[error(
        "no released evaluator for {variant}: expected `{}`; without one, `mcts:1000` is a player",
        candidates.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join("` or `")
    )]
    NotReleased {
        /// The variant.
        variant: String,
        /// Where it was looked for.
        candidates: Vec<PathBuf>,
    },
    /// There is no such training run.
    #[error("no training run `{given}`: expected a run's directory or a name in {}, {known}", runs.display())]
    NoRun {
        /// The run as given.
        given: String,
        /// Directory of the runs.
        runs: PathBuf,
        /// Which runs are there.
        known: String,
    },
    /// The run has no such generation.
    #[error("run {} has no generation {given}: expected {known}", run.display())]
    NoGeneration {
        /// Directory of the run.
        run: PathBuf,
        /// The generation as given, or `at all`.
        given: String,
        /// The generations that are there.
        known: String,
    },
}

/// The evaluator released for a variant: `<variant>.ard` in the directory that `ARDOISE_CHECKPOINTS` names, in
/// `checkpoints` here, beside the program, or where the program was built; the first that is there.
///
/// # Errors
/// It is in none of these places.
pub fn released(variant: &str) -> Result<PathBuf, LocateError> {
    let beside = env::current_exe().ok().and_then(|program| Some(program.parent()?.join("checkpoints")));
    let directories = [
        env::var_os("ARDOISE_CHECKPOINTS").map(PathBuf::from),
        Some(PathBuf::from("checkpoints")),
        beside,
        Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("checkpoints")),
    ];
    let candidates: Vec<_> =
        directories.into_iter().flatten().map(|directory| directory.join(format!("{variant}.ard"))).collect();
    match candidates.iter().find(|path| path.is_file()) {
        Some(path) => Ok(path.clone()),
        None => Err(LocateError::NotReleased { variant: variant.to_owned(), candidates }),
    }
}

/// The evaluator of a generation of a training run, of the newest one where none is named. `run` is a directory, or a
/// name below `checkpoints/runs`.
///
/// # Errors
/// There is no such run or generation.
pub fn run_evaluator(run: &str, generation: Option<u32>) -> Result<PathBuf, LocateError> {
    let Some(found) = RunDir::find(run) else {
        let known = RunDir::names();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(LocateError::NoRun { given: run.to_owned(), runs: RUNS.into(), known });
    };
    let generations = found.generations().unwrap_or_default();
    let wanted = match generation {
        None => generations.last(),
        Some(wanted) => generations.iter().find(|&&number| number == wanted),
    };
    wanted.map(|&number| found.evaluator(number)).ok_or_else(|| LocateError::NoGeneration {
        run: found.path().to_owned(),
        given: generation.map_or_else(|| "at all".to_owned(), |number| number.to_string()),
        known: match (generations.first(), generations.last()) {
            (Some(first), Some(last)) => format!("{first} to {last}"),
            _ => "a finished one".to_owned(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_newest_complete_generation_plays_for_a_run() {
        let directory = tempfile::tempdir().unwrap();
        let run = directory.path().to_str().unwrap();
        fs::write(directory.path().join("config.toml"), "").unwrap();
        assert!(run_evaluator(run, None).unwrap_err().to_string().contains("a finished one"));
        for name in ["generation-0002", "generation-0010", ".partial-generation-0011", "notes"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let path = |name: &str| directory.path().join(name).join("evaluator.ard");
        assert_eq!(run_evaluator(run, None), Ok(path("generation-0010")));
        assert_eq!(run_evaluator(run, Some(2)), Ok(path("generation-0002")));
        let message = run_evaluator(run, Some(3)).unwrap_err().to_string();
        assert!(message.contains("no generation 3") && message.contains("2 to 10"), "{message}");
    }

    #[test]
    fn what_is_not_there_is_named() {
        let message = run_evaluator("no-such-run", None).unwrap_err().to_string();
        assert!(message.contains("no training run `no-such-run`"), "{message}");
        let message = released("no-such-game").unwrap_err().to_string();
        assert!(message.contains("no-such-game.ard") && message.contains("mcts:1000"), "{message}");
    }
}
