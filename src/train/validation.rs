use super::config::Config;
use super::learner::Losses;
use super::replay::{ReplayBuffer, WindowSample};
use super::rules_in_turn::RulesInTurn;
use crate::compact::Architecture;
use crate::eval::{Batch, Evaluator};
use crate::game::{AnyGame, Game};
use crate::samples::Sample;
use serde::{Deserialize, Serialize};

/// Losses of the exported net on samples of the replay window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// Losses on samples that were trained on.
    pub training: Losses,
    /// Losses on samples of held-out games.
    pub held_out: Losses,
    /// Share of the net's units that are 0 after their rectifier in all of some hundred positions of the window
    /// ([`DeadUnits`](crate::compact::DeadUnits)); `None` in figures of an earlier version.
    #[serde(default)]
    pub dead_units: Option<f64>,
}

/// The losses of an evaluator on a sample: 0 for an unknown target. Afterwards `batch` holds the evaluator's answer to
/// this sample alone.
pub fn losses<E: Evaluator>(
    game: &AnyGame,
    evaluator: &mut E,
    sample: &Sample,
    config: &Config,
    architecture: &Architecture,
    batch: &mut Batch,
) -> Losses {
    let mut moves = Vec::new();
    batch.clear();
    game.legal_moves(&sample.position, &mut moves);
    batch.push(&sample.position, &moves);
    evaluator.evaluate(game, batch);
    let value = batch.value(0);
    let log = |p: f32| libm::logf(p.max(1e-9));
    let said = [value.win, value.draw(), value.loss];
    let moves_left = sample.moves_left_target().unwrap_or(value.moves_left);
    let error = (value.moves_left - moves_left) / architecture.moves_scale;
    let lead_error = if architecture.shape.lead { value.lead - sample.lead } else { 0.0 };
    let target = sample.value_target(&config.learner).unwrap_or_default();
    let policy = || sample.policy_target().zip(batch.priors(0));
    Losses {
        policy: match sample.is_solved() {
            true => -log(policy().filter(|&(t, _)| t > 0.0).map(|(_, &p)| p).sum()),
            false => -policy().map(|(t, &p)| t * log(p)).sum::<f32>(),
        },
        value: -target.iter().zip(said).map(|(t, p)| t * log(p)).sum::<f32>(),
        moves_left: error * error,
        lead: lead_error * lead_error,
    }
}

/// Number of samples that [`validate`] evaluates.
pub(super) fn validation_len(buffer: &ReplayBuffer, config: &Config) -> usize {
    let count = config.report.validation_samples;
    count.min(buffer.len()) + count.min(buffer.held_out().count())
}

/// Compares the exported net's losses on training and on held-out samples; `None` if `stop` ended the comparison early.
/// `on_sample` is called after each sample.
pub(super) fn validate<E: Evaluator>(
    rules: RulesInTurn,
    evaluator: &mut E,
    buffer: &ReplayBuffer,
    config: &Config,
    architecture: &Architecture,
    stop: impl Fn() -> bool,
    on_sample: impl Fn(),
) -> Option<Validation> {
    let count = config.report.validation_samples;
    // Training samples are taken evenly from the window, as held-out games are spread evenly among all.
    let stride = buffer.len().div_ceil(count.max(1)).max(1);
    let training = (0..buffer.len()).rev().step_by(stride).take(count).map(|index| buffer.sample(index));
    let mut mean = |samples: &mut dyn Iterator<Item = WindowSample<'_>>| {
        let (mut batch, mut total, mut n) = (Batch::default(), Losses::default(), 0);
        for WindowSample { generation, sample } in samples {
            if stop() {
                return None;
            }
            total += losses(rules.of(generation), evaluator, sample, config, architecture, &mut batch);
            n += 1;
            on_sample();
        }
        Some(total * (1.0 / n.max(1) as f32))
    };
    let held_out_stride = buffer.held_out().count().div_ceil(count.max(1)).max(1);
    Some(Validation {
        training: mean(&mut training.into_iter())?,
        held_out: mean(&mut buffer.held_out().step_by(held_out_stride).take(count))?,
        dead_units: None,
    })
}
