use super::automaton::Automaton;
use super::diagram::Diagrams;
use super::maps::Maps;
use super::raw::Condition;
use super::region::{Region, reach};
use super::words::{Letters, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Finds out which conditions are the images of which under a map.
///
/// Two patterns are alike if their walks ask the same in the same order, or in the opposite order ("from the left edge
/// to the right one" reflected), or if they are the same function of the board ("three in a row" reflected).
pub(super) struct Alike<'a> {
    pub automaton: &'a Automaton,
    pub maps: &'a Maps,
    pub identity: &'a Maps,
    pub all_pieces: u64,
    pub shared: &'a mut Workbench,
    /// What the image of a node's walks from a cell holds for, `None` while it is worked out.
    pub functions: BTreeMap<(u32, u16), Option<u32>>,
    /// For each pattern the first whose words are its image's.
    images: BTreeMap<u32, Option<u32>>,
    compared: BTreeMap<(u32, u32), bool>,
    words: BTreeMap<u32, Option<Rc<Words>>>,
    /// Patterns whose image's diagrams are too large.
    pub hopeless: BTreeSet<u32>,
    /// For each side what the patterns look for, without where: only those that agree in it are compared.
    looks: [Vec<Vec<u64>>; 2],
}

/// What one map after another can use.
pub(super) struct Workbench {
    pub diagrams: Diagrams,
    /// As in [`Alike`], of the rules themselves.
    pub functions: BTreeMap<(u32, u16), Option<u32>>,
    pub hopeless: BTreeSet<u32>,
    letters: Letters,
    words: BTreeMap<u32, Option<Rc<Words>>>,
    /// Done for words.
    work: usize,
    /// Conditions, ways and parts of functions that were looked at.
    looks: usize,
}

/// Looks at conditions, ways and parts of functions, for all maps: half a second.
const MAX_LOOKS: usize = 20_000_000;

impl Workbench {
    pub fn new(pieces: usize) -> Workbench {
        Workbench {
            diagrams: Diagrams::new(pieces),
            functions: BTreeMap::new(),
            hopeless: BTreeSet::new(),
            letters: Letters::default(),
            words: BTreeMap::new(),
            work: 0,
            looks: 0,
        }
    }

    /// Counts looks; `None` once there were too many.
    pub fn look(&mut self, looks: usize) -> Option<()> {
        self.looks = self.looks.saturating_add(looks);
        (self.looks <= MAX_LOOKS).then_some(())
    }
}

