use super::ast::Actor;
use super::automaton::Kind;
use super::rule_graph::{Arrival, Edge, Label, RuleGraph, World};
use super::source::{Source, Span};
use super::state::State;
use std::collections::BTreeSet;

/// The most edges visited by a search, which is made once for every game that ends. In public games the path to the end
/// takes a tenth of this.
pub(super) const MAX_WORK: usize = 100_000;

/// The last finding of the rules before they ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The test as written, as `{? four(stone)}`.
    pub test: String,
    /// The macro of the test, as `four`, if its pattern is one use of a macro and matched.
    pub pattern: Option<String>,
    pub cells: Vec<u16>,
}

/// An action on the path to the end, as in the automaton.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayerAction {
    pub kind: Kind,
    pub cell: u16,
}

/// A position reached on the path to the end.
struct Visit {
    world: World,
    /// Number of the player's actions made.
    made: usize,
    /// Whether the last edge was a switch to the keeper.
    is_handed_over: bool,
    /// The last test that held.
    test: Option<Test>,
}

#[derive(Clone, Copy)]
struct Test {
    node: u32,
    edge: usize,
    cell: u16,
    /// Index of the visit with the position that was tested.
    visit: usize,
}

/// The test of an edge on a path.
#[derive(Clone, Copy)]
enum EdgeTest {
    /// One of these pieces, as bits.
    Pieces(u64),
    /// A pattern that must match, or must not: its first and last node.
    Pattern(bool, u32, u32),
}

/// The test that decided a game in which the player made these actions, the last of them a switch to the keeper, and
/// which then ended in `end`. `None` if there was no test on the path, or the search takes too long.
pub(super) fn decision(
    graph: &mut RuleGraph,
    source: &Source,
    begins: Vec<World>,
    made: &[PlayerAction],
    end: &State,
) -> Option<Decision> {
    let end = end_of(graph, end);
    let mut all =
        Vec::from_iter(begins.into_iter().map(|world| Visit { world, made: 0, is_handed_over: false, test: None }));
    // Depth first: where the keeper may act in any order, as when it counts the cells of Go one after the other, one
    // order suffices, and all orders are too many.
    let mut open = Vec::from_iter((0..all.len()).rev());
    let mut seen = BTreeSet::new();
    let mut last = None;
    // Once the end is found, only the alternatives that the keeper still has there are followed, and nothing that was
    // open before.
    let mut left_open = 0;
    while open.len() > left_open && graph.work < graph.limit {
        let Some(here) = open.pop() else { break };
        let Visit { world, made: done, is_handed_over, test } = &all[here];
        let (world, done, is_handed_over, test) = (world.clone(), *done, *is_handed_over, *test);
        if !seen.insert((world.clone(), done)) {
            continue;
        }
        let is_end = is_handed_over && world.pieces == end.pieces && world.variables == end.variables;
        if is_end && test.is_some() {
            (last, left_open) = (test, open.len());
        }
        let first = open.len();
        for index in 0..graph.nodes[world.node as usize].len() {
            graph.work += 1;
            let Ok(after) = graph.walk(&world, index) else { continue };
            let label = &graph.nodes[world.node as usize][index].label;
            let action = action_of(label);
            let asks = matches!(label, Label::Compare(..) | Label::Pattern(..));
            let test = match asks {
                true => Some(Test { node: world.node, edge: index, cell: world.cell, visit: here }),
                false => test,
            };
            let fits = |next: &PlayerAction| Some(next.kind) == action && next.cell == world.cell;
            if action.is_some() && !made.get(done).is_none_or(fits) {
                continue;
            }
            let done = if action.is_some() { (done + 1).min(made.len()) } else { done };
            let (world, is_handed_over) = match after {
                Arrival::Same(world) | Arrival::Put(world) => (world, false),
                Arrival::HandedOver(world, Actor::Keeper) if done == made.len() => (world, true),
                Arrival::HandedOver(..) => continue,
            };
            open.push(all.len());
            all.push(Visit { world, made: done, is_handed_over, test });
        }
        open[first..].reverse();
    }
    let test: Test = last.filter(|_| graph.work < graph.limit)?;
    Some(graph.describe(source, &all[test.visit].world, test))
}

