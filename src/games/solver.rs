use super::results::Results;
use crate::game::{ExactSolver, Game, Guide, Outcome, Packed, Side, digest};
use std::cmp::Reverse;

/// Solves positions of any small game exactly: depth-first search with a table of results. Two questions are asked,
/// each with an answer of yes or no: does the first side win, and does it at least draw?
///
/// Moves are tried as a [`Guide`] rates them. Without one, in the order of how often they have settled a question as
/// the answer to the same move (the countermove heuristic, Uiterwijk 1992), and then to any (the history heuristic,
/// Schaeffer 1989).
pub struct Solver<G: Game> {
    game: G,
    /// What positions share a result: equal keys are taken for equal positions.
    key: fn(&G, &G::Position) -> u64,
    guide: Option<Box<dyn Guide<G>>>,
    results: Results,
    settled: Settled,
    /// What is left to be searched of the positions on the way to the present one.
    children: Vec<Child<G>>,
    /// Memory for the moves of a position, and for what the guide says of them.
    moves: Vec<G::Move>,
    ratings: Vec<f32>,
    nodes: u64,
}

/// What is asked about the result, as the first side sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Wins,
    Draws,
}

/// A result as the first side sees it: 1, 0 or -1. As an answer to a question, the least that it can be where that
/// says yes, and the most where it says no.
type Score = i8;

/// A position after a move, whose result is not known yet.
#[derive(Clone, Copy)]
struct Child<G: Game> {
    position: G::Position,
    key: u64,
    mv: G::Move,
    /// The higher, the sooner it is searched.
    rank: u64,
}

/// How often moves settled a question.
struct Settled {
    /// For each side.
    moves: [Vec<u32>; 2],
    /// By what the move before was, too.
    answers: Vec<u32>,
}

/// Memory of the results: 64 MiB, taken as it is filled.
const LOG_BYTES: u32 = 26;

/// Positions between two looks at the clock: some milliseconds.
const STRETCH: u64 = 1 << 9;

/// Moves that are told apart, and pairs of moves.
const MOVES: usize = 1 << 12;
const ANSWERS: usize = 1 << 16;

/// A guide is not asked about fewer moves than these: a net's answer takes as long as the search of some ten positions.
const GUIDED: usize = 4;

impl<G: Game> Solver<G> {
    /// A solver for the positions of `game`, with nothing stored. A key has 64 good bits and the same ones for
    /// positions with the same result.
    pub fn new(game: &G, key: fn(&G, &G::Position) -> u64) -> Solver<G> {
        Solver {
            game: game.clone(),
            key,
            guide: None,
            results: Results::new(LOG_BYTES),
            settled: Settled { moves: [vec![0; MOVES], vec![0; MOVES]], answers: vec![0; ANSWERS] },
            children: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            nodes: 0,
        }
    }

    /// The answer for a position; `None` if `go_on` says no, then what was found so far is kept.
    fn ask(&mut self, question: Question, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Score> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(score(outcome));
        }
        let key = (self.key)(&self.game, position);
        match self.known(question, key) {
            Some(known) => Some(known),
            None => self.solve(question, position, key, None, go_on),
        }
    }

    /// The answer for a position that is neither over nor known, after a move, and stores it.
    fn solve(
        &mut self,
        question: Question,
        position: &G::Position,
        key: u64,
        after: Option<G::Move>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Score> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRETCH) && !go_on() {
            return None;
        }
        let first = self.children.len();
        let answer = self.search(question, position, after, go_on);
        self.children.truncate(first);
        let answer = answer?;
        // The strongest thing that the answer says.
        let fact = match answer {
            1 => Question::Wins,
            -1 => Question::Draws,
            _ => question,
        };
        self.results.insert(fact.key(key), fact.says_yes(answer), self.nodes - before);
        Some(answer)
    }

    /// Searches the moves of a position. Leaves children behind.
    fn search(
        &mut self,
        question: Question,
        position: &G::Position,
        after: Option<G::Move>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Score> {
        let side = self.game.side_to_act(position);
        // The first side looks for one yes, the second for one no.
        let wanted = side == Side::First;
        let better = if wanted { Score::max } else { Score::min };
        let mut best = score(Outcome::Win(side.other()));
        let first = self.children.len();
        self.moves.clear();
        self.game.legal_moves(position, &mut self.moves);
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let mut next = *position;
            self.game.play(&mut next, mv);
            let answer = match self.game.outcome(&next) {
                Some(outcome) => score(outcome),
                None => {
                    let key = (self.key)(&self.game, &next);
                    let Some(known) = self.known(question, key) else {
                        self.children.push(Child { position: next, key, mv, rank: 0 });
                        continue;
                    };
                    known
                }
            };
            if question.says_yes(answer) == wanted {
                return Some(answer);
            }
            best = better(best, answer);
        }
        self.rank(position, side, after, first);
        for index in first..self.children.len() {
            let Child { position, key, mv, .. } = self.children[index];
            let answer = match self.known(question, key) {
                Some(known) => known,
                None => self.solve(question, &position, key, Some(mv), go_on)?,
            };
            if question.says_yes(answer) == wanted {
                self.settled.count(side, after, mv);
                return Some(answer);
            }
            best = better(best, answer);
        }
        Some(best)
    }

    /// Puts the children of a position, from the first on, in the order in which they are searched.
    fn rank(&mut self, position: &G::Position, side: Side, after: Option<G::Move>, first: usize) {
        let children = &mut self.children[first..];
        match &mut self.guide {
            Some(guide) if children.len() >= GUIDED => {
                self.moves.clear();
                self.moves.extend(children.iter().map(|child| child.mv));
                guide.rate(&self.game, position, &self.moves, &mut self.ratings);
                for (child, rating) in children.iter_mut().zip(&self.ratings) {
                    // In the order of the numbers, since none is negative.
                    child.rank = rating.to_bits().into();
                }
            }
            _ => {
                for child in children.iter_mut() {
                    child.rank = self.settled.rank(side, after, child.mv);
                }
            }
        }
        children.sort_by_key(|child| Reverse(child.rank));
    }

    /// What the table says.
    fn known(&self, question: Question, key: u64) -> Option<Score> {
        let fact = |fact: Question| self.results.get(fact.key(key));
        match (fact(Question::Wins), fact(Question::Draws)) {
            (Some(true), _) => Some(1),
            (_, Some(false)) => Some(-1),
            (wins, draws) => if question == Question::Wins { wins } else { draws }.map(|_| 0),
        }
    }
}

