use super::turn::is_whole_turn;
use super::{Game, History, outcome_of_repetition};

/// Numbers of move sequences, to compare rules with other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// `counts[d - 1]` is the number of sequences of exactly `d` legal moves.
    pub counts: Vec<u64>,
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal moves from `position`. A sequence stops where the game
/// ends. The history starts empty; repetition ends a game here too.
pub fn perft<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    perft_while(game, position, depth, &mut || true).expect("nobody stops it")
}

/// The same, as long as `go_on` says so, which is asked for each position whose moves are counted. None where it did not.
pub fn perft_while<G: Game>(
    game: &G,
    position: G::Position,
    depth: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Perft> {
    Counter { game, by_turns: false, keys: Vec::new(), spare: Vec::new(), go_on }.counts(position, depth)
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal turns from `position`, as [`perft`] counts moves. A turn
/// that is under way counts as the first.
pub fn perft_of_turns<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    let by_turns = game.has_long_turns();
    let counter = Counter { game, by_turns, keys: Vec::new(), spare: Vec::new(), go_on: &mut || true };
    counter.counts(position, depth).expect("nobody stops it")
}

/// Counts sequences of moves, or of turns.
struct Counter<'a, G: Game> {
    game: &'a G,
    by_turns: bool,
    /// Of the positions on the way to the one whose moves are counted.
    keys: Vec<u64>,
    /// Move lists to be filled again.
    spare: Vec<Vec<G::Move>>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<G: Game> Counter<'_, G> {
    fn counts(mut self, position: G::Position, depth: usize) -> Option<Perft> {
        let is_open = History::new(self.game, position).outcome().is_none();
        self.keys.extend(self.game.repetition_key(&position));
        let counts = (1..=depth).map(|depth| if is_open { self.count(&position, depth) } else { Some(0) });
        Some(Perft { counts: counts.collect::<Option<_>>()? })
    }

    /// Sequences of `depth` moves or turns, at least one, from a position that is not over.
    fn count(&mut self, position: &G::Position, depth: usize) -> Option<u64> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.legal_moves(position, &mut moves);
        let mut leaves = 0;
        if depth == 1 && !self.by_turns {
            leaves = (self.go_on)().then_some(moves.len() as u64)?;
        } else {
            for &mv in &moves {
                let mut next = *position;
                self.game.play(&mut next, mv);
                leaves += self.count_from(&next, depth)?;
            }
        }
        self.spare.push(moves);
        Some(leaves)
    }

    /// Sequences of `depth` moves or turns that go on from `next`, where the first one, or a part of it, has led.
    fn count_from(&mut self, next: &G::Position, depth: usize) -> Option<u64> {
        let left = depth - usize::from(!self.by_turns || is_whole_turn(self.game, next));
        if left == 0 {
            return (self.go_on)().then_some(1);
        }
        if self.game.outcome(next).is_some() {
            return Some(0);
        }
        let Some(key) = self.game.repetition_key(next) else { return self.count(next, left) };
        let before = self.keys.iter().filter(|&&k| k == key).count();
        if outcome_of_repetition(self.game, next, before).is_some() {
            return Some(0);
        }
        self.keys.push(key);
        let leaves = self.count(next, left);
        self.keys.pop();
        leaves
    }
}
