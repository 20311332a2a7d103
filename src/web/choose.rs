use super::analyse::found;
use super::request::Search;
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, Game, History, Notation};
use crate::players::{Budget, Engine, LEVELS, Level};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How often a search for a move tells how far it is.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Looks for a move to play.
pub(super) struct Choose {
    game: AnyGame,
    history: History,
    engine: Engine,
    budget: Budget,
    level: Option<Level>,
    seed: u64,
    /// None before the first slice.
    begun: Option<Begun>,
}

#[derive(Clone, Copy)]
struct Begun {
    at: Instant,
    /// Moves left as the evaluator expects.
    moves_left: f32,
    /// When it told something last; at first when it began.
    told: Instant,
}

impl Choose {
    /// Looks for a move in the game so far, which is not over.
    pub fn new(game: AnyGame, history: History, search: &Search, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
        let (level, budget) = match (search.level, search.budget()?) {
            (None, Some(budget)) => (None, budget),
            (Some(number), None) => {
                let level = Level::new(game.rules().variant().name, number)
                    .ok_or_else(|| Refusal::new(format!("level is {number}: expected 1 to {LEVELS}")))?;
                (Some(level), level.budget())
            }
            _ => return Err(Refusal::new("who moves needs one of level, simulations and milliseconds")),
        };
        let mut engine = nets.engine(&game, search, budget, memory)?;
        if let Some(level) = level {
            level.bound(&mut engine);
        }
        Ok(Choose { game, history, engine, budget, level, seed: search.seed, begun: None })
    }
}

impl Task for Choose {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let Choose { game, history, engine, budget, level, seed, begun } = self;
        let begun = begun.get_or_insert_with(|| {
            let moves_left = engine.moves_left(game, history);
            engine.begin(game, history, *budget);
            let now = Instant::now();
            Begun { at: now, moves_left, told: now }
        });
        engine.set_threads(threads);
        if !engine.think_until(game, moment) {
            if begun.told.elapsed() >= TELL_EVERY {
                begun.told = Instant::now();
                let of = if let Budget::Simulations(of) = *budget { Some(of) } else { None };
                tell(json!({"simulations": engine.search().simulations(), "of": of, "done": false}));
            }
            return Ok(false);
        }
        let search = engine.search();
        let mv = level.map_or_else(|| search.best_move(), |level| level.choose(history, search, *seed));
        tell(json!({
            "move": game.format_move(history.position(), mv),
            "parts": game.move_parts(history.position(), mv),
            "analysis": found(game, history, engine, begun.moves_left, begun.at),
            "done": true,
        }));
        Ok(true)
    }
}
