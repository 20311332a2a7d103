use super::checkpoints::stand_in;
use super::engine::ROOT_PROOF_NODES;
use super::{
    Budget, Engine, Forfeit, Kind, Level, LevelPlayer, LocateError, Location, NetSpec, Patience, Player, PlayerSpec,
    Program, ProgramPlayer, RandomPlayer, SolverPlayer,
};
use crate::compact::{CompactEvaluator, CompactNet, FileError, MismatchError};
use crate::eval::{Answers, CachedEvaluator, Evaluator};
use crate::game::{AnyGame, Game, Guidance};
use crate::search::{DEFAULT_MEMORY, SearchConfig};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::sync::Arc;
use thiserror::Error;

/// A player that exists and fits the game's rules; makes any number of instances of it.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    game: AnyGame,
    kind: PlayerKind,
    budget: Budget,
    /// The level at which the player plays, if any.
    level: Option<Level>,
    /// Memory limit of a search tree, in bytes.
    memory: usize,
    threads: NonZeroUsize,
}

#[derive(Clone)]
enum PlayerKind {
    Random,
    Solver,
    Rollouts,
    Net { net: Arc<CompactNet>, search: SearchConfig },
    Program(Program),
}

/// A player as another machine can make it, given its net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerTerms {
    pub name: String,
    kind: PlayerKindSpec,
    budget: Budget,
    level: Option<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum PlayerKindSpec {
    Random,
    Solver,
    Rollouts,
    Net { search: SearchConfig },
}

/// Why a player cannot play a game.
#[derive(Debug, Error)]
pub enum PlayerError {
    #[error(transparent)]
    Locate(#[from] LocateError),
    #[error("player `{player}`: {source}")]
    File { player: String, source: FileError },
    /// The player's evaluator is for other rules.
    #[error("player `{player}` ({location}): {source}; expected another player, for example mcts:1000")]
    Mismatch { player: String, location: Location, source: Box<MismatchError> },
    #[error("player `{player}`: {source}")]
    Program { player: String, source: Forfeit },
    /// The player cannot be made on other machines, or would not play the same there.
    #[error("player `{player}` cannot play on other machines: {reason}")]
    Local { player: String, reason: &'static str },
    /// Terms from another machine cannot be met.
    #[error("player `{player}` cannot be made here: {reason}")]
    Terms { player: String, reason: String },
    /// The game has no exact solver.
    #[error("player `solver`: {variant} has no exact solver: expected another player, for example mcts:1000")]
    NoSolver { variant: String },
}

/// Number of evaluations that a net's player caches, of some 230 bytes each.
pub const KEPT_ANSWERS: usize = 1 << 14;

impl Entrant {
    /// The player that `spec` names. `budget` is for players whose name does not state one.
    ///
    /// # Errors
    /// The player's evaluator does not exist, cannot be read or is for other rules, the program does not work, or
    /// the game has no exact solver.
    pub fn open(spec: &PlayerSpec, game: &AnyGame, budget: Budget) -> Result<Self, PlayerError> {
        let variant = &*game.rules().variant().name;
        // A stand-in is reported as RUN:GENERATION, not as `released`.
        let stand_in = if matches!(spec.kind, Kind::Net(NetSpec::Released)) { stand_in(variant) } else { None };
        let stand_in = stand_in.and_then(|name| spec.with_stand_in(&name));
        let spec = stand_in.as_ref().unwrap_or(spec);
        let net = |location: Location| {
            let player = spec.to_string();
            let net = match location.read() {
                Ok(net) => Arc::new(net),
                Err(source) => return Err(PlayerError::File { player, source }),
            };
            match net.header().check(game) {
                Ok(()) => Ok(PlayerKind::Net { search: net.header().search, net }),
                Err(source) => Err(PlayerError::Mismatch { player, location, source: Box::new(source) }),
            }
        };
        let kind = match &spec.kind {
            Kind::Random => PlayerKind::Random,
            Kind::Rollouts => PlayerKind::Rollouts,
            Kind::Solver if game.solver().is_some() => PlayerKind::Solver,
            Kind::Solver => return Err(PlayerError::NoSolver { variant: variant.to_owned() }),
            Kind::Net(name) => net(name.locate(variant)?)?,
            Kind::Level(_) => net(NetSpec::Released.locate(variant)?)?,
            Kind::Program(program) => {
                // Started now: if the program does not work, all its games would be lost.
                let started = ProgramPlayer::new(program.clone(), budget, Patience::default()).start();
                started.map_err(|source| PlayerError::Program { player: spec.to_string(), source })?;
                PlayerKind::Program(program.clone())
            }
        };
        let level = if let Kind::Level(number) = spec.kind { Level::new(variant, number) } else { None };
        let budget = level.map_or(spec.budget.unwrap_or(budget), Level::budget);
        let threads = spec.threads.unwrap_or(NonZeroUsize::MIN);
        Ok(Entrant { level, threads, ..Entrant::with_kind(&spec.to_string(), game, kind, budget) })
    }

    /// A player with a net that is not in a file, such as one that a training run has just made. To show what the net
    /// has learned, its proof search before the first simulation is that of players without a net, whatever the header
    /// sets.
    ///
    /// # Errors
    /// The net is for another game.
    pub fn of_net(name: &str, game: &AnyGame, net: Arc<CompactNet>, budget: Budget) -> Result<Self, MismatchError> {
        net.header().check(game)?;
        let search = SearchConfig { root_proof_nodes: ROOT_PROOF_NODES, ..net.header().search };
        let kind = PlayerKind::Net { net, search };
        Ok(Entrant::with_kind(name, game, kind, budget))
    }

    /// The data that another machine needs to make this player, and its net if it has one.
    ///
    /// # Errors
    /// The player is another program, or thinks by the clock.
    pub fn terms(&self) -> Result<(PlayerTerms, Option<&Arc<CompactNet>>), PlayerError> {
        let local = |reason| PlayerError::Local { player: self.name.clone(), reason };
        if matches!(self.budget, Budget::Time(_)) {
            return Err(local("how far it thinks in a given time depends on the machine: expected @sims=N"));
        }
        let (kind, net) = match &self.kind {
            PlayerKind::Random => (PlayerKindSpec::Random, None),
            PlayerKind::Solver => (PlayerKindSpec::Solver, None),
            PlayerKind::Rollouts => (PlayerKindSpec::Rollouts, None),
            PlayerKind::Net { net, search } => (PlayerKindSpec::Net { search: *search }, Some(net)),
            PlayerKind::Program(_) => return Err(local("its program is here only: expected a player of this program")),
        };
        Ok((PlayerTerms { name: self.name.clone(), kind, budget: self.budget, level: self.level }, net))
    }

    /// The player with these terms, which plays as the one that they describe.
    ///
    /// # Errors
    /// The player's net is missing or for another game, the game has no solver, or the search parameters are invalid.
    pub fn of_terms(terms: &PlayerTerms, net: Option<Arc<CompactNet>>, game: &AnyGame) -> Result<Self, PlayerError> {
        let PlayerTerms { name, kind, budget, level } = terms;
        let wrong = |reason: String| PlayerError::Terms { player: name.clone(), reason };
        let kind = match (*kind, net) {
            (PlayerKindSpec::Random, _) => PlayerKind::Random,
            (PlayerKindSpec::Rollouts, _) => PlayerKind::Rollouts,
            (PlayerKindSpec::Solver, _) if game.solver().is_some() => PlayerKind::Solver,
            (PlayerKindSpec::Solver, _) => {
                return Err(PlayerError::NoSolver { variant: game.rules().variant().name.to_string() });
            }
            (PlayerKindSpec::Net { .. }, None) => return Err(wrong("its net is missing".to_owned())),
            (PlayerKindSpec::Net { search }, Some(net)) => {
                net.header().check(game).map_err(|error| wrong(error.to_string()))?;
                search.validate().map_err(|error| wrong(error.to_string()))?;
                PlayerKind::Net { net, search }
            }
        };
        Ok(Entrant { level: *level, ..Entrant::with_kind(name, game, kind, *budget) })
    }

    fn with_kind(name: &str, game: &AnyGame, kind: PlayerKind, budget: Budget) -> Self {
        let (name, game) = (name.to_owned(), game.clone());
        Entrant { name, game, kind, budget, level: None, memory: DEFAULT_MEMORY, threads: NonZeroUsize::MIN }
    }

    /// The same player with another search; no change for players without a net.
    pub fn searching(mut self, change: impl FnOnce(SearchConfig) -> SearchConfig) -> Self {
        if let PlayerKind::Net { search, .. } = &mut self.kind {
            *search = change(*search);
        }
        self
    }

    /// The same player at a level; no change for players that are not engines of this program.
    pub fn at_level(self, level: Level) -> Self {
        Entrant { level: Some(level), budget: level.budget(), ..self }
    }

    /// The same player with a bound on the memory of each search tree; [`DEFAULT_MEMORY`] otherwise.
    pub fn with_memory(self, bytes: usize) -> Self {
        Entrant { memory: bytes, ..self }
    }

    /// The same player with this many threads for each search, if it is an engine of this program. Without this call:
    /// the number in its name, or one.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Entrant { threads, ..self }
    }

    /// The player's name, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn player(&self) -> Box<dyn Player> {
        match (&self.kind, self.engine()) {
            (_, Some(engine)) => match self.level {
                Some(level) => Box::new(LevelPlayer::new(level, engine)),
                None => Box::new(engine),
            },
            (PlayerKind::Solver, None) => {
                Box::new(SolverPlayer::new(self.game.solver().expect("there was one when the player was opened"), 0))
            }
            (PlayerKind::Program(program), None) => {
                Box::new(ProgramPlayer::new(program.clone(), self.budget, Patience::default()))
            }
            (_, None) => Box::new(RandomPlayer::new(0)),
        }
    }

