use super::cells::CellSet;
use std::collections::{BTreeSet, HashMap};

/// The most nodes of all diagrams together.
const MAX_NODES: usize = 300_000;
/// The most calls that were not cached: half a second.
const MAX_WORK: usize = 800_000;

/// Decision diagrams (Bryant 1986), with a branch for each piece that a cell may have: two functions of the board are
/// equal if and only if their diagrams are.
pub(super) struct Diagrams {
    pieces: usize,
    nodes: Vec<(u16, Vec<u32>)>,
    known: HashMap<(u16, Vec<u32>), u32>,
    results: HashMap<(Operation, u32, u32), u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    And,
    Or,
    Differ,
}

impl Diagrams {
    pub const FALSE: u32 = 0;
    pub const TRUE: u32 = 1;

    pub fn new(pieces: usize) -> Diagrams {
        // The two ends have no cell, and so come last.
        let nodes = vec![(u16::MAX, Vec::new()), (u16::MAX, Vec::new())];
        Diagrams { pieces, nodes, known: HashMap::new(), results: HashMap::new() }
    }

    /// Whether one of these pieces is on the cell. `None` as below.
    pub fn on(&mut self, cell: u16, pieces: u64) -> Option<u32> {
        let branches = (0..self.pieces).map(|piece| (pieces >> piece & 1) as u32).collect();
        self.node(cell, branches)
    }

    fn node(&mut self, cell: u16, branches: Vec<u32>) -> Option<u32> {
        if branches.iter().all(|&branch| branch == branches[0]) {
            return Some(branches[0]);
        }
        if let Some(&known) = self.known.get(&(cell, branches.clone())) {
            return Some(known);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push((cell, branches.clone()));
        self.known.insert((cell, branches), node);
        (self.nodes.len() <= MAX_NODES).then_some(node)
    }

    /// `None` if the diagrams become too large.
    pub fn join(&mut self, operation: Operation, left: u32, right: u32) -> Option<u32> {
        let (left, right) = (left.min(right), left.max(right));
        match (operation, left, right) {
            (Operation::And, 0, _) => return Some(0),
            (Operation::And, 1, other) | (Operation::Or | Operation::Differ, 0, other) => return Some(other),
            (Operation::Or, 1, _) => return Some(1),
            (Operation::Differ, left, right) if left == right => return Some(0),
            (_, left, right) if left == right => return Some(left),
            _ => {}
        }
        if let Some(&known) = self.results.get(&(operation, left, right)) {
            return Some(known);
        }
        if self.results.len() >= MAX_WORK {
            return None;
        }
        let [a, b] = [left, right].map(|node| self.nodes[node as usize].0);
        let cell = a.min(b);
        let mut branches = Vec::with_capacity(self.pieces);
        for piece in 0..self.pieces {
            let [a, b] = [left, right].map(|node| match &self.nodes[node as usize] {
                (own, branches) if *own == cell => branches[piece],
                _ => node,
            });
            branches.push(self.join(operation, a, b)?);
        }
        let node = self.node(cell, branches)?;
        self.results.insert((operation, left, right), node);
        Some(node)
    }

    /// The cells that a function depends on, and how many nodes it has.
    pub fn cells(&self, function: u32) -> (CellSet, usize) {
        let (mut cells, mut seen, mut stack) = (CellSet::default(), BTreeSet::new(), vec![function]);
        while let Some(node) = stack.pop() {
            if node > Self::TRUE && seen.insert(node) {
                let (cell, branches) = &self.nodes[node as usize];
                cells.insert((*cell).into());
                stack.extend(branches);
            }
        }
        (cells, seen.len())
    }

    pub fn not(&mut self, node: u32) -> Option<u32> {
        self.join(Operation::Differ, node, Self::TRUE)
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagrams, Operation};

    #[test]
    fn the_same_function_has_the_same_diagram() {
        let mut all = Diagrams::new(3);
        let (a, b, c) = (all.on(0, 1).unwrap(), all.on(1, 2).unwrap(), all.on(0, 6).unwrap());
        assert_eq!(all.not(a), Some(c));
        let both = all.join(Operation::And, a, b).unwrap();
        let (not_a, not_b) = (all.not(a).unwrap(), all.not(b).unwrap());
        let either = all.join(Operation::Or, not_b, not_a).unwrap();
        assert_eq!(all.not(both), Some(either));
        assert_eq!(all.join(Operation::Or, a, c), Some(Diagrams::TRUE));
        assert_ne!(both, either);
    }
}
