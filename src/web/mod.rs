//! The protocol between the page and its engine (`docs/protocol.md`): requests and replies in JSON, and tasks, which
//! take time. `serve` speaks it over HTTP, `browser` in a worker of the browser.

mod analyse; //     the task `analyse`
mod choose; //      the task `move`
mod game_spec; //   the game of a request
mod games; //       the games that a request may name
mod hello; //       the reply to `hello`: variants and evaluators
mod judgement; //   a review's names for moves
mod nets; //        the evaluators that requests name
mod page_engine; // from a request to its reply or its task
mod position; //    positions as the page draws them
mod problems; //    problems to solve, and the tasks `attempt` and `hint`
mod records; //     records loaded and saved
mod refusal; //     refusals of requests
mod replay_cache; // games of recent requests
mod request; //     the kinds of requests
mod review; //      the task `review`
mod task; //        work in slices
mod through; //     the task `through`
mod verdicts; //    the task `verdicts`

#[cfg(all(target_arch = "wasm32", target_os = "unknown", feature = "browser"))]
pub mod browser; // the engine as a module of WebAssembly

pub use game_spec::GameSpec;
pub use games::Games;
pub use nets::Nets;
pub use page_engine::{Answer, PageEngine};
#[cfg(feature = "serve")]
pub(crate) use position::GameState;
pub use records::LoadedGame;
pub use refusal::Refusal;
pub use request::Request;
#[cfg(feature = "serve")]
pub(crate) use request::{Act, OpenTable, RequestKind, Start, Step, Stop, TableAction, TableReference, TakeSeat};
#[cfg(all(feature = "learn", feature = "serve"))]
pub(crate) use request::{Action, GenerationReference, RunReference, Train};
pub use task::Task;
