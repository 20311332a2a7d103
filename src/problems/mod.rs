//! Problems to solve: positions in which exactly one move wins, with a proof that this move wins and no other does.
//!
//! *Win in N*: the side to act wins by its Nth turn, the current one included, against any defence, and cannot win
//! sooner. A turn is all moves that a side makes in a row. Details for each game: `docs/problems.md`.

mod attempt; // a person's way through a problem
mod compose; // from a position to a problem
mod forced; //  wins by force, against every defence
mod problem; // a problem, and files of them
mod rating; //  the difficulty of a problem
mod search; //  many positions, the best problems among them
mod shipped; // the problems that come with the program, and that of the day
mod solving; // a person solves problems in the terminal
mod source; //  the source of positions

pub use attempt::{Attempt, AttemptError, Failure, Hint, Judgement};
pub use forced::{BudgetExceeded, ForcedWinSearch};
pub use problem::{Problem, ProblemError, ProblemPosition, Try, read_problems};
pub use rating::rate;
pub use search::{ProblemQuery, Request, compose};
pub use shipped::{of_the_day, place_of_the_day, shipped};
pub use solving::{SolveOutcome, SolvingError, solve_problem};
