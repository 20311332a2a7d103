use super::order::Order;
use super::queue::Queue;
use crate::distributed::hash::Hash;
use crate::distributed::jobs::{Job, Nets};
use crate::distributed::names;
use crate::game::Notation;
use crate::samples::SelfPlayGame;
use crate::train::{GenerationGames, SelfPlay, SelfPlayBackend};
use anyhow::{Context, Result};
use std::sync::Arc;

impl SelfPlayBackend for Queue {
    fn play(
        &self,
        play: &SelfPlay,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>> {
        let Some((games, stats)) = self.compute(&generation(self, play)?, stop, on_game)? else { return Ok(None) };
        let read = |bytes: &Vec<u8>| {
            let played: SelfPlayGame<String> = postcard::from_bytes(bytes).expect("checked when it came");
            played.read(play.game).expect("checked when it came")
        };
        Ok(Some((games.iter().map(read).collect(), stats)))
    }

    fn prepare(&self, next: &SelfPlay) {
        // The generation itself hands out missing pieces, and reports errors.
        drop(generation(self, next).and_then(|order| self.hand_out_early(&order)));
    }
}

fn generation(queue: &Queue, play: &SelfPlay) -> Result<Order> {
    let config = toml::to_string(&play.config.of_games()).context("cannot write the config")?;
    let run = names::run_token(queue.run(), Hash::of(config.as_bytes()), queue.engine());
    let net = Hash::of(&play.net.to_bytes());
    let nets = Nets::from([(net, Arc::clone(play.net))]);
    let restarts = play.restarts.into_iter().flatten();
    let restarts = restarts.map(|(&index, position)| (index, play.game.format_position(position))).collect();
    let job = Job::SelfPlay { config, generation: play.generation, net, restarts };
    queue.order(run, play.generation, &job, nets, 0..play.config.selfplay.games)
}
