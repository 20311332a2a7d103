use super::Game;

/// The symmetries that keep the rules and the sides, as a group: training shows a net random images of its samples, and
/// openings that are images of each other count as one.
///
/// By default there is only the identity, which always has index 0.
pub trait Symmetry: Game {
    /// The number of symmetries, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position. Its legal moves, outcome and side to act are the images of the original's.
    fn transform_position(&self, _symmetry: usize, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The image of a move under the same symmetry.
    fn transform_move(&self, _symmetry: usize, mv: Self::Move) -> Self::Move {
        mv
    }

    /// All images of a position, itself first.
    fn images(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        (0..self.symmetries()).map(move |symmetry| self.transform_position(symmetry, position))
    }

    /// A key that a position and its images share: the least of their [hashes](Game::hash).
    fn orbit_key(&self, position: &Self::Position) -> u64 {
        self.images(position).map(|image| self.hash(&image)).min().expect("the identity is a symmetry")
    }
}
