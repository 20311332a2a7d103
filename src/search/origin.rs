use super::config::SearchConfig;
use super::objective::Objective;
use crate::game::{Game, Guidance, History, Side};

/// The position at the root of a search.
#[derive(Clone, Debug)]
pub(super) struct Origin<G: Game> {
    /// `None` before the first search.
    pub position: Option<G::Position>,
    pub side: Side,
    /// How outcomes and repetitions are valued.
    pub objective: Objective,
    /// Number of moves made in the game up to the root.
    pub moves: u32,
}

impl<G: Game> Default for Origin<G> {
    fn default() -> Self {
        Origin { position: None, side: Side::First, objective: Objective::Win, moves: 0 }
    }
}

impl<G: Guidance> Origin<G> {
    /// The origin for the last position of a history.
    pub fn new(config: &SearchConfig, game: &G, history: &History<G>) -> Self {
        let root = history.position();
        Origin {
            position: Some(root.clone()),
            side: game.side_to_act(root),
            objective: Objective::new(config, game, root),
            moves: history.moves(),
        }
    }
}