impl Question {
    fn says_yes(self, score: Score) -> bool {
        match self {
            Question::Wins => score > 0,
            Question::Draws => score >= 0,
        }
    }

    /// The key of this question about a position of that key, as the table has them: in 1..2^61.
    fn key(self, position: u64) -> u64 {
        (digest([position, self as u64]) >> 3).max(1)
    }
}

impl Settled {
    fn count<M: Packed>(&mut self, side: Side, after: Option<M>, mv: M) {
        for count in [&mut self.moves[side.index()][slot(mv)], &mut self.answers[pair(after, mv)]] {
            *count = count.saturating_add(1);
        }
    }

    fn rank<M: Packed>(&self, side: Side, after: Option<M>, mv: M) -> u64 {
        u64::from(self.answers[pair(after, mv)]) << 32 | u64::from(self.moves[side.index()][slot(mv)])
    }
}

fn score(outcome: Outcome) -> Score {
    match outcome.winner() {
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
        None => 0,
    }
}

fn slot(mv: impl Packed) -> usize {
    let packed = mv.pack();
    (packed ^ packed >> 12 ^ packed >> 20) as usize % MOVES
}

fn pair<M: Packed>(before: Option<M>, mv: M) -> usize {
    (before.map_or(0, |mv| 1 + slot(mv)).wrapping_mul(0x9e37) ^ slot(mv)) % ANSWERS
}

impl<G: Game> ExactSolver<G> for Solver<G> {
    fn outcome_while(&mut self, game: &G, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        if game.rules() != self.game.rules() {
            // What is stored is true under the rules that it was found by only.
            *self = Solver { nodes: self.nodes, ..Solver::new(game, self.key) };
        }
        Some(match self.ask(Question::Wins, position, go_on)? {
            1 => Outcome::Win(Side::First),
            -1 => Outcome::Win(Side::Second),
            _ if self.ask(Question::Draws, position, go_on)? == -1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }

    fn guide(&mut self, guide: Box<dyn Guide<G>>) {
        self.guide = Some(guide);
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Guidance, Guide, Notation, Outcome, positions_of_games};
    use crate::games::{AnyGame, rules};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Rates moves by their numbers, the worst order as well as any other.
    struct ByNumber;

    impl<G: Game<Move = u32>> Guide<G> for ByNumber {
        fn rate(&mut self, _: &G, _: &G::Position, moves: &[u32], ratings: &mut Vec<f32>) {
            ratings.clear();
            ratings.extend(moves.iter().map(|&mv| mv as f32));
        }
    }

    fn minimax(game: &AnyGame, position: &<AnyGame as Game>::Position) -> Outcome {
        let side = game.side_to_act(position);
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            minimax(game, &next)
        });
        let best = after.max_by_key(|outcome| outcome.score_for(side) as i32);
        game.outcome(position).or(best).expect("there are moves until the game is over")
    }

    #[test]
    fn results_are_those_of_minimax_in_any_order_of_moves() {
        for variant in ["tic-tac-toe", "hex-5"] {
            let game = AnyGame::new(rules::<&str, &str>(variant, []).unwrap()).unwrap();
            let mut solver = game.ending_solver().unwrap();
            let mut guided = game.ending_solver().unwrap();
            guided.guide(Box::new(ByNumber));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let positions = positions_of_games(&game, 600, |_, moves| rng.random_range(0..moves.len()));
            let mut seen = 0;
            for position in positions {
                let mut moves = Vec::new();
                game.legal_moves(&position, &mut moves);
                if moves.len() > 6 {
                    continue;
                }
                seen += 1;
                let expected = minimax(&game, &position);
                let place = game.format_position(&position);
                assert_eq!(solver.outcome(&game, &position), expected, "{variant} {place}");
                assert_eq!(guided.outcome(&game, &position), expected, "{variant} {place}, guided");
            }
            assert!(seen > 20, "{variant}: {seen} positions");
        }
    }
}
