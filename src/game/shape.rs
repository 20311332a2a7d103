use serde::{Deserialize, Serialize};
use std::fmt;

/// The sizes of a network's inputs and outputs.
///
/// The policy has `policy_planes` logits for each cell, followed by `policy_extra` logits that belong to no cell. The
/// logit of `plane` and `cell` has index `plane * cells + cell`, an extra one `policy_planes * cells + extra`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    pub rows: usize,
    pub cols: usize,
    pub planes: usize,
    /// Input scalars that belong to no cell.
    pub globals: usize,
    pub policy_planes: usize,
    /// Policy logits that belong to no cell.
    pub policy_extra: usize,
    /// Whether the value head also predicts the [lead](crate::game::Game::lead) at the end of the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lead: bool,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, cols, planes, globals, policy_planes, policy_extra, lead } = self;
        write!(f, "{rows}x{cols} cells, {planes} planes and {globals} scalars in, {policy_planes} planes and ")?;
        write!(f, "{policy_extra} more logits{} out", if *lead { ", lead" } else { "" })
    }
}

impl Shape {
    #[inline]
    pub const fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Entries of the input planes of one position.
    #[inline]
    pub const fn plane_len(&self) -> usize {
        self.planes * self.cells()
    }

    #[inline]
    pub const fn policy_len(&self) -> usize {
        self.policy_planes * self.cells() + self.policy_extra
    }
}
