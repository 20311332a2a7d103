use super::{Encoding, Guidance, Notation, Symmetry};

/// A game with everything that the program needs of it. Implemented for every type that has the five traits.
///
/// [`AnyGame::of`](super::AnyGame::of) takes a complete game. Above `search` all code is for
/// [`AnyGame`](super::AnyGame); searches, evaluators and contracts need only some of the traits.
pub trait CompleteGame: Notation + Symmetry + Encoding + Guidance {}

impl<G: Notation + Symmetry + Encoding + Guidance> CompleteGame for G {}
