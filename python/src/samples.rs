use crate::evaluation::{chances, dense};
use crate::game::Game;
use crate::position::Position;
use engine::eval::Value;
use engine::game::Game as _;
use engine::samples::{Sample, SelfPlayGame};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The n positions of a generation's self-play that had a full search, game by game, with what a net learns from them.
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
    /// The same at their policy indices and 0 elsewhere: float32 of shape (n, policy_size).
    policy: Py<PyArray2<f32>>,
    /// How much more the policy target says than the evaluator's policy, in nats: float32 of shape (n,).
    surprise: Py<PyArray1<f32>>,
    /// The search's probabilities of a win, a draw and a loss: float32 of shape (n, 3); NaN where the net was
    /// untrained.
    search: Py<PyArray2<f32>>,
    /// What the game came to, as probabilities of a win, a draw and a loss: its outcome or, where it was cut off, the
    /// search's value there: float32 of shape (n, 3); NaN where nothing is known.
    result: Py<PyArray2<f32>>,
    /// Whether the game was cut off before the rules ended it: bool of shape (n,).
    cut_off: Py<PyArray1<bool>>,
    /// The lead at the end of the game, from -1 to 1: float32 of shape (n,).
    lead: Py<PyArray1<f32>>,
    /// Moves until the game's end; 0 where a solver says how it ends: uint16 of shape (n,).
    moves_left: Py<PyArray1<u16>>,
}

#[pymethods]
impl Samples {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.positions.bind(py).len()
    }
}

impl Samples {
    /// The samples of games whose policies have an entry for each legal move.
    pub fn of(py: Python<'_>, game: &Game, games: &[SelfPlayGame]) -> PyResult<Samples> {
        let samples = Vec::from_iter(games.iter().flat_map(|played| &played.samples));
        let index = games.iter().flat_map(|played| played.samples.iter().map(|_| played.index));
        let positions = Vec::from_iter(samples.iter().map(|sample| Position::at(game, sample.position)));
        let priors = samples.iter().map(|sample| Vec::from_iter(sample.policy_target()).into_pyarray(py));
        let policy = py.detach(|| {
            let rows = samples.iter().map(|sample| {
                let mut moves = Vec::new();
                game.0.legal_moves(&sample.position, &mut moves);
                (&sample.position, moves.into_iter().zip(sample.policy_target()))
            });
            dense(&game.0, samples.len(), rows)
        });
        let known = |value: fn(&Sample) -> Option<Value>| {
            chances(samples.iter().map(|sample| value(sample))).into_pyarray(py).unbind()
        };
        Ok(Samples {
            priors: PyList::new(py, Vec::from_iter(priors))?.unbind(),
            policy: policy.into_pyarray(py).unbind(),
            game_index: Vec::from_iter(index).into_pyarray(py).unbind(),
            surprise: Vec::from_iter(samples.iter().map(|sample| sample.surprise)).into_pyarray(py).unbind(),
            search: known(|sample| sample.search),
            result: known(|sample| sample.result),
            cut_off: Vec::from_iter(samples.iter().map(|sample| sample.cut_off)).into_pyarray(py).unbind(),
            lead: Vec::from_iter(samples.iter().map(|sample| sample.lead)).into_pyarray(py).unbind(),
            moves_left: Vec::from_iter(samples.iter().map(|sample| sample.moves_left)).into_pyarray(py).unbind(),
            positions: PyList::new(py, positions)?.unbind(),
        })
    }
}
