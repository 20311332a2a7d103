use super::account::Account;
use super::board::{Board, NOWHERE};
use super::cells::CellSet;
use super::raw::{Label, Raw};
use super::source::Problem;
use super::tables::{Shift, Tables};
use std::collections::BTreeMap;

/// Name of walks in the account.
const WALKS: &str = "the ways that no piece decides";
/// The most nodes times cells of one walk.
const MAX_MARKS: usize = 2_000_000;
/// The most entries of the tables of one node.
const MAX_ENTRIES: usize = 4_000_000;
/// The most words of all shapes that are kept; walks of the same shape share their tables.
const MAX_SHAPES: usize = 4_000_000;

/// The cells reached from each cell.
pub(super) type Rows = Vec<Vec<u16>>;

/// Reachability without tests of pieces: edges that depend on the cell only ([`is_static`]) are walked before play,
/// from every cell.
pub(super) struct Closure {
    cells: usize,
    /// For each node its index among the nodes of the walk, from 1; 0 for other nodes.
    local: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
    /// The tables of walks by their shape: macros bring the same steps to many places.
    known: BTreeMap<Vec<u64>, Vec<Option<Shift>>>,
    /// Words of the shapes found so far.
    shapes: usize,
}

impl Closure {
    pub fn new(board: &Board) -> Self {
        Closure {
            cells: board.cells.len(),
            local: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            known: BTreeMap::new(),
            shapes: 0,
        }
    }

    /// The cells from which a walk from node `first` reaches node `last`.
    pub fn cells_from_where(
        &mut self,
        raw: &Raw,
        board: &Board,
        (first, last): (u32, u32),
        account: &mut Account,
    ) -> Result<CellSet, Problem> {
        let walk = self.plan(raw, first, account)?;
        let mut cells = CellSet::default();
        let mut reached = Vec::new();
        for cell in 0..self.cells {
            self.walk(raw, board, first, cell, &mut reached, account)?;
            if reached.iter().any(|&(node, _)| node == last) {
                cells.insert(cell);
            }
        }
        self.forget(&walk);
        Ok(cells)
    }

    /// The nodes reached from `first` for which `is_exit` holds, each with its table: for each cell the cells on which
    /// a walk from there reaches the node. `None` for an empty table.
    pub fn exits(
        &mut self,
        raw: &Raw,
        board: &Board,
        first: u32,
        is_exit: &dyn Fn(u32) -> bool,
        (tables, account): (&mut Tables, &mut Account),
    ) -> Result<Vec<(u32, Option<Shift>)>, Problem> {
        let walk = self.plan(raw, first, account)?;
        let exits: Vec<u32> = walk.iter().copied().filter(|&node| is_exit(node)).collect();
        let shape = self.shape(raw, &walk, is_exit);
        account.spend(4 * shape.len() + exits.len() * self.cells, WALKS)?;
        let shifts = match self.known.get(&shape) {
            Some(shifts) => shifts.clone(),
            None => {
                let rows = self.rows(raw, board, first, (&exits, walk.len()), account)?;
                let shifts = rows.into_iter().map(|rows| tables.add(rows)).collect::<Result<Vec<_>, Problem>>()?;
                self.shapes += shape.len();
                if self.shapes <= MAX_SHAPES {
                    self.known.insert(shape, shifts.clone());
                }
                shifts
            }
        };
        self.forget(&walk);
        Ok(exits.into_iter().zip(shifts).collect())
    }

    /// Everything that the tables of a walk depend on.
    fn shape(&self, raw: &Raw, walk: &[u32], is_exit: &dyn Fn(u32) -> bool) -> Vec<u64> {
        let mut shape = Vec::new();
        for &node in walk {
            shape.push(u64::MAX - u64::from(is_exit(node)));
            for (label, target) in raw.nodes[node as usize].iter().filter(|(label, _)| is_static(label)) {
                shape.push(self.local[*target as usize].into());
                match label {
                    Label::Step(direction) => shape.push(u64::from(*direction)),
                    Label::Inside(set) => shape.extend([1 << 32].iter().chain(set.words())),
                    _ => shape.push(2 << 32),
                }
            }
        }
        shape
    }

