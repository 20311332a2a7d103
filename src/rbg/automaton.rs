use super::ast::Actor;
use super::raw::{Condition, Effect};
use super::source::Span;
use super::tables::{Shift, Tables};

/// The target of an edge with which a pattern ends.
pub(super) const ACCEPT: u32 = u32::MAX;
pub(super) const NO_ACTION: u16 = u16::MAX;
/// No marks are needed where an edge leads.
pub(super) const NO_MARKS: u32 = u32::MAX;

/// An edge: go where `shift` leads, to cells with one of `pieces`, if the conditions hold there; then do the action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub shift: Shift,
    pub pieces: u64,
    /// A range of [`Automaton::edge_conditions`].
    pub conditions: (u32, u32),
    pub action: u16,
    /// Whether its action is found wherever the piece is right.
    pub is_plain: bool,
    pub target: u32,
    /// Where the marks of the target's cells begin, or [`NO_MARKS`].
    pub marks: u32,
}

/// What an action does, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Put(u8),
    Assign(u8),
    Switch(Actor),
}

/// A change or a switch in the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub kind: Kind,
    /// Whether a search could find it twice on the same cell.
    pub is_marked: bool,
    pub target: u32,
    /// Looks that working out the assigned value takes.
    pub cost: u32,
}

impl Action {
    #[inline]
    pub fn switch(&self) -> Option<Actor> {
        match self.kind {
            Kind::Switch(actor) => Some(actor),
            _ => None,
        }
    }
}

/// What searching does not need of an action.
#[derive(Clone, Debug)]
pub(super) struct Detail {
    pub effect: Effect,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub first: u32,
    /// Whether it has actions, which are taken back once it is answered.
    pub has_actions: bool,
    /// Whether it looks at pieces one shift away and at nothing else.
    pub is_near: bool,
    /// Where it stands first in the rules.
    pub at: Span,
}

/// The rules made small: nodes with edges, each of which does all that can be done at once.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub cells: usize,
    pub start: u32,
    /// For each node the range of its edges.
    pub nodes: Vec<(u32, u32)>,
    pub edges: Vec<Edge>,
    pub conditions: Vec<Condition>,
    /// Looks that each of them takes where it is a comparison.
    pub condition_costs: Vec<u32>,
    pub edge_conditions: Vec<u32>,
    pub actions: Vec<Action>,
    pub details: Vec<Detail>,
    pub patterns: Vec<Pattern>,
    pub tables: Tables,
    /// For each node where the marks of its cells begin, or [`NO_MARKS`].
    pub node_marks: Vec<u32>,
    /// How many marks a search needs.
    pub marks: usize,
    /// For each node whether all its ways are the same from every cell.
    pub anywhere: Vec<bool>,
}

impl Automaton {
    #[inline]
    pub fn edges_of(&self, node: u32) -> std::ops::Range<usize> {
        let (start, end) = self.nodes[node as usize];
        start as usize..end as usize
    }

    /// The cells that play can stand on at a node, as far as they matter: the first one stands for all where they do not.
    pub fn cells_at(&self, node: u32) -> std::ops::Range<u16> {
        0..if self.anywhere[node as usize] { 1 } else { self.cells as u16 }
    }
}
