use crate::train::SelfPlayStats;
use std::ops::Range;

/// The pieces of a round that have arrived, and the worker of each.
pub(in crate::distributed) struct ReceivedPieces {
    /// Index of the first piece of the generation.
    first: u32,
    pieces: Vec<Option<(Vec<u8>, usize)>>,
    messages: Vec<Message>,
    there: usize,
}

struct Message {
    worker: String,
    /// The message's sequence number in the stream.
    sequence: u64,
    stats: SelfPlayStats,
    dropped: bool,
}

impl ReceivedPieces {
    pub fn new(pieces: Range<u32>) -> Self {
        ReceivedPieces { first: pieces.start, pieces: pieces.map(|_| None).collect(), messages: Vec::new(), there: 0 }
    }

    pub fn is_complete(&self) -> bool {
        self.there == self.pieces.len()
    }

    /// Whether all indices belong to the round.
    pub fn holds(&self, pieces: &Range<u32>) -> bool {
        pieces.start >= self.first && pieces.end <= self.first + self.pieces.len() as u32
    }

    /// Whether all of these pieces have arrived.
    pub fn has_all(&self, pieces: &Range<u32>) -> bool {
        self.pieces[self.places(pieces)].iter().all(Option::is_some)
    }

    /// Adds the pieces of a message that have not arrived yet; returns their number.
    pub fn add(
        &mut self,
        indices: &Range<u32>,
        pieces: Vec<Vec<u8>>,
        worker: &str,
        sequence: u64,
        stats: SelfPlayStats,
    ) -> usize {
        let before = self.there;
        for (place, piece) in self.places(indices).zip(pieces) {
            let place = &mut self.pieces[place];
            if place.is_none() {
                *place = Some((piece, self.messages.len()));
                self.there += 1;
            }
        }
        if self.there > before {
            self.messages.push(Message { worker: worker.to_owned(), sequence, stats, dropped: false });
        }
        self.there - before
    }

    /// Removes a worker's pieces; returns the sequence numbers of their messages.
    pub fn drop_of(&mut self, worker: &str) -> Vec<u64> {
        let mut sequences = Vec::new();
        for (index, message) in self.messages.iter_mut().enumerate() {
            if message.worker != worker || message.dropped {
                continue;
            }
            message.dropped = true;
            sequences.push(message.sequence);
            for place in &mut self.pieces {
                if place.as_ref().is_some_and(|(_, from)| *from == index) {
                    *place = None;
                    self.there -= 1;
                }
            }
        }
        sequences
    }

    /// The pieces that have not arrived and are in none of `tasks`, in ranges of at most `most`.
    pub fn wanted(&self, tasks: &[Range<u32>], most: u32) -> Vec<Range<u32>> {
        let mut wanted: Vec<bool> = self.pieces.iter().map(Option::is_none).collect();
        for task in tasks {
            wanted[self.places(task)].fill(false);
        }
        self.ranges(&wanted, most)
    }

    /// The pieces of a range that have not arrived, in ranges of at most `most`.
    pub fn missing(&self, pieces: &Range<u32>, most: u32) -> Vec<Range<u32>> {
        let mut missing = vec![false; self.pieces.len()];
        for place in self.places(pieces) {
            missing[place] = self.pieces[place].is_none();
        }
        self.ranges(&missing, most)
    }

    /// The marked pieces in ranges of at most `most`.
    fn ranges(&self, marked: &[bool], most: u32) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (index, _) in (self.first..).zip(marked).filter(|&(_, &marked)| marked) {
            match ranges.last_mut() {
                Some(last) if last.end == index && last.end - last.start < most => last.end += 1,
                _ => ranges.push(index..index + 1),
            }
        }
        ranges
    }

    /// The places of these pieces; indices outside the round are left out.
    fn places(&self, pieces: &Range<u32>) -> Range<usize> {
        let place = |index: u32| self.pieces.len().min(index.saturating_sub(self.first) as usize);
        place(pieces.start)..place(pieces.end)
    }

    /// Names of the workers, with the number of their pieces.
    pub fn workers(&self) -> Vec<(String, u64)> {
        let mut workers: Vec<(String, u64)> = Vec::new();
        for (_, from) in self.pieces.iter().flatten() {
            let name = &self.messages[*from].worker;
            match workers.iter_mut().find(|(worker, _)| worker == name) {
                Some((_, count)) => *count += 1,
                None => workers.push((name.clone(), 1)),
            }
        }
        workers
    }

    pub fn stats(&self) -> SelfPlayStats {
        let mut stats = SelfPlayStats::default();
        self.messages.iter().filter(|message| !message.dropped).for_each(|message| stats += message.stats.clone());
        stats
    }

    /// All pieces in order, once the round is complete.
    pub fn into_pieces(self) -> Vec<Vec<u8>> {
        self.pieces.into_iter().flatten().map(|(piece, _)| piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_any_order_and_go_with_their_worker() {
        let stats = || SelfPlayStats { games: 4, ..SelfPlayStats::default() };
        let mut received = ReceivedPieces::new(100..110);
        let add = |received: &mut ReceivedPieces, pieces: Range<u32>, worker: &str, sequence| {
            let bytes = pieces.clone().map(|index| vec![index as u8]).collect();
            received.add(&pieces, bytes, worker, sequence, stats())
        };
        assert_eq!(received.wanted(&[], 4), [100..104, 104..108, 108..110]);
        assert_eq!(add(&mut received, 104..108, "a", 1), 4);
        assert_eq!(add(&mut received, 102..106, "b", 2), 2, "two were there");
        assert_eq!((received.wanted(&[], 4), received.has_all(&(102..108))), (vec![100..102, 108..110], true));
        assert_eq!(received.wanted(&[108..109, 0..3, 200..300], 4), [100..102, 109..110]);
        assert_eq!(received.missing(&(0..102), 1), [100..101, 101..102]);
        assert_eq!(received.missing(&(106..u32::MAX), 1), [108..109, 109..110]);
        assert_eq!(received.drop_of("a"), [1]);
        assert_eq!(received.drop_of("a"), [0u64; 0]);
        assert_eq!(received.wanted(&[], 4), [100..102, 104..108, 108..110]);
        assert_eq!(received.stats().games, 4);
        assert_eq!(add(&mut received, 100..110, "c", 3), 8);
        assert!(received.is_complete() && received.holds(&(100..110)));
        assert!(!received.holds(&(109..111)) && !received.holds(&(99..101)));
        assert_eq!(received.workers(), [("c".to_owned(), 8), ("b".to_owned(), 2)]);
        assert!(received.into_pieces().iter().map(|piece| u32::from(piece[0])).eq(100..110));
    }
}
