use super::results::Results;
use crate::game::{ExactSolver, Game, Guide, Outcome, Packed, Side, digest};
use std::cmp::Reverse;

/// Solves positions of any small game exactly: depth-first search with a table of results. It answers two yes-no
/// questions: does the first side win, and does it at least draw?
///
/// Moves are tried in the order of a [`Guide`]'s ratings. Without one, by how often they have settled a question as
/// the answer to the same move (the countermove heuristic, Uiterwijk 1992), and then to any (the history heuristic,
/// Schaeffer 1989).
pub struct Solver<G: Game> {
    game: G,
    /// The key of a position: positions with equal keys count as equal.
    key: fn(&G, &G::Position) -> u64,
    guide: Option<Box<dyn Guide<G>>>,
    results: Results,
    settled: CutoffCounts,
    /// The positions of the current line; the last one is being searched. A list instead of recursion: games may last
    /// ten thousand moves.
    line: Vec<Node<G>>,
    /// Children of the positions in `line` that are still to be searched.
    children: Vec<Child<G>>,
    /// Buffers for the moves of a position and for the guide's ratings.
    moves: Vec<G::Move>,
    ratings: Vec<f32>,
    nodes: u64,
}

/// A question about the result, from the first side's view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Wins,
    Draws,
}

/// A result from the first side's view: 1, 0 or -1. As an answer to a question, the least possible if that is yes, and
/// the most if it is no.
type Score = i8;

/// A position after a move, whose result is not known yet.
struct Child<G: Game> {
    position: G::Position,
    key: u64,
    mv: G::Move,
    /// Children with a higher rank are searched earlier.
    rank: u64,
}

/// A position on the current line.
struct Node<G: Game> {
    position: G::Position,
    key: u64,
    /// The move that led to the position; `None` at the root.
    after: Option<G::Move>,
    side: Side,
    /// The best answer so far for the side to act.
    best: Score,
    /// Number of children already searched.
    made: usize,
    /// Index of the first child, then of the next one to search.
    first: usize,
    next: usize,
    /// Number of positions visited before this one.
    before: u64,
}

/// The next step in the search of a position.
enum Step<M> {
    /// Search the child with this index.
    Enter(usize),
    Expand,
    /// Use the table's result for the child that this move leads to.
    Known(M, Score),
    Answer(Score),
}

/// How often moves settled a question.
struct CutoffCounts {
    /// Counts by side and move.
    moves: [Vec<u32>; 2],
    /// Counts by the preceding move as well.
    answers: Vec<u32>,
}

/// Size of the table as a power of two: 64 MiB, allocated as it is filled.
const LOG_BYTES: u32 = 26;

/// The most children that are kept of a line: some 300 MB. On a longer or wider line each position generates the rest
/// after these are searched.
const CHILDREN: usize = 1 << 21;

/// Number of positions between two polls of `go_on`: some milliseconds.
const STRETCH: u64 = 1 << 9;

/// Number of distinct moves, and of pairs of moves.
const MOVES: usize = 1 << 12;
const ANSWERS: usize = 1 << 16;

/// The fewest moves that a guide rates: a net's answer takes as long as the search of some ten positions.
const GUIDED: usize = 4;

impl<G: Game> Solver<G> {
    /// A solver for the positions of `game`, with an empty table. `key` gives 64 well-mixed bits, equal for positions
    /// with the same result.
    pub fn new(game: &G, key: fn(&G, &G::Position) -> u64) -> Solver<G> {
        Solver {
            game: game.clone(),
            key,
            guide: None,
            results: Results::new(LOG_BYTES),
            settled: CutoffCounts { moves: [vec![0; MOVES], vec![0; MOVES]], answers: vec![0; ANSWERS] },
            line: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            nodes: 0,
        }
    }

