use super::Engine;
use crate::game::{AnyGame, AnyMove, ExactSolver, Game, History, Outcome};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

/// A chooser of moves. Unless it thinks by the clock, its moves depend on the seed and the history alone.
pub trait Player: Send {
    /// Starts a new game; `seed` determines all random choices in it.
    fn new_game(&mut self, game: &AnyGame, seed: u64);

    /// A legal move. The game must not be over.
    ///
    /// # Errors
    /// The player has no move, and so loses the game: another program may crash, break the rules or not answer. It may
    /// play the next game.
    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit>;
}

/// Why a player has no move, and so loses its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Forfeit {
    reason: String,
}

impl Forfeit {
    /// `reason` is printed after the player's name and a colon.
    pub fn new(reason: impl Into<String>) -> Self {
        Forfeit { reason: reason.into() }
    }
}

/// Plays a legal move at random.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
    moves: Vec<AnyMove>,
}

/// Plays perfectly: a winning move if there is one, else a drawing one, else any; at random among equals.
pub struct SolverPlayer {
    solver: Box<dyn ExactSolver<AnyGame>>,
    rng: Xoshiro256PlusPlus,
    moves: Vec<AnyMove>,
}

impl RandomPlayer {
    /// A player whose moves depend on `seed` alone.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { rng: Xoshiro256PlusPlus::seed_from_u64(seed), moves: Vec::new() }
    }
}

impl SolverPlayer {
    /// A player that uses `solver`; its choice among equal moves derives from `seed`.
    pub fn new(solver: Box<dyn ExactSolver<AnyGame>>, seed: u64) -> Self {
        SolverPlayer { solver, rng: Xoshiro256PlusPlus::seed_from_u64(seed), moves: Vec::new() }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, _: &AnyGame, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        history.legal_moves(game, &mut self.moves);
        Ok(*self.moves.choose(&mut self.rng).expect("a game that is not over has a legal move"))
    }
}

impl Player for SolverPlayer {
    fn new_game(&mut self, _: &AnyGame, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        history.legal_moves(game, &mut self.moves);
        let position = history.position();
        let side = game.side_to_act(position);
        let solver = &mut self.solver;
        let results: Vec<Outcome> = self.moves.iter().map(|&mv| solver.outcome_after(game, position, mv)).collect();
        let best = results.iter().map(|result| result.score_for(side)).fold(f32::NEG_INFINITY, f32::max);
        let equal = self.moves.iter().zip(&results).filter(|(_, result)| result.score_for(side) == best);
        let equal: Vec<AnyMove> = equal.map(|(&mv, _)| mv).collect();
        Ok(*equal.choose(&mut self.rng).expect("a game that is not over has a legal move"))
    }
}

impl Player for Engine {
    fn new_game(&mut self, _: &AnyGame, seed: u64) {
        self.forget(seed);
    }

    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        Ok(self.best_move(game, history))
    }
}