    /// A new engine; `None` if the player is not an engine of this program.
    pub fn engine(&self) -> Option<Engine> {
        let mut engine = match &self.kind {
            PlayerKind::Random | PlayerKind::Solver | PlayerKind::Program(_) => return None,
            PlayerKind::Rollouts => Engine::rollouts(self.budget),
            PlayerKind::Net { net, search } => {
                let answers = Answers::new(KEPT_ANSWERS);
                Engine::with_net(&self.game, Arc::clone(net), answers, *search, self.budget)
                    .expect("the net was checked against this game when the player was opened")
            }
        };
        engine.set_memory(self.memory);
        engine.set_threads(self.threads);
        Some(engine)
    }
}

impl Engine {
    /// An engine with a net, whose evaluations it caches in `answers`: an empty cache, or that of other engines with
    /// the same net and rules. `search` is usually that of the net's header.
    ///
    /// # Errors
    /// The net is for other rules.
    pub fn with_net(
        game: &AnyGame,
        net: Arc<CompactNet>,
        answers: Answers,
        search: SearchConfig,
        budget: Budget,
    ) -> Result<Self, MismatchError> {
        net.header().check(game)?;
        let game = game.clone();
        let make = move |_| -> Box<dyn Evaluator> {
            let evaluator = CompactEvaluator::new(&game, Arc::clone(&net)).expect("just checked");
            Box::new(CachedEvaluator::sharing(evaluator, answers.clone()))
        };
        Ok(Engine::new(Box::new(make), search, budget))
    }
}