impl<'a> Alike<'a> {
    pub fn new(
        automaton: &'a Automaton,
        region: &Region,
        maps: &'a Maps,
        identity: &'a Maps,
        shared: &'a mut Workbench,
    ) -> Alike<'a> {
        let pieces = maps.pieces.len();
        let looks = [maps, identity].map(|maps| region.looks.iter().map(|masks| looks(masks, maps)).collect());
        Alike {
            automaton,
            maps,
            identity,
            all_pieces: if pieces >= 64 { u64::MAX } else { (1 << pieces) - 1 },
            shared,
            functions: BTreeMap::new(),
            images: BTreeMap::new(),
            compared: BTreeMap::new(),
            words: BTreeMap::new(),
            hopeless: BTreeSet::new(),
            looks,
        }
    }

    /// The first of `others` that is the image of a condition, where one of `known` is on the cell before the map. What
    /// is quickly found out is asked of all first.
    pub fn first(&mut self, condition: u32, known: u64, others: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let automaton = self.automaton;
        let (from, is_there) = match &automaton.conditions[condition as usize] {
            Condition::Compare(a, relation, b) => {
                let image = self.maps.comparison(a, *relation, b);
                for (place, other) in others.enumerate() {
                    self.shared.look(1 + 4 * automaton.condition_costs[other as usize] as usize)?;
                    if let Condition::Compare(c, other, d) = &automaton.conditions[other as usize]
                        && self.identity.comparison(c, *other, d) == image
                    {
                        return Some(place);
                    }
                }
                return None;
            }
            Condition::Pattern { pattern, is_there } => (*pattern, *is_there),
        };
        let likely = |own: &Self, other: u32| match automaton.conditions[other as usize] {
            Condition::Pattern { pattern, is_there: is_other_there } => {
                let is_likely =
                    is_there == is_other_there && own.looks[0][from as usize] == own.looks[1][pattern as usize];
                is_likely.then_some(pattern)
            }
            Condition::Compare(..) => None,
        };
        let by_words =
            others.clone().position(|other| likely(self, other).is_some_and(|to| self.have_same_words(from, to)));
        by_words.or_else(|| {
            others.clone().position(|other| {
                likely(self, other).is_some_and(|to| self.are_same_function(from, to, known) == Some(true))
            })
        })
    }

    fn have_same_words(&mut self, from: u32, to: u32) -> bool {
        if let Some(&known) = self.compared.get(&(from, to)) {
            return known;
        }
        // A pattern cannot be within itself, so this is only to be safe.
        self.compared.insert((from, to), false);
        let is_so = match (self.image_words(from), self.own_words(to)) {
            (Some(own), Some(other)) => {
                own.are(&other, &self.maps.cells, &mut self.shared.work)
                    || own.are_backwards(&other, &mut self.shared.work)
            }
            _ => false,
        };
        self.compared.insert((from, to), is_so);
        is_so
    }

    fn image_words(&mut self, pattern: u32) -> Option<Rc<Words>> {
        if let Some(known) = self.words.get(&pattern) {
            return known.clone();
        }
        self.shared.look(self.automaton.nodes.len() / 64)?;
        let mut inner = BTreeMap::new();
        for nested in nested(self.automaton, self.automaton.patterns[pattern as usize].first) {
            inner.insert(nested, self.image(nested));
        }
        let Workbench { letters, work, .. } = &mut *self.shared;
        let image = |pattern: u32| inner[&pattern];
        let words = Words::new(self.automaton, pattern, self.maps, self.all_pieces, letters, &image, work).map(Rc::new);
        self.words.insert(pattern, words.clone());
        words
    }

    fn own_words(&mut self, pattern: u32) -> Option<Rc<Words>> {
        if let Some(known) = self.shared.words.get(&pattern) {
            return known.clone();
        }
        let Workbench { letters, work, .. } = &mut *self.shared;
        let words =
            Words::new(self.automaton, pattern, self.identity, self.all_pieces, letters, &Some, work).map(Rc::new);
        self.shared.words.insert(pattern, words.clone());
        words
    }

    /// The first pattern whose words are those of a pattern's image.
    fn image(&mut self, pattern: u32) -> Option<u32> {
        if let Some(&known) = self.images.get(&pattern) {
            return known;
        }
        let count = self.automaton.patterns.len() as u32;
        self.shared.look(count as usize)?;
        let likely: Vec<u32> =
            (0..count).filter(|&other| self.looks[0][pattern as usize] == self.looks[1][other as usize]).collect();
        let by_words = likely.iter().copied().find(|&other| self.have_same_words(pattern, other));
        let image = by_words.or_else(|| {
            likely.into_iter().find(|&other| self.are_same_function(pattern, other, self.all_pieces) == Some(true))
        });
        self.images.insert(pattern, image);
        image
    }
}

/// Sets of pieces, mapped, in order.
fn looks(masks: &[u64], maps: &Maps) -> Vec<u64> {
    let mut looks: Vec<u64> = masks.iter().map(|&mask| maps.mask(mask)).collect();
    looks.sort_unstable();
    looks
}

/// The patterns that a pattern asks for.
fn nested(automaton: &Automaton, first: u32) -> BTreeSet<u32> {
    let mut nested = BTreeSet::new();
    for node in reach(automaton, vec![first]) {
        for edge in &automaton.edges[automaton.edges_of(node)] {
            for &index in &automaton.edge_conditions[edge.conditions.0 as usize..edge.conditions.1 as usize] {
                if let Condition::Pattern { pattern, .. } = automaton.conditions[index as usize] {
                    nested.insert(pattern);
                }
            }
        }
    }
    nested
}
