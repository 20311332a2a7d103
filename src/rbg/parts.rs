use super::state::{End, State};
use thiserror::Error;

/// The components of a position, for text and for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateParts {
    /// The index of the piece on each cell.
    pub pieces: Vec<u8>,
    /// The variables, the scores first.
    pub variables: Vec<u16>,
    /// Index of the node of the rules' automaton.
    pub node: u32,
    /// The cell on which play stands.
    pub cell: u16,
    /// 0 or 1, the player to move, or the one who moved last where chance acts.
    pub player: u8,
    pub is_chance: bool,
    /// Whether a move is under way.
    pub is_within_move: bool,
    /// Whether the game ended in this position because following the rules takes too long.
    pub takes_too_long: bool,
}

/// Why components are not a position of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    #[error("expected {expected} cells, found {found}")]
    Cells { expected: usize, found: usize },
    #[error("expected {expected} variables, found {found}")]
    Variables { expected: usize, found: usize },
    /// A piece, value, node, cell or player that the rules do not have.
    #[error("{value} is too high for a {what}: expected at most {highest}")]
    TooHigh {
        what: &'static str,
        value: u32,
        /// The highest value that the rules allow.
        highest: u32,
    },
    /// A node at which no player chooses.
    #[error("no player chooses at node {0}")]
    NoChoice(u32),
}

impl State {
    /// Splits the position, for a board of `cells` cells and rules with `variables` variables.
    pub(super) fn parts(&self, cells: usize, variables: usize) -> StateParts {
        StateParts {
            pieces: self.cells[..cells].to_vec(),
            variables: self.variables[..variables].to_vec(),
            node: self.node,
            cell: self.cell,
            player: self.player() as u8,
            is_chance: self.is_chance,
            is_within_move: self.is_within_move,
            takes_too_long: self.end == Some(End::TooMuchWork),
        }
    }
}
