use super::ast::{Actor, Expr};
use super::automaton::{ACCEPT, Automaton, Edge, Kind, NO_ACTION, NO_MARKS};
use super::board::{MAX_CELLS, NOWHERE};
use super::raw::{Condition, Effect};
use super::scratch::{Level, Scratch, Undo, WORK};
use super::state::Step;
use super::tables::Shift;

/// The most changes in one move: more are never intended.
const MAX_CHANGES: usize = 50_000;

/// A walk from one action to the next.
struct Walk {
    mark: u32,
    to_switch: bool,
    /// The greatest length of `found`.
    most: usize,
    /// The node and cell to visit before those of the queue.
    next: Option<(u32, u16)>,
    /// Work since [`Scratch::work`] was updated.
    spent: i64,
    limit: i64,
}

/// Which of up to 64 cells hold one of `pieces`: a bit for each cell.
#[inline(always)]
fn scan(cells: &[u8], pieces: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut hits = 0;
    let (words, rest) = cells.as_chunks::<8>();
    if pieces.count_ones() <= 2 {
        // Eight cells at once: a byte of a difference is 0 where the piece is (Mycroft's test, exact for each byte).
        let first = u64::from(pieces.trailing_zeros()) * ONES;
        let second = u64::from(63 - pieces.leading_zeros()) * ONES;
        for (index, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            let zero = |x: u64| !(((x & LOW) + LOW) | x | LOW);
            let found = zero(word ^ first) | zero(word ^ second);
            hits |= ((found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
        }
    } else {
        for (index, &piece) in words.as_flattened().iter().enumerate() {
            hits |= (pieces >> (piece & 63) & 1) << index;
        }
    }
    for (index, &piece) in rest.iter().enumerate() {
        hits |= (pieces >> (piece & 63) & 1) << (words.len() * 8 + index);
    }
    hits
}

/// Searches the automaton from a position. The walk from one action to the next is breadth first with marks; actions
/// are made and undone depth first.
pub(super) struct Search<'a> {
    pub automaton: &'a Automaton,
    pub bounds: &'a [u16],
    pub scratch: &'a mut Scratch,
}

impl Search<'_> {
    /// Adds the possible next actions to `scratch.found`, each once. True as soon as the end of a pattern is met, or
    /// a switch if `to_switch`; the switch is then the last one found.
    pub fn expand(&mut self, node: u32, cell: u16, to_switch: bool) -> bool {
        self.walk(node, cell, to_switch, usize::MAX)
    }

    /// The first `most` actions of [`Search::expand`].
    pub fn expand_to(&mut self, node: u32, cell: u16, most: usize) {
        let most = self.scratch.found.len().saturating_add(most);
        self.walk(node, cell, false, most);
    }

    fn walk(&mut self, node: u32, cell: u16, to_switch: bool, most: usize) -> bool {
        if self.scratch.costs.is_none() {
            return self.walk_on(node, cell, to_switch, most);
        }
        let begun = self.scratch.costs.as_mut().map_or(0, |costs| costs.begin());
        let work = self.scratch.work;
        let found = self.walk_on(node, cell, to_switch, most);
        let done = work - self.scratch.work;
        if let Some(costs) = &mut self.scratch.costs {
            costs.end(begun, node, done);
        }
        found
    }

    #[inline]
    fn walk_on(&mut self, node: u32, cell: u16, to_switch: bool, most: usize) -> bool {
        let automaton = self.automaton;
        let cells = automaton.cells;
        let mark = self.scratch.fresh_mark();
        let mut walk = Walk { mark, to_switch, most, next: None, spent: 0, limit: self.scratch.work };
        let base = self.scratch.queue.len();
        let marks = automaton.node_marks[node as usize];
        if marks != NO_MARKS {
            self.scratch.marks[marks as usize + cell as usize] = walk.mark;
        }
        let (mut at, mut node, mut cell) = (base, node, cell);
        let found = 'search: loop {
            let edges = automaton.edges_of(node);
            walk.spent += 1 + edges.len() as i64;
            if walk.spent > walk.limit {
                break false;
            }
            for edge in &automaton.edges[edges] {
                match edge.shift {
                    Shift::Stay => {
                        if self.meets(edge, cell) && self.arrive(edge, cell, &mut walk) {
                            break 'search true;
                        }
                    }
                    Shift::One(base) => {
                        let to = automaton.tables.ones[base as usize + cell as usize];
                        if to != NOWHERE && self.meets(edge, to) && self.arrive(edge, to, &mut walk) {
                            break 'search true;
                        }
                    }
                    Shift::Many(base) => {
                        let row = automaton.tables.many(base, cell);
                        walk.spent += row.len() as i64;
                        for &to in row {
                            if self.meets(edge, to) && self.arrive(edge, to, &mut walk) {
                                break 'search true;
                            }
                        }
                    }
                    Shift::All => {
                        walk.spent += cells as i64;
                        let mut start = 0;
                        while start < cells {
                            let end = (start + 64).min(cells);
                            let mut hits = scan(&self.scratch.state.cells[start..end], edge.pieces);
                            while hits != 0 {
                                let to = start as u16 + hits.trailing_zeros() as u16;
                                hits &= hits - 1;
                                if self.arrive(edge, to, &mut walk) {
                                    break 'search true;
                                }
                            }
                            start = end;
                        }
                    }
                }
            }
            (node, cell) = match walk.next.take() {
                Some(next) => next,
                None => {
                    let Some(&next) = self.scratch.queue.get(at) else { break false };
                    at += 1;
                    next
                }
            };
        };
        self.scratch.queue.truncate(base);
        self.scratch.work -= walk.spent;
        found
    }

    /// Whether a piece of the edge is on the cell.
    #[inline(always)]
    fn meets(&self, edge: &Edge, cell: u16) -> bool {
        edge.pieces >> (self.scratch.state.cells[cell as usize] & 63) & 1 != 0
    }

    #[inline(always)]
    fn arrive(&mut self, edge: &Edge, cell: u16, walk: &mut Walk) -> bool {
        if edge.action == NO_ACTION {
            if edge.marks != NO_MARKS && self.scratch.marks[edge.marks as usize + cell as usize] == walk.mark {
                return false;
            }
            if edge.conditions.0 != edge.conditions.1 && !self.all_hold(edge.conditions, cell, walk) {
                return false;
            }
            if edge.target == ACCEPT {
                return true;
            }
            if edge.marks != NO_MARKS {
                self.scratch.marks[edge.marks as usize + cell as usize] = walk.mark;
            }
            // A chain of nodes needs no queue.
            if walk.next.is_none() {
                walk.next = Some((edge.target, cell));
            } else {
                self.scratch.queue.push((edge.target, cell));
            }
            return false;
        }
        if edge.is_plain && !walk.to_switch {
            self.scratch.found.push(Step { action: edge.action, cell });
            return self.scratch.found.len() >= walk.most;
        }
        self.arrive_at_action(edge, cell, walk)
    }

    fn arrive_at_action(&mut self, edge: &Edge, cell: u16, walk: &mut Walk) -> bool {
        let action = self.automaton.actions[edge.action as usize];
        let place = edge.action as usize * self.automaton.cells + cell as usize;
        if action.is_marked && self.scratch.action_marks[place] == walk.mark {
            return false;
        }
        if edge.conditions.0 != edge.conditions.1 && !self.all_hold(edge.conditions, cell, walk) {
            return false;
        }
        if let Kind::Assign(variable) = action.kind {
            self.scratch.work -= i64::from(action.cost) + std::mem::take(&mut walk.spent);
            walk.limit = self.scratch.work;
            if walk.limit < 0 {
                return false;
            }
            let value = self.assigned(edge.action);
            if !(0..=i64::from(self.bounds[variable as usize])).contains(&value) {
                self.scratch.refused = Some((edge.action, value));
                return false;
            }
        }
        if action.is_marked {
            self.scratch.action_marks[place] = walk.mark;
        }
        self.scratch.found.push(Step { action: edge.action, cell });
        walk.to_switch && action.switch().is_some() || self.scratch.found.len() >= walk.most
    }

    fn all_hold(&mut self, conditions: (u32, u32), cell: u16, walk: &mut Walk) -> bool {
        let automaton = self.automaton;
        self.scratch.work -= std::mem::take(&mut walk.spent);
        let mut hold = self.scratch.work >= 0;
        for &index in &automaton.edge_conditions[conditions.0 as usize..conditions.1 as usize] {
            if !hold {
                break;
            }
            self.scratch.work -= i64::from(automaton.condition_costs[index as usize]);
            hold = match &automaton.conditions[index as usize] {
                Condition::Compare(left, relation, right) => relation.holds(self.value(left), self.value(right)),
                Condition::Pattern { pattern, is_there } => self.has_pattern(*pattern, cell) == *is_there,
            };
        }
        walk.limit = self.scratch.work;
        hold
    }

    fn has_pattern(&mut self, pattern: u32, cell: u16) -> bool {
        if self.automaton.patterns[pattern as usize].is_near {
            return self.is_near(self.automaton.patterns[pattern as usize].first, cell);
        }
        let place = pattern as usize * self.automaton.cells + cell as usize;
        let answer = self.scratch.answers[place];
        if answer >> 1 == self.scratch.position && self.scratch.position != 0 {
            return answer & 1 != 0;
        }
        let position = self.scratch.position;
        let pattern = self.automaton.patterns[pattern as usize];
        let found = match pattern.has_actions {
            true => self.leads_on(pattern.first, cell),
            false => self.expand(pattern.first, cell, true),
        };
        if self.scratch.work >= 0 && position == self.scratch.position && position != 0 {
            self.scratch.answers[place] = position << 1 | u32::from(found);
        }
        found
    }

    /// Whether one of the node's edges leads to a cell with one of its pieces.
    fn is_near(&mut self, node: u32, cell: u16) -> bool {
        let tables = &self.automaton.tables;
        let edges = self.automaton.edges_of(node);
        self.scratch.work -= 1 + edges.len() as i64;
        let state = &self.scratch.state;
        let meets = |edge: &Edge, cell: u16| edge.pieces >> (state.cells[cell as usize] & 63) & 1 != 0;
        self.automaton.edges[edges].iter().any(|edge| match edge.shift {
            Shift::One(base) => {
                let to = tables.ones[base as usize + cell as usize];
                to != NOWHERE && meets(edge, to)
            }
            Shift::Stay => meets(edge, cell),
            Shift::Many(base) => tables.many(base, cell).iter().any(|&to| meets(edge, to)),
            Shift::All => (0..self.automaton.cells as u16).any(|to| meets(edge, to)),
        })
    }

    /// Whether the end of the pattern, or a switch, can be reached. Restores the position.
    pub fn leads_on(&mut self, node: u32, cell: u16) -> bool {
        let (found, undo) = (self.scratch.found.len(), self.scratch.undo.len());
        let is_found = self.expand(node, cell, true) || self.descend(found);
        self.take_back(undo);
        self.scratch.found.truncate(found);
        is_found
    }

    /// Makes the actions of the first path to a switch, and returns this switch. `None` if there is no path; then
    /// nothing has changed.
    pub fn go_on(&mut self, node: u32, cell: u16) -> Option<Step> {
        let found = self.scratch.found.len();
        let is_found = self.expand(node, cell, true) || self.descend(found);
        let switch = self.scratch.found.last().copied();
        self.scratch.found.truncate(found);
        if is_found { switch } else { None }
    }

    /// Tries the actions `found[first..]` depth first, until a switch or an end is met after one of them. If one is
    /// met, the changes stay; otherwise they are undone.
    fn descend(&mut self, first: usize) -> bool {
        if self.scratch.found.len() == first {
            return false;
        }
        let base = self.scratch.levels.len();
        let undo = self.scratch.undo.len();
        self.scratch.levels.push(Level { next: first, end: self.scratch.found.len(), undo });
        while let Some(level) = self.scratch.levels[base..].last_mut() {
            if level.next == level.end || self.scratch.work < 0 {
                let Level { undo, .. } = *level;
                self.scratch.levels.pop();
                let end = self.scratch.levels[base..].last().map_or(first, |level| level.end);
                self.scratch.found.truncate(end);
                self.take_back(undo);
                continue;
            }
            let step = self.scratch.found[level.next];
            level.next += 1;
            let (undo, end) = (self.scratch.undo.len(), level.end);
            self.apply(step);
            let target = self.automaton.actions[step.action as usize].target;
            if target == ACCEPT || self.expand(target, step.cell, true) {
                self.scratch.levels.truncate(base);
                return true;
            }
            if self.scratch.found.len() == end {
                self.take_back(undo);
            } else {
                self.scratch.levels.push(Level { next: end, end: self.scratch.found.len(), undo });
            }
        }
        false
    }

    /// Makes an action that is not a switch.
    #[inline]
    pub fn apply(&mut self, step: Step) {
        let position = self.scratch.position;
        // A change costs more than a visit, and needs memory to be undone.
        let action = &self.automaton.actions[step.action as usize];
        self.scratch.work -= if self.scratch.undo.len() < MAX_CHANGES { 4 + i64::from(action.cost) } else { WORK };
        match action.kind {
            Kind::Put(piece) => {
                let cell = &mut self.scratch.state.cells[step.cell as usize];
                self.scratch.undo.push(Undo { place: step.cell, before: (*cell).into(), position });
                *cell = piece;
            }
            Kind::Assign(variable) => {
                let value = self.assigned(step.action);
                let old = &mut self.scratch.state.variables[variable as usize];
                let place = MAX_CELLS as u16 + u16::from(variable);
                self.scratch.undo.push(Undo { place, before: *old, position });
                // Within the bound, which was checked when the action was found.
                *old = value as u16;
            }
            Kind::Switch(_) => return,
        }
        self.scratch.rename();
    }

    #[inline]
    pub fn take_back(&mut self, to: usize) {
        while self.scratch.undo.len() > to {
            let Some(undo) = self.scratch.undo.pop() else { return };
            match (undo.place as usize).checked_sub(MAX_CELLS) {
                None => self.scratch.state.cells[undo.place as usize] = undo.before as u8,
                Some(variable) => self.scratch.state.variables[variable] = undo.before,
            }
            self.scratch.position = undo.position;
        }
    }

    /// `last` is the player who moved last.
    pub fn hand_over(&mut self, actor: Actor, last: u8) {
        let state = &mut self.scratch.state;
        (state.actor, state.is_chance) = match actor {
            Actor::Player(player) => (player, false),
            Actor::Keeper => (2, false),
            Actor::Chance => (last, true),
        };
        self.scratch.rename();
    }

    /// The value that an assignment would assign.
    fn assigned(&self, action: u16) -> i64 {
        match &self.automaton.details[action as usize].effect {
            Effect::Assign(_, value) => self.value(value),
            _ => 0,
        }
    }

    fn value(&self, expr: &Expr) -> i64 {
        let (state, cells) = (&self.scratch.state, self.automaton.cells);
        expr.value(&|piece| state.count(piece, cells) as i64, &|variable| state.variables[variable as usize].into())
    }
}
