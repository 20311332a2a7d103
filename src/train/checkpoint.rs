use super::learner::LearnerState;
use super::metrics::Metrics;
use super::sample::SelfPlayGame;
use crate::compact::CompactNet;
use crate::game::{Game, Notation};
use crate::runs::{HeldRun, RunDir, write_file};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The state of a run after a generation: all that training needs to continue.
#[derive(Debug)]
pub struct Checkpoint<G: Game> {
    /// The learner's state.
    pub learner: LearnerState,
    /// All training samples since the run began.
    pub total_samples: u64,
    /// The generation's games; none in generation 0.
    pub games: Vec<SelfPlayGame<G::Position>>,
    /// Figures for people.
    pub metrics: Metrics,
}

/// Content of `learner.bin`.
#[derive(Serialize, Deserialize)]
struct LearnerFile {
    state: LearnerState,
    total_samples: u64,
}

const LEARNER: &str = "learner.bin";
const GAMES: &str = "games.bin";
const METRICS: &str = "metrics.json";

/// Generations before the newest whose evaluators are all kept; of as many before those, too, then of each second, of
/// twice as many each fourth, and so on.
const ALL_KEPT: u32 = 64;

impl<G: Notation> Checkpoint<G> {
    /// Writes all files of a generation; it exists once all are written.
    ///
    /// # Errors
    /// A file cannot be written, or the run is no longer the one that was taken.
    pub fn publish(&self, game: &G, run: &HeldRun, generation: u32, net: &CompactNet) -> Result<()> {
        run.publish(generation, |dir| {
            net.write(dir.join("evaluator.ard"))?;
            let learner = LearnerFile { state: self.learner.clone(), total_samples: self.total_samples };
            write_checked(&dir.join(LEARNER), &learner)?;
            let games = Vec::from_iter(self.games.iter().map(|played| played.written(game)));
            write_checked(&dir.join(GAMES), &games)?;
            let metrics = serde_json::to_vec_pretty(&self.metrics).context("cannot write metrics")?;
            write_file(&dir.join(METRICS), &metrics)
        })
    }
}

/// The learner's state after a generation, and the count of training samples until then.
pub(super) fn read_learner(run: &RunDir, generation: u32) -> Result<(LearnerState, u64)> {
    let file: LearnerFile = read_checked(&run.generation(generation).join(LEARNER))?;
    Ok((file.state, file.total_samples))
}

/// The games of a generation.
///
/// # Errors
/// They are no longer kept, cannot be read, or are those of another game.
pub fn read_games<G: Notation>(game: &G, run: &RunDir, generation: u32) -> Result<Vec<SelfPlayGame<G::Position>>> {
    let path = run.generation(generation).join(GAMES);
    let games: Vec<SelfPlayGame<String>> = read_checked(&path)?;
    let games = games.iter().map(|played| played.read(game)).collect::<Result<_, _>>();
    games.with_context(|| format!("{} holds other positions than those of {}", path.display(), game.rules()))
}

/// Whether the learner's state after a generation is still there.
pub(super) fn has_learner(run: &RunDir, generation: u32) -> bool {
    run.generation(generation).join(LEARNER).is_file()
}

/// Whether the games of a generation are still there.
pub fn has_games(run: &RunDir, generation: u32) -> bool {
    run.generation(generation).join(GAMES).is_file()
}

/// The figures of a generation.
pub(super) fn read_metrics(run: &RunDir, generation: u32) -> Result<Metrics> {
    let path = run.generation(generation).join(METRICS);
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("{} is damaged", path.display()))
}

/// The figures of all complete generations of a run.
///
/// # Errors
/// They cannot be read.
pub fn history(run: &RunDir) -> Result<Vec<Metrics>> {
    run.generations()?.into_iter().map(|number| read_metrics(run, number)).collect()
}

/// Removes what no later generation needs: all but the last two learner states, games before `oldest`, and evaluators
/// that a ladder over the run can do without. Figures stay.
pub(super) fn prune(run: &HeldRun, newest: u32, oldest: u32) -> Result<()> {
    run.check()?;
    let run = run.dir();
    for generation in run.generations()? {
        let dir = run.generation(generation);
        if generation + 1 < newest {
            remove(&dir.join(LEARNER))?;
        }
        if generation < oldest {
            remove(&dir.join(GAMES))?;
        }
        if !keeps_evaluator(generation, newest) {
            remove(&run.evaluator(generation))?;
        }
    }
    Ok(())
}

/// Whether a generation's evaluator is kept once there is a newest one. What is not kept never is again.
fn keeps_evaluator(generation: u32, newest: u32) -> bool {
    let age = (newest - generation) / ALL_KEPT;
    age == 0 || generation.is_multiple_of(1 << age.ilog2())
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Length of the SHA-256 checksum at the start of binary files.
const CHECKSUM: usize = 32;

fn write_checked(path: &Path, content: &impl Serialize) -> Result<()> {
    let body = postcard::to_stdvec(content).with_context(|| format!("cannot write {}", path.display()))?;
    let mut bytes = Sha256::digest(&body).to_vec();
    bytes.extend(body);
    write_file(path, &bytes)
}

fn read_checked<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    match bytes.split_at_checked(CHECKSUM) {
        Some((checksum, body)) if Sha256::digest(body)[..] == *checksum => postcard::from_bytes(body)
            .with_context(|| format!("{} was written by another version of ardoise", path.display())),
        _ => bail!("{} is damaged: its checksum does not match its content", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluators_are_thinned_out_with_age() {
        let kept = |newest: u32| (0..=newest).filter(move |&generation| keeps_evaluator(generation, newest));
        assert!(kept(127).eq(0..=127), "a short run keeps all");
        for newest in [128, 129, 500, 15_000] {
            let kept_now = Vec::from_iter(kept(newest));
            assert_eq!(kept_now[0], 0, "generation 0 is what others are compared with");
            assert!(kept_now.ends_with(&Vec::from_iter(newest - 127..=newest)));
            // No gap is larger than a 64th of the age.
            let gaps = kept_now.windows(2).map(|pair| (pair[1] - pair[0], newest - pair[0]));
            assert!(gaps.into_iter().all(|(gap, age)| gap <= (age / ALL_KEPT).max(1)), "{newest}");
            assert!(kept(newest + 1).all(|generation| generation > newest || keeps_evaluator(generation, newest)));
        }
        assert!(kept(15_000).count() < 700);
    }

    #[test]
    fn damaged_files_are_refused() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("numbers.bin");
        write_checked(&path, &vec![1u32, 2, 3]).expect("written");
        assert_eq!(read_checked::<Vec<u32>>(&path).expect("intact"), [1, 2, 3]);
        let intact = fs::read(&path).expect("readable");
        for length in 0..intact.len() {
            fs::write(&path, &intact[..length]).expect("written");
            assert!(read_checked::<Vec<u32>>(&path).is_err());
        }
        for flipped in 0..intact.len() {
            let mut bytes = intact.clone();
            bytes[flipped] ^= 1;
            fs::write(&path, &bytes).expect("written");
            let error = read_checked::<Vec<u32>>(&path).expect_err("must be refused");
            assert!(error.to_string().contains("numbers.bin is damaged"));
        }
    }
}
