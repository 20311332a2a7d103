//! The cells of all boards under one numbering, and the targets of men from them.
//!
//! Boards 1, 2 and 3 of the rule page have index 0, 1 and 2; cells are numbered row by row, White's first row first:
//! board 1 has cells 0 to 143 (`a1` to `l12`), board 2 144 to 207, board 3 208 to 232, and the summit is 233.

use crate::game::Side;
use std::ops::{BitAnd, BitOr, Not};

/// Boards with more than one cell.
pub const BOARDS: usize = 3;
/// Rows (and columns) of each board.
pub const SIZES: [usize; BOARDS] = [12, 8, 5];
/// The first cell of each board.
pub const BASES: [usize; BOARDS] = [0, 144, 208];
/// Rows (and columns) of all boards below: the first letter and number of a board.
pub const OFFSETS: [usize; BOARDS] = [0, 12, 20];
/// Rows (and columns) that hold the chimneys of each board.
const CHIMNEY_LINES: [&[usize]; BOARDS] = [&[3, 8], &[2, 5], &[2]];
/// Cells of the three boards, chimneys included.
pub const CELLS: usize = 233;
/// The one cell of board 4.
pub const SUMMIT: u8 = 233;
pub const SUMMIT_BOARD: usize = 3;
/// No cell: beyond the edge. Lists of cells end with it, and it counts as blocked.
pub const WALL: u8 = 255;

/// (rows, columns) of one step in each direction, clockwise from White's forward.
pub const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A set of cells; bits from 234 up are free for values that are no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub [u64; 4]);

impl Cells {
    pub const EMPTY: Cells = Cells([0; 4]);

    /// The set with one more cell.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: u8) -> Cells {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
        self
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, cell: u8) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a missing cell, or removes a present one.
    #[inline]
    pub fn toggle(&mut self, cell: u8) {
        self.0[cell as usize / 64] ^= 1 << (cell % 64);
    }

    /// How many cells are in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Cells::EMPTY
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    (index as u32 * 64 + bit) as u8
                })
            })
        })
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(self.0.map(|word| !word))
    }
}

/// The index of a cell's board; 3 for the summit and all higher numbers.
#[inline]
pub const fn board_of(cell: u8) -> usize {
    match cell {
        0..144 => 0,
        144..208 => 1,
        208..233 => 2,
        _ => SUMMIT_BOARD,
    }
}

/// Board, row and column of a cell of one of the three boards.
#[inline]
pub const fn coordinates(cell: u8) -> (usize, usize, usize) {
    let board = board_of(cell);
    let index = cell as usize - BASES[board];
    (board, index / SIZES[board], index % SIZES[board])
}

/// The cell of a board by row and column.
#[inline]
pub const fn cell_at(board: usize, row: usize, column: usize) -> u8 {
    (BASES[board] + row * SIZES[board] + column) as u8
}

pub static CHIMNEYS: Cells = chimneys();

/// The cells of each board where a man can stand: all but the chimneys.
pub static BOARD: [Cells; BOARDS] = [floor(0), floor(1), floor(2)];

/// The first row of each side, on board 1.
pub static FIRST_ROW: [Cells; 2] = [row_of_board_1(0), row_of_board_1(SIZES[0] - 1)];

/// The neighbour of each cell in each of the [`DIRECTIONS`], chimneys included; [`WALL`] beyond the edge.
pub static NEIGHBOURS: [[u8; 8]; CELLS] = offsets(&DIRECTIONS);

/// The cells that the double pawn reaches from each cell, chimneys included; [`WALL`] at the end of the list.
pub static LEAPS: [[u8; 8]; CELLS] =
    packed(offsets(&[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]));

/// The image of each cell when the columns are reflected.
pub static REFLECTED: [u8; CELLS] = reflected();

/// The targets of a pawn from a cell. The lists are filled up with [`WALL`].
#[derive(Clone, Copy)]
pub struct PawnSteps {
    /// Cells to which the pawn moves if they are empty.
    pub quiet: [u8; 4],
    /// Cells on which the pawn captures.
    pub captures: [u8; 4],
    /// The chimney into which the pawn may fall. No cell is next to two.
    pub chimney: u8,
}

/// The steps of the pawns of each side from each cell.
pub static PAWN_STEPS: [[PawnSteps; CELLS]; 2] = [pawn_steps(Side::First), pawn_steps(Side::Second)];

