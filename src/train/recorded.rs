//! Games recorded by another run, in place of played ones.

use super::backend::SelfPlayBackend;
use super::config::Config;
use super::rules_in_turn::RulesInTurn;
use super::selfplay::{GenerationGames, SelfPlay, SelfPlayStats};
use crate::compact::{CompactEvaluator, CompactNet, MismatchError};
use crate::eval::{Batch, Evaluator};
use crate::game::{AnyGame, AnyPosition, Game};
use crate::runs::RunDir;
use crate::samples::{Sample, SelfPlayGame, check_games, has_games, read_games};
use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// The games of another run's generations: a learner learns the same from them as it would have learned in that run, so
/// two learners can be compared on the same games.
#[derive(Debug)]
pub struct RecordedGames {
    run: RunDir,
    /// The generations whose games are stored, in order.
    generations: Vec<u32>,
    /// The evaluator whose answers become the samples' targets.
    teacher: Option<Arc<CompactNet>>,
    pool: ThreadPool,
}

impl RecordedGames {
    /// The games that a config names; `None` if it names none. Teachers use `threads` threads.
    ///
    /// # Errors
    /// The run or teacher does not exist or is for another game, or no games of the run are kept.
    pub fn open(rules: RulesInTurn, config: &Config, threads: usize) -> Result<Option<Self>> {
        let Some(name) = &config.games_of else { return Ok(None) };
        let Some(run) = RunDir::find(name) else {
            bail!(
                "games_of: there is no run `{name}`: expected the name or directory of one, as `ardoise runs` lists them"
            )
        };
        let generations = generations_with_games(&run)?;
        let Some(&first) = generations.first() else {
            bail!("games_of: run {name} keeps no games: expected one with games.bin in its generations")
        };
        if first != 1 && !rules.others().is_empty() {
            bail!(
                "games_of: the games of run {name} begin with generation {first}: with game.other_rules expected those of \
                 generation 1, by which it is known whose turn it was (selfplay.keep_games keeps them)"
            );
        }
        if generations.len() < config.generations as usize {
            bail!(
                "games_of: run {name} has the games of {0} generations: expected `generations` of {0} at most",
                generations.len()
            );
        }
        // Checked here, before a run is begun.
        let game = rules.of(1);
        let games = read_games(game, &run, first).and_then(|games| check_games(game, &games));
        games.with_context(|| format!("games_of: cannot use the games of run {name}"))?;
        let teacher = teacher(rules, config)?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
        Ok(Some(RecordedGames { run, generations, teacher, pool }))
    }
}

/// The generations of a run whose games are stored. Before generation 1 no game is played.
///
/// # Errors
/// The run's directory cannot be read.
pub fn generations_with_games(run: &RunDir) -> Result<Vec<u32>> {
    Ok(run.generations()?.into_iter().filter(|&generation| generation > 0 && has_games(run, generation)).collect())
}

/// The net that a config names as the teacher.
fn teacher(rules: RulesInTurn, config: &Config) -> Result<Option<Arc<CompactNet>>> {
    let Some(spec) = config.teacher()? else { return Ok(None) };
    let read = || -> Result<CompactNet> {
        let net = spec.locate(&config.game.variant)?.read()?;
        net.header().check(rules.own())?;
        Ok(net)
    };
    let name = config.teacher.as_deref().unwrap_or_default();
    Ok(Some(Arc::new(read().with_context(|| format!("cannot learn from the teacher `{name}`"))?)))
}

impl SelfPlayBackend for RecordedGames {
    fn play(
        &self,
        play: &SelfPlay,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>> {
        let mut games = read_games(play.game, &self.run, self.generations[play.generation as usize - 1])?;
        check_games(play.game, &games).with_context(|| format!("cannot use the games of run {}", self.run.name()))?;
        let taught = self.pool.install(|| {
            let evaluator = || self.teacher.clone().map(|net| CompactEvaluator::new(play.game, net)).transpose();
            let teach = |evaluator: &mut Result<Option<_>, _>, played: &mut _| {
                if let Some(teacher) = evaluator.as_mut().map_err(|wrong: &mut MismatchError| wrong.clone())? {
                    teach(play.game, teacher, played);
                }
                on_game();
                Ok::<_, MismatchError>(!stop())
            };
            games.par_iter_mut().map_init(evaluator, teach).try_reduce(|| true, |one, other| Ok(one && other))
        })?;
        // No counts of play: time and simulations were spent by the other run.
        Ok(taught.then(|| (games, SelfPlayStats::default())))
    }
}

/// Replaces the answers of the searches by an evaluator's, except those that a solver has decided.
fn teach(game: &AnyGame, teacher: &mut impl Evaluator, played: &mut SelfPlayGame<AnyPosition>) {
    let (mut batch, mut moves) = (Batch::default(), Vec::new());
    let mut samples = Vec::from_iter(played.samples.iter_mut().filter(|sample| !sample.is_solved()));
    for sample in &samples {
        game.legal_moves(&sample.position, &mut moves);
        batch.push(&sample.position, &moves);
    }
    teacher.evaluate(game, &mut batch);
    for (index, sample) in samples.iter_mut().enumerate() {
        sample.policy = Sample::<AnyPosition>::quantise(batch.priors(index));
        sample.search = Some(batch.value(index));
    }
}
