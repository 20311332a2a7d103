use crate::eval::Value;
use crate::game::{AnyGame, AnyPosition, ExactSolver, Game, Guidance, Outcome, asked_at_most};
use crate::samples::{Sample, SelfPlayGame};
use parking_lot::Mutex;
use std::fmt;

/// How often a solver of endings may poll in one game: some 5 000 positions, as much work as searching a game.
const MOST_ASKED: u32 = 10;

/// Exact solvers that threads borrow, so that their results last from one generation to the next. This affects only the
/// time, not the samples.
#[derive(Default)]
pub struct Solvers(Mutex<Vec<Box<dyn ExactSolver<AnyGame>>>>);

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solvers")
    }
}

impl Solvers {
    /// A free solver, or a new one; `None` in games without a solver.
    pub(super) fn take(&self, game: &AnyGame) -> Option<Box<dyn ExactSolver<AnyGame>>> {
        let free = self.0.lock().pop();
        free.or_else(|| game.solver())
    }

    pub(super) fn put(&self, solver: Box<dyn ExactSolver<AnyGame>>) {
        self.0.lock().push(solver);
    }
}

/// A game that ends where it begins, though the rules do not end it there: a solver gives the result, and the moves
/// that keep this result, which share the policy's target evenly. `priors` are the evaluator's, one for each legal
/// move.
///
/// Without `solver` a fresh endgame solver is used, so that results under the node limit are reproducible. `None` if no
/// result is found.
pub(super) fn solved_game(
    game: &AnyGame,
    solver: Option<&mut (dyn ExactSolver<AnyGame> + 'static)>,
    index: u32,
    position: AnyPosition,
    priors: impl Iterator<Item = f32>,
) -> Option<SelfPlayGame> {
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let side = game.side_to_act(&position);
    let solve = |solver: &mut dyn ExactSolver<AnyGame>, go_on: &dyn Fn() -> bool| {
        moves.iter().map(|&mv| solver.outcome_after_while(game, &position, mv, go_on)).collect::<Option<Vec<Outcome>>>()
    };
    let outcomes = match solver {
        Some(solver) => solve(solver, &|| true)?,
        None => solve(&mut *game.ending_solver()?, &asked_at_most(MOST_ASKED))?,
    };
    let worth = |outcome: &Outcome| outcome.score_for(side);
    let best = outcomes.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b))).expect("the game is not over");
    let keeps = outcomes.iter().map(|outcome| f32::from(u8::from(*outcome == best)));
    let count: f32 = keeps.clone().sum();
    let kept: f32 = priors.zip(keeps.clone()).map(|(prior, keeps)| prior * keeps).sum();
    let policy: Vec<f32> = keeps.map(|keeps| keeps / count).collect();
    let value = Some(Value::of(best, side));
    let sample = Sample {
        position: position.clone(),
        policy: Sample::<AnyPosition>::quantise(&policy),
        surprise: -libm::logf(kept.clamp(f32::MIN_POSITIVE, 1.0)),
        search: value,
        result: value,
        cut_off: false,
        lead: game.lead(&position).unwrap_or(0.0) * side.sign(),
        moves_left: 0,
    };
    Some(SelfPlayGame { index, samples: vec![sample], outcome: best, moves: 0, cut_off: false })
}
