use super::{Game, Outcome};
use std::cell::Cell;

/// Finds the exact result of any position of a small game. Keeps what it finds from call to call.
pub trait ExactSolver<G: Game>: Send {
    /// The result of `position` if both sides play perfectly from it; `None` as soon as `go_on`, asked every few
    /// milliseconds and always after as many positions, says no. Asked again, the solver goes on about where it was.
    fn outcome_while(&mut self, game: &G, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Outcome>;

    /// The result of `position` if both sides play perfectly from it.
    fn outcome(&mut self, game: &G, position: &G::Position) -> Outcome {
        self.outcome_while(game, position, &|| true).expect("it is never stopped")
    }

    /// The result of `position` after `mv`, a legal move, if both sides play perfectly from there.
    fn outcome_after(&mut self, game: &G, position: &G::Position, mv: G::Move) -> Outcome {
        self.outcome_after_while(game, position, mv, &|| true).expect("it is never stopped")
    }

    /// The same, as long as `go_on` says so: [`ExactSolver::outcome_while`].
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

    /// Has the solver try moves in the order that the guide gives them. Default: it has an order of its own.
    fn guide(&mut self, _guide: Box<dyn Guide<G>>) {}

    /// Positions visited since the solver was created.
    fn nodes(&self) -> u64;
}

/// Tells an [`ExactSolver`] which moves are likely to be good. That changes how long a solution takes, never what it is.
pub trait Guide<G: Game>: Send {
    /// Replaces `ratings` by one for each of the moves, which are some of those that are legal in `position`. None is
    /// negative; the higher, the sooner the move is tried.
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], ratings: &mut Vec<f32>);
}

/// A `go_on` for [`ExactSolver::outcome_while`] that says yes so many times, and then no: a limit that depends on no clock.
pub fn asked_at_most(times: u32) -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || asked.replace(asked.get() + 1) < times
}