const fn is_chimney_line(board: usize, line: usize) -> bool {
    let lines = CHIMNEY_LINES[board];
    let mut index = 0;
    while index < lines.len() {
        if lines[index] == line {
            return true;
        }
        index += 1;
    }
    false
}

const fn is_chimney(cell: u8) -> bool {
    let (board, row, column) = coordinates(cell);
    is_chimney_line(board, row) && is_chimney_line(board, column)
}

const fn chimneys() -> Cells {
    let mut set = Cells::EMPTY;
    let mut cell = 0;
    while cell < SUMMIT {
        if is_chimney(cell) {
            set = set.with(cell);
        }
        cell += 1;
    }
    set
}

const fn floor(board: usize) -> Cells {
    let mut set = Cells::EMPTY;
    let mut cell = 0;
    while cell < SUMMIT {
        if board_of(cell) == board && !is_chimney(cell) {
            set = set.with(cell);
        }
        cell += 1;
    }
    set
}

const fn row_of_board_1(row: usize) -> Cells {
    let mut set = Cells::EMPTY;
    let mut column = 0;
    while column < SIZES[0] {
        set = set.with(cell_at(0, row, column));
        column += 1;
    }
    set
}

/// The cell at this distance in rows and columns on the same board.
const fn offset(cell: u8, (rows, columns): (i32, i32)) -> u8 {
    let (board, row, column) = coordinates(cell);
    let (row, column, size) = (row as i32 + rows, column as i32 + columns, SIZES[board] as i32);
    if row < 0 || row >= size || column < 0 || column >= size {
        return WALL;
    }
    cell_at(board, row as usize, column as usize)
}

const fn offsets(steps: &[(i32, i32); 8]) -> [[u8; 8]; CELLS] {
    let mut table = [[WALL; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 8 {
            table[cell][direction] = offset(cell as u8, steps[direction]);
            direction += 1;
        }
        cell += 1;
    }
    table
}

/// The same lists without gaps.
const fn packed(table: [[u8; 8]; CELLS]) -> [[u8; 8]; CELLS] {
    let mut lists = [[WALL; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut index, mut length) = (0, 0);
        while index < 8 {
            if table[cell][index] != WALL {
                lists[cell][length] = table[cell][index];
                length += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    lists
}

const fn reflected() -> [u8; CELLS] {
    let mut images = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (board, row, column) = coordinates(cell as u8);
        images[cell] = cell_at(board, row, SIZES[board] - 1 - column);
        cell += 1;
    }
    images
}

const fn pawn_steps(side: Side) -> [PawnSteps; CELLS] {
    /// White's directions in which a pawn of each board moves, captures and falls; 8 ends a list.
    const QUIET: [[usize; 4]; BOARDS] = [[0, 8, 8, 8], [0, 4, 8, 8], [0, 2, 4, 6]];
    const CAPTURES: [[usize; 4]; BOARDS] = [[1, 7, 8, 8], [1, 3, 5, 7], [1, 3, 5, 7]];
    const FALLS: [&[usize]; BOARDS] = [&[0, 1, 2, 6, 7], &[0, 1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3, 4, 5, 6, 7]];

    let mut table = [PawnSteps { quiet: [WALL; 4], captures: [WALL; 4], chimney: WALL }; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let board = board_of(cell as u8);
        let mut index = 0;
        let (mut quiet, mut captures) = (0, 0);
        while index < 4 {
            let to = pawn_target(cell, QUIET[board][index], side);
            if to != WALL && !is_chimney(to) {
                table[cell].quiet[quiet] = to;
                quiet += 1;
            }
            let to = pawn_target(cell, CAPTURES[board][index], side);
            if to != WALL && !is_chimney(to) {
                table[cell].captures[captures] = to;
                captures += 1;
            }
            index += 1;
        }
        index = 0;
        while index < FALLS[board].len() {
            let to = pawn_target(cell, FALLS[board][index], side);
            if to != WALL && is_chimney(to) {
                table[cell].chimney = to;
            }
            index += 1;
        }
        cell += 1;
    }
    table
}

/// The neighbour in one of White's directions, turned round for Black; [`WALL`] for direction 8.
const fn pawn_target(cell: usize, direction: usize, side: Side) -> u8 {
    if direction == 8 { WALL } else { NEIGHBOURS[cell][seen_by(side, direction)] }
}

/// A direction from a side's view: Black's is mirrored with the rows. Its own inverse.
#[inline]
pub const fn seen_by(side: Side, direction: usize) -> usize {
    match side {
        Side::First => direction,
        Side::Second => (12 - direction) % 8,
    }
}