    /// The answer for a position; `None` if `go_on` returns false, but results so far are kept.
    fn ask(&mut self, question: Question, position: &G::Position, go_on: &dyn Fn() -> bool) -> Option<Score> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(score(outcome));
        }
        let key = (self.key)(&self.game, position);
        match self.known(question, key) {
            Some(known) => Some(known),
            None => self.solve(question, position, key, go_on),
        }
    }

    /// The answer for a position that is neither over nor known.
    fn solve(
        &mut self,
        question: Question,
        position: &G::Position,
        key: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Score> {
        self.line.clear();
        self.children.clear();
        self.enter(position.clone(), key, None);
        loop {
            if self.nodes.is_multiple_of(STRETCH) && !go_on() {
                return None;
            }
            let mut answer = self.expand(question);
            loop {
                answer = match answer {
                    None => match self.next_child(question) {
                        Step::Enter(child) => {
                            let Child { position, key, mv, .. } = &self.children[child];
                            self.enter(position.clone(), *key, Some(*mv));
                            break;
                        }
                        Step::Expand => self.expand(question),
                        Step::Known(mv, answer) => self.take(question, mv, answer),
                        Step::Answer(answer) => Some(answer),
                    },
                    Some(answer) => {
                        let Some(mv) = self.leave(question, answer) else { return Some(answer) };
                        self.take(question, mv, answer)
                    }
                }
            }
        }
    }

    fn enter(&mut self, position: G::Position, key: u64, after: Option<G::Move>) {
        let side = self.game.side_to_act(&position);
        let first = self.children.len();
        let best = score(Outcome::Win(side.other()));
        self.line.push(Node { position, key, after, side, best, made: 0, first, next: first, before: self.nodes });
        self.nodes += 1;
    }

    /// Leaves the last position with its answer, which is stored. Returns the move that led there.
    fn leave(&mut self, question: Question, answer: Score) -> Option<G::Move> {
        let node = self.line.pop().expect("it was entered");
        self.children.truncate(node.first);
        // The strongest fact that the answer implies.
        let fact = match answer {
            1 => Question::Wins,
            -1 => Question::Draws,
            _ => question,
        };
        self.results.insert(fact.key(node.key), fact.says_yes(answer), self.nodes - node.before);
        node.after
    }

    /// Generates the remaining moves of the last position, and stores those to be searched. Returns the answer if they
    /// settle it.
    fn expand(&mut self, question: Question) -> Option<Score> {
        let &mut Node { ref position, side, after, mut made, mut best, .. } = self.last();
        let position = position.clone();
        // The first side looks for one yes, the second for one no.
        let wanted = side == Side::First;
        let first = self.children.len();
        self.moves.clear();
        self.game.legal_moves(&position, &mut self.moves);
        while let Some(&mv) = self.moves.get(made)
            && (self.children.len() < CHILDREN || self.children.len() == first)
        {
            made += 1;
            let mut next = position.clone();
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
            best = better(side, best, answer);
        }
        let rest = if made == self.moves.len() { usize::MAX } else { made };
        self.rank(&position, side, after, first);
        let node = self.last();
        (node.best, node.made) = (best, rest);
        None
    }

    /// The next step in the last position.
    fn next_child(&mut self, question: Question) -> Step<G::Move> {
        let all = self.children.len();
        let node = self.last();
        if node.next == all {
            if node.made == usize::MAX {
                return Step::Answer(node.best);
            }
            node.next = node.first;
            let first = node.first;
            self.children.truncate(first);
            return Step::Expand;
        }
        let child = node.next;
        node.next += 1;
        let Child { key, mv, .. } = self.children[child];
        match self.known(question, key) {
            Some(known) => Step::Known(mv, known),
            None => Step::Enter(child),
        }
    }

    /// Uses the answer for a child of the last position. Returns the position's answer if settled by it.
    fn take(&mut self, question: Question, mv: G::Move, answer: Score) -> Option<Score> {
        let node = self.last();
        let (side, after) = (node.side, node.after);
        if question.says_yes(answer) == (side == Side::First) {
            self.settled.count(side, after, mv);
            return Some(answer);
        }
        node.best = better(side, node.best, answer);
        None
    }

    fn last(&mut self) -> &mut Node<G> {
        self.line.last_mut().expect("a position is searched")
    }

    /// Sorts the children of a position, from the first on, into the order of search.
    fn rank(&mut self, position: &G::Position, side: Side, after: Option<G::Move>, first: usize) {
        let children = &mut self.children[first..];
        match &mut self.guide {
            Some(guide) if children.len() >= GUIDED => {
                self.moves.clear();
                self.moves.extend(children.iter().map(|child| child.mv));
                guide.rate(&self.game, position, &self.moves, &mut self.ratings);
                for (child, rating) in children.iter_mut().zip(&self.ratings) {
                    // Ordered as the numbers, since none is negative.
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

    /// The key of this question about a position in the table: in 1..2^61.
    fn key(self, position: u64) -> u64 {
        (digest([position, self as u64]) >> 3).max(1)
    }
}

impl CutoffCounts {
    fn count<M: Packed>(&mut self, side: Side, after: Option<M>, mv: M) {
        for count in [&mut self.moves[side.index()][slot(mv)], &mut self.answers[pair(after, mv)]] {
            *count = count.saturating_add(1);
        }
    }

    fn rank<M: Packed>(&self, side: Side, after: Option<M>, mv: M) -> u64 {
        u64::from(self.answers[pair(after, mv)]) << 32 | u64::from(self.moves[side.index()][slot(mv)])
    }
}

/// The answer that is better for the side.
fn better(side: Side, one: Score, other: Score) -> Score {
    if side == Side::First { one.max(other) } else { one.min(other) }
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
            // Stored results are valid only for the rules of their search.
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
    use crate::games::{AnyGame, rules, rules_file};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Rates moves by their numbers: the worst order is as good as any for the test.
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
            let mut next = position.clone();
            game.play(&mut next, mv);
            minimax(game, &next)
        });
        let best = after.max_by_key(|outcome| outcome.score_for(side) as i32);
        game.outcome(position).or(best).expect("there are moves until the game is over")
    }

    #[test]
    fn games_of_ten_thousand_moves_need_no_stack() {
        let text = "//! cap: 10000\n#players = white(1), black(1)\n#pieces = e, w\n#variables = n(20000)\n\
            #board = rectangle(up,down,left,right,[e,e])\n\
            #t(me) = ->me ({e} [w] + {w} [e]) ->> [$ n = n + 1]\n\
            #rules = (t(white) t(black))*\n";
        let variant = rules_file::load("deep.rbg", text).expect("it is a game");
        let game = AnyGame::new(variant.default_rules()).expect("it is a game");
        assert_eq!(game.ending_solver().unwrap().outcome(&game, &game.start()), Outcome::Draw);
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
