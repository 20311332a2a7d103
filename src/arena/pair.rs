use crate::game::{AnyGame, AnyMove, Game, History, Outcome, Side};
use crate::players::{Forfeit, Player};
use crate::random::derive;
use crate::record::Record;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// All moves from [`Game::start`], beginning with those of the opening.
    pub moves: Vec<AnyMove>,
    /// The result.
    pub outcome: Outcome,
    /// By how many points, captives or the like the first side was [ahead](Game::ahead) at the end.
    pub ahead: Option<i64>,
    /// Why the loser had no move to give, if that ended the game.
    pub forfeit: Option<Forfeit>,
}

impl PlayedGame {
    /// The game that ends with this history.
    pub fn of(game: &AnyGame, history: &History, outcome: Outcome, forfeit: Option<Forfeit>) -> PlayedGame {
        PlayedGame { moves: history.played().to_vec(), outcome, ahead: game.ahead(history.position()), forfeit }
    }
}

/// Two games from one opening. In game `i` the first of the two players has side `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePair {
    /// The games.
    pub games: [PlayedGame; 2],
}

impl GamePair {
    /// The results of the games.
    pub fn outcomes(&self) -> [Outcome; 2] {
        [self.games[0].outcome, self.games[1].outcome]
    }

    /// By how much the first player ended [ahead](Game::ahead): the mean over the two games, one with each side; `None`
    /// if nothing is counted, or a game ended by forfeit.
    pub fn ahead(&self) -> Option<f64> {
        let [first, second] = self.games.each_ref().map(|played| played.ahead.filter(|_| played.forfeit.is_none()));
        Some((first? - second?) as f64 / 2.0)
    }

    /// The records of the games between two players of these names; `sides` are those of the game's
    /// [seats](crate::players::seat_sides).
    pub fn records(&self, game: &AnyGame, sides: &[Side], names: [&str; 2]) -> [Record; 2] {
        Side::BOTH.map(|first_has| {
            let played = &self.games[first_has.index()];
            let players = seat_names(sides, names, first_has);
            let record = Record::of_game(game, &game.start(), &played.moves).with_players(players);
            match (&played.forfeit, played.outcome.winner()) {
                (Some(_), Some(winner)) => record.forfeited_by(winner.other()),
                _ => record,
            }
        })
    }

    /// The forfeits of the games: the index of the player that lost by one, with the reason.
    pub fn forfeits(&self) -> impl Iterator<Item = (usize, &Forfeit)> {
        self.games.iter().enumerate().filter_map(|(game, played)| {
            let winner = played.outcome.winner()?.index();
            // In game `i` the first player has side `i`, and loses to the other one.
            Some((usize::from(winner == game), played.forfeit.as_ref()?))
        })
    }
}

/// The name of the player at each seat, if the first of the two has the side `first_has`. `sides` are those of the
/// [seats](crate::players::seat_sides).
pub fn seat_names<'a>(sides: &[Side], names: [&'a str; 2], first_has: Side) -> impl Iterator<Item = &'a str> {
    sides.iter().map(move |&side| names[usize::from(side != first_has)])
}

/// Plays a game to its end: the moves of `opening`, then those of the players, `players[i]` for side `i`. A side whose
/// player has no move to give loses. `dice` is the seed of what chance does. `None` if `stop`, called before each move,
/// returns true.
pub fn play_game(
    game: &AnyGame,
    opening: &[AnyMove],
    players: [&mut dyn Player; 2],
    dice: u64,
    stop: impl Fn() -> bool,
) -> Option<PlayedGame> {
    let mut history = History::new(game, game.start());
    for &mv in opening {
        history.play(game, mv);
    }
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(dice);
    let (outcome, forfeit) = loop {
        history.play_chance(game, &mut dice);
        if let Some(outcome) = history.outcome() {
            break (outcome, None);
        }
        if stop() {
            return None;
        }
        let side = game.side_to_act(history.position());
        match players[side.index()].choose(game, &history) {
            Ok(mv) => history.play(game, mv),
            Err(forfeit) => break (Outcome::Win(side.other()), Some(forfeit)),
        }
    };
    Some(PlayedGame::of(game, &history, outcome, forfeit))
}

/// Plays both games of a pair; `None` if `stop`, called before each move, returns true. Everything random follows from
/// `seed`.
pub fn play_pair(
    game: &AnyGame,
    opening: &[AnyMove],
    players: [&mut dyn Player; 2],
    seed: u64,
    stop: impl Fn() -> bool,
) -> Option<GamePair> {
    let [one, other] = players;
    // Both games have the same dice: so luck evens out.
    let dice = derive(seed, &[2]);
    let [first, second] = Side::BOTH.map(|side| {
        let turn = side.index() as u64;
        one.new_game(game, derive(seed, &[turn, 0]));
        other.new_game(game, derive(seed, &[turn, 1]));
        match side {
            Side::First => play_game(game, opening, [&mut *one, &mut *other], dice, &stop),
            Side::Second => play_game(game, opening, [&mut *other, &mut *one], dice, &stop),
        }
    });
    Some(GamePair { games: [first?, second?] })
}
