/// Maps a number to (-1, 1), monotonically: `half` gives 1/2. Turns unbounded differences into leads
/// ([`Game::lead`]).
///
/// [`Game::lead`]: super::Game::lead
#[inline]
pub fn squash(number: f32, half: f32) -> f32 {
    number / (number.abs() + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_half() {
        assert_eq!((squash(8.0, 8.0), squash(-8.0, 8.0), squash(0.0, 8.0)), (0.5, -0.5, 0.0));
    }
}
