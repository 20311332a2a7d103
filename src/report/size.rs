//! How large a game is.

use super::figure::Figure;
use super::played::ReportGame;
use crate::game::{AnyGame, Game, History};
use serde::Serialize;
use std::collections::HashSet;

/// The size of a game, estimated from the games played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSize {
    /// The decimal logarithm of the estimated number of possible games: the mean, over the strongest games, of the
    /// logarithm of the product of a game's numbers of legal moves.
    pub tree: Option<Figure>,
    /// Different positions in random and in the strongest games: a lower bound for the game.
    pub positions: usize,
    /// Number of games in which these positions were counted.
    pub games: usize,
}

impl GameSize {
    pub(super) fn of(game: &AnyGame, random: &[&ReportGame], strongest: &[&ReportGame]) -> GameSize {
        let digits =
            |played: &&ReportGame| played.choices.iter().map(|&count| libm::log10(f64::from(count.max(1)))).sum();
        let mut seen = HashSet::new();
        for played in random.iter().chain(strongest) {
            let mut history = History::new(game, game.start());
            seen.insert(game.hash(history.position()));
            for text in &played.moves {
                history.play_texts(game, [text.as_str()]).expect("a game that was played");
                seen.insert(game.hash(history.position()));
            }
        }
        GameSize {
            tree: Figure::mean(&Vec::from_iter(strongest.iter().map(digits))),
            positions: seen.len(),
            games: random.len() + strongest.len(),
        }
    }
}
