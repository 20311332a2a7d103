/// A 64-bit hash of some words, for [`super::Game::hash`] and [`super::Game::repetition_key`].
///
/// Each word is absorbed by a bijection (the finaliser of SplitMix64: Steele, Lea and Flood 2014), so inputs that differ
/// in one word only never collide.
#[inline]
pub fn digest<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0x9e37_79b9_7f4a_7c15, |state, word| {
        let mut z: u64 = state.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}
