use crate::rbg::{Board, Shape};
use std::collections::BTreeSet;

/// Distance between rows of hexagons, in widths of a cell.
const HEXAGON_ROWS: f32 = 0.866_025_4;

/// The cells of a board in a rectangle, for planes: neighbours on the board are near in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub rows: usize,
    pub cols: usize,
    /// The place of each cell of the board, `row * cols + column`.
    pub places: Vec<usize>,
}

impl Layout {
    /// Hexagons are sheared, so that rows of cells become rows and columns. Points keep the order of their
    /// coordinates.
    pub fn new(board: &Board) -> Layout {
        let sheared = [0.0, 0.5, -0.5].map(|shear| by_coordinates(board, |x, y| x + shear * y));
        let smallest = sheared.into_iter().flatten().min_by_key(|layout| layout.rows * layout.cols);
        // Cells that are drawn on top of each other, or lie far too scattered, are placed in their order instead.
        let roomy = |layout: &Layout| layout.rows * layout.cols > 4 * board.cells.len();
        smallest.filter(|layout| !roomy(layout)).unwrap_or_else(|| in_order(board.cells.len()))
    }
}

fn by_coordinates(board: &Board, column: impl Fn(f32, f32) -> f32) -> Option<Layout> {
    // In hundredths, which can be ordered.
    let whole = |value: f32| (value * 100.0).round() as i64;
    let spots = Vec::from_iter(board.cells.iter().map(|cell| (whole(cell.y), whole(column(cell.x, cell.y)))));
    let (rows, cols): (BTreeSet<i64>, BTreeSet<i64>) = spots.iter().copied().unzip();
    let rank = |all: &BTreeSet<i64>, one: i64| all.range(..one).count();
    let places = Vec::from_iter(spots.iter().map(|&(y, x)| rank(&rows, y) * cols.len() + rank(&cols, x)));
    let distinct = BTreeSet::from_iter(&places).len() == places.len();
    distinct.then_some(Layout { rows: rows.len(), cols: cols.len(), places })
}

fn in_order(cells: usize) -> Layout {
    let cols = (1..).find(|side| side * side >= cells).expect("boards are finite");
    Layout { rows: cells.div_ceil(cols), cols, places: (0..cells).collect() }
}

/// The centres of the cells, upwards.
pub fn places(board: &Board) -> Vec<[f32; 2]> {
    let rows = if board.shape == Shape::Hexagon { HEXAGON_ROWS } else { 1.0 };
    let lowest = board.cells.iter().map(|cell| cell.y).fold(0.0, f32::max);
    board.cells.iter().map(|cell| [cell.x, (lowest - cell.y) * rows]).collect()
}
