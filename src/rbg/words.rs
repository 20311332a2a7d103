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
    /// Edges written out and looked at so far.
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
pub(super) struct Words {
    /// For each state the letters that lead on, and the next state.
    ways: Vec<Vec<(u32, u32)>>,
    /// The first state of each cell; only that of cell 0 if all are the same.
    starts: Vec<u32>,
    is_anywhere: bool,
    has_effects: bool,
}

impl Words {
    /// `None` if they are too many. `image` gives the image of a nested pattern.
    pub fn new(
        automaton: &Automaton,
        pattern: u32,
        maps: &Maps,
        all_pieces: u64,
        image: &dyn Fn(u32) -> Option<u32>,
        letters: &mut Letters,
    ) -> Option<Words> {
        let first = automaton.patterns[pattern as usize].first;
        if first as usize >= automaton.nodes.len() {
            return None;
        }
        let mut places = Places::default();
        places.number(ACCEPT, 0);
        let starts = automaton.cells_at(first).map(|cell| places.number(first, cell)).collect();
        let is_anywhere = automaton.anywhere[first as usize];
        let mut words = Words { ways: vec![Vec::new()], starts, is_anywhere, has_effects: false };
        let mut count = 0;
        while let Some(&(node, cell)) = places.all.get(words.ways.len()) {
            let mut ways = Vec::new();
            for edge in &automaton.edges[automaton.edges_of(node)] {
                let conditions = conditions(automaton, edge, maps, image)?;
                let effect = automaton.details.get(usize::from(edge.action)).map(|action| maps.effect(&action.effect));
                if let Some(Effect::Switch(_)) = effect {
                    return None;
                }
                words.has_effects |= effect.is_some();
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
                    ways.push((name, places.number(edge.target, to)));
                    (count, letters.work) = (count + 1, letters.work + 1);
                    if count > MAX_EDGES || letters.work > MAX_WORK {
                        return None;
                    }
                }
            }
            words.ways.push(ways);
        }
        words.trim();
        Some(words)
    }

    /// Removes nodes from which no end is reached.
    fn trim(&mut self) {
        let mut is_alive = vec![false; self.ways.len()];
        let mut stack = vec![END];
        let back = self.turned();
        while let Some(place) = stack.pop() {
            if !std::mem::replace(&mut is_alive[place as usize], true) {
                stack.extend(back[place as usize].iter().map(|way| way.1));
            }
        }
        self.ways.iter_mut().for_each(|ways| ways.retain(|way| is_alive[way.1 as usize]));
    }

    fn turned(&self) -> Vec<Vec<(u32, u32)>> {
        let mut back = vec![Vec::new(); self.ways.len()];
        for (from, ways) in self.ways.iter().enumerate() {
            ways.iter().for_each(|&(letter, to)| back[to as usize].push((letter, from as u32)));
        }
        back
    }

    /// Whether these are the words of `other`; `cells` says where each cell's walks are to begin there.
    pub fn are(&self, other: &Words, cells: &[u16], letters: &mut Letters) -> bool {
        if self.is_anywhere != other.is_anywhere {
            return false;
        }
        let pairs = self.starts.iter().enumerate().map(|(cell, &start)| {
            let image = if self.is_anywhere { 0 } else { cells[cell] };
            (start, other.starts[usize::from(image)])
        });
        same(&self.ways, END, &other.ways, END, pairs.collect(), &mut letters.work)
    }

    /// Whether these are the words of `other` read from the end: what they ask is the same.
    pub fn are_backwards(&self, other: &Words, letters: &mut Letters) -> bool {
        self.is_anywhere
            && other.is_anywhere
            && !self.has_effects
            && same(&self.turned(), self.starts[0], &other.ways, END, vec![(END, other.starts[0])], &mut letters.work)
    }
}

/// The images of what an edge asks on its cell, in order.
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

type Ways = [Vec<(u32, u32)>];

/// Whether two automata have the same words, made deterministic side by side (Hopcroft and Karp 1971).
fn same(left: &Ways, left_end: u32, right: &Ways, right_end: u32, pairs: Vec<(u32, u32)>, work: &mut usize) -> bool {
    let mut known = BTreeSet::new();
    let mut stack: Vec<(Vec<u32>, Vec<u32>)> =
        pairs.iter().map(|&(a, b)| (silently(left, vec![a]), silently(right, vec![b]))).collect();
    while let Some(pair) = stack.pop() {
        if known.contains(&pair) {
            continue;
        }
        let count =
            |ways: &Ways, places: &[u32]| places.iter().map(|&place| 1 + ways[place as usize].len() / 4).sum::<usize>();
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
fn silently(ways: &Ways, places: Vec<u32>) -> Vec<u32> {
    let mut all: BTreeSet<u32> = BTreeSet::new();
    let mut stack = places;
    while let Some(place) = stack.pop() {
        if all.insert(place) {
            stack.extend(ways[place as usize].iter().filter(|way| way.0 == SILENT).map(|way| way.1));
        }
    }
    all.into_iter().collect()
}

fn steps(ways: &Ways, places: &[u32]) -> BTreeMap<u32, Vec<u32>> {
    let mut steps: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &place in places {
        for &(letter, to) in ways[place as usize].iter().filter(|way| way.0 != SILENT) {
            steps.entry(letter).or_default().push(to);
        }
    }
    steps
}
