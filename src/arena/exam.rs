use super::elo::Z95;
use crate::game::{
    AnyGame, AnyMove, AnyPosition, ExactSolver, Game, Guidance, History, Notation, Outcome, asked_at_most,
};
use crate::players::{Forfeit, Player};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// How many times a solver may ask whether to go on before a position counts as too hard: a tenth of a second or so.
const ENDING_EFFORT: u32 = 50;

/// Positions with exact solutions, to measure how often a player gives a won game away.
///
/// The positions come from uniformly random play. In each, the side to act can win, and at least one move does not.
#[derive(Clone, Debug)]
pub struct Exam {
    questions: Vec<Question>,
}

#[derive(Clone, Debug)]
struct Question {
    position: AnyPosition,
    /// Number of random moves that led to the position.
    after: u32,
    /// The moves that keep the win.
    winning: Vec<AnyMove>,
}

/// How often a player kept the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Number of positions.
    pub asked: usize,
    /// Positions in which the player's move kept the win.
    pub right: usize,
}

impl FromIterator<bool> for Grade {
    fn from_iter<T: IntoIterator<Item = bool>>(answers: T) -> Grade {
        answers.into_iter().fold(Grade { asked: 0, right: 0 }, |grade, right| Grade {
            asked: grade.asked + 1,
            right: grade.right + usize::from(right),
        })
    }
}

impl Grade {
    /// The share of positions in which the win was kept, in [0, 1].
    pub fn share(&self) -> f64 {
        self.right as f64 / self.asked.max(1) as f64
    }

    /// The standard error that the interval of the share implies.
    pub fn error(&self) -> f64 {
        let [low, high] = self.interval();
        (high - low) / (2.0 * Z95)
    }

    /// The 95 % Wilson score interval of the share.
    pub fn interval(&self) -> [f64; 2] {
        let (n, p, z) = (self.asked.max(1) as f64, self.share(), Z95);
        let centre = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        [centre - spread, centre + spread].map(|bound| bound / (1.0 + z * z / n))
    }
}

impl Exam {
    /// Draws `count` different positions, at most one from each random game, uniformly among those that fit. Draws
    /// fewer if too few are found, or once `stop`, called after each game with the number drawn, returns true.
    pub fn draw(
        game: &AnyGame,
        solver: &mut dyn ExactSolver<AnyGame>,
        count: usize,
        seed: u64,
        stop: impl Fn(usize) -> bool,
    ) -> Exam {
        Exam::draw_by(game, (solver, None), count, seed, stop)
    }

    /// Like [`Exam::draw`], for games that are too large to be solved from the start: of each random game only the
    /// positions after the last one that takes too much effort to solve. `None` if the game has no solver for endings.
    pub fn draw_endings(game: &AnyGame, count: usize, seed: u64, stop: impl Fn(usize) -> bool) -> Option<Exam> {
        let mut solver = game.ending_solver()?;
        Some(Exam::draw_by(game, (&mut *solver, Some(ENDING_EFFORT)), count, seed, stop))
    }

    fn draw_by(
        game: &AnyGame,
        (solver, effort): (&mut dyn ExactSolver<AnyGame>, Option<u32>),
        count: usize,
        seed: u64,
        stop: impl Fn(usize) -> bool,
    ) -> Exam {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut history = History::new(game, game.start());
        let mut questions: Vec<Question> = Vec::with_capacity(count);
        let mut seen = std::collections::HashSet::new();
        let mut moves = Vec::new();
        let mut fruitless = 0;
        while questions.len() < count && fruitless < 1000 + 10 * count && !stop(questions.len()) {
            let mut candidates = Vec::new();
            history.restart(game, game.start());
            while history.outcome().is_none() {
                candidates.push((history.position().clone(), history.moves()));
                history.legal_moves(game, &mut moves);
                history.play(game, moves[rng.random_range(0..moves.len())]);
            }
            // The latest first: they are solved soonest, and help to solve those before.
            let solved = candidates
                .into_iter()
                .rev()
                .map_while(|(position, after)| question(game, solver, effort, position, after));
            let mut questions_of_game = Vec::from_iter(solved.flatten());
            questions_of_game.reverse();
            fruitless += 1;
            if !questions_of_game.is_empty() {
                let question = &questions_of_game[rng.random_range(0..questions_of_game.len())];
                if seen.insert(game.format_position(&question.position)) {
                    questions.push(question.clone());
                    fruitless = 0;
                }
            }
        }
        Exam { questions }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.questions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// Asks a player for its move in each position, without the moves that led to it.
    ///
    /// # Errors
    /// The player has no move to give in one of the positions.
    pub fn grade(&self, game: &AnyGame, player: &mut dyn Player) -> Result<Grade, Forfeit> {
        self.answers(game, player).collect()
    }

    /// [`Exam::grade`] one position after another: whether each answer keeps the win.
    pub fn answers<'a>(
        &'a self,
        game: &'a AnyGame,
        player: &'a mut dyn Player,
    ) -> impl Iterator<Item = Result<bool, Forfeit>> + 'a {
        self.questions
            .iter()
            .map(|question| Ok(question.winning.contains(&answer(game, question.position.clone(), player)?)))
    }

    /// The position at an index.
    pub fn position(&self, index: usize) -> &AnyPosition {
        &self.questions[index].position
    }

    /// The positions, in order.
    pub fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        self.questions.iter().map(|question| &question.position)
    }

    /// The number of random moves that led to the position at an index.
    pub fn after(&self, index: usize) -> u32 {
        self.questions[index].after
    }

    /// Whether a move keeps the win in the position at an index.
    pub fn keeps(&self, index: usize, mv: AnyMove) -> bool {
        self.questions[index].winning.contains(&mv)
    }
}

/// The move that a player gives as its answer in a position.
///
/// # Errors
/// The player has no move to give.
pub fn answer(game: &AnyGame, position: AnyPosition, player: &mut dyn Player) -> Result<AnyMove, Forfeit> {
    player.new_game(game, 0);
    player.choose(game, &History::new(game, position))
}

/// The position as a question, `Some(None)` if it does not fit; `None` if solving it takes too much effort.
fn question(
    game: &AnyGame,
    solver: &mut dyn ExactSolver<AnyGame>,
    effort: Option<u32>,
    position: AnyPosition,
    after: u32,
) -> Option<Option<Question>> {
    let side = game.side_to_act(&position);
    let (mut moves, mut winning) = (Vec::new(), Vec::new());
    game.legal_moves(&position, &mut moves);
    let within = effort.map(asked_at_most);
    let go_on = || within.as_ref().is_none_or(|within| within());
    for &mv in &moves {
        if solver.outcome_after_while(game, &position, mv, &go_on)? == Outcome::Win(side) {
            winning.push(mv);
        }
    }
    let fits = !winning.is_empty() && winning.len() < moves.len();
    Some(fits.then_some(Question { position, after, winning }))
}
