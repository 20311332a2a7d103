use super::ast::Actor;
use super::search::Search;
use super::state::Step;
use std::collections::{BTreeMap, HashSet};

/// The most positions on the keeper's ways that are visited: turning stones over has many orders, but few positions.
const MAX_POSITIONS: usize = 2_000;

/// Chance as the next to act in an [`Outcome`].
const CHANCE: u8 = 2;

/// Where ways of the keeper that end in different positions diverge: the action of the way that it takes, and of
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    pub taken: u16,
    /// An alternative that it never takes.
    pub other: u16,
}

/// The state of the board after the keeper's ways. The current cell does not count.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome {
    /// The next player and node; none if the game is over.
    next: Option<(u8, u32)>,
    cells: Vec<u8>,
    variables: Vec<u16>,
}

/// All ways of the keeper from one position.
struct Ways<'s, 'a> {
    search: &'s mut Search<'a>,
    seen: HashSet<(u32, u16, Vec<u8>, Vec<u16>)>,
    /// The actions of one way to each outcome.
    outcomes: BTreeMap<Outcome, Vec<u16>>,
    path: Vec<u16>,
}

impl Search<'_> {
    /// Whether ways of the keeper end in different positions, if it acts at `node` in the loaded position. `None` if
    /// all end alike, or there are too many.
    pub fn fork(&mut self, node: u32, cell: u16) -> Option<Fork> {
        let state = self.scratch.state;
        let mut ways = Ways { search: self, seen: HashSet::new(), outcomes: BTreeMap::new(), path: Vec::new() };
        let is_all = ways.follow_switch(node, cell);
        let outcomes = ways.outcomes;
        if !is_all || outcomes.len() < 2 {
            return None;
        }
        self.load(&state);
        let goes_on = self.hand_on(Actor::Keeper, node, cell);
        let now = &self.scratch.state;
        let actor = if now.is_chance { CHANCE } else { now.actor };
        let taken = outcome(self, goes_on.then_some((actor, now.node)));
        let path = outcomes.get(&taken)?;
        let (_, other) = outcomes.iter().find(|(outcome, _)| **outcome != taken)?;
        let parts = path.iter().zip(other).find(|(one, other)| one != other);
        let (&taken, &other) = parts.or_else(|| path.last().zip(other.last()))?;
        Some(Fork { taken, other })
    }
}

fn outcome(search: &Search, next: Option<(u8, u32)>) -> Outcome {
    let state = &search.scratch.state;
    Outcome {
        next,
        cells: state.cells[..search.automaton.cells].to_vec(),
        variables: state.variables[..search.bounds.len()].to_vec(),
    }
}

impl Ways<'_, '_> {
    /// Follows the ways from a switch to the keeper. False if there are too many.
    fn follow_switch(&mut self, node: u32, cell: u16) -> bool {
        let undo = self.search.scratch.undo.len();
        let has_way = self.search.go_on(node, cell).is_some();
        self.search.take_back(undo);
        if has_way {
            return self.follow(node, cell);
        }
        self.add(None)
    }

    fn add(&mut self, next: Option<(u8, u32)>) -> bool {
        let outcome = outcome(self.search, next);
        self.outcomes.entry(outcome).or_insert_with(|| self.path.clone());
        self.search.scratch.work >= 0
    }

    /// Follows the ways from a node and cell.
    fn follow(&mut self, node: u32, cell: u16) -> bool {
        let Outcome { cells, variables, .. } = outcome(self.search, None);
        if !self.seen.insert((node, cell, cells, variables)) {
            return true;
        }
        if self.seen.len() > MAX_POSITIONS {
            return false;
        }
        let first = self.search.scratch.found.len();
        self.search.expand(node, cell, false);
        let found = self.search.scratch.found.split_off(first);
        found.into_iter().all(|step| self.through(step))
    }

    /// Follows the ways through one action, then undoes it.
    fn through(&mut self, step: Step) -> bool {
        let action = self.search.automaton.actions[step.action as usize];
        let undo = self.search.scratch.undo.len();
        self.path.push(step.action);
        let is_all = match action.switch() {
            Some(Actor::Keeper) => self.follow_switch(action.target, step.cell),
            Some(Actor::Player(player)) => self.add(Some((player, action.target))),
            Some(Actor::Chance) => self.add(Some((CHANCE, action.target))),
            None => {
                self.search.apply(step);
                self.follow(action.target, step.cell)
            }
        };
        self.search.take_back(undo);
        self.path.pop();
        is_all && self.search.scratch.work >= 0
    }
}
