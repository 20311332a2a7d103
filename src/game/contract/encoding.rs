//! Checks of a network's view of a position.

use super::amount::Amount;
use super::damaged::damaged;
use super::random_games::{RandomGames, legal, sorted, stream};
use super::violation::{Place, Violation, hold};
use crate::game::CompleteGame;
use rand::RngExt;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The encodings and hashes of one game so far.
#[derive(Debug)]
pub struct Encodings<'a, G: CompleteGame> {
    game: &'a G,
    planes: Vec<f32>,
    globals: Vec<f32>,
    /// The meaning of an encoding, and its first position.
    shown: HashMap<u64, Meaning>,
    /// Encodings, by [`Game::hash`](crate::game::Game::hash).
    hashed: HashMap<u64, u64>,
}

#[derive(Debug)]
struct Meaning {
    /// Policy indices of the legal moves.
    indices: Vec<usize>,
    /// Score for the side to act.
    score: Option<f32>,
    position: String,
}

impl<'a, G: CompleteGame> Encodings<'a, G> {
    pub fn new(game: &'a G) -> Self {
        let shape = game.shape();
        let (planes, globals) = (vec![0.0; shape.plane_len()], vec![0.0; shape.globals]);
        Encodings { game, planes, globals, shown: HashMap::new(), hashed: HashMap::new() }
    }

    /// The same encodings for another game that the same net serves: its positions must differ from these, too.
    pub fn and_of<'b>(self, game: &'b G) -> Encodings<'b, G> {
        Encodings { shown: self.shown, ..Encodings::new(game) }
    }

    /// Checks the encoding, the policy indices and the hash of a position.
    ///
    /// # Errors
    /// An entry or an index is out of range, two moves share an index, or a position met earlier has the same encoding
    /// but other moves or another result, or the same hash but another encoding.
    pub fn check(&mut self, position: &G::Position) -> Result<(), Violation> {
        let (game, here) = (self.game, Place::position(self.game, position));
        // No net is asked what chance does.
        if game.is_chance(position) {
            hold!(game.has_chance(), here; "is_chance holds: expected has_chance to hold, too");
            return Ok(());
        }
        let encoding = self.encode(position)?;
        let policy = game.shape().policy_len();
        let indices = sorted(legal(game, position).into_iter().map(|mv| game.policy_index(position, mv)));
        if let Some(index) = indices.iter().find(|index| **index >= policy) {
            return Err(here.violation(format!("policy_index gives {index}: expected less than {policy}, as in shape")));
        }
        if let Some(pair) = indices.windows(2).find(|pair| pair[0] == pair[1]) {
            let shared = pair[0];
            return Err(
                here.violation(format!("policy_index is {shared} for two legal moves: expected different ones"))
            );
        }
        let score = game.outcome(position).map(|outcome| outcome.score_for(game.side_to_act(position)));
        let text = || game.format_position(position);
        let earlier =
            self.shown.entry(encoding).or_insert_with(|| Meaning { indices: indices.clone(), score, position: text() });
        hold!(
            earlier.indices == indices && earlier.score == score, here;
            "`{}` is encoded the same, but has other moves or another result: expected one that shows what decides",
            earlier.position
        );
        let earlier = *self.hashed.entry(game.hash(position)).or_insert(encoding);
        hold!(
            earlier == encoding, here;
            "a position with the same hash is encoded differently: expected a hash of all that the encoding shows"
        );
        Ok(())
    }

    /// A hash of a position's encoding.
    fn encode(&mut self, position: &G::Position) -> Result<u64, Violation> {
        let here = Place::position(self.game, position);
        self.planes.fill(f32::NAN);
        self.globals.fill(f32::NAN);
        self.game.encode(position, &mut self.planes, &mut self.globals);
        let mut hasher = DefaultHasher::new();
        for (at, value) in self.planes.iter().enumerate() {
            hold!((0.0..=1.0).contains(value), here; "entry {at} of the planes is {value}: expected 0 to 1");
            // Nets in 8 bits see no finer differences.
            ((value * 127.0).round_ties_even() as u8).hash(&mut hasher);
        }
        for (at, value) in self.globals.iter().enumerate() {
            hold!((-2.0..=2.0).contains(value), here; "entry {at} of the globals is {value}: expected about -1 to 1");
            value.to_bits().hash(&mut hasher);
        }
        Ok(hasher.finish())
    }
}

/// An encoding distinguishes whatever decides legal moves and outcome, and a hash whatever the encoding distinguishes.
/// Positions with small differences are included on purpose: those of damaged position strings.
pub fn encodings_tell_apart<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut rng = stream(game, 11);
    let mut encodings = Encodings::new(game);
    let mut games = RandomGames::new(game, 5, amount.share(1, 5));
    while let Some(history) = games.next_position() {
        let position = history.position();
        encodings.check(position)?;
        if history.outcome().is_some() || rng.random_ratio(1, 100) {
            for text in damaged(&game.format_position(position), &mut rng) {
                game.parse_position(&text).iter().try_for_each(|near| encodings.check(near))?;
            }
        }
    }
    hold!(encodings.shown.len() > 1, "all positions are encoded the same");
    Ok(())
}
