//! Random numbers that follow from a seed: one mixing function, and seeds derived from a path.

/// SplitMix64's step (Steele, Lea and Flood 2014): a bijection on 64 bits that leaves no visible pattern.
#[inline]
pub const fn mix(value: u64) -> u64 {
    finalise(value.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The second half of that step.
#[inline]
pub const fn finalise(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A seed of its own for each use: two uses differ in `seed` or in `path`, so their streams are unrelated, and no
/// stream depends on which thread draws from it.
pub fn derive(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(mix(seed), |state, &step| mix(state ^ mix(step.wrapping_add(0x5851_f42d_4c95_7f2d))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_decides_and_its_order_too() {
        let seeds = [derive(1, &[]), derive(2, &[]), derive(1, &[0]), derive(1, &[1, 2]), derive(1, &[2, 1])];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed));
        }
        assert_eq!(derive(1, &[1, 2]), seeds[3]);
    }
}
