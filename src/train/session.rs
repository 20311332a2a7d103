use super::clock::{Clock, Time};
use super::progress::Progress;
use super::schedule::Budget;
use crate::runs::HeldRun;
use std::sync::atomic::{AtomicBool, Ordering};

/// Resources and callbacks of a training session.
pub struct Session<'a> {
    /// The run, with its config in it.
    pub run: &'a HeldRun,
    /// Time for the whole run, earlier sessions included; without limits the run keeps its earlier budget. When the
    /// time is spent, a generation that has not learned yet is dropped; one that has is completed without the rest of
    /// its report.
    pub budget: Budget,
    /// Number of generations in which to finish the run: in them the learning rate falls from its current value.
    pub anneal: Option<u32>,
    /// Threads of the learner and of matches; results do not depend on them.
    pub threads: usize,
    /// Set from outside (Ctrl-C) to stop; the unfinished generation is dropped.
    pub interrupted: &'a AtomicBool,
    pub progress: &'a dyn Progress,
}

impl Session<'_> {
    /// Whether the user has requested the end of the session.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

pub(super) struct Limit {
    /// The budget after which the unfinished generation is dropped.
    pub budget: Budget,
    pub clock: Clock,
    /// The time that the run had taken before `clock` was started.
    pub spent: Time,
}

impl Limit {
    /// Whether work that began with `clock` has used this share of the budget.
    pub fn is_share_reached(&self, clock: Clock, share: f32) -> bool {
        let Budget { wall, cpu } = self.budget;
        let part = |limit: f64| limit * f64::from(share);
        !self.budget.is_none() && Budget { wall: wall.map(part), cpu: cpu.map(part) }.is_spent(clock.elapsed())
    }

    pub fn is_reached(&self) -> bool {
        if self.budget.is_none() {
            return false;
        }
        let mut spent = self.spent;
        spent += self.clock.elapsed();
        self.budget.is_spent(spent)
    }
}
