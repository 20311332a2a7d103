//! The Python module `ardoise`: the library's games, positions, records, evaluators, searches and training runs.
//!
//! `ardoise.pyi` has the types for type checkers; the docstrings are here. `docs/python.md` is the guide. One file
//! for each Python class; the library does the work with the interpreter's lock released.

mod arrays; //     arrays of numpy
mod classes; //    what games, positions and records hold
mod error; //      errors as exceptions
mod evaluation; // what a net says of positions
mod evaluator; //  nets
mod game; //       the rules of a game
mod interrupt; //  Ctrl-C, and other threads
mod json; //       plain values, by way of their text
mod many; //       sequences as they are given
mod position; //   a position with the moves that led to it
mod record; //     records of games
mod result; //     how a game ended
mod run; //        training runs as data
mod samples; //    positions of self-play with their targets
mod search; //     a search and what it found
mod shape; //      the sizes of a net's input and policy
mod threads; //    how many there may be

use pyo3::prelude::*;

/// Board games learned from nothing but their rules: games, positions, evaluators, searches and training runs.
///
/// Sides are 0, who moves first, and 1. Values are for the side to act unless a docstring says otherwise.
#[pymodule]
mod ardoise {
    #[pymodule_export]
    use super::classes::{Game, Position, Record};
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::evaluation::Evaluation;
    #[pymodule_export]
    use super::evaluator::Evaluator;
    #[pymodule_export]
    use super::game::{game, games};
    #[pymodule_export]
    use super::record::{append_records, parse_records, read_records};
    #[pymodule_export]
    use super::result::GameResult;
    #[pymodule_export]
    use super::run::{Run, runs};
    #[pymodule_export]
    use super::samples::Samples;
    #[pymodule_export]
    use super::search::{MoveStats, SearchResult, search};
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
