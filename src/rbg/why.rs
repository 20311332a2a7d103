use super::ast::{Expr, Relation, Rule};
use super::board::Board;
use super::names::Names;
use super::source::{Problem, RulesFileError, Source, Span};
use super::state::State;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Whether a move is legal, and if not, what stands in its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is legal.
    Legal,
    /// It is not.
    Stuck {
        /// How many of the move's cells the rules get past.
        passed: usize,
        /// What does not hold on the next cell; empty where no way leads there, or none was looked at.
        obstacles: Vec<RulesFileError>,
        /// The cells to which a way leads instead.
        ways: Vec<u16>,
        /// Whether the move could end here.
        may_end: bool,
    },
}

/// Positions of a walk that are looked at, at most.
const MAX_WORK: usize = 2_000_000;

/// What of obstacles is told.
const MAX_OBSTACLES: usize = 3;

/// What an edge asks or does.
enum Label<'a> {
    Nothing,
    Step(u8),
    On(u64),
    Compare(&'a Expr, Relation, &'a Expr),
    /// First and last node of the pattern.
    Pattern(bool, u32, u32),
    Put(u8),
    Assign(u8, &'a Expr),
    Switch,
}

struct Edge<'a> {
    label: Label<'a>,
    at: Span,
    to: u32,
}

/// The rules as they are written: one edge for each word of them. The automaton that plays has forgotten where its
/// edges come from.
struct Written<'a> {
    board: &'a Board,
    names: &'a Names,
    nodes: Vec<Vec<Edge<'a>>>,
    work: usize,
}

/// A position on the way through a move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    pieces: Vec<u8>,
    variables: Vec<u16>,
    node: u32,
    cell: u16,
}

/// What was found of the worlds that got past as many cells as any.
#[derive(Default)]
struct Reached {
    /// An obstacle: how far behind it something would be done, where it stands and on which cell; what to say of it.
    obstacles: BTreeMap<(usize, u32, u32, u16), (Span, String)>,
    ways: BTreeSet<u16>,
    may_end: bool,
}

/// Why the player to move can or cannot do something on each of these cells, one after the other, and then hand over.
/// `begins` are the places in the file of the actions after which play stands where it does.
pub(super) fn why(
    rule: &Rule,
    (board, names, source): (&Board, &Names, &Source),
    state: &State,
    begins: &[Span],
    cells: &[u16],
) -> Why {
    let mut written = Written { board, names, nodes: Vec::new(), work: 0 };
    let (first, last) = (written.node(), written.node());
    written.add(rule, first, last);
    let distances = written.distances();
    let is_begin = |edge: &&Edge| {
        let acts = matches!(edge.label, Label::Put(_) | Label::Assign(..) | Label::Switch);
        acts && begins.contains(&edge.at)
    };
    let starts = Vec::from_iter(written.nodes.iter().flatten().filter(is_begin).map(|edge| edge.to));
    let world = |node| World {
        pieces: state.cells[..board.cells.len()].to_vec(),
        variables: state.variables[..names.variables.len()].to_vec(),
        node,
        cell: state.cell,
    };
    let mut open: BTreeSet<World> = starts.into_iter().map(world).collect();
    let mut passed = 0;
    loop {
        let mut reached = Reached::default();
        let mut next = BTreeSet::new();
        let wanted = cells.get(passed).copied();
        let mut seen = BTreeSet::new();
        let mut stack = Vec::from_iter(open);
        while let Some(world) = stack.pop() {
            if !seen.insert(world.clone()) || written.work > MAX_WORK {
                continue;
            }
            for index in 0..written.nodes[world.node as usize].len() {
                written.work += 1;
                match written.walk(&world, index) {
                    Ok(After::Same(after)) => stack.push(after),
                    Ok(After::Put(after)) => {
                        if Some(after.cell) == wanted {
                            next.insert(after.clone());
                        } else if passed > 0 && after.cell == cells[passed - 1] {
                            // Texts of moves name a cell once where more is done on it.
                            stack.push(after.clone());
                        }
                        reached.ways.insert(after.cell);
                    }
                    Ok(After::HandedOver(cell)) => {
                        if wanted.is_none() || (wanted == Some(cell) && passed + 1 == cells.len()) {
                            return Why::Legal;
                        }
                        reached.may_end = true;
                    }
                    Err(message) => {
                        let edge = &written.nodes[world.node as usize][index];
                        if wanted.is_none_or(|wanted| wanted == world.cell) {
                            let key = (distances[edge.to as usize], edge.at.start, edge.at.via, world.cell);
                            let message = format!("on {}: {message}", board.cells[usize::from(world.cell)].name);
                            reached.obstacles.insert(key, (edge.at, message));
                        }
                    }
                }
            }
        }
        if next.is_empty() {
            let nearest = reached.obstacles.keys().next().map(|key| key.0);
            let near = reached.obstacles.iter().filter(|(key, _)| Some(key.0) == nearest);
            let near = near.map(|(_, (at, message))| source.explain(Problem::at(*at, message.clone())));
            let obstacles = near.take(MAX_OBSTACLES).collect();
            let Reached { ways, may_end, .. } = reached;
            return Why::Stuck { passed, obstacles, ways: ways.into_iter().collect(), may_end };
        }
        open = next;
        passed += 1;
    }
}

