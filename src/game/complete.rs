use super::{Encoding, Guidance, Notation, Symmetry};

/// A game with everything that the program can ask of it. Implemented for every type that has the five traits.
///
/// For code at the top, as commands and training; code below asks only for the traits that it needs.
pub trait CompleteGame: Notation + Symmetry + Encoding + Guidance {}

impl<G: Notation + Symmetry + Encoding + Guidance> CompleteGame for G {}
