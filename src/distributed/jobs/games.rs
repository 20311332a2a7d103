//! The self-play games of a generation, as a job for workers.

use super::check;
use super::work::{Put, Work};
use crate::compact::CompactNet;
use crate::distributed::engine::written;
use crate::distributed::message::Refusal;
use crate::game::AnyGame;
use crate::train::{Config, Restarts, SelfPlay, Solvers};
use std::sync::Arc;

pub(in crate::distributed) struct Games {
    pub game: AnyGame,
    pub config: Config,
    pub generation: u32,
    pub net: Arc<CompactNet>,
    pub solvers: Solvers,
    pub restarts: Restarts,
}

impl Work for Games {
    fn thread(&self, take: &dyn Fn(bool) -> Option<u32>, stop: &dyn Fn() -> bool, put: &mut Put) {
        let Games { game, config, generation, net, solvers, restarts } = self;
        let play = SelfPlay::new(game, config, *generation, net).with_solvers(solvers).with_restarts(restarts);
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
