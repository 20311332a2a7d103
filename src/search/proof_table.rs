use crate::game::{Outcome, Side};

/// The proof and disproof numbers of a position, for the claim that the attacker wins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// The least number of positions still to be won to prove the claim; 0 if it is proven.
    pub proof: u32,
    /// The least number of positions still to be held to disprove the claim; 0 if it is disproven.
    pub disproof: u32,
    /// Moves to the end, once the claim is decided.
    pub moves: u16,
    /// Whether a disproof means that the attacker loses. Otherwise the disproof may rest on draws, repetitions or
    /// cut-off lines.
    pub lost: bool,
}

/// The number of an impossible proof or disproof.
pub(super) const INFINITE: u32 = u32::MAX;

impl Numbers {
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1, moves: 0, lost: false };
    /// No win of the attacker within this search.
    pub const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0, moves: 0, lost: false };

    pub fn of(outcome: Outcome, attacker: Side) -> Numbers {
        match outcome {
            Outcome::Win(winner) if winner == attacker => {
                Numbers { proof: 0, disproof: INFINITE, moves: 0, lost: false }
            }
            Outcome::Win(_) => Numbers { lost: true, ..Numbers::FAILED },
            Outcome::Draw => Numbers::FAILED,
        }
    }

    pub fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position's hash, and whether the attacker is to act in it.
pub(super) type Key = (u64, bool);

/// The memory of a proof search.
pub(super) trait ProofMemory {
    /// The stored numbers of a position.
    fn find(&self, key: Key) -> Option<Numbers>;

    fn store(&mut self, key: Key, numbers: Numbers);
}

/// A memory of fixed size, direct-mapped: a new entry replaces an older one. Empty until the first
/// [`ProofTable::prepare`].
#[derive(Clone, Debug, Default)]
pub(super) struct ProofTable {
    entries: Vec<Entry>,
    /// Some bits of the key of each entry. Most positions are not in the table, and mostly these bits show it, which
    /// stay in the first-level cache.
    tags: Vec<u16>,
    /// Length of `entries` and `tags` once allocated, a power of two.
    size: usize,
    /// The number of the current search; entries with another number are stale.
    search: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    search: u32,
    numbers: Numbers,
}

/// Bounds on the number of entries, of 40 bytes each.
const FEWEST_ENTRIES: usize = 1 << 10;
const MOST_ENTRIES: usize = 1 << 20;

impl ProofTable {
    /// A table for probes of up to `nodes` positions.
    pub fn new(nodes: u32) -> ProofTable {
        let size = (nodes as usize / 2).clamp(FEWEST_ENTRIES, MOST_ENTRIES).next_power_of_two();
        ProofTable { entries: Vec::new(), tags: Vec::new(), size, search: 0 }
    }

    /// Allocates the table's memory, unless done already.
    pub fn prepare(&mut self) {
        if self.entries.is_empty() {
            let empty = Entry { key: (0, false), search: self.search.wrapping_sub(1), numbers: Numbers::UNKNOWN };
            self.entries.resize(self.size, empty);
            self.tags.resize(self.size, 0);
        }
    }

    pub fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.clear();
            self.tags.clear();
        }
    }

    /// Index of the slot for a position.
    #[inline(always)]
    fn place(&self, (hash, _): Key) -> usize {
        hash as usize & (self.entries.len() - 1)
    }
}

/// Bits of a key that are independent of its slot.
#[inline(always)]
fn tag((hash, attacks): Key) -> u16 {
    (hash >> 48) as u16 ^ u16::from(attacks)
}

impl ProofMemory for ProofTable {
    #[inline(always)]
    fn find(&self, key: Key) -> Option<Numbers> {
        let place = self.place(key);
        if self.tags[place] != tag(key) {
            return None;
        }
        let entry = &self.entries[place];
        (entry.key == key && entry.search == self.search).then_some(entry.numbers)
    }

    #[inline(always)]
    fn store(&mut self, key: Key, numbers: Numbers) {
        let place = self.place(key);
        self.entries[place] = Entry { key, search: self.search, numbers };
        self.tags[place] = tag(key);
    }
}

/// The memory of one of several simultaneous searches: it reads earlier results, and writes its own to notes.
/// [`ProofTable::take`] adds the notes after all searches, so that none depends on the progress of others.
pub(super) struct ProofLog<'a> {
    /// Results proven before this search.
    pub known: &'a ProofTable,
    /// Results of this search; empty at first.
    pub found: &'a mut ProofTable,
    /// The results of this search, in the order of finding.
    pub notes: &'a mut Vec<ProofEntry>,
}

/// The result of one step of a search.
pub(super) type ProofEntry = (Key, Numbers);

impl ProofMemory for ProofLog<'_> {
    #[inline(always)]
    fn find(&self, key: Key) -> Option<Numbers> {
        self.found.find(key).or_else(|| self.known.find(key))
    }

    #[inline(always)]
    fn store(&mut self, key: Key, numbers: Numbers) {
        self.found.store(key, numbers);
        self.notes.push((key, numbers));
    }
}

impl ProofTable {
    /// Adds the notes of another search.
    pub fn take(&mut self, notes: &[ProofEntry]) {
        notes.iter().for_each(|&(key, numbers)| self.store(key, numbers));
    }
}
