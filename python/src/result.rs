use engine::game::{Game as _, History, Outcome, Side};
use engine::games::AnyGame;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The fields of a result, in order.
type Parts = (Option<usize>, String, Option<(u32, u32)>);

/// How a game ended.
#[pyclass(frozen, eq, hash, name = "Result", module = "ardoise")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// The side that won, 0 or 1; None for a draw.
    #[pyo3(get)]
    winner: Option<usize>,
    /// Why the game is over, as "all pieces connected".
    #[pyo3(get)]
    reason: String,
    /// The points of sides 0 and 1, in games decided by points; None in others.
    #[pyo3(get)]
    totals: Option<(u32, u32)>,
}

impl GameResult {
    /// The result of a game that is over.
    pub fn of(game: &AnyGame, history: &History) -> Option<GameResult> {
        Some(GameResult {
            winner: history.outcome()?.winner().map(Side::index),
            reason: history.ending(game)?.reason.into_owned(),
            totals: game.totals(history.position()).map(|[first, second]| (first, second)),
        })
    }

    fn outcome(&self) -> Outcome {
        self.winner.and_then(Side::from_index).map_or(Outcome::Draw, Outcome::Win)
    }
}

#[pymethods]
impl GameResult {
    /// The scores of sides 0 and 1: 1.0 for a win, 0.0 for a draw, -1.0 for a loss.
    #[getter]
    fn scores(&self) -> (f32, f32) {
        let [first, second] = Side::BOTH.map(|side| self.outcome().score_for(side));
        (first, second)
    }

    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: Parts) -> GameResult {
        let (winner, reason, totals) = parts;
        GameResult { winner, reason, totals }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Parts,))> {
        let GameResult { winner, reason, totals } = slf.get().clone();
        Ok((slf.get_type().getattr("_restored")?.unbind(), ((winner, reason, totals),)))
    }

    fn __str__(&self) -> String {
        match self.winner {
            Some(side) => format!("side {side} wins: {}", self.reason),
            None => format!("a draw: {}", self.reason),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Result {}>", self.__str__())
    }
}
