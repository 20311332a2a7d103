use crate::arrays::Arrays;
use crate::classes::Position;
use crate::error::{raise, wrong};
use crate::evaluator::Evaluator;
use crate::interrupt::aside;
use crate::many::Many;
use crate::threads::allowed;
use engine::compact::CompactNet;
use engine::eval::Answers;
use engine::game::Game as _;
use engine::games::AnyGame;
use engine::play::{Analysis, MoveAnalysis, Verdict};
use engine::players::{Budget, Engine, KEPT_ANSWERS, Location};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of a search. All values are for the side to act in the position that was searched.
#[pyclass(frozen, get_all, module = "ardoise")]
pub struct SearchResult {
    /// The side to act, 0 or 1.
    to_act: usize,
    /// The move to play.
    best: String,
    /// The expected score, from -1 to 1.
    score: f32,
    /// The probability of a win.
    win: f32,
    /// The probability of a draw.
    draw: f32,
    /// The probability of a loss.
    loss: f32,
    /// Moves until the game ends: to the proven end, or as the evaluator expects; None where neither is known.
    moves_left: Option<f32>,
    /// The result, "win", "draw" or "loss", and the moves until then, where the search has proven it; else None.
    proven: Option<(String, u16)>,
    /// The principal variation, which begins with the move to play.
    pv: Vec<String>,
    /// All legal moves: the best one first, then by visits.
    moves: Vec<Py<MoveStats>>,
    /// The simulations that were made; fewer than asked for where the result is proven.
    simulations: u32,
    /// The improved policy, what a net would learn: the moves' shares of the visits, in the order of
    /// `Position.legal_moves`. Moves that proofs rule out have none. float32 of shape (moves,).
    policy: Py<PyArray1<f32>>,
}

/// The statistics of a move in a search.
#[pyclass(frozen, get_all, module = "ardoise")]
pub struct MoveStats {
    /// The move in notation.
    #[pyo3(name = "move")]
    mv: String,
    /// Simulations that began with it.
    visits: u32,
    /// The evaluator's probability of the move.
    prior: f32,
    /// The expected score for the side that makes it, from -1 to 1.
    score: f32,
    /// The result for that side, "win", "draw" or "loss", and the moves until then, where it is proven; else None.
    proven: Option<(String, u16)>,
    /// The expected continuation, this move first; empty for all but the ten best moves.
    pv: Vec<String>,
}

/// The fields of a result: the side to act, the best move, its line and all moves; score, win, draw, loss, moves
/// left; the proof, the simulations and the policy.
type PartsOf<Line, Moves> =
    ((usize, String, Line, Moves), (f32, f32, f32, f32, Option<f32>), (Option<(String, u16)>, u32, Py<PyArray1<f32>>));

/// The fields of a move's statistics: the move and its line; visits, prior, score; the proof.
type MovePartsOf<Line> = ((String, Line), (u32, f32, f32), Option<(String, u16)>);

/// Both with texts, as Python gets them.
type Parts = PartsOf<Vec<String>, Vec<Py<MoveStats>>>;
type MoveParts = MovePartsOf<Vec<String>>;

#[pymethods]
impl SearchResult {
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: PartsOf<Many<String>, Many<Py<MoveStats>>>) -> SearchResult {
        let ((to_act, best, pv, moves), (score, win, draw, loss, moves_left), (proven, simulations, policy)) = parts;
        let (Many(pv), Many(moves)) = (pv, moves);
        SearchResult { to_act, best, score, win, draw, loss, moves_left, proven, pv, moves, simulations, policy }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Parts,))> {
        let (py, result) = (slf.py(), slf.get());
        let moves = result.moves.iter().map(|stats| stats.clone_ref(py)).collect();
        let parts = (
            (result.to_act, result.best.clone(), result.pv.clone(), moves),
            (result.score, result.win, result.draw, result.loss, result.moves_left),
            (result.proven.clone(), result.simulations, result.policy.clone_ref(py)),
        );
        Ok((slf.get_type().getattr("_restored")?.unbind(), (parts,)))
    }

    /// The visits of each legal move, the best one first.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let visits = PyDict::new(py);
        for stats in &self.moves {
            let MoveStats { mv, visits: count, .. } = stats.get();
            visits.set_item(mv, count)?;
        }
        Ok(visits)
    }

    fn __repr__(&self) -> String {
        let SearchResult { best, score, simulations, .. } = self;
        format!("<SearchResult: {best}, score {score:+.3}, {simulations} simulations>")
    }
}

#[pymethods]
impl MoveStats {
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, parts: MovePartsOf<Many<String>>) -> MoveStats {
        let ((mv, Many(pv)), (visits, prior, score), proven) = parts;
        MoveStats { mv, visits, prior, score, proven, pv }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (MoveParts,))> {
        let MoveStats { mv, visits, prior, score, proven, pv } = slf.get();
        let parts = ((mv.clone(), pv.clone()), (*visits, *prior, *score), proven.clone());
        Ok((slf.get_type().getattr("_restored")?.unbind(), (parts,)))
    }

    fn __repr__(&self) -> String {
        let MoveStats { mv, visits, prior, score, .. } = self;
        format!("<MoveStats: {mv}, {visits} visits, prior {prior:.3}, score {score:+.3}>")
    }
}

