use super::alike::{PatternMatcher, Workbench};
use super::automaton::{ACCEPT, Automaton, NO_ACTION};
use super::colours::{Colours, mix};
use super::maps::Maps;
use super::region::Region;
use super::tables::Shift;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The most choices between indistinguishable things, for one map of the cells.
const MAX_CHOICES: usize = 60;
/// The most comparisons of conditions, which are expensive, for one map of the cells.
const MAX_COMPARISONS: usize = 4;
/// The most edges visited, for all maps of the cells: half a second.
pub(super) const MAX_WORK: usize = 20_000_000;

pub(super) struct Automorphism {
    pub maps: Maps,
    pub nodes: Vec<u32>,
    pub actions: Vec<u16>,
}

/// The search for a map of the rules onto themselves, given the maps of cells and players.
pub(super) struct Matching<'a, 'b> {
    pub automaton: &'a Automaton,
    pub region: &'a Region,
    pub bounds: &'a [u16],
    pub pieces: usize,
    pub cells: &'a [u16],
    pub players: [u8; 2],
    pub choices: usize,
    pub comparisons: usize,
    pub shared: &'a mut Workbench<'b>,
    /// Number of edges visited.
    pub work: usize,
}

/// The kinds of things to distinguish, in the order in which they are decided.
const KINDS: [fn(&mut Colours) -> &mut Vec<u64>; 4] =
    [|all| &mut all.pieces, |all| &mut all.variables, |all| &mut all.nodes, |all| &mut all.actions];

impl Matching<'_, '_> {
    /// `image` has the colours of the rules' image, `own` those of the rules.
    pub fn solve(&mut self, mut image: Colours, mut own: Colours) -> Option<Automorphism> {
        if !self.refine(&mut image, &mut own) {
            return None;
        }
        if let Some(found) = self.choose(&image, &own, 0..2) {
            return found;
        }
        if image.tests.is_none() {
            self.compare(&mut image, &mut own)?;
            return self.solve(image, own);
        }
        match self.choose(&image, &own, 2..4) {
            Some(found) => found,
            None => self.check(&image, &own),
        }
    }

    /// Refines both colourings; false if they differ.
    fn refine(&mut self, image: &mut Colours, own: &mut Colours) -> bool {
        let mut count = 0;
        loop {
            self.work += 2 * (self.region.edges.len() + self.region.nodes.len() + self.region.actions.len() + 10);
            if self.work > MAX_WORK {
                return false;
            }
            image.refine(self.automaton, self.region);
            own.refine(self.automaton, self.region);
            let mut distinct = 0;
            for kind in KINDS {
                let [mut a, mut b] = [kind(image).clone(), kind(own).clone()];
                a.sort_unstable();
                b.sort_unstable();
                if a != b {
                    return false;
                }
                a.dedup();
                distinct += a.len();
            }
            if distinct == count {
                return true;
            }
            count = distinct;
        }
    }

    /// Tries to match one thing with each thing of the same colour. Outer `None`: all things differ in colour, so there
    /// is no choice.
    fn choose(
        &mut self,
        image: &Colours,
        own: &Colours,
        kinds: std::ops::Range<usize>,
    ) -> Option<Option<Automorphism>> {
        for (number, kind) in KINDS.iter().enumerate().skip(kinds.start).take(kinds.len()) {
            let (mut image, mut own) = (image.clone(), own.clone());
            let colours = kind(&mut image).clone();
            let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
            colours.iter().for_each(|&colour| *counts.entry(colour).or_default() += 1);
            // Things outside the region keep their first colour, and do not matter.
            let matters = |index: usize| match number {
                2 => self.region.nodes.binary_search(&(index as u32)).is_ok(),
                3 => self.region.actions.binary_search(&(index as u16)).is_ok(),
                _ => true,
            };
            let Some(first) = (0..colours.len()).find(|&index| counts[&colours[index]] > 1 && matters(index)) else {
                continue;
            };
            let colour = colours[first];
            let fresh = mix(colour, 100 + self.choices as u64);
            kind(&mut image)[first] = fresh;
            let candidates = kind(&mut own).clone();
            let order = std::iter::once(first).chain((0..candidates.len()).filter(|&other| other != first));
            for candidate in order.filter(|&candidate| candidates[candidate] == colour) {
                self.choices += 1;
                if self.choices > MAX_CHOICES {
                    break;
                }
                let mut own = own.clone();
                kind(&mut own)[candidate] = fresh;
                if let Some(found) = self.solve(image.clone(), own) {
                    return Some(Some(found));
                }
            }
            return Some(None);
        }
        None
    }

