use super::source::{Problem, Span};

/// The budget for reading a file, from its text to its game: words, macros, powers, the automaton and its tables, the
/// first position; all of this again for other values of its options; and random games. Work is counted, not timed: a
/// file is read on every machine, or on none.
#[derive(Clone, Debug)]
pub struct Account {
    left: u64,
}

/// Two seconds' worth: an operation takes some five nanoseconds. The largest of the public games needs a twentieth.
const ALLOWANCE: u64 = 400_000_000;

/// Operations for one visit of a search to an edge or a cell.
const LOOK: u64 = 2;

impl Default for Account {
    fn default() -> Account {
        Account { left: ALLOWANCE }
    }
}

impl Account {
    /// Charges a call for the edges and cells that it visited ([`Scratch::looks`](super::Scratch::looks)). False if the
    /// budget is exceeded.
    pub fn afford(&mut self, looks: u64) -> bool {
        self.take(LOOK.saturating_mul(looks))
    }

    /// Charges work that is not at one place of the file.
    pub(super) fn spend(&mut self, operations: usize, on: &str) -> Result<(), Problem> {
        if self.take(operations as u64) { Ok(()) } else { Err(Problem::general(too_much(on))) }
    }

    /// Charges work at a place of the file.
    pub(super) fn spend_at(&mut self, operations: usize, on: &str, at: Span) -> Result<(), Problem> {
        if self.take(operations as u64) { Ok(()) } else { Err(Problem::at(at, too_much(on))) }
    }

    fn take(&mut self, operations: u64) -> bool {
        let left = self.left.checked_sub(operations);
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

fn too_much(on: &str) -> String {
    format!("these rules take too long to read: most of it went into {on}. Expected smaller rules, or a smaller board")
}
