//! Who plays: searching, random and exact players, how they are named, and where their evaluators lie.

mod budget; //      how long a player thinks
mod checkpoints; // where evaluators lie
mod engine; //      a search with its evaluator and budget
mod entrant; //     a player ready to be made any number of times
mod player; //      players: random, exact, searching
mod seats; //       which seat belongs to which side
mod spec; //        players as the command line names them

pub use budget::Budget;
pub use checkpoints::{LocateError, released, run_evaluator};
pub use engine::Engine;
pub use entrant::{Entrant, PlayerError};
pub use player::{Player, RandomPlayer, SolverPlayer};
pub use seats::seat_sides;
pub use spec::{Kind, PlayerSpec, SpecError};
