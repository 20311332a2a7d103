use super::{Contender, Experiment};
use crate::arena::{Grade, Journal, Score};
use crate::files;
use crate::game::Outcome;
use crate::players::Budget;
use crate::record::Record;
use crate::runs::{COMPARISONS, RUNS, RunDir, write_file};
use crate::train::{Config, Metrics, read_toml};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of a comparison.
///
/// ```text
/// checkpoints/runs/compare/<name>/comparison.toml          the budget and everybody's config, which stay as they are
///                                 lock                     locked while a process works on it
///                                 trainings/wide-1/        the run of `wide` with seed 1
///                                 trainings/wide-1.json    its figures; the run is complete
///                                 games/wide-1.*.jsonl     a pair of games against the base a line
///                                 exams/wide-1.json        how often its nets keep a won game
///                                 result.json              the table
/// ```
///
/// Names of files within the folder are relative, so it can be moved. Of a complete training only the last evaluator
/// stays.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The lock file, kept open.
    _lock: File,
}

/// The figures of a complete training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingResult {
    /// The run's last generation, which plays.
    pub generation: u32,
    /// Processor seconds of the training.
    pub cpu_seconds: f64,
    /// Number of self-play games.
    pub games: usize,
    /// Number of training samples.
    pub samples: u64,
    /// Figures of all generations.
    pub metrics: Vec<Metrics>,
}

/// The settings that must not change within a comparison. Variations may be added.
#[derive(Debug, Serialize, Deserialize)]
struct FixedSettings {
    /// Processor seconds of each training.
    cpu_seconds: f64,
    /// The configs by name.
    configs: BTreeMap<String, Config>,
}

/// A pair of games in its file.
#[derive(Serialize, Deserialize)]
pub(super) struct PairLine {
    pub pair: u32,
    pub games: [Record; 2],
}

/// Games of a contender with one seed against the base.
#[derive(Clone, Debug)]
pub struct Match {
    /// The file of the games.
    pub path: PathBuf,
    /// The results of each pair played, by number: of the game in which the contender has side 0, then side 1.
    pub pairs: BTreeMap<u32, [Outcome; 2]>,
}

impl Match {
    /// The results of the first `count` pairs, as far as they are played.
    pub fn score(&self, count: u32) -> Score {
        let mut score = Score::default();
        self.pairs.range(..count).for_each(|(_, &outcomes)| score.add(outcomes));
        score
    }
}

/// How often a net keeps a won game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExamGrades {
    /// Number of positions requested.
    pub positions: u32,
    /// Grade of the net's policy.
    pub policy: Grade,
    /// Grade of the net's search.
    pub search: Grade,
}

