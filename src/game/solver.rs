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
        let mut next = *position;
        game.play(&mut next, mv);
        self.outcome_while(game, &next, go_on)
    }

    /// Positions visited since the solver was created.
    fn nodes(&self) -> u64;
}

/// A `go_on` for [`ExactSolver::outcome_while`] that says yes so many times, and then no: a limit that depends on no clock.
pub fn asked_at_most(times: u32) -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || asked.replace(asked.get() + 1) < times
}
