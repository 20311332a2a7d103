use super::ahead::TimedGames;
use super::checkpoint;
use super::clock::Time;
use super::config::Config;
use super::learner::LearnerState;
use super::metrics::{GameMetrics, Metrics};
use super::replay::ReplayBuffer;
use super::restarts::{Restarts, restarts};
use super::rules_in_turn::RulesInTurn;
use crate::compact::{Architecture, CompactNet};
use crate::game::AnyGame;
use crate::runs::RunDir;
use crate::samples;
use anyhow::{Context, Result, bail};
use std::sync::Arc;

/// A run after a complete generation.
pub(super) struct RunState {
    pub generation: u32,
    pub learner: LearnerState,
    pub net: Arc<CompactNet>,
    /// The net that plays the next generation's games: this one's, or with `overlap` that of the one before.
    pub player: Arc<CompactNet>,
    pub buffer: ReplayBuffer,
    /// The restarts of games of the next generation.
    pub restarts: Restarts,
    /// The games of the next generation, if they are played already.
    pub ahead: Option<TimedGames>,
    pub spent: Time,
}

impl RunState {
    /// The state after a complete generation. Intact files that do not belong together are refused: the run would
    /// continue as another one.
    ///
    /// # Errors
    /// A file cannot be read, is damaged, or is of another run.
    pub fn restore(
        rules: RulesInTurn,
        config: &Config,
        architecture: &Architecture,
        run: &RunDir,
        generation: u32,
    ) -> Result<RunState> {
        let folder = run.generation(generation);
        let metrics = checkpoint::read_metrics(run, generation)?;
        let (learner, total) = checkpoint::read_learner(run, generation)?;
        if (metrics.generation, metrics.steps, metrics.total_samples) != (generation, learner.steps, total) {
            bail!(
                "{} holds files of different generations: metrics.json is of generation {} after {} steps on {} samples, \
                 learner.bin of {} steps on {total}",
                folder.display(),
                metrics.generation,
                metrics.steps,
                metrics.total_samples,
                learner.steps
            );
        }
        let buffer = window(rules, config, run, &metrics)?;
        let read = |generation: u32| {
            let path = run.evaluator(generation);
            let net = Arc::new(CompactNet::read(&path)?);
            check_net(rules.own(), config, architecture, &net, generation)
                .with_context(|| format!("cannot use {}", path.display()))?;
            anyhow::Ok(net)
        };
        let net = read(generation)?;
        let player = if config.selfplay.overlap { read(generation.saturating_sub(1))? } else { Arc::clone(&net) };
        let restarts = restarts(rules, &buffer, config, generation + 1);
        let spent = metrics.spent();
        Ok(RunState { generation, learner, net, player, buffer, restarts, ahead: None, spent })
    }
}

/// The replay window after the generation of these figures.
fn window(rules: RulesInTurn, config: &Config, run: &RunDir, metrics: &Metrics) -> Result<ReplayBuffer> {
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    let mut missing = None;
    for number in 1..=metrics.generation {
        if samples::has_games(run, number) {
            let game = rules.of(number);
            let games = samples::read_games(game, run, number)?;
            let of_run = GameMetrics::of(&games).is_about(&checkpoint::read_metrics(run, number)?.games);
            samples::check_games(game, &games)
                .and_then(|()| if of_run { Ok(()) } else { bail!("they are not those of its metrics.json") })
                .with_context(|| {
                    format!("cannot use the games of generation {number}, {}", run.games(number).display())
                })?;
            buffer.restore(game, number, games);
        } else {
            missing = Some(number);
        }
    }
    // A killed session may have left older games than the window holds.
    buffer.set_total(metrics.total_samples);
    if buffer.len() < metrics.window {
        let (path, name) = (run.path().display(), run.name());
        let what = match missing {
            Some(number) => format!("games.bin of generation {number} is missing"),
            None => "a games.bin is of another run".to_owned(),
        };
        bail!(
            "the games of {path} hold {} samples, expected {}: {what}; without them the run cannot go on as it was, but a \
             new one can go on from its net: --from {name} --run NAME",
            buffer.len(),
            metrics.window,
        );
    }
    Ok(buffer)
}

/// Whether an evaluator is the one that this generation wrote.
fn check_net(
    game: &AnyGame,
    config: &Config,
    architecture: &Architecture,
    net: &CompactNet,
    generation: u32,
) -> Result<()> {
    let header = net.header();
    header.check(game)?;
    if header.architecture != *architecture {
        bail!("its network has other sizes than the config's");
    }
    if (header.provenance.generation, header.provenance.seed) != (generation, config.seed) {
        bail!(
            "it comes from generation {} of a run with seed {}, expected generation {generation} and seed {}",
            header.provenance.generation,
            header.provenance.seed,
            config.seed
        );
    }
    Ok(())
}
