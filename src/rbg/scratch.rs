use super::automaton::Automaton;
use super::board::MAX_CELLS;
use super::names::MAX_VARIABLES;
use super::state::{State, Step};

/// The most edges and cells that one call may visit: under a tenth of a second. Go needs a fifth to count the points,
/// other public games a hundredth.
pub(super) const WORK: i64 = 8_000_000;
/// Like [`WORK`], for a call that lists all whole moves of a position, which can be many.
pub(super) const WHOLE_WORK: i64 = 20 * WORK;

/// How to take an action back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    /// A cell, or a variable counted from [`MAX_CELLS`].
    pub place: u16,
    pub before: u16,
    /// The identifier of the position before.
    pub position: u32,
}

/// One action of a move in progress: its continuations, and the length of the undo list before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub next: usize,
    pub end: usize,
    pub undo: usize,
}

/// Memory for searches, besides the rules and a position. It serves any number of calls for the rules it was made
/// for; after the first ones nothing is allocated.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) state: State,
    /// For each node and cell the number of the last search that visited them.
    pub(super) marks: Vec<u32>,
    /// For each action and cell the number of the last search that found them.
    pub(super) action_marks: Vec<u32>,
    pub(super) mark: u32,
    /// For each pattern and cell the position of the last evaluation, doubled, plus the result.
    pub(super) answers: Vec<u32>,
    /// An identifier of `state`'s content, which changes with it and is restored when a change is undone.
    pub(super) position: u32,
    pub(super) positions: u32,
    pub(super) queue: Vec<(u32, u16)>,
    pub(super) found: Vec<Step>,
    pub(super) levels: Vec<Level>,
    pub(super) undo: Vec<Undo>,
    /// The player's steps in the last call of `play`.
    pub(super) trace: Vec<Step>,
    pub(super) steps: Vec<Step>,
    /// The last action that handed over.
    pub(super) handed_by: Option<u16>,
    /// The last assignment that failed because its value is out of bounds: the action and the value.
    pub(super) refused: Option<(u16, i64)>,
    /// Number of visits that are left.
    pub(super) work: i64,
    /// Number of visits that the last call was allowed.
    pub(super) allowed: i64,
    /// Work by node, if it is counted.
    pub(super) costs: Option<Box<Costs>>,
}

impl Scratch {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let state = State {
            cells: [0; MAX_CELLS],
            variables: [0; MAX_VARIABLES],
            node: 0,
            cell: 0,
            actor: 0,
            is_chance: false,
            is_within_move: false,
            end: None,
        };
        Scratch {
            state,
            marks: vec![0; automaton.marks],
            action_marks: vec![0; automaton.actions.len() * automaton.cells],
            mark: 0,
            answers: vec![0; automaton.patterns.len() * automaton.cells],
            position: 0,
            positions: 0,
            queue: Vec::new(),
            found: Vec::new(),
            levels: Vec::new(),
            undo: Vec::new(),
            trace: Vec::new(),
            steps: Vec::new(),
            handed_by: None,
            refused: None,
            work: 0,
            allowed: 0,
            costs: None,
        }
    }

    /// The player's actions in the last step: the step itself, then the forced ones.
    pub fn trace(&self) -> &[Step] {
        &self.trace
    }

    /// The last action that handed over in the last call of `play`: the player's, or one of the keeper's after it.
    pub fn handed_by(&self) -> Option<u16> {
        self.handed_by
    }

    /// Number of edges and cells visited in the last call.
    pub fn looks(&self) -> u64 {
        self.allowed.saturating_sub(self.work).max(0) as u64
    }

    pub(super) fn allow(&mut self, work: i64) {
        (self.work, self.allowed) = (work, work);
    }

    /// A number for a search, different from all marks.
    #[inline]
    pub(super) fn fresh_mark(&mut self) -> u32 {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.action_marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        self.mark
    }

    /// Gives the position a new identifier after a change.
    #[inline]
    pub(super) fn rename(&mut self) {
        if self.positions >= u32::MAX / 2 - 1 {
            // Identifiers in the undo list could come back for another position: cached answers are dropped.
            self.answers.fill(0);
            self.positions = 0;
            self.undo.iter_mut().for_each(|undo| undo.position = 0);
        }
        self.positions += 1;
        self.position = self.positions;
    }
}

/// Work by the node at which a walk began: after an action, or at the beginning of a test.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    by_node: Vec<u64>,
    /// Work of the walks within the current one.
    within: i64,
}

impl Costs {
    pub fn new(automaton: &Automaton) -> Costs {
        Costs { by_node: vec![0; automaton.nodes.len()], within: 0 }
    }

    /// Edges and cells visited, by node.
    pub fn by_node(&self) -> &[u64] {
        &self.by_node
    }

    /// Begins a walk; returns a value for [`Costs::end`].
    pub fn begin(&mut self) -> i64 {
        std::mem::take(&mut self.within)
    }

    /// Ends a walk from a node; `work` includes that of the walks within it.
    pub fn end(&mut self, begun: i64, node: u32, work: i64) {
        self.by_node[node as usize] += u64::try_from(work - self.within).unwrap_or(0);
        self.within = begun + work;
    }
}
