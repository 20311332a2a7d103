//! Nets of a run as compact evaluators.

use super::config::Config;
use super::learner::{Learner, LearnerState};
use crate::compact::{Architecture, CompactNet, Header, Precision, Provenance};
use crate::game::AnyGame;
use anyhow::Result;

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
