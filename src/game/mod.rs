//! The definition of a game, as one trait for each purpose.
//!
//! [`Game`] is the rules and play; [`Notation`] the text of moves and positions; [`Symmetry`] and [`Encoding`] are for
//! networks; [`Guidance`] is knowledge beyond the rules. [`CompleteGame`] is all of them. A new game must write
//! thirteen methods, seven of `Game`, three of `Notation` and three of `Encoding`; all others have defaults.
//! [`contract`] checks a game's obligations.
//!
//! Nothing here knows a concrete game, a search or a network.

mod any;
mod any_position;
mod board;
mod complete;
pub mod contract;
mod digest;
mod encoding;
mod ending;
mod guidance;
mod history;
mod notation;
mod notation_error;
mod packed;
mod perft;
mod play;
mod position_view;
mod repetition;
mod rules;
mod sentence;
mod shape;
mod side;
mod solver;
mod squash;
mod symmetry;
mod turn;
mod turn_text;

pub use any::{AnyGame, AnyMove};
pub use any_position::{AnyPosition, POSITION_BYTES, Position};
pub use board::{Board, BoardCell, Border, Card, Look, ManKind, Number, Tile};
pub use complete::CompleteGame;
pub use digest::digest;
pub use encoding::Encoding;
pub use ending::Ending;
pub use guidance::Guidance;
pub use history::{History, outcome_of_repetition, positions_of_games};
pub use notation::{Notation, not_among, position_json, position_of_json};
pub use notation_error::NotationError;
pub use packed::Packed;
pub use perft::{Perft, perft, perft_of_turns, perft_while};
pub use play::{Game, SHARED_FUTURE, Successor};
pub use position_view::PositionView;
pub use repetition::RepetitionRule;
pub use rules::{OptionDefault, OptionKind, OptionSpec, Rules, RulesError, Variant, VariantRef, Words};
pub use sentence::{Part, Sentence};
pub use shape::Shape;
pub use side::{Outcome, Seat, Side};
pub use solver::{ExactSolver, Guide, asked_at_most};
pub use squash::{squash, unsquash};
pub use symmetry::{Symmetry, images};
pub use turn::{ByHand, Turn, Turns, is_whole_turn};
pub(crate) use turn::{SHOWN as SHOWN_TURNS, listed};
pub(crate) use turn_text::begins;
pub use turn_text::{by_turns, parse_turn_or_move, turn_texts};
