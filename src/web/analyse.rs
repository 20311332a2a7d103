use super::request::Search;
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, History};
use crate::play::Analysis;
use crate::players::{Budget, Engine};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Interval of the events of a running analysis.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// Analyses a position until stopped or until the limit is reached.
pub(super) struct Analyse {
    game: AnyGame,
    history: History,
    engine: Engine,
    budget: Budget,
    begun: Option<SearchProgress>,
}

#[derive(Clone, Copy)]
struct SearchProgress {
    at: Instant,
    moves_left: f32,
    told: Option<Instant>,
}

impl Analyse {
    /// An analysis of the game so far, which is not over.
    pub fn new(game: AnyGame, history: History, search: &Search, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
        search.without_level()?;
        let budget = search.budget()?.unwrap_or(Budget::Simulations(u32::MAX));
        let engine = nets.engine(&game, search, budget, memory)?;
        Ok(Analyse { game, history, engine, budget, begun: None })
    }
}

impl Task for Analyse {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let Analyse { game, history, engine, budget, begun } = self;
        let begun = begun.get_or_insert_with(|| {
            let moves_left = engine.moves_left(game, history);
            engine.begin(game, history, *budget);
            SearchProgress { at: Instant::now(), moves_left, told: None }
        });
        engine.set_threads(threads);
        let done = engine.think_until(game, moment);
        if done || begun.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            begun.told = Some(Instant::now());
            let mut event = found(game, history, engine, begun.moves_left, begun.at);
            event["done"] = done.into();
            tell(event);
        }
        Ok(done)
    }
}

/// The findings of an engine since it began.
pub(super) fn found(game: &AnyGame, history: &History, engine: &Engine, moves_left: f32, began: Instant) -> Value {
    let analysis = Analysis::of(game, history, engine.search(), moves_left);
    let mut found = serde_json::to_value(analysis).expect("an analysis has only string keys");
    found["milliseconds"] = (began.elapsed().as_millis() as u64).into();
    found
}