    /// For each exit and each cell: the cells on which a walk from there reaches the exit.
    fn rows(
        &mut self,
        raw: &Raw,
        board: &Board,
        first: u32,
        (exits, nodes): (&[u32], usize),
        account: &mut Account,
    ) -> Result<Vec<Rows>, Problem> {
        let mut place = vec![usize::MAX; nodes + 1];
        for (index, &exit) in exits.iter().enumerate() {
            place[self.local[exit as usize] as usize] = index;
        }
        let mut tables: Vec<Rows> = vec![vec![Vec::new(); self.cells]; exits.len()];
        let (mut reached, mut entries) = (Vec::new(), 0);
        for cell in 0..self.cells {
            self.walk(raw, board, first, cell, &mut reached, account)?;
            entries += reached.len();
            if entries > MAX_ENTRIES {
                return Err(Problem::general("these rules walk too far without testing a piece"));
            }
            for &(node, at) in &reached {
                if let Some(rows) = tables.get_mut(place[self.local[node as usize] as usize]) {
                    rows[cell].push(at);
                }
            }
        }
        tables.iter_mut().flatten().for_each(|row| row.sort_unstable());
        Ok(tables)
    }

    /// The nodes that a walk may meet on any cell, in the order of discovery.
    fn plan(&mut self, raw: &Raw, first: u32, account: &mut Account) -> Result<Vec<u32>, Problem> {
        self.local.resize(raw.nodes.len(), 0);
        let mut nodes = vec![first];
        self.local[first as usize] = 1;
        let (mut at, mut work) = (0, 0);
        while let Some(&node) = nodes.get(at) {
            at += 1;
            work += raw.nodes[node as usize].len();
            for (label, target) in &raw.nodes[node as usize] {
                if is_static(label) && self.local[*target as usize] == 0 {
                    nodes.push(*target);
                    self.local[*target as usize] = nodes.len() as u32;
                }
            }
        }
        let marks = nodes.len() * self.cells;
        if marks > MAX_MARKS {
            return Err(Problem::general("these rules walk too far without testing a piece"));
        }
        if self.marks.len() < marks {
            self.marks.resize(marks, 0);
        }
        account.spend(work, WALKS)?;
        Ok(nodes)
    }

    fn walk(
        &mut self,
        raw: &Raw,
        board: &Board,
        first: u32,
        cell: usize,
        reached: &mut Vec<(u32, u16)>,
        account: &mut Account,
    ) -> Result<(), Problem> {
        self.mark += 1;
        let cells = self.cells;
        reached.clear();
        reached.push((first, cell as u16));
        self.marks[(self.local[first as usize] as usize - 1) * cells + cell] = self.mark;
        let (mut at, mut work) = (0, 1);
        while let Some(&(node, cell)) = reached.get(at) {
            at += 1;
            work += raw.nodes[node as usize].len();
            for (label, target) in &raw.nodes[node as usize] {
                let to = match label {
                    Label::Nothing => cell,
                    Label::Step(direction) => board.next[*direction as usize * cells + cell as usize],
                    Label::Inside(set) if set.contains(cell as usize) => cell,
                    _ => NOWHERE,
                };
                if to == NOWHERE {
                    continue;
                }
                let mark = &mut self.marks[(self.local[*target as usize] as usize - 1) * cells + to as usize];
                if *mark != self.mark {
                    *mark = self.mark;
                    reached.push((*target, to));
                }
            }
        }
        account.spend(work, WALKS)
    }

    fn forget(&mut self, walk: &[u32]) {
        walk.iter().for_each(|&node| self.local[node as usize] = 0);
    }
}

/// Whether an edge depends on the cell only.
pub(super) fn is_static(label: &Label) -> bool {
    matches!(label, Label::Nothing | Label::Step(_) | Label::Inside(_))
}
