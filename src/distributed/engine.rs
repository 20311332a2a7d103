use super::hash::Hash;
use super::message::VERSION;
use crate::games::{AnyGame, rules};
use crate::players::Location;
use crate::samples::SelfPlayGame;
use crate::train::{Config, SelfPlay};
use anyhow::Result;
use std::sync::{Arc, OnceLock};

/// A fingerprint of this program's computations, 16 hexadecimal digits: a hash of the messages' version and of one
/// short game of each variant with a released net, played now. Two machines with the same engine agree on rules,
/// encodings, search and kernels as far as these games test them; [`super::Queue`] compares more games during a run.
///
/// # Errors
/// A released net cannot be used.
pub fn engine() -> Result<&'static str> {
    static ENGINE: OnceLock<String> = OnceLock::new();
    if let Some(engine) = ENGINE.get() {
        return Ok(engine);
    }
    let mut bytes = VERSION.to_le_bytes().to_vec();
    for variant in Location::built_in() {
        let net = Arc::new(Location::BuiltIn(variant).read()?);
        let config = Config::parse("engine", &format!("{CONFIG}[game]\nvariant = \"{variant}\"\n"), &[])?;
        let game = AnyGame::new(rules::<&str, &str>(variant, [])?)?;
        bytes.extend(one_game(&SelfPlay::new(&game, &config, 2, &net), 0)?);
    }
    Ok(ENGINE.get_or_init(|| Hash::of(&bytes).to_string()[..16].to_owned()))
}

/// A short game with full and fast searches and drawn openings.
const CONFIG: &str = "generations = 1
[selfplay]
games = 1
simulations = 32
fast_simulations = 8
max_moves = 8
concurrent = 1
cache = 0
starts = { policy_moves = 3 }
";

/// A game, in postcard.
///
/// # Errors
/// The net is not for this game.
pub(super) fn one_game(play: &SelfPlay, index: u32) -> Result<Vec<u8>> {
    let left = std::cell::Cell::new(Some(index));
    let mut bytes = Vec::new();
    play.thread(|_| left.take(), || false, |played: SelfPlayGame, _| bytes = written(play.game, &played))?;
    Ok(bytes)
}

/// A game in postcard.
pub(super) fn written(game: &AnyGame, played: &SelfPlayGame) -> Vec<u8> {
    postcard::to_stdvec(&played.written(game)).expect("plain values can be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_the_same_again() {
        let first = engine().expect("all nets are there");
        assert_eq!((first.len(), engine().ok()), (16, Some(first)));
    }
}
