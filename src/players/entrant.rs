use super::engine::ROOT_PROOF_NODES;
use super::{
    Budget, Engine, Kind, LocateError, Player, PlayerSpec, RandomPlayer, SolverPlayer, released, run_evaluator,
};
use crate::compact::{CompactEvaluator, CompactNet, FileError, MismatchError};
use crate::eval::Cached;
use crate::game::{Encoding, Game, Guidance};
use crate::search::{DEFAULT_MEMORY, SearchConfig};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// A player of one game that is there and fits the rules, ready to be made any number of times.
#[derive(Clone)]
pub struct Entrant<G: Game> {
    name: String,
    game: G,
    mind: Mind,
    budget: Budget,
    /// Bytes that a search tree may take.
    memory: usize,
}

#[derive(Clone)]
enum Mind {
    Random,
    Solver,
    Rollouts,
    Net { net: Arc<CompactNet>, root_proof_nodes: Option<u32> },
}

/// A player that cannot play the game asked.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// Its evaluator is not there.
    #[error(transparent)]
    Locate(#[from] LocateError),
    /// Its evaluator's file cannot be used.
    #[error("player `{player}`: {source}")]
    File {
        /// The player as given.
        player: String,
        /// Why.
        source: FileError,
    },
    /// Its evaluator is for other rules.
    #[error("player `{player}` ({}): {source}", path.display())]
    Mismatch {
        /// The player as given.
        player: String,
        /// The evaluator's file.
        path: PathBuf,
        /// What differs.
        source: Box<MismatchError>,
    },
    /// The game has no exact solver.
    #[error("player `solver`: {variant} has no exact solver: expected another player, as mcts:1000")]
    NoSolver {
        /// The variant.
        variant: &'static str,
    },
}

/// Positions that a net's player remembers the evaluations of.
const CACHE: usize = 1 << 14;

impl<G: Encoding + Guidance> Entrant<G> {
    /// The player that `spec` names, who thinks `budget` long unless `spec` says otherwise.
    ///
    /// # Errors
    /// There is no such evaluator, it cannot be read or is for other rules, or the game has no exact solver.
    pub fn open(spec: &PlayerSpec, game: &G, budget: Budget) -> Result<Self, PlayerError> {
        let variant = game.rules().variant().name;
        let net = |path: PathBuf| {
            let net = match CompactNet::read(&path) {
                Ok(net) => Arc::new(net),
                Err(source) => return Err(PlayerError::File { player: spec.to_string(), source }),
            };
            match net.header().check(game) {
                Ok(()) => Ok(Mind::Net { root_proof_nodes: net.header().root_proof_nodes, net }),
                Err(source) => Err(PlayerError::Mismatch { player: spec.to_string(), path, source: Box::new(source) }),
            }
        };
        let mind = match &spec.kind {
            Kind::Random => Mind::Random,
            Kind::Rollouts => Mind::Rollouts,
            Kind::Solver if game.solver().is_some() => Mind::Solver,
            Kind::Solver => return Err(PlayerError::NoSolver { variant }),
            Kind::Released => net(released(variant)?)?,
            Kind::File(path) => net(path.clone())?,
            Kind::Run { run, generation } => net(run_evaluator(run, *generation)?)?,
        };
        Ok(Entrant {
            name: spec.to_string(),
            game: game.clone(),
            mind,
            budget: spec.budget.unwrap_or(budget),
            memory: DEFAULT_MEMORY,
        })
    }

    /// A net that is no file yet, as the one that a training run has just made. It is to show what was learned: its
    /// search for proofs is a small one, whatever the header says.
    ///
    /// # Errors
    /// The net is for another game.
    pub fn of_net(name: &str, game: &G, net: Arc<CompactNet>, budget: Budget) -> Result<Self, MismatchError> {
        net.header().check(game)?;
        let mind = Mind::Net { net, root_proof_nodes: None };
        Ok(Entrant { name: name.to_owned(), game: game.clone(), mind, budget, memory: DEFAULT_MEMORY })
    }

    /// The same player with a bound on the memory of each search tree; [`DEFAULT_MEMORY`] otherwise.
    pub fn with_memory(self, bytes: usize) -> Self {
        Entrant { memory: bytes, ..self }
    }

    /// The player's name, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether its moves follow from seeds alone: they do unless it thinks by the clock.
    pub fn is_reproducible(&self) -> bool {
        matches!(self.mind, Mind::Random | Mind::Solver) || !matches!(self.budget, Budget::Time(_))
    }

    /// A new player.
    pub fn player(&self) -> Box<dyn Player<G>> {
        match (&self.mind, self.engine()) {
            (_, Some(engine)) => Box::new(engine),
            (Mind::Solver, None) => {
                Box::new(SolverPlayer::new(self.game.solver().expect("there was one when the player was opened"), 0))
            }
            (_, None) => Box::new(RandomPlayer::new(0)),
        }
    }

    /// A new engine; `None` where the player does not search.
    pub fn engine(&self) -> Option<Engine<G>> {
        let mut engine = match &self.mind {
            Mind::Random | Mind::Solver => return None,
            Mind::Rollouts => Engine::rollouts(self.budget),
            Mind::Net { net, root_proof_nodes } => {
                let evaluator = CompactEvaluator::new(&self.game, Arc::clone(net))
                    .expect("the net was checked against this game when the player was opened");
                let evaluator = Box::new(Cached::new(evaluator, CACHE));
                let config = SearchConfig {
                    progress_share: net.header().progress_share,
                    root_proof_nodes: root_proof_nodes.unwrap_or(ROOT_PROOF_NODES),
                    ..SearchConfig::default()
                };
                Engine::new(evaluator, config, self.budget)
            }
        };
        engine.set_memory(self.memory);
        Some(engine)
    }
}
