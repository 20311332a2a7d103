use super::ast::Actor;
use super::raw::{Condition, Effect};
use super::source::Span;
use super::tables::{Shift, Tables};

/// The target of an edge with which a pattern ends.
pub(super) const ACCEPT: u32 = u32::MAX;
/// The action of an edge without one.
pub(super) const NO_ACTION: u16 = u16::MAX;
/// No marks are needed at an edge's target.
pub(super) const NO_MARKS: u32 = u32::MAX;

/// An edge: go where `shift` leads, to cells with one of `pieces`, if the conditions hold there; then do the action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub shift: Shift,
    pub pieces: u64,
    /// A range of [`Automaton::edge_conditions`].
    pub conditions: (u32, u32),
    pub action: u16,
    /// Whether the action is possible on every cell with one of `pieces`.
    pub is_plain: bool,
    pub target: u32,
    /// The first mark of the target's cells, or [`NO_MARKS`].
    pub marks: u32,
}

/// The kind of an action, in short.
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
    /// Whether a search could find the action twice on the same cell.
    pub is_marked: bool,
    pub target: u32,
    /// Cost of the assigned value, in visits.
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

/// Details of an action that searches do not need.
#[derive(Clone, Debug)]
pub(super) struct Detail {
    pub effect: Effect,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    pub first: u32,
    /// Whether the pattern has actions, which are undone after its evaluation.
    pub has_actions: bool,
    /// Whether the pattern tests only pieces one shift away.
    pub is_near: bool,
    /// Place of the pattern's first use in the rules.
    pub at: Span,
}

/// The reduced rules: nodes with edges, each of which combines a shift, tests and an action.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub cells: usize,
    pub start: u32,
    /// For each node the range of its edges.
    pub nodes: Vec<(u32, u32)>,
    pub edges: Vec<Edge>,
    pub conditions: Vec<Condition>,
    /// Cost of each comparison, in visits; 0 for patterns.
    pub condition_costs: Vec<u32>,
    pub edge_conditions: Vec<u32>,
    pub actions: Vec<Action>,
    pub details: Vec<Detail>,
    pub patterns: Vec<Pattern>,
    pub tables: Tables,
    /// For each node the first mark of its cells, or [`NO_MARKS`].
    pub node_marks: Vec<u32>,
    /// Number of marks that a search needs.
    pub marks: usize,
    /// For each node whether its edges lead to the same cells from every cell.
    pub anywhere: Vec<bool>,
}

impl Automaton {
    /// Whether chance ever acts.
    pub fn has_chance(&self) -> bool {
        self.actions.iter().any(|action| action.switch() == Some(Actor::Chance))
    }

    #[inline]
    pub fn edges_of(&self, node: u32) -> std::ops::Range<usize> {
        let (start, end) = self.nodes[node as usize];
        start as usize..end as usize
    }

    /// The cells on which play can stand at a node; the first one stands for all if they do not matter.
    pub fn cells_at(&self, node: u32) -> std::ops::Range<u16> {
        0..if self.anywhere[node as usize] { 1 } else { self.cells as u16 }
    }
}
