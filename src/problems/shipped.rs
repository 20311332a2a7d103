use super::problem::{Problem, read_problems};
use crate::games::shipped_text;
use crate::random::derive;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The problems that come with the program, in order of difficulty; empty for other games.
///
/// # Panics
/// A shipped file is not a file of problems; a test excludes that.
pub fn shipped(variant: &str) -> Vec<Problem> {
    let set = shipped_text(&format!("{variant}.jsonl")).unwrap_or_default();
    read_problems(&mut set.as_bytes()).expect("the shipped problems are read in a test")
}

/// The shipped problem of a variant for a day, the same everywhere: `day` counts from any fixed day, say 1 January
/// 1970 (UTC). Each problem comes once before any comes again, in an order that depends on `seed`. `None` if no
/// problems are shipped.
pub fn of_the_day(variant: &str, day: u64, seed: u64) -> Option<Problem> {
    let mut problems = shipped(variant);
    place_of_the_day(problems.len(), day, seed).map(|place| problems.swap_remove(place))
}

/// The index, from 0, of the day's problem among `count`; `None` if that is 0. As [`of_the_day`].
pub fn place_of_the_day(count: usize, day: u64, seed: u64) -> Option<usize> {
    let round = day.checked_div(count as u64)?;
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(derive(seed, &[round])));
    Some(order[(day % count as u64) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_its_day() {
        let days = |range: std::ops::Range<u64>, seed| {
            Vec::from_iter(range.map(|day| of_the_day("loa", day, seed).expect("there is one").position))
        };
        let count = shipped("loa").len() as u64;
        let round = 2 * count..3 * count;
        let (mut first, mut second) = (days(round.clone(), 1), days(3 * count..4 * count, 1));
        assert_ne!(first, second, "each round has its own order");
        assert_ne!(first, days(round.clone(), 2));
        assert_eq!(first, days(round, 1));
        first.sort_unstable();
        second.sort_unstable();
        assert_eq!(first, second);
        first.dedup();
        assert_eq!(first.len() as u64, count);
        assert_eq!(of_the_day("chess", 1, 1), None);
    }
}
