/// Exact results of positions in a fixed amount of memory. Keys are whole positions, so that no two are ever confused.
///
/// An entry is one word: the key, two bits for how much work the result took, one for the result. A key has eight
/// slots; if all are taken, the result that was cheapest to find is replaced.
pub(super) struct Results {
    /// Lines of eight entries; 0 is an empty entry.
    lines: Vec<[u64; SLOTS]>,
    shift: u32,
}

const SLOTS: usize = 8;
/// Bits of an entry that do not belong to the key.
const SPARE: u32 = 3;
const WORK: u64 = 0b110;

impl Results {
    /// A table of 2^`log_bytes` bytes, at least 128. The memory is allocated as it is filled.
    pub fn new(log_bytes: u32) -> Results {
        let log_lines = log_bytes - 6;
        Results { lines: vec![[0; SLOTS]; 1 << log_lines], shift: 64 - log_lines }
    }

    /// Fibonacci hashing of the key, its halves folded so that all of it counts.
    #[inline]
    fn line(&self, key: u64) -> usize {
        ((key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The result stored for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let found = self.lines[self.line(key)].iter().find(|&&entry| entry >> SPARE == key);
        found.map(|entry| entry & 1 != 0)
    }

    /// Stores the result of a key that is not stored yet; `nodes` is the work behind the result. Keys are in 1..2^61.
    pub fn insert(&mut self, key: u64, result: bool, nodes: u64) {
        debug_assert!(key != 0 && key >> (64 - SPARE) == 0);
        let work = match nodes {
            0..8 => 0,
            8..64 => 2,
            64..1024 => 4,
            _ => 6,
        };
        let line = self.line(key);
        let slots = &mut self.lines[line];
        // An empty slot compares as cheapest.
        let rank = |entry: u64| if entry == 0 { 0 } else { 1 + (entry & WORK) };
        let mut cheapest = 0;
        for slot in 1..SLOTS {
            if rank(slots[slot]) < rank(slots[cheapest]) {
                cheapest = slot;
            }
        }
        slots[cheapest] = key << SPARE | work | u64::from(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_but_never_errs() {
        let mut results = Results::new(10);
        let result = |key: u64| key & 3 == 0;
        for key in 1..=1000 {
            results.insert(key, result(key), key % 100);
        }
        let kept: Vec<u64> = (1..=1000).filter(|&key| results.get(key).is_some()).collect();
        assert!(kept.len() <= 1024 / 8 && kept.len() > 64);
        assert!(kept.iter().all(|&key| results.get(key) == Some(result(key))));
    }

    #[test]
    fn the_cheapest_result_gives_way() {
        let mut results = Results::new(7);
        let line = results.line(1);
        let keys: Vec<u64> = (1..).filter(|&key| results.line(key) == line).take(SLOTS + 1).collect();
        for (i, &key) in keys[..SLOTS].iter().enumerate() {
            results.insert(key, true, if i == 3 { 10 } else { 5000 });
        }
        results.insert(keys[SLOTS], false, 5000);
        let missing: Vec<usize> = (0..=SLOTS).filter(|&i| results.get(keys[i]).is_none()).collect();
        assert_eq!(missing, [3]);
    }
}
