use super::board::{Board, NOWHERE};
use std::collections::VecDeque;

/// The most maps kept: the square has 8, the hexagon 12, the cube 48.
const MAX_MAPS: usize = 64;
/// The most edges visited: a hundredth of a second.
const MAX_WORK: usize = 1_000_000;

/// A partial map of cells and directions.
#[derive(Clone)]
struct Partial {
    cells: Vec<u16>,
    is_taken: Vec<bool>,
    directions: Vec<Option<usize>>,
    is_used: Vec<bool>,
    /// Mapped cells whose neighbours are not all mapped yet.
    queue: VecDeque<u16>,
    /// The next direction to follow from the first cell of the queue.
    next: usize,
}

/// The permutations of the cells that map edges to edges, and all edges of a direction to edges of one direction: the
/// candidates for symmetries of the rules. The identity is the first.
pub(super) fn board_maps(board: &Board) -> Vec<Vec<u16>> {
    let (count, directions) = (board.cells.len(), board.next.len() / board.cells.len());
    let degree = (0..count)
        .map(|cell| (0..directions).filter(|direction| board.next[direction * count + cell] != NOWHERE).count())
        .collect();
    let partial = Partial {
        cells: vec![NOWHERE; count],
        is_taken: vec![false; count],
        directions: vec![None; directions],
        is_used: vec![false; directions],
        queue: VecDeque::new(),
        next: 0,
    };
    let mut finder = Finder { board, degree, maps: Vec::new(), work: 0 };
    finder.go_on(partial);
    let identity: Vec<u16> = (0..count as u16).collect();
    finder.maps.retain(|map| *map != identity);
    finder.maps.insert(0, identity);
    finder.maps
}

struct Finder<'a> {
    board: &'a Board,
    /// Number of edges from each cell.
    degree: Vec<usize>,
    maps: Vec<Vec<u16>>,
    work: usize,
}

impl Finder<'_> {
    /// Follows what is forced, then tries all choices.
    fn go_on(&mut self, mut partial: Partial) {
        let (count, directions) = (self.degree.len(), partial.directions.len());
        loop {
            if self.work > MAX_WORK || self.maps.len() >= MAX_MAPS {
                return;
            }
            let Some(&cell) = partial.queue.front() else {
                return self.begin(partial);
            };
            let direction = partial.next;
            if direction == directions {
                partial.queue.pop_front();
                partial.next = 0;
                continue;
            }
            self.work += 1;
            let (from, image) = (usize::from(cell), usize::from(partial.cells[usize::from(cell)]));
            let to = self.board.next[direction * count + from];
            match partial.directions[direction] {
                Some(other) => {
                    let other = self.board.next[other * count + image];
                    if (to == NOWHERE) != (other == NOWHERE) || (to != NOWHERE && !self.put(&mut partial, to, other)) {
                        return;
                    }
                    partial.next += 1;
                }
                // No edge: the direction is checked in the end.
                None if to == NOWHERE => partial.next += 1,
                None => {
                    for other in (0..directions).filter(|&other| !partial.is_used[other]) {
                        if self.board.next[other * count + image] != NOWHERE {
                            let mut chosen = partial.clone();
                            chosen.directions[direction] = Some(other);
                            chosen.is_used[other] = true;
                            self.go_on(chosen);
                        }
                    }
                    return;
                }
            }
        }
    }

    /// Maps a cell that no edge reaches from the mapped cells.
    fn begin(&mut self, mut partial: Partial) {
        let Some(cell) = partial.cells.iter().position(|&to| to == NOWHERE) else {
            if self.is_map(&partial) {
                self.maps.push(partial.cells);
            }
            return;
        };
        self.work += self.degree.len();
        let own = std::iter::once(cell).chain((0..self.degree.len()).filter(|&other| other != cell));
        let fits = own.filter(|&to| !partial.is_taken[to] && self.degree[to] == self.degree[cell]);
        // Cells without edges can be mapped anywhere: one choice is enough.
        let choices: Vec<usize> = fits.take(if self.degree[cell] == 0 { 1 } else { usize::MAX }).collect();
        if let [only] = choices[..] {
            if self.put(&mut partial, cell as u16, only as u16) {
                self.go_on(partial);
            }
            return;
        }
        for to in choices {
            let mut chosen = partial.clone();
            if self.put(&mut chosen, cell as u16, to as u16) {
                self.go_on(chosen);
            }
        }
    }

    fn put(&self, partial: &mut Partial, cell: u16, to: u16) -> bool {
        let known = partial.cells[usize::from(cell)];
        if known != NOWHERE || partial.is_taken[usize::from(to)] {
            return known == to;
        }
        partial.cells[usize::from(cell)] = to;
        partial.is_taken[usize::from(to)] = true;
        partial.queue.push_back(cell);
        self.degree[usize::from(cell)] == self.degree[usize::from(to)]
    }

    fn is_map(&mut self, partial: &Partial) -> bool {
        let count = self.degree.len();
        self.work += self.board.next.len();
        partial.directions.iter().enumerate().all(|(direction, other)| {
            let Some(other) = *other else { return true };
            (0..count).all(|cell| {
                let to = self.board.next[direction * count + cell];
                let image = self.board.next[other * count + usize::from(partial.cells[cell])];
                if to == NOWHERE { image == NOWHERE } else { partial.cells[usize::from(to)] == image }
            })
        })
    }
}
