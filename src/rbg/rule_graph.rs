//! The rules as written, with one edge for each word: the automaton that plays does not know the origin of its edges.
//! Slow, and used only for explanations.

use super::ast::{Actor, Expr, Relation, Rule};
use super::board::Board;
use super::names::Names;
use super::source::Span;
use super::state::State;
use std::collections::BTreeSet;

/// The test or effect of an edge.
pub(super) enum Label<'a> {
    Nothing,
    Step(u8),
    On(u64),
    Compare(&'a Expr, Relation, &'a Expr),
    /// First and last node of the pattern.
    Pattern(bool, u32, u32),
    Put(u8),
    Assign(u8, &'a Expr),
    Switch(Actor),
}

pub(super) struct Edge<'a> {
    pub label: Label<'a>,
    pub at: Span,
    pub to: u32,
}

/// The rules as written. Play begins at the first node.
pub(super) struct RuleGraph<'a> {
    pub board: &'a Board,
    pub names: &'a Names,
    pub nodes: Vec<Vec<Edge<'a>>>,
    /// Number of edges visited.
    pub work: usize,
    /// The most edges visited.
    pub limit: usize,
}

/// A position within a move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct World {
    pub pieces: Vec<u8>,
    pub variables: Vec<u16>,
    pub node: u32,
    pub cell: u16,
}

pub(super) enum Arrival {
    Same(World),
    Put(World),
    HandedOver(World, Actor),
}

