use crate::arrays::Arrays;
use crate::classes::Game;
use crate::error::raise;
use crate::evaluator::Evaluator;
use crate::game::words;
use crate::interrupt::aside;
use crate::json::loads;
use crate::samples::Samples;
use anyhow::Context;
use engine::compact::CompactNet;
use engine::players::{NetSpec, find_run};
use engine::record::rules_of;
use engine::runs::RunDir;
use engine::samples::{check_games, has_games, read_games};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs;
use std::path::{Path, PathBuf};

/// The net of a generation of a run, by default of the newest.
fn net(py: Python<'_>, run: &RunDir, generation: Option<u32>) -> PyResult<CompactNet> {
    let run = run.path().display().to_string();
    let read = move |_: &_| anyhow::Ok(NetSpec::Run { run, generation }.locate("")?.read()?);
    aside(py, read)?.map_err(raise)
}

/// The names of the training runs below `checkpoints/runs`.
#[pyfunction]
pub fn runs() -> Vec<String> {
    RunDir::names()
}

/// A training run: its config, figures, evaluators, and the samples of its games. It may be one that is being trained.
///
/// `Run(name)` finds it below `checkpoints/runs`, or by its directory.
#[pyclass(frozen, module = "ardoise")]
pub struct Run(RunDir);

/// The text of a file.
fn read(path: &Path) -> PyResult<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display())).map_err(raise)
}

#[pymethods]
impl Run {
    /// Raises `Error` where there is no such run.
    #[new]
    fn new(name: PathBuf) -> PyResult<Run> {
        find_run(&name.to_string_lossy()).map(Run).map_err(raise)
    }

    /// Its name: that of its directory.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// Its directory.
    #[getter]
    fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    /// Whether a process trains it now.
    #[getter]
    fn is_training(&self) -> bool {
        self.0.is_held()
    }

    /// Its config: all keys of `docs/configuration.md` with their values.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tomllib")?.call_method1("loads", (read(&self.0.config())?,))
    }

    /// The game that it learns.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        // A game from a file of rules is known once an evaluator is read, which holds it.
        net(py, &self.0, None)?;
        let game = self.config(py)?.get_item("game")?;
        let rules = game.call_method1("get", ("rules", PyDict::new(py)))?;
        let variant: String = game.get_item("variant")?.extract()?;
        Game::of(rules_of(&variant, &words(rules.cast()?)?).map_err(raise)?)
    }

    /// Its complete generations, ascending.
    fn generations(&self) -> PyResult<Vec<u32>> {
        self.0.generations().map_err(raise)
    }

    /// Those of them whose evaluators are kept: all of the newest, fewer of those before.
    fn evaluators(&self) -> PyResult<Vec<u32>> {
        self.0.evaluated_generations().map_err(raise)
    }

    /// Those of them whose games are kept: the ones in the replay window.
    fn games(&self) -> PyResult<Vec<u32>> {
        let mut generations = self.generations()?;
        generations.retain(|&generation| has_games(&self.0, generation));
        Ok(generations)
    }

    /// The figures of each generation, ascending, as they stand in its `metrics.json`.
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let figures = |generation| {
            py.check_signals()?;
            loads(py, &read(&self.0.metrics(generation))?)
        };
        self.generations()?.into_iter().map(figures).collect()
    }

    /// The evaluator of a generation; by default of the newest.
    #[pyo3(signature = (generation = None))]
    fn evaluator(&self, py: Python<'_>, generation: Option<u32>) -> PyResult<Evaluator> {
        Evaluator::of(net(py, &self.0, generation)?)
    }

    /// The samples of a generation's self-play, from its `games.bin`.
    ///
    /// Raises `OSError` where its games are no longer kept.
    fn samples(&self, py: Python<'_>, generation: u32) -> PyResult<Samples> {
        Arrays::of(py)?;
        let game = self.game(py)?;
        let (run, rules) = (self.0.clone(), game.0.clone());
        let games = aside(py, move |_| {
            let games = read_games(&rules, &run, generation)?;
            check_games(&rules, &games).with_context(|| format!("cannot use {}", run.games(generation).display()))?;
            anyhow::Ok(games)
        });
        Samples::of(py, &game, &games?.map_err(raise)?)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (PathBuf,)) {
        (slf.get_type().into_any().unbind(), (slf.get().path(),))
    }

    fn __repr__(&self) -> String {
        format!("ardoise.Run({:?})", self.0.path().display().to_string())
    }
}
