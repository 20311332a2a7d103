//! Checks that hashes and orbit keys leave out only irrelevant parts of positions.

use super::amount::Amount;
use super::damaged::damaged;
use super::random_games::{RandomGames, legal, sorted, stream};
use super::violation::{Place, Violation, hold};
use crate::game::{CompleteGame, SHARED_FUTURE, images};
use rand::{Rng, RngExt, seq::IndexedRandom};
use std::collections::HashMap;

/// The most pairs tried per game.
const PAIRS: usize = 200;

/// Positions with one hash have the same future. Returns the number of pairs.
///
/// # Errors
/// Two positions with one hash have different futures.
pub fn pairs_of_one_hash<G: CompleteGame>(game: &G, amount: Amount) -> Result<usize, Violation> {
    let mut rng = stream(game, 21);
    let mut met: HashMap<u64, G::Position> = HashMap::new();
    let mut pairs = 0;
    let mut games = RandomGames::new(game, 22, amount.share(1, 5));
    while let Some(history) = games.next_position() {
        let mut near = vec![history.position().clone()];
        if rng.random_ratio(1, 40) {
            let texts = damaged(&game.format_position(history.position()), &mut rng);
            near.extend(texts.iter().filter_map(|text| game.parse_position(text).ok()));
        }
        for position in near {
            let known = met.entry(game.hash(&position)).or_insert(position.clone()).clone();
            if known != position && pairs < PAIRS {
                pairs += 1;
                play_both(game, [known, position], &mut rng)?;
            }
        }
    }
    Ok(pairs)
}

pub fn one_hash_one_future<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    pairs_of_one_hash(game, amount).map(drop)
}

/// Plays the same random moves in both positions, as far as a proof may look. Some games give a position and the same
/// with exchanged sides one hash, so results are compared for the side to act.
fn play_both<G: CompleteGame>(game: &G, mut pair: [G::Position; 2], rng: &mut impl Rng) -> Result<(), Violation> {
    let [first, second] = pair.clone();
    let (here, other) = (Place::position(game, &first), game.format_position(&second));
    let mut made = Vec::new();
    for _ in 0..=SHARED_FUTURE {
        let [outcome, other_outcome] = pair.each_ref().map(|position| {
            let to_act = game.side_to_act(position);
            game.outcome(position).map(|outcome| outcome.winner().map(|winner| winner == to_act))
        });
        let [moves, other_moves] = pair.each_ref().map(|position| sorted(legal(game, position)));
        let differ = match () {
            () if outcome != other_outcome => "results",
            () if moves != other_moves => "legal moves",
            () => "",
        };
        hold!(
            differ.is_empty(), here;
            "`{other}` has the same hash, but after {} in both the {differ} differ: expected a hash of all that matters \
             for {SHARED_FUTURE} moves",
            if made.is_empty() { "no move".to_owned() } else { made.join(" ") }
        );
        let Some(&mv) = moves.choose(rng) else { break };
        made.push(game.format_move(&pair[0], mv));
        pair.iter_mut().for_each(|position| game.play(position, mv));
    }
    Ok(())
}

/// Images share their orbit key, and no other positions do.
pub fn orbits_have_keys<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut met: HashMap<u64, G::Position> = HashMap::new();
    let mut games = RandomGames::new(game, 23, amount.share(1, 5));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let key = game.orbit_key(position);
        if let Some(image) = images(game, position).find(|image| game.orbit_key(image) != key) {
            let image = game.format_position(&image);
            return Err(here.violation(format!("the image `{image}` has another orbit_key: expected the same")));
        }
        let known = met.entry(key).or_insert(position.clone()).clone();
        let is_image = images(game, &known).any(|image| game.hash(&image) == game.hash(position));
        hold!(
            is_image, here;
            "`{}` has the same orbit_key, but is no image of it: expected another key", game.format_position(&known)
        );
    }
    Ok(())
}
