//! Self-play as work for many machines.

use super::check;
use super::engine::written;
use super::job::{Job, Nets};
use super::message::{Hash, Refusal};
use super::names;
use super::queue::{Order, Queue};
use super::work::{Put, Work};
use crate::compact::{CompactNet, Kernel};
use crate::game::{CompleteGame, Game};
use crate::train::{Config, Place, Played, Restarts, SelfPlay, SelfPlayGame, Solvers};
use anyhow::{Context, Result};
use std::sync::Arc;

/// The games of a generation.
pub(super) struct Games<G: Game> {
    pub game: G,
    pub config: Config,
    pub generation: u32,
    pub net: Arc<CompactNet>,
    pub solvers: Solvers<G>,
    pub restarts: Restarts<G>,
}

impl<G: CompleteGame> Work for Games<G> {
    fn thread(&self, take: &dyn Fn(bool) -> Option<u32>, stop: &dyn Fn() -> bool, put: &mut Put) {
        let Games { game, config, generation, net, solvers, restarts } = self;
        let (generation, kernel) = (*generation, Kernel::best());
        let play = SelfPlay { game, config, generation, net, kernel, solvers, restarts };
        let played = play.thread(take, stop, |played, stats| put(played.index, written(game, &played), stats));
        played.expect("the net was checked when the job came");
    }

    fn at_once(&self) -> usize {
        self.config.selfplay.concurrent
    }

    fn check<'a>(&self, index: u32, bytes: &'a [u8]) -> Result<&'a [u8], Refusal> {
        check::game(&self.game, index, bytes)
    }
}

impl<G: CompleteGame> Place<G> for Queue {
    fn play(
        &self,
        play: &SelfPlay<G>,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<Played<G>>> {
        let Some((games, stats)) = self.compute(&generation(self, play)?, stop, on_game)? else { return Ok(None) };
        let read = |bytes: &Vec<u8>| {
            let played: SelfPlayGame<String> = postcard::from_bytes(bytes).expect("checked when it came");
            played.read(play.game).expect("checked when it came")
        };
        Ok(Some((games.iter().map(read).collect(), stats)))
    }

    fn expect(&self, next: &SelfPlay<G>) {
        // The generation itself hands out what is missing, and says what is wrong.
        drop(generation(self, next).and_then(|order| self.hand_out_early(&order)));
    }
}

/// What is handed out for a generation.
fn generation<G: CompleteGame>(queue: &Queue, play: &SelfPlay<G>) -> Result<Order> {
    let config = toml::to_string(&play.config.of_games()).context("cannot write the config")?;
    let run = names::run_token(queue.run(), Hash::of(config.as_bytes()), queue.engine());
    let net = Hash::of(&play.net.to_bytes());
    let nets = Nets::from([(net, Arc::clone(play.net))]);
    let restarts =
        play.restarts.iter().map(|(&index, position)| (index, play.game.format_position(position))).collect();
    let job = Job::SelfPlay { config, generation: play.generation, net, restarts };
    queue.order(run, play.generation, &job, nets, 0..play.config.selfplay.games)
}
