use super::rules::Rules;
use super::scratch::{Costs, Scratch};
use super::source::{Place, Span};
use std::collections::BTreeMap;

/// The work of following one line of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCost {
    /// The place of the test, or that of the action after which the next steps are searched.
    pub place: Place,
    /// Edges and cells visited for this test alone.
    pub looks: u64,
}

impl Rules {
    /// [`Rules::scratch`] that also counts the cost of each line of the rules.
    pub fn scratch_with_costs(&self) -> Scratch {
        Scratch { costs: Some(Box::new(Costs::new(&self.automaton))), ..self.scratch() }
    }

    /// The work done with this memory, by line, the largest first. Empty if the memory does not count costs.
    pub fn costs(&self, scratch: &Scratch) -> Vec<LineCost> {
        let automaton = &self.automaton;
        let mut begins: BTreeMap<u32, Span> = BTreeMap::new();
        for (action, detail) in automaton.actions.iter().zip(&automaton.details) {
            begins.entry(action.target).or_insert(detail.span);
        }
        begins.extend(automaton.patterns.iter().map(|pattern| (pattern.first, pattern.at)));
        let mut lines: BTreeMap<(usize, usize), LineCost> = BTreeMap::new();
        let by_node = scratch.costs.as_deref().map_or(&[][..], |costs| costs.by_node());
        for (node, &looks) in by_node.iter().enumerate().filter(|(_, looks)| **looks > 0) {
            let Some(&at) = begins.get(&(node as u32)) else { continue };
            let place = self.source.place(at);
            lines.entry((place.line, place.column)).or_insert(LineCost { place, looks: 0 }).looks += looks;
        }
        let mut lines = Vec::from_iter(lines.into_values());
        lines.sort_by_key(|line| std::cmp::Reverse(line.looks));
        lines
    }
}
