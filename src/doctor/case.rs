use crate::game::{Game, Guidance};
use crate::games::AnyGame;
use crate::runs::RunDir;
use crate::train::{self, Config, Metrics, Schedule};
use anyhow::Result;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::fmt;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A process trains the run.
    Training,
    /// All generations of the run are made.
    Complete,
    /// No process trains the run, and generations are missing.
    Stopped,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            State::Training => "training",
            State::Complete => "complete",
            State::Stopped => "stopped",
        })
    }
}

/// The data of a run without its games and nets.
#[derive(Clone, Debug)]
pub struct Case {
    /// The run's config.
    pub config: Config,
    /// The figures of the run's generations, oldest first.
    pub metrics: Vec<Metrics>,
    /// Whether the run is training, complete or stopped.
    pub state: State,
    /// The run's last generation as planned; `None` before there is anything to plan with.
    pub planned: Option<u32>,
    /// Whether the game has scattered positions to start from.
    pub(super) scatters: bool,
    /// Whether the game has a lead before it is over.
    pub(super) has_lead: bool,
}

impl Case {
    /// The case of a run on disk.
    ///
    /// # Errors
    /// The run's config or figures cannot be read.
    pub fn read(run: &RunDir) -> Result<Case> {
        // Asked before the generations are read: if the run makes its last generation in between and ends, it must not
        // look stopped.
        let held = run.is_held();
        let config = Config::load(&run.config(), &[])?;
        let schedule = Schedule::read(run)?;
        let metrics = train::history(run)?;
        let newest = metrics.last().map(|newest| newest.generation);
        // On a budget the config's number of generations is an upper bound, not the plan.
        let bound = schedule.budget().is_none().then_some(config.generations);
        let planned = schedule.generations().or(bound);
        let state = match newest {
            _ if held => State::Training,
            Some(newest) if newest > 0 && planned.is_some_and(|planned| planned <= newest) => State::Complete,
            _ => State::Stopped,
        };
        Ok(Case { planned, ..Case::new(config, metrics, state) })
    }

    /// The case of a run with these figures.
    pub fn new(config: Config, metrics: Vec<Metrics>, state: State) -> Case {
        let scatters = |game: AnyGame| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            game.scattered(0.5, &mut rng).is_some()
        };
        let scatters = config.game().is_ok_and(scatters);
        let has_lead = config.game().is_ok_and(|game| game.lead(&game.start()).is_some());
        let planned = metrics.last().and_then(|newest| newest.planned);
        Case { config, metrics, state, planned, scatters, has_lead }
    }

    /// The newest generation; 0 if none was trained.
    pub fn generation(&self) -> u32 {
        self.metrics.last().map_or(0, |newest| newest.generation)
    }

    /// The strength of the newest net measured, in words; empty if none was.
    pub fn strength(&self) -> Vec<String> {
        let strength = self.metrics.iter().rev().find_map(|metrics| metrics.strength.as_ref());
        strength.map(train::Strength::words).unwrap_or_default()
    }

    /// The share of the newest net's units that are dead in all positions examined; `None` if no generation has counted
    /// them.
    pub fn dead_units(&self) -> Option<f64> {
        self.metrics.last()?.validation?.dead_units
    }

    /// Seconds that the run has taken, without pauses.
    pub fn seconds(&self) -> f64 {
        self.metrics.last().map_or(0.0, |newest| newest.elapsed)
    }

    /// The generations that played games, oldest first.
    pub(super) fn played(&self) -> impl DoubleEndedIterator<Item = &Metrics> {
        self.metrics.iter().filter(|metrics| metrics.games.count > 0)
    }
}
