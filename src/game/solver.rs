use super::{Game, Outcome};

/// Finds the exact result of any position of a small game. Keeps what it finds from call to call.
pub trait ExactSolver<G: Game>: Send {
    /// The result of `position` if both sides play perfectly from it.
    fn outcome(&mut self, game: &G, position: &G::Position) -> Outcome;

    /// Positions visited since the solver was created.
    fn nodes(&self) -> u64;
}