impl Folder {
    /// Locks the folder of that name, and creates it if there is none.
    ///
    /// # Errors
    /// Another process uses the folder, it was begun with another config or budget, or it cannot be read or written.
    pub fn open(name: &str, experiment: &Experiment) -> Result<Folder> {
        let path = Path::new(RUNS).join(COMPARISONS).join(name);
        for part in ["trainings", "games", "exams"] {
            let part = path.join(part);
            fs::create_dir_all(&part).with_context(|| format!("cannot create {}", part.display()))?;
        }
        let lock = path.join("lock");
        let held = files::open_to_lock(&lock).with_context(|| format!("cannot create {}", lock.display()))?;
        match held.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => bail!("another process works on {}", path.display()),
            Err(fs::TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", lock.display()));
            }
        }
        let folder = Folder { path, _lock: held };
        folder.fix(experiment)?;
        Ok(folder)
    }

    /// Writes the fixed settings, or checks that they have not changed.
    fn fix(&self, experiment: &Experiment) -> Result<()> {
        let file = self.path.join("comparison.toml");
        let new = || FixedSettings { cpu_seconds: experiment.cpu_seconds, configs: BTreeMap::new() };
        let mut fixed = read_toml(&file)?.unwrap_or_else(new);
        if fixed.cpu_seconds != experiment.cpu_seconds {
            let [given, begun] = [experiment.cpu_seconds, fixed.cpu_seconds];
            bail!(
                "{} was begun with trainings of {begun} processor seconds, not {given}: expected the same --budget, or \
                 another --name",
                self.path.display()
            );
        }
        for Contender { name, config, .. } in &experiment.contenders {
            let begun = fixed.configs.entry(name.clone()).or_insert_with(|| config.clone());
            let differences = begun.differences(config);
            if !differences.is_empty() {
                bail!(
                    "{} was begun with another `{name}`, which differs in {}: expected the same values, another name for \
                     it, or another --name",
                    self.path.display(),
                    differences.join(", ")
                );
            }
        }
        write_file(&file, toml::to_string(&fixed).context("cannot write the configs")?.as_bytes())
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run of a contender with a seed.
    pub fn run(&self, contender: &Contender, seed: u64) -> RunDir {
        RunDir::at(self.path.join("trainings").join(format!("{}-{seed}", contender.name)))
    }

    fn trained_file(&self, contender: &Contender, seed: u64) -> PathBuf {
        self.path.join("trainings").join(format!("{}-{seed}.json", contender.name))
    }

    /// The run of a contender with a seed; creates it if there is none.
    ///
    /// # Errors
    /// The run cannot be written.
    pub fn prepare(&self, contender: &Contender, config: &Config) -> Result<RunDir> {
        let run = self.run(contender, config.seed);
        if !run.config().is_file() {
            run.create(&toml::to_string(config).context("cannot write the config")?)?;
        }
        Ok(run)
    }

    /// The figures of a training; `None` until it is complete.
    ///
    /// # Errors
    /// The figures cannot be read.
    pub fn trained(&self, contender: &Contender, seed: u64) -> Result<Option<TrainingResult>> {
        read_json(&self.trained_file(contender, seed))
    }

    /// Marks a training as complete and removes the files needed only to continue it.
    ///
    /// # Errors
    /// The training has no generation, or files cannot be read, written or removed.
    pub fn conclude(&self, contender: &Contender, seed: u64) -> Result<TrainingResult> {
        let run = self.run(contender, seed);
        let metrics = crate::train::history(&run)?;
        let Some(last) = metrics.last().filter(|last| last.generation > 0) else {
            bail!("the budget ended before the first generation of {}: expected a larger one", run.path().display());
        };
        let trained = TrainingResult {
            generation: last.generation,
            cpu_seconds: last.spent().cpu,
            games: metrics.iter().map(|metrics| metrics.games.count).sum(),
            samples: last.total_samples,
            metrics,
        };
        write_file(&self.trained_file(contender, seed), &serde_json::to_vec(&trained)?)?;
        self.trim(contender, seed, trained.generation)?;
        Ok(trained)
    }

    /// Removes files that a complete training no longer needs; an earlier call may have been interrupted.
    ///
    /// # Errors
    /// Files cannot be removed.
    pub fn trim(&self, contender: &Contender, seed: u64, last: u32) -> Result<()> {
        let run = self.run(contender, seed);
        for generation in run.generations()?.into_iter().filter(|&generation| generation < last) {
            remove(&run.generation(generation), files::remove_directory)?;
        }
        for name in ["learner.bin", "games.bin"] {
            remove(&run.generation(last).join(name), |path| fs::remove_file(path))?;
        }
        remove(&run.tensorboard(), files::remove_directory)
    }

    /// The games of a contender with a seed against the base, both thinking by `budget`.
    ///
    /// # Errors
    /// The file cannot be read, or holds other data.
    pub fn games(&self, experiment: &Experiment, contender: &Contender, seed: u64, budget: Budget) -> Result<Match> {
        let plies = experiment.plies;
        let openings = experiment.openings.to_string().replace(':', "-");
        let budget = budget.to_string().replace('=', "-");
        let name = format!("{}-{seed}.{budget}.{openings}.{plies}-plies.jsonl", contender.name);
        let path = self.path.join("games").join(name);
        let outcome = |record: &Record| record.winner.flatten().map_or(Outcome::Draw, Outcome::Win);
        let lines: Vec<PairLine> = Journal::read(&path, "a pair of games; without the file they are played anew")?;
        let pairs = lines.iter().map(|line| (line.pair, line.games.each_ref().map(outcome))).collect();
        Ok(Match { path, pairs })
    }

    fn exam_file(&self, contender: &Contender, seed: u64) -> PathBuf {
        self.path.join("exams").join(format!("{}-{seed}.json", contender.name))
    }

    /// The exam of a contender with a seed; `None` until it is done.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn exam(&self, contender: &Contender, seed: u64, positions: u32) -> Result<Option<ExamGrades>> {
        let exam: Option<ExamGrades> = read_json(&self.exam_file(contender, seed))?;
        Ok(exam.filter(|exam| exam.positions == positions))
    }

    /// Writes the exam of a contender with a seed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_exam(&self, contender: &Contender, seed: u64, exam: &ExamGrades) -> Result<()> {
        write_file(&self.exam_file(contender, seed), &serde_json::to_vec(exam)?)
    }

    /// Writes the table.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_result(&self, result: &impl Serialize) -> Result<()> {
        write_file(&self.path.join("result.json"), &serde_json::to_vec_pretty(result)?)
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    match files::read(path, files::LONGEST_TEXT) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).with_context(|| format!("{} is damaged", path.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn remove(path: &Path, how: impl Fn(&Path) -> std::io::Result<()>) -> Result<()> {
    match how(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
