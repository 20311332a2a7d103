//! Cells, lines and groups. Cell `row * 8 + column` is bit number `row * 8 + column`; `a1` is cell 0, `h8` cell 63.

/// Rows, and columns, of the board.
pub const SIZE: usize = 8;
/// Cells of the board.
pub const CELLS: usize = SIZE * SIZE;

/// The four axes as (rows, columns) of one step ahead, that is towards higher cells: row, column, both diagonals.
pub const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
/// How far apart neighbouring cells of each axis are in cell numbers.
pub const STRIDES: [u32; 4] = [1, 8, 9, 7];

/// The line through a cell along one axis.
#[derive(Clone, Copy)]
pub struct Line {
    /// All cells of the line.
    pub cells: u64,
    /// The cells ahead, towards higher cells.
    pub ahead: u64,
    /// The cells behind, towards lower cells.
    pub behind: u64,
    /// How many cells are ahead.
    pub room_ahead: u32,
    /// How many cells are behind.
    pub room_behind: u32,
}

/// The lines through each cell, in the order of [`AXES`].
pub static LINES: [[Line; 4]; CELLS] = lines();

const fn lines() -> [[Line; 4]; CELLS] {
    let none = Line { cells: 0, ahead: 0, behind: 0, room_ahead: 0, room_behind: 0 };
    let mut lines = [[none; 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut axis = 0;
        while axis < 4 {
            let (rows, columns) = AXES[axis];
            let (ahead, behind) = (ray(cell, rows, columns), ray(cell, -rows, -columns));
            lines[cell][axis] = Line {
                cells: ahead | behind | 1 << cell,
                ahead,
                behind,
                room_ahead: ahead.count_ones(),
                room_behind: behind.count_ones(),
            };
            axis += 1;
        }
        cell += 1;
    }
    lines
}

/// The cells from `cell`, itself left out, to the edge.
const fn ray(cell: usize, rows: i32, columns: i32) -> u64 {
    let size = SIZE as i32;
    let (mut row, mut column) = ((cell / SIZE) as i32 + rows, (cell % SIZE) as i32 + columns);
    let mut cells = 0;
    while 0 <= row && row < size && 0 <= column && column < size {
        cells |= 1 << (row * size + column);
        row += rows;
        column += columns;
    }
    cells
}

/// The direction from one cell to another on a common line: the axis, plus 4 where it leads behind.
#[inline]
pub fn direction(from: u8, to: u8) -> usize {
    /// By the signs of the differences in rows and columns.
    const BY_SIGNS: [[usize; 3]; 3] = [[6, 5, 7], [4, 0, 0], [3, 1, 2]];
    let sign = |from: u8, to: u8| 1 + usize::from(to > from) - usize::from(to < from);
    BY_SIGNS[sign(from / 8, to / 8)][sign(from % 8, to % 8)]
}

/// The cells given and all their neighbours by side or corner.
#[inline]
pub fn spread(cells: u64) -> u64 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let wide = cells | (cells << 1 & !COLUMN_A) | (cells >> 1 & !(COLUMN_A << 7));
    wide | wide << 8 | wide >> 8
}

/// The pieces that are connected with `seed`, itself one of them or several connected ones.
#[inline]
pub fn group(seed: u64, pieces: u64) -> u64 {
    let mut group = seed;
    loop {
        let grown = spread(group) & pieces;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Whether the pieces, at least one, form one group.
#[inline]
pub fn is_connected(pieces: u64) -> bool {
    group(pieces & pieces.wrapping_neg(), pieces) == pieces
}

/// The groups of the pieces, in the order of their lowest cells.
pub fn groups(pieces: u64) -> impl Iterator<Item = u64> {
    let mut rest = pieces;
    std::iter::from_fn(move || {
        let found = group(rest & rest.wrapping_neg(), rest);
        rest ^= found;
        (found != 0).then_some(found)
    })
}

/// The cells of a set, in ascending order.
#[inline]
pub fn cells(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            cell
        })
    })
}