impl RuleGraph<'_> {
    fn describe(&mut self, source: &Source, world: &World, test: Test) -> Decision {
        let Edge { label, at, .. } = &self.nodes[test.node as usize][test.edge];
        let (at, mut pattern, mut cells) = (*at, None, Vec::new());
        if let Label::Pattern(is_there, first, last) = *label {
            let asks_pieces = self.asks_pieces(first);
            if is_there {
                pattern = self.macro_of(source, first, at);
                cells = self.way(World { node: first, ..world.clone() }, last);
            }
            if cells.is_empty() && !asks_pieces {
                // The test depends on the cell only, as `{! up}` does.
                cells.push(test.cell);
            }
        }
        Decision { test: source.text[at.start as usize..(at.start + at.len) as usize].to_owned(), pattern, cells }
    }

    /// The spans of a pattern's tests, from its first node on, each with whether it tests pieces or numbers.
    fn words(&self, first: u32) -> Vec<(Span, bool)> {
        let (mut seen, mut stack, mut words) = (BTreeSet::from([first]), vec![first], Vec::new());
        while let Some(node) = stack.pop() {
            for Edge { label, at, to } in &self.nodes[node as usize] {
                let asks = match *label {
                    Label::On(_) | Label::Compare(..) => true,
                    Label::Pattern(_, first, _) => self.asks_pieces(first),
                    _ => false,
                };
                if !matches!(label, Label::Nothing) {
                    words.push((*at, asks));
                }
                if seen.insert(*to) {
                    stack.push(*to);
                }
            }
        }
        words
    }

    fn asks_pieces(&self, first: u32) -> bool {
        self.words(first).iter().any(|(_, asks)| *asks)
    }

    /// The macro whose single use is the whole pattern at `at`.
    fn macro_of(&self, source: &Source, first: u32, at: Span) -> Option<String> {
        let mut of_all = None;
        for (mut word, _) in self.words(first) {
            let mut outermost = None;
            while word.via != at.via {
                let index = word.via.checked_sub(1)?;
                outermost = Some(index);
                word = source.uses.get(index as usize)?.at;
            }
            let outermost = outermost?;
            if *of_all.get_or_insert(outermost) != outermost {
                return None;
            }
        }
        Some(source.uses.get(of_all? as usize)?.name.clone())
    }

    /// The cells with the pieces that a pattern tests, on a shortest path to its end. A pattern tested on this path
    /// adds its own cells, if there are several: so won boards in a row are shown with all their cells. A pattern that
    /// must not match adds the pieces that stop its paths, if they are like the first one: so a ring that encloses
    /// cells is shown.
    fn way(&mut self, from: World, last: u32) -> Vec<u16> {
        let (start, mut pieces) = (from.clone(), 0);
        let (mut seen, mut all, mut at) = (BTreeSet::new(), vec![(from, 0, None)], 0);
        let mut inner = Vec::new();
        while at < all.len() && self.work < self.limit {
            let here = at;
            let world = all[here].0.clone();
            at += 1;
            if world.node == last {
                let (mut cells, mut at) = (BTreeSet::new(), here);
                while at > 0 {
                    let (_, before, asked) = &all[at];
                    let world = &all[*before].0;
                    match *asked {
                        Some(EdgeTest::Pieces(asked)) => {
                            cells.insert(world.cell);
                            pieces |= asked;
                        }
                        Some(EdgeTest::Pattern(is_there, first, last)) => {
                            inner.push((is_there, World { node: first, ..world.clone() }, last));
                        }
                        None => {}
                    }
                    at = *before;
                }
                let own = start.pieces[usize::from(start.cell)];
                for (is_there, from, last) in inner {
                    if is_there {
                        // A single cell tells nothing: it is one of many, such as that of one man of all those that
                        // have arrived.
                        let found = self.way(from, last);
                        cells.extend(found.iter().filter(|_| found.len() > 1));
                        continue;
                    }
                    let barrier = self.barrier(from, own);
                    if !barrier.is_empty() {
                        cells.retain(|&cell| start.pieces[usize::from(cell)] == own);
                        cells.extend(barrier);
                    }
                }
                // A pattern that tests surroundings often does not test its first cell.
                if pieces >> start.pieces[usize::from(start.cell)] & 1 != 0 {
                    cells.insert(start.cell);
                }
                return cells.into_iter().collect();
            }
            if !seen.insert(world.clone()) {
                continue;
            }
            for index in 0..self.nodes[world.node as usize].len() {
                self.work += 1;
                let Ok(Arrival::Same(after) | Arrival::Put(after)) = self.walk(&world, index) else { continue };
                let asked = match self.nodes[world.node as usize][index].label {
                    Label::On(pieces) => Some(EdgeTest::Pieces(pieces)),
                    Label::Pattern(is_there, first, last) => Some(EdgeTest::Pattern(is_there, first, last)),
                    _ => None,
                };
                all.push((after, here, asked));
            }
        }
        Vec::new()
    }

    /// The cells with this piece at which the paths of a failing pattern end.
    fn barrier(&mut self, from: World, piece: u8) -> Vec<u16> {
        let (mut seen, mut stack, mut cells) = (BTreeSet::new(), vec![from], BTreeSet::new());
        while let Some(world) = stack.pop() {
            if !seen.insert(world.clone()) || self.work >= self.limit {
                continue;
            }
            for index in 0..self.nodes[world.node as usize].len() {
                self.work += 1;
                match self.walk(&world, index) {
                    Ok(Arrival::Same(after) | Arrival::Put(after)) => stack.push(after),
                    Ok(Arrival::HandedOver(..)) => {}
                    Err(_) => {
                        let asks_pieces = matches!(self.nodes[world.node as usize][index].label, Label::On(_));
                        if asks_pieces && world.pieces[usize::from(world.cell)] == piece {
                            cells.insert(world.cell);
                        }
                    }
                }
            }
        }
        cells.into_iter().collect()
    }
}

/// The action of an edge, if any.
fn action_of(label: &Label) -> Option<Kind> {
    match *label {
        Label::Put(piece) => Some(Kind::Put(piece)),
        Label::Assign(variable, _) => Some(Kind::Assign(variable)),
        Label::Switch(actor) => Some(Kind::Switch(actor)),
        Label::Nothing | Label::Step(_) | Label::On(_) | Label::Compare(..) | Label::Pattern(..) => None,
    }
}

/// The position at the end of a game, for comparison; its current cell does not count.
fn end_of(graph: &RuleGraph, state: &State) -> World {
    World {
        pieces: state.cells[..graph.board.cells.len()].to_vec(),
        variables: state.variables[..graph.names.variables.len()].to_vec(),
        node: 0,
        cell: 0,
    }
}
