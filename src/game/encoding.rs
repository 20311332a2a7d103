use super::{Game, Shape};
use std::collections::BTreeMap;

/// A network's view of a position, and the output that belongs to each move.
pub trait Encoding: Game {
    /// The sizes of the network's inputs and of the policy.
    fn shape(&self) -> Shape;

    /// Writes the network's input for a position, seen by the side to act. Overwrites every entry.
    ///
    /// `planes` is `[plane][row][column]`, `shape().plane_len()` entries from 0 to 1, of which a net in 8 bits sees
    /// multiples of 1/127. `globals` has `shape().globals` entries, roughly within [-1, 1].
    fn encode(&self, position: &Self::Position, planes: &mut [f32], globals: &mut [f32]);

    /// The index of a legal move among the policy's logits (see [`Shape`]). The legal moves of a position have
    /// different indices.
    fn policy_index(&self, position: &Self::Position, mv: Self::Move) -> usize;

    /// Increase this number when [`Encoding::encode`] or [`Encoding::policy_index`] change meaning, so that older nets
    /// are refused. Default: 1.
    fn encoding_version(&self) -> u32 {
        1
    }

    /// The rule options that a net depends on, with their values; a net serves any value of other options. By default
    /// all options; leave out those whose effect the encoding shows.
    fn net_options(&self) -> BTreeMap<String, String> {
        self.rules().options()
    }
}
