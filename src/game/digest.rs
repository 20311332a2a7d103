use crate::random::finalise;
use std::hash::{Hash, Hasher};

const START: u64 = 0x9e37_79b9_7f4a_7c15;

/// A 64-bit hash of some words, for [`Game::hash`](super::Game::hash) and
/// [`Game::repetition_key`](super::Game::repetition_key).
///
/// Each word is absorbed by a bijection, so inputs that differ in one word only never collide.
#[inline]
pub fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(START, absorb)
}

/// A 64-bit hash of any value. Unlike the standard library's it is the same in every run and with every compiler.
pub(super) fn of(value: &impl Hash) -> u64 {
    let mut digester = Digester(START);
    value.hash(&mut digester);
    digester.finish()
}

#[inline]
fn absorb(state: u64, word: u64) -> u64 {
    finalise(state.wrapping_add(START) ^ word)
}

struct Digester(u64);

impl Hasher for Digester {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = absorb(self.0, n);
    }

    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Self-play seeds rollouts with hashes, so they must never change.
    #[test]
    fn hashes_are_the_same_in_every_version() {
        // Computed by another implementation of the definition above.
        assert_eq!(of(&0u8), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(of(&(1u8, [2u16, 3], true)), 0x5f8f_cffd_2e17_07c9);
        assert_eq!((digest([]), digest([7, 8])), (START, 0xd04a_72bd_93fc_3e95));
        let values = [of(&0u8), of(&1u8), of(&[0u8, 1]), of(&[1u8, 0]), of(&[0u8; 9]), of(&[0u8; 17]), of(&Some(0u8))];
        for (index, value) in values.iter().enumerate() {
            assert!(!values[..index].contains(value), "{values:x?}");
        }
        assert_eq!(of(&7u64), digest([7]));
        assert_eq!(of(&(7u128 | 8 << 64)), digest([7, 8]));
    }
}
