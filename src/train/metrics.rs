use super::clock::Time;
use super::learner::Losses;
use super::selfplay::SelfPlayStats;
use super::strength::Strength;
use super::validation::Validation;
use crate::game::{Outcome, Side};
use crate::samples::{SelfPlayGame, entropy};
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// Figures of a generation, for people and plots. Training does not depend on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    pub generation: u32,
    /// Learner steps since the run began.
    pub steps: u64,
    /// Training samples since the run began.
    pub total_samples: u64,
    /// Training samples in the replay window.
    pub window: usize,
    pub games: GameMetrics,
    pub selfplay: SelfPlayStats,
    /// Wall-clock seconds in which the games were played beside the learner of the generation before; they count as its
    /// time (`selfplay.overlap`).
    #[serde(default)]
    pub selfplay_beside: f64,
    /// Generations of the whole run, as planned when this one began; `None` if the durations by which a budget is
    /// planned were not known yet.
    #[serde(default)]
    pub planned: Option<u32>,
    /// The learning rate, after the warm-up; 0 in generation 0.
    #[serde(default)]
    pub learning_rate: f64,
    /// Mean losses of the learner's steps; `None` without steps.
    pub learning: Option<Losses>,
    /// Losses of the exported net; `None` in generation 0.
    pub validation: Option<Validation>,
    pub strength: Option<Strength>,
    pub seconds: Seconds,
    /// Processor seconds of each part, all threads together; 0 on systems without that figure.
    #[serde(default)]
    pub cpu: Seconds,
    /// Samples per second in the learner, counted once per use.
    pub learner_rate: f64,
    /// Threads of the session that made the generation; 0 in figures of an earlier version.
    #[serde(default)]
    pub threads: usize,
    /// Wall-clock seconds since the run began, without those between sessions.
    pub elapsed: f64,
    /// Processor seconds since the run began, without those of dropped generations.
    #[serde(default)]
    pub cpu_elapsed: f64,
    /// Time of completion, in seconds since 1970; in figures of an earlier version, the time of the file.
    #[serde(default)]
    pub complete_at: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameMetrics {
    pub count: usize,
    /// Number of games won by the first side.
    pub first: usize,
    /// Number of games won by the second side.
    pub second: usize,
    /// Number of games drawn, including those that reached the cap.
    pub draws: usize,
    /// Number of games cut off by a limit on their length.
    pub cut_off: usize,
    pub mean_moves: f64,
    /// Number of samples, held-out ones included.
    pub samples: usize,
    /// Mean entropy of the policy targets, in nats.
    pub policy_entropy: f64,
}

/// The time of a generation by part, on one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Seconds of self-play.
    pub selfplay: f64,
    pub learner: f64,
    /// Seconds of validation and strength.
    pub report: f64,
    /// Seconds of everything else: reading and writing files, export.
    pub files: f64,
}

impl Seconds {
    pub fn total(&self) -> f64 {
        self.selfplay + self.learner + self.report + self.files
    }
}

impl GameMetrics {
    pub fn of<P>(games: &[SelfPlayGame<P>]) -> GameMetrics {
        let count = |outcome| games.iter().filter(|game| game.outcome == outcome).count();
        let samples = || games.iter().flat_map(|game| &game.samples);
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
        // Games decided by a solver at their first position have no length.
        let lengths: Vec<f64> = games.iter().map(|game| game.moves.into()).filter(|&moves| moves > 0.0).collect();
        GameMetrics {
            count: games.len(),
            first: count(Outcome::Win(Side::First)),
            second: count(Outcome::Win(Side::Second)),
            draws: count(Outcome::Draw),
            cut_off: games.iter().filter(|game| game.cut_off).count(),
            mean_moves: mean(lengths.iter().fold(0.0, |sum, length| sum + length), lengths.len()),
            samples: samples().count(),
            policy_entropy: mean(samples().map(|sample| entropy(sample.policy_target())).sum(), samples().count()),
        }
    }

