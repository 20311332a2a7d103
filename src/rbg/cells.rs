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

    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub fn meets(&self, other: &CellSet) -> bool {
        self.0.iter().zip(other.0).any(|(word, other)| word & other != 0)
    }

    pub fn words(&self) -> &[u64] {
        &self.0
    }
}
