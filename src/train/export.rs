//! Nets of a run as compact evaluators.

use super::checkpoint;
use super::config::Config;
use super::learner::{Learner, LearnerState};
use super::rules_in_turn::RulesInTurn;
use crate::compact::{Architecture, CompactNet, Header, Precision, Provenance};
use crate::game::{AnyGame, Encoding, Game};
use crate::runs::RunDir;
use anyhow::Result;

/// The net of a generation in 32 bits, whatever its evaluator's precision; `None` if the learner's state of that
/// generation is no longer kept, or an earlier version's.
///
/// # Errors
/// The state is damaged, or the threads cannot be started.
pub fn unrounded(game: &AnyGame, config: &Config, run: &RunDir, generation: u32) -> Result<Option<CompactNet>> {
    if !checkpoint::has_learner(run, generation) {
        return Ok(None);
    }
    let (state, _) = checkpoint::read_learner(run, generation)?;
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(RulesInTurn::only(game), config, &architecture, 1)?;
    if !learner.fits(&state) {
        return Ok(None);
    }
    let (weights, ranges) = learner.export(&state)?;
    let header = Header { ranges, ..Header::new(game, architecture, Provenance::default()) };
    Ok(Some(CompactNet::from_parts(header, weights)?))
}

/// A learner's averaged net as a compact evaluator, with the search of its players.
pub(super) fn export(
    game: &AnyGame,
    config: &Config,
    architecture: Architecture,
    learner: &Learner,
    state: &LearnerState,
    provenance: Provenance,
) -> Result<CompactNet> {
    let (weights, ranges) = learner.export(state)?;
    let search = config.players_search()?;
    let header = Header { ranges, search, ..Header::new(game, architecture, provenance) };
    let net = CompactNet::from_parts(header, weights)?;
    Ok(if config.net.precision == Precision::Int8 { net.quantised()? } else { net })
}
