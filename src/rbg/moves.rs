use super::ast::Actor;
use super::scratch::{Level, WHOLE_WORK};
use super::search::Search;
use super::state::Step;

/// Whole moves: each is the actions from a player's turn to its next switch, on their cells.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    steps: Vec<Step>,
    ends: Vec<usize>,
    path: Vec<Step>,
}

impl Moves {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn get(&self, index: usize) -> &[Step] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.steps[start..self.ends[index]]
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.ends.clear();
        self.path.clear();
    }

    /// Adds the path with its last step. Returns the cost.
    #[inline]
    fn add(&mut self, last: Step) -> i64 {
        if self.steps.len() + self.path.len() >= MAX_MOVE_STEPS {
            return WHOLE_WORK + 1;
        }
        for &step in &self.path {
            self.steps.push(step);
        }
        self.steps.push(last);
        self.ends.push(self.steps.len());
        1
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Step]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The most steps of all moves together. With more, the list stays incomplete, and the search counts as one that takes
/// too long.
const MAX_MOVE_STEPS: usize = 4_000_000;

impl Search<'_> {
    /// Replaces the content of `moves` with all whole moves of the loaded position. False if the search takes too long.
    pub fn whole_moves(&mut self, moves: &mut Moves) -> bool {
        moves.clear();
        self.scratch.allow(WHOLE_WORK);
        let (node, cell) = (self.scratch.state.node, self.scratch.state.cell);
        self.expand(node, cell, false);
        let base = self.scratch.levels.len();
        let kept = self.without_switches(0, moves);
        self.scratch.levels.push(Level { next: 0, end: kept, undo: self.scratch.undo.len() });
        while let Some(level) = self.scratch.levels[base..].last_mut() {
            if level.next == level.end || self.scratch.work < 0 {
                let undo = level.undo;
                self.scratch.levels.pop();
                let end = self.scratch.levels[base..].last().map_or(0, |level| level.end);
                self.scratch.found.truncate(end);
                self.take_back(undo);
                moves.path.pop();
                continue;
            }
            let step = self.scratch.found[level.next];
            level.next += 1;
            let (undo, end) = (self.scratch.undo.len(), level.end);
            self.apply(step);
            self.expand(self.automaton.actions[step.action as usize].target, step.cell, false);
            moves.path.push(step);
            let kept = self.without_switches(end, moves);
            if kept == end {
                moves.path.pop();
                self.take_back(undo);
            } else {
                self.scratch.levels.push(Level { next: end, end: kept, undo });
            }
        }
        self.scratch.work >= 0
    }

    /// Adds a move for each switch found from `first` on, and keeps the other actions. Returns their end.
    #[inline(always)]
    fn without_switches(&mut self, first: usize, moves: &mut Moves) -> usize {
        let mut kept = first;
        for index in first..self.scratch.found.len() {
            let step = self.scratch.found[index];
            if self.automaton.actions[step.action as usize].switch().is_some() {
                self.scratch.work -= moves.add(step);
            } else {
                self.scratch.found[kept] = step;
                kept += 1;
            }
        }
        self.scratch.found.truncate(kept);
        kept
    }

    /// Makes a whole move of the loaded position, without looking for the next player's moves.
    pub fn make_whole(&mut self, steps: &[Step]) {
        self.make_all(steps, |search, actor, node, cell| {
            search.hand_on(actor, node, cell);
        });
    }

    /// Makes a whole move of the loaded position, then finds out whether the game is over.
    pub fn make_whole_and_finish(&mut self, steps: &[Step]) {
        self.scratch.trace.clear();
        self.scratch.trace.extend_from_slice(steps);
        self.scratch.handed_by = steps.last().map(|step| step.action);
        self.make_all(steps, Self::finish);
    }

    /// Makes the actions of a whole move, the last of which `hand_over` makes.
    #[inline(always)]
    fn make_all(&mut self, steps: &[Step], hand_over: impl Fn(&mut Self, Actor, u32, u16)) {
        for &step in steps {
            let action = &self.automaton.actions[step.action as usize];
            match action.switch() {
                Some(actor) => hand_over(self, actor, action.target, step.cell),
                None => self.advance(step),
            }
        }
    }
}
