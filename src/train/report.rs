use super::config::Config;
use super::learner::Losses;
use super::replay::ReplayBuffer;
use super::sample::{Sample, SelfPlayGame};
use super::selfplay::SelfPlayStats;
use super::strength::Strength;
use crate::compact::Architecture;
use crate::eval::{Batch, Evaluator};
use crate::game::{Game, Outcome, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a generation did, for people and plots. Decides nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// The generation.
    pub generation: u32,
    /// Learner steps since the run began.
    pub steps: u64,
    /// Training samples since the run began.
    pub total_samples: u64,
    /// Training samples in the replay window.
    pub window: usize,
    /// How the games went.
    pub games: GameMetrics,
    /// Self-play's counts and processor times.
    pub selfplay: SelfPlayStats,
    /// Mean losses of the learner's steps.
    pub learning: Losses,
    /// Losses of the exported net; none in generation 0.
    pub validation: Option<Validation>,
    /// Strength, where it was measured.
    pub strength: Option<Strength>,
    /// Wall-clock seconds of each part.
    pub seconds: Seconds,
    /// Samples (with repetition) that the learner took a second.
    pub learner_rate: f64,
    /// Wall-clock seconds since the run began, interruptions left out.
    pub elapsed: f64,
}

/// How a generation's games went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameMetrics {
    /// Games.
    pub count: usize,
    /// Won by the first side.
    pub first: usize,
    /// Won by the second side.
    pub second: usize,
    /// Drawn, cap draws included.
    pub draws: usize,
    /// Cut off by a bound on their length.
    pub cut_off: usize,
    /// Mean number of moves.
    pub mean_moves: f64,
    /// Samples, held-out ones included.
    pub samples: usize,
    /// Mean entropy of the policy targets, in nats.
    pub policy_entropy: f64,
}

/// Losses of the exported net on samples of the replay window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// On samples that were trained on.
    pub training: Losses,
    /// On samples of held-out games.
    pub held_out: Losses,
}

/// Where a generation's wall-clock time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Self-play.
    pub selfplay: f64,
    /// Learner.
    pub learner: f64,
    /// Validation and strength.
    pub report: f64,
    /// Everything else: reading and writing files, export.
    pub files: f64,
}

impl Seconds {
    /// All parts together.
    pub fn total(&self) -> f64 {
        self.selfplay + self.learner + self.report + self.files
    }
}

impl GameMetrics {
    /// Sums up games.
    pub fn of<G: Game>(games: &[SelfPlayGame<G>]) -> GameMetrics {
        let count = |outcome| games.iter().filter(|game| game.outcome == outcome).count();
        let samples = || games.iter().flat_map(|game| &game.samples);
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
        GameMetrics {
            count: games.len(),
            first: count(Outcome::Win(Side::First)),
            second: count(Outcome::Win(Side::Second)),
            draws: count(Outcome::Draw),
            cut_off: games.iter().filter(|game| game.cut_off).count(),
            mean_moves: mean(games.iter().map(|game| f64::from(game.moves)).sum(), games.len()),
            samples: samples().count(),
            policy_entropy: mean(samples().map(|sample| entropy(sample)).sum(), samples().count()),
        }
    }
}

fn entropy<G: Game>(sample: &Sample<G>) -> f64 {
    let terms = sample.policy_target().filter(|&p| p > 0.0).map(|p| -f64::from(p) * f64::from(p).ln());
    terms.sum()
}

/// Compares the exported net's losses on samples that it was trained on and on held-out ones.
pub(super) fn validate<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &mut E,
    buffer: &ReplayBuffer<G>,
    config: &Config,
    architecture: &Architecture,
) -> Validation {
    let count = config.report.validation_samples;
    // Trained samples are taken evenly over the window, as the held-out ones lie evenly among the games.
    let stride = buffer.len().div_ceil(count.max(1)).max(1);
    let training = (0..buffer.len()).rev().step_by(stride).take(count).map(|index| buffer.sample(index));
    let mut losses = |samples: &mut dyn Iterator<Item = &Sample<G>>| {
        let (mut batch, mut moves, mut total, mut n) = (Batch::default(), Vec::new(), Losses::default(), 0);
        for sample in samples {
            batch.clear();
            game.legal_moves(&sample.position, &mut moves);
            batch.push(&sample.position, &moves);
            evaluator.evaluate(game, &mut batch);
            let value = batch.value(0);
            let log = |p: f32| p.max(1e-9).ln();
            let said = [value.win, value.draw(), value.loss];
            let error = (value.moves_left - f32::from(sample.moves_left)) / architecture.moves_scale;
            let lead_error = if architecture.shape.lead { value.lead - sample.lead } else { 0.0 };
            let target = sample.value_target(game, &config.learner);
            total += Losses {
                policy: -sample.policy_target().zip(batch.priors(0)).map(|(t, &p)| t * log(p)).sum::<f32>(),
                value: -target.iter().zip(said).map(|(t, p)| t * log(p)).sum::<f32>(),
                moves_left: error * error,
                lead: lead_error * lead_error,
            };
            n += 1;
        }
        total * (1.0 / n.max(1) as f32)
    };
    let held_out_stride = buffer.held_out().count().div_ceil(count.max(1)).max(1);
    Validation {
        training: losses(&mut training.into_iter()),
        held_out: losses(&mut buffer.held_out().step_by(held_out_stride).take(count)),
    }
}

