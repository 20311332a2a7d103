use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// The four axes as (rows, columns) of one step ahead, that is towards higher cells: row, column, both diagonals.
const AXES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The line through a cell along one axis.
#[derive(Clone, Copy)]
pub struct Line<S> {
    pub cells: S,
    /// The cells ahead, towards higher cells.
    pub ahead: S,
    /// The cells behind, towards lower cells.
    pub behind: S,
    /// Number of cells ahead on the line.
    pub room_ahead: u32,
    /// Number of cells behind on the line.
    pub room_behind: u32,
}

/// A set of cells of a square board, one bit each: `u64` for the 8x8 board, `u128` for 11x11.
///
/// Cell `row * SIZE + column` is bit number `row * SIZE + column`; `a1` is cell 0.
pub trait Cells:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// Rows, and columns, of the board.
    const SIZE: usize;
    const NONE: Self;
    const BOARD: Self;
    const FIRST_COLUMN: Self;
    /// Differences of the cell numbers of neighbours along each axis: row, column, both diagonals.
    const STRIDES: [usize; 4] = [1, Self::SIZE, Self::SIZE + 1, Self::SIZE - 1];

    /// The set of one cell.
    fn of(cell: usize) -> Self;

    /// The lines through a cell, in the order of [`Cells::STRIDES`].
    fn lines(cell: usize) -> &'static [Line<Self>; 4];

    /// How many cells the set has.
    fn count(self) -> u32;

    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> usize;

    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;

    /// The cells lower than `cell`.
    fn below(cell: usize) -> Self;

    /// Whether the set has the cell.
    #[inline]
    fn has(self, cell: usize) -> bool {
        self >> cell & Self::of(0) != Self::NONE
    }

    /// The cells of the set, in ascending order.
    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (rest != Self::NONE).then(|| {
                let cell = rest.lowest();
                rest = rest.without_lowest();
                cell
            })
        })
    }

    /// The cells of the board next to a cell of the set, by side or corner; cells of the set itself if they have a
    /// neighbour in it.
    #[inline]
    fn neighbours(self) -> Self {
        let beside = self.beside();
        let wide = self | beside;
        (beside | wide << Self::SIZE | wide >> Self::SIZE) & Self::BOARD
    }

    /// The cells left and right of those of the set.
    #[inline]
    fn beside(self) -> Self {
        let (first, last) = (Self::FIRST_COLUMN, Self::FIRST_COLUMN << (Self::SIZE - 1));
        (self << 1 & (Self::BOARD ^ first)) | (self >> 1 & (Self::BOARD ^ last))
    }

    /// The cells of the set that are connected, by sides or corners, with `seed`, a connected part of it.
    #[inline]
    fn group(self, seed: Self) -> Self {
        let mut group = seed;
        loop {
            let grown = (group | group.neighbours()) & self;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// The group of the lowest cell; empty for the empty set.
    #[inline]
    fn lowest_group(self) -> Self {
        self.group(self ^ self.without_lowest())
    }

    /// Whether the set, which is not empty, is one group.
    #[inline]
    fn is_connected(self) -> bool {
        self.lowest_group() == self
    }

    /// The groups of the set, in the order of their lowest cells.
    fn groups(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (rest != Self::NONE).then(|| {
                let group = rest.lowest_group();
                rest = rest ^ group;
                group
            })
        })
    }
}

macro_rules! board {
    ($word:ty, $size:literal) => {
        impl Cells for $word {
            const SIZE: usize = $size;
            const NONE: Self = 0;
            const BOARD: Self = <$word>::MAX >> (<$word>::BITS - $size * $size);
            const FIRST_COLUMN: Self = Self::BOARD / ((1 << $size) - 1);

            #[inline]
            fn of(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn lines(cell: usize) -> &'static [Line<Self>; 4] {
                static LINES: [[Line<$word>; 4]; $size * $size] = {
                    let none = Line { cells: 0, ahead: 0, behind: 0, room_ahead: 0, room_behind: 0 };
                    let mut lines = [[none; 4]; $size * $size];
                    let mut at = 0;
                    while at < 4 * lines.len() {
                        let (cell, axis) = (at / 4, at % 4);
                        let (rows, columns) = AXES[axis];
                        let ahead = ray($size, cell, rows, columns) as $word;
                        let behind = ray($size, cell, -rows, -columns) as $word;
                        lines[cell][axis] = Line {
                            cells: ahead | behind | 1 << cell,
                            ahead,
                            behind,
                            room_ahead: ahead.count_ones(),
                            room_behind: behind.count_ones(),
                        };
                        at += 1;
                    }
                    lines
                };
                &LINES[cell]
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn below(cell: usize) -> Self {
                (1 << cell) - 1
            }
        }
    };
}

board!(u64, 8);
board!(u128, 11);

/// The cells from `cell` to the edge, without `cell`.
const fn ray(size: usize, cell: usize, rows: isize, columns: isize) -> u128 {
    let mut cells = 0;
    let mut row = (cell / size).wrapping_add_signed(rows);
    let mut column = (cell % size).wrapping_add_signed(columns);
    while row < size && column < size {
        cells |= 1 << (row * size + column);
        row = row.wrapping_add_signed(rows);
        column = column.wrapping_add_signed(columns);
    }
    cells
}
