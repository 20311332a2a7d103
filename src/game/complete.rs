use super::{Encoding, Guidance, Notation, Symmetry};

/// A game with everything that the program can ask of it. Implemented for every type that has the five traits.
///
/// [`AnyGame::of`](super::AnyGame::of) takes one. Above `search` all code is for [`AnyGame`](super::AnyGame); searches,
/// evaluators and contracts ask only for the traits that they need.
pub trait CompleteGame: Notation + Symmetry + Encoding + Guidance {}

impl<G: Notation + Symmetry + Encoding + Guidance> CompleteGame for G {}
