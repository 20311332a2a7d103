use super::automaton::{ACCEPT, Automaton, Edge};
use super::maps::Maps;
use super::raw::{Condition, Effect};
use std::collections::{BTreeMap, BTreeSet};

/// The most edges of a pattern, expanded over the cells.
const MAX_EDGES: usize = 300_000;
/// The most edges expanded and visited, for all patterns: half a second.
const MAX_WORK: usize = 3_000_000;

/// A test or effect of a walk: a letter of its word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Letter {
    cell: u16,
    pieces: u64,
    conditions: Vec<Condition>,
    effect: Option<Effect>,
}

/// Numbers of letters, for two sides that are compared.
#[derive(Default)]
pub(super) struct Letters {
    names: BTreeMap<Letter, u32>,
    /// Number of edges expanded and visited so far.
    work: usize,
}

/// The places of walks: a node and a cell each.
#[derive(Default)]
struct Places {
    all: Vec<(u32, u16)>,
    numbers: BTreeMap<(u32, u16), u32>,
}

impl Places {
    fn number(&mut self, node: u32, cell: u16) -> u32 {
        let place = if node == ACCEPT { (ACCEPT, 0) } else { (node, cell) };
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.all.push(place);
        }
        number
    }
}

/// The letter of an unconditional edge.
const SILENT: u32 = 0;
/// The state in which a walk ends.
const END: u32 = 0;

/// The walks of a pattern from each cell, expanded: states, and letters on the edges between them.
pub(super) struct Walks {
    /// For each state its edges, each with a letter and the next state.
    edges: Vec<Vec<(u32, u32)>>,
    /// The first state of each cell; only that of cell 0 if all are the same.
    starts: Vec<u32>,
    is_anywhere: bool,
    has_effects: bool,
}

impl Walks {
    /// The walks of a pattern. `None` if there are too many edges, a switch, or a nested pattern without an `image`.
    pub fn new(
        automaton: &Automaton,
        pattern: u32,
        maps: &Maps,
        all_pieces: u64,
        image: &dyn Fn(u32) -> Option<u32>,
        letters: &mut Letters,
    ) -> Option<Walks> {
        let first = automaton.patterns[pattern as usize].first;
        if first as usize >= automaton.nodes.len() {
            return None;
        }
        let mut places = Places::default();
        places.number(ACCEPT, 0);
        let starts = automaton.cells_at(first).map(|cell| places.number(first, cell)).collect();
        let is_anywhere = automaton.anywhere[first as usize];
        let mut walks = Walks { edges: vec![Vec::new()], starts, is_anywhere, has_effects: false };
        let mut count = 0;
        while let Some(&(node, cell)) = places.all.get(walks.edges.len()) {
            let mut edges = Vec::new();
            for edge in &automaton.edges[automaton.edges_of(node)] {
                let conditions = conditions(automaton, edge, maps, image)?;
                let effect = automaton.details.get(usize::from(edge.action)).map(|action| maps.effect(&action.effect));
                if let Some(Effect::Switch(_)) = effect {
                    return None;
                }
                walks.has_effects |= effect.is_some();
                let pieces = maps.mask(edge.pieces & all_pieces);
                let is_silent = pieces == all_pieces && conditions.is_empty() && effect.is_none();
                for to in automaton.tables.row(edge.shift, cell, automaton.cells) {
                    let letter = || Letter {
                        cell: maps.cells[to as usize],
                        pieces,
                        conditions: conditions.clone(),
                        effect: effect.clone(),
                    };
                    let name = if is_silent { SILENT } else { letters.name(letter()) };
                    edges.push((name, places.number(edge.target, to)));
                    (count, letters.work) = (count + 1, letters.work + 1);
                    if count > MAX_EDGES || letters.work > MAX_WORK {
                        return None;
                    }
                }
            }
            walks.edges.push(edges);
        }
        walks.trim();
        Some(walks)
    }

    /// Removes the edges to states from which no end is reached.
    fn trim(&mut self) {
        let mut is_alive = vec![false; self.edges.len()];
        let mut stack = vec![END];
        let back = self.reversed();
        while let Some(place) = stack.pop() {
            if !std::mem::replace(&mut is_alive[place as usize], true) {
                stack.extend(back[place as usize].iter().map(|edge| edge.1));
            }
        }
        self.edges.iter_mut().for_each(|edges| edges.retain(|edge| is_alive[edge.1 as usize]));
    }

