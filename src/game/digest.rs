use crate::random::finalise;

/// A 64-bit hash of some words, for [`super::Game::hash`] and [`super::Game::repetition_key`].
///
/// Each word is absorbed by a bijection, so inputs that differ in one word only never collide.
#[inline]
pub fn digest<const N: usize>(words: [u64; N]) -> u64 {
    let start = 0x9e37_79b9_7f4a_7c15u64;
    words.into_iter().fold(start, |state, word| finalise(state.wrapping_add(start) ^ word))
}
