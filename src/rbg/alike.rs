use super::automaton::Automaton;
use super::maps::Maps;
use super::raw::Condition;
use super::region::reach;
use super::symbolic::Symbolic;
use super::words::{Letters, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Finds out which conditions are the images of which under a map.
///
/// Two patterns are alike if their walks ask the same in the same order, or in the opposite order ("from the left edge
/// to the right one" reflected), or if they are the same function of the board ("three in a row" reflected).
pub(super) struct Alike<'a, 'b> {
    pub automaton: &'a Automaton,
    pub maps: &'a Maps,
    pub identity: &'a Maps,
    pub shared: &'a mut Workbench<'b>,
    /// For each pattern the first whose words are its image's.
    images: BTreeMap<u32, Option<u32>>,
    compared: BTreeMap<(u32, u32), bool>,
    words: BTreeMap<u32, Option<Rc<Words>>>,
}

/// What must be on cells in one way of a pattern, a bit for each piece that may be there.
pub(super) type Way = BTreeMap<u16, u64>;

/// The ways in which a pattern can be there, in order.
pub(super) type Ways = Option<Rc<Vec<Way>>>;

/// What one map after another can use.
pub(super) struct Workbench<'b> {
    /// Says in which ways patterns can be there.
    pub symbolic: Symbolic<'b>,
    /// A bit for each piece.
    pub all_pieces: u64,
    /// Patterns from cells with one of some pieces.
    pub functions: BTreeMap<(u32, u16, u64), Ways>,
    letters: Letters,
    words: BTreeMap<u32, Option<Rc<Words>>>,
    /// Conditions, ways and parts of functions that were looked at.
    looks: usize,
}

/// Looks at conditions, ways and parts of functions, for all maps: half a second.
const MAX_LOOKS: usize = 20_000_000;

impl<'b> Workbench<'b> {
    pub fn new(symbolic: Symbolic<'b>, all_pieces: u64) -> Workbench<'b> {
        Workbench {
            symbolic,
            all_pieces,
            functions: BTreeMap::new(),
            letters: Letters::default(),
            words: BTreeMap::new(),
            looks: 0,
        }
    }

    /// Counts looks; `None` once there were too many.
    pub fn look(&mut self, looks: usize) -> Option<()> {
        self.looks = self.looks.saturating_add(looks);
        (self.looks <= MAX_LOOKS).then_some(())
    }
}

impl<'a, 'b> Alike<'a, 'b> {
    pub fn new(
        automaton: &'a Automaton,
        maps: &'a Maps,
        identity: &'a Maps,
        shared: &'a mut Workbench<'b>,
    ) -> Alike<'a, 'b> {
        Alike {
            automaton,
            maps,
            identity,
            shared,
            images: BTreeMap::new(),
            compared: BTreeMap::new(),
            words: BTreeMap::new(),
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
        let likely = |other: u32| match automaton.conditions[other as usize] {
            Condition::Pattern { pattern, is_there: is_other_there } => (is_there == is_other_there).then_some(pattern),
            Condition::Compare(..) => None,
        };
        let by_words = others.clone().position(|other| likely(other).is_some_and(|to| self.have_same_words(from, to)));
        by_words.or_else(|| {
            others.clone().position(|other| likely(other).is_some_and(|to| self.are_same_function(from, to, known)))
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
                own.are(&other, &self.maps.cells, &mut self.shared.letters)
                    || own.are_backwards(&other, &mut self.shared.letters)
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
        let letters = &mut self.shared.letters;
        let image = |pattern: u32| inner[&pattern];
        let words =
            Words::new(self.automaton, pattern, self.maps, self.shared.all_pieces, &image, letters).map(Rc::new);
        self.words.insert(pattern, words.clone());
        words
    }

    fn own_words(&mut self, pattern: u32) -> Option<Rc<Words>> {
        if let Some(known) = self.shared.words.get(&pattern) {
            return known.clone();
        }
        let letters = &mut self.shared.letters;
        let words =
            Words::new(self.automaton, pattern, self.identity, self.shared.all_pieces, &Some, letters).map(Rc::new);
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
        let by_words = (0..count).find(|&other| self.have_same_words(pattern, other));
        let image = by_words
            .or_else(|| (0..count).find(|&other| self.are_same_function(pattern, other, self.shared.all_pieces)));
        self.images.insert(pattern, image);
        image
    }
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
