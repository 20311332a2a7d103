use crate::game::Game;
use crate::train::{SelfPlayGame, SelfPlayStats};
use std::ops::Range;

/// The games of a generation that are there, and from whom.
pub(super) struct Ledger<G: Game> {
    games: Vec<Option<(SelfPlayGame<G>, usize)>>,
    /// The messages that brought them.
    messages: Vec<Message>,
    there: usize,
}

struct Message {
    worker: String,
    /// Its sequence in the stream.
    sequence: u64,
    stats: SelfPlayStats,
    dropped: bool,
}

impl<G: Game> Ledger<G> {
    /// None of so many games is there.
    pub fn new(games: u32) -> Self {
        Ledger { games: (0..games).map(|_| None).collect(), messages: Vec::new(), there: 0 }
    }

    /// Whether all are there.
    pub fn is_complete(&self) -> bool {
        self.there == self.games.len()
    }

    /// Whether the indices are those of games of the generation.
    pub fn holds(&self, games: &Range<u32>) -> bool {
        games.end as usize <= self.games.len()
    }

    /// Whether none of them is missing.
    pub fn has_all(&self, games: &Range<u32>) -> bool {
        self.games[games.start as usize..games.end as usize].iter().all(Option::is_some)
    }

    /// Adds the games of a message, but for those that are there; returns how many are new.
    pub fn add(&mut self, games: Vec<SelfPlayGame<G>>, worker: &str, sequence: u64, stats: SelfPlayStats) -> usize {
        let before = self.there;
        for game in games {
            let place = &mut self.games[game.index as usize];
            if place.is_none() {
                *place = Some((game, self.messages.len()));
                self.there += 1;
            }
        }
        if self.there > before {
            self.messages.push(Message { worker: worker.to_owned(), sequence, stats, dropped: false });
        }
        self.there - before
    }

    /// Takes a worker's games out, and returns the sequences of the messages that brought them.
    pub fn drop_of(&mut self, worker: &str) -> Vec<u64> {
        let mut sequences = Vec::new();
        for (index, message) in self.messages.iter_mut().enumerate() {
            if message.worker != worker || message.dropped {
                continue;
            }
            message.dropped = true;
            sequences.push(message.sequence);
            for place in &mut self.games {
                if place.as_ref().is_some_and(|(_, from)| *from == index) {
                    *place = None;
                    self.there -= 1;
                }
            }
        }
        sequences
    }

    /// The games that are missing and in none of `tasks`, in ranges of at most `most`.
    pub fn wanted(&self, tasks: &[Range<u32>], most: u32) -> Vec<Range<u32>> {
        let mut wanted: Vec<bool> = self.games.iter().map(Option::is_none).collect();
        for task in tasks {
            let end = wanted.len().min(task.end as usize);
            wanted[(task.start as usize).min(end)..end].fill(false);
        }
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for index in (0..self.games.len() as u32).filter(|&index| wanted[index as usize]) {
            match ranges.last_mut() {
                Some(last) if last.end == index && last.end - last.start < most => last.end += 1,
                _ => ranges.push(index..index + 1),
            }
        }
        ranges
    }

    /// Names of the workers, with the number of their games that are there.
    pub fn workers(&self) -> Vec<(String, u64)> {
        let mut workers: Vec<(String, u64)> = Vec::new();
        for (_, from) in self.games.iter().flatten() {
            let name = &self.messages[*from].worker;
            match workers.iter_mut().find(|(worker, _)| worker == name) {
                Some((_, count)) => *count += 1,
                None => workers.push((name.clone(), 1)),
            }
        }
        workers
    }

    /// The counts so far.
    pub fn stats(&self) -> SelfPlayStats {
        let mut stats = SelfPlayStats::default();
        self.messages.iter().filter(|message| !message.dropped).for_each(|message| stats += message.stats.clone());
        stats
    }

    /// All games in order, once it is complete.
    pub fn into_games(self) -> Vec<SelfPlayGame<G>> {
        self.games.into_iter().flatten().map(|(game, _)| game).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::games::dualite::Dualite;

    fn games(indices: Range<u32>) -> Vec<SelfPlayGame<Dualite>> {
        let game =
            |index| SelfPlayGame { index, samples: Vec::new(), outcome: Outcome::Draw, moves: 1, cut_off: false };
        indices.map(game).collect()
    }

    #[test]
    fn games_come_in_any_order_and_go_with_their_worker() {
        let stats = || SelfPlayStats { games: 4, ..SelfPlayStats::default() };
        let mut ledger = Ledger::new(10);
        assert_eq!(ledger.wanted(&[], 4), [0..4, 4..8, 8..10]);
        assert_eq!(ledger.add(games(4..8), "a", 1, stats()), 4);
        assert_eq!(ledger.add(games(2..6), "b", 2, stats()), 2, "two were there");
        assert_eq!((ledger.wanted(&[], 4), ledger.has_all(&(2..8))), (vec![0..2, 8..10], true));
        assert_eq!(ledger.wanted(&[8..9, 100..200], 4), [0..2, 9..10]);
        assert_eq!(ledger.drop_of("a"), [1]);
        assert_eq!(ledger.drop_of("a"), [0u64; 0]);
        assert_eq!(ledger.wanted(&[], 4), [0..2, 4..8, 8..10]);
        assert_eq!(ledger.stats().games, 4);
        assert_eq!(ledger.add(games(0..10), "c", 3, stats()), 8);
        assert!(ledger.is_complete() && ledger.holds(&(0..10)) && !ledger.holds(&(9..11)));
        assert_eq!(ledger.workers(), [("c".to_owned(), 8), ("b".to_owned(), 2)]);
        assert!(ledger.into_games().iter().map(|game| game.index).eq(0..10));
    }
}
