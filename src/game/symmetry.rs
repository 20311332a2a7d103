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
        position.clone()
    }

    /// The image of a move under the same symmetry.
    fn transform_move(&self, _symmetry: usize, mv: Self::Move) -> Self::Move {
        mv
    }

    /// A key that a position and its images share: the least of their [hashes](Game::hash).
    fn orbit_key(&self, position: &Self::Position) -> u64 {
        images(self, position).map(|image| self.hash(&image)).min().expect("the identity is a symmetry")
    }
}

/// All images of a position; the first is the position itself.
pub fn images<G: Symmetry>(game: &G, position: &G::Position) -> impl Iterator<Item = G::Position> {
    (0..game.symmetries()).map(move |symmetry| game.transform_position(symmetry, position))
}
