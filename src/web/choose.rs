use super::analyse::found;
use super::request::Search;
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{CompleteGame, History};
use crate::players::{Budget, Engine, LEVELS, Level};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How often a search for a move tells how far it is.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Looks for a move to play.
pub(super) struct Choose<G: CompleteGame> {
    game: G,
    history: History<G>,
    engine: Engine<G>,
    budget: Budget,
    level: Option<Level>,
    seed: u64,
    moves_left: f32,
    /// When the search began or told something; none before the first slice.
    told: Option<Instant>,
}

impl<G: CompleteGame> Choose<G> {
    /// Looks for a move in the game so far, which is not over.
    pub fn new(game: G, history: History<G>, search: &Search, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
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
        Ok(Choose { game, history, engine, budget, level, seed: search.seed, moves_left: 0.0, told: None })
    }
}

impl<G: CompleteGame> Task for Choose<G> {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let Choose { game, history, engine, budget, level, seed, moves_left, told } = self;
        let told = told.get_or_insert_with(|| {
            *moves_left = engine.moves_left(game, history);
            engine.begin(game, history, *budget);
            Instant::now()
        });
        engine.set_threads(threads);
        if !engine.think_until(game, moment) {
            if told.elapsed() >= TELL_EVERY {
                *told = Instant::now();
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
            "analysis": found(game, history, engine, *moves_left),
            "done": true,
        }));
        Ok(true)
    }
}
