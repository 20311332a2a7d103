use super::alike::Alike;
use super::automaton::{ACCEPT, Edge, NO_ACTION};
use super::cells::CellSet;
use super::diagram::{Diagrams, Operation};
use super::raw::Condition;
use super::tables::Shift;
use std::collections::BTreeMap;

/// The most nested calls: a pattern that needs more is not followed.
const MAX_DEPTH: usize = 600;
/// The most first ways of a pattern.
const MAX_PARTS: usize = 1000;

/// Patterns as functions of the board.
impl Alike<'_> {
    /// `None` if it cannot be decided.
    pub fn are_same_function(&mut self, from: u32, to: u32, known: u64) -> Option<bool> {
        let [first, second] = [from, to].map(|pattern| self.automaton.patterns[pattern as usize].first);
        if self.hopeless.contains(&from) || self.shared.hopeless.contains(&to) {
            return None;
        }
        for cell in 0..self.automaton.cells as u16 {
            let image = self.maps.cells[usize::from(cell)];
            let Some(own) = self.parts(0, first, cell) else {
                self.hopeless.insert(from);
                return None;
            };
            let Some(other) = self.parts(1, second, image) else {
                self.shared.hopeless.insert(to);
                return None;
            };
            let here = self.shared.diagrams.on(image, self.maps.mask(known))?;
            let (own, other) = (self.by_cells(own, image, here)?, self.by_cells(other, image, here)?);
            // Different parts may still be the same in sum.
            if own != other && self.sum(own)? != self.sum(other)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Functions one of which holds if and only if a walk from there comes to an end: one per first way, so that the
    /// lines through a cell stay apart; together they would be large.
    fn parts(&mut self, side: usize, node: u32, cell: u16) -> Option<Vec<u32>> {
        let (mut parts, mut stack) = (Vec::new(), vec![(node, Diagrams::TRUE)]);
        let automaton = self.automaton;
        while let Some((node, before)) = stack.pop() {
            self.shared.look(1)?;
            for edge in &automaton.edges[automaton.edges_of(node)] {
                let is_test = edge.shift == Shift::Stay && edge.target != ACCEPT && edge.target != node;
                // Tests in a circle would never end.
                if is_test && edge.action == NO_ACTION && stack.len() + parts.len() < MAX_PARTS {
                    let test = self.tests(side, edge, cell, 0)?;
                    stack.push((edge.target, self.shared.diagrams.join(Operation::And, before, test)?));
                    continue;
                }
                for to in automaton.tables.row(edge.shift, cell, automaton.cells) {
                    self.shared.look(1)?;
                    let part = self.way(side, edge, to, 0)?;
                    parts.push(self.shared.diagrams.join(Operation::And, before, part)?);
                }
            }
        }
        Some(parts)
    }

    /// The sums of those parts that depend on the same cell besides `image`, if `here` holds, in order.
    fn by_cells(&mut self, parts: Vec<u32>, image: u16, here: u32) -> Option<Vec<u32>> {
        let mut groups: Vec<(CellSet, u32)> = Vec::new();
        for part in parts {
            let (mut cells, nodes) = self.shared.diagrams.cells(part);
            self.shared.look(groups.len() + nodes)?;
            cells.remove(image.into());
            let mut sum = part;
            let (same, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.0.meets(&cells));
            for (more, function) in same {
                cells.add(&more);
                sum = self.shared.diagrams.join(Operation::Or, sum, function)?;
            }
            groups = others;
            groups.push((cells, sum));
        }
        let mut sums = Vec::new();
        for (_, sum) in groups {
            sums.push(self.shared.diagrams.join(Operation::And, sum, here)?);
        }
        sums.sort_unstable();
        sums.dedup();
        Some(sums)
    }

    fn sum(&mut self, functions: Vec<u32>) -> Option<u32> {
        functions.into_iter().try_fold(Diagrams::FALSE, |sum, one| self.shared.diagrams.join(Operation::Or, sum, one))
    }

    fn functions(&mut self, side: usize) -> &mut BTreeMap<(u32, u16), Option<u32>> {
        if side == 0 { &mut self.functions } else { &mut self.shared.functions }
    }

    /// The boards for which a walk from there comes to an end; side 0 is mapped. `None` if walks go round or do more
    /// than test.
    fn function(&mut self, side: usize, node: u32, cell: u16, depth: usize) -> Option<u32> {
        if node == ACCEPT {
            return Some(Diagrams::TRUE);
        }
        if let Some(&known) = self.functions(side).get(&(node, cell)) {
            return known;
        }
        let automaton = self.automaton;
        if depth > MAX_DEPTH || node as usize >= automaton.nodes.len() {
            return None;
        }
        self.functions(side).insert((node, cell), None);
        let mut sum = Diagrams::FALSE;
        for edge in &automaton.edges[automaton.edges_of(node)] {
            for to in automaton.tables.row(edge.shift, cell, automaton.cells) {
                self.shared.look(1)?;
                let way = self.way(side, edge, to, depth)?;
                sum = self.shared.diagrams.join(Operation::Or, sum, way)?;
            }
        }
        self.functions(side).insert((node, cell), Some(sum));
        Some(sum)
    }

    /// The same for walks that begin with an edge to a cell.
    fn way(&mut self, side: usize, edge: &Edge, to: u16, depth: usize) -> Option<u32> {
        if edge.action != NO_ACTION {
            return None;
        }
        let behind = self.function(side, edge.target, to, depth + 1)?;
        let tests = self.tests(side, edge, to, depth)?;
        self.shared.diagrams.join(Operation::And, behind, tests)
    }

    /// The tests of an edge on its cell.
    fn tests(&mut self, side: usize, edge: &Edge, cell: u16, depth: usize) -> Option<u32> {
        let automaton = self.automaton;
        let maps = if side == 0 { self.maps } else { self.identity };
        let mut all =
            self.shared.diagrams.on(maps.cells[usize::from(cell)], maps.mask(edge.pieces & self.all_pieces))?;
        for &index in &automaton.edge_conditions[edge.conditions.0 as usize..edge.conditions.1 as usize] {
            let Condition::Pattern { pattern, is_there } = automaton.conditions[index as usize] else {
                return None;
            };
            let inner = self.function(side, automaton.patterns[pattern as usize].first, cell, depth + 1)?;
            let inner = if is_there { inner } else { self.shared.diagrams.not(inner)? };
            all = self.shared.diagrams.join(Operation::And, all, inner)?;
        }
        Some(all)
    }
}
