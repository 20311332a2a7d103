use super::Refusal;
use super::request::Search;
use crate::clock::Instant;
use crate::compact::CompactNet;
use crate::eval::Answers;
use crate::game::{AnyGame, Game, Rules};
use crate::players::{Budget, Engine, KEPT_ANSWERS, Kind, Location, NetSpec, PlayerSpec};
use crate::runs::RunDir;
use parking_lot::Mutex;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The evaluators that requests name, each read once.
#[derive(Clone, Debug)]
pub struct Nets {
    /// The evaluators by variant, and by their location or the name under which they were [put](Nets::put) here.
    read: Arc<Mutex<BTreeMap<(String, String), SharedNet>>>,
    /// The nets' cached answers, most recently used first: the next request is mostly about the same positions.
    answers: Arc<Mutex<VecDeque<NetAnswers>>>,
    /// The training runs by variant, and the time of the last check.
    trained: Arc<Mutex<Option<(Instant, TrainingRuns)>>>,
    /// Whether evaluators are located as in the program; otherwise only those [`Nets::put`] exist.
    looks: bool,
}

/// The training runs by variant, the one with the newest evaluator first.
pub(super) type TrainingRuns = Arc<BTreeMap<String, Vec<RunDir>>>;

/// A net's answers for a game's positions.
#[derive(Debug)]
struct NetAnswers {
    net: SharedNet,
    rules: Rules,
    answers: Answers,
}

type SharedNet = Arc<CompactNet>;

