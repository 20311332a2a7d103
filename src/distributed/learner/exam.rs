//! The learner's side of an exam.

use super::queue::Queue;
use crate::arena::Exam;
use crate::distributed::hash::Hash;
use crate::distributed::jobs::{Contestant, Job, RulesTerms};
use crate::distributed::message::write_json;
use crate::distributed::names;
use crate::game::{AnyGame, Notation};
use crate::players::Entrant;
use anyhow::{Context, Result};

impl Queue {
    /// Grades each player's answers in an exam, computed by all workers: whether each keeps the win. `None` if `stop`
    /// ended the exam early. `on_answer` is called for each answer that arrives.
    ///
    /// # Errors
    /// A player can only play on this machine.
    pub fn exam(
        &self,
        game: &AnyGame,
        exam: &Exam,
        entrants: &[Entrant],
        stop: &(dyn Fn() -> bool + Sync),
        on_answer: &(dyn Fn() + Sync),
    ) -> Result<Option<Vec<Vec<bool>>>> {
        let (players, nets) = Contestant::all(entrants)?;
        let positions = exam.positions().map(|position| game.format_position(position)).collect();
        let job = Job::Answers { rules: RulesTerms::of(game), players, positions };
        let run = names::run_token(self.run(), Hash::of(&write_json(&job)), self.engine());
        let all = u32::try_from(entrants.len() * exam.len()).context("too many answers for a queue")?;
        let order = self.order(run, 1, &job, nets, 0..all)?;
        let Some((answers, _)) = self.compute(&order, stop, on_answer)? else { return Ok(None) };
        let right = |(index, bytes): (usize, &Vec<u8>)| {
            let text: &str = postcard::from_bytes(bytes).expect("checked when it came");
            exam.keeps(index, game.parse_move(exam.position(index), text).expect("checked when it came"))
        };
        Ok(Some(answers.chunks(exam.len()).map(|of_one| of_one.iter().enumerate().map(right).collect()).collect()))
    }
}
