use super::alike::{Alternative, Alternatives, PatternMatcher, Workbench};
use super::automaton::{Automaton, Pattern};
use std::rc::Rc;

/// The most alternatives of a pattern.
const MAX_ALTERNATIVES: usize = 256;

/// The most alternatives that are joined; more are compared as they are.
const MAX_JOINED: usize = 32;

/// Patterns as functions of the board.
impl PatternMatcher<'_, '_> {
    /// Whether the image of pattern `from` matches exactly where pattern `to` does, if one of the pieces `known` is on
    /// the cell before the map. False also if this cannot be determined.
    pub fn are_same_function(&mut self, from: u32, to: u32, known: u64) -> bool {
        let (automaton, maps) = (self.automaton, self.maps);
        let image = |alternative: &Alternative| -> Alternative {
            alternative.iter().map(|(&cell, &pieces)| (maps.cells[usize::from(cell)], maps.mask(pieces))).collect()
        };
        (0..automaton.cells as u16).all(|cell| {
            let to_cell = maps.cells[usize::from(cell)];
            let own = self.shared.alternatives(automaton, from, cell, known);
            let other = self.shared.alternatives(automaton, to, to_cell, maps.mask(known));
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
    /// The alternatives in which a pattern matches from a cell with one of the pieces `here`.
    fn alternatives(&mut self, automaton: &Automaton, pattern: u32, cell: u16, here: u64) -> Alternatives {
        if let Some(known) = self.functions.get(&(pattern, cell, here)) {
            return known.clone();
        }
        // A pattern that is not expressible from one cell usually is not from the others, either.
        let mut results = self.functions.range((pattern, 0, 0)..=(pattern, u16::MAX, u64::MAX));
        let has_failed = results.any(|(_, alternatives)| alternatives.is_none());
        let alternatives = if has_failed { None } else { self.express(automaton, pattern, cell, here) };
        self.functions.insert((pattern, cell, here), alternatives.clone());
        alternatives
    }

    fn express(&mut self, automaton: &Automaton, pattern: u32, cell: u16, here: u64) -> Alternatives {
        let Pattern { first, has_actions, .. } = automaton.patterns[pattern as usize];
        // A pattern that play cannot reach has no first node.
        if has_actions || first as usize >= automaton.nodes.len() {
            return None;
        }
        let boards = Boards { all: self.all_pieces, cell, here };
        let all = self.symbolic.pattern(pattern, cell).filter(|all| all.len() <= MAX_ALTERNATIVES)?;
        let all = all
            .iter()
            .filter_map(|one| boards.alternative(one.iter().map(|condition| (condition.cell, condition.pieces))));
        let alternatives = Vec::from_iter(all);
        // Each alternative is compared with the others.
        self.look(1 + alternatives.len() * alternatives.len())?;
        Some(Rc::new(boards.prime_implicants(alternatives)))
    }
}

/// The boards for which functions are compared: one of `here` is on `cell`, any of `all` on each other cell.
struct Boards {
    all: u64,
    cell: u16,
    here: u64,
}

impl Boards {
    /// The alternative without conditions that hold on all boards; `None` if it holds on none.
    fn alternative(&self, conditions: impl IntoIterator<Item = (u16, u64)>) -> Option<Alternative> {
        let mut alternative = Alternative::new();
        for (cell, pieces) in conditions {
            let all = if cell == self.cell { self.here } else { self.all };
            match pieces & all {
                0 => return None,
                pieces if pieces != all => drop(alternative.insert(cell, pieces)),
                _ => {}
            }
        }
        Some(alternative)
    }

    /// Alternatives that imply one of two: their conditions together, but weaker on one cell that both test.
    fn joined(&self, one: &Alternative, other: &Alternative) -> Vec<Alternative> {
        let mut both = one.clone();
        other.iter().for_each(|(&cell, &pieces)| *both.entry(cell).or_insert(u64::MAX) &= pieces);
        let joined = one.iter().filter_map(|(&cell, &own)| {
            let others = *other.get(&cell)?;
            let either = own | others;
            let rest = both.iter().map(|(&at, &pieces)| (at, if at == cell { either } else { pieces }));
            if either == own || either == others { None } else { self.alternative(rest) }
        });
        joined.collect()
    }

    /// The weakest alternatives of a function (Blake 1937: its prime implicants): the same for equal functions, however
    /// they are given.
    fn prime_implicants(&self, given: Vec<Alternative>) -> Vec<Alternative> {
        let implies = |one: &Alternative, other: &Alternative| {
            other.iter().all(|(cell, pieces)| one.get(cell).is_some_and(|own| own & !pieces == 0))
        };
        let (mut open, mut all): (_, Vec<Alternative>) = (given, Vec::new());
        while let Some(alternative) = open.pop() {
            if all.iter().any(|other| implies(&alternative, other)) {
                continue;
            }
            all.retain(|other| !implies(other, &alternative));
            if all.len() + open.len() < MAX_JOINED {
                open.extend(all.iter().flat_map(|other| self.joined(&alternative, other)));
            }
            all.push(alternative);
        }
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Alternative, Boards};

    #[test]
    fn the_same_function_has_the_same_prime_implicants() {
        let boards = Boards { all: 0b111, cell: 9, here: 0b001 };
        let of =
            |conditions: &[(u16, u64)]| boards.alternative(conditions.iter().copied()).expect("some boards have it");
        // Three in a row on cells 0 to 3 without the fourth, from either end, and all four.
        let [a, b] = [of(&[(0, 1), (1, 1), (2, 1), (3, 6)]), of(&[(0, 6), (1, 1), (2, 1), (3, 1)])];
        let all = of(&[(0, 1), (1, 1), (2, 1), (3, 1)]);
        let expected = boards.prime_implicants(vec![of(&[(0, 1), (1, 1), (2, 1)]), of(&[(1, 1), (2, 1), (3, 1)])]);
        assert_eq!(boards.prime_implicants(vec![a.clone(), b.clone(), all]), expected);
        assert_ne!(boards.prime_implicants(vec![a, b]), expected);
        assert_eq!(boards.prime_implicants(vec![of(&[(0, 3), (1, 2)]), of(&[(0, 4)])]), [of(&[(0, 4)]), of(&[(1, 2)])]);
        assert_eq!((boards.alternative([(9, 6)]), of(&[(9, 5), (4, 7)])), (None, Alternative::new()));
    }
}
