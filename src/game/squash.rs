/// Maps a number to (-1, 1), monotonically: `half` gives 1/2. Turns unbounded differences into leads
/// ([`Game::lead`]).
///
/// [`Game::lead`]: super::Game::lead
#[inline]
pub fn squash(number: f32, half: f32) -> f32 {
    number / (number.abs() + half)
}

/// The inverse of [`squash`], for numbers above -1 and below 1.
#[inline]
pub fn unsquash(squashed: f32, half: f32) -> f32 {
    half * squashed / (1.0 - squashed.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squashed_numbers_come_back() {
        assert_eq!((squash(8.0, 8.0), squash(-8.0, 8.0), squash(0.0, 8.0)), (0.5, -0.5, 0.0));
        for number in [-1000.0, -3.0, 0.0, 0.25, 40.0] {
            let back = unsquash(squash(number, 8.0), 8.0);
            assert!((back - number).abs() <= 1e-4 * number.abs(), "{number} came back as {back}");
        }
    }
}
