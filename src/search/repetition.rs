use super::leaf::LeafValue;
use super::proven::ProvenResult;
use crate::game::{Game, RepetitionRule, outcome_of_repetition};

/// The repetition keys ([`crate::game::Game::repetition_key`]) of the game so far and of the path below the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Repetition {
    /// Keys of the game up to the root, then those of the path.
    keys: Vec<u64>,
    /// Number of keys that belong to the game, the root's included.
    game: usize,
    /// Index of the first key of the search path: the root's, or the first after the game's if the root has none.
    path: usize,
    /// Keys of positions that have occurred often enough in the game for a move to them to draw at once.
    drawn: Vec<u64>,
}

impl Repetition {
    /// Starts at a root: `keys` are those of the game, and `root_counts`: whether the last one is the root's.
    pub fn begin(&mut self, rule: RepetitionRule, keys: &[u64], root_counts: bool) {
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        self.game = keys.len();
        self.path = keys.len().saturating_sub(usize::from(root_counts));
        self.drawn.clear();
        match rule {
            RepetitionRule::ThirdDraws => {
                let again = keys.iter().enumerate().filter(|&(at, key)| keys[..at].contains(key));
                self.drawn.extend(again.map(|(_, key)| key));
            }
            RepetitionRule::SecondDraws => self.drawn.extend_from_slice(keys),
            RepetitionRule::ThirdLeadWins | RepetitionRule::SecondLoses => {}
        }
    }

    pub fn leave_path(&mut self) {
        self.keys.truncate(self.game);
    }

    /// Adds a position to the path.
    #[inline]
    pub fn push(&mut self, key: Option<u64>) {
        self.keys.extend(key);
    }

    /// The keys of the game and of the path.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The keys of the game, the root's included.
    pub fn of_game(&self) -> &[u64] {
        &self.keys[..self.game]
    }

    /// The value of a leaf with this key if its position has occurred before.
    ///
    /// A repetition that ends the game by the rules is proven: the tree holds paths, not positions. If only the third
    /// occurrence ends it, a second one on the search path counts like the third, since anything gained by going round
    /// could be gained at once. The second proves nothing and is checked again on each visit: once moves have been made
    /// in the game, the first occurrence may no longer be on the path.
    pub fn leaf_value<G: Game>(&self, game: &G, leaf: &G::Position, key: Option<u64>) -> Option<LeafValue> {
        let key = key?;
        let ends =
            |before| outcome_of_repetition(game, leaf, before).map(|end| LeafValue::proven(ProvenResult::now(end)));
        match ends(self.count(key)) {
            None if self.occurred_on_path(key) => ends(usize::MAX).map(|round| LeafValue { proven: None, ..round }),
            end => end,
        }
    }

    /// Number of occurrences of a position in the game and on the path.
    fn count(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&k| k == key).count()
    }

    /// Whether a position has occurred in the game or on the path.
    pub fn occurred(&self, key: Option<u64>) -> bool {
        key.is_some_and(|key| self.keys.contains(&key))
    }

    /// Whether a position has occurred on the search path, the root included.
    fn occurred_on_path(&self, key: u64) -> bool {
        self.keys[self.path..].contains(&key)
    }

    /// Whether there is a position to which a move draws at once.
    pub fn may_draw(&self) -> bool {
        !self.drawn.is_empty()
    }

    /// Whether a move to a position draws at once.
    pub fn draws(&self, key: Option<u64>) -> bool {
        key.is_some_and(|key| self.drawn.contains(&key))
    }
}
