use super::{Config, ConfigError, Starts};
use crate::players::PlayerSpec;
use std::fmt::Display;

impl Config {
    /// Checks what the types cannot say.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let (play, learn, report) = (&self.selfplay, &self.learner, &self.report);
        self.game()?;
        self.origin()?;
        self.search.validate()?;
        self.players_search()?;
        range(self.generations >= 1, "generations", &self.generations, "at least 1")?;
        range((1..=1024).contains(&self.net.channels), "net.channels", &self.net.channels, "1 to 1024")?;
        range((1..=100).contains(&self.net.blocks), "net.blocks", &self.net.blocks, "1 to 100")?;
        range(
            (1..=1024).contains(&self.net.value_channels),
            "net.value_channels",
            &self.net.value_channels,
            "1 to 1024",
        )?;
        range((1..=4096).contains(&self.net.value_hidden), "net.value_hidden", &self.net.value_hidden, "1 to 4096")?;
        range(play.games >= 1, "selfplay.games", &play.games, "at least 1")?;
        range(play.simulations >= 1, "selfplay.simulations", &play.simulations, "at least 1")?;
        range(play.fast_simulations >= 1, "selfplay.fast_simulations", &play.fast_simulations, "at least 1")?;
        let share = play.full_share;
        range(share > 0.0 && share <= 1.0, "selfplay.full_share", &share, "above 0, at most 1")?;
        range((1..=4096).contains(&play.concurrent), "selfplay.concurrent", &play.concurrent, "1 to 4096")?;
        range(play.cache <= 1 << 24, "selfplay.cache", &play.cache, "at most 16777216")?;
        range(play.held_out_every >= 2, "selfplay.held_out_every", &play.held_out_every, "at least 2")?;
        let share = play.exact_share;
        range((0.0..=1.0).contains(&share), "selfplay.exact_share", &share, "0 to 1")?;
        let most = play.max_moves.unwrap_or(u32::MAX);
        range((1..).contains(&most), "selfplay.max_moves", &most, "at least 1")?;
        let horizon = play.lead_horizon.unwrap_or_default();
        range(horizon <= 1_000_000, "selfplay.lead_horizon", &horizon, "at most 1000000")?;
        let horizon = play.value_horizon.unwrap_or_default();
        range(horizon <= 1_000_000, "selfplay.value_horizon", &horizon, "at most 1000000")?;
        play.starts.check()?;
        range(learn.batch >= 2, "learner.batch", &learn.batch, "at least 2")?;
        let shards_fit = learn.shards >= 1 && learn.shards * 2 <= learn.batch && learn.batch % learn.shards == 0;
        range(shards_fit, "learner.shards", &learn.shards, "a divisor of learner.batch, at most half of it")?;
        range(learn.rate > 0.0 && learn.rate < 1.0, "learner.rate", &learn.rate, "above 0, below 1")?;
        let final_rate = learn.final_rate;
        range(
            final_rate > 0.0 && final_rate <= learn.rate,
            "learner.final_rate",
            &final_rate,
            "above 0, at most rate",
        )?;
        let share = learn.anneal_share;
        range(share > 0.0 && share <= 1.0, "learner.anneal_share", &share, "above 0, at most 1")?;
        let weight = |key, weight: f32| range((0.0..=1e6).contains(&weight), key, &weight, "0 to 1000000");
        weight("learner.weight_decay", learn.weight_decay)?;
        range(learn.clip > 0.0, "learner.clip", &learn.clip, "above 0")?;
        let decay = learn.average_decay;
        range((0.0..1.0).contains(&decay), "learner.average_decay", &decay, "at least 0, below 1")?;
        let decay = learn.statistics_decay;
        range((0.0..1.0).contains(&decay), "learner.statistics_decay", &decay, "at least 0, below 1")?;
        let samples = learn.statistics_samples;
        range(samples <= 1_000_000, "learner.statistics_samples", &samples, "at most 1000000")?;
        range(learn.passes > 0.0 && learn.passes <= 100.0, "learner.passes", &learn.passes, "above 0, at most 100")?;
        range(learn.window >= learn.batch, "learner.window", &learn.window, "at least learner.batch")?;
        let exponent = learn.window_exponent;
        range(exponent > 0.0 && exponent <= 1.0, "learner.window_exponent", &exponent, "above 0, at most 1")?;
        let share = learn.search_value_share;
        range((0.0..=1.0).contains(&share), "learner.search_value_share", &share, "0 to 1")?;
        let share = learn.surprise_share;
        range((0.0..=1.0).contains(&share), "learner.surprise_share", &share, "0 to 1")?;
        let share = learn.cut_off_lead_share;
        range((0.0..=1.0).contains(&share), "learner.cut_off_lead_share", &share, "0 to 1")?;
        weight("learner.value_weight", learn.value_weight)?;
        weight("learner.soft_policy_weight", learn.soft_policy_weight)?;
        weight("learner.moves_left_weight", learn.moves_left_weight)?;
        weight("learner.lead_weight", learn.lead_weight)?;
        for opponent in &report.opponents {
            opponent.parse::<PlayerSpec>()?;
        }
        let games_fit = (2..=1_000_000).contains(&report.games) && report.games.is_multiple_of(2);
        range(games_fit, "report.games", &report.games, "an even number from 2 to 1000000")?;
        range(report.simulations >= 1, "report.simulations", &report.simulations, "at least 1")?;
        let positions = report.exam_positions;
        range(positions <= 1_000_000, "report.exam_positions", &positions, "at most 1000000")?;
        range(report.validation_samples >= 1, "report.validation_samples", &report.validation_samples, "at least 1")?;
        let device = learn.device;
        range(device.is_built_in(), "learner.device", &device, "flex, or a build with that cargo feature")
    }
}

impl Starts {
    fn check(&self) -> Result<(), ConfigError> {
        let share = self.random_share;
        range((0.0..=1.0).contains(&share), "selfplay.starts.random_share", &share, "0 to 1")?;
        let (share, rest) = (self.scattered_share, 1.0 - self.random_share);
        range((0.0..=rest).contains(&share), "selfplay.starts.scattered_share", &share, "0 to 1 - random_share")?;
        let share = self.restart_share;
        range((0.0..=1.0).contains(&share), "selfplay.starts.restart_share", &share, "0 to 1")?;
        let generations = self.scattered_generations;
        range(generations >= 1, "selfplay.starts.scattered_generations", &generations, "at least 1")?;
        // With many more moves than games have, an open game would never be found.
        let moves = self.random_moves;
        range((1..=1000).contains(&moves), "selfplay.starts.random_moves", &moves, "1 to 1000")?;
        let generations = self.random_generations;
        range(generations <= 1_000_000, "selfplay.starts.random_generations", &generations, "at most 1000000")?;
        let moves = self.policy_moves;
        range(moves <= 1000, "selfplay.starts.policy_moves", &moves, "at most 1000")?;
        let temperature = self.policy_temperature;
        let holds = temperature.is_finite() && temperature > 0.0;
        range(holds, "selfplay.starts.policy_temperature", &temperature, "above 0")
    }
}

/// The error that names `key` and the values it takes, unless `ok`.
fn range(ok: bool, key: &'static str, given: &dyn Display, expected: &'static str) -> Result<(), ConfigError> {
    if ok { Ok(()) } else { Err(ConfigError::Range { key, given: given.to_string(), expected }) }
}
