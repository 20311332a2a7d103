//! What a game is: sides, outcomes, rules with named options, moves, notation, symmetries and network encoding.
//!
//! Nothing here knows a concrete game, a search or a network.

mod digest;
mod encoding;
mod history;
mod notation;
mod perft;
mod rules;
mod side;
mod solver;

pub use digest::digest;
pub use encoding::Shape;
pub use history::{History, positions_of_games};
pub use notation::NotationError;
pub use perft::{Perft, perft};
pub use rules::{OptionKind, OptionSpec, Rules, RulesError, Variant};
pub use side::{Outcome, Seat, Side};
pub use solver::ExactSolver;

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of one variant with one set of options, and all that follows from them.
///
/// A `Game` is built once and shared; positions are small `Copy` values that hold what the rules need. A *move* is one
/// step by one side (`docs/games.md`): a turn may hold several moves of the same side, so the side to act is asked
/// with [`Game::side_to_act`], never computed by alternation.
///
/// Functions that take a position and a move expect a legal one; [`Game::legal_moves`] and [`Game::parse_move`] are the
/// two ways to get it. Functions that take a position expect one that [`Game::start`], [`Game::play`] or
/// [`Game::parse_position`] gave.
pub trait Game: Clone + Send + Sync + 'static {
    /// All that the rules need, without the history for repetition. Equality is identity of all fields.
    type Position: Copy + Eq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// One step by one side.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// The variant and its resolved options: the identity that records and evaluators are checked against.
    fn rules(&self) -> &Rules;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// The side whose move it is. After the game's last move it advances as if the game went on.
    fn side_to_act(&self, position: &Self::Position) -> Side;

    /// Who decides the next move. Two-player games have one seat a side.
    fn seat_to_act(&self, position: &Self::Position) -> Seat {
        Seat::of_side(self.side_to_act(position))
    }

    /// The names of the seats; index [`Seat::index`].
    fn seat_names(&self) -> &'static [&'static str];

    /// Replaces the content of `moves` with all legal moves, in an order that depends on the position only.
    /// Empty where the game is over by [`Game::outcome`]. Allocates nothing once `moves` has grown.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a legal move. Allocates nothing.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The result where the game is over by the position alone; repetition is [`History`]'s concern.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why the game is over by the position, in words that fit behind a result and a colon, as `all pieces connected`.
    /// `None` exactly where it goes on.
    fn ending(&self, position: &Self::Position) -> Option<&'static str>;

    /// The points of both sides so far, in the order of [`Side::BOTH`], in games that points decide. A network for such
    /// a game also learns by how much it is won ([`Game::lead`]).
    fn totals(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// By how much the first side leads, from -1 to 1. In games with points (see [`Game::totals`]) what the difference
    /// is worth, 0 where the totals are equal; at the end, the margin of the win. In other games a measure of progress
    /// towards the goal, by which *training* may value games that it cuts off. 0 where the game has neither.
    fn lead(&self, _position: &Self::Position) -> f32 {
        0.0
    }

    /// How much further the first side has come towards its goal than the second, in games without points that offer
    /// such a measure: in steps, of which one is a gain that a search should prefer to half a chance to win. Exchanging
    /// the sides changes the sign. No bounds, so that a capture counts as much for a side that is far ahead. Only what
    /// is gained and lost counts, never the result of a game.
    fn progress(&self, _position: &Self::Position) -> f32 {
        0.0
    }

    /// A random position for self-play to start from that play from the opening would hardly reach, in games whose
    /// openings tell too little. `distance` from 0 to 1 says how far from the end of the game: at 0 most are decided
    /// within a few turns, at 1 they are about as rich as the opening. Now and then the game is over there already:
    /// the caller draws again. `None`, always, where the game offers none.
    fn scattered(&self, _distance: f32, _rng: &mut dyn Rng) -> Option<Self::Position> {
        None
    }

    /// A 64-bit key under which occurrences of the position are counted for the third-repetition draw, or `None` where
    /// the position cannot count (the game has no such rule, or a turn is under way).
    fn repetition_key(&self, position: &Self::Position) -> Option<u64>;

    /// A 64-bit hash of everything that the encoding shows: positions with equal encodings and legal moves may share
    /// it, others practically never do. Key of evaluation caches.
    fn hash(&self, position: &Self::Position) -> u64;

    /// An upper bound on the number of moves of a game.
    fn max_moves(&self) -> u32;

    /// A move in the notation of the rule page. Injective over the legal moves of a position.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// The text is not in the notation of the rule page, or the move is not legal here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;

    /// A position on one line, in the notation of the rule page.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a position; exact inverse of [`Game::format_position`].
    ///
    /// # Errors
    /// The text is malformed, does not print back as given, or names a position that cannot be.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The board as a person would draw it, several lines, with coordinates; no colour codes.
    fn draw(&self, position: &Self::Position) -> String;

    /// The size of the group of symmetries that keep rules and sides. Index 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The image of a position. Legal moves, outcomes and encodings map along.
    fn transform_position(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// The image of a move under the same symmetry.
    fn transform_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move;

    /// An exact solver, for games that have one.
    fn solver(&self) -> Option<Box<dyn ExactSolver<Self>>> {
        None
    }

    /// The rule options that tell one network from another, with their values; a net serves any value of the others. All
    /// of them, unless the encoding shows what the rest decides.
    fn net_options(&self) -> BTreeMap<String, String> {
        self.rules().options()
    }

    /// The sizes of the network's inputs and of the policy.
    fn shape(&self) -> Shape;

    /// Increased whenever [`Game::encode`] or [`Game::policy_index`] change meaning, so that older nets are refused.
    fn encoding_version(&self) -> u32;

    /// Writes the network's input for a position, seen by the side to act: `planes` is `[plane][row][column]` with
    /// `shape().planes * shape().cells()` entries from 0 to 1, of which a net in 8 bits sees 127ths; `globals` has
    /// `shape().globals` entries, in about [-1, 1]. Overwrites every entry.
    fn encode(&self, position: &Self::Position, planes: &mut [f32], globals: &mut [f32]);

    /// The index of a legal move among the policy's logits (see [`Shape`]); injective for each position.
    fn policy_index(&self, position: &Self::Position, mv: Self::Move) -> usize;
}
