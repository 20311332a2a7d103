use super::answers::Answers;
use super::check;
use super::games::Games;
use super::job::{Contestant, Job, Nets};
use super::pairs::Pairs;
use super::work::{Work, read_pieces};
use crate::train::{Config, Solvers};
use anyhow::{Context, Result, bail};
use std::ops::Range;
use std::sync::Arc;

/// The largest product of a thread's searches and of the simulations of each: it bounds the thread's memory.
const MOST_NODES: u64 = 1 << 22;

/// The most positions in a thread's cache; games do not depend on its size.
const MOST_CACHED: usize = 1 << 20;

impl Job {
    /// The pieces with these indices, concatenated in `bytes`, checked as untrusted input.
    ///
    /// # Errors
    /// The job cannot be done with these nets, a piece is invalid, or bytes are left over.
    pub fn read_pieces(&self, nets: &Nets, indices: Range<u32>, bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        Ok(read_pieces(&*self.work(nets)?, indices, bytes)?)
    }

    /// The work that computes the pieces.
    ///
    /// # Errors
    /// Nets and rules do not fit each other, or a thread would need too much memory.
    pub(in crate::distributed) fn work(&self, nets: &Nets) -> Result<Box<dyn Work>> {
        let enough = |players: &[Contestant], least: usize| match players.len() {
            given if given < least => bail!("it has {given} players, expected at least {least}"),
            _ => Ok(()),
        };
        match self {
            Job::SelfPlay { config, generation, net, restarts } => {
                let mut config = Config::parse("of the task", config, &[])?;
                let play = &config.selfplay;
                let simulations = u64::from(play.simulations.max(play.fast_simulations));
                if simulations * play.concurrent as u64 > MOST_NODES {
                    bail!(
                        "{simulations} simulations in {} games at once: expected at most {MOST_NODES} together",
                        play.concurrent
                    );
                }
                config.selfplay.cache = play.cache.min(MOST_CACHED);
                let net = Arc::clone(nets.get(net).context("its net is missing")?);
                let game = config.game_of(*generation, net.brought())?;
                net.header().check(&game)?;
                let restarts = restarts.iter().map(|(&index, text)| Ok((index, check::open_position(&game, text)?)));
                let restarts = restarts.collect::<Result<_>>()?;
                let (generation, solvers) = (*generation, Solvers::default());
                Ok(Box::new(Games { game, config, generation, net, solvers, restarts }))
            }
            Job::Pairs { rules, players, openings, seed } => {
                let game = rules.game()?;
                enough(players, 2)?;
                let entrants = players.iter().map(|player| player.entrant(&game, nets)).collect::<Result<_>>()?;
                Ok(Box::new(Pairs::new(game, entrants, openings, *seed)?))
            }
            Job::Answers { rules, players, positions } => {
                let game = rules.game()?;
                enough(players, 1)?;
                let entrants = players.iter().map(|player| player.entrant(&game, nets)).collect::<Result<_>>()?;
                Ok(Box::new(Answers::new(game, entrants, positions)?))
            }
        }
    }
}
