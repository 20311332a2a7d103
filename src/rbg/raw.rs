use super::ast::{Actor, Expr, Relation};
use super::cells::CellSet;
use super::source::Span;

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Put(u8),
    Assign(u8, Expr),
    Switch(Actor),
}

/// A test other than of a set of pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Condition {
    Compare(Expr, Relation, Expr),
    Pattern { pattern: u32, is_there: bool },
}

/// The test or effect of an edge of the first automaton.
#[derive(Clone, Debug)]
pub(super) enum Label {
    Nothing,
    Step(u8),
    Inside(Box<CellSet>),
    On(u64),
    Holds(u32),
    Act(u16),
}

#[derive(Clone, Debug)]
pub(super) struct RawAction {
    pub effect: Effect,
    pub span: Span,
    pub target: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawPattern {
    pub first: u32,
    pub last: u32,
    /// Place of the pattern's first use in the rules.
    pub at: Span,
}

/// The rules as an automaton in the manner of Thompson (1968): one edge for an action, edges without one in between.
pub(super) struct Raw {
    pub nodes: Vec<Vec<(Label, u32)>>,
    pub start: u32,
    pub patterns: Vec<RawPattern>,
    pub conditions: Vec<Condition>,
    pub actions: Vec<RawAction>,
}
