use super::tree::Step;
use crate::game::Game;

/// The path from the root to a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// The steps from the root on; empty if the leaf is the root.
    pub steps: Vec<Step>,
    /// Whether the first move returns to a position of the game so far.
    pub returns: bool,
}

impl Path {
    pub fn clear(&mut self) {
        self.steps.clear();
        self.returns = false;
    }

    /// Copies the path of `other`. Keeps its memory.
    pub fn copy_from(&mut self, other: &Path) {
        self.steps.clone_from(&other.steps);
        self.returns = other.returns;
    }
}

/// A node on the path from the root to the node that a game has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathNode<G: Game> {
    pub node: u32,
    /// Visits of the edge that leads to the node.
    pub visits: u32,
    pub position: G::Position,
    /// Number of the history's new repetition keys on the path to the node.
    pub keys: usize,
    pub left: u32,
}
