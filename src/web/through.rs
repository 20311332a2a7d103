use super::analyse::Analyse;
use super::request::{Search, Through as Arguments};
use super::{Nets, Refusal, Task};
use crate::clock::Instant;
use crate::game::{AnyGame, History};
use crate::runs::RunDir;
use crate::sentence;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// The same position through the generations of a training run.
pub(super) struct GenerationSweep {
    game: AnyGame,
    history: History,
    nets: Nets,
    memory: usize,
    run: String,
    search: Search,
    generations: Vec<u32>,
    done: usize,
    /// The current analysis of the position.
    analysis: Option<Analyse>,
}

impl GenerationSweep {
    /// Analyses the game so far, which is not over.
    pub fn new(game: AnyGame, history: History, asked: Arguments, nets: &Nets, memory: usize) -> Result<Self, Refusal> {
        let Arguments { run, game: spec, simulations } = asked;
        if !nets.look() || !RunDir::names().contains(&run) {
            return Err(sentence!("training.no-run", "no training run `{run}`", run = &run).into());
        }
        let generations =
            RunDir::named(&run).evaluated_generations().map_err(|error| Refusal::new(format!("{error:#}")))?;
        if generations.is_empty() {
            let words =
                sentence!("training.no-generation", "training run `{run}` has no finished generation yet", run = &run);
            return Err(words.into());
        }
        let search = Search { simulations: Some(simulations.unwrap_or(0)), ..Search::new(spec) };
        Ok(GenerationSweep {
            game,
            history,
            nets: nets.clone(),
            memory,
            run,
            search,
            generations,
            done: 0,
            analysis: None,
        })
    }
}

impl Task for GenerationSweep {
    fn work(&mut self, moment: Instant, threads: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        let of = self.generations.len();
        while Instant::now() < moment {
            let generation = self.generations[self.done];
            let analysis = match &mut self.analysis {
                Some(analysis) => analysis,
                none => {
                    self.search.with = format!("{}:{generation}", self.run);
                    let (game, history) = (self.game.clone(), self.history.clone());
                    none.insert(Analyse::new(game, history, &self.search, &self.nets, self.memory)?)
                }
            };
            let mut found = Value::Null;
            if analysis.work(moment, threads, &mut |event| found = event)? {
                self.analysis = None;
                self.done += 1;
                let done = self.done == of;
                tell(json!({"generation": generation, "of": of, "analysis": found, "done": done}));
                if done {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
