//! The limit that `go` sets to a search.

use crate::game::Side;
use crate::players::Budget;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Budget(Budget),
    /// No limit before `stop`.
    Infinite,
}

/// The content of a `go` command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// `None` if the command sets no limit.
    pub limit: Option<Limit>,
    /// Words that are unknown or have no meaning here; the rest is used.
    pub notes: Vec<String>,
}

/// Clock of the side to act, in milliseconds, and the number of moves left on it.
#[derive(Default)]
struct Clock {
    left: Option<u64>,
    increment: u64,
    moves: Option<u64>,
}

impl Clock {
    /// Time for a move: a twentieth of the clock and most of the increment, but at most half of the clock, and never
    /// the overhead. A reserve of ten overheads is not used: on a busy machine a process may wait for a tenth of a
    /// second.
    fn time(&self, overhead: Duration) -> Option<Duration> {
        let left = self.left?;
        let parts = self.moves.map_or(20, |moves| moves.saturating_add(1).clamp(2, 20));
        let overhead = u64::try_from(overhead.as_millis()).unwrap_or(u64::MAX);
        let shared = left.saturating_sub(overhead.saturating_mul(10));
        let share = (shared / parts).saturating_add(self.increment.saturating_mul(3) / 4).min(left / 2);
        Some(Duration::from_millis(share.min(left.saturating_sub(overhead)).max(1)))
    }
}

const EXPECTED: &str =
    "expected nodes N, movetime MS, infinite, or p1time MS p2time MS with p1inc, p2inc or movestogo where wanted";

/// Parses the words after `go`. `overhead` is the difference between this program's clock and the decisive one.
///
/// Unknown words are noted and skipped, with the number after them. A clock below zero has run out, and only that of
/// the side to act matters.
pub(super) fn read_go(words: &[&str], side: Side, overhead: Duration) -> Go {
    let mut go = Go::default();
    let mut clock = Clock::default();
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        if word == "infinite" {
            go.limit = Some(Limit::Infinite);
            continue;
        }
        let is_value = |next: &&str| next.parse::<i64>().is_ok() || is_key(word) && !is_key(next);
        let number = rest.next_if(is_value).map(str::parse::<i64>);
        let given = match &number {
            Some(Ok(number)) => u64::try_from(*number).unwrap_or(0),
            // Without a number the word sets no limit.
            _ if is_key(word) => {
                go.notes.push(format!("go: no number after `{word}`: {EXPECTED}"));
                continue;
            }
            _ => 0,
        };
        match (word, side) {
            ("nodes", _) if given > 0 => {
                let nodes = u32::try_from(given).unwrap_or(u32::MAX);
                go.limit = Some(Limit::Budget(Budget::Simulations(nodes)));
            }
            ("nodes", _) => go.notes.push(format!("go: `nodes 0`: {EXPECTED}")),
            ("movetime", _) => {
                go.limit = Some(Limit::Budget(Budget::Time(Duration::from_millis(given.max(1)))));
            }
            ("p1time", Side::First) | ("p2time", Side::Second) => clock.left = Some(given),
            ("p1inc", Side::First) | ("p2inc", Side::Second) => clock.increment = given,
            ("movestogo", _) => clock.moves = Some(given),
            ("p1time" | "p2time" | "p1inc" | "p2inc", _) => {}
            ("depth", _) => go.notes.push(format!("go: this search has no depth: {EXPECTED}")),
            _ => go.notes.push(format!("go: `{word}` has no meaning here: {EXPECTED}")),
        }
    }
    go.limit = go.limit.or(clock.time(overhead).map(|time| Limit::Budget(Budget::Time(time))));
    go
}

/// Whether the next word is a number.
fn is_key(word: &str) -> bool {
    matches!(word, "nodes" | "movetime" | "p1time" | "p2time" | "p1inc" | "p2inc" | "movestogo" | "depth")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, side: Side) -> Go {
        read_go(&Vec::from_iter(text.split_whitespace()), side, Duration::from_millis(10))
    }

    fn time(milliseconds: u64) -> Option<Limit> {
        Some(Limit::Budget(Budget::Time(Duration::from_millis(milliseconds))))
    }

    #[test]
    fn limits_are_read() {
        let limit = |text: &str, side| {
            let go = read(text, side);
            assert!(go.notes.is_empty(), "{go:?}");
            go.limit
        };
        assert_eq!(limit("", Side::First), None);
        assert_eq!(limit("nodes 500", Side::First), Some(Limit::Budget(Budget::Simulations(500))));
        assert_eq!(limit("infinite", Side::First), Some(Limit::Infinite));
        assert_eq!(limit("movetime 250", Side::First), time(250));
        assert_eq!(limit("p1time 2000 p2time 8000 p1inc 40 p2inc 0", Side::First), time(125));
        assert_eq!(limit("p1time 2000 p2time 8000 p1inc 40 p2inc 0", Side::Second), time(395));
        assert_eq!(limit("p1time 9000 movestogo 2", Side::First), time(2966));
        assert_eq!(limit("p1time 9000 movestogo 1", Side::First), time(4450));
        assert_eq!(limit("p1time 9000 movestogo 40", Side::First), time(445));
    }

    #[test]
    fn clocks_that_have_run_out_leave_a_moment() {
        // The other side's clock does not matter.
        assert_eq!(read("p1time 60000 p2time -170", Side::First).limit, time(2995));
        assert_eq!(read("p1time 60000 p2time -170", Side::Second).limit, time(1));
        assert_eq!(read("movetime -5", Side::First).limit, time(1));
        // The reserve is never used.
        assert_eq!(read("p1time 100", Side::First).limit, time(1));
        assert_eq!(read("p1time 100 p1inc 20", Side::First).limit, time(15));
        // The overhead is never spent.
        assert_eq!(read("p1time 15 p1inc 100", Side::First).limit, time(5));
        assert_eq!(read("p1time 9 p1inc 100", Side::First).limit, time(1));
    }

    #[test]
    fn what_has_no_meaning_is_passed_over() {
        for (text, note, limit) in [
            ("depth 3 p1time 2000", "this search has no depth", time(95)),
            ("p1time 2000 sideways 7", "`sideways` has no meaning here", time(95)),
            ("ponder movetime 70", "`ponder` has no meaning here", time(70)),
            ("movetime", "no number after `movetime`", None),
            ("movetime soon p1time 2000", "no number after `movetime`", time(95)),
            ("nodes 0 p1time 2000", "`nodes 0`", time(95)),
        ] {
            let go = read(text, Side::First);
            assert_eq!(go.limit, limit, "{text}");
            let [said] = &go.notes[..] else { panic!("{go:?}") };
            assert!(said.contains(note) && said.contains("expected nodes N"), "{said}");
        }
    }
}
