use crate::arrays::Arrays;
use crate::classes::Game;
use crate::error::{raise, wrong};
use crate::evaluator::Evaluator;
use crate::game::words;
use crate::interrupt::aside;
use crate::json::loads;
use crate::samples::Samples;
use anyhow::Context;
use engine::compact::CompactNet;
use engine::files::{LONGEST_TEXT, read_text};
use engine::games::find_or;
use engine::players::{NetSpec, find_run};
use engine::record::rules_by;
use engine::runs::RunDir;
use engine::samples::{check_games, has_games, read_games};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// The net of a generation of a run, by default of the newest.
fn net(run: &RunDir, generation: Option<u32>) -> anyhow::Result<CompactNet> {
    let run = run.path().display().to_string();
    Ok(NetSpec::Run { run, generation }.locate("")?.read()?)
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

/// The content of a file, parsed by `parse` as plain values.
fn values<'py>(
    py: Python<'py>,
    path: PathBuf,
    parse: impl FnOnce(&str) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = path.display().to_string();
    let text = aside(py, move |_| read_text(&path, LONGEST_TEXT))?;
    let text = text.with_context(|| format!("cannot read {name}")).map_err(raise)?;
    parse(&text).map_err(|error| match error.is_instance_of::<PyValueError>(py) {
        true => wrong(format!("{name} is damaged: {}", error.value(py))),
        false => error,
    })
}

/// The game of a config, and its rule options.
fn played(config: &Bound<'_, PyAny>) -> PyResult<(String, Map<String, Value>)> {
    let game = config.get_item("game")?;
    let rules = game.call_method1("get", ("rules", PyDict::new(config.py())))?;
    Ok((game.get_item("variant")?.extract()?, words(rules.cast()?)?))
}

#[pymethods]
impl Run {
    /// Raises `Error` where there is no such run.
    #[new]
    fn new(py: Python<'_>, name: PathBuf) -> PyResult<Run> {
        aside(py, move |_| find_run(&name.to_string_lossy()))?.map(Run).map_err(raise)
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
        values(py, self.0.config(), |text| py.import("tomllib")?.call_method1("loads", (text,)))
    }

    /// The game that it learns.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        let (variant, rules) = played(&self.config(py)?)
            .map_err(|error| wrong(format!("{} names no game: {}", self.0.config().display(), error.value(py))))?;
        let run = self.0.clone();
        Game::of(py, move || {
            // A game from a rules file is known once an evaluator that contains it is read.
            let net = net(&run, None)?;
            Ok(rules_by(&find_or(&variant, net.brought())?, &rules)?)
        })
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
        let figures = |generation| values(py, self.0.metrics(generation), |text| loads(py, text));
        self.generations()?.into_iter().map(figures).collect()
    }

    /// The evaluator of a generation; by default of the newest.
    #[pyo3(signature = (generation = None))]
    fn evaluator(&self, py: Python<'_>, generation: Option<u32>) -> PyResult<Evaluator> {
        let run = self.0.clone();
        Evaluator::of(py, move || net(&run, generation))
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
