use super::amount::Amount;
use crate::game::{Game, History};
use crate::random::derive;
use rand::{SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A reproducible stream of random numbers, different for each set of rules.
pub fn stream<G: Game>(game: &G, seed: u64) -> Xoshiro256PlusPlus {
    let rules = Vec::from_iter(game.rules().to_string().bytes().map(u64::from));
    Xoshiro256PlusPlus::seed_from_u64(derive(seed, &rules))
}

/// The legal moves of a position, in their order.
pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

pub(super) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items = Vec::from_iter(items);
    items.sort_unstable();
    items
}

/// The most moves of one position tried by an expensive check.
const TRIED: usize = 40;

/// A sample of many moves, a different one in the next position.
pub(super) fn some<G: Game, T>(
    history: &History<G>,
    moves: impl ExactSizeIterator<Item = T>,
) -> impl Iterator<Item = T> {
    let stride = moves.len().div_ceil(TRIED).max(1);
    moves.skip(history.moves() as usize % stride).step_by(stride)
}

/// Random games, one after the other, shown position by position:
/// `while let Some(history) = games.next_position() { ... }`.
#[derive(Debug)]
pub struct RandomGames<'a, G: Game> {
    game: &'a G,
    history: History<G>,
    moves: Vec<G::Move>,
    rng: Xoshiro256PlusPlus,
    /// Number of positions still to show; the last game is played to its end, if there is time.
    left: usize,
    amount: Amount,
    begun: bool,
}

impl<'a, G: Game> RandomGames<'a, G> {
    /// Whole games with at least `positions` positions.
    pub fn new(game: &'a G, seed: u64, positions: impl Into<Amount>) -> Self {
        let (history, amount) = (History::new(game, game.start()), positions.into());
        let left = amount.positions;
        RandomGames { game, history, moves: Vec::new(), rng: stream(game, seed), left, amount, begun: false }
    }

    /// The current game at its next position, from the first to the final one. `None` once all are shown.
    pub fn next_position(&mut self) -> Option<&History<G>> {
        if self.begun {
            if self.amount.is_over() {
                return None;
            }
            self.history.legal_moves(self.game, &mut self.moves);
            // A game that should have ended is abandoned, so that all checks end.
            let in_time = self.history.moves() <= self.game.max_moves();
            match self.moves.choose(&mut self.rng).filter(|_| in_time) {
                Some(&mv) => self.history.play(self.game, mv),
                None if self.left == 0 => return None,
                None => self.history.restart(self.game, self.game.start()),
            }
        }
        self.begun = true;
        self.left = self.left.saturating_sub(1);
        Some(&self.history)
    }
}
