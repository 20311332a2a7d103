use super::{Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, AnyMove, AnyPosition, ExactSolver, Game, Guidance, Notation, Outcome};
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// Solves a position and each of its moves exactly.
pub(super) struct Verdicts {
    game: AnyGame,
    position: AnyPosition,
    solver: Box<dyn ExactSolver<AnyGame>>,
    /// Moves still to be solved, the next one last.
    left: Vec<AnyMove>,
    value: Option<Outcome>,
    found: Vec<Value>,
}

impl Verdicts {
    /// Solves a position in which the game is not over, and its moves.
    pub fn new(game: AnyGame, position: AnyPosition) -> Result<Self, Refusal> {
        let solver = game.solver();
        let none = || Refusal::new(format!("{} has no exact solver", game.rules().variant().name));
        let solver = solver.ok_or_else(none)?;
        let mut left = Vec::new();
        game.legal_moves(&position, &mut left);
        left.reverse();
        Ok(Verdicts { game, position, solver, left, value: None, found: Vec::new() })
    }

    fn word(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Draw => "draw",
            Outcome::Win(side) if side == self.game.side_to_act(&self.position) => "win",
            Outcome::Win(_) => "loss",
        }
    }
}

impl Task for Verdicts {
    fn work(&mut self, moment: Instant, _: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let go_on = &|| Instant::now() < moment;
        let value = match self.value {
            Some(value) => value,
            None => match self.solver.outcome_while(&self.game, &self.position, go_on) {
                Some(value) => *self.value.insert(value),
                None => return Ok(false),
            },
        };
        while go_on()
            && let Some(&mv) = self.left.last()
        {
            let solved = self.solver.outcome_after_while(&self.game, &self.position, mv, go_on);
            let Some(outcome) = solved else { break };
            self.left.pop();
            let text = self.game.format_move(&self.position, mv);
            self.found.push(json!({"move": text, "result": self.word(outcome)}));
        }
        let done = self.left.is_empty();
        tell(json!({"position": self.word(value), "moves": self.found, "done": done}));
        Ok(done)
    }
}
