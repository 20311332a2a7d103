use super::judgement::Scale;
use super::request::Search;
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, AnyMove, AnyPosition, ExactSolver, Game, Guidance, History, Notation, Outcome, Side};
use crate::play::Analysis;
use crate::players::{Budget, Engine};
use crate::record::Evaluation;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// Simulations for each position by default.
const SIMULATIONS: u32 = 400;

/// Judges every move of a game, from the last to the first, so that the value after a move is known when the move is
/// judged.
pub(super) struct Review {
    game: AnyGame,
    start: AnyPosition,
    moves: Vec<AnyMove>,
    /// The number of moves before each position that is still to be judged, in the order of the game.
    plies: Vec<usize>,
    /// The number of positions to judge in all.
    of: usize,
    /// The number of moves before the position after the one under review.
    next: Option<usize>,
    engine: Engine,
    budget: Budget,
    seed: u64,
    scale: Scale,
    solver: Option<Box<dyn ExactSolver<AnyGame>>>,
    /// The game up to the position under review.
    history: History,
    /// Whether the engine is searching the position under review.
    searching: bool,
    /// The verdict on the position after the one under review.
    after: Option<PositionVerdict>,
}

#[derive(Clone, Copy, Debug)]
struct PositionVerdict {
    /// Expected points of side 0, from 0 to 1.
    points: f32,
    /// The result under best play, if known.
    exact: Option<Outcome>,
}

impl PositionVerdict {
    /// The expected points of a side.
    fn points_of(self, side: Side) -> f32 {
        let points = self.exact.map_or(self.points, |outcome| points(outcome.score_for(Side::First)));
        if side == Side::First { points } else { 1.0 - points }
    }
}

/// Expected points of a score in [-1, 1].
fn points(score: f32) -> f32 {
    0.5 + score / 2.0
}

impl Review {
    /// Judges the moves of the game so far.
    pub fn new(game: AnyGame, history: History, search: &Search, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
        search.without_level()?;
        let budget = search.budget()?.unwrap_or(Budget::Simulations(SIMULATIONS));
        let engine = nets.engine(&game, search, budget, memory)?;
        let (start, moves, solver) = (history.first().clone(), history.played().to_vec(), game.solver());
        let seed = search.seed;
        // Random rollouts distinguish moves in their own way.
        let scale = if search.by_rollouts() { Scale::WIDEST } else { Scale::of(&game.rules().variant().name) };
        let mut plies = Vec::new();
        search.game.resume(&game, search.game.begin(&game)?, 0, |history| plies.push(history.played().len()))?;
        Ok(Review {
            game,
            start,
            moves,
            of: plies.len(),
            plies,
            next: None,
            engine,
            budget,
            seed,
            scale,
            solver,
            history,
            searching: false,
            after: None,
        })
    }

    /// The event for a position in which the game is over.
    fn over(&mut self, outcome: Outcome) -> Value {
        let score = outcome.score_for(Side::First);
        self.after = Some(PositionVerdict { points: points(score), exact: Some(outcome) });
        let share = |yes: bool| if yes { 1.0 } else { 0.0 };
        json!({
            "evaluation": Evaluation {
                win: share(score > 0.0), draw: share(score == 0.0), loss: share(score < 0.0), simulations: 0,
            },
            "score": score,
            "proven": {"winner": outcome.winner().map(Side::index), "moves": 0},
        })
    }

    /// The result of the position, if the solver or a proof gives it; `None` if the solver needs more time.
    fn exact(&mut self, moment: Instant) -> Option<Option<Outcome>> {
        match &mut self.solver {
            Some(solver) => {
                solver.outcome_while(&self.game, self.history.position(), &|| Instant::now() < moment).map(Some)
            }
            None => Some(self.engine.search().proven().map(|proven| proven.outcome)),
        }
    }

    /// The event for a position that the engine has searched, with its result if known.
    fn judge(&mut self, exact: Option<Outcome>) -> Value {
        let Review { game, moves, next, engine, history, scale, after, .. } = self;
        let (position, side) = (history.position(), game.side_to_act(history.position()));
        let search = engine.search();
        let value = search.value();
        let score = value.score() * side.sign();
        let [win, loss] = if side == Side::First { [value.win, value.loss] } else { [value.loss, value.win] };
        let proven = search.proven();
        let judged = PositionVerdict { points: points(score), exact };
        let mut told = json!({
            "evaluation": Evaluation { win, draw: value.draw(), loss, simulations: search.simulations() },
            "score": score,
            "proven": exact.map(|outcome| json!({
                "winner": outcome.winner().map(Side::index),
                "moves": proven.filter(|proven| proven.outcome == outcome).map(|proven| proven.moves),
            })),
        });
        let analysis = Analysis::of(game, history, search, 0.0);
        told["best"] = analysis.best.as_str().into();
        told["pv"] = analysis.pv.into();
        let is_chosen = !history.is_chance(game);
        if let (Some(after), Some(next), true) = (*after, *next, is_chosen) {
            let played = game.format_turn(position, &moves[history.played().len()..next]);
            let known = judged.exact.is_some() && after.exact.is_some();
            let mut lost = (judged.points_of(side) - after.points_of(side)).max(0.0);
            if played == analysis.best && !known {
                lost = 0.0;
            }
            let judgement = scale.name(lost, played == analysis.best, known);
            told["move"] = played.into();
            told["lost"] = lost.into();
            told["judgement"] = judgement.into();
            told["exact"] = known.into();
        }
        self.after = Some(judged);
        told
    }

    /// Goes to the position before; `false` if there is none.
    fn step_back(&mut self) -> bool {
        self.next = self.plies.pop();
        let Some(&kept) = self.plies.last() else { return false };
        self.history.restart(&self.game, self.start.clone());
        for &mv in &self.moves[..kept] {
            self.history.play(&self.game, mv);
        }
        true
    }
}

impl Task for Review {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        loop {
            let mut told = match self.history.outcome() {
                Some(outcome) => self.over(outcome),
                None => {
                    if !self.searching {
                        // From an empty tree, so that no judgement depends on earlier ones.
                        self.engine.forget(self.seed);
                        self.engine.begin(&self.game, &self.history, self.budget);
                        self.searching = true;
                    }
                    self.engine.set_threads(threads);
                    if !self.engine.think_until(&self.game, moment) {
                        return Ok(false);
                    }
                    let Some(exact) = self.exact(moment) else { return Ok(false) };
                    self.searching = false;
                    self.judge(exact)
                }
            };
            told["ply"] = (self.plies.len() - 1).into();
            told["of"] = self.of.into();
            told["side"] = self.game.side_to_act(self.history.position()).index().into();
            let more = self.step_back();
            told["done"] = (!more).into();
            tell(told);
            if !more {
                return Ok(true);
            }
            if Instant::now() >= moment {
                return Ok(false);
            }
        }
    }
}
