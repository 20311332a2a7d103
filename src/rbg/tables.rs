use super::board::NOWHERE;
use super::source::Problem;
use std::collections::BTreeMap;

/// The most entries of all tables together.
const MAX_ENTRIES: usize = 4_000_000;

/// The cells to which an edge leads from a cell, regardless of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shift {
    Stay,
    All,
    /// At most one cell: an index into [`Tables::ones`] for cell 0.
    One(u32),
    /// Any number of cells: an index into [`Tables::starts`] for cell 0.
    Many(u32),
}

/// All tables of the rules, each stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    pub ones: Vec<u16>,
    /// Start of each cell's row; the next entry is its end.
    pub starts: Vec<u32>,
    pub targets: Vec<u16>,
    /// The tables by their rows, each preceded by its length.
    known: BTreeMap<Vec<u16>, Shift>,
}

impl Tables {
    /// The table with these rows, one per cell. `None` if all are empty.
    pub fn add(&mut self, rows: Vec<Vec<u16>>) -> Result<Option<Shift>, Problem> {
        if rows.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        if rows.iter().enumerate().all(|(cell, row)| *row == [cell as u16]) {
            return Ok(Some(Shift::Stay));
        }
        if rows.iter().all(|row| row.len() == rows.len()) {
            return Ok(Some(Shift::All));
        }
        let key: Vec<u16> =
            rows.iter().flat_map(|row| std::iter::once(row.len() as u16).chain(row.iter().copied())).collect();
        if let Some(&shift) = self.known.get(&key) {
            return Ok(Some(shift));
        }
        if self.targets.len() + self.ones.len() + self.starts.len() + key.len() > MAX_ENTRIES {
            return Err(Problem::general("these rules are too large: their tables of steps would fill the memory"));
        }
        let shift = if rows.iter().all(|row| row.len() <= 1) {
            self.ones.extend(rows.iter().map(|row| row.first().copied().unwrap_or(NOWHERE)));
            Shift::One((self.ones.len() - rows.len()) as u32)
        } else {
            let base = self.starts.len() as u32;
            for row in &rows {
                self.starts.push(self.targets.len() as u32);
                self.targets.extend(row);
            }
            self.starts.push(self.targets.len() as u32);
            Shift::Many(base)
        };
        self.known.insert(key, shift);
        Ok(Some(shift))
    }

    /// Drops data that are needed only while entries are added.
    pub fn finish(&mut self) {
        self.known.clear();
    }

    /// The cells that `shift` reaches from `cell`.
    pub fn row(&self, shift: Shift, cell: u16, cells: usize) -> Vec<u16> {
        match shift {
            Shift::Stay => vec![cell],
            Shift::All => (0..cells as u16).collect(),
            Shift::One(base) => {
                let to = self.ones[base as usize + cell as usize];
                if to == NOWHERE { Vec::new() } else { vec![to] }
            }
            Shift::Many(base) => self.many(base, cell).to_vec(),
        }
    }

    #[inline]
    pub fn many(&self, base: u32, cell: u16) -> &[u16] {
        let at = base as usize + cell as usize;
        &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether different cells lead to different cells.
    pub fn is_injective(&self, shift: Shift, cells: usize) -> bool {
        match shift {
            Shift::Stay => true,
            Shift::Many(_) | Shift::All => false,
            Shift::One(base) => {
                let row = &self.ones[base as usize..base as usize + cells];
                let mut seen: Vec<u16> = row.iter().copied().filter(|&to| to != NOWHERE).collect();
                let len = seen.len();
                seen.sort_unstable();
                seen.dedup();
                seen.len() == len
            }
        }
    }
}
