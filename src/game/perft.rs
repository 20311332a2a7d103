use super::turn::is_whole_turn;
use super::{Game, History, outcome_of_repetition};

/// Numbers of move sequences, to compare rules with other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// `counts[d - 1]` is the number of sequences of exactly `d` legal moves.
    pub counts: Vec<u64>,
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal moves from `position`. A sequence stops when the game ends.
/// The history starts empty; repetition ends a game here too.
pub fn perft<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    perft_while(game, position, depth, &mut || true).expect("nobody stops it")
}

/// [`perft`] that stops with `None` when `go_on`, called for each position whose moves are made or counted, returns
/// false.
pub fn perft_while<G: Game>(
    game: &G,
    position: G::Position,
    depth: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Perft> {
    Counter { game, by_turns: false, keys: Vec::new(), spare: Vec::new(), go_on }.counts(position, depth)
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal turns from `position`, as [`perft`] counts moves. A turn in
/// progress counts as the first turn of each sequence.
pub fn perft_of_turns<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    let by_turns = game.has_long_turns();
    let counter = Counter { game, by_turns, keys: Vec::new(), spare: Vec::new(), go_on: &mut || true };
    counter.counts(position, depth).expect("nobody stops it")
}

/// Counts sequences of moves, or of turns.
struct Counter<'a, G: Game> {
    game: &'a G,
    by_turns: bool,
    /// Repetition keys of the positions on the current line.
    keys: Vec<u64>,
    /// Reusable move lists.
    spare: Vec<Vec<G::Move>>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<G: Game> Counter<'_, G> {
    fn counts(mut self, position: G::Position, depth: usize) -> Option<Perft> {
        let is_open = History::new(self.game, position.clone()).outcome().is_none();
        self.keys.extend(self.game.repetition_key(&position));
        let mut counts: Vec<u64> = Vec::with_capacity(depth);
        for depth in 1..=depth {
            // If there are no sequences of some depth, there are none of a larger one.
            let is_open = is_open && counts.last() != Some(&0);
            counts.push(if is_open { self.count(&position, depth)? } else { 0 });
        }
        Some(Perft { counts })
    }

    /// Counts sequences of `depth` moves or turns, at least one, from a position that is not over. Iterates with a
    /// list instead of recursion: a turn may have thousands of moves.
    fn count(&mut self, position: &G::Position, depth: usize) -> Option<u64> {
        let mut leaves = 0;
        let mut open = vec![self.node(position, depth, false)?];
        while let Some(node) = open.last_mut() {
            if node.left == 1 && !self.by_turns {
                leaves += node.moves.len() as u64;
                node.moves.clear();
            }
            let Some(mv) = node.moves.pop() else {
                let node = open.pop().expect("the last one");
                if node.has_key {
                    self.keys.pop();
                }
                self.spare.push(node.moves);
                continue;
            };
            let mut next = node.position.clone();
            self.game.play(&mut next, mv);
            let left = node.left - usize::from(!self.by_turns || is_whole_turn(self.game, &next));
            if left == 0 {
                leaves += 1;
                continue;
            }
            let key = self.game.repetition_key(&next);
            if self.game.outcome(&next).is_some() || key.is_some_and(|key| self.ends_repeated(&next, key)) {
                continue;
            }
            self.keys.extend(key);
            open.push(self.node(&next, left, key.is_some())?);
        }
        Some(leaves)
    }

    /// Whether the repetition of a position ends the game.
    fn ends_repeated(&self, position: &G::Position, key: u64) -> bool {
        let before = self.keys.iter().filter(|&&k| k == key).count();
        outcome_of_repetition(self.game, position, before).is_some()
    }

    /// A node for a position, unless sequences stop there.
    fn node(&mut self, position: &G::Position, left: usize, has_key: bool) -> Option<Node<G>> {
        if !(self.go_on)() {
            return None;
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.legal_moves(position, &mut moves);
        Some(Node { position: position.clone(), moves, left, has_key })
    }
}

/// A position on the current line.
struct Node<G: Game> {
    position: G::Position,
    /// Moves not made yet.
    moves: Vec<G::Move>,
    left: usize,
    /// Whether the position has a key, the last in `keys`.
    has_key: bool,
}
