use super::{Game, Outcome};
use std::cell::Cell;

/// Finds the exact result of any position of a small game. Keeps its results between calls.
pub trait ExactSolver<G: Game>: Send {
    /// The result of `position` with perfect play. `go_on` is called every few milliseconds, always after the same
    /// number of positions; as soon as it returns false, the result is `None`. A second call continues about where the
    /// first stopped.
    fn outcome_while(&mut self, game: &G, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Outcome>;

    /// The result of `position` with perfect play.
    fn outcome(&mut self, game: &G, position: &G::Position) -> Outcome {
        self.outcome_while(game, position, &|| true).expect("it is never stopped")
    }

    /// The result of `position` after `mv`, a legal move, with perfect play.
    fn outcome_after(&mut self, game: &G, position: &G::Position, mv: G::Move) -> Outcome {
        self.outcome_after_while(game, position, mv, &|| true).expect("it is never stopped")
    }

    /// [`ExactSolver::outcome_after`] with a limit, as [`ExactSolver::outcome_while`].
    fn outcome_after_while(
        &mut self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Outcome> {
        let mut next = position.clone();
        game.play(&mut next, mv);
        self.outcome_while(game, &next, go_on)
    }

    /// Makes the solver try moves in the guide's order. Default: it keeps its own order.
    fn guide(&mut self, _guide: Box<dyn Guide<G>>) {}

    /// Number of positions visited since the solver was created.
    fn nodes(&self) -> u64;
}

/// Rates moves for an [`ExactSolver`]. Ratings affect how long a solution takes, never the result.
pub trait Guide<G: Game>: Send {
    /// Replaces `ratings` by one for each of the moves, which are some of the legal moves of `position`. Ratings are
    /// not negative; moves with a higher rating are tried earlier.
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], ratings: &mut Vec<f32>);
}

/// A `go_on` for [`ExactSolver::outcome_while`] that returns true `times` times, then false: a limit that depends on
/// no clock.
pub fn asked_at_most(times: u32) -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || asked.replace(asked.get() + 1) < times
}
