//! The margins in points at the end of games, and the komi that evens them.

use super::figure::Figure;

/// The komi of games that ended with these margins of the first side, sorted: the half-point value, given to the second
/// side, that brings the sides' wins nearest to equality; of several such values the smallest, regardless of sign. The
/// interval is that of the median, by order statistics.
pub(super) fn komi(margins: &[i64]) -> Option<Figure> {
    let (least, most) = (*margins.first()?, *margins.last()?);
    let ahead = |komi: f64| margins.iter().filter(|&&margin| margin as f64 > komi).count();
    let uneven = |komi: f64| (2 * ahead(komi)).abs_diff(margins.len());
    let best = (least - 1..=most).map(|below| below as f64 + 0.5);
    let value = best.min_by(|one, other| uneven(*one).cmp(&uneven(*other)).then(one.abs().total_cmp(&other.abs())))?;
    let count = margins.len();
    let (middle, reach) = (count as f64 / 2.0, 1.96 * (count as f64).sqrt() / 2.0);
    let [low, high] = [(middle - reach).floor(), (middle + reach).ceil() - 1.0].map(|rank| {
        let rank = (rank.max(0.0) as usize).min(count - 1);
        margins[rank] as f64
    });
    Some(Figure { value, low: value.min(low - 0.5), high: value.max(high + 0.5), count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_komi_splits_games_most_evenly() {
        let told = |margins: &[i64]| komi(margins).map(|komi| (komi.value, komi.low, komi.high, komi.count));
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[3]), Some((2.5, 2.5, 3.5, 1)));
        assert_eq!(komi(&[-4, -2, 6, 7, 7, 9]).map(|komi| komi.value), Some(6.5));
        // If the margin is always the same, the interval reaches to both sides of it, and the value is the smaller of
        // both komis, regardless of sign.
        assert_eq!(told(&[-5; 100]), Some((-4.5, -5.5, -4.5, 100)));
        // Ranks 40 and 59 of a hundred.
        assert_eq!(told(&Vec::from_iter(0..100)), Some((49.5, 39.5, 59.5, 100)));
    }
}
