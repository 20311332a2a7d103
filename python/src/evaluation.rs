use crate::arrays::{Arrays, zeros};
use crate::interrupt::{Signals, in_steps, list};
use engine::compact::CompactEvaluator;
use engine::eval::{Batch, Evaluator as _, Value};
use engine::game::{AnyPosition, Encoding, Game as _};
use engine::games::AnyGame;
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// An evaluator's answers for a batch of n positions.
#[pyclass(frozen, get_all, module = "ardoise")]
pub struct Evaluation {
    /// The probabilities of each position's legal moves, in the order of `Position.legal_moves`: n arrays, float32.
    priors: Py<PyList>,
    /// The same probabilities at their policy indices and 0 elsewhere: float32 of shape (n, policy_size).
    policy: Py<PyArray2<f32>>,
    /// The probabilities of a win, a draw and a loss for the side to act: float32 of shape (n, 3).
    value: Py<PyArray2<f32>>,
    /// Win less loss, for the side to act: float32 of shape (n,), from -1 to 1.
    score: Py<PyArray1<f32>>,
    /// The moves left until the game ends: float32 of shape (n,).
    moves_left: Py<PyArray1<f32>>,
    /// The lead at the end for the side to act, from -1 to 1, where the net predicts it: float32 of shape (n,); else 0.
    lead: Py<PyArray1<f32>>,
}

/// The fields of an evaluation.
type Parts =
    (Py<PyList>, Py<PyArray2<f32>>, Py<PyArray2<f32>>, Py<PyArray1<f32>>, Py<PyArray1<f32>>, Py<PyArray1<f32>>);

#[pymethods]
impl Evaluation {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.priors.bind(py).len()
    }

    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: Parts) -> Evaluation {
        let (priors, policy, value, score, moves_left, lead) = parts;
        Evaluation { priors, policy, value, score, moves_left, lead }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Parts,))> {
        let py = slf.py();
        let Evaluation { priors, policy, value, score, moves_left, lead } = slf.get();
        let parts = (
            priors.clone_ref(py),
            policy.clone_ref(py),
            value.clone_ref(py),
            score.clone_ref(py),
            moves_left.clone_ref(py),
            lead.clone_ref(py),
        );
        Ok((slf.get_type().getattr("_restored")?.unbind(), (parts,)))
    }
}

impl Evaluation {
    /// The answers of evaluators of one net for positions that are not over, on as many threads as there are
    /// evaluators.
    pub fn of(
        py: Python<'_>,
        game: &AnyGame,
        positions: &[AnyPosition],
        evaluators: &mut [CompactEvaluator],
    ) -> PyResult<Evaluation> {
        let arrays = Arrays::of(py)?;
        let policy = zeros(positions.len() * game.shape().policy_len())?;
        let (batches, policy) = in_steps(py, |signals| {
            let batches = answers(game, positions, evaluators, signals);
            let rows = leaves(&batches).map(|(batch, leaf)| {
                let priors = batch.moves(leaf).iter().copied().zip(batch.priors(leaf).iter().copied());
                (batch.position(leaf), priors)
            });
            let policy = dense(game, policy, rows.take_while(|_| signals.go_on()));
            (batches, policy)
        })?;
        let values = Vec::from_iter(leaves(&batches).map(|(batch, leaf)| batch.value(leaf)));
        let each = |figure: fn(&Value) -> f32| arrays.array(Vec::from_iter(values.iter().map(figure))).unbind();
        let priors = leaves(&batches).map(|(batch, leaf)| arrays.copied(batch.priors(leaf)));
        Ok(Evaluation {
            priors: list(py, priors)?.unbind(),
            policy: arrays.array(policy).unbind(),
            value: arrays.array(chances(values.iter().map(|&value| Some(value)))).unbind(),
            score: each(Value::score),
            moves_left: each(|value| value.moves_left),
            lead: each(|value| value.lead),
        })
    }
}

/// The leaves of batches, in order.
fn leaves(batches: &[Batch]) -> impl Iterator<Item = (&Batch, usize)> {
    batches.iter().flat_map(|batch| (0..batch.len()).map(move |leaf| (batch, leaf)))
}

/// Number of positions that are evaluated between two checks for signals.
pub const PIECE: usize = 64;

/// Evaluates positions on as many threads as there are evaluators; returns batches, in order, of all positions or of
/// those that were evaluated before a signal came.
fn answers(
    game: &AnyGame,
    positions: &[AnyPosition],
    evaluators: &mut [CompactEvaluator],
    signals: &mut Signals,
) -> Vec<Batch> {
    let answer = |positions: &[AnyPosition], evaluator: &mut CompactEvaluator| {
        let (mut batch, mut moves) = (Batch::default(), Vec::new());
        for position in positions {
            game.legal_moves(position, &mut moves);
            batch.push(position, &moves);
        }
        evaluator.evaluate(game, &mut batch);
        batch
    };
    let pieces = Vec::from_iter(positions.chunks(PIECE));
    let next = AtomicUsize::new(0);
    let work = |evaluator: &mut _, go_on: &mut dyn FnMut() -> bool| {
        let mut batches = Vec::new();
        while go_on() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(index) else { break };
            batches.push((index, answer(piece, evaluator)));
        }
        batches
    };
    let (own, others) = evaluators.split_first_mut().expect("there is one for each thread");
    let mut batches = thread::scope(|scope| {
        let work = &work;
        // If a thread cannot be started, the others do its part.
        let start = |evaluator| thread::Builder::new().spawn_scoped(scope, move || work(evaluator, &mut || true)).ok();
        let others = Vec::from_iter(others.iter_mut().filter_map(start));
        let mut batches = work(own, &mut || signals.go_on());
        // After a signal, nothing is left for the others.
        next.store(pieces.len(), Ordering::Relaxed);
        for thread in others {
            batches.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        batches
    });
    batches.sort_by_key(|(index, _)| *index);
    batches.into_iter().map(|(_, batch)| batch).collect()
}

/// Probabilities of moves at their policy indices, one row a position, 0 elsewhere: written into `policy`, which is
/// 0.
pub fn dense<'a, P: IntoIterator<Item = (u32, f32)>>(
    game: &AnyGame,
    mut policy: Vec<f32>,
    rows: impl Iterator<Item = (&'a AnyPosition, P)>,
) -> Array2<f32> {
    let size = game.shape().policy_len();
    for (row, (position, probabilities)) in policy.chunks_exact_mut(size).zip(rows) {
        for (mv, probability) in probabilities {
            row[game.policy_index(position, mv)] = probability;
        }
    }
    Array2::from_shape_vec((policy.len() / size, size), policy).expect("as long as the sizes say")
}

/// Probabilities of a win, a draw and a loss, one row a value; NaN if unknown.
pub fn chances(values: impl ExactSizeIterator<Item = Option<Value>>) -> Array2<f32> {
    let count = values.len();
    let row = |value: Option<Value>| value.map_or([f32::NAN; 3], |value| [value.win, value.draw(), value.loss]);
    Array2::from_shape_vec((count, 3), values.flat_map(row).collect()).expect("three for each")
}