impl<'a> RuleGraph<'a> {
    pub fn new(rule: &'a Rule, board: &'a Board, names: &'a Names, limit: usize) -> RuleGraph<'a> {
        let mut written = RuleGraph { board, names, nodes: Vec::new(), work: 0, limit };
        let (first, last) = (written.node(), written.node());
        written.add(rule, first, last);
        written
    }

    /// The positions from which play continues after the actions of these places in the file.
    pub fn begin(&self, state: &State, begins: &[Span]) -> Vec<World> {
        let is_begin = |edge: &&Edge| {
            let acts = matches!(edge.label, Label::Put(_) | Label::Assign(..) | Label::Switch(_));
            acts && begins.contains(&edge.at)
        };
        let world = |node| World {
            pieces: state.cells[..self.board.cells.len()].to_vec(),
            variables: state.variables[..self.names.variables.len()].to_vec(),
            node,
            cell: state.cell,
        };
        self.nodes.iter().flatten().filter(is_begin).map(|edge| world(edge.to)).collect()
    }

    fn node(&mut self) -> u32 {
        self.nodes.push(Vec::new());
        self.nodes.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, label: Label<'a>, at: Span, to: u32) {
        self.nodes[from as usize].push(Edge { label, at, to });
    }

    fn add(&mut self, rule: &'a Rule, from: u32, to: u32) {
        match rule {
            Rule::Step(direction, at) => self.edge(from, Label::Step(*direction), at.0, to),
            Rule::On(pieces, at) => self.edge(from, Label::On(*pieces), at.0, to),
            Rule::Compare(left, relation, right, at) => {
                self.edge(from, Label::Compare(left, *relation, right), at.0, to);
            }
            Rule::Put(piece, at) => self.edge(from, Label::Put(*piece), at.0, to),
            Rule::Assign(variable, value, at) => self.edge(from, Label::Assign(*variable, value), at.0, to),
            Rule::Switch(actor, at) => self.edge(from, Label::Switch(*actor), at.0, to),
            Rule::Pattern { is_there, inner, at } => {
                let (first, last) = (self.node(), self.node());
                self.add(inner, first, last);
                self.edge(from, Label::Pattern(*is_there, first, last), at.0, to);
            }
            Rule::Sequence(parts) => {
                let mut at = from;
                for part in parts {
                    let next = self.node();
                    self.add(part, at, next);
                    at = next;
                }
                self.edge(at, Label::Nothing, Span::default(), to);
            }
            Rule::Power(inner, times) => {
                let mut at = from;
                for _ in 0..*times {
                    let next = self.node();
                    self.add(inner, at, next);
                    at = next;
                }
                self.edge(at, Label::Nothing, Span::default(), to);
            }
            Rule::Choice(branches) => branches.iter().for_each(|branch| self.add(branch, from, to)),
            Rule::Repeat(inner) => {
                let turn = self.node();
                self.edge(from, Label::Nothing, Span::default(), turn);
                self.add(inner, turn, turn);
                self.edge(turn, Label::Nothing, Span::default(), to);
            }
        }
    }

    /// Follows an edge.
    ///
    /// # Errors
    /// The test that fails, in words.
    pub fn walk(&mut self, world: &World, index: usize) -> Result<Arrival, String> {
        let Edge { label, to, .. } = &self.nodes[world.node as usize][index];
        let (to, cell) = (*to, usize::from(world.cell));
        let at = |node, cell: usize| World { node, cell: cell as u16, ..world.clone() };
        match *label {
            Label::Nothing => Ok(Arrival::Same(at(to, cell))),
            Label::Step(direction) => match self.board.neighbour(cell, direction.into()) {
                Some(next) => Ok(Arrival::Same(at(to, next))),
                None => Err("there is no such neighbour".to_owned()),
            },
            Label::On(pieces) if pieces >> world.pieces[cell] & 1 != 0 => Ok(Arrival::Same(at(to, cell))),
            Label::On(pieces) => {
                let named = (0..self.names.pieces.len()).filter(|piece| pieces >> piece & 1 != 0);
                let expected = Vec::from_iter(named.map(|piece| &*self.names.pieces[piece])).join(" or ");
                let expected = if expected.is_empty() { "nothing that could be" } else { &expected };
                Err(format!("here is {}, not {expected}", self.names.pieces[usize::from(world.pieces[cell])]))
            }
            Label::Compare(left, relation, right) => {
                let (left, right) = (value(left, world), value(right, world));
                match relation.holds(left, right) {
                    true => Ok(Arrival::Same(at(to, cell))),
                    false => Err(format!("this compares {left} with {right}, and does not hold")),
                }
            }
            Label::Pattern(is_there, first, last) => match self.finds(at(first, cell), last) == is_there {
                true => Ok(Arrival::Same(at(to, cell))),
                false if is_there => Err("there is no such way from here".to_owned()),
                false => Err("there is such a way from here".to_owned()),
            },
            Label::Put(piece) => {
                let mut after = at(to, cell);
                after.pieces[cell] = piece;
                Ok(Arrival::Put(after))
            }
            Label::Assign(variable, given) => {
                let (variable, given) = (usize::from(variable), value(given, world));
                let bound = self.names.bounds[variable];
                match u16::try_from(given).ok().filter(|given| *given <= bound) {
                    Some(given) => {
                        let mut after = at(to, cell);
                        after.variables[variable] = given;
                        Ok(Arrival::Same(after))
                    }
                    None => Err(format!("{} would be {given}, not from 0 to {bound}", self.names.variables[variable])),
                }
            }
            Label::Switch(actor) => Ok(Arrival::HandedOver(at(to, cell), actor)),
        }
    }

    fn finds(&mut self, from: World, last: u32) -> bool {
        let mut seen = BTreeSet::new();
        let mut stack = vec![from];
        while let Some(world) = stack.pop() {
            if world.node == last {
                return true;
            }
            if !seen.insert(world.clone()) || self.work > self.limit {
                continue;
            }
            for index in 0..self.nodes[world.node as usize].len() {
                self.work += 1;
                if let Ok(Arrival::Same(after) | Arrival::Put(after)) = self.walk(&world, index) {
                    stack.push(after);
                }
            }
        }
        false
    }
}

fn value(expr: &Expr, world: &World) -> i64 {
    let count = |piece| world.pieces.iter().filter(|&&other| other == piece).count() as i64;
    expr.value(&count, &|variable| world.variables[usize::from(variable)].into())
}
