use super::ast::Actor;
use super::search::Search;
use super::state::Step;
use std::collections::{BTreeMap, HashSet};

/// The most positions visited on the keeper's paths: turning stones over has many orders, but few positions.
const MAX_POSITIONS: usize = 2_000;

/// Chance as the next to act in an [`Outcome`].
const CHANCE: u8 = 2;

/// The point at which paths of the keeper to different positions diverge: the action of the path taken, and of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    pub taken: u16,
    /// The action of a path that the keeper never takes.
    pub other: u16,
}

/// A position after a path of the keeper, without the current cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome {
    /// The next player and node; `None` if the game is over.
    next: Option<(u8, u32)>,
    cells: Vec<u8>,
    variables: Vec<u16>,
}

/// All paths of the keeper from a position.
struct Paths<'s, 'a> {
    search: &'s mut Search<'a>,
    seen: HashSet<(u32, u16, Vec<u8>, Vec<u16>)>,
    /// The actions of one path to each outcome.
    outcomes: BTreeMap<Outcome, Vec<u16>>,
    path: Vec<u16>,
}

impl Search<'_> {
    /// The first fork, if paths of the keeper from `node` in the loaded position end in different positions. `None` if
    /// all end in the same, or there are too many.
    pub fn fork(&mut self, node: u32, cell: u16) -> Option<Fork> {
        let state = self.scratch.state;
        let mut paths = Paths { search: self, seen: HashSet::new(), outcomes: BTreeMap::new(), path: Vec::new() };
        let is_all = paths.follow_switch(node, cell);
        let outcomes = paths.outcomes;
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

impl Paths<'_, '_> {
    /// Follows the paths from a switch to the keeper. False if there are too many.
    fn follow_switch(&mut self, node: u32, cell: u16) -> bool {
        let undo = self.search.scratch.undo.len();
        let has_path = self.search.go_on(node, cell).is_some();
        self.search.take_back(undo);
        if has_path {
            return self.follow(node, cell);
        }
        self.add(None)
    }

    fn add(&mut self, next: Option<(u8, u32)>) -> bool {
        let outcome = outcome(self.search, next);
        self.outcomes.entry(outcome).or_insert_with(|| self.path.clone());
        self.search.scratch.work >= 0
    }

    /// Follows the paths from a node and cell.
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

    /// Follows the paths through one action, then undoes it.
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
