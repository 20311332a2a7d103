//! The learner's side of a tournament.

use super::queue::Queue;
use crate::arena::{GamePair, Pairing, Tournament};
use crate::distributed::hash::Hash;
use crate::distributed::jobs::{Contestant, Job, RulesTerms, move_texts, read_pair};
use crate::distributed::message::write_json;
use crate::distributed::names;
use anyhow::{Context, Result};

/// Pairs per pairing that are handed out at once if a test may end the tournament early.
const TESTED: usize = 64;

impl Queue {
    /// [`Tournament::run`] by all workers: the same games, and the same calls of `each`. `on_pair` is called for each
    /// pair that arrives. If a test may end the tournament early, pairs are handed out in rounds, and surplus pairs
    /// of a round do not count.
    ///
    /// # Errors
    /// A player can only play on this machine, or the first error of `each`.
    pub fn tournament(
        &self,
        tournament: &Tournament,
        stop: &(dyn Fn() -> bool + Sync),
        on_pair: &(dyn Fn() + Sync),
        mut each: impl FnMut(&Pairing, &GamePair) -> Result<()>,
    ) -> Result<Vec<Pairing>> {
        let game = tournament.game;
        let (players, nets) = Contestant::all(tournament.entrants)?;
        let openings = (0..tournament.openings.len()).map(|index| move_texts(game, tournament.openings.moves(index)));
        let job =
            Job::Pairs { rules: RulesTerms::of(game), players, openings: openings.collect(), seed: tournament.seed };
        let run = names::run_token(self.run(), Hash::of(&write_json(&job)), self.engine());
        let all = u32::try_from(tournament.pairs()).context("too many games for a queue")?;
        let mut standings = tournament.standings();
        let round = match tournament.sprt {
            Some(_) => TESTED * standings.pairings().len(),
            None => all as usize,
        };
        for (generation, first) in (1..).zip((0..all).step_by(round.max(1))) {
            let pieces = first..all.min(first + round as u32);
            let order = self.order(run.clone(), generation, &job, nets.clone(), pieces)?;
            let Some((pairs, _)) = self.compute(&order, stop, on_pair)? else { break };
            for (number, bytes) in (first as usize..).zip(pairs) {
                let (pair, _) = read_pair(tournament, number, &bytes).expect("checked when it came");
                standings.add(number, &pair, &mut each)?;
            }
            if standings.is_decided() {
                break;
            }
        }
        Ok(standings.pairings().to_vec())
    }
}