/// The evaluator of the leaves.
#[derive(FromPyObject)]
pub enum Judge<'py> {
    Net(PyRef<'py, Evaluator>),
    Named(String),
}

/// Searches a position by Monte Carlo tree search, as the program's `analyse` does.
///
/// `evaluator` is an `Evaluator`, "released" for the one that comes with the game, or "rollouts" for one random game a
/// simulation. The same arguments give the same result, on any number of threads; only rollouts draw random numbers,
/// which `seed` decides. Ctrl-C ends the search with `KeyboardInterrupt`.
///
/// Raises `Error` where the game is over, or the evaluator is for another game.
#[pyfunction]
#[pyo3(
    signature = (
        position, simulations = 800, *, evaluator = Judge::Named("released".to_owned()), seed = 0, threads = 1
    ),
    text_signature = "(position, simulations=800, *, evaluator='released', seed=0, threads=1)"
)]
pub fn search(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    simulations: u32,
    evaluator: Judge<'_>,
    seed: u64,
    threads: u32,
) -> PyResult<SearchResult> {
    let Position { game, history } = &*position;
    if history.outcome().is_some() {
        return Err(wrong("the game is over in this position: there is nothing to search"));
    }
    if history.is_chance(&game.0) {
        return Err(wrong("chance acts in this position: there is no move to choose"));
    }
    if simulations == 0 {
        return Err(wrong("0 simulations: expected at least 1"));
    }
    let (threads, arrays, leaves) = (allowed(threads)?, Arrays::of(py)?, Leaves::of(&game.0, &evaluator)?);
    let (game, history, budget) = (game.0.clone(), history.clone(), Budget::Simulations(simulations));
    let think = move |is_wanted: &AtomicBool| {
        let mut engine = leaves.engine(&game, budget)?;
        engine.set_threads(threads);
        engine.forget(seed);
        let expected = engine.moves_left(&game, &history);
        let search = engine.think_while(&game, &history, budget, |_| is_wanted.load(Ordering::Relaxed));
        let mut policy = Vec::new();
        search.policy(&mut policy);
        anyhow::Ok((Analysis::of(&game, &history, search, expected), policy))
    };
    let (analysis, policy) = aside(py, think)?.map_err(raise)?;
    told(py, arrays, analysis, policy)
}

/// How leaves are evaluated.
enum Leaves {
    Net(Arc<CompactNet>),
    Released(Location),
    Rollouts,
}

impl Leaves {
    fn of(game: &AnyGame, judge: &Judge<'_>) -> PyResult<Leaves> {
        match judge {
            Judge::Net(evaluator) => Ok(Leaves::Net(Arc::clone(&evaluator.net))),
            Judge::Named(name) if name == "rollouts" => Ok(Leaves::Rollouts),
            Judge::Named(name) if name == "released" => {
                let name = &*game.rules().variant().name;
                Location::released(name).map(Leaves::Released).ok_or_else(|| {
                    wrong(format!("no evaluator comes with `{name}`: expected an Evaluator, or evaluator=\"rollouts\""))
                })
            }
            Judge::Named(name) => {
                Err(wrong(format!("the evaluator `{name}`: expected an Evaluator, released or rollouts")))
            }
        }
    }

    fn engine(self, game: &AnyGame, budget: Budget) -> anyhow::Result<Engine> {
        let net = match self {
            Leaves::Rollouts => return Ok(Engine::rollouts(budget)),
            Leaves::Released(location) => Arc::new(location.read()?),
            Leaves::Net(net) => net,
        };
        let search = net.header().search;
        Ok(Engine::with_net(game, net, Answers::new(KEPT_ANSWERS), search, budget)?)
    }
}

fn told(py: Python<'_>, arrays: Arrays<'_>, analysis: Analysis, policy: Vec<f32>) -> PyResult<SearchResult> {
    let verdict = |proven: Option<Verdict>| proven.map(|Verdict { result, moves }| (result.to_owned(), moves));
    let stats = |MoveAnalysis { mv, visits, prior, score, proven, pv }: MoveAnalysis| {
        Py::new(py, MoveStats { mv, visits, prior, score, proven: verdict(proven), pv })
    };
    Ok(SearchResult {
        to_act: analysis.side,
        best: analysis.best,
        score: analysis.score,
        win: analysis.win,
        draw: analysis.draw,
        loss: analysis.loss,
        moves_left: analysis.moves_left,
        proven: verdict(analysis.proven),
        pv: analysis.pv,
        moves: analysis.moves.into_iter().map(stats).collect::<PyResult<_>>()?,
        simulations: analysis.simulations,
        policy: arrays.array(policy).unbind(),
    })
}
