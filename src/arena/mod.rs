//! Players and how strong they are: matches from paired openings, ratings, sequential tests.

mod budget; //      how long a player thinks
mod checkpoints; // where evaluators lie
mod elo; //         ratings with intervals
mod engine; //      a search with its evaluator and budget
mod entrant; //     a player ready to be made any number of times
mod exam; //        won positions with exact answers
mod opening; //     random openings that are not decided
mod pair; //        two games from one opening, sides exchanged
mod pentanomial; // results of pairs
mod player; //      players: random, exact, searching
mod score; //       results by side
mod seats; //       which seat belongs to which side
mod seed; //        a stream of random numbers for each use
mod spec; //        players as the command line names them
mod sprt; //        sequential probability ratio test
mod tournament; //  a round robin on several threads

pub use budget::Budget;
pub use checkpoints::{LocateError, released, run_evaluator};
pub use elo::{Elo, elo_of_score, score_of_elo};
pub use engine::{Engine, MAX_SIMULATIONS};
pub use entrant::{Entrant, PlayerError};
pub use exam::{Exam, Grade};
pub use opening::{DEFAULT_PLIES, OpeningError, Openings};
pub use pair::{GamePair, PlayedGame, play_game, play_pair};
pub use pentanomial::Pentanomial;
pub use player::{Player, RandomPlayer, SolverPlayer};
pub use score::{Score, Tally};
pub use seats::seat_sides;
pub use seed::derive;
pub use spec::{Kind, PlayerSpec, SpecError};
pub use sprt::{Sprt, SprtResult, SprtState};
pub use tournament::{Pairing, Tournament};
