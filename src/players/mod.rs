//! Players: engines, random and exact players, other programs; how they are named, and where their evaluators lie.

mod budget; //      how long a player thinks
mod checkpoints; // the location of evaluators: released ones, files, training runs
mod engine; //      a search with its evaluator and budget
mod entrant; //     a named player that exists and fits the game
mod level; //       how strong an engine plays against people
mod player; //      players: random, exact, searching
mod program; //     another program, by UGI or UCI through a pipe
mod seats; //       which seat belongs to which side
mod spec; //        names of players
mod uci; //         turns in the notation of programs for chess variants

pub use budget::Budget;
pub use checkpoints::{LocateError, Location, find_run, give};
pub use engine::{Engine, MakeEvaluator};
pub use entrant::{Entrant, KEPT_ANSWERS, PlayerError, PlayerTerms};
pub use level::{LEVELS, Level, LevelElo, LevelPlayer};
pub use player::{Forfeit, Player, RandomPlayer, SolverPlayer};
pub use program::{Patience, Program, ProgramPlayer, Protocol, kill_programs};
pub use seats::seat_sides;
pub use spec::{Kind, NetSpec, PlayerSpec, SpecError, check_run_name, is_evaluator};
