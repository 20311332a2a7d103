use super::Engine;
use crate::game::{ExactSolver, Game, Guidance, History, Outcome};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Someone who plays. The moves of a game follow from the seed and the history, unless the budget is a time.
pub trait Player<G: Game>: Send {
    /// Forgets the last game; `seed` decides all that is random in the next one.
    fn new_game(&mut self, game: &G, seed: u64);

    /// A legal move where the game is not over.
    fn choose(&mut self, game: &G, history: &History<G>) -> G::Move;
}

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer<G: Game> {
    rng: Xoshiro256PlusPlus,
    moves: Vec<G::Move>,
}

/// Plays exactly: a winning move where there is one, else a drawing one, else any; at random among equals.
pub struct SolverPlayer<G: Game> {
    solver: Box<dyn ExactSolver<G>>,
    rng: Xoshiro256PlusPlus,
    moves: Vec<G::Move>,
}

impl<G: Game> RandomPlayer<G> {
    /// A player whose moves follow from `seed`.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { rng: Xoshiro256PlusPlus::seed_from_u64(seed), moves: Vec::new() }
    }
}

impl<G: Game> SolverPlayer<G> {
    /// A player who asks `solver`, and whose choice among equals follows from `seed`.
    pub fn new(solver: Box<dyn ExactSolver<G>>, seed: u64) -> Self {
        SolverPlayer { solver, rng: Xoshiro256PlusPlus::seed_from_u64(seed), moves: Vec::new() }
    }
}

impl<G: Game> Player<G> for RandomPlayer<G> {
    fn new_game(&mut self, _: &G, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &G, history: &History<G>) -> G::Move {
        history.legal_moves(game, &mut self.moves);
        *self.moves.choose(&mut self.rng).expect("a game that is not over has a legal move")
    }
}

impl<G: Game> Player<G> for SolverPlayer<G> {
    fn new_game(&mut self, _: &G, seed: u64) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &G, history: &History<G>) -> G::Move {
        history.legal_moves(game, &mut self.moves);
        let position = history.position();
        let side = game.side_to_act(position);
        let solver = &mut self.solver;
        let results: Vec<Outcome> = self
            .moves
            .iter()
            .map(|&mv| {
                let mut next = *position;
                game.play(&mut next, mv);
                solver.outcome(game, &next)
            })
            .collect();
        let best = results.iter().map(|result| result.score_for(side)).fold(f32::NEG_INFINITY, f32::max);
        let equal = self.moves.iter().zip(&results).filter(|(_, result)| result.score_for(side) == best);
        let equal: Vec<G::Move> = equal.map(|(&mv, _)| mv).collect();
        *equal.choose(&mut self.rng).expect("a game that is not over has a legal move")
    }
}

impl<G: Guidance> Player<G> for Engine<G> {
    fn new_game(&mut self, _: &G, seed: u64) {
        self.forget(seed);
    }

    fn choose(&mut self, game: &G, history: &History<G>) -> G::Move {
        self.best_move(game, history)
    }
}