    /// The map of pieces, variables, cells and players.
    fn maps(&self, image: &Colours, own: &Colours) -> Option<Maps> {
        let pieces = by_colour(&image.pieces, &own.pieces)?;
        let variables = by_colour(&image.variables, &own.variables)?;
        Some(Maps {
            cells: self.cells.to_vec(),
            pieces: pieces.into_iter().map(|piece| piece as u8).collect(),
            variables: variables.into_iter().map(|variable| variable as u8).collect(),
            players: self.players,
        })
    }

    /// Finds the image of each condition: from then on conditions have colours of their own.
    fn compare(&mut self, image: &mut Colours, own: &mut Colours) -> Option<()> {
        self.comparisons += 1;
        if self.comparisons > MAX_COMPARISONS {
            return None;
        }
        let maps = self.maps(image, own)?;
        let identity = Maps::identity(self.automaton.cells, self.pieces, self.bounds.len());
        let mut matcher = PatternMatcher::new(self.automaton, &maps, &identity, self.shared);
        // Each condition comes with the pieces that can be on its cell.
        let mut all: Vec<(u32, u64)> = Vec::new();
        for &index in &self.region.edges {
            let edge = &self.automaton.edges[index];
            for position in edge.conditions.0..edge.conditions.1 {
                all.push((self.automaton.edge_conditions[position as usize], self.region.known[index]));
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut images = Vec::new();
        for &(from, known) in &all {
            let wanted = maps.mask(known);
            matcher.shared.look(all.len())?;
            let image = {
                let places: Vec<usize> = (0..all.len()).filter(|&to| all[to].1 == wanted).collect();
                matcher.first(from, known, places.iter().map(|&to| all[to].0)).map(|place| places[place])
            };
            images.push(image?);
        }
        let mut distinct = images.clone();
        distinct.sort_unstable();
        distinct.dedup();
        // Equivalent conditions have one name.
        let mut names: Vec<usize> = (0..all.len()).collect();
        if distinct.len() < all.len() {
            let mut matcher = PatternMatcher::new(self.automaton, &identity, &identity, self.shared);
            for (index, &(from, known)) in all.iter().enumerate() {
                matcher.shared.look(index)?;
                let places: Vec<usize> = (0..index).filter(|&to| all[to].1 == known).collect();
                let same = matcher.first(from, known, places.iter().map(|&to| all[to].0));
                names[index] = same.map_or(index, |place| places[place]);
            }
        }
        for (colours, is_image) in [(image, true), (own, false)] {
            let mut tests = vec![0; self.automaton.edge_conditions.len()];
            for &index in &self.region.edges {
                let edge = &self.automaton.edges[index];
                for position in edge.conditions.0..edge.conditions.1 {
                    let key = (self.automaton.edge_conditions[position as usize], self.region.known[index]);
                    let own = all.binary_search(&key).ok()?;
                    tests[position as usize] = names[if is_image { images[own] } else { own }] as u64;
                }
            }
            colours.tests = Some(tests);
        }
        Some(())
    }

    /// The symmetry that the colours imply, if each edge's image is an edge. This check alone is the proof.
    fn check(&self, image: &Colours, own: &Colours) -> Option<Automorphism> {
        let maps = self.maps(image, own)?;
        let identity = Maps::identity(self.automaton.cells, self.pieces, self.bounds.len());
        let automaton = self.automaton;
        let some = |all: &[u64], indices: &[usize]| Vec::from_iter(indices.iter().map(|&index| all[index]));
        let nodes: Vec<usize> = self.region.nodes.iter().map(|&node| node as usize).collect();
        let actions: Vec<usize> = self.region.actions.iter().map(|&action| action.into()).collect();
        let to_nodes = by_colour(&some(&image.nodes, &nodes), &some(&own.nodes, &nodes))?;
        let to_actions = by_colour(&some(&image.actions, &actions), &some(&own.actions, &actions))?;
        let mut node_map: Vec<u32> = (0..automaton.nodes.len() as u32).collect();
        let mut action_map: Vec<u16> = (0..automaton.actions.len() as u16).collect();
        nodes.iter().zip(to_nodes).for_each(|(&node, to)| node_map[node] = nodes[to] as u32);
        actions.iter().zip(to_actions).for_each(|(&action, to)| action_map[action] = actions[to] as u16);
        let node_to = |node: u32| if node == ACCEPT { ACCEPT } else { node_map[node as usize] };
        let bounds_agree =
            maps.variables.iter().zip(self.bounds).all(|(&to, &bound)| self.bounds[to as usize] == bound);
        let scores_agree = (0..2).all(|player| maps.variables[player] == self.players[player]);
        let actions_agree = actions.iter().all(|&action| {
            let to = action_map[action] as usize;
            let [own, other] = [action, to].map(|action| &automaton.details[action].effect);
            let effects_agree = maps.effect(own) == identity.effect(other);
            effects_agree && node_to(automaton.actions[action].target) == automaton.actions[to].target
        });
        if !(bounds_agree && scores_agree && actions_agree) {
            return None;
        }
        let shifts = self.shifts(&maps, image, own)?;
        let edges = |node: u32, is_image: bool| {
            let mut all = Vec::new();
            for index in automaton.edges_of(node) {
                let edge = &automaton.edges[index];
                let colours = if is_image { image } else { own };
                let range = edge.conditions.0 as usize..edge.conditions.1 as usize;
                let mut tests = colours.tests.as_ref()?[range].to_vec();
                tests.sort_unstable();
                let has_action = edge.action != NO_ACTION;
                all.push(if is_image {
                    let action = if has_action { action_map[edge.action as usize] } else { NO_ACTION };
                    let shift = shifts.get(&edge.shift).copied()?;
                    (shift, maps.mask(edge.pieces), tests, action, node_to(edge.target))
                } else {
                    (edge.shift, identity.mask(edge.pieces), tests, edge.action, edge.target)
                });
            }
            all.sort_unstable();
            Some(all)
        };
        let edges_agree = self.region.nodes.iter().all(|&node| {
            let image = edges(node, true);
            image.is_some() && image == edges(node_map[node as usize], false)
        });
        edges_agree.then_some(Automorphism { maps, nodes: node_map, actions: action_map })
    }

    /// The image of each table. `None` if one has none.
    fn shifts(&self, maps: &Maps, image: &Colours, own: &Colours) -> Option<BTreeMap<Shift, Shift>> {
        let mut by_number: BTreeMap<u64, Shift> = BTreeMap::new();
        for &edge in &self.region.edges {
            by_number.insert(own.shifts[edge], self.automaton.edges[edge].shift);
        }
        let mut shifts = BTreeMap::new();
        for &edge in &self.region.edges {
            if let Entry::Vacant(free) = shifts.entry(self.automaton.edges[edge].shift) {
                let to = *by_number.get(&image.shifts[edge])?;
                if !maps.carries(self.automaton, *free.key(), to) {
                    return None;
                }
                free.insert(to);
            }
        }
        Some(shifts)
    }
}

/// For each of the first things the second thing of its colour. `None` unless this map is one to one.
fn by_colour(image: &[u64], own: &[u64]) -> Option<Vec<usize>> {
    let index: BTreeMap<u64, usize> = own.iter().enumerate().map(|(index, &colour)| (colour, index)).collect();
    let map: Vec<usize> = image.iter().map(|colour| index.get(colour).copied()).collect::<Option<_>>()?;
    let mut is_met = vec![false; own.len()];
    map.iter().all(|&to| !std::mem::replace(&mut is_met[to], true)).then_some(map)
}
