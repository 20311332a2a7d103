//! Games from a file of rules, in the language Regular Boardgames (Kowalski, Mika, Sutowicz, Szykuła, AAAI 2019).
//!
//! A file becomes tokens (`lexer`), its macros are replaced (`macros`), its parts are read (`names`, `generators`,
//! `graph`, `grammar`) into a [`Board`] and a rule (`ast`). The rule becomes an automaton (`thompson`, `raw`), whose
//! piece-independent shifts are precomputed as tables (`closure`, `tables`), and which is then reduced (`reduce`,
//! `merge`, `compile`). `search` walks the automaton from a position ([`State`]); `steps` and `moves` find the legal
//! steps and whole moves. `possible` lists all whole moves that can occur, `symbolic` finds on which pieces they depend
//! and what they change. [`Rules`] combines all modules.
//!
//! [`Symmetry`]s of the rules are found, not declared: among the maps of the board onto itself (`board_maps`), by
//! refinement of colours (`colours`) and a check that each edge's image is an edge (`matching`). Patterns are images of
//! each other if they are equivalent (`alike`), by their walks (`walks`) or as functions of the board (`functions`).
//!
//! Questions of people are answered from the rules as they are written (`rule_graph`): why a move is legal or not
//! ([`Rules::why`]), and what decided a game ([`Rules::decision`]).
//!
//! Everything is deterministic and bounded by counted work: files come from strangers.

mod source;
mod account;
mod token;
mod lexer;
mod macros;
mod cursor;
mod names;
mod board;
mod generators;
mod graph;
mod ast;
mod grammar;
mod cells;
mod raw;
mod closure;
mod thompson;
mod tables;
mod automaton;
mod reduce;
mod merge;
mod compile;
mod state;
mod scratch;
mod search;
mod steps;
mod fork;
mod moves;
mod possible;
mod symbolic;
mod outline;
mod parts;
mod region;
mod maps;
mod walks;
mod alike;
mod functions;
mod colours;
mod board_maps;
mod matching;
mod symmetry;
mod rule_graph;
mod cost;
mod decision;
mod why;
mod rules;
mod perft;

pub use account::Account;
pub use ast::Actor;
pub use board::{Board, Cell, MAX_CELLS, Shape};
pub use cost::LineCost;
pub use decision::Decision;
pub use fork::Fork;
pub use moves::Moves;
pub use names::{MAX_BOUND, MAX_PIECES, MAX_VARIABLES};
pub use outline::Outline;
pub use parts::{StateError, StateParts};
pub use perft::{perft, perft_by_steps, perft_steps, perft_within};
pub use possible::{PossibleMove, PossibleMoves};
pub use rules::{ActionKind, MAX_BYTES, OutOfBounds, Rules};
pub use scratch::Scratch;
pub use source::{CellNames, Place, RulesFileError};
pub use state::{End, State, Step};
pub use symbolic::{
    CellCondition, Comparison, ConditionalPlacement, MoveCase, Operation, Outcome, Symbolic, Test, Value,
};
pub use symmetry::Symmetry;
pub use why::MoveExplanation;

#[cfg(test)]
mod tests;
