use crate::arrays::{Arrays, zeros};
use crate::classes::{Game, Position};
use crate::evaluation::{chances, dense};
use crate::interrupt::{in_steps, list};
use engine::eval::Value;
use engine::game::{Encoding as _, Game as _};
use engine::samples::{Sample, SelfPlayGame};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

/// The n positions of a generation's self-play that had a full search, game by game, with their training targets.
/// Values are for the side to act in the position.
#[pyclass(frozen, get_all, module = "ardoise")]
pub struct Samples {
    /// The positions, without the moves before them: n of `Position`.
    positions: Py<PyList>,
    /// The index of each sample's game in its generation: uint32 of shape (n,).
    game_index: Py<PyArray1<u32>>,
    /// The policy targets, the probabilities of each position's legal moves in the order of `Position.legal_moves`: n
    /// arrays, float32.
    priors: Py<PyList>,
    /// The same targets at their policy indices and 0 elsewhere: float32 of shape (n, policy_size).
    policy: Py<PyArray2<f32>>,
    /// The Kullback-Leibler divergence of the evaluator's policy from the policy target, in nats: float32 of shape
    /// (n,).
    surprise: Py<PyArray1<f32>>,
    /// The search's probabilities of a win, a draw and a loss: float32 of shape (n, 3); NaN where the net was
    /// untrained.
    search: Py<PyArray2<f32>>,
    /// The result of the game, as probabilities of a win, a draw and a loss: its outcome or, where it was cut off,
    /// the search's value there: float32 of shape (n, 3); NaN where it is unknown.
    result: Py<PyArray2<f32>>,
    /// Whether the game was cut off before the rules ended it: bool of shape (n,).
    cut_off: Py<PyArray1<bool>>,
    /// The lead at the end of the game, from -1 to 1: float32 of shape (n,).
    lead: Py<PyArray1<f32>>,
    /// Moves until the game's end; 0 where a solver says how it ends: uint16 of shape (n,).
    moves_left: Py<PyArray1<u16>>,
}

/// The fields of samples: positions, games, priors, policy and surprise; the search's value and the game's result,
/// whether the game was cut off, lead and moves left.
type Parts = (
    (Py<PyList>, Py<PyArray1<u32>>, Py<PyList>, Py<PyArray2<f32>>, Py<PyArray1<f32>>),
    (Py<PyArray2<f32>>, Py<PyArray2<f32>>, Py<PyArray1<bool>>, Py<PyArray1<f32>>, Py<PyArray1<u16>>),
);

#[pymethods]
impl Samples {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.positions.bind(py).len()
    }

    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: Parts) -> Samples {
        let ((positions, game_index, priors, policy, surprise), (search, result, cut_off, lead, moves_left)) = parts;
        Samples { positions, game_index, priors, policy, surprise, search, result, cut_off, lead, moves_left }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Parts,))> {
        let (py, samples) = (slf.py(), slf.get());
        let parts = (
            (
                samples.positions.clone_ref(py),
                samples.game_index.clone_ref(py),
                samples.priors.clone_ref(py),
                samples.policy.clone_ref(py),
                samples.surprise.clone_ref(py),
            ),
            (
                samples.search.clone_ref(py),
                samples.result.clone_ref(py),
                samples.cut_off.clone_ref(py),
                samples.lead.clone_ref(py),
                samples.moves_left.clone_ref(py),
            ),
        );
        Ok((slf.get_type().getattr("_restored")?.unbind(), (parts,)))
    }
}

impl Samples {
    /// The samples of games whose policies have an entry for each legal move.
    pub fn of(py: Python<'_>, game: &Game, games: &[SelfPlayGame]) -> PyResult<Samples> {
        let arrays = Arrays::of(py)?;
        let samples = Vec::from_iter(games.iter().flat_map(|played| &played.samples));
        let index = games.iter().flat_map(|played| played.samples.iter().map(|_| played.index));
        let positions = samples.iter().map(|sample| Position::at(game, sample.position.clone()));
        let priors = samples.iter().map(|sample| arrays.array(Vec::from_iter(sample.policy_target())));
        let policy = zeros(samples.len() * game.0.shape().policy_len())?;
        let policy = in_steps(py, |signals| {
            let rows = samples.iter().take_while(|_| signals.go_on()).map(|sample| {
                let mut moves = Vec::new();
                game.0.legal_moves(&sample.position, &mut moves);
                (&sample.position, moves.into_iter().zip(sample.policy_target()))
            });
            dense(&game.0, policy, rows)
        })?;
        let known = |value: fn(&Sample) -> Option<Value>| {
            arrays.array(chances(samples.iter().map(|sample| value(sample)))).unbind()
        };
        Ok(Samples {
            priors: list(py, priors)?.unbind(),
            policy: arrays.array(policy).unbind(),
            game_index: arrays.array(Vec::from_iter(index)).unbind(),
            surprise: arrays.array(Vec::from_iter(samples.iter().map(|sample| sample.surprise))).unbind(),
            search: known(|sample| sample.search),
            result: known(|sample| sample.result),
            cut_off: arrays.array(Vec::from_iter(samples.iter().map(|sample| sample.cut_off))).unbind(),
            lead: arrays.array(Vec::from_iter(samples.iter().map(|sample| sample.lead))).unbind(),
            moves_left: arrays.array(Vec::from_iter(samples.iter().map(|sample| sample.moves_left))).unbind(),
            positions: list(py, positions)?.unbind(),
        })
    }
}
