use super::{Game, Outcome};

/// Finds the exact result of any position of a game that is small enough. Keeps what it learns between calls.
pub trait ExactSolver<G: Game>: Send {
    /// The result of `position` under best play of both sides; the position's own where the game is over there.
    fn outcome(&mut self, game: &G, position: &G::Position) -> Outcome;

    /// Positions visited since the solver was made.
    fn nodes(&self) -> u64;
}