    /// Whether both are about the same games, up to rounding of the means in JSON.
    pub(super) fn is_about(&self, other: &GameMetrics) -> bool {
        let counts = |of: &GameMetrics| [of.count, of.first, of.second, of.draws, of.cut_off, of.samples];
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
        counts(self) == counts(other)
            && near(self.mean_moves, other.mean_moves)
            && near(self.policy_entropy, other.policy_entropy)
    }
}

impl Metrics {
    /// The time of the run up to the end of this generation.
    pub fn spent(&self) -> Time {
        Time { wall: self.elapsed, cpu: self.cpu_elapsed }
    }

    pub fn time(&self) -> Time {
        Time { wall: self.seconds.total(), cpu: self.cpu.total() }
    }

    pub fn games_rate(&self) -> f64 {
        self.games.count as f64 / self.selfplay_wall()
    }

    /// Wall-clock seconds in which the games were played; never 0.
    pub fn selfplay_wall(&self) -> f64 {
        (self.seconds.selfplay + self.selfplay_beside).max(1e-9)
    }

    pub fn report_time(&self) -> Time {
        Time { wall: self.seconds.report, cpu: self.cpu.report }
    }

    /// All figures with their TensorBoard tags. Generation 0 has no games and no losses.
    pub(super) fn scalars(&self) -> Vec<(String, f64)> {
        let mut scalars = Vec::new();
        let mut add = |tag: &str, value: f64| scalars.push((tag.to_owned(), value));
        if let Some(losses) = &self.learning {
            add("loss/policy", losses.policy.into());
            add("loss/value", losses.value.into());
            add("loss/moves_left", losses.moves_left.into());
            add("loss/lead", losses.lead.into());
            add("rate/learner_samples", self.learner_rate);
            add("rate/learning_rate", self.learning_rate);
        }
        if self.games.count > 0 {
            let (games, stats) = (&self.games, &self.selfplay);
            let share = |n: usize| n as f64 / games.count as f64;
            add("games/moves", games.mean_moves);
            add("games/first_side_wins", share(games.first));
            add("games/second_side_wins", share(games.second));
            add("games/draws", share(games.draws));
            add("games/cut_off", share(games.cut_off));
            add("games/policy_entropy", games.policy_entropy);
            add("replay/window", self.window as f64);
            add("replay/total_samples", self.total_samples as f64);
            add("rate/games", self.games_rate());
            add("rate/positions", stats.moves as f64 / self.selfplay_wall());
            add("time/selfplay", self.seconds.selfplay);
            add("time/selfplay_beside_learner", self.selfplay_beside);
            add("time/learner", self.seconds.learner);
            add("time/report", self.seconds.report);
            add("time/files", self.seconds.files);
            add("time/evaluator_share_of_selfplay", stats.evaluator_seconds / stats.seconds.max(1e-9));
            let lookups = (stats.cache_hits + stats.evaluations).max(1);
            add("cache/hit_share", stats.cache_hits as f64 / lookups as f64);
        }
        if let Some(Validation { training, held_out, dead_units }) = self.validation {
            for (name, losses) in [("training", training), ("held_out", held_out)] {
                add(&format!("validation/{name}_policy"), losses.policy.into());
                add(&format!("validation/{name}_value"), losses.value.into());
            }
            dead_units.iter().for_each(|&share| add("validation/dead_units", share));
        }
        scalars.extend(self.strength.iter().flat_map(Strength::scalars));
        scalars
    }
}

/// A time as in [`Metrics::complete_at`]; 0 before 1970.
pub(super) fn seconds_since_1970(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrained_net_has_no_figures_but_its_strength() {
        assert_eq!(Metrics::default().scalars(), []);
        let learned = Metrics { learning: Some(Losses::default()), ..Metrics::default() };
        assert!(learned.scalars().iter().any(|(tag, _)| tag == "loss/policy"));
    }
}
