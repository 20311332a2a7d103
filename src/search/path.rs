use super::tree::Step;

/// The way from the root to a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// From the root on; none where the leaf is the root.
    pub steps: Vec<Step>,
    /// Whether the first move returns to a position of the game so far.
    pub returns: bool,
}

impl Path {
    /// Goes back to the root.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.returns = false;
    }

    /// Becomes the same way as `other`. Keeps its memory.
    pub fn copy_from(&mut self, other: &Path) {
        self.steps.clone_from(&other.steps);
        self.returns = other.returns;
    }
}
