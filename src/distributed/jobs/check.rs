use crate::distributed::message::Refusal;
use crate::eval::Value;
use crate::game::{AnyGame, AnyPosition, Game, Notation};
use crate::samples::{Sample, SelfPlayGame};
use anyhow::ensure;

/// Reads the game with that index at the head of `bytes`, checks that a learner can use it, and returns the remaining
/// bytes.
pub(in crate::distributed) fn game<'a>(game: &AnyGame, index: u32, bytes: &'a [u8]) -> Result<&'a [u8], Refusal> {
    let (played, rest) = postcard::take_from_bytes::<SelfPlayGame<String>>(bytes).map_err(Refusal::malformed)?;
    if played.index != index {
        return Err(Refusal::malformed(format_args!("game {} in the place of game {index}", played.index)));
    }
    check(game, &played).map_err(|reason| Refusal::malformed(format_args!("game {index} has {reason}")))?;
    Ok(rest)
}

/// Reads a position from which a job continues.
///
/// # Errors
/// The text is no position of the game, or the game is over there.
pub(in crate::distributed) fn open_position(game: &AnyGame, text: &str) -> anyhow::Result<AnyPosition> {
    let position = game.parse_position(text)?;
    ensure!(game.outcome(&position).is_none(), "the game is over in `{text}`");
    Ok(position)
}

fn check(game: &AnyGame, played: &SelfPlayGame<String>) -> Result<(), String> {
    // The notation refuses illegal moves.
    let played = played.read(game).map_err(|error| format!("an impossible position: {error}"))?;
    let mut moves = Vec::new();
    for sample in &played.samples {
        if game.is_chance(&sample.position) {
            return Err("a position in which chance acts".to_owned());
        }
        game.legal_moves(&sample.position, &mut moves);
        check_sample(sample, moves.len())?;
    }
    Ok(())
}

fn check_sample<P>(sample: &Sample<P>, moves: usize) -> Result<(), String> {
    let Sample { policy, surprise, search, result, lead, .. } = sample;
    if policy.len() != moves || moves == 0 {
        return Err(format!("a policy of {} moves in a position with {moves}", policy.len()));
    }
    if policy.iter().all(|&p| p == 0) {
        return Err("an empty policy".to_owned());
    }
    // Rounding may exceed the range a little.
    let chance = |p: f32| (-1e-3..=1.001).contains(&p);
    let possible = |value: &Value| {
        chance(value.win)
            && chance(value.loss)
            && chance(value.win + value.loss)
            && (-1.001..=1.001).contains(&value.lead)
            && value.moves_left.is_finite()
    };
    if !search.iter().chain(result).all(possible) {
        return Err("a value that is no chance".to_owned());
    }
    if !(0.0..=1e6).contains(surprise) || !(-1.001..=1.001).contains(lead) {
        return Err("impossible numbers".to_owned());
    }
    Ok(())
}
