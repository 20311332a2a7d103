use super::results::Results;
use crate::game::{ExactSolver, Game, Outcome, Packed, Side, digest};

/// Solves positions of any small game exactly: depth-first search with a table of results. Two questions are asked,
/// each with an answer of yes or no: does the first side win, and does it at least draw?
///
/// Moves are tried in the order of how often they have settled a question (Schaeffer's history heuristic, 1989); one
/// that ends the game well is played at once.
pub struct Solver<G: Game> {
    game: G,
    /// What positions share a result: equal keys are taken for equal positions.
    key: fn(&G, &G::Position) -> u64,
    results: Results,
    /// For each side, how often a move settled a question.
    history: [Vec<u32>; 2],
    nodes: u64,
}

/// What is asked about the result, as the first side sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Wins,
    Draws,
}

/// Memory of the results: 64 MiB, taken as it is filled.
const LOG_BYTES: u32 = 26;

/// Positions between two looks at the clock: some milliseconds.
const STRETCH: u64 = 1 << 9;

/// Moves that the history tells apart.
const MOVES: usize = 1 << 12;

impl<G: Game> Solver<G> {
    /// A solver for the positions of `game`, with nothing stored. A key has 64 good bits and the same ones for
    /// positions with the same result.
    pub fn new(game: &G, key: fn(&G, &G::Position) -> u64) -> Solver<G> {
        Solver {
            game: game.clone(),
            key,
            results: Results::new(LOG_BYTES),
            history: [vec![0; MOVES], vec![0; MOVES]],
            nodes: 0,
        }
    }

    /// The answer for a position; `None` if `go_on` says no, then what was found so far is kept.
    fn ask(&mut self, question: Question, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<bool> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(question.answer(outcome));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) && !go_on() {
            return None;
        }
        // Keys of the table lie in 1..2^61.
        let key = (digest([(self.key)(&self.game, position), question as u64]) >> 3).max(1);
        if let Some(known) = self.results.get(key) {
            return Some(known);
        }
        let before = self.nodes;
        let answer = self.search(question, position, go_on)?;
        self.results.insert(key, answer, self.nodes - before);
        Some(answer)
    }

    /// Searches the moves of a position.
    fn search(&mut self, question: Question, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<bool> {
        let side = self.game.side_to_act(position);
        // The first side looks for one yes, the second for one no.
        let wanted = side == Side::First;
        let (mut legal, mut moves) = (Vec::new(), Vec::new());
        self.game.legal_moves(position, &mut legal);
        for mv in legal {
            match self.game.outcome_after(position, mv) {
                Some(outcome) if question.answer(outcome) == wanted => return Some(wanted),
                Some(_) => {}
                None => moves.push(mv),
            }
        }
        let history = &self.history[side.index()];
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(history[slot(mv)]));
        for mv in moves {
            let mut next = *position;
            self.game.play(&mut next, mv);
            if self.ask(question, &next, go_on)? == wanted {
                let settled = &mut self.history[side.index()][slot(mv)];
                *settled = settled.saturating_add(1);
                return Some(wanted);
            }
        }
        Some(!wanted)
    }
}

impl Question {
    fn answer(self, outcome: Outcome) -> bool {
        match outcome.winner() {
            Some(side) => side == Side::First,
            None => self == Question::Draws,
        }
    }
}

fn slot(mv: impl Packed) -> usize {
    let packed = mv.pack();
    (packed ^ packed >> 12 ^ packed >> 20) as usize % MOVES
}

impl<G: Game> ExactSolver<G> for Solver<G> {
    fn outcome_while(&mut self, game: &G, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        if game.rules() != self.game.rules() {
            // What is stored is true under the rules that it was found by only.
            *self = Solver { nodes: self.nodes, ..Solver::new(game, self.key) };
        }
        if self.ask(Question::Wins, position, go_on)? {
            return Some(Outcome::Win(Side::First));
        }
        let draws = self.ask(Question::Draws, position, go_on)?;
        Some(if draws { Outcome::Draw } else { Outcome::Win(Side::Second) })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
