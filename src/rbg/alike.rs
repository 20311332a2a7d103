use super::automaton::Automaton;
use super::maps::Maps;
use super::raw::Condition;
use super::region::reach;
use super::symbolic::Symbolic;
use super::walks::{Letters, Walks};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Matches each condition with its image under a candidate symmetry.
///
/// Two patterns are alike if their walks have the same tests in the same order, or in the opposite order ("from the
/// left edge to the right one" reflected), or if they are the same function of the board ("three in a row" reflected).
pub(super) struct PatternMatcher<'a, 'b> {
    pub automaton: &'a Automaton,
    pub maps: &'a Maps,
    pub identity: &'a Maps,
    pub shared: &'a mut Workbench<'b>,
    /// For each pattern the first pattern that is its image.
    images: BTreeMap<u32, Option<u32>>,
    compared: BTreeMap<(u32, u32), bool>,
    walks: BTreeMap<u32, Option<Rc<Walks>>>,
}

/// The conditions of one alternative of a pattern: for each tested cell a bit for each piece that may be there.
pub(super) type Alternative = BTreeMap<u16, u64>;

/// The alternatives in which a pattern matches, in order; `None` if they are not expressible.
pub(super) type Alternatives = Option<Rc<Vec<Alternative>>>;

/// Results that the candidate maps share.
pub(super) struct Workbench<'b> {
    /// Finds the alternatives of patterns.
    pub symbolic: Symbolic<'b>,
    /// All pieces, a bit for each.
    pub all_pieces: u64,
    /// The alternatives of each pattern from each cell with one of these pieces.
    pub functions: BTreeMap<(u32, u16, u64), Alternatives>,
    letters: Letters,
    walks: BTreeMap<u32, Option<Rc<Walks>>>,
    /// Number of conditions, alternatives and pairs of alternatives visited.
    looks: usize,
}

/// The most of these visits for all maps: half a second.
const MAX_LOOKS: usize = 20_000_000;

impl<'b> Workbench<'b> {
    pub fn new(symbolic: Symbolic<'b>, all_pieces: u64) -> Workbench<'b> {
        Workbench {
            symbolic,
            all_pieces,
            functions: BTreeMap::new(),
            letters: Letters::default(),
            walks: BTreeMap::new(),
            looks: 0,
        }
    }

    /// Counts visits; `None` once there are too many.
    pub fn look(&mut self, looks: usize) -> Option<()> {
        self.looks = self.looks.saturating_add(looks);
        (self.looks <= MAX_LOOKS).then_some(())
    }
}

impl<'a, 'b> PatternMatcher<'a, 'b> {
    pub fn new(
        automaton: &'a Automaton,
        maps: &'a Maps,
        identity: &'a Maps,
        shared: &'a mut Workbench<'b>,
    ) -> PatternMatcher<'a, 'b> {
        PatternMatcher {
            automaton,
            maps,
            identity,
            shared,
            images: BTreeMap::new(),
            compared: BTreeMap::new(),
            walks: BTreeMap::new(),
        }
    }

    /// The index of the first of `others` that is the image of a condition, if one of the pieces `known` is on the cell
    /// before the map. The quick comparison is tried with all `others` first.
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
        let by_walks = others.clone().position(|other| likely(other).is_some_and(|to| self.have_same_walks(from, to)));
        by_walks.or_else(|| {
            others.clone().position(|other| likely(other).is_some_and(|to| self.are_same_function(from, to, known)))
        })
    }

    fn have_same_walks(&mut self, from: u32, to: u32) -> bool {
        if let Some(&known) = self.compared.get(&(from, to)) {
            return known;
        }
        // A pattern cannot be within itself; this only makes sure that the comparison ends.
        self.compared.insert((from, to), false);
        let is_so = match (self.image_walks(from), self.own_walks(to)) {
            (Some(own), Some(other)) => {
                own.are(&other, &self.maps.cells, &mut self.shared.letters)
                    || own.are_backwards(&other, &mut self.shared.letters)
            }
            _ => false,
        };
        self.compared.insert((from, to), is_so);
        is_so
    }

    fn image_walks(&mut self, pattern: u32) -> Option<Rc<Walks>> {
        if let Some(known) = self.walks.get(&pattern) {
            return known.clone();
        }
        self.shared.look(self.automaton.nodes.len() / 64)?;
        let mut inner = BTreeMap::new();
        for nested in nested(self.automaton, self.automaton.patterns[pattern as usize].first) {
            inner.insert(nested, self.image(nested));
        }
        let letters = &mut self.shared.letters;
        let image = |pattern: u32| inner[&pattern];
        let walks =
            Walks::new(self.automaton, pattern, self.maps, self.shared.all_pieces, &image, letters).map(Rc::new);
        self.walks.insert(pattern, walks.clone());
        walks
    }

    fn own_walks(&mut self, pattern: u32) -> Option<Rc<Walks>> {
        if let Some(known) = self.shared.walks.get(&pattern) {
            return known.clone();
        }
        let letters = &mut self.shared.letters;
        let walks =
            Walks::new(self.automaton, pattern, self.identity, self.shared.all_pieces, &Some, letters).map(Rc::new);
        self.shared.walks.insert(pattern, walks.clone());
        walks
    }

    /// The first pattern that is the image of a pattern.
    fn image(&mut self, pattern: u32) -> Option<u32> {
        if let Some(&known) = self.images.get(&pattern) {
            return known;
        }
        let count = self.automaton.patterns.len() as u32;
        self.shared.look(count as usize)?;
        let by_walks = (0..count).find(|&other| self.have_same_walks(pattern, other));
        let image = by_walks
            .or_else(|| (0..count).find(|&other| self.are_same_function(pattern, other, self.shared.all_pieces)));
        self.images.insert(pattern, image);
        image
    }
}

/// The patterns that a pattern tests.
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
