use super::Refusal;
use super::request::Search;
use crate::compact::CompactNet;
use crate::game::{Encoding, Guidance};
use crate::players::{Budget, Engine, Kind, NetSpec, PlayerSpec};
use crate::runs::RunDir;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The evaluators that requests name, each read once.
#[derive(Clone, Debug)]
pub struct Nets {
    /// By variant, and where it lies or the name by which it was [put](Nets::put) here.
    read: Arc<Mutex<BTreeMap<(String, String), SharedNet>>>,
    /// Whether evaluators are looked for where the program finds them; otherwise only those [`Nets::put`] are there.
    looks: bool,
}

type SharedNet = Arc<CompactNet>;

/// The name of the evaluator that plays unless a request says otherwise.
const RELEASED: &str = "released";
/// The name of random rollouts.
const ROLLOUTS: &str = "mcts";
/// Evaluators that are kept in memory: a training run may have hundreds.
const MOST_NETS: usize = 32;

impl Nets {
    /// Those of the program: released ones and those of training runs.
    pub fn of_program() -> Nets {
        Nets { read: Arc::default(), looks: true }
    }

    /// None until some are [put](Nets::put) there.
    pub fn none() -> Nets {
        Nets { read: Arc::default(), looks: false }
    }

    /// Whether they are looked for where the program finds them.
    pub(super) fn look(&self) -> bool {
        self.looks
    }

    /// Makes this evaluator the released one of its variant; returns the variant's name.
    pub fn put(&self, net: CompactNet) -> String {
        let variant = net.header().variant.clone();
        let key = (variant.clone(), RELEASED.to_owned());
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::new(net));
        variant
    }

    /// The released evaluator of a variant.
    pub fn released(&self, variant: &str) -> Option<SharedNet> {
        self.find(variant, RELEASED).ok().flatten()
    }

    /// The evaluator of that name; `None` where nothing is released for the variant.
    ///
    /// # Errors
    /// There is no such training run or generation, or its evaluator cannot be read.
    fn find(&self, variant: &str, name: &str) -> Result<Option<SharedNet>, Refusal> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
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
            NetSpec::Released => match spec.locate(variant) {
                Ok(location) => location,
                Err(_) => return Ok(None),
            },
            // By name only: a request must not name files.
            NetSpec::Run { run, .. } if RunDir::names().contains(run) => spec.locate(variant).map_err(Refusal::new)?,
            _ => return Err(unknown()),
        };
        // By its place: the newest generation of a run changes.
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

    /// The engine that a request asks for, with a tree of at most `memory` bytes. Where the released evaluator is for other
    /// rule options, or there is none, random rollouts play.
    pub(super) fn engine<G: Encoding + Guidance>(
        &self,
        game: &G,
        search: &Search,
        budget: Budget,
        memory: usize,
    ) -> Result<Engine<G>, Refusal> {
        let net = match search.with.as_str() {
            ROLLOUTS => None,
            name => self.find(game.rules().variant().name, name)?,
        };
        let net = net.filter(|net| search.with != RELEASED || net.header().check(game).is_ok());
        let mut engine = match net {
            Some(net) => Engine::with_net(game, Arc::clone(&net), net.header().search, budget)
                .map_err(|error| Refusal::new(format!("player `{}`: {error}", search.with)))?,
            None => Engine::rollouts(budget),
        };
        engine.set_memory(memory);
        engine.forget(search.seed);
        Ok(engine)
    }
}

impl Search {
    /// How long to search, where the request says so by simulations or time.
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

    /// Refuses a level where it has no meaning.
    pub fn without_level(&self) -> Result<(), Refusal> {
        match self.level {
            None => Ok(()),
            Some(_) => Err(Refusal::new("a level is only for `move`: expected simulations or milliseconds")),
        }
    }
}
