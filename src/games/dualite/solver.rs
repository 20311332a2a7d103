use super::Dualite;
use super::grid;
use super::position::{Cell, Position};
use crate::game::{ExactSolver, Game, Outcome};
use crate::games::results::Results;

/// Solves positions exactly: depth-first search of wins and losses with a table of results, in which the symmetric
/// images of a position share one entry.
///
/// A step that lets the opponent win at once is never searched, one that wins at once ends the search of a position;
/// the rest are tried by the number of safe replies that they leave, fewest first.
pub struct Solver {
    game: Dualite,
    results: Results,
    nodes: u64,
}

/// Memory of the stored results: 8 MiB for 4x4, 256 MiB for 5x5.
const fn log_bytes(size: usize) -> u32 {
    if size > 4 { 28 } else { 23 }
}

/// Number of positions between two polls of `go_on`: some milliseconds.
const STRETCH: u64 = 1 << 14;

/// The most cells of a board, and so the most legal steps.
const MAX_STEPS: usize = 25;

/// A step that is worth a search: the position after it.
#[derive(Clone, Copy)]
struct Candidate {
    /// Moves with a lower rank are searched earlier.
    rank: i32,
    position: Position,
}

impl Solver {
    /// A solver for the positions of `game`, with nothing stored.
    pub fn new(game: &Dualite) -> Solver {
        Solver { game: game.clone(), results: Results::new(log_bytes(game.spec.grid.size)), nodes: 0 }
    }

    /// Whether the side to act wins, in a position that is not over and without a step that wins at once by a line.
    /// `None` if `go_on` returns false; results so far are kept.
    fn wins(&mut self, position: &Position, go_on: &dyn Fn() -> bool) -> Option<bool> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) && !go_on() {
            return None;
        }
        let key = self.game.spec.canonical(position).key;
        if let Some(known) = self.results.get(key) {
            return Some(known);
        }
        let before = self.nodes;
        let result = self.search(position, go_on)?;
        self.results.insert(key, result, self.nodes - before);
        Some(result)
    }

    fn search(&mut self, position: &Position, go_on: &dyn Fn() -> bool) -> Option<bool> {
        let spec = &self.game.spec;
        let side = position.side;
        let empty = Candidate { rank: 0, position: *position };
        let (mut candidates, mut count) = ([empty; MAX_STEPS], 0);
        for cell in grid::cells(spec.playable(position)) {
            let mut next = *position;
            spec.play(&mut next, Cell(cell as u8));
            let replies = spec.playable(&next);
            let mine = next.side == side;
            let winning = spec.winning_cells(&next);
            // The next side wins with a line, and loses without a step.
            if replies == 0 || winning & replies != 0 {
                if mine == (replies != 0) {
                    return Some(true);
                }
                continue;
            }
            let safe = (replies & !spec.grid.neighbours(winning)).count_ones() as i32;
            candidates[count] = Candidate { rank: if mine { -safe } else { safe }, position: next };
            count += 1;
        }
        let candidates = &mut candidates[..count];
        candidates.sort_unstable_by_key(|candidate| candidate.rank);
        for candidate in candidates.iter() {
            if self.wins(&candidate.position, go_on)? == (candidate.position.side == side) {
                return Some(true);
            }
        }
        Some(false)
    }
}

impl ExactSolver<Dualite> for Solver {
    fn outcome_while(&mut self, game: &Dualite, position: &Position, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        if game.rules() != self.game.rules() {
            // Stored results are valid only for the rules of their computation.
            *self = Solver { nodes: self.nodes, ..Solver::new(game) };
        }
        let spec = &game.spec;
        if let Some(outcome) = spec.outcome(position) {
            return Some(outcome);
        }
        let wins = spec.winning_cells(position) & spec.playable(position) != 0 || self.wins(position, go_on)?;
        Some(Outcome::Win(if wins { position.side } else { position.side.other() }))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::super::VARIANTS;
    use super::*;
    use crate::game::VariantRef;

    /// Replaced results are found again: a table of one line of slots must not change any.
    #[test]
    fn a_tiny_results_gives_the_same_results() {
        let game = Dualite::new(VariantRef::from(&VARIANTS[0]).rules([("opening", "single")]).unwrap());
        let mut large = Solver::new(&game);
        let mut tiny = Solver { results: Results::new(7), ..Solver::new(&game) };
        let (mut position, mut moves) = (game.start(), Vec::new());
        for step in 0.. {
            game.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[step % moves.len()]);
            if step >= 6 {
                assert_eq!(tiny.outcome(&game, &position), large.outcome(&game, &position));
            }
        }
        assert!(tiny.nodes() > 8 && tiny.nodes() >= large.nodes());
    }
}
