//! Games with a person or another program: terminal sessions, analysis, the Universal Game Interface.

mod analysis; // what an engine says about a position
mod line; //     lines of input, lines and lists of moves
mod round; //    a game under way, which may be given up and taken back
mod score; //    the score of a match
mod session; //  a match in the terminal
mod table; //    who sits where, for which side
mod ugi; //      the Universal Game Interface

pub use analysis::{Analysis, MoveAnalysis, Verdict};
pub use line::sorted_moves;
pub use session::Session;
pub use table::Chair;
pub use ugi::serve;
