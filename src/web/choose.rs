use super::analyse::found as analysis_of;
use super::request::Search;
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, Game, History, Notation, Turn};
use crate::players::{Budget, Engine, LEVELS, Level};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Interval of the progress events of a search for a move.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Searches for a move to play.
pub(super) struct Choose {
    game: AnyGame,
    history: History,
    engine: Engine,
    budget: Budget,
    level: Option<Level>,
    seed: u64,
    /// The game with the moves of the turn so far.
    ahead: History,
    /// Findings of the search for the turn's first move.
    found: Value,
    begun: Option<SearchProgress>,
}

#[derive(Clone, Copy)]
struct SearchProgress {
    at: Instant,
    moves_left: f32,
    /// Time of the last event; at first the start.
    told: Instant,
}

impl Choose {
    /// Searches for a move in the game so far, which is not over: for a turn if the game shows turns.
    pub fn new(game: AnyGame, history: History, search: &Search, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
        let (level, budget) = match (search.level, search.budget()?) {
            (None, Some(budget)) => (None, budget),
            (Some(number), None) => {
                let level = Level::new(&game.rules().variant().name, number)
                    .ok_or_else(|| Refusal::new(format!("level is {number}: expected 1 to {LEVELS}")))?;
                (Some(level), level.budget())
            }
            _ => return Err(Refusal::new("who moves needs one of level, simulations and milliseconds")),
        };
        let mut engine = nets.engine(&game, search, budget, memory)?;
        if let Some(level) = level {
            level.bound(&mut engine);
        }
        let ahead = history.clone();
        Ok(Choose { game, history, engine, budget, level, seed: search.seed, ahead, found: Value::Null, begun: None })
    }
}

/// Makes a move of chance.
pub(super) struct Throw {
    pub game: AnyGame,
    /// The game so far, in which chance is to act.
    pub history: History,
    pub seed: u64,
}

impl Task for Throw {
    fn work(&mut self, _: Instant, _: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let Throw { game, history, seed } = self;
        let mut legal = Vec::new();
        history.legal_moves(game, &mut legal);
        let mv = *legal.choose(&mut Xoshiro256PlusPlus::seed_from_u64(*seed)).expect("the game is not over");
        let turn = Turn { text: game.format_turn(history.position(), &[mv]), moves: vec![mv] };
        let parts = game.turn_parts(history.position(), &turn);
        tell(json!({"move": &turn.text, "parts": parts, "analysis": null, "done": true}));
        Ok(true)
    }
}

impl Task for Choose {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let Choose { game, history, engine, budget, level, seed, ahead, found, begun } = self;
        let begun = begun.get_or_insert_with(|| {
            let moves_left = engine.moves_left(game, history);
            engine.begin(game, history, *budget);
            let now = Instant::now();
            SearchProgress { at: now, moves_left, told: now }
        });
        engine.set_threads(threads);
        loop {
            if !engine.think_until(game, moment) {
                if begun.told.elapsed() >= TELL_EVERY {
                    begun.told = Instant::now();
                    let of = if let Budget::Simulations(of) = *budget { Some(of) } else { None };
                    tell(json!({"simulations": engine.search().simulations(), "of": of, "done": false}));
                }
                return Ok(false);
            }
            if found.is_null() {
                *found = analysis_of(game, history, engine, begun.moves_left, begun.at);
            }
            let search = engine.search();
            let mv = level.map_or_else(|| search.best_move(), |level| level.choose(ahead, search, *seed));
            ahead.play(game, mv);
            if !game.shows_turns() || ahead.outcome().is_some() || !game.is_within_turn(ahead.position()) {
                break;
            }
            engine.begin(game, ahead, *budget);
        }
        let moves = ahead.played()[history.played().len()..].to_vec();
        let turn = Turn { text: game.format_turn(history.position(), &moves), moves };
        tell(json!({
            "move": &turn.text,
            "parts": game.turn_parts(history.position(), &turn),
            "analysis": found.take(),
            "done": true,
        }));
        Ok(true)
    }
}
