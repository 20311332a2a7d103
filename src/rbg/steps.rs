use super::ast::Actor;
use super::automaton::Kind;
use super::scratch::WORK;
use super::search::Search;
use super::state::{End, State, Step};

/// This many actions are searched and tried first, since a few steps often suffice; only if they do not, the others are
/// searched.
const FEW: usize = 64;

/// Cost of a switch to the keeper, so that a loop of them ends.
const KEEPER_WORK: i64 = 200;

impl Search<'_> {
    /// Starts a search from a position.
    pub fn load(&mut self, state: &State) {
        // Often the position is that of the last call: then cached answers for patterns stay.
        if self.scratch.state.copy_from(state, self.automaton.cells, self.bounds.len()) {
            self.scratch.rename();
        }
        self.scratch.allow(WORK);
        self.scratch.undo.clear();
        self.scratch.found.clear();
        self.scratch.levels.clear();
        self.scratch.queue.clear();
    }

    /// Adds the steps of the loaded position, up to `limit`: the next actions after which the move can be completed.
    pub fn options(&mut self, limit: usize, steps: &mut Vec<Step>) {
        let (node, cell) = (self.scratch.state.node, self.scratch.state.cell);
        let first = self.scratch.found.len();
        let mut tried = 0;
        for most in [FEW, usize::MAX] {
            self.expand_to(node, cell, most);
            let found = self.scratch.found.len() - first;
            self.keep_steps(first + tried, limit, steps);
            self.scratch.found.truncate(first);
            if found < most || steps.len() >= limit {
                break;
            }
            tried = found;
        }
    }

    /// Adds to `steps` the actions found from `first` on after which the move can be completed, until there are `limit`
    /// steps.
    fn keep_steps(&mut self, first: usize, limit: usize, steps: &mut Vec<Step>) {
        for index in first..self.scratch.found.len() {
            if self.scratch.work < 0 || steps.len() >= limit {
                break;
            }
            let step = self.scratch.found[index];
            let action = &self.automaton.actions[step.action as usize];
            if action.switch().is_none() {
                let undo = self.scratch.undo.len();
                self.apply(step);
                let leads_on = self.leads_on(action.target, step.cell);
                self.take_back(undo);
                if !leads_on || self.scratch.work < 0 {
                    continue;
                }
            }
            steps.push(step);
        }
    }

    /// Makes a step of the loaded position and the forced steps after it, then determines whether the game is over.
    pub fn make(&mut self, step: Step) {
        self.scratch.trace.clear();
        let mut options = [None; 2];
        let mut step = step;
        loop {
            self.scratch.trace.push(step);
            let action = &self.automaton.actions[step.action as usize];
            if let Some(actor) = action.switch() {
                self.scratch.handed_by = Some(step.action);
                self.finish(actor, action.target, step.cell);
                return;
            }
            self.advance(step);
            self.two_options(&mut options);
            match options {
                [Some(only), None] if self.scratch.work >= 0 => step = only,
                [None, _] => {
                    self.scratch.state.end = Some(End::TooMuchWork);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Makes an action of the player, which is not a switch.
    pub fn advance(&mut self, step: Step) {
        self.apply(step);
        self.scratch.undo.clear();
        let state = &mut self.scratch.state;
        state.node = self.automaton.actions[step.action as usize].target;
        state.cell = step.cell;
        state.is_within_move = true;
    }

    /// Hands over, lets the keeper act, and determines whether the next player has a move.
    pub fn finish(&mut self, actor: Actor, node: u32, cell: u16) {
        if !self.hand_on(actor, node, cell) {
            return;
        }
        let mut options = [None; 2];
        self.two_options(&mut options);
        let Some(first) = options[0] else {
            self.scratch.state.end = Some(self.no_way());
            return;
        };
        // Assignments that are forced before a choice are made at once. Pieces that a forced action lifts or puts stay
        // as they are until the player moves: a board with the only man already lifted would puzzle people.
        let mut before = None;
        let mut step = first;
        while options[1].is_none() && self.scratch.work >= 0 {
            let action = &self.automaton.actions[step.action as usize];
            if !matches!(action.kind, Kind::Assign(_)) {
                break;
            }
            let before = before.get_or_insert(self.scratch.state);
            self.advance(step);
            self.scratch.state.is_within_move = false;
            self.two_options(&mut options);
            match options[0] {
                Some(next) => step = next,
                None => {
                    self.scratch.state = *before;
                    self.scratch.rename();
                    return;
                }
            }
        }
        self.forget_cell();
    }

    /// Makes positions between moves equal if they differ only in a cell that no longer matters.
    fn forget_cell(&mut self) {
        let state = &mut self.scratch.state;
        if self.automaton.anywhere[state.node as usize] {
            state.cell = 0;
        }
    }

    /// Hands over and lets the keeper act. False if the game ended there.
    pub fn hand_on(&mut self, actor: Actor, node: u32, cell: u16) -> bool {
        let last = self.scratch.state.player() as u8;
        let (mut actor, mut node, mut cell) = (actor, node, cell);
        self.scratch.state.is_within_move = false;
        loop {
            self.hand_over(actor, last);
            if actor != Actor::Keeper {
                break;
            }
            self.scratch.work -= KEEPER_WORK;
            let way = self.go_on(node, cell);
            self.scratch.undo.clear();
            let Some(step) = way.filter(|_| self.scratch.work >= 0) else {
                self.scratch.state.end = Some(self.no_way());
                self.scratch.state.actor = 1 - last;
                (self.scratch.state.node, self.scratch.state.cell) = (node, cell);
                self.forget_cell();
                return false;
            };
            self.scratch.handed_by = Some(step.action);
            let action = &self.automaton.actions[step.action as usize];
            (node, cell) = (action.target, step.cell);
            let Some(then) = action.switch() else { return false };
            actor = then;
        }
        (self.scratch.state.node, self.scratch.state.cell) = (node, cell);
        self.forget_cell();
        true
    }

    /// Whether the keeper has a path from this node and cell to a switch in the loaded position.
    pub fn has_way(&mut self, node: u32, cell: u16) -> bool {
        let way = self.go_on(node, cell);
        self.scratch.undo.clear();
        way.is_some_and(|step| self.automaton.actions[step.action as usize].switch().is_some())
    }

    /// Why the game is over in the loaded position, if it is.
    pub fn ending(&mut self) -> Option<End> {
        let mut options = [None; 2];
        self.two_options(&mut options);
        if options[0].is_none() { Some(self.no_way()) } else { None }
    }

    /// The assignment that was out of bounds in the loaded position, which is over by the rules, if it left nobody a
    /// path.
    pub fn refused(&mut self) -> Option<(u16, i64)> {
        self.scratch.refused = None;
        // Cached answers for patterns do not give the reason.
        self.scratch.rename();
        self.ending();
        self.scratch.refused
    }

    fn no_way(&self) -> End {
        if self.scratch.work < 0 { End::TooMuchWork } else { End::ByTheRules }
    }

    fn two_options(&mut self, options: &mut [Option<Step>; 2]) {
        let mut steps = std::mem::take(&mut self.scratch.steps);
        steps.clear();
        self.options(2, &mut steps);
        *options = [steps.first().copied(), steps.get(1).copied()];
        self.scratch.steps = steps;
    }
}
