use super::Value;
use crate::game::{AnyGame, Game};

/// Positions to evaluate together, with their legal moves and, afterwards, their priors and values.
///
/// Reused from batch to batch: allocates only when it grows past its largest size so far.
#[derive(Clone, Debug)]
pub struct Batch<G: Game = AnyGame> {
    positions: Vec<G::Position>,
    /// Legal moves of all leaves, one after another; leaf `i` has those from `starts[i]` to `starts[i + 1]`.
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    starts: Vec<usize>,
    values: Vec<Value>,
}

/// One position of a batch with the memory for its answer.
#[derive(Debug)]
pub struct Leaf<'a, G: Game = AnyGame> {
    /// The position, in which the game is not over.
    pub position: &'a G::Position,
    /// The legal moves of the position, at least one.
    pub moves: &'a [G::Move],
    /// The probability of each legal move.
    pub priors: &'a mut [f32],
    /// The value for the side to act.
    pub value: &'a mut Value,
}

impl<G: Game> Default for Batch<G> {
    fn default() -> Self {
        Batch { positions: Vec::new(), moves: Vec::new(), priors: Vec::new(), starts: vec![0], values: Vec::new() }
    }
}

impl<G: Game> Batch<G> {
    /// Removes all leaves, keeps the memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
        self.priors.clear();
        self.starts.truncate(1);
        self.values.clear();
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position that is not over, with its legal moves; returns its index.
    pub fn push(&mut self, position: &G::Position, moves: &[G::Move]) -> usize {
        self.positions.push(position.clone());
        self.moves.extend_from_slice(moves);
        self.priors.resize(self.moves.len(), 0.0);
        self.starts.push(self.moves.len());
        self.values.push(Value::EVEN);
        self.positions.len() - 1
    }

    pub fn position(&self, leaf: usize) -> &G::Position {
        &self.positions[leaf]
    }

    /// The legal moves of a leaf.
    pub fn moves(&self, leaf: usize) -> &[G::Move] {
        &self.moves[self.starts[leaf]..self.starts[leaf + 1]]
    }

    /// The probabilities of a leaf's legal moves, once evaluated.
    pub fn priors(&self, leaf: usize) -> &[f32] {
        &self.priors[self.starts[leaf]..self.starts[leaf + 1]]
    }

    /// The value of a leaf for its side to act, once evaluated.
    pub fn value(&self, leaf: usize) -> Value {
        self.values[leaf]
    }

    /// A leaf, to write its answer.
    pub fn leaf_mut(&mut self, leaf: usize) -> Leaf<'_, G> {
        let range = self.starts[leaf]..self.starts[leaf + 1];
        Leaf {
            position: &self.positions[leaf],
            moves: &self.moves[range.clone()],
            priors: &mut self.priors[range],
            value: &mut self.values[leaf],
        }
    }
}
