use crate::arrays::{Arrays, room};
use crate::classes::{Game, Positions, ready};
use crate::error::{raise, wrong};
use crate::evaluation::{Evaluation, PIECE};
use crate::game::Planes;
use crate::interrupt::{aside, in_steps};
use crate::json::plain;
use crate::threads::allowed;
use engine::compact::{CompactEvaluator, CompactNet, Inference, Kernel};
use engine::game::Encoding;
use engine::players::Location;
use numpy::PyArray2;
use numpy::ndarray::{Array2, ArrayD, IxDyn};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

/// A trained net, which evaluates positions.
///
/// `Evaluator(path)` reads an `.ard` file; `Evaluator.released(name)` is the one that comes with a game. The answer
/// for a position never depends on the others of the batch, on the threads or on the processor.
#[pyclass(frozen, module = "ardoise")]
pub struct Evaluator {
    pub game: Game,
    pub net: Arc<CompactNet>,
    /// The evaluators of this net that are not in use, one a thread.
    ready: Mutex<Ready>,
}

/// Evaluators for a game, which may have another board or other options than the net's own.
struct Ready {
    game: Game,
    evaluators: Vec<CompactEvaluator>,
}

impl Evaluator {
    /// The evaluator of a net that is read or made, with the game that its header names.
    pub fn of(
        py: Python<'_>,
        make: impl FnOnce() -> anyhow::Result<CompactNet> + Send + 'static,
    ) -> PyResult<Evaluator> {
        let make = move |_: &_| {
            let net = make()?;
            let game = ready(net.rules()?)?;
            anyhow::Ok((net, game))
        };
        let (net, game) = aside(py, make)?.map_err(raise)?;
        let ready = Mutex::new(Ready { game: Game(game.clone()), evaluators: Vec::new() });
        Ok(Evaluator { game: Game(game), net: Arc::new(net), ready })
    }

    /// Takes `count` evaluators for a game.
    fn take(&self, game: &Game, count: usize) -> PyResult<Vec<CompactEvaluator>> {
        let mut ready = self.ready.lock();
        if ready.game != *game {
            *ready = Ready { game: game.clone(), evaluators: Vec::new() };
        }
        let mut taken = mem::take(&mut ready.evaluators);
        drop(ready);
        while taken.len() < count {
            taken.push(CompactEvaluator::new(&game.0, Arc::clone(&self.net)).map_err(raise)?);
        }
        Ok(taken)
    }

    /// Returns evaluators for the next batch.
    fn keep(&self, game: &Game, evaluators: Vec<CompactEvaluator>) {
        let mut ready = self.ready.lock();
        if ready.game == *game && ready.evaluators.len() < evaluators.len() {
            ready.evaluators = evaluators;
        }
    }
}

#[pymethods]
impl Evaluator {
    /// Reads an `.ard` file. `precision`, "f32" or "int8", converts the net; by default it stays as it is.
    ///
    /// Raises `OSError` where the file cannot be read, `Error` where it is no evaluator.
    #[new]
    #[pyo3(signature = (path, *, precision = None))]
    fn new(py: Python<'_>, path: PathBuf, precision: Option<&str>) -> PyResult<Evaluator> {
        let read = Evaluator::of(py, move || Ok(CompactNet::read(&path)?))?;
        match precision {
            None => Ok(read),
            Some(precision) => read.in_precision(py, precision),
        }
    }