impl Metrics {
    /// One line for a log.
    pub fn line(&self) -> String {
        let games = &self.games;
        let share = |n: usize| 100.0 * n as f64 / games.count.max(1) as f64;
        let mut line = format!(
            "generation {:>4}  {} games, {:.0} moves, won {:.0}/{:.0} % drawn {:.0} % (cut off {:.0} %)  loss policy {:.3} value \
             {:.3}",
            self.generation,
            games.count,
            games.mean_moves,
            share(games.first),
            share(games.second),
            share(games.draws),
            share(games.cut_off),
            self.learning.policy,
            self.learning.value,
        );
        if let Some(validation) = &self.validation {
            let gap = validation.held_out.value - validation.training.value;
            line += &format!(" held out {:.3} (gap {gap:+.3})", validation.held_out.value);
        }
        line += &format!(
            "  {:.1} games/s, {:.0} samples/s  self-play {:.0} s, learner {:.0} s, report {:.0} s, files {:.1} s  elapsed {}",
            games.count as f64 / self.seconds.selfplay.max(1e-9),
            self.learner_rate,
            self.seconds.selfplay,
            self.seconds.learner,
            self.seconds.report,
            self.seconds.files,
            humantime::format_duration(Duration::from_secs(self.elapsed as u64)),
        );
        if let Some(strength) = &self.strength {
            line += &format!("\n                 strength: {}", strength.line());
        }
        line
    }

    /// All figures with their TensorBoard tags.
    pub(super) fn scalars(&self) -> Vec<(String, f64)> {
        let games = &self.games;
        let share = |n: usize| n as f64 / games.count.max(1) as f64;
        let stats = &self.selfplay;
        let mut scalars: Vec<(String, f64)> = [
            ("loss/policy", f64::from(self.learning.policy)),
            ("loss/value", f64::from(self.learning.value)),
            ("loss/moves_left", f64::from(self.learning.moves_left)),
            ("loss/lead", f64::from(self.learning.lead)),
            ("games/moves", games.mean_moves),
            ("games/first_side_wins", share(games.first)),
            ("games/second_side_wins", share(games.second)),
            ("games/draws", share(games.draws)),
            ("games/cut_off", share(games.cut_off)),
            ("games/policy_entropy", games.policy_entropy),
            ("replay/window", self.window as f64),
            ("replay/total_samples", self.total_samples as f64),
            ("rate/games", games.count as f64 / self.seconds.selfplay.max(1e-9)),
            ("rate/positions", stats.moves as f64 / self.seconds.selfplay.max(1e-9)),
            ("rate/learner_samples", self.learner_rate),
            ("time/selfplay", self.seconds.selfplay),
            ("time/learner", self.seconds.learner),
            ("time/report", self.seconds.report),
            ("time/files", self.seconds.files),
            ("time/evaluator_share_of_selfplay", stats.evaluator_seconds / stats.seconds.max(1e-9)),
            ("cache/hit_share", stats.cache_hits as f64 / (stats.cache_hits + stats.evaluations).max(1) as f64),
        ]
        .map(|(tag, value)| (tag.to_owned(), value))
        .into();
        if let Some(Validation { training, held_out }) = self.validation {
            for (name, losses) in [("training", training), ("held_out", held_out)] {
                scalars.push((format!("validation/{name}_policy"), f64::from(losses.policy)));
                scalars.push((format!("validation/{name}_value"), f64::from(losses.value)));
            }
        }
        scalars.extend(self.strength.iter().flat_map(Strength::scalars));
        scalars
    }
}
