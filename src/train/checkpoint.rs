use super::learner::LearnerState;
use super::metrics::{Metrics, seconds_since_1970};
use crate::compact::CompactNet;
use crate::files::{LONGEST_TEXT, read};
use crate::game::AnyGame;
use crate::runs::{HeldRun, METRICS, RunDir, write_file};
use crate::samples::{SelfPlayGame, read_checked, write_checked, write_games};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The state of a run after a generation: all that training needs to continue.
#[derive(Debug)]
pub struct Checkpoint {
    pub learner: LearnerState,
    /// Number of training samples since the run began.
    pub total_samples: u64,
    /// The generation's games; empty in generation 0.
    pub games: Vec<SelfPlayGame>,
    pub metrics: Metrics,
}

/// Content of `learner.bin`.
#[derive(Serialize, Deserialize)]
struct LearnerFile {
    state: LearnerState,
    total_samples: u64,
}

const LEARNER: &str = "learner.bin";

/// The evaluators of the newest generations are all kept, twice as many as this number; of as many generations before
/// them every second one, of twice as many before those every fourth one, and so on.
const ALL_KEPT: u32 = 64;

impl Checkpoint {
    /// Writes all files of a generation, which exists once all are written.
    ///
    /// # Errors
    /// A file cannot be written, or the run is no longer the one that was locked.
    pub fn publish(&self, game: &AnyGame, run: &HeldRun, generation: u32, net: &CompactNet) -> Result<()> {
        run.publish(generation, |dir| {
            net.write(dir.join("evaluator.ard"))?;
            let learner = LearnerFile { state: self.learner.clone(), total_samples: self.total_samples };
            write_checked(&dir.join(LEARNER), &learner)?;
            write_games(game, dir, generation, &self.games)?;
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

/// The figures of a generation.
pub(super) fn read_metrics(run: &RunDir, generation: u32) -> Result<Metrics> {
    let path = run.metrics(generation);
    let bytes = read(&path, LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
    let mut metrics: Metrics =
        serde_json::from_slice(&bytes).with_context(|| format!("{} is damaged", path.display()))?;
    if metrics.complete_at == 0.0 {
        let written = fs::metadata(&path).and_then(|file| file.modified());
        metrics.complete_at = written.map_or(0.0, seconds_since_1970);
    }
    Ok(metrics)
}

/// The figures of all complete generations of a run.
///
/// # Errors
/// The figures cannot be read.
pub fn history(run: &RunDir) -> Result<Vec<Metrics>> {
    run.generations()?.into_iter().map(|number| read_metrics(run, number)).collect()
}

/// Removes files that no later generation needs: all but the last two learner states, games before `oldest`, and
/// evaluators that a ladder over the run can do without. Metrics stay.
pub(super) fn prune(run: &HeldRun, newest: u32, oldest: u32) -> Result<()> {
    run.check()?;
    let run = run.dir();
    for generation in run.generations()? {
        let dir = run.generation(generation);
        if generation + 1 < newest {
            remove(&dir.join(LEARNER))?;
        }
        if generation < oldest {
            remove(&run.games(generation))?;
        }
        if !keeps_evaluator(generation, newest) {
            remove(&run.evaluator(generation))?;
        }
    }
    Ok(())
}

/// Whether a generation's evaluator is kept when `newest` is the newest. A dropped evaluator stays dropped.
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
}