/// Where an edge leads.
enum After {
    Same(World),
    Put(World),
    HandedOver(u16),
}

impl<'a> Written<'a> {
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
            Rule::Switch(_, at) => self.edge(from, Label::Switch, at.0, to),
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

    /// Goes along an edge.
    ///
    /// # Errors
    /// What does not hold, in words.
    fn walk(&mut self, world: &World, index: usize) -> Result<After, String> {
        let Edge { label, to, .. } = &self.nodes[world.node as usize][index];
        let (to, cell) = (*to, usize::from(world.cell));
        let at = |node, cell: usize| World { node, cell: cell as u16, ..world.clone() };
        match *label {
            Label::Nothing => Ok(After::Same(at(to, cell))),
            Label::Step(direction) => match self.board.neighbour(cell, direction.into()) {
                Some(next) => Ok(After::Same(at(to, next))),
                None => Err("there is no such neighbour".to_owned()),
            },
            Label::On(pieces) if pieces >> world.pieces[cell] & 1 != 0 => Ok(After::Same(at(to, cell))),
            Label::On(pieces) => {
                let named = (0..self.names.pieces.len()).filter(|piece| pieces >> piece & 1 != 0);
                let expected = Vec::from_iter(named.map(|piece| &*self.names.pieces[piece])).join(" or ");
                let expected = if expected.is_empty() { "nothing that could be" } else { &expected };
                Err(format!("here is {}, not {expected}", self.names.pieces[usize::from(world.pieces[cell])]))
            }
            Label::Compare(left, relation, right) => {
                let (left, right) = (value(left, world), value(right, world));
                match relation.holds(left, right) {
                    true => Ok(After::Same(at(to, cell))),
                    false => Err(format!("this compares {left} with {right}, and does not hold")),
                }
            }
            Label::Pattern(is_there, first, last) => match self.finds(at(first, cell), last) == is_there {
                true => Ok(After::Same(at(to, cell))),
                false if is_there => Err("there is no such way from here".to_owned()),
                false => Err("there is such a way from here".to_owned()),
            },
            Label::Put(piece) => {
                let mut after = at(to, cell);
                after.pieces[cell] = piece;
                Ok(After::Put(after))
            }
            Label::Assign(variable, given) => {
                let (variable, given) = (usize::from(variable), value(given, world));
                let bound = self.names.bounds[variable];
                match u16::try_from(given).ok().filter(|given| *given <= bound) {
                    Some(given) => {
                        let mut after = at(to, cell);
                        after.variables[variable] = given;
                        Ok(After::Same(after))
                    }
                    None => Err(format!("{} would be {given}, not from 0 to {bound}", self.names.variables[variable])),
                }
            }
            Label::Switch => Ok(After::HandedOver(world.cell)),
        }
    }

    /// Whether a pattern is there.
    fn finds(&mut self, from: World, last: u32) -> bool {
        let mut seen = BTreeSet::new();
        let mut stack = vec![from];
        while let Some(world) = stack.pop() {
            if world.node == last {
                return true;
            }
            if !seen.insert(world.clone()) || self.work > MAX_WORK {
                continue;
            }
            for index in 0..self.nodes[world.node as usize].len() {
                self.work += 1;
                if let Ok(After::Same(after) | After::Put(after)) = self.walk(&world, index) {
                    stack.push(after);
                }
            }
        }
        false
    }

    /// For each node how many edges from it something is done on the board or handed over, whatever holds.
    fn distances(&self) -> Vec<usize> {
        let acts = |edge: &Edge| matches!(edge.label, Label::Put(_) | Label::Switch);
        let mut sources = vec![Vec::new(); self.nodes.len()];
        for (node, edge) in
            self.nodes.iter().enumerate().flat_map(|(node, edges)| edges.iter().map(move |edge| (node, edge)))
        {
            sources[edge.to as usize].push(node);
        }
        let mut distances: Vec<usize> =
            self.nodes.iter().map(|edges| if edges.iter().any(acts) { 0 } else { usize::MAX }).collect();
        let mut queue: VecDeque<usize> = (0..distances.len()).filter(|&node| distances[node] == 0).collect();
        while let Some(node) = queue.pop_front() {
            for &source in &sources[node] {
                if distances[source] == usize::MAX {
                    distances[source] = distances[node] + 1;
                    queue.push_back(source);
                }
            }
        }
        distances
    }
}

fn value(expr: &Expr, world: &World) -> i64 {
    match expr {
        Expr::Constant(value) => *value,
        Expr::Variable(variable) => world.variables[usize::from(*variable)].into(),
        Expr::Count(piece) => world.pieces.iter().filter(|&other| other == piece).count() as i64,
        Expr::Sum(left, right) => value(left, world).saturating_add(value(right, world)),
        Expr::Difference(left, right) => value(left, world).saturating_sub(value(right, world)),
        Expr::Product(left, right) => value(left, world).saturating_mul(value(right, world)),
    }
}
