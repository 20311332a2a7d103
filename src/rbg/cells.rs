use super::board::MAX_CELLS;

const WORDS: usize = MAX_CELLS.div_ceil(64);

/// A set of cells, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct CellSet([u64; WORDS]);

impl CellSet {
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn words(&self) -> &[u64] {
        &self.0
    }
}