    fn reversed(&self) -> Vec<Vec<(u32, u32)>> {
        let mut back = vec![Vec::new(); self.edges.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&(letter, to)| back[to as usize].push((letter, from as u32)));
        }
        back
    }

    /// Whether both have the same words, from each cell and from its image in `cells`.
    pub fn are(&self, other: &Walks, cells: &[u16], letters: &mut Letters) -> bool {
        if self.is_anywhere != other.is_anywhere {
            return false;
        }
        let pairs = self.starts.iter().enumerate().map(|(cell, &start)| {
            let image = if self.is_anywhere { 0 } else { cells[cell] };
            (start, other.starts[usize::from(image)])
        });
        same(&self.edges, END, &other.edges, END, pairs.collect(), &mut letters.work)
    }

    /// Whether the words are those of `other` reversed: then the tests are the same.
    pub fn are_backwards(&self, other: &Walks, letters: &mut Letters) -> bool {
        self.is_anywhere
            && other.is_anywhere
            && !self.has_effects
            && same(
                &self.reversed(),
                self.starts[0],
                &other.edges,
                END,
                vec![(END, other.starts[0])],
                &mut letters.work,
            )
    }
}

/// The images of an edge's conditions, in order.
fn conditions(
    automaton: &Automaton,
    edge: &Edge,
    maps: &Maps,
    image: &dyn Fn(u32) -> Option<u32>,
) -> Option<Vec<Condition>> {
    let (from, to) = edge.conditions;
    let indices = &automaton.edge_conditions[from as usize..to as usize];
    let images = indices.iter().map(|&index| match &automaton.conditions[index as usize] {
        Condition::Compare(left, relation, right) => Some(maps.comparison(left, *relation, right)),
        Condition::Pattern { pattern, is_there } => {
            Some(Condition::Pattern { pattern: image(*pattern)?, is_there: *is_there })
        }
    });
    let mut conditions = images.collect::<Option<Vec<_>>>()?;
    conditions.sort_unstable();
    Some(conditions)
}

impl Letters {
    fn name(&mut self, letter: Letter) -> u32 {
        let next = self.names.len() as u32 + 1;
        *self.names.entry(letter).or_insert(next)
    }
}

type Edges = [Vec<(u32, u32)>];

/// Whether two automata have the same words, made deterministic side by side (Hopcroft and Karp 1971).
fn same(left: &Edges, left_end: u32, right: &Edges, right_end: u32, pairs: Vec<(u32, u32)>, work: &mut usize) -> bool {
    let mut known = BTreeSet::new();
    let mut stack: Vec<(Vec<u32>, Vec<u32>)> =
        pairs.iter().map(|&(a, b)| (silently(left, vec![a]), silently(right, vec![b]))).collect();
    while let Some(pair) = stack.pop() {
        if known.contains(&pair) {
            continue;
        }
        let count = |edges: &Edges, places: &[u32]| {
            places.iter().map(|&place| 1 + edges[place as usize].len() / 4).sum::<usize>()
        };
        *work += count(left, &pair.0) + count(right, &pair.1);
        if *work > MAX_WORK || pair.0.contains(&left_end) != pair.1.contains(&right_end) {
            return false;
        }
        let (mut a, mut b) = (steps(left, &pair.0), steps(right, &pair.1));
        if !a.keys().eq(b.keys()) {
            return false;
        }
        while let (Some((_, a)), Some((_, b))) = (a.pop_first(), b.pop_first()) {
            stack.push((silently(left, a), silently(right, b)));
        }
        known.insert(pair);
    }
    true
}

/// The states reached with no letter.
fn silently(edges: &Edges, places: Vec<u32>) -> Vec<u32> {
    let mut all: BTreeSet<u32> = BTreeSet::new();
    let mut stack = places;
    while let Some(place) = stack.pop() {
        if all.insert(place) {
            stack.extend(edges[place as usize].iter().filter(|edge| edge.0 == SILENT).map(|edge| edge.1));
        }
    }
    all.into_iter().collect()
}

fn steps(edges: &Edges, places: &[u32]) -> BTreeMap<u32, Vec<u32>> {
    let mut steps: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &place in places {
        for &(letter, to) in edges[place as usize].iter().filter(|edge| edge.0 != SILENT) {
            steps.entry(letter).or_default().push(to);
        }
    }
    steps
}
