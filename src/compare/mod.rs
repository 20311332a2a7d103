//! Comparisons of training configs: a base and variations of it are trained with the same seeds for equal processor
//! time, then play against each other, seed by seed.
//!
//! Everything is stored in one folder, which shows what is done: a comparison that was stopped, moved or extended
//! continues from there.

mod folder; //    the files of a comparison
mod summary; //   the figures, with intervals
mod variation; // the base and its variations
mod work; //      trainings, games and exams, side by side

pub use folder::{ExamGrades, Folder, Match, TrainingResult};
pub use summary::{ContenderSummary, ExamSummary, MatchSummary, Summary};
pub use variation::{BASE, Contender, Variation};
pub use work::{Progress, Resources, Training, run};

use crate::arena::OpeningRule;
use crate::players::Budget;
use std::time::Duration;

/// The contenders of a comparison, and the settings of its measurements.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The base, then its variations.
    pub contenders: Vec<Contender>,
    /// Number of trainings of each contender.
    pub seeds: usize,
    /// Processor seconds of each training.
    pub cpu_seconds: f64,
    /// Games of each variation against the base with each seed, an even number.
    pub games: u32,
    /// Simulations for each move in the games.
    pub simulations: u32,
    /// Time per move in a second match, of variations with another net.
    pub time: Duration,
    /// The openings of the games.
    pub openings: OpeningRule,
    /// Random moves of an opening.
    pub plies: u32,
    /// Positions of the exam, for games with an exact solver.
    pub positions: u32,
}

impl Experiment {
    /// The matches of a contender against the base; each is given by the thinking time of both players. The base has
    /// none.
    pub fn matches(&self, contender: usize) -> Vec<Budget> {
        let (this, base) = (&self.contenders[contender], &self.contenders[0]);
        let mut budgets = Vec::new();
        if contender > 0 {
            budgets.push(Budget::Simulations(self.simulations));
            budgets.extend(this.has_other_net(base).then_some(Budget::Time(self.time)));
        }
        budgets
    }

    /// The indices of the contenders that are trained.
    pub fn trained(&self) -> impl Iterator<Item = usize> {
        let own = |&(index, contender): &(usize, &Contender)| contender.trained_as == index;
        self.contenders.iter().enumerate().filter(own).map(|(index, _)| index)
    }

    /// The seed of the trainings, games and openings with an index.
    pub fn seed(&self, index: usize) -> u64 {
        self.contenders[0].seeded(index).seed
    }
}
