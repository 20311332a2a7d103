use super::alike::{Alike, Way, Ways, Workbench};
use super::automaton::{Automaton, Pattern};
use std::rc::Rc;

/// Ways of a pattern, at most.
const MOST_WAYS: usize = 256;

/// Ways whose common parts are looked for, at most: more are compared as they are.
const MOST_JOINED: usize = 32;

/// Patterns as functions of the board.
impl Alike<'_, '_> {
    /// Whether a pattern's image is there exactly where another one is, where one of `known` is on the cell before the map.
    /// False if that is not found out.
    pub fn are_same_function(&mut self, from: u32, to: u32, known: u64) -> bool {
        let (automaton, maps) = (self.automaton, self.maps);
        let image = |way: &Way| -> Way {
            way.iter().map(|(&cell, &pieces)| (maps.cells[usize::from(cell)], maps.mask(pieces))).collect()
        };
        (0..automaton.cells as u16).all(|cell| {
            let to_cell = maps.cells[usize::from(cell)];
            let own = self.shared.ways(automaton, from, cell, known);
            let other = self.shared.ways(automaton, to, to_cell, maps.mask(known));
            let (Some(own), Some(other)) = (own, other) else { return false };
            if own.len() != other.len() || self.shared.look(own.len()).is_none() {
                return false;
            }
            let mut images = Vec::from_iter(own.iter().map(image));
            images.sort_unstable();
            images == *other
        })
    }
}

impl Workbench<'_> {
    /// The ways in which a pattern can be there from a cell with one of some pieces. `None` where that cannot be said.
    fn ways(&mut self, automaton: &Automaton, pattern: u32, cell: u16, here: u64) -> Ways {
        if let Some(known) = self.functions.get(&(pattern, cell, here)) {
            return known.clone();
        }
        // What cannot be said from one cell cannot from others, as a rule.
        let mut told = self.functions.range((pattern, 0, 0)..=(pattern, u16::MAX, u64::MAX));
        let ways = if told.any(|(_, ways)| ways.is_none()) { None } else { self.told(automaton, pattern, cell, here) };
        self.functions.insert((pattern, cell, here), ways.clone());
        ways
    }

    fn told(&mut self, automaton: &Automaton, pattern: u32, cell: u16, here: u64) -> Ways {
        let Pattern { first, has_actions, .. } = automaton.patterns[pattern as usize];
        // A pattern that play cannot reach has no first node.
        if has_actions || first as usize >= automaton.nodes.len() {
            return None;
        }
        let boards = Boards { all: self.all_pieces, cell, here };
        let ways = self.symbolic.pattern(pattern, cell).filter(|ways| ways.len() <= MOST_WAYS)?;
        let ways = ways.iter().filter_map(|way| boards.way(way.iter().map(|need| (need.cell, need.pieces))));
        let ways = Vec::from_iter(ways);
        // Each is compared with the others.
        self.look(1 + ways.len() * ways.len())?;
        Some(Rc::new(boards.all_ways(ways)))
    }
}

/// The boards for which functions are compared: any piece may be on a cell but for one.
struct Boards {
    all: u64,
    cell: u16,
    here: u64,
}

impl Boards {
    /// A way by what not all boards have; `None` if none has it.
    fn way(&self, needs: impl IntoIterator<Item = (u16, u64)>) -> Option<Way> {
        let mut way = Way::new();
        for (cell, pieces) in needs {
            let all = if cell == self.cell { self.here } else { self.all };
            match pieces & all {
                0 => return None,
                pieces if pieces != all => drop(way.insert(cell, pieces)),
                _ => {}
            }
        }
        Some(way)
    }

    /// Ways that hold wherever one of two does, whatever is on a cell that both ask about.
    fn joined(&self, one: &Way, other: &Way) -> Vec<Way> {
        let mut both = one.clone();
        other.iter().for_each(|(&cell, &pieces)| *both.entry(cell).or_insert(u64::MAX) &= pieces);
        let joined = one.iter().filter_map(|(&cell, &own)| {
            let others = *other.get(&cell)?;
            let either = own | others;
            let rest = both.iter().map(|(&at, &pieces)| (at, if at == cell { either } else { pieces }));
            if either == own || either == others { None } else { self.way(rest) }
        });
        joined.collect()
    }

    /// All ways that ask for no more than is needed (Blake 1937: the prime implicants): the same for the same function, in
    /// whatever ways it was given.
    fn all_ways(&self, given: Vec<Way>) -> Vec<Way> {
        let asks_more = |one: &Way, other: &Way| {
            other.iter().all(|(cell, pieces)| one.get(cell).is_some_and(|own| own & !pieces == 0))
        };
        let (mut open, mut all): (_, Vec<Way>) = (given, Vec::new());
        while let Some(way) = open.pop() {
            if all.iter().any(|other| asks_more(&way, other)) {
                continue;
            }
            all.retain(|other| !asks_more(other, &way));
            if all.len() + open.len() < MOST_JOINED {
                open.extend(all.iter().flat_map(|other| self.joined(&way, other)));
            }
            all.push(way);
        }
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Boards, Way};

    #[test]
    fn the_same_function_has_the_same_ways() {
        let boards = Boards { all: 0b111, cell: 9, here: 0b001 };
        let way = |needs: &[(u16, u64)]| boards.way(needs.iter().copied()).expect("some boards have it");
        // Three in a row on cells 0 to 3, and the fourth is not: from either end, and either is.
        let [a, b] = [way(&[(0, 1), (1, 1), (2, 1), (3, 6)]), way(&[(0, 6), (1, 1), (2, 1), (3, 1)])];
        let all = way(&[(0, 1), (1, 1), (2, 1), (3, 1)]);
        let expected = boards.all_ways(vec![way(&[(0, 1), (1, 1), (2, 1)]), way(&[(1, 1), (2, 1), (3, 1)])]);
        assert_eq!(boards.all_ways(vec![a.clone(), b.clone(), all]), expected);
        assert_ne!(boards.all_ways(vec![a, b]), expected);
        assert_eq!(boards.all_ways(vec![way(&[(0, 3), (1, 2)]), way(&[(0, 4)])]), [way(&[(0, 4)]), way(&[(1, 2)])]);
        assert_eq!((boards.way([(9, 6)]), way(&[(9, 5), (4, 7)])), (None, Way::new()));
    }
}