    /// An evaluator out of the content of an `.ard` file, as `to_bytes` gives it.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, py: Python<'_>, content: PyBackedBytes) -> PyResult<Evaluator> {
        Evaluator::of(py, move || Ok(CompactNet::from_bytes(&content)?))
    }

    /// The evaluator that comes with a game: `NAME.ard` in the folder that `ARDOISE_CHECKPOINTS` names, else in
    /// `checkpoints`, else the one in the module.
    #[staticmethod]
    fn released(py: Python<'_>, name: &str) -> PyResult<Evaluator> {
        let location = Location::released(name).ok_or_else(|| {
            let known = Vec::from_iter(Location::built_in()).join(", ");
            wrong(format!("no evaluator comes with `{name}`: expected one of {known}"))
        })?;
        Evaluator::of(py, move || Ok(location.read()?))
    }

    /// The same net in "f32" or "int8". From 8 bits to 32 weights keep their rounded values, and activations are no
    /// longer rounded: the ONNX model of an evaluator in 8 bits computes that.
    fn in_precision(&self, py: Python<'_>, precision: &str) -> PyResult<Evaluator> {
        let net = Arc::clone(&self.net);
        match precision {
            "f32" => Evaluator::of(py, move || Ok(net.dequantised())),
            "int8" => Evaluator::of(py, move || Ok(net.quantised()?)),
            _ => Err(wrong(format!("the precision `{precision}`: expected f32 or int8"))),
        }
    }

    /// The game that the net was trained for, with the options that it depends on.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The header of its file: variant, options, architecture, precision, search, provenance
    /// (`docs/evaluator-format.md`).
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, serde_json::to_string(self.net.header()))
    }

    /// The number of its weights.
    #[getter]
    fn parameters(&self) -> usize {
        self.net.header().architecture.parameters()
    }

    /// Its weights by name, with the shapes of `docs/evaluator-format.md`: float32. Those in 8 bits are whole numbers.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (arrays, weights) = (Arrays::of(py)?, PyDict::new(py));
        for (spec, values) in self.net.weights().tensors(&self.net.header().architecture) {
            let array = ArrayD::from_shape_vec(IxDyn(&spec.shape), values.to_vec()).expect("as long as the sizes say");
            weights.set_item(&spec.name, arrays.array(array))?;
        }
        Ok(weights)
    }

    /// Evaluates positions of its game, on up to `threads` threads.
    ///
    /// Raises `Error` where a game is over, or the net is for another game.
    #[pyo3(signature = (positions, *, threads = 1))]
    fn evaluate(&self, py: Python<'_>, positions: Positions, threads: u32) -> PyResult<Evaluation> {
        let game = positions.game.clone().unwrap_or_else(|| self.game.clone());
        let (positions, threads) = (positions.open()?, allowed(threads)?);
        let threads = positions.len().div_ceil(PIECE).clamp(1, threads.get());
        let mut evaluators = self.take(&game, threads)?;
        let evaluation = Evaluation::of(py, &game.0, &positions, &mut evaluators[..threads]);
        self.keep(&game, evaluators);
        evaluation
    }

    /// The policy's logits, also those of moves that are not legal: float32 of shape (n, policy_size).
    fn logits<'py>(&self, py: Python<'py>, positions: Positions) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let Positions { game, positions, .. } = positions;
        let game = game.unwrap_or_else(|| self.game.clone());
        self.net.header().check(&game.0).map_err(raise)?;
        let (arrays, shape, own) = (Arrays::of(py)?, game.0.shape(), self.net.header().architecture.shape);
        let mut logits = room(positions.len() * shape.policy_len())?;
        let logits = in_steps(py, |signals| {
            let net =
                if shape == own { Arc::clone(&self.net) } else { Arc::new(self.net.resized(shape.rows, shape.cols)) };
            let mut inference = Inference::new(net, Kernel::best());
            for part in positions.chunks(inference.capacity()).take_while(|_| signals.go_on()) {
                for (index, position) in part.iter().enumerate() {
                    inference.load(index, |planes, globals| game.0.encode(position, planes, globals));
                }
                inference.run(part.len());
                for index in 0..part.len() {
                    logits.extend((0..shape.policy_len()).map(|at| inference.logit(index, at)));
                }
            }
            logits
        })?;
        let logits = Array2::from_shape_vec((positions.len(), shape.policy_len()), logits);
        Ok(arrays.array(logits.expect("one for each")))
    }

    /// Positions as the net sees them: `Game.encode` of its game or, on a board of another size, of theirs.
    fn encode<'py>(&self, py: Python<'py>, positions: Positions) -> PyResult<Planes<'py>> {
        let game = positions.game.clone().unwrap_or_else(|| self.game.clone());
        self.net.header().check(&game.0).map_err(raise)?;
        game.encoded(py, positions)
    }

    /// The content of an `.ard` file with this net.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let net = Arc::clone(&self.net);
        Ok(PyBytes::new(py, &aside(py, move |_| net.to_bytes())?))
    }

    /// The content of an ONNX file with this net (`docs/onnx.md`).
    fn to_onnx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let net = Arc::clone(&self.net);
        Ok(PyBytes::new(py, &aside(py, move |_| net.to_onnx())?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py())?,)))
    }

    fn __repr__(&self) -> String {
        let header = self.net.header();
        let provenance = &header.provenance;
        format!(
            "<Evaluator of {}, generation {} of run {}, {} parameters, {}>",
            header.variant,
            provenance.generation,
            provenance.run,
            self.parameters(),
            header.precision.name(),
        )
    }
}
