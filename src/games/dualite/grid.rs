/// A board of `size` x `size` cells as bits: cell `row * size + column` is bit `1 << cell`, row 0 is row 1 of the
/// notation, column 0 is column `a`.
///
/// The masks of white and of black circles often travel together as *lanes*: white in the low 32 bits of a `u64`,
/// black in the high 32, so that one operation works on both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub size: usize,
    /// The set of all cells, one bit each.
    pub all: u32,
    not_first_column: u32,
    not_last_column: u32,
    lines: [Lines; 4],
    /// The first row, in both lanes.
    first_row: u64,
    /// The diagonals by `column - row`, from `1 - MAX_SIZE`, in both lanes.
    diagonals: [u64; 2 * MAX_SIZE - 1],
    /// Image of each cell under each symmetry.
    images: [[u8; MAX_CELLS]; SYMMETRIES],
}

/// The lines of four in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    /// Difference of neighbouring cells of a line.
    step: u32,
    /// The lowest cells of the lines, in both lanes.
    starts: u64,
}

/// The largest board is 5x5.
const MAX_SIZE: usize = 5;
const MAX_CELLS: usize = MAX_SIZE * MAX_SIZE;
/// Number of symmetries of the square.
pub(super) const SYMMETRIES: usize = 8;
/// Number of circles of one state in a line that win.
const LINE: usize = 4;
const LANE: u32 = 32;

/// White and black circles as lanes.
#[inline]
pub(super) const fn lanes(white: u32, black: u32) -> u64 {
    white as u64 | (black as u64) << LANE
}

/// The white and the black lane.
#[inline]
pub(super) const fn split(lanes: u64) -> (u32, u32) {
    (lanes as u32, (lanes >> LANE) as u32)
}

impl Grid {
    pub fn new(size: usize) -> Grid {
        debug_assert!((LINE..=MAX_SIZE).contains(&size));
        let mask = |keep: &dyn Fn(usize, usize) -> bool| -> u32 {
            let cells = (0..size * size).filter(|cell| keep(cell / size, cell % size));
            cells.fold(0, |mask, cell| mask | 1 << cell)
        };
        let both = |mask: u32| lanes(mask, mask);
        let low = |index: usize| index + LINE <= size;
        let high = |index: usize| index + 1 >= LINE;
        let lines = |step: usize, starts: u32| Lines { step: step as u32, starts: both(starts) };
        let mut grid = Grid {
            size,
            all: mask(&|_, _| true),
            not_first_column: mask(&|_, column| column > 0),
            not_last_column: mask(&|_, column| column + 1 < size),
            lines: [
                lines(1, mask(&|_, column| low(column))),
                lines(size, mask(&|row, _| low(row))),
                lines(size + 1, mask(&|row, column| low(row) && low(column))),
                lines(size - 1, mask(&|row, column| low(row) && high(column))),
            ],
            first_row: both(mask(&|row, _| row == 0)),
            diagonals: std::array::from_fn(|i| both(mask(&|row, column| column + MAX_SIZE - 1 == row + i))),
            images: [[0; MAX_CELLS]; SYMMETRIES],
        };
        for symmetry in 0..SYMMETRIES {
            for cell in 0..grid.cells() {
                grid.images[symmetry][cell] = grid.transform(symmetry, 1 << cell).trailing_zeros() as u8;
            }
        }
        grid
    }

    pub const fn cells(&self) -> usize {
        self.size * self.size
    }

    /// The cells that touch a cell of `mask` by a side or a corner, including cells of `mask` that touch another one.
    #[inline]
    pub fn neighbours(&self, mask: u32) -> u32 {
        let beside = (mask << 1 & self.not_first_column) | (mask >> 1 & self.not_last_column);
        let rows = mask | beside;
        (beside | rows << self.size | rows >> self.size) & self.all
    }

    /// Whether a lane holds four in a line.
    #[inline]
    pub fn has_line(&self, lanes: u64) -> bool {
        let mut found = 0;
        for &Lines { step, starts } in &self.lines {
            let pairs = lanes & lanes >> step;
            found |= pairs & pairs >> (2 * step) & starts;
        }
        found != 0
    }

