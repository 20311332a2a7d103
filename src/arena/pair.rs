use crate::game::{Game, History, Outcome, Side};
use crate::players::Player;
use crate::random::derive;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<M> {
    /// All its moves from [`Game::start`], those of the opening first.
    pub moves: Vec<M>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Two games from one opening. In game `i` the first of the two players had side `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePair<M> {
    /// The games.
    pub games: [PlayedGame<M>; 2],
}

impl<M> GamePair<M> {
    /// How the games ended.
    pub fn outcomes(&self) -> [Outcome; 2] {
        [self.games[0].outcome, self.games[1].outcome]
    }
}

/// Plays a game to its end: the moves of `opening`, then those of the players, `players[i]` for side `i`.
pub fn play_game<G: Game>(game: &G, opening: &[G::Move], players: [&mut dyn Player<G>; 2]) -> PlayedGame<G::Move> {
    let mut history = History::new(game, game.start());
    let mut moves = opening.to_vec();
    for &mv in opening {
        history.play(game, mv);
    }
    loop {
        if let Some(outcome) = history.outcome() {
            return PlayedGame { moves, outcome };
        }
        let mv = players[game.side_to_act(history.position()).index()].choose(game, &history);
        history.play(game, mv);
        moves.push(mv);
    }
}

/// Plays both games of a pair. All that is random follows from `seed`.
pub fn play_pair<G: Game>(
    game: &G,
    opening: &[G::Move],
    players: [&mut dyn Player<G>; 2],
    seed: u64,
) -> GamePair<G::Move> {
    let [one, other] = players;
    let games = Side::BOTH.map(|side| {
        let turn = side.index() as u64;
        one.new_game(game, derive(seed, &[turn, 0]));
        other.new_game(game, derive(seed, &[turn, 1]));
        match side {
            Side::First => play_game(game, opening, [&mut *one, &mut *other]),
            Side::Second => play_game(game, opening, [&mut *other, &mut *one]),
        }
    });
    GamePair { games }
}
