//! Games with a person or another program: sessions in a terminal, analysis, the Universal Game Interface.

mod analysis; // an engine's analysis of a position
mod command; //  commands at the prompt
mod input; //    the source of a person's lines
mod line; //     lines of input; moves and words as lines
mod marks; //    the colours of the board
mod round; //    a game in progress, which can be given up and taken back
mod rules; //    the rule pages as text
mod score; //    the score of a match
mod seating; //  the occupants of seats, and their sides
mod session; //  a match in the terminal
mod game_info; //     a game's description for pages
mod ugi; //      the Universal Game Interface

pub use analysis::{Analysis, MoveAnalysis, Verdict};
pub(crate) use command::Commands;
pub use game_info::{GameInfo, SeatInfo};
pub use input::Input;
pub use line::{
    WIDTH, columns, error_sentence, in_one_line, natural_order, read_moves, say, shortened, sorted_moves, sorted_turns,
    typed_line,
};
pub use marks::colour;
pub use rules::rules_text;
pub use seating::Chair;
pub use session::{PendingRecord, RecordStore, Session};
pub use ugi::serve;