    /// The cells that would complete four in a line, for each lane; cells of the lane itself are possible if it has a
    /// line.
    #[inline]
    pub fn completions(&self, lanes: u64) -> u64 {
        let mut cells = 0;
        for &Lines { step, starts } in &self.lines {
            let [a, b, c, d] = [lanes & starts, lanes >> step, lanes >> (2 * step), lanes >> (3 * step)];
            let (ab, cd) = (a & b, c & d & starts);
            cells |= (b & cd) | (a & cd) << step | (ab & d) << (2 * step) | (ab & c) << (3 * step);
        }
        cells
    }

    /// The image of lanes under a symmetry: symmetry `k` is the first `k` of transpose, flip, transpose, flip, ...,
    /// each of the eight once.
    pub fn transform(&self, symmetry: usize, lanes: u64) -> u64 {
        (0..symmetry).fold(lanes, |lanes, i| if i % 2 == 0 { self.transpose(lanes) } else { self.flip(lanes) })
    }

    /// The image of a cell under a symmetry.
    #[inline]
    pub fn image(&self, symmetry: usize, cell: usize) -> usize {
        self.images[symmetry][cell] as usize
    }

    #[inline]
    pub fn transpose(&self, lanes: u64) -> u64 {
        let middle = MAX_SIZE - 1;
        let mut image = lanes & self.diagonals[middle];
        for distance in 1..self.size {
            let shift = distance * (self.size - 1);
            image |= (lanes & self.diagonals[middle + distance]) << shift;
            image |= (lanes & self.diagonals[middle - distance]) >> shift;
        }
        image
    }

    #[inline]
    pub fn flip(&self, lanes: u64) -> u64 {
        let mut image = 0;
        for row in 0..self.size {
            image |= (lanes >> (row * self.size) & self.first_row) << ((self.size - 1 - row) * self.size);
        }
        image
    }
}

/// The cells of a mask, in order.
#[inline]
pub(super) fn cells(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let cell = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_ten_lines_on_4x4_and_28_on_5x5() {
        for (size, expected) in [(4, 10), (5, 28)] {
            let lines: u32 = Grid::new(size).lines.iter().map(|lines| (lines.starts as u32).count_ones()).sum();
            assert_eq!(lines, expected);
        }
    }

    #[test]
    fn the_symmetries_are_eight_and_keep_neighbours_and_lines() {
        for size in [4, 5] {
            let grid = Grid::new(size);
            assert_eq!(grid.images.iter().collect::<HashSet<_>>().len(), SYMMETRIES);
            for symmetry in 0..SYMMETRIES {
                for cell in 0..grid.cells() {
                    let image = 1 << grid.image(symmetry, cell);
                    let around = grid.transform(symmetry, grid.neighbours(1 << cell).into());
                    assert_eq!(grid.neighbours(image), around as u32);
                }
                for Lines { step, starts } in grid.lines {
                    for start in cells(starts as u32) {
                        let line = (0..4).fold(0u64, |line, i| line | 1 << (start + i * step as usize));
                        assert!(grid.has_line(grid.transform(symmetry, line << LANE)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_completion_is_a_cell_that_makes_a_line() {
        for size in [4, 5] {
            let grid = Grid::new(size);
            let mut state = 0x9e37_79b9_7f4a_7c15_u64;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u32
            };
            let mut found = 0;
            for _ in 0..2000 {
                let white = random() & grid.all;
                let black = random() & grid.all & !white;
                let (to_white, to_black) = split(grid.completions(lanes(white, black)));
                if grid.has_line(lanes(white, black)) {
                    continue;
                }
                for cell in 0..grid.cells() {
                    let bit = 1 << cell;
                    assert_eq!(to_white & bit != 0, grid.has_line(lanes(white | bit, 0)));
                    assert_eq!(to_black & bit != 0, grid.has_line(lanes(0, black | bit)));
                }
                found += (to_white | to_black).count_ones();
            }
            assert!(found > 100);
        }
    }
}