/// The evaluator that plays by default.
const RELEASED: &str = "released";
/// Name in requests of the evaluator by random rollouts.
const ROLLOUTS: &str = "mcts";
/// The most evaluators kept in memory: a training run may have hundreds.
const MOST_NETS: usize = 32;
/// The most nets whose answers are kept, four megabytes each.
const MOST_ANSWERED: usize = 8;
/// Interval between checks of the training runs.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl Nets {
    /// The program's evaluators: released ones and those of training runs.
    pub fn of_program() -> Nets {
        Nets { read: Arc::default(), answers: Arc::default(), trained: Arc::default(), looks: true }
    }

    /// No evaluators until some are [put](Nets::put) here.
    pub fn none() -> Nets {
        Nets { looks: false, ..Nets::of_program() }
    }

    /// Whether evaluators are located as in the program.
    pub(super) fn look(&self) -> bool {
        self.looks
    }

    pub(super) fn look_again(&self) -> TrainingRuns {
        *self.trained.lock() = None;
        self.trained()
    }

    /// The training runs by variant. They are read at most once a second: pages send a request at every click.
    fn trained(&self) -> TrainingRuns {
        if !self.looks {
            return TrainingRuns::default();
        }
        let mut trained = self.trained.lock();
        match &*trained {
            Some((looked, found)) if looked.elapsed() < LOOK_EVERY => Arc::clone(found),
            _ => Arc::clone(&trained.insert((Instant::now(), Arc::new(RunDir::by_variant()))).1),
        }
    }

    /// A file of one of a variant's training runs: of the runs that have this file, the one with the newest evaluator.
    pub(super) fn of_run(&self, variant: &str, file: impl Fn(&RunDir) -> PathBuf) -> Option<PathBuf> {
        self.trained().get(variant)?.iter().map(file).find(|path| path.is_file())
    }

    pub(super) fn learnt(&self) -> Vec<String> {
        self.trained().keys().cloned().collect()
    }

    /// Makes this evaluator the released one of its variant; returns the variant's name.
    pub fn put(&self, net: CompactNet) -> String {
        let variant = net.header().variant.clone();
        let key = (variant.clone(), RELEASED.to_owned());
        self.read.lock().insert(key, Arc::new(net));
        variant
    }

    /// The released evaluator of a variant.
    pub fn released(&self, variant: &str) -> Option<SharedNet> {
        self.find(variant, RELEASED).ok().flatten()
    }

    /// The evaluator of that name; `None` if nothing is released for the variant.
    ///
    /// # Errors
    /// There is no such training run or generation, or its evaluator cannot be read.
    fn find(&self, variant: &str, name: &str) -> Result<Option<SharedNet>, Refusal> {
        let mut read = self.read.lock();
        if let Some(net) = read.get(&(variant.to_owned(), name.to_owned())) {
            return Ok(Some(Arc::clone(net)));
        }
        let unknown = || {
            Refusal::new(format!(
                "player `{name}`: expected released, mcts, or the name of a training run, as RUN or RUN:7"
            ))
        };
        let spec = match name.parse::<PlayerSpec>() {
            Ok(PlayerSpec { kind: Kind::Net(spec), budget: None, .. }) if self.looks => spec,
            _ if name == RELEASED => return Ok(None),
            _ => return Err(unknown()),
        };
        let location = match &spec {
            NetSpec::Released => {
                let newest = |run: &RunDir| run.newest_evaluator().unwrap_or_default();
                let trained = || self.of_run(variant, newest).map(Location::File);
                match Location::released(variant).or_else(trained) {
                    Some(location) => location,
                    None => return Ok(None),
                }
            }
            // By name only: a request must not name files.
            NetSpec::Run { run, .. } if RunDir::names().contains(run) => spec.locate(variant).map_err(Refusal::new)?,
            _ => return Err(unknown()),
        };
        // By path: the newest generation of a run changes.
        let key = (variant.to_owned(), location.to_string());
        if let Some(net) = read.get(&key) {
            return Ok(Some(Arc::clone(net)));
        }
        let net = Arc::new(location.read().map_err(Refusal::new)?);
        if read.len() >= MOST_NETS {
            read.clear();
        }
        read.insert(key, Arc::clone(&net));
        Ok(Some(net))
    }

    /// A net's cached answers under these rules. They equal the net's, bit for bit, so results do not depend on the
    /// cache.
    fn answers(&self, net: &SharedNet, rules: &Rules) -> Answers {
        let mut kept = self.answers.lock();
        let known = kept.iter().position(|one| Arc::ptr_eq(&one.net, net) && one.rules == *rules);
        let found = known.and_then(|place| kept.remove(place)).unwrap_or_else(|| NetAnswers {
            net: Arc::clone(net),
            rules: rules.clone(),
            answers: Answers::new(KEPT_ANSWERS),
        });
        let answers = found.answers.clone();
        kept.truncate(MOST_ANSWERED - 1);
        kept.push_front(found);
        answers
    }

    /// The engine for a request, with a tree of at most `memory` bytes. If the released evaluator is for other rule
    /// options, or there is none, random rollouts play.
    pub(super) fn engine(
        &self,
        game: &AnyGame,
        search: &Search,
        budget: Budget,
        memory: usize,
    ) -> Result<Engine, Refusal> {
        let net = match search.with.as_str() {
            ROLLOUTS => None,
            name => self.find(&game.rules().variant().name, name)?,
        };
        let net = net.filter(|net| search.with != RELEASED || net.header().check(game).is_ok());
        let mut engine = match net {
            Some(net) => {
                let (answers, config) = (self.answers(&net, game.rules()), net.header().search);
                Engine::with_net(game, net, answers, config, budget)
                    .map_err(|error| Refusal::new(format!("player `{}`: {error}", search.with)))?
            }
            None => Engine::rollouts(budget),
        };
        engine.set_memory(memory);
        engine.forget(search.seed);
        Ok(engine)
    }
}

impl Search {
    /// The search budget, if the request gives simulations or time.
    pub fn budget(&self) -> Result<Option<Budget>, Refusal> {
        match (self.simulations, self.milliseconds) {
            (Some(_), Some(_)) => {
                Err(Refusal::new("both simulations and milliseconds are given: expected one of them"))
            }
            (Some(0), None) => Ok(Some(Budget::Policy)),
            (Some(simulations), None) => Ok(Some(Budget::Simulations(simulations))),
            (None, Some(0)) => Err(Refusal::new("milliseconds is 0: expected at least 1")),
            (None, Some(milliseconds)) => Ok(Some(Budget::Time(Duration::from_millis(milliseconds.into())))),
            (None, None) => Ok(None),
        }
    }

    pub fn by_rollouts(&self) -> bool {
        self.with == ROLLOUTS
    }

    /// Refuses a level in a request without use for one.
    pub fn without_level(&self) -> Result<(), Refusal> {
        match self.level {
            None => Ok(()),
            Some(_) => Err(Refusal::new("a level is only for `move`: expected simulations or milliseconds")),
        }
    }
}
