//! How strong players are: matches of paired games, ratings, sequential tests, exams.

mod task_queue; //        tasks that threads share, and their results
mod elo; //         ratings with intervals
mod exam; //        won positions with exact solutions
mod journal; //     the file that results are kept in
mod opening; //     random openings of undecided games, or balanced ones
mod pair; //        two games from one opening, sides exchanged
mod pentanomial; // results of pairs
mod rating; //      ratings of players of whom not all have met
mod score; //       results by side and by pair
mod spread; //      means over trainings or pairs of games, with intervals
mod sprt; //        sequential probability ratio test
mod tournament; //  a round robin on several threads

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use exam::{Exam, Grade, answer};
pub use journal::Journal;
pub use opening::{DEFAULT_PLIES, OpeningError, OpeningRule, Openings, Reference};
pub use pair::{GamePair, PlayedGame, play_game, play_pair, seat_names};
pub use pentanomial::Pentanomial;
pub use rating::ratings;
pub use score::{Score, Tally};
pub use spread::{Estimate, Spread};
pub use sprt::{Sprt, SprtResult, SprtState};
pub use task_queue::{TaskQueue, run_tasks};
pub use tournament::{Pairing, Standings, Tournament};
