use super::{ExactSolver, Game};
use rand::Rng;

/// Optional knowledge about a game beyond its rules: hand-written evaluation, positions to train from, an exact solver.
pub trait Guidance: Game {
    /// A hand-written measure of the first side's progress less the second side's, without bounds: 1 is a gain that a
    /// search should prefer to half a chance to win. Exchanging the sides changes the sign. Unlike the
    /// [lead](Game::lead) it does not flatten out, so a capture counts as much for a side that is far ahead as for any
    /// other. It must not count the result of a game. Default: 0.
    fn progress(&self, _position: &Self::Position) -> f32 {
        0.0
    }

    /// A random position for self-play to start from, in games where play from the opening hardly ever reaches an end.
    /// `distance` is that from the end of the game, from 0 to 1: at 0 most positions are decided within a few turns, at
    /// 1 they are about as rich as the opening. If the game is over in the position, the caller draws another one.
    /// Either always or never `None`. Default: none.
    fn scattered(&self, _distance: f32, _rng: &mut dyn Rng) -> Option<Self::Position> {
        None
    }

    /// The position with points given to the side that is expected to end behind: a game that would end with this
    /// [lead](Game::lead) of the first side, above -1 and below 1, then ends even. Nothing else changes. In Go such
    /// points are called komi. Either always or never `None`. Default: none.
    fn with_komi(&self, _position: &Self::Position, _lead: f32) -> Option<Self::Position> {
        None
    }

    /// Adds the positions that differ from this one by lacking a single man, in games where men leave the board. In
    /// this way problems are rid of superfluous men. The game may be over in these positions. Default: none.
    fn without_a_man(&self, _position: &Self::Position, _lighter: &mut Vec<Self::Position>) {}

    /// An exact solver, for games small enough to have one. Default: none.
    fn solver(&self) -> Option<Box<dyn ExactSolver<Self>>> {
        None
    }

    /// An exact solver for positions near the end, in games that may be too large to be solved from the start: in other
    /// positions [`ExactSolver::outcome_while`] gives up. Default: the solver.
    fn ending_solver(&self) -> Option<Box<dyn ExactSolver<Self>>> {
        self.solver()
    }
}
