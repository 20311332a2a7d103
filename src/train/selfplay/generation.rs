use crate::compact::{CompactNet, Kernel};
use crate::game::AnyGame;
use crate::train::config::Config;
use crate::train::exact::Solvers;
use crate::train::restarts::Restarts;
use std::sync::Arc;

/// The games of one generation, and everything that they are played with.
///
/// Each game has its own random stream, and the evaluator's answer depends on the position alone: the games are the
/// same on any number of threads.
#[derive(Debug)]
pub struct SelfPlay<'a> {
    pub game: &'a AnyGame,
    pub config: &'a Config,
    pub generation: u32,
    pub net: &'a Arc<CompactNet>,
    /// The kernel that evaluates the net; games do not depend on it.
    pub kernel: Kernel,
    /// Solvers that outlive threads; without them each thread makes its own, if the config needs one.
    pub solvers: Option<&'a Solvers>,
    /// Start positions of games that do not begin as configured; `None` for no such games.
    pub restarts: Option<&'a Restarts>,
}

impl<'a> SelfPlay<'a> {
    /// The games of a generation that begin as configured, with the best kernel of this machine.
    pub fn new(game: &'a AnyGame, config: &'a Config, generation: u32, net: &'a Arc<CompactNet>) -> Self {
        SelfPlay { game, config, generation, net, kernel: Kernel::best(), solvers: None, restarts: None }
    }

    pub fn with_kernel(self, kernel: Kernel) -> Self {
        SelfPlay { kernel, ..self }
    }

    /// The same games with shared solvers.
    pub fn with_solvers(self, solvers: &'a Solvers) -> Self {
        SelfPlay { solvers: Some(solvers), ..self }
    }

    /// The same games, some of which begin elsewhere.
    pub fn with_restarts(self, restarts: &'a Restarts) -> Self {
        SelfPlay { restarts: Some(restarts), ..self }
    }

    pub(super) fn curriculum_generation(&self) -> u32 {
        self.config.curriculum_generation(self.generation)
    }
}
