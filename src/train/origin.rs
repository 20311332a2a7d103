//! The net that a new run begins with: random, released, or another run's.

use super::config::Config;
use super::learner::{Learner, LearnerState};
use super::yardstick;
use crate::compact::{Architecture, CompactNet, Header};
use crate::game::{AnyGame, Encoding, Game, Guidance};
use crate::net::NetConfig;
use anyhow::{Context, Result, bail};
use std::sync::Arc;

/// Checks before a run begins that all later inputs exist.
///
/// # Errors
/// An opponent of the run's reports is missing, or does not play this game.
pub fn check(game: &AnyGame, config: &Config) -> Result<()> {
    if config.selfplay.exact_share > 0.0 && game.ending_solver().is_none() {
        bail!(
            "selfplay.exact_share is {}, and {} has no exact solver: expected 0",
            config.selfplay.exact_share,
            game.rules()
        );
    }
    if config.report.every > 0 { yardstick::opponents(game, config).map(drop) } else { Ok(()) }
}

/// The evaluator from which a config's run continues, made for the config's rules whatever it was trained with; `None`
/// if the run starts from random parameters.
///
/// # Errors
/// The evaluator is missing or cannot be read, it is not for this variant, or its net has other sizes than the
/// config's.
pub fn origin(game: &AnyGame, config: &Config) -> Result<Option<Arc<CompactNet>>> {
    let Some(spec) = config.origin()? else { return Ok(None) };
    let read = || -> Result<CompactNet> {
        let net = spec.locate(&config.game.variant)?.read()?;
        // A net of other rules is let in, too: it is a beginner that knows the board.
        let header = Header { options: game.net_options(), ..net.header().clone() };
        header.check(game)?;
        let Architecture { channels, blocks, value_channels, value_hidden, .. } = header.architecture;
        let sizes = NetConfig { channels, blocks, value_channels, value_hidden, ..config.net };
        if sizes != config.net {
            bail!("its net has {sizes}: expected the config's {}", config.net);
        }
        Ok(CompactNet::from_parts(header, net.weights().clone())?)
    };
    let net =
        read().with_context(|| format!("cannot continue from `{}`", config.from.as_deref().unwrap_or_default()))?;
    Ok(Some(Arc::new(net)))
}

/// The state with which a run begins.
///
/// # Errors
/// As [`origin`].
pub(super) fn beginning(game: &AnyGame, config: &Config, learner: &Learner) -> Result<LearnerState> {
    match origin(game, config)? {
        None => Ok(learner.initial()),
        Some(net) => learner.from_net(&net),
    }
}
