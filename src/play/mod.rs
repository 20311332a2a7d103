//! Games with a person or another program: terminal sessions, analysis, the Universal Game Interface.

mod analysis; // what an engine says about a position
mod line; //     lines of input and lines of moves
mod session; //  a game in the terminal
mod ugi; //      the Universal Game Interface

pub use analysis::{Analysis, MoveAnalysis, Verdict};
pub use session::{Chair, Session};
pub use ugi::serve;
