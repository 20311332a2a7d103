use super::board::MAX_CELLS;
use super::names::MAX_VARIABLES;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The player to move has no move, or the keeper has no path: the scores decide.
    ByTheRules,
    /// The keeper's path or a pattern takes too long: nobody wins.
    TooMuchWork,
}

/// A position: all that the rules need. Cells beyond the board and variables beyond the file's are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The index of the piece on each cell.
    pub(crate) cells: [u8; MAX_CELLS],
    /// The scores of both players first.
    pub(crate) variables: [u16; MAX_VARIABLES],
    /// Index of the node of the rules' automaton.
    pub(crate) node: u32,
    pub(crate) cell: u16,
    /// The index of the player to move or, where chance acts, of the player who moved last; 2 is the keeper.
    pub(crate) actor: u8,
    /// Whether chance is to act.
    pub(crate) is_chance: bool,
    /// Whether a move is under way.
    pub(crate) is_within_move: bool,
    pub(crate) end: Option<End>,
}

impl State {
    /// The index of the piece on a cell.
    #[inline]
    pub fn piece(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// The value of a variable; the first two are the scores.
    #[inline]
    pub fn variable(&self, index: usize) -> u16 {
        self.variables[index]
    }

    pub fn scores(&self) -> [u16; 2] {
        [self.variables[0], self.variables[1]]
    }

    /// Whether chance is to act.
    #[inline]
    pub fn is_chance(&self) -> bool {
        self.is_chance
    }

    /// 0 or 1, the player who moves or who moved last.
    #[inline]
    pub fn player(&self) -> usize {
        usize::from(self.actor == 1)
    }

    /// The cell on which play stands.
    #[inline]
    pub fn cell(&self) -> usize {
        self.cell as usize
    }

    /// The place in the rules: a node of the automaton.
    #[inline]
    pub fn node(&self) -> usize {
        self.node as usize
    }

    /// Whether the player has made steps of a move, but not its last one.
    #[inline]
    pub fn is_within_move(&self) -> bool {
        self.is_within_move
    }

    /// Why the game is over, if it is.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Becomes `other`, for rules with `cells` cells and `variables` variables. False if both were equal already. Only
    /// these cells are copied, as most boards are far smaller than the largest.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &State, cells: usize, variables: usize) -> bool {
        let own = (self.node, self.cell, self.actor, self.is_chance, self.is_within_move, self.end);
        let new = (other.node, other.cell, other.actor, other.is_chance, other.is_within_move, other.end);
        if own == new
            && self.cells[..cells] == other.cells[..cells]
            && self.variables[..variables] == other.variables[..variables]
        {
            return false;
        }
        (self.node, self.cell, self.actor, self.is_chance, self.is_within_move, self.end) = new;
        self.cells[..cells].copy_from_slice(&other.cells[..cells]);
        self.variables[..variables].copy_from_slice(&other.variables[..variables]);
        true
    }

    /// Number of pieces of this kind on the first `cells` cells.
    #[inline]
    pub fn count(&self, piece: u8, cells: usize) -> usize {
        // In runs whose sums fit a byte, so that the compiler compares many cells at once.
        let runs = self.cells[..cells].chunks(128);
        runs.map(|run| usize::from(run.iter().map(|&other| u8::from(other == piece)).sum::<u8>())).sum()
    }
}

/// One choice of a player: an action of the rules on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The index of the action in [`Rules::actions`](super::Rules::actions).
    pub action: u16,
    pub cell: u16,
}
