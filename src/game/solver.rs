use super::{Game, Outcome};

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
        let mut next = *position;
        game.play(&mut next, mv);
        self.outcome(game, &next)
    }

    /// Positions visited since the solver was created.
    fn nodes(&self) -> u64;
}
