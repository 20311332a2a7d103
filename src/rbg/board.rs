use super::source::{Problem, Span};
use std::sync::Arc;

/// The most cells of a board: 19x19 has 361.
pub const MAX_CELLS: usize = 2000;
/// No neighbour.
pub(super) const NOWHERE: u16 = u16::MAX;

/// How a board was given, which determines how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle of squares, drawn as a chessboard.
    Rectangle,
    /// Rows of hexagons, each half a cell beside the next.
    Hexagon,
    /// Rectangles side by side, one per layer.
    Cuboid,
    /// Points joined by lines.
    Graph,
}

/// A cell as it is named and drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Name for players, as `b3`; in a graph its name in the file.
    pub name: String,
    /// Columns to the right, in widths of a cell.
    pub x: f32,
    /// Rows downwards from the top.
    pub y: f32,
    /// The index of the piece at the start.
    pub piece: u8,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub shape: Shape,
    /// The cells in the order of their indices. Play begins on the first.
    pub cells: Vec<Cell>,
    pub directions: Vec<Arc<str>>,
    /// `next[direction * cells + cell]`, or [`NOWHERE`].
    pub(super) next: Vec<u16>,
}

impl Board {
    pub fn neighbour(&self, cell: usize, direction: usize) -> Option<usize> {
        let next = *self.next.get(direction * self.cells.len() + cell)?;
        (next != NOWHERE).then_some(next as usize)
    }

    pub fn cell_named(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }
}

/// A cell before its neighbours are known.
pub(super) struct Plan {
    pub cell: Cell,
    /// For each neighbour its direction and index.
    pub edges: Vec<(u8, usize)>,
}

pub(super) fn assemble(
    shape: Shape,
    plans: Vec<Plan>,
    directions: &[Arc<str>],
    heading: Span,
) -> Result<Board, Problem> {
    if plans.is_empty() {
        return Err(Problem::at(heading, "this board has no cells: expected at least one"));
    }
    check_size(plans.len(), heading)?;
    let count = plans.len();
    let mut next = vec![NOWHERE; directions.len() * count];
    for (index, plan) in plans.iter().enumerate() {
        for &(direction, target) in &plan.edges {
            next[direction as usize * count + index] = target as u16;
        }
    }
    let cells = plans.into_iter().map(|plan| plan.cell).collect();
    Ok(Board { shape, cells, directions: directions.to_vec(), next })
}

/// Refuses a board with more than [`MAX_CELLS`] cells.
pub(super) fn check_size(cells: usize, at: Span) -> Result<(), Problem> {
    if cells <= MAX_CELLS {
        return Ok(());
    }
    let message = format!("this board has more than {MAX_CELLS} cells: expected at most that many");
    Err(Problem::at(at, message))
}
